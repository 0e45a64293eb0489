"""The round of betting is closed: who is still in, and what is in the pot."""

from table.betting import Betting
from table.duties.duty import duty
from table.ruling import Action, Ruling


def round_over(betting: Betting) -> Ruling:
    """Nobody has to act any more.

    Facts: `pot`, `in_hand` and `out`, the players in order around the table.
    """
    pot = betting.pot_with_bets
    return duty(
        Action.ROUND_OVER,
        "round-over",
        values={"pot": pot},
        pot=pot,
        facts={
            "pot": pot,
            "in_hand": tuple(seat for seat in betting.order if seat in betting.live),
            "out": tuple(seat for seat in betting.order if seat in betting.folded),
        },
    )
