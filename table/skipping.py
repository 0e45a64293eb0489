"""A player is passed over at the table: others act out of turn before he has acted."""

from table.act import Act
from table.acting import act_of, opened
from table.betting import Betting
from table.chapters.out_of_turn import is_fold
from table.events import Event, RulingGiven
from table.hand import Hand, RuledAct
from table.judging import Moment, Stepped, give
from table.returning import is_about_skipped, skipped
from table.ruling import Action
from table.seats import Seat, clockwise_from
from table.settling import must_act
from table.state import OpenAct, TableState
from table.trust import faults


def ask_about_skipped(state: TableState, told: tuple[Event, ...], now: Moment) -> Stepped:
    """Call the floor about the player in turn, once too much was done behind him for him to act.

    It is asked when something was ruled, so that a dealer who knows that the player spoke in time
    takes the question back by undo, and it stays away. A player who has begun to act, or whose
    source is faulty, was not seen to be silent: he is not asked about.

    Sources: TDA 2024 53-B, WSOP-L 2024 133, RRoP 11 betting 11.

    Args:
        state: after an event.
        told: what was answered to it.
        now: when.
    """
    hand, seat = state.hand, state.turn
    if hand is None or seat is None or not any(isinstance(answer, RulingGiven) for answer in told):
        return state, ()
    behind = tuple(entry.given.act for entry in acts_behind(hand, seat))
    if not behind or _has_begun(state, seat) or faults(state, seat):
        return state, ()
    ruling = skipped(hand.betting, seat, behind, state.rulebook, spoke=False)
    if not ruling.ask_floor:
        return state, ()
    return give(state, opened(state, seat, in_turn=True), Act(seat=seat), ruling, now)


def acts_behind(hand: Hand, seat: Seat) -> tuple[RuledAct, ...]:
    """The acts that passed this player over since he last acted, in order.

    Folds out of turn are among them, for they bind at once; the others wait. Once the action has
    changed they do not bind any more, and pass nobody over.
    """
    since: list[RuledAct] = []
    for entry in reversed(hand.acts):
        if entry.given.act.seat == seat:
            break
        if _passed_over(entry, seat) and _unchanged(entry.before, hand.betting):
            since.append(entry)
    return tuple(reversed(since))


def waits_for_floor(state: TableState, act: OpenAct) -> bool:
    """Whether the floor must first say if this player may act; a fold binds in any case."""
    asked = state.asked
    about_him = asked is not None and asked.act.seat == act.seat and is_about_skipped(asked.ruling)
    return about_him and act.in_turn and not is_fold(act_of(act))


def _passed_over(entry: RuledAct, seat: Seat) -> bool:
    """Whether this act was done out of turn, while `seat`, nearer to the turn, had yet to act."""
    given, before = entry.given, entry.before
    if given.act.in_turn or given.ruling.action not in (Action.PENDING, Action.FOLD):
        return False
    if before.turn is None or not must_act(before, given.act.seat) or not must_act(before, seat):
        return False
    order = (before.turn, *clockwise_from(before.order, before.turn))
    return order.index(seat) < order.index(given.act.seat)


def _unchanged(then: Betting, now: Betting) -> bool:
    return (then.street, then.level) == (now.street, now.level)


def _has_begun(state: TableState, seat: Seat) -> bool:
    """Whether something of an act of his was seen or heard."""
    act = state.open_act
    if seat in state.moving:
        return True
    if act is None or act.seat != seat:
        return False
    return act.given is not None or bool(act.words or act.gesture or act.motions)
