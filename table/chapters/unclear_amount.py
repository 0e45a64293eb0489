"""A number without a unit: "five" may be 5, 500 or 5000."""

from table.chapters.silent_sizes import sized
from table.chapters.turn import Turn
from table.chapters.verdict import Verdict, ask_floor, option
from table.choices import Subject


def unclear_amount(turn: Turn, candidates: tuple[int, ...]) -> Verdict:
    """The largest reasonable meaning that is not above the pot before the bet.

    The pot includes bets that are not pulled in. A meaning is reasonable if it is at least the
    call, or the least bet. Where none is, the floor decides.

    Sources: TDA 2024 57, WSOP-T 2024 60.
    """
    clause = turn.clause(Subject.UNCLEAR_AMOUNT)
    least = turn.level if turn.facing_bet else (turn.legal.min_raise_to or 0)
    pot = turn.betting.pot_with_bets
    reasonable = [amount for amount in candidates if least <= amount <= pot]
    if reasonable:
        return sized(turn, max(reasonable), "rule-unclear-amount", clause)
    above = min((amount for amount in candidates if amount > pot), default=turn.level)
    raised = option(turn, "raise", turn.within_limits(above))
    called = option(turn, "full_call" if turn.facing_bet else "check", turn.level)
    return ask_floor(
        "floor-unclear-amount",
        "rule-unclear-amount",
        clause,
        options=(called, raised),
        default=called.token,
    )
