"""Chips at rest become motions: what a push left or took, and whether it is an act at all."""

from table.acting import awaits_more, opened, with_chips
from table.changing import replace
from table.chips import value
from table.events import CannotTell, Event
from table.hand import Hand
from table.judging import Moment, Stepped, judge, keep, without_act
from table.observations import ChipsAtRest
from table.reckoning import follows_ruling, is_no_act, tell_balance, with_ante_drawn_in
from table.ruling import Message
from table.seats import Seat
from table.skipping import waits_for_floor
from table.state import Front, Motion, OpenAct, TableState
from table.trust import SURE, faults, unsure_told


def playing(state: TableState, seat: Seat) -> Hand | None:
    """The hand that is being played, where this seat is still in it."""
    hand = state.hand
    return hand if hand is not None and not hand.ended and seat in hand.live else None


def acts_now(state: TableState, seat: Seat) -> bool:
    """Whether what this seat does belongs to a turn of his: now, or by amending the last act."""
    mine = state.open_act is not None and state.open_act.seat == seat
    return mine or seat == state.turn


def may_act(hand: Hand, seat: Seat) -> bool:
    """Whether an act of this seat out of turn could mean anything."""
    return hand.betting.turn is not None and hand.betting.stack_of(seat) > 0


def closed(state: TableState, act: OpenAct, now: Moment) -> Stepped:
    """Rule an act if it says enough and may be relied on; otherwise it stays open.

    It waits for a hand that is still over its area, for chips that could not be read, for the floor
    where its player was skipped, and, out of turn, for the motion of the player whose turn it is:
    that one may have come first.
    """
    if faults(state, act.seat):
        return keep(state, replace(act, unsure=True)), ()
    state = keep(state, act)
    if waits_for_floor(state, act):
        return state, ()
    if act.unsure:
        return state, (unsure_told(act.seat, now.at_ns),)
    if awaits_more(act) or state.front(act.seat).unread is not None:
        return state, ()
    first = act.given is None
    if first and (act.seat in state.moving or (not act.in_turn and state.turn in state.moving)):
        return state, ()
    return judge(state, act, now)


def chips_at_rest(state: TableState, seen: ChipsAtRest, now: Moment) -> Stepped:
    """Take in what lies in front of a seat after a motion, and rule the act if it is one."""
    seat, before = seen.seat, state.front(seen.seat)
    state = replace(state, moving=state.moving - {seat})
    motion = before.unread or _motion(state, seen)
    doubt = _doubt(seen)
    if doubt is not None:
        return _not_read(state, seat, motion, doubt, now)
    front = Front(chips=seen.chips, at_ns=seen.at_ns, source=seen.source, evidence=seen.evidence)
    hand = playing(state, seat)
    act = opened(state, seat, in_turn=acts_now(state, seat)) if hand else None
    unwatched = seat in state.to_reread
    state = replace(state, fronts={**state.fronts, seat: front}, to_reread=state.to_reread - {seat})
    if hand is None or act is None:
        return state, ()
    if _is_settling(hand, act, seen):
        return _settled(state, act, seen, now)
    grown = with_chips(
        act,
        seen.chips,
        started_ns=motion.started_ns,
        ended_ns=motion.ended_ns,
        moved_along=seen.moved_along,
    )
    return closed(state, replace(grown, unsure=act.unsure or unwatched), now)


def _is_settling(hand: Hand, act: OpenAct, seen: ChipsAtRest) -> bool:
    """Whether the change is no act: change given, chips owed put out, bets drawn in."""
    if act.given is not None and act.in_turn:
        return follows_ruling(act, hand.betting.bet_of(act.seat), seen.chips)
    if is_no_act(hand, act, seen.chips):
        return True
    if act.in_turn:
        return False
    taken_away = value(seen.chips) < value(act.content)
    return taken_away or not may_act(hand, act.seat)


def _settled(state: TableState, act: OpenAct, seen: ChipsAtRest, now: Moment) -> Stepped:
    """Chips moved without an act; one that waited for them to rest may now be ruled."""
    lies = seen.chips
    if state.hand is not None:
        hand = with_ante_drawn_in(state.hand, act.seat, act.content, lies)
        state = replace(state, hand=hand)
    if act.given is None and not act.motions:
        act = replace(act, lay=lies, content=lies, lay_left=lies)
    else:
        act = replace(act, content=lies)
    told: tuple[Event, ...] = ()
    if act.given is not None:
        state = keep(state, act)
    elif act.words or act.gesture or act.motions:
        state, told = closed(state, act, now)
    else:
        state = without_act(state, act.seat)
    state, balanced = tell_balance(state, act.seat, now.at_ns)
    return state, told + balanced


def _motion(state: TableState, seen: ChipsAtRest) -> Motion:
    """The motion that this rest ends. Its chips were down when its hand had gone."""
    left_ns = state.hand_left_ns.get(seen.seat, seen.at_ns)
    ended_ns = left_ns if seen.started_ns < left_ns < seen.at_ns else seen.at_ns
    return Motion(chips=seen.chips, started_ns=seen.started_ns, ended_ns=ended_ns)


def _doubt(seen: ChipsAtRest) -> Message | None:
    """Why no ruling may rest on this reading, and what the dealer should do."""
    if seen.cannot_tell:
        return Message("chips-unreadable", {"seat": seen.seat, "reason": seen.cannot_tell})
    if seen.unknown:
        return Message("chips-unknown", {"seat": seen.seat, "count": seen.unknown})
    if seen.confidence < SURE:
        return Message("chips-uncertain", {"seat": seen.seat})
    return None


def _not_read(
    state: TableState, seat: Seat, motion: Motion, doubt: Message, now: Moment
) -> Stepped:
    """Ask once for the chips to be spread; the motion counts from here once they are read."""
    known = state.front(seat)
    state = replace(state, fronts={**state.fronts, seat: replace(known, unread=motion)})
    if playing(state, seat) is None or known.unread is not None:
        return state, ()
    return state, (CannotTell(at_ns=now.at_ns, seat=seat, message=doubt),)
