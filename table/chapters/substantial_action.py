"""Substantial action: so much has happened that an error can no longer be put right."""

from collections.abc import Sequence

from table.choices import SubstantialAction
from table.rulebook import Rulebook
from table.ruling import Action

WITH_CHIPS = frozenset({Action.CALL, Action.BET, Action.RAISE, Action.ALL_IN})
"""Acts that put chips in. Posting a blind is no act."""


def is_substantial(actions: Sequence[Action], rulebook: Rulebook) -> bool:
    """Whether these acts, in turn, are substantial action.

    Two acts with chips in one of them, or any three (TDA 2024 36, WSOP-T 2024 88-c). WSOP-L 2024
    105: any two that are not two checks or two folds, or any three.
    """
    if len(actions) < 2:
        return False
    if len(actions) > 2:
        return True
    if rulebook.substantial_action.value is SubstantialAction.TWO_UNLESS_ALIKE_OR_THREE:
        passive = set(actions) in ({Action.CHECK}, {Action.FOLD})
        return not passive
    return any(action in WITH_CHIPS for action in actions)
