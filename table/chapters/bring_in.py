"""The bring-in: in stud the player with the door card must open, small or in full."""

from table.act import Gesture, Word
from table.betting import Betting
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, wager
from table.choices import Subject
from table.game import Limit
from table.ruling import Action
from table.variants import BRING_IN, variant_of

_SMALL_WORDS = frozenset({Word.CHECK, Word.CALL})
_FULL_WORDS = frozenset({Word.BET, Word.RAISE})
_CARDS_AWAY = frozenset({Gesture.CARDS_PUSHED_FORWARD, Gesture.CARDS_MUCKED})


def must_bring_in(betting: Betting) -> bool:
    """Whether the player in turn is the one whose door card opens."""
    plan = variant_of(betting.game).plan(betting.street)
    opens_by_door = plan is not None and plan.opening in BRING_IN
    return opens_by_door and betting.level == 0 and not betting.acted


def bring_in(turn: Turn) -> Verdict | None:
    """The forced bet of the first street, or a full bet instead.

    He may neither check nor fold before he has posted it: a check, a call or a tap is the bring-in.
    A bet or raise said is the full bet. Silent chips are the bring-in, and one chip is whatever its
    size; several that reach half of the step to the full bet are the full bet, as half a raise is a
    raise.

    Sources: RRoP 11 seven-card stud 1-3; for silent chips our reading of TDA 2024 44-45.
    """
    if not must_bring_in(turn.betting):
        return None
    words, gesture = turn.act.words, turn.act.gesture
    if (words and words.word is Word.FOLD) or gesture in _CARDS_AWAY:
        return _not_yet(turn)
    if words and turn.spoke_first:
        return _by_words(turn)
    if gesture is Gesture.TAP_TABLE:
        return _small(turn)
    if gesture is not None or not turn.pushed:
        return None
    return _by_size(turn, turn.first_total, one_chip=len(turn.pushed) == 1)


def _by_words(turn: Turn) -> Verdict | None:
    words = turn.act.words
    if words is None:
        return None
    if words.amount is not None:
        return _by_size(turn, words.amount, one_chip=False)
    if words.word in _SMALL_WORDS:
        return _small(turn)
    if words.word in _FULL_WORDS and _fixed_limit(turn):
        return _full(turn)
    return None


def _by_size(turn: Turn, total: int, *, one_chip: bool) -> Verdict | None:
    """What chips or a figure come to. Where bets have no fixed size, more is a bet of its own."""
    small, full = turn.betting.game.big_blind, turn.betting.unit
    if total <= small or (one_chip and _fixed_limit(turn)):
        return _small(turn)
    if not _fixed_limit(turn):
        return None
    return _full(turn) if 2 * (total - small) >= full - small else _small(turn)


def _fixed_limit(turn: Turn) -> bool:
    return turn.betting.game.limit is Limit.FIXED_LIMIT


def _small(turn: Turn) -> Verdict:
    return Verdict(
        action=Action.BRING_IN,
        rule="rule-bring-in",
        clauses=(turn.clause(Subject.BRING_IN),),
        total=min(turn.betting.game.big_blind, turn.reach),
    )


def _full(turn: Turn) -> Verdict:
    total = turn.within_limits(turn.betting.unit)
    return wager(turn, total, "rule-bring-in-full", turn.clause(Subject.BRING_IN))


def _not_yet(turn: Turn) -> Verdict:
    """The hand cannot be folded before the forced bet is posted."""
    return Verdict(
        action=Action.ILLEGAL,
        rule="rule-bring-in",
        clauses=(turn.clause(Subject.BRING_IN),),
        headline="ruling-bring-in-first",
    )
