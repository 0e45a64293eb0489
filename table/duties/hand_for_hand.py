"""Hand for hand: when the next bust is paid."""

from dataclasses import replace

from table.choices import Subject
from table.duties.duty import duty
from table.rulebook import Rulebook
from table.ruling import ROUND_OVER, Action, Ruling


def shared_place(left: int, bust: int, rulebook: Rulebook) -> Ruling:
    """Players who bust in the same announced hand share the places (TDA 2024 RP-8).

    Args:
        left: players before the hand.
        bust: players who bust in it.
        rulebook: the rules in force.
    """
    place = left - bust + 1
    return duty(
        Action.PAYOUT,
        "shared-place",
        rulebook.clause(Subject.HAND_FOR_HAND),
        values={"place": place, "count": bust},
        facts={"share_place": place, "sharers": bust},
    )


def all_in_called(ruling: Ruling, rulebook: Rulebook) -> Ruling:
    """An all-in and a call: the cards stay face down, no card is dealt until the floor says so.

    Facts: `cards_face_down`, `deal_next_card`.
    """
    over = ruling.next == ROUND_OVER
    facts = {**ruling.facts, "cards_face_down": over, "deal_next_card": not over}
    return replace(ruling.citing(rulebook.clause(Subject.HAND_FOR_HAND)), facts=facts)
