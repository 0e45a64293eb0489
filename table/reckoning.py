"""What lies in front of a seat against what counts there.

Change comes back, missing chips are put out, blinds are posted and bets are drawn in: none of
that is an act. Only what these do not explain is one.
"""

from table.changing import replace
from table.chips import Chips, value
from table.events import BalanceIs, Event
from table.hand import Hand
from table.seats import Seat
from table.state import OpenAct, TableState


def balance(state: TableState, seat: Seat) -> int:
    """What is to give back to this seat (above zero) or to be added by it (below zero).

    A bet that was drawn in is not missing, and an ante may lie there until it is drawn in.
    """
    hand = state.hand
    if hand is None or hand.ended or seat not in hand.order:
        return 0
    lies = value(state.front(seat).chips)
    counts = hand.betting.bet_of(seat)
    if counts <= lies <= counts + hand.antes.get(seat, 0):
        return 0
    drawn_in = seat in hand.betting.folded or hand.over or hand.round_over
    return 0 if lies < counts and drawn_in else lies - counts


def tell_balance(state: TableState, seat: Seat, at_ns: int) -> tuple[TableState, tuple[Event, ...]]:
    """Tell what is still to give back or to add, where that has changed since it was last told."""
    owed = balance(state, seat)
    if owed == state.balances.get(seat, 0):
        return state, ()
    told = BalanceIs(at_ns=at_ns, seat=seat, to_return=max(owed, 0), to_add=max(-owed, 0))
    return replace(state, balances={**state.balances, seat: owed}), (told,)


def follows_ruling(act: OpenAct, counts: int, content: Chips) -> bool:
    """Whether a change in front of a player who has been ruled follows from his ruling.

    Chips go back down to what counts there, or come up to it. Change may first be taken away
    whole and then come back in smaller chips, so anything up to what lay there when it was ruled
    is the giving of change. Chips taken back below the bet are no act either: they are missing.

    Args:
        act: his act, ruled.
        counts: his bet after the ruling.
        content: what lies in front of him now.
    """
    lies = value(content)
    return lies <= value(act.content) or lies <= max(counts, value(act.ruled_content))


def with_ante_drawn_in(hand: Hand, seat: Seat, before: Chips, content: Chips) -> Hand:
    """The hand, in which a seat's ante lies in front of it no more once it was seen to go.

    Chips of that worth that come later are a bet.
    """
    counts = hand.betting.bet_of(seat)
    if seat not in hand.antes or value(content) > counts or value(before) <= counts:
        return hand
    left = {other: amount for other, amount in hand.antes.items() if other != seat}
    return replace(hand, antes=left)


def is_no_act(hand: Hand, act: OpenAct, content: Chips) -> bool:
    """Whether a change in front of a player who has not been ruled is no act of his.

    Args:
        hand: the hand being played.
        act: what he has done so far, if anything.
        content: what lies in front of him now.
    """
    before, lies = value(act.content), value(content)
    counts = hand.betting.bet_of(act.seat)
    reach = counts + hand.antes.get(act.seat, 0)
    if lies == before:
        return True  # The same worth in other chips: change was made.
    if lies < before:
        return lies >= counts  # Change given back, or an ante drawn in.
    posting = value(act.lay) < counts and not hand.acts
    return lies <= reach or posting
