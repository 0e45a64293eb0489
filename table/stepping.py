"""The fold: a state and the next event give the next state and the answers.

The same events always give the same answers, so a restart replays the log, and a log can be
checked by making its answers again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from table.changing import replace
from table.deciding import call_floor, choose, confirm, override
from table.events import (
    BalanceIs,
    CannotTell,
    ConfirmationAsked,
    Confirmed,
    DeckCounted,
    Event,
    FloorCalled,
    HandEnded,
    HandRetrieved,
    HandStarted,
    Misdealt,
    Observed,
    OptionChosen,
    Overridden,
    Redone,
    Refused,
    RulingGiven,
    StandingChanged,
    StreetStarted,
    TableOpened,
    TurnIs,
    Undone,
)
from table.judging import Moment, Rule, Stepped, held_reached
from table.observations import DealerButton, DealerPressed, Observation
from table.progress import end_hand, misdeal, start_hand, start_street
from table.retrieving import retrieve
from table.rules import rule as rule_of_the_book
from table.skipping import ask_about_skipped
from table.state import TableState
from table.taking_back import redo, refuse_press, undo
from table.trust import tell_faults
from table.watching import deck_counted, observe, taken_in

ANSWERS = (
    RulingGiven,
    CannotTell,
    ConfirmationAsked,
    StandingChanged,
    BalanceIs,
    Refused,
    TurnIs,
)
"""What a step answers. Every other event is an input."""


def step(state: TableState, event: Event, *, rule: Rule = rule_of_the_book) -> Stepped:
    """Take one event in.

    Every source must have said that it is live (`SourceChanged`) before anything that it tells
    counts; a restart says of every source that it is starting again.

    Args:
        state: before the event.
        event: what happened, or what a person said. An answer, met in a replayed log, changes
            nothing.
        rule: rules one act.

    Returns:
        The state after it, and the answers in the order in which they are to be shown.
    """
    if isinstance(event, ANSWERS):
        return state, ()
    now = Moment(at_ns=event.at_ns, rule=rule)
    turn_before = state.turn
    state, told = _input(state, event, now)
    state, reached = held_reached(state, now)
    state, skipped = ask_about_skipped(state, told + reached, now)
    state, faulty = tell_faults(state, now.at_ns)
    told += reached + skipped + faulty
    if state.turn != turn_before:
        told += (TurnIs(at_ns=now.at_ns, seat=state.turn),)
    return state, told


def replay(
    state: TableState, events: Iterable[Event], *, rule: Rule = rule_of_the_book
) -> TableState:
    """The state after all these events: a fold, nothing else."""
    for event in events:
        state, _ = step(state, event, rule=rule)
    return state


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Where a log's answers are not those that its inputs give now.

    Attributes:
        cause: the input.
        recorded: the answers in the log.
        computed: the answers now.
    """

    cause: Event | None
    recorded: tuple[Event, ...]
    computed: tuple[Event, ...]


def differences(
    state: TableState, events: Iterable[Event], *, rule: Rule = rule_of_the_book
) -> Iterator[Difference]:
    """Replay a log, inputs and answers, and tell where the answers differ.

    Args:
        state: before the log.
        events: the log: every input followed by its answers.
        rule: rules one act.
    """
    cause: Event | None = None
    computed: tuple[Event, ...] = ()
    recorded: list[Event] = []
    for event in events:
        if isinstance(event, ANSWERS):
            recorded.append(event)
            continue
        if tuple(recorded) != computed:
            yield Difference(cause=cause, recorded=tuple(recorded), computed=computed)
        cause, recorded = event, []
        state, computed = step(state, event, rule=rule)
    if tuple(recorded) != computed:
        yield Difference(cause=cause, recorded=tuple(recorded), computed=computed)


def _input(state: TableState, event: Event, now: Moment) -> Stepped:
    match event:
        case Observed():
            return _observed(state, event.observation, now)
        case Confirmed() | Undone() if state.to_confirm:
            return _answered(state, now, agreed=isinstance(event, Confirmed))
        case Confirmed():
            return confirm(state, now)
        case Undone():
            return undo(state, now)
        case Redone():
            return redo(state, now)
        case Overridden():
            return override(state, event, now)
        case OptionChosen():
            return choose(state, event, now)
        case FloorCalled():
            return call_floor(state)
        case HandRetrieved():
            return retrieve(state, event, now)
        case DeckCounted():
            return deck_counted(state, event)
    return _progress(state, event)


def _progress(state: TableState, event: Event) -> Stepped:
    match event:
        case HandStarted():
            return start_hand(state, event)
        case StreetStarted():
            return start_street(state, event)
        case HandEnded():
            return end_hand(state, event)
        case Misdealt():
            return misdeal(state, event)
        case TableOpened():
            opened = replace(
                state, table=event.table, seats=event.seats, versions=dict(event.versions)
            )
            return opened, ()
    return state, ()


def _observed(state: TableState, seen: Observation, now: Moment) -> Stepped:
    """An observation; a press of the dealer's panel says what the event of that name says."""
    if isinstance(seen, DealerPressed) and not seen.needs_confirmation:
        return _input(state, _pressed(seen, now), now)
    return observe(state, seen, now)


def _pressed(seen: DealerPressed, now: Moment) -> Event:
    match seen.button:
        case DealerButton.CONFIRM:
            return Confirmed(at_ns=now.at_ns)
        case DealerButton.UNDO:
            return Undone(at_ns=now.at_ns)
        case DealerButton.FLOOR:
            return FloorCalled(at_ns=now.at_ns)


def _answered(state: TableState, now: Moment, *, agreed: bool) -> Stepped:
    """The dealer says whether a press that came over a broken link was meant."""
    if not agreed:
        return refuse_press(state), ()
    pressed, state = state.to_confirm[0], replace(state, to_confirm=state.to_confirm[1:])
    if isinstance(pressed, DealerPressed):
        return _input(state, _pressed(pressed, now), now)
    return taken_in(state, pressed, now)
