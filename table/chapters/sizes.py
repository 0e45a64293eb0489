"""The least and the most to which a player may bet or raise, before his stack is looked at."""

from table.betting import Betting
from table.chapters.fixed_limit import fixed_raise_to
from table.chapters.pot_limit import pot_raise_to
from table.choices import StraddleRaise
from table.game import Limit, Street
from table.rulebook import Rulebook
from table.seats import Seat


def least_raise_to(betting: Betting, rulebook: Rulebook) -> int:
    """The total of the smallest legal bet or raise.

    Opening, the big blind; raising, the bet and once more the largest full bet or raise of the
    street, which a short all-in does not change.

    Sources: TDA 2024 43-A, WSOP-T 2024 95-96, WSOP-L 2024 170, RRoP 11 no-limit 2-4. The old book
    knows no full raise: any step of the smallest bet will do.
    """
    game = betting.game
    if game.limit is Limit.FIXED_LIMIT:
        return fixed_raise_to(betting)
    if betting.level == 0:
        return game.big_blind
    if straddle_unraised(betting):
        return _over_the_straddle(betting, rulebook)
    if not rulebook.minimum_raise.value:
        return betting.level + game.big_blind
    return betting.level + betting.full_raise


def most_raise_to(betting: Betting, seat: Seat, rulebook: Rulebook) -> int | None:
    """The total of the largest legal bet or raise; None: the stack alone is the limit."""
    game = betting.game
    least = least_raise_to(betting, rulebook)
    if game.limit is Limit.FIXED_LIMIT:
        return least
    limits = []
    if game.limit is Limit.POT_LIMIT:
        limits.append(max(least, pot_raise_to(betting, seat, rulebook)))
    if game.max_raise is not None:
        limits.append(betting.level + game.max_raise)
    return min(limits, default=None)


def straddle_unraised(betting: Betting) -> bool:
    """Whether the straddle is still the bet to call."""
    straddle = betting.game.straddle
    return straddle is not None and betting.street is Street.PREFLOP and betting.level == straddle


def _over_the_straddle(betting: Betting, rulebook: Rulebook) -> int:
    """Sources: WSOP-L 2024 11 and 161 (three big blinds), RRoP 11 no-limit 2 (twice)."""
    if rulebook.straddle_raise.value is StraddleRaise.THREE_BIG_BLINDS:
        return max(3 * betting.game.big_blind, betting.level + betting.game.big_blind)
    return 2 * betting.level
