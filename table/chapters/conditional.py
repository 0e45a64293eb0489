"""If-then talk: "if you bet I will raise"."""

from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, choice
from table.choices import Subject


def conditional(turn: Turn) -> Verdict:
    """Discouraged; it may be held binding, and may be penalised: the floor decides.

    Sources: TDA 2024 59-A, WSOP-T 2024 61, WSOP-L 2024 18.
    """
    return ask_floor(
        "floor-conditional",
        "rule-conditional",
        turn.clause(Subject.CONDITIONAL),
        options=(choice("no_action"), choice("binding"), choice("penalty")),
        default="no_action",
    )
