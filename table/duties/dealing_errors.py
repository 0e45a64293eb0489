"""Errors of the dealer: a misdeal, a live hand killed, a bet that nobody corrected in time."""

from collections.abc import Sequence
from dataclasses import replace

from table.betting import Betting
from table.chapters.substantial_action import is_substantial
from table.choices import Subject
from table.duties.duty import duty
from table.legal import legal_range
from table.rulebook import Rulebook
from table.ruling import Action, Ruling
from table.seats import Seat


def misdeal_claimed(betting: Betting, acts: Sequence[Action], rulebook: Rulebook) -> Ruling:
    """A misdeal is claimed: not after substantial action (TDA 2024 35-D and 36)."""
    too_late = is_substantial(acts, rulebook)
    return duty(
        Action.NO_CHANGE if too_late else Action.DEAD_HAND,
        "no-misdeal" if too_late else "misdeal",
        rulebook.clause(Subject.MISDEAL),
        rulebook.substantial_action.cited,
        pot=betting.pot_with_bets,
        upcoming=betting.turn,
        facts={"misdeal": not too_late},
    )


def substantial_action_asked(
    betting: Betting, acts: Sequence[Action], rulebook: Rulebook
) -> Ruling:
    """Whether substantial action has occurred."""
    occurred = is_substantial(acts, rulebook)
    return duty(
        Action.ANSWER,
        "substantial-action" if occurred else "no-substantial-action",
        rulebook.substantial_action.cited,
        pot=betting.pot_with_bets,
        upcoming=betting.turn,
        facts={"substantial_action": occurred},
    )


def live_hand_killed(betting: Betting, victim: Seat, rulebook: Rulebook) -> Ruling:
    """The dealer took in a hand that was not protected: dead, but what nobody called goes back.

    Sources: TDA 2024 65-A.
    """
    others = (bet for seat, bet in betting.bets.items() if seat != victim)
    uncalled = max(0, betting.bet_of(victim) - max(others, default=0))
    return duty(
        Action.DEAD_HAND,
        "dead-hand",
        rulebook.clause(Subject.KILLED_HAND),
        values={"seat": victim, "back": uncalled},
        pot=betting.pot_with_bets - uncalled,
        change_to_return=uncalled,
        upcoming=betting.turn,
        facts={"refund_uncalled": uncalled, "subject": victim},
    )


def amount_stands(betting: Betting, rulebook: Rulebook) -> Ruling:
    """A wrong bet of an earlier street: once the next card is dealt it stands (TDA 2024 52-A)."""
    least = most = None
    if betting.turn is not None:
        _, least, most = legal_range(betting, betting.turn, rulebook)
    ruling = duty(
        Action.NO_CHANGE,
        "amount-stands",
        rulebook.correction_window.cited,
        pot=betting.pot_with_bets,
        upcoming=betting.turn,
        facts={"corrected": False, "corrected_bets": {}},
    )
    return replace(ruling, min_raise_to=least, max_raise_to=most)
