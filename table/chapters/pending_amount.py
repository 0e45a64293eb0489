"""Acting while the bet before is announced, but its amount is still open."""

from dataclasses import replace

from table.act import Act, Word, Words
from table.betting import Betting
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, choice, fold
from table.choices import Subject
from table.ruling import Action


def completing(betting: Betting, act: Act) -> Act:
    """The act, with what its player had announced before, where he says nothing new."""
    pending = betting.pending
    if pending is None or pending.seat != act.seat or act.words is not None:
        return act
    return replace(act, words=Words(word=pending.word, amount=pending.amount))


def amount_still_open(turn: Turn) -> Verdict | None:
    """Wait for the amount. A quick fold stands, with a warning; a quick call may be held to any.

    Sources: TDA 2024 50-B and 59-B.
    """
    pending = turn.betting.pending
    if pending is None or pending.seat == turn.seat:
        return None
    clause = turn.clause(Subject.PENDING_AMOUNT)
    word = turn.act.words.word if turn.act.words else None
    if word is Word.FOLD:
        verdict = fold(turn, "rule-fold-before-amount", clause)
        return replace(verdict, facts={"warn": True})
    if word is Word.CALL or turn.act.motions:
        return ask_floor(
            "floor-call-before-amount",
            "rule-call-before-amount",
            clause,
            options=(choice("call_any_amount"), choice("no_action")),
            default=None,
        )
    return Verdict(
        action=Action.PENDING,
        rule="rule-wait-for-amount",
        clauses=(clause,),
        headline="wait-for-amount",
    )
