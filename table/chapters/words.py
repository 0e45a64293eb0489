"""What was said, said before the chips touched the table, decides."""

from collections.abc import Callable

from table.act import Word, Words
from table.chapters.closed_betting import no_raise_left
from table.chapters.conditional import conditional
from table.chapters.motions import raise_by_chips
from table.chapters.pulled_back import pulled_back
from table.chapters.silent_sizes import sized
from table.chapters.turn import Turn
from table.chapters.unclear_amount import unclear_amount
from table.chapters.undercall import less_than_the_bet, misunderstood_call
from table.chapters.verdict import Verdict, call, fold, illegal, wager
from table.choices import Subject
from table.game import Limit
from table.ruling import Clause


def decided_by_words(turn: Turn) -> Verdict | None:
    """The word came first (or alone): it decides, and the chips only pay.

    Sources: TDA 2024 40-A and 51-A, WSOP-T 2024 90-a, WSOP-L 2024 131, RRoP 11 betting 8.
    """
    words = turn.act.words
    if words is None or not turn.spoke_first:
        return None
    return _CHAPTERS[words.word](turn, words)


def _check(turn: Turn, _: Words) -> Verdict:
    """Check; facing a bet it is no answer: he may only call or fold (TDA 2024 55)."""
    if turn.facing_bet:
        clause = turn.clause(Subject.WORD_WITHOUT_BET)
        return illegal(turn, "rule-check-facing-bet", clause, tokens=("call", "fold"))
    return wager(turn, turn.before, "rule-check", turn.clause(Subject.WORDS_BIND))


def _call(turn: Turn, _: Words) -> Verdict:
    """Call binds to the whole bet; with no bet to call it is a check (TDA 2024 51-A, 55)."""
    if not turn.facing_bet:
        return call(turn, "rule-call-without-bet", turn.clause(Subject.WORD_WITHOUT_BET))
    excused = misunderstood_call(turn)
    if excused is not None:
        return excused
    return call(turn, "rule-call-said", turn.clause(Subject.WORDS_BIND))


def _fold(turn: Turn, _: Words) -> Verdict:
    """Fold; but own chips taken back, facing a raise, bind to call or raise (TDA 2024 46-B)."""
    if turn.took_back and turn.facing_bet:
        return pulled_back(turn)
    return fold(turn, "rule-fold", turn.clause(Subject.WORDS_BIND))


def _raise(turn: Turn, words: Words) -> Verdict:
    """A bet or raise that was announced, with an amount or without one.

    With an amount, the amount is the total. Without, the chips of the motion are the total. Either
    is brought up to the least legal raise and cut to the largest.

    Sources: TDA 2024 43, 44, 52-A; WSOP-L 2024 188; RRoP 11 pot-limit 6; FSPR 4.14.2.
    """
    if not turn.may_raise:
        return no_raise_left(turn, words.amount or turn.first_total)
    if words.amount is not None:
        clauses = (turn.clause(Subject.AMOUNT_IS_TOTAL), *_size_clauses(turn, words.amount))
        return wager(turn, turn.within_limits(words.amount), "rule-amount-is-total", *clauses)
    if turn.act.motions:
        return raise_by_chips(turn)
    if turn.level == 0:
        clause = turn.clause(Subject.WORD_WITHOUT_BET)
        return wager(turn, turn.within_limits(0), "rule-raise-without-bet", clause)
    clause = turn.clause(Subject.RAISE_MINIMUM)
    return wager(turn, turn.within_limits(0), "rule-raise-without-amount", clause)


def _size_clauses(turn: Turn, said: int) -> tuple[Clause, ...]:
    """The clause that changed an announced amount, if one did."""
    total = turn.within_limits(said)
    if total > said:
        return (turn.clause(Subject.RAISE_MINIMUM),)
    if total < said:
        limit = turn.betting.game.limit
        most = Subject.FIXED_SIZE if limit is Limit.FIXED_LIMIT else Subject.POT_MAXIMUM
        return (turn.clause(most if total < turn.reach else Subject.TABLE_STAKES),)
    return ()


def _all_in(turn: Turn, _: Words) -> Verdict:
    """All that he has, as far as the limit allows; a caller only calls (table stakes)."""
    clause = turn.clause(Subject.TABLE_STAKES)
    if turn.reach <= turn.level:
        return wager(turn, turn.reach, "rule-all-in", clause)
    if not turn.may_raise:
        return no_raise_left(turn, turn.reach)
    return wager(turn, turn.within_limits(turn.reach), "rule-all-in", clause)


def _pot(turn: Turn, _: Words) -> Verdict:
    """In pot-limit an amount; elsewhere none, and binding to the least bet or raise (TDA 54-D)."""
    if not turn.may_raise:
        return no_raise_left(turn, turn.level)
    if turn.betting.game.limit is Limit.POT_LIMIT:
        clause = turn.clause(Subject.POT_MAXIMUM)
        return wager(turn, turn.within_limits(turn.reach), "rule-pot", clause)
    return wager(turn, turn.within_limits(0), "rule-pot-word", turn.clause(Subject.POT_WORD))


def _amount(turn: Turn, words: Words) -> Verdict:
    """A figure alone is the same as pushing that much without a word (TDA 2024 40-C)."""
    amount = words.amount or 0
    if amount < min(turn.level, turn.reach):
        return less_than_the_bet(turn, amount)
    return sized(turn, amount, "rule-amount-only", turn.clause(Subject.AMOUNT_ONLY))


def _conditional(turn: Turn, _: Words) -> Verdict:
    return conditional(turn)


def _unclear(turn: Turn, words: Words) -> Verdict:
    return unclear_amount(turn, words.candidates)


_CHAPTERS: dict[Word, Callable[[Turn, Words], Verdict]] = {
    Word.CHECK: _check,
    Word.CALL: _call,
    Word.BET: _raise,
    Word.RAISE: _raise,
    Word.FOLD: _fold,
    Word.ALL_IN: _all_in,
    Word.POT: _pot,
    Word.AMOUNT: _amount,
    Word.CONDITIONAL: _conditional,
    Word.UNCLEAR: _unclear,
}
