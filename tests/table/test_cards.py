"""Cards and seats."""

import pytest

from table.cards import RANKS, SUITS, Card
from table.seats import clockwise_from


@pytest.mark.parametrize(("text", "card"), [("Qc", Card("Q", "c")), ("10H", Card("T", "h"))])
def test_a_card_is_read_in_either_notation(text: str, card: Card) -> None:
    assert Card.parse(text) == card


def test_every_card_is_written_as_it_is_read() -> None:
    deck = [Card(rank, suit) for rank in RANKS for suit in SUITS]
    assert [Card.parse(str(card)) for card in deck] == deck


@pytest.mark.parametrize("text", ["", "Q", "1c", "Qx", "QQc", "10"])
def test_what_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a card's"):
        Card.parse(text)


def test_clockwise_ends_with_the_seat_itself() -> None:
    assert clockwise_from(("1", "2", "3"), "2") == ("3", "1", "2")


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="seat '9' is not one of 1, 2"):
        clockwise_from(("1", "2"), "9")
