"""Fixed limit: one size of bet and raise, completed short bets, and a cap on raises."""

from table.betting import Betting
from table.choices import CapHeadsUp
from table.rulebook import Rulebook

TWO_ROUND_GAMES = frozenset({"draw", "five_card_draw", "single_draw_27"})
"""Games with two rounds of betting: before the draw and after it."""


def fixed_raise_to(betting: Betting) -> int:
    """The one legal total: the next full bet, or the full bet that a short all-in fell short of.

    Sources: RRoP 11 betting 6, WSOP-L 2024 129.
    """
    if betting.full_level is not None and betting.full_level > betting.level:
        return betting.full_level
    return betting.level + betting.unit


def completes(betting: Betting, total: int) -> bool:
    """Whether a bet to `total` completes a bring-in or a short all-in, which is no raise.

    Sources: RRoP 11 betting 6 and seven-card stud 3.
    """
    return betting.full_level is not None and betting.level < betting.full_level == total


def capped(betting: Betting, rulebook: Rulebook) -> bool:
    """Whether all raises of this street are made.

    Sources: TDA 2024 48, WSOP-T 2024 100, WSOP-L 2024 126-127, RRoP 11 betting 3-4.
    """
    if betting.game.uncapped:
        return False
    if betting.game.cap is not None:
        return betting.raises >= betting.game.cap
    two_rounds = betting.game.variant in TWO_ROUND_GAMES
    parameter = rulebook.limit_cap_raises_two_rounds if two_rounds else rulebook.limit_cap_raises
    raises_after_the_bet = parameter.value
    if raises_after_the_bet == 0:
        return False
    cap = 1 + raises_after_the_bet
    return betting.raises >= cap and not _lifted_heads_up(betting, rulebook, cap)


def _lifted_heads_up(betting: Betting, rulebook: Rulebook, cap: int) -> bool:
    if len(betting.live) != 2:
        return False
    made_before = betting.raises_when_heads_up
    match rulebook.cap_heads_up.value:
        case CapHeadsUp.LIFTED:
            return made_before is None or made_before < cap
        case CapHeadsUp.LIFTED_IF_ROUND_BEGAN_SO:
            return made_before is None
        case CapHeadsUp.STAYS:
            return False


def counts_as_full(betting: Betting, total: int) -> bool:
    """Whether an all-in to `total` counts as a full bet or raise: it reaches half of one.

    Sources: TDA 2024 47-B, RRoP 11 betting 6.
    """
    return 2 * (total - full_base(betting)) >= betting.unit


def full_base(betting: Betting) -> int:
    """The last full bet's level, from which the next one is measured."""
    if betting.full_level is not None and betting.full_level > betting.level:
        return betting.full_level - betting.unit
    return betting.level
