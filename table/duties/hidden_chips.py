"""Chips that were hidden are found after an all-in was called."""

from table.choices import Subject
from table.duties.duty import ask_floor
from table.rulebook import Rulebook
from table.ruling import Option, Ruling


def hidden_chips(called: int, hidden: int, *, holder_wins: bool, rulebook: Rulebook) -> Ruling:
    """Not part of the action: the holder is not paid for them, and they do not save him.

    Sources: TDA 2024 62, WSOP-T 2024 105. The floor may rule that the call accepted them.

    Args:
        called: what the caller put against the all-in.
        hidden: the chips found, as far as the caller covers them.
        holder_wins: the all-in player wins the pot.
        rulebook: the rules in force.
    """
    clause = rulebook.clause(Subject.HIDDEN_CHIPS)
    if holder_wins:
        return ask_floor(
            "floor-hidden-chips",
            clause,
            rulebook.clause(Subject.ACCEPTED_ACTION),
            options=(
                _paid("not_paid", called),
                _paid("accepted_action", called + hidden),
            ),
            default="not_paid",
        )
    return ask_floor(
        "floor-hidden-chips",
        clause,
        options=(_paid("hidden_to_winner", called + hidden), Option(token="discretion")),  # noqa: S106
        default="hidden_to_winner",
    )


def _paid(name: str, amount: int) -> Option:
    return Option(token=name, amounts={"paid": amount})
