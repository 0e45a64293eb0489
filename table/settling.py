"""What follows from a ruling: the betting after it, and who acts next."""

from typing import TypedDict

from table.betting import Betting, Pending
from table.changing import replace
from table.chapters.fixed_limit import counts_as_full, full_base
from table.game import Limit
from table.ruling import HAND_OVER, ROUND_OVER, Action, Ruling
from table.seats import Seat, clockwise_from

ACTS = frozenset(
    {
        Action.FOLD,
        Action.CHECK,
        Action.CALL,
        Action.BET,
        Action.RAISE,
        Action.ALL_IN,
        Action.BRING_IN,
    }
)
"""The rulings that move the betting on; after any other it stands as before."""


def after(betting: Betting, ruling: Ruling) -> Betting:
    """The betting once `ruling` is carried out: chips moved, the next player's turn.

    `turn` is None where the round or the hand is over. A bar on raising lasts until its player has
    acted.
    """
    seat, total = ruling.seat, ruling.total
    if ruling.bars_raise:
        return replace(betting, may_not_raise=betting.may_not_raise | {seat})
    if ruling.action not in ACTS or total is None:
        return betting
    brought_in = ruling.action is Action.BRING_IN
    moved = replace(
        betting,
        bets={**betting.bets, seat: total},
        stacks={**betting.stacks, seat: betting.stack_of(seat) + betting.bet_of(seat) - total},
        acted={**betting.acted, seat: 0 if brought_in else max(betting.level, total)},
        pending=None if _is_his(betting.pending, seat) else betting.pending,
        may_not_raise=betting.may_not_raise - {seat},
        **(_brought_in(betting) if brought_in else _sizes(betting, total)),
        **(_folded(betting, seat) if ruling.action is Action.FOLD else {}),
    )
    upcoming = next_to_act(moved, seat)
    return replace(moved, turn=upcoming if upcoming in moved.order else None)


def next_to_act(betting: Betting, seat: Seat) -> str:
    """Who acts once `seat` has: a seat, ROUND_OVER or HAND_OVER.

    Where `seat` acted out of turn, the turn stays where it was.
    """
    if len(betting.live) == 1:
        return HAND_OVER
    waiting = clockwise_from(betting.order, seat)
    if betting.turn is not None and betting.turn != seat:
        waiting = (betting.turn, *clockwise_from(betting.order, betting.turn))
    return next((other for other in waiting if must_act(betting, other)), ROUND_OVER)


def must_act(betting: Betting, seat: Seat) -> bool:
    """Whether this seat still has to answer: it owes chips, or nobody has asked it yet."""
    if seat in betting.folded or betting.stack_of(seat) == 0:
        return False
    if betting.to_call(seat) > 0:
        return True
    others = betting.live - {seat}
    return seat not in betting.acted and any(betting.stack_of(other) > 0 for other in others)


def _is_his(pending: Pending | None, seat: Seat) -> bool:
    return pending is not None and pending.seat == seat


class _Sizes(TypedDict, total=False):
    """What a bet, a raise or the bring-in changes of the sizes to come."""

    last_full_raise: int
    raises: int
    full_level: int | None
    call_level: int | None


def _sizes(betting: Betting, total: int) -> _Sizes:
    """The last full raise, and in fixed limit the count of raises, after a bet to `total`."""
    raise_by = total - betting.level
    if raise_by <= 0:
        return {}
    if betting.game.limit is not Limit.FIXED_LIMIT:
        return {"last_full_raise": max(betting.full_raise, raise_by)}
    if counts_as_full(betting, total):
        return {"raises": betting.raises + 1, "full_level": None}
    return {"full_level": full_base(betting) + betting.unit}


def _brought_in(betting: Betting) -> _Sizes:
    """The bring-in: all owe it in full, and the next step completes it to the full bet.

    Sources: RRoP 11 seven-card stud 3.
    """
    game = betting.game
    completes = betting.unit if game.limit is Limit.FIXED_LIMIT else None
    return {"call_level": game.big_blind, "full_level": completes}


class _Fold(TypedDict, total=False):
    """What a fold changes."""

    folded: frozenset[Seat]
    raises_when_heads_up: int | None


def _folded(betting: Betting, seat: Seat) -> _Fold:
    """The hand is folded; its chips stay."""
    folded = betting.folded | {seat}
    two_left = len(betting.live) > 2 and len(betting.live - {seat}) == 2
    if not two_left:
        return {"folded": folded}
    return {"folded": folded, "raises_when_heads_up": betting.raises}
