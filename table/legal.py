"""What a player may do: the call, and the range of totals to which he may bet or raise."""

from typing import NamedTuple

from table.betting import Betting
from table.chapters.fixed_limit import capped
from table.chapters.reopening import Reopened, reopened
from table.chapters.sizes import least_raise_to, most_raise_to
from table.game import Limit
from table.rulebook import Rulebook
from table.seats import Seat


class LegalRange(NamedTuple):
    """The legal totals of one seat.

    Attributes:
        call_to: the seat's total after a call (or a check), cut to its stack.
        min_raise_to: the least total of a bet or raise, its stack where that is less; None: the
            seat may not bet or raise.
        max_raise_to: the largest.
    """

    call_to: int
    min_raise_to: int | None
    max_raise_to: int | None


def legal_range(
    betting: Betting, seat: Seat, rulebook: Rulebook, reach: int | None = None
) -> LegalRange:
    """What `seat` may do if it is his turn.

    Args:
        betting: the state before he acts.
        seat: whose range is asked.
        rulebook: the rules in force.
        reach: the largest total that his chips allow; None: his bet and his stack.
    """
    most = betting.bet_of(seat) + betting.stack_of(seat) if reach is None else reach
    call_to = min(betting.level, most)
    if most <= betting.level or not may_raise(betting, seat, rulebook):
        return LegalRange(call_to, None, None)
    limit = most_raise_to(betting, seat, rulebook)
    highest = most if limit is None else min(limit, most)
    return LegalRange(call_to, min(least_raise_to(betting, rulebook), highest), highest)


def may_raise(betting: Betting, seat: Seat, rulebook: Rulebook) -> bool:
    """Whether anybody can call a raise, raises are left, and betting is open to him."""
    reached = (betting.bet_of(other) + betting.stack_of(other) for other in betting.live - {seat})
    if max(reached, default=0) <= betting.level:
        return False
    if betting.game.limit is Limit.FIXED_LIMIT and capped(betting, rulebook):
        return False
    return reopened(betting, seat, rulebook) is Reopened.YES
