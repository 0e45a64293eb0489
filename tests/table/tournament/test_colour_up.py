"""The chip race of TDA 2024 24, from the odd chips to what each player has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.cards import Card
from table.duties.chip_race import chip_race
from table.rulebooks import load
from table.tournament.colour_up import chips_to_win, odd_chips, winners
from table.tournament.regulation import RaceRounding

TDA = load("tda2024")
holdings = st.dictionaries(st.integers(1, 10).map(str), st.integers(0, 20), min_size=1, max_size=10)


def dealt(*cards: str) -> list[Card]:
    return [Card.parse(card) for card in cards]


def test_tda_2024_24_a_the_race_begins_in_seat_1() -> None:
    assert list(odd_chips(25, 100, {"10": 1, "2": 6, "1": 3, "5": 4})) == ["1", "2", "10"]
    assert odd_chips(25, 100, {"10": 1, "2": 6}) == {"2": 2, "10": 1}


@pytest.mark.parametrize(
    ("odd", "rounding", "count"),
    [
        ({"1": 1, "2": 3}, RaceRounding.DOWN, 1),
        ({"1": 1, "2": 3, "3": 1}, RaceRounding.DOWN, 1),
        ({"1": 1, "2": 3, "3": 1}, RaceRounding.UP, 2),
        ({"1": 1, "2": 3, "3": 1}, RaceRounding.HALF_UP, 1),
        ({"1": 1, "2": 3, "3": 2}, RaceRounding.HALF_UP, 2),
        ({"1": 1}, RaceRounding.UP, 1),
        ({"1": 4}, RaceRounding.UP, 0),
    ],
)
def test_how_many_chips_are_raced_for(
    odd: dict[str, int], rounding: RaceRounding, count: int
) -> None:
    assert chips_to_win(25, 100, odd, rounding) == count


def test_the_highest_cards_win_one_chip_each() -> None:
    cards = {"1": dealt("Ah", "Ad"), "2": dealt("Kc"), "3": dealt("Ks", "2c"), "4": dealt("9s")}
    assert winners(cards, 2) == ("1", "3"), "two aces win one chip; a suit decides between kings"
    assert winners(cards, 0) == ()


@given(holdings, st.data())
def test_a_race_conserves_chips_but_for_its_rounding(
    held: dict[str, int], data: st.DataObject
) -> None:
    rounding = data.draw(st.sampled_from(RaceRounding))
    count = chips_to_win(25, 100, held, rounding)
    racing = list(odd_chips(25, 100, held))
    won = data.draw(st.permutations(racing))[:count]
    result = chip_race(25, 100, held, won, (), TDA).facts["result"]
    assert isinstance(result, dict)
    difference = sum(result.values()) - 25 * sum(held.values())
    assert abs(difference) < 100
    assert difference == 0 or sum(held.values()) % 4 != 0, "an even total is changed evenly"
    if rounding is RaceRounding.UP:
        assert difference >= 0
    elif rounding is RaceRounding.DOWN:
        assert difference <= 0
    else:
        assert abs(difference) <= 50


@given(holdings)
def test_tda_2024_24_a_nobody_is_raced_out(held: dict[str, int]) -> None:
    """Whoever has nothing but small chips keeps at least one chip, even if he wins none."""
    result = chip_race(25, 100, held, (), list(held), TDA).facts["result"]
    assert isinstance(result, dict)
    assert all(result[seat] >= 100 for seat, count in held.items() if count)
