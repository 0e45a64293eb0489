"""Undo and redo: what the dealer takes back, and what he brings back."""

from table.changing import replace
from table.events import ConfirmationAsked, Event, Refused, Standing, StandingChanged
from table.hand import Hand, RuledAct
from table.judging import Moment, Stepped, without_act
from table.observations import Observation
from table.reckoning import balance
from table.ruling import Message
from table.seats import Seat
from table.state import Begun, OpenAct, TableState, TakenBack


def undo(state: TableState, now: Moment) -> Stepped:
    """The dealer takes back: an act that waits, else the last act that was ruled."""
    act = state.open_act
    if act is not None and _under_way(act):
        return _remembered(state, without_act(state, act.seat)), ()
    hand = state.hand
    if hand is None or hand.ended or not hand.acts:
        return state, (Refused(at_ns=now.at_ns, message=Message("refused-nothing-to-undo")),)
    after, told = taken_back(state, hand, len(hand.acts) - 1, now)
    return _remembered(state, after), told


def refuse_press(state: TableState) -> TableState:
    """The dealer says that a press over a broken link was not meant."""
    refused, *others = state.to_confirm
    return _remembered(state, replace(state, to_confirm=tuple(others)), refused)


def redo(state: TableState, now: Moment) -> Stepped:
    """The dealer brings back what his last undo took back; once more, what the one before took.

    It can be brought back until something else is ruled, confirmed or begun.
    """
    hand = state.hand
    if not can_redo(state):
        return state, (Refused(at_ns=now.at_ns, message=Message("refused-nothing-to-redo")),)
    *earlier, last = state.taken_back
    state = replace(state, taken_back=tuple(earlier))
    if last.press is not None:
        asked = ConfirmationAsked(at_ns=now.at_ns, observation=last.press)
        return replace(state, to_confirm=(last.press, *state.to_confirm)), (asked,)
    if hand is None or last.hand is None:
        return state, ()
    state = replace(
        state,
        hand=replace(last.hand, board=hand.board),
        open_act=last.open_act,
        held=last.held,
        asked=last.asked,
    )
    stood = {entry.given.number for entry in hand.acts}
    told: list[Event] = []
    for entry in last.hand.acts:
        if entry.given.number not in stood:
            state = _with_balance(state, entry.given.act.seat)
            number, standing = entry.given.number, entry.standing
            told.append(StandingChanged(at_ns=now.at_ns, number=number, standing=standing))
    return state, tuple(told)


def can_redo(state: TableState) -> bool:
    """Whether something was undone and nothing else has been done since."""
    return bool(state.taken_back) and not _begun(state) - state.taken_back[-1].begun


def _remembered(
    before: TableState, after: TableState, press: Observation | None = None
) -> TableState:
    """The state after an undo, which can bring back what it took."""
    taken = TakenBack(
        hand=before.hand,
        open_act=before.open_act,
        held=before.held,
        asked=before.asked,
        begun=_begun(after),
        press=press,
    )
    return replace(after, taken_back=(*before.taken_back, taken))


def _begun(state: TableState) -> frozenset[Begun]:
    """What was done at the table and is not ruled yet."""
    acts = (state.open_act, *state.held)
    return frozenset(
        (act.seat, act.words, act.motions, act.gesture)
        for act in acts
        if act is not None and _under_way(act)
    )


def _under_way(act: OpenAct) -> bool:
    """Whether something was done that is not ruled yet."""
    return act.given is None and bool(act.words or act.gesture or act.motions)


def taken_back(state: TableState, hand: Hand, index: int, now: Moment) -> Stepped:
    """The hand as before the act at `index`; that act and all after it are undone.

    The chips of the undone acts still lie there. The first of these players acts anew from what
    lay there before; the others are asked about when the turn comes to them. Acts out of turn that
    are not undone go on waiting.
    """
    first, *later = hand.acts[index:]
    stay = {entry.given.number for entry in hand.acts[:index]}
    waiting = tuple(act for act in state.held if act.given and act.given.number in stay)
    state = replace(
        state,
        hand=replace(hand, acts=hand.acts[:index], betting=first.before),
        asked=None,
        open_act=None,
        held=(*waiting, *_to_ask_about(first, later)),
    )
    if first.given.act.in_turn:
        state = replace(state, open_act=replace(reopened(first), given=None))
    for entry in (first, *later):
        state = _with_balance(state, entry.given.act.seat)
    told = tuple(
        StandingChanged(at_ns=now.at_ns, number=entry.given.number, standing=Standing.UNDONE)
        for entry in (*reversed(later), first)
    )
    return state, told


def _to_ask_about(first: RuledAct, later: list[RuledAct]) -> tuple[OpenAct, ...]:
    """The undone acts of the other players, the earliest of each, in order."""
    asked: dict[Seat, OpenAct] = {}
    for entry in later:
        seat = entry.given.act.seat
        if seat != first.given.act.seat:
            act = replace(reopened(entry), given=None, in_turn=False, unsure=True)
            asked.setdefault(seat, act)
    return tuple(asked.values())


def reopened(entry: RuledAct) -> OpenAct:
    """A ruled act, open again: it starts from the chips that lay there before it."""
    return OpenAct(
        seat=entry.given.act.seat,
        before=entry.before,
        lay=entry.lay,
        content=entry.lay,
        lay_left=entry.lay,
        in_turn=entry.given.act.in_turn,
        given=entry.given,
    )


def _with_balance(state: TableState, seat: Seat) -> TableState:
    return replace(state, balances={**state.balances, seat: balance(state, seat)})
