"""Chips in more than one motion: the string bet, and the raise that was announced first."""

from collections.abc import Callable

from table.changing import replace
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, call, wager
from table.chips import value
from table.choices import Subject, TwoMotions
from table.game import EventKind
from table.ruling import Action

Decide = Callable[[Turn], Verdict]


def string_bet(turn: Turn, decide: Decide) -> Verdict | None:
    """Without a word, the first motion alone counts; what followed goes back.

    A call may be finished in several motions: only a raise may not.

    Sources: TDA 2024 42 and 56, WSOP-T 2024 103, WSOP-L 2024 136, RRoP 11 betting 13.
    """
    motions = turn.act.motions
    if not turn.silent or len(motions) < 2:
        return None
    clause = turn.clause(Subject.STRING_BET)
    if turn.first_total < turn.level <= turn.out_total:
        return call(turn, "rule-string-call", clause)
    if turn.first_total < turn.level:
        together = tuple(chip for motion in motions for chip in motion)
        return decide(turn.with_motions(together))
    verdict = decide(turn.with_motions(turn.pushed))
    headline = _STRING_HEADLINES.get(verdict.action, verdict.headline)
    return replace(
        verdict, headline=headline, rule="rule-string-bet", clauses=(clause, *verdict.clauses)
    )


_STRING_HEADLINES = {
    Action.CHECK: "string-check",
    Action.CALL: "string-call",
    Action.BET: "string-bet",
    Action.RAISE: "string-raise",
    Action.ALL_IN: "string-all-in",
}


def raise_by_chips(turn: Turn) -> Verdict:
    """Raise was said without an amount: the chips that count are the total.

    One motion counts; a book may allow one more, or in a money game all until the hands rest.

    Sources: TDA 2024 42 and 44, WSOP-L 2024 174 and 188, RRoP 11 no-limit 6 and pot-limit 6,
    FSPR 4.14.2.
    """
    allowed = turn.rulebook.two_motions
    counted = turn.act.motions[: _motions_that_count(turn)]
    total = turn.prior_out + sum(map(value, counted))
    clause = turn.clause(Subject.RAISE_BY_CHIPS)
    if len(turn.act.motions) > 1:
        return wager(
            turn, turn.within_limits(total), "rule-raise-in-motions", allowed.cited, clause
        )
    return wager(turn, turn.within_limits(total), "rule-raise-by-chips", clause)


def _motions_that_count(turn: Turn) -> int:
    match turn.rulebook.two_motions.value:
        case TwoMotions.FIRST_ONLY:
            return 1
        case TwoMotions.ONE_FURTHER:
            return 2
        case TwoMotions.ALL_IN_CASH_GAMES:
            tournament = turn.betting.game.event is EventKind.TOURNAMENT
            return 1 if tournament else len(turn.act.motions)
