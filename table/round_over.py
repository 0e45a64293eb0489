"""The round of betting is closed: who is still in, and what is in the pot."""

from table.betting import Betting
from table.ruling import Action, Message, Ruling


def round_over(betting: Betting, dealer: str = "dealer") -> Ruling:
    """Nobody has to act any more.

    Facts: `pot`, `in_hand` and `out`, the players in order around the table.
    """
    pot = betting.pot_with_bets
    return Ruling(
        seat=dealer,
        action=Action.ROUND_OVER,
        pot=pot,
        message=Message("round-over", {"pot": pot}),
        rule=Message("rule-round-over"),
        facts={
            "pot": pot,
            "in_hand": tuple(seat for seat in betting.order if seat in betting.live),
            "out": tuple(seat for seat in betting.order if seat in betting.folded),
        },
    )
