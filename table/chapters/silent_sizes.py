"""Chips or a figure above the call, and no word raise: a raise if half of one is reached."""

from table.chapters.closed_betting import no_raise_left
from table.chapters.sizes import least_raise_to
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, call, wager
from table.choices import SilentChips, SilentChipsFixedLimit
from table.game import Limit
from table.rulebook import Parameter
from table.ruling import Clause


def silent_policy(turn: Turn) -> Parameter[SilentChips] | Parameter[SilentChipsFixedLimit]:
    """What the book says of several silent chips, at this limit."""
    if turn.betting.game.limit is Limit.FIXED_LIMIT:
        return turn.rulebook.silent_chips_fixed_limit
    return turn.rulebook.silent_chips


def sized(turn: Turn, total: int, rule: str, clause: Clause) -> Verdict:
    """`total` in chips or as a bare figure: a bet, a raise, or no more than a call.

    With no bet to face it is a bet, brought up to the least and cut to the largest. Facing one, a
    full raise or more is that raise; half a raise or more is exactly the least raise; less is a
    call. Some books count any excess as a raise, or none.

    Sources: TDA 2024 43-A and 45-B, WSOP-T 2024 95, WSOP-L 2024 179, RRoP 11 betting 13,
    FSPR 4.14.2 and 4.14.3.
    """
    if turn.level > 0 and not enough_for_a_raise(turn, total):
        return call(turn, rule, clause)
    if not turn.may_raise:
        return no_raise_left(turn, total)
    return wager(turn, turn.within_limits(total), rule, clause)


def enough_for_a_raise(turn: Turn, total: int) -> bool:
    """Whether `total` is far enough above the bet to be meant as a raise."""
    over = total - turn.level
    if over <= 0:
        return False
    match silent_policy(turn).value:
        case SilentChips.ANY_EXCESS_RAISES:
            return True
        case SilentChipsFixedLimit.CALL:
            return False
        case _:
            full_raise = least_raise_to(turn.betting, turn.rulebook) - turn.level
            return 2 * over >= full_raise
