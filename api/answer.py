"""What the dealer is told now: the newest answer, until something has settled it."""

from collections.abc import Sequence

from table.events import (
    CannotTell,
    Event,
    HandEnded,
    HandStarted,
    Observed,
    Redone,
    RulingGiven,
    Standing,
    StandingChanged,
    StreetStarted,
)
from table.observations import ChipsAtRest, GestureSeen, SourceChanged, SourceState, WordSaid
from table.state import TableState
from table.trust import faults

Answer = RulingGiven | CannotTell


def answer_after(
    before: Answer | None, event: Event, answers: Sequence[Event], state: TableState
) -> Answer | None:
    """The answer that stands once an event has been stepped; None: a player is waited for.

    A ruling stands until the next answer, its undoing, or the next street; brought back, it stands
    again. "Cannot tell" stands
    until that seat has been read again; a fault, until its source is live again.

    Args:
        before: the answer that stood.
        event: what happened.
        answers: what betline answered.
        state: the table after it.
    """
    if isinstance(event, Redone):
        return _brought_back(answers, state) or before
    for given in reversed(answers):
        if isinstance(given, Answer):
            return given
        if isinstance(given, StandingChanged) and given.standing is Standing.UNDONE:
            return None
    if isinstance(event, HandStarted | StreetStarted | HandEnded):
        return None
    if isinstance(before, CannotTell) and isinstance(event, Observed):
        return None if _settled(before, event, state) else before
    return before


def _brought_back(answers: Sequence[Event], state: TableState) -> Answer | None:
    """The last ruling that stands again, if one does."""
    back = {told.number for told in answers if isinstance(told, StandingChanged)}
    acts = state.hand.acts if state.hand else ()
    return next((act.given for act in reversed(acts) if act.given.number in back), None)


def _settled(told: CannotTell, event: Observed, state: TableState) -> bool:
    """Whether what could not be told is no question any more."""
    seen = event.observation
    if told.fault:
        back = isinstance(seen, SourceChanged) and seen.state is SourceState.LIVE
        seat = told.seat or state.turn
        return back and not (seat and faults(state, seat))
    if not isinstance(seen, ChipsAtRest | GestureSeen | WordSaid) or seen.seat != told.seat:
        return False
    return not (isinstance(seen, ChipsAtRest) and seen.cannot_tell)
