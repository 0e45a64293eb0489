"""A raise where none is possible."""

from table.chapters.fixed_limit import capped
from table.chapters.reopening import Reopened, reopened
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, call, option
from table.choices import Subject
from table.game import Limit
from table.ruling import Clause


def no_raise_left(turn: Turn, total: int) -> Verdict:
    """He may not raise: the announcement, or the chips, still bind to the call.

    The raises are capped, nobody is left to raise against, or he has acted and does not face a
    full raise. Where the last is in doubt (WSOP-T 2024 96-a), the floor decides.

    Args:
        turn: the act.
        total: to which he wanted to raise.
    """
    if reopened(turn.betting, turn.seat, turn.rulebook) is Reopened.FLOOR:
        return ask_floor(
            "floor-reopening",
            "rule-reopening-consecutive",
            turn.rulebook.reopening.cited,
            options=(option(turn, "call", turn.level), option(turn, "raise", total)),
            default=None,
        )
    return call(turn, "rule-no-raise-left", _reason(turn))


def _reason(turn: Turn) -> Clause:
    """The clause by which no raise is possible."""
    betting = turn.betting
    if betting.game.limit is Limit.FIXED_LIMIT and capped(betting, turn.rulebook):
        return turn.rulebook.limit_cap_raises.cited
    if all(betting.stack_of(seat) == 0 for seat in betting.live - {turn.seat}):
        return turn.clause(Subject.TABLE_STAKES)
    return turn.rulebook.reopening.cited
