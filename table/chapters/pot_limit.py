"""Pot-limit: the most that may be bet is the pot, with the caller's own call in it."""

from table.betting import Betting
from table.choices import PotPreflop
from table.game import AnteType, Street
from table.rulebook import Rulebook
from table.seats import Seat


def pot_raise_to(betting: Betting, seat: Seat, rulebook: Rulebook) -> int:
    """The total of a pot-size bet or raise: call first, then raise by what is in the pot.

    A pot of 100 and a bet of 100: the call makes 300, so a raise by 300, to 400.

    Sources: TDA 2024 54, RRoP 11 section 14, WSOP-L 2024 pot-limit, the old book's 7, 28, 98, 336.
    """
    pot = _counted_pot(betting, rulebook) + betting.to_call(seat)
    return betting.level + _rounded_up(pot, betting.game.round_pot_to)


def _counted_pot(betting: Betting, rulebook: Rulebook) -> int:
    """The pot with all bets; before the flop, with what the rulebook counts as being there."""
    pot = betting.pot_with_bets
    if betting.street is not Street.PREFLOP:
        return pot
    if not rulebook.ante_in_pot.value:
        pot -= min(betting.pot, _antes(betting))
    return pot + _blinds_not_posted(betting, rulebook) + _small_blind_rounding(betting, rulebook)


def _antes(betting: Betting) -> int:
    game = betting.game
    return game.ante * (len(betting.order) if game.ante_type is AnteType.EACH else 1)


def _blinds_not_posted(betting: Betting, rulebook: Rulebook) -> int:
    """Full blinds are assumed, whatever was posted (TDA 2024 54-B)."""
    if rulebook.pot_preflop.value is not PotPreflop.FULL_BLINDS:
        return 0
    game = betting.game
    small, big = betting.posted_small_blind, betting.posted_big_blind
    missing_small = 0 if small is None else game.small_blind - small
    missing_big = 0 if big is None else game.big_blind - big
    return max(0, missing_small) + max(0, missing_big)


def _small_blind_rounding(betting: Betting, rulebook: Rulebook) -> int:
    """The small blind counts as a big one while nothing was added to it (RRoP 11 pot-limit 5)."""
    basis, game = rulebook.pot_preflop.value, betting.game
    asked = basis is PotPreflop.SMALL_BLIND_AS_BIG or (
        basis is PotPreflop.HOUSE_CHOICE and game.round_small_blind
    )
    if not asked or game.small_blind == 0 or game.small_blind not in betting.bets.values():
        return 0
    return game.big_blind - game.small_blind


def _rounded_up(amount: int, unit: int) -> int:
    """A pot of 80 kept in units of 25 counts as 100 (RRoP 11 pot-limit 4)."""
    if unit <= 1:
        return amount
    return -(-amount // unit) * unit
