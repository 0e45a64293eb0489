"""The games: which cards each is played with, on which streets, and how its hands are ranked."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from table.changing import worked_out_once
from table.game import Game, Street
from table.ranking import Order


class Opening(StrEnum):
    """Who acts first on a street."""

    AFTER_THE_BLINDS = "after_the_blinds"
    AFTER_THE_BUTTON = "after_the_button"
    LOW_CARD = "low_card"
    HIGH_CARD = "high_card"
    HIGH_HAND = "high_hand"
    LOW_HAND = "low_hand"


BRING_IN = frozenset({Opening.LOW_CARD, Opening.HIGH_CARD})
"""Openings by a door card, whose player must bring it in."""


@dataclass(frozen=True, kw_only=True)
class StreetPlan:
    """One street of a game.

    Attributes:
        street: its name.
        opening: who acts first.
        board: cards dealt face up to the board before the betting.
        down: cards dealt face down to each player.
        up: cards dealt face up to each player.
        draw: players exchange cards before the betting.
        big_bet: fixed limit is played with the big bet.
    """

    street: Street
    opening: Opening = Opening.AFTER_THE_BUTTON
    board: int = 0
    down: int = 0
    up: int = 0
    draw: bool = False
    big_bet: bool = False


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One game, whatever its limit.

    Attributes:
        name: as a table file and `Game.variant` spell it.
        streets: in order, without the showdown.
        high: how the hands for the pot, or for its high half, are ranked.
        low: how those for the low half are; None: the best hand takes all.
        from_hand: cards of the hand that must play; None: any number.
        lowest_rank: of the deck.
        button_blind: usually played with one blind, which the button posts.
    """

    name: str
    streets: tuple[StreetPlan, ...]
    high: Order
    low: Order | None = None
    from_hand: int | None = None
    lowest_rank: str = "2"
    button_blind: bool = False

    @property
    def hole_cards(self) -> int:
        """Cards of a whole hand, those face up among them."""
        return sum(plan.down + plan.up for plan in self.streets)

    @property
    def board_cards(self) -> int:
        """Cards of a whole board."""
        return sum(plan.board for plan in self.streets)

    @worked_out_once
    def stud(self) -> bool:
        """Whether players have cards face up, which say who opens."""
        return any(plan.up for plan in self.streets)

    @worked_out_once
    def _plans(self) -> Mapping[Street, StreetPlan]:
        return {plan.street: plan for plan in self.streets}

    def plan(self, street: Street) -> StreetPlan | None:
        """The street of this name; None: the game has none."""
        return self._plans.get(street)

    def after(self, street: Street) -> Street | None:
        """The street that follows; None where this is no street of the game."""
        names = [*(plan.street for plan in self.streets), Street.SHOWDOWN]
        if street not in names[:-1]:
            return None
        return names[names.index(street) + 1]

    def street_of_board(self, cards: int) -> Street | None:
        """The street whose board has so many cards; None: no street's has."""
        lying = 0
        for plan in self.streets:
            lying += plan.board
            if plan.board and lying == cards:
                return plan.street
        return None


def _board_game(hole_cards: int) -> tuple[StreetPlan, ...]:
    return (
        StreetPlan(street=Street.PREFLOP, opening=Opening.AFTER_THE_BLINDS, down=hole_cards),
        StreetPlan(street=Street.FLOP, board=3),
        StreetPlan(street=Street.TURN, board=1, big_bet=True),
        StreetPlan(street=Street.RIVER, board=1, big_bet=True),
    )


def _stud(door: Opening, board: Opening) -> tuple[StreetPlan, ...]:
    return (
        StreetPlan(street=Street.THIRD, opening=door, down=2, up=1),
        StreetPlan(street=Street.FOURTH, opening=board, up=1),
        StreetPlan(street=Street.FIFTH, opening=board, up=1, big_bet=True),
        StreetPlan(street=Street.SIXTH, opening=board, up=1, big_bet=True),
        StreetPlan(street=Street.SEVENTH, opening=board, down=1, big_bet=True),
    )


def _triple_draw(hole_cards: int) -> tuple[StreetPlan, ...]:
    return (
        StreetPlan(street=Street.PREDRAW, opening=Opening.AFTER_THE_BLINDS, down=hole_cards),
        StreetPlan(street=Street.FIRST_DRAW, draw=True),
        StreetPlan(street=Street.SECOND_DRAW, draw=True, big_bet=True),
        StreetPlan(street=Street.THIRD_DRAW, draw=True, big_bet=True),
    )


_SINGLE_DRAW = (
    StreetPlan(street=Street.PREDRAW, opening=Opening.AFTER_THE_BLINDS, down=5),
    StreetPlan(street=Street.FIRST_DRAW, draw=True, big_bet=True),
)
_HIGH_STUD = _stud(Opening.LOW_CARD, Opening.HIGH_HAND)
_LOW_STUD = _stud(Opening.HIGH_CARD, Opening.LOW_HAND)
_ONE_ROUND = (StreetPlan(street=Street.BET, opening=Opening.AFTER_THE_BLINDS, down=5),)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            Variant(name="holdem", streets=_board_game(2), high=Order.HIGH),
            Variant(
                name="short_deck",
                streets=_board_game(2),
                high=Order.SHORT_DECK,
                lowest_rank="6",
                button_blind=True,
            ),
            Variant(name="omaha", streets=_board_game(4), high=Order.HIGH, from_hand=2),
            Variant(
                name="omaha8",
                streets=_board_game(4),
                high=Order.HIGH,
                low=Order.EIGHT_OR_BETTER,
                from_hand=2,
            ),
            Variant(name="stud", streets=_HIGH_STUD, high=Order.HIGH),
            Variant(name="stud8", streets=_HIGH_STUD, high=Order.HIGH, low=Order.EIGHT_OR_BETTER),
            Variant(name="razz", streets=_LOW_STUD, high=Order.ACE_TO_FIVE),
            Variant(name="draw", streets=_ONE_ROUND, high=Order.HIGH),
            Variant(name="five_card_draw", streets=_SINGLE_DRAW, high=Order.HIGH),
            Variant(name="single_draw_27", streets=_SINGLE_DRAW, high=Order.DEUCE_TO_SEVEN),
            Variant(name="triple_draw_27", streets=_triple_draw(5), high=Order.DEUCE_TO_SEVEN),
            Variant(name="badugi", streets=_triple_draw(4), high=Order.BADUGI),
        )
    }
)
"""Every game, by name. `draw` is the old book's: one round of betting, then the showdown."""


def variant_of(game: Game) -> Variant:
    """The variant that is played.

    Raises:
        ValueError: no variant has this name.
    """
    variant = VARIANTS.get(game.variant)
    if variant is None:
        known = ", ".join(VARIANTS)
        raise ValueError(f"no game is called {game.variant!r}; there are {known}")
    return variant
