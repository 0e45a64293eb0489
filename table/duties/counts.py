"""Who may hear how much somebody has."""

from table.betting import Betting
from table.choices import Subject
from table.duties.duty import duty
from table.rulebook import Rulebook
from table.ruling import Action, Ruling
from table.seats import Seat


def exact_count(betting: Betting, asker: Seat, of: Seat, rulebook: Rulebook) -> Ruling:
    """An exact count is given to a player in turn who faces an all-in, and to nobody else.

    Sources: TDA 2024 60 and RP-21. Facts: `allowed`.
    """
    all_in = of in betting.live and betting.stack_of(of) == 0 and betting.bet_of(of) > 0
    allowed = all_in and betting.turn == asker and betting.to_call(asker) > 0
    return duty(
        Action.ANSWER,
        "count-allowed" if allowed else "count-refused",
        rulebook.clause(Subject.EXACT_COUNT),
        values={"seat": of, "total": betting.bet_of(of)},
        pot=betting.pot_with_bets,
        upcoming=betting.turn,
        facts={"allowed": allowed},
    )
