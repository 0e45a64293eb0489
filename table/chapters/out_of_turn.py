"""Acting out of turn."""

from dataclasses import replace

from table.act import Act, Gesture, Word
from table.chapters.conditional import conditional
from table.chapters.gestures import cards_mucked
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, fold
from table.choices import Subject
from table.ruling import Action


def out_of_turn(turn: Turn) -> Verdict | None:
    """It is not his turn: back to the right player, and his act waits.

    A fold binds at once. Anything else stands if the action to him does not change: a check, a
    call or a fold by the right player does not change it, a bet or a raise does.

    Sources: TDA 2024 53-A and 58, WSOP-T 2024 90-d, WSOP-L 2024 17 and 132.
    """
    act = turn.act
    if act.in_turn or turn.betting.turn == turn.seat:
        return None
    if act.words is not None and act.words.word is Word.CONDITIONAL:
        return conditional(turn)
    if act.gesture is Gesture.CARDS_MUCKED:
        return cards_mucked(turn)
    if is_fold(act):
        verdict = fold(turn, "rule-fold-out-of-turn", turn.clause(Subject.FOLD_OUT_OF_TURN))
        return replace(verdict, facts={"binding": True, "penalty": "possible"})
    return Verdict(
        action=Action.PENDING,
        rule="rule-out-of-turn",
        clauses=(turn.clause(Subject.OUT_OF_TURN),),
        headline="out-of-turn-pending",
    )


def is_fold(act: Act) -> bool:
    """Whether the act is a fold, by word or by cards."""
    folding = {Gesture.CARDS_PUSHED_FORWARD, Gesture.CARDS_MUCKED}
    return act.gesture in folding or (act.words is not None and act.words.word is Word.FOLD)


def is_check(act: Act) -> bool:
    """Whether the act is a check, by word or by a tap."""
    if act.motions:
        return False
    said_check = act.words is not None and act.words.word is Word.CHECK
    return said_check or act.gesture is Gesture.TAP_TABLE
