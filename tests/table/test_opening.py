"""Who opens a street of stud."""

import pytest

from table.cards import Card
from table.game import Game, Limit, Street
from table.opening import opener
from table.variants import VARIANTS, Opening, variant_of


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))


@pytest.mark.parametrize(
    ("opening", "showing", "first"),
    [
        (Opening.LOW_CARD, {"A": "3c", "B": "2d", "C": "2h", "D": "As"}, "B"),
        (Opening.LOW_CARD, {"A": "3d", "B": "3c", "C": "Kh"}, "B"),
        (Opening.HIGH_CARD, {"A": "Ks", "B": "As", "C": "Kd"}, "A"),
        (Opening.HIGH_CARD, {"A": "Qs", "B": "Ac", "C": "Qd"}, "A"),
        (Opening.HIGH_HAND, {"A": "AsKd", "B": "2s2d", "C": "AdKs"}, "B"),
        (Opening.HIGH_HAND, {"A": "AsKd4c", "B": "AdKs5c", "C": "AhKh5d"}, "B"),
        (Opening.HIGH_HAND, {"A": "7s7d2c2d", "B": "8s8dAcKc", "C": "3s3d3cAh"}, "C"),
        (Opening.HIGH_HAND, {"A": "TcTd4h9c", "B": "3h6c6h3d", "C": "As5cKd2h"}, "B"),
        (Opening.LOW_HAND, {"A": "3h6c6h3d", "B": "TcTd4h9c", "C": "KsKdKh2h"}, "B"),
        (Opening.LOW_HAND, {"A": "2s2d", "B": "KsQd", "C": "KdJs"}, "C"),
        (Opening.LOW_HAND, {"A": "5s4d3cAc", "B": "5d4s2cAd", "C": "5h4h2d2h"}, "B"),
        (Opening.AFTER_THE_BUTTON, {"A": "5s", "B": "5d"}, "A"),
    ],
)
def test_the_cards_that_show_say_who_opens(
    opening: Opening, showing: dict[str, str], first: str
) -> None:
    up_cards = {seat: cards(text) for seat, text in showing.items()}
    assert opener(opening, tuple(showing), up_cards) == first


def test_an_unknown_card_leaves_the_opener_unknown() -> None:
    assert opener(Opening.LOW_CARD, ("A", "B"), {"A": cards("2c")}) is None
    assert opener(Opening.HIGH_HAND, (), {}) is None


@pytest.mark.parametrize("name", VARIANTS)
def test_every_street_leads_on_to_the_showdown(name: str) -> None:
    variant = VARIANTS[name]
    street, passed = variant.streets[0].street, 0
    while street is not Street.SHOWDOWN:
        assert variant.plan(street) is not None
        following = variant.after(street)
        assert following is not None
        street, passed = following, passed + 1
    assert passed == len(variant.streets)
    assert variant.after(Street.SHOWDOWN) is None


def test_a_board_tells_its_street() -> None:
    holdem = VARIANTS["holdem"]
    boards = {count: holdem.street_of_board(count) for count in range(7)}
    assert boards == dict.fromkeys(range(7)) | {
        3: Street.FLOP,
        4: Street.TURN,
        5: Street.RIVER,
    }
    assert VARIANTS["stud"].street_of_board(1) is None


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ValueError, match="pinochle"):
        variant_of(Game(limit=Limit.NO_LIMIT, variant="pinochle", big_blind=2))
