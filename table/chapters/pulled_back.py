"""Own chips taken back, facing a raise."""

from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, illegal
from table.choices import Subject


def pulled_back(turn: Turn) -> Verdict:
    """Clearly pulling back a prior chip binds to call or raise: no putting back, no folding.

    Sources: TDA 2024 46-B.
    """
    names = ("call", "raise") if turn.may_raise else ("call",)
    return illegal(turn, "rule-pulled-back", turn.clause(Subject.PRIOR_PULLED_BACK), tokens=names)
