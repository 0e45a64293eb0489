"""A wrong amount that is found only after others have acted: it is made right, or it stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from table.act import Act
from table.betting import Betting
from table.chapters.substantial_action import is_substantial
from table.choices import CorrectionWindow, PotOverbet
from table.game import Limit
from table.legal import legal_range
from table.rulebook import Rulebook
from table.rules import rule
from table.ruling import HAND_OVER, ROUND_OVER, Action, Ruling
from table.settling import after


@dataclass(frozen=True, kw_only=True)
class WrongAmount:
    """A bet whose amount turned out to be wrong.

    Attributes:
        made: the total that was taken for right.
        later: the acts that followed, in order.
        next_card: the next card had been dealt when it was found.
        pot_miscounted: the amount rested on a pot that the dealer had counted wrongly.
    """

    made: int
    later: tuple[Act, ...] = ()
    next_card: bool = False
    pot_miscounted: bool = False


def correct(betting: Betting, act: Act, error: WrongAmount, rulebook: Rulebook) -> Ruling:
    """The ruling on `act` once the error is found, with the acts that followed carried out.

    Facts: `corrected`, and `corrected_bets`, the bets of all who are moved to the right amount.

    Args:
        betting: the state before the act.
        act: the bet with the wrong amount.
        error: what was made of it.
        rulebook: the rules in force.
    """
    legal = rule(betting, act, rulebook)
    if legal.total is None or legal.total == error.made:
        return _after_all(betting, legal, error.later, rulebook)
    made = _as_made(betting, act, legal, error.made)
    if stands(betting, made, legal.total, error, rulebook):
        ruling = _after_all(betting, made, error.later, rulebook)
        facts: dict[str, object] = {"corrected": False, "corrected_bets": {}}
    else:
        ruling = _after_all(betting, legal, error.later, rulebook)
        bets = _carried_out(betting, legal, error.later, rulebook).bets
        moved = {seat: bet for seat, bet in bets.items() if bet == legal.total}
        facts = {"corrected": True, "corrected_bets": moved}
    about_the_pot = _about_the_pot(betting, legal.total, error)
    clause = (rulebook.pot_overbet if about_the_pot else rulebook.correction_window).cited
    return replace(ruling.citing(clause), facts={**ruling.facts, **facts})


def _about_the_pot(betting: Betting, legal: int, error: WrongAmount) -> bool:
    """Whether the amount is wrong as a pot-limit bet: on a wrong count, or above the pot."""
    above = betting.game.limit is Limit.POT_LIMIT and error.made > legal
    return error.pot_miscounted or above


def _as_made(betting: Betting, act: Act, legal: Ruling, total: int) -> Ruling:
    """The ruling as it was taken at the table, its total not yet put right."""
    out = (legal.total or 0) + legal.change_to_return - legal.chips_to_add
    return replace(
        legal,
        total=total,
        raise_by=total - betting.level,
        added=total - betting.bet_of(act.seat),
        change_to_return=max(0, out - total) if act.motions else 0,
        chips_to_add=max(0, total - out) if act.motions else 0,
    )


def stands(
    betting: Betting, made: Ruling, legal: int, error: WrongAmount, rulebook: Rulebook
) -> bool:
    """Whether the wrong amount stands.

    A book corrects it until the next card, or until the round of betting is complete. A pot that
    was counted too low is made right only until substantial action has followed.

    Sources: TDA 2024 52, RRoP 11 betting 15 and pot-limit 1-3, WSOP-L 2024 138 and 184-185.

    Args:
        betting: the state before the act.
        made: the ruling as it was taken at the table.
        legal: the total that would have been right.
        error: what was made of it, and what followed.
        rulebook: the rules in force.
    """
    if error.next_card:
        return True
    round_over = _carried_out(betting, made, error.later, rulebook).turn is None
    if not _about_the_pot(betting, legal, error):
        window = rulebook.correction_window.value
        return window is CorrectionWindow.ROUND and round_over
    if rulebook.pot_overbet.value is PotOverbet.UNTIL_ALL_ACTED:
        return round_over
    followed = _actions(betting, made, error.later, rulebook)
    return error.made < legal and is_substantial(followed, rulebook)


def _actions(
    betting: Betting, ruling: Ruling, later: Sequence[Act], rulebook: Rulebook
) -> list[Action]:
    betting = after(betting, ruling)
    actions = []
    for act in later:
        ruling = rule(betting, act, rulebook)
        betting = after(betting, ruling)
        actions.append(ruling.action)
    return actions


def _carried_out(
    betting: Betting, ruling: Ruling, later: Sequence[Act], rulebook: Rulebook
) -> Betting:
    betting = after(betting, ruling)
    for act in later:
        betting = after(betting, rule(betting, act, rulebook))
    return betting


def _after_all(
    betting: Betting, ruling: Ruling, later: Sequence[Act], rulebook: Rulebook
) -> Ruling:
    """The same ruling, with the pot and the next player after the acts that followed."""
    return followed_by(ruling, _carried_out(betting, ruling, later, rulebook), rulebook)


def followed_by(ruling: Ruling, betting: Betting, rulebook: Rulebook) -> Ruling:
    """`ruling` with the pot and the next player that `betting`, some acts later, shows."""
    least = most = None
    if betting.turn is not None:
        _, least, most = legal_range(betting, betting.turn, rulebook)
    over = HAND_OVER if len(betting.live) == 1 else ROUND_OVER
    return replace(
        ruling,
        next=betting.turn or over,
        min_raise_to=least,
        max_raise_to=most,
        pot=betting.pot_with_bets,
    )
