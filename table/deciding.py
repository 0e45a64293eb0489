"""What the dealer and the floor say: confirm, rule otherwise, choose an option."""

from dataclasses import replace

from table.act import Act
from table.acting import act_of, opened, with_chips
from table.dealing import street_after
from table.decisions import NotPossibleError, chosen, decided
from table.events import (
    Event,
    OptionChosen,
    Overridden,
    Refused,
    Standing,
    StandingChanged,
    StreetStarted,
)
from table.hand import Hand
from table.judging import Moment, Stepped, give, judge, without_act
from table.progress import start_street
from table.ruling import Message, Ruling
from table.seats import Seat
from table.state import OpenAct, TableState
from table.taking_back import reopened, taken_back


def confirm(state: TableState, now: Moment) -> Stepped:
    """The dealer agrees: with an act that waits, else with the ruling shown, else with the round.

    Once the last ruling of a round is confirmed, confirming again says that the bets are drawn in
    and the next street begins.
    """
    hand = state.hand
    if hand is None or hand.ended:
        return _refused(state, "refused-nothing-to-confirm", now)
    if state.asked is not None and state.asked.ruling.ask_floor:
        return _refused(state, "refused-choose-an-option", now)
    waiting = _waiting(state)
    if waiting is not None:
        return judge(state, replace(waiting, unsure=False), now)
    if hand.acts and hand.acts[-1].standing is Standing.SHOWN:
        return _confirmed(state, hand, now)
    following = street_after(hand)
    if hand.round_over and following is not None:
        return start_street(state, StreetStarted(at_ns=now.at_ns, street=following))
    return _refused(state, "refused-nothing-to-confirm", now)


def override(state: TableState, event: Overridden, now: Moment) -> Stepped:
    """The dealer or the floor rules otherwise, or enters an act that was not seen.

    Acts that came after an overridden one were answers to another bet: they are taken back, and
    the players concerned act again.
    """
    hand = state.hand
    if hand is None or hand.ended:
        return _refused(state, "refused-no-hand", now)
    index = _act_to_override(hand, event.seat)
    if index is not None:
        act, made = reopened(hand.acts[index]), hand.acts[index].given.act
    elif event.seat == hand.betting.turn:
        act = opened(state, event.seat, in_turn=True)
        made = act_of(act)
    else:
        return _refused(state, "refused-no-act-of-seat", now, seat=event.seat)
    try:
        ruling = decided(act.before, made, event, state.rulebook)
    except NotPossibleError as error:
        return state, (Refused(at_ns=now.at_ns, message=error.message),)
    told: tuple[Event, ...] = ()
    later = hand.acts[index + 1 :] if index is not None else ()
    if index is not None and later:
        state, told = taken_back(state, hand, index + 1, now)
    took_back = tuple(entry.given.number for entry in later)
    state, given = _decided(state, act, made, ruling, now, event, took_back)
    return state, told + given


def choose(state: TableState, event: OptionChosen, now: Moment) -> Stepped:
    """The floor, or the player by the dealer, chose one of the options shown."""
    hand, asked = state.hand, state.asked
    option = next((option for option in state.options if option.token == event.token), None)
    entry = hand.ruled(asked.number) if hand and asked else None
    if entry is None or option is None:
        return _refused(state, "refused-option-not-shown", now, option=event.token)
    made = entry.given.act
    try:
        ruling = chosen(entry.before, made, option, event, state.rulebook)
    except NotPossibleError as error:
        return state, (Refused(at_ns=now.at_ns, message=error.message),)
    return _decided(state, reopened(entry), made, ruling, now, event)


def call_floor(state: TableState) -> Stepped:
    """Somebody asked for the floor; that stands until something is decided."""
    return replace(state, floor_called=True), ()


def _decided(
    state: TableState,
    act: OpenAct,
    made: Act,
    ruling: Ruling,
    now: Moment,
    event: Overridden | OptionChosen,
    took_back: tuple[int, ...] = (),
) -> Stepped:
    """Give a person's ruling. It is firm: later chips do not amend the act.

    It counts at once, even where the act was made out of turn.
    """
    made = replace(made, in_turn=True)
    under_way = without_act(state, act.seat).open_act
    by, reason = event.by, event.reason
    state, told = give(state, act, made, ruling, now, by=by, reason=reason, took_back=took_back)
    state = _rebased(replace(without_act(state, act.seat), open_act=under_way))
    floor_called = state.floor_called and event.by != "floor"
    return replace(state, floor_called=floor_called), told


def _rebased(state: TableState) -> TableState:
    """An act that is under way answers the betting as it now stands, if it is still its turn."""
    act, hand = state.open_act, state.hand
    if act is None or hand is None:
        return state
    if act.seat != hand.betting.turn:
        return without_act(state, act.seat)
    return replace(state, open_act=replace(act, before=hand.betting))


def _waiting(state: TableState) -> OpenAct | None:
    """An act that the dealer's word is enough to rule.

    Chips that lie there since a ruling on them was undone are taken in as they lie.
    """
    act = state.open_act
    if act is None or (act.given is not None and not act.unsure):
        return None
    lies = state.front(act.seat)
    if lies.unread is None and lies.chips != act.content:
        act = with_chips(act, lies.chips, started_ns=lies.at_ns, ended_ns=lies.at_ns)
    return act if act.words or act.gesture or act.motions else None


def _confirmed(state: TableState, hand: Hand, now: Moment) -> Stepped:
    last = replace(hand.acts[-1], standing=Standing.CONFIRMED)
    hand = replace(hand, acts=(*hand.acts[:-1], last))
    told = StandingChanged(at_ns=now.at_ns, number=last.given.number, standing=Standing.CONFIRMED)
    state = replace(state, hand=hand, taken_back=())
    return without_act(state, last.given.act.seat), (told,)


def _act_to_override(hand: Hand, seat: Seat) -> int | None:
    """The place of the seat's last act of this street; None where its present turn is meant.

    A seat whose turn it is means that turn, unless its own act was the last and left it the turn.
    """
    acted_last = bool(hand.acts) and hand.acts[-1].given.act.seat == seat
    if seat == hand.betting.turn and not acted_last:
        return None
    places = [
        index
        for index, act in enumerate(hand.acts)
        if act.given.act.seat == seat and act.before.street is hand.street
    ]
    return places[-1] if places else None


def _refused(state: TableState, name: str, now: Moment, **values: str | int) -> Stepped:
    return state, (Refused(at_ns=now.at_ns, message=Message(name, values)),)
