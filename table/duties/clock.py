"""The clock: a player is out of time."""

from dataclasses import replace

from table.act import Act
from table.betting import Betting
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, fold, settle, wager
from table.choices import ClockExpired
from table.rulebook import Rulebook
from table.ruling import Action, Ruling
from table.seats import Seat


def limit_s(rulebook: Rulebook) -> int:
    """Seconds from the call of the clock to the end of the countdown."""
    return rulebook.clock_s.value + rulebook.clock_countdown_s.value


def on_the_clock(betting: Betting, seat: Seat, seconds: int, rulebook: Rulebook) -> Ruling:
    """What the clock does `seconds` after it was called on `seat`.

    Out of time facing a bet, the hand is dead; without one it is a check, except where the book
    makes the hand dead in any case.

    Sources: TDA 2024 29, WSOP-T 2024 80, WSOP-L 2024 181.
    """
    turn = Turn(betting, Act(seat=seat), rulebook)
    limit = limit_s(rulebook)
    facts: dict[str, object] = {"limit_seconds": limit}
    if seconds < limit:
        waiting = Verdict(
            action=Action.PENDING,
            rule="rule-clock-running",
            clauses=(rulebook.clock_s.cited,),
            headline="clock-running",
            facts=facts,
        )
        return settle(turn, waiting)
    expired = rulebook.clock_expired
    if turn.facing_bet or expired.value is ClockExpired.FOLD:
        verdict = fold(turn, "rule-clock-expired", expired.cited)
    else:
        verdict = wager(turn, turn.before, "rule-clock-expired", expired.cited)
    return settle(turn, replace(verdict, facts={**facts, "auto": True}))


def may_be_called(seconds_at_turn: int, rulebook: Rulebook) -> bool:
    """Whether the clock may be called on a player who has had the turn that long.

    Sources: WSOP-L 2024 181 (two minutes); elsewhere at any time that is reasonable.
    """
    return seconds_at_turn >= rulebook.clock_wait_s.value
