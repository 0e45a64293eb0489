"""Nothing was said and no chip was pushed."""

from table.chapters.turn import Turn
from table.chapters.verdict import Verdict
from table.choices import Subject
from table.ruling import Action


def nothing_done(turn: Turn) -> Verdict:
    """No act yet; but chips taken back, facing a raise, bind to call or raise (TDA 2024 46-B)."""
    if turn.took_back and turn.facing_bet:
        return Verdict(
            action=Action.PENDING,
            rule="rule-pulled-back",
            clauses=(turn.clause(Subject.PRIOR_PULLED_BACK),),
            headline="bound-to-call-or-raise",
        )
    return Verdict(
        action=Action.NONE,
        rule="rule-not-committed",
        clauses=(turn.rulebook.commit_rule.cited,),
    )
