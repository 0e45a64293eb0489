"""How a recorded hand begins: its game, seats, stacks and posts, and chips to play it with."""

from api.phh import GAMES, HandRecord
from table.chips import Chips, chips
from table.events import HandStarted
from table.game import AnteType, Game
from table.posts import Posts, posting_order
from table.seats import Seat
from table.variants import VARIANTS

UNKNOWN_STACK = 10**15
"""Stands for a stack that was not recorded: more than anybody bets."""


def chip_ladder(scale: int) -> Chips:
    """Denominations as a casino has them: 1, 5, 25, 100, 500, 1,000, 5,000, 25,000 and so on.

    Args:
        scale: how many units are one of the record's; the parts of one have chips of their own.
    """
    thousands = (1000**power * scale for power in range(5))
    whole = [unit * worth for unit in thousands for worth in (1, 5, 25, 100, 500)]
    return chips([*whole, *({1} if scale > 1 else ())])


def seat_of(player: int) -> Seat:
    """A player's seat, by the record's name for him."""
    return f"p{player}"


def started(record: HandRecord) -> HandStarted:
    """The beginning of a recorded hand: the game, the stacks, and what was posted."""
    variant, limit = GAMES[record.code]
    order = tuple(seat_of(player) for player in range(1, len(record.stacks) + 1))
    around = posting_order(order)
    blinds = dict(zip(around, record.blinds, strict=True))
    antes = dict(zip(around, record.antes, strict=True))
    posted = [amount for amount in record.blinds if amount > 0]
    big_blind = record.min_bet
    if big_blind not in posted:
        big_blind = (posted[1:2] or posted or [record.bring_in or record.min_bet])[0]
    largest = max(posted, default=0)
    game = Game(
        limit=limit,
        variant=variant,
        small_blind=posted[0] if len(posted) > 1 else 0,
        big_blind=big_blind,
        unit=record.small_bet or None,
        big_unit=record.big_bet or None,
        straddle=largest if largest > big_blind else None,
        ante=max(record.antes),
        ante_type=AnteType.EACH if all(record.antes) else AnteType.BIG_BLIND,
    )
    return HandStarted(
        at_ns=0,
        number=1,
        game=game,
        order=order,
        stacks={
            seat: UNKNOWN_STACK if stack is None else stack
            for seat, stack in zip(order, record.stacks, strict=True)
        },
        street=VARIANTS[variant].streets[0].street,
        posts=Posts(
            blinds={seat: amount for seat, amount in blinds.items() if amount > 0},
            live={seat: -amount for seat, amount in blinds.items() if amount < 0},
            antes={seat: amount for seat, amount in antes.items() if amount},
        ),
    )
