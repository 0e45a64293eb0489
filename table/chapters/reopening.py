"""May a player who has acted raise again? Short all-ins do not always reopen the betting."""

from enum import StrEnum
from itertools import pairwise

from table.betting import Betting
from table.choices import Reopening
from table.game import Limit
from table.rulebook import Rulebook
from table.seats import Seat


class Reopened(StrEnum):
    """Whether a player may raise when the action returns to him."""

    YES = "yes"
    NO = "no"
    FLOOR = "floor"


def reopened(betting: Betting, seat: Seat, rulebook: Rulebook) -> Reopened:
    """Whether `seat` may raise: he has not acted yet, or faces a full raise since he did.

    Sources: TDA 2024 47, WSOP-T 2024 96-a, WSOP-L 2024 129 and 173, RRoP 11 betting 6 and
    no-limit 5.
    """
    if seat in betting.may_not_raise:
        return Reopened.NO
    if seat not in betting.acted:
        return Reopened.YES
    faced = betting.level - betting.acted[seat]
    if betting.game.limit is Limit.FIXED_LIMIT:
        return _yes(2 * faced >= betting.unit)
    if not rulebook.minimum_raise.value:
        return _yes(faced > 0)
    if faced < betting.full_raise:
        return Reopened.NO
    if rulebook.reopening.value is Reopening.CONSECUTIVE and not _in_one_go(betting, seat):
        return Reopened.FLOOR
    return Reopened.YES


def _yes(answer: bool) -> Reopened:
    return Reopened.YES if answer else Reopened.NO


def _in_one_go(betting: Betting, seat: Seat) -> bool:
    """One full raise, or short all-ins with no caller between them (WSOP-T 2024 96-a)."""
    since = betting.acted[seat]
    levels = sorted({since, *(bet for bet in betting.bets.values() if bet > since)})
    steps = [high - low for low, high in pairwise(levels)]
    if any(step >= betting.full_raise for step in steps):
        return True
    callers_between = (
        other
        for other, reached in betting.acted.items()
        if other not in betting.folded
        and betting.stack_of(other) > 0
        and since < reached < betting.level
    )
    return next(callers_between, None) is None
