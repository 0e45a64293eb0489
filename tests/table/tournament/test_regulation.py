"""A regulation is refused with line and remedy where the tournament could not be played."""

import pytest
from regulations import TEXT, regulation

from table.documents import DocumentError
from table.tournament.regulation import parse


def refused(old: str, new: str) -> str:
    assert old in TEXT
    with pytest.raises(DocumentError) as caught:
        parse(TEXT.replace(old, new), "city.yaml")
    return str(caught.value)


def test_a_good_regulation_is_read() -> None:
    read = regulation()
    assert read.stack == 10_000
    assert read.chips_in_play(3) == (25, 100, 500, 1000, 5000)
    assert read.chips_in_play(4) == (100, 500, 1000, 5000)


@pytest.mark.parametrize(
    ("seats", "named", "final"),
    [(9, None, 9), (8, None, 9), (6, None, 7), (10, None, 10), (9, 8, 8)],
)
def test_tda_2024_rp_9_the_final_table(seats: int, named: int | None, final: int) -> None:
    assert regulation(seats_per_table=seats, final_table=named).final_table_seats == final


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("payouts:", "payout:", "city.yaml:17: payout: unknown key. Did you mean payouts?"),
        ("minutes: 20, colour_up", "minutes: 20, color_up", "city.yaml:13: levels.2.color_up"),
        ("count: 2}", "count: 0}", "city.yaml:7: starting_stack.2.count"),
        ("chip: 500,", "chip: 100,", "city.yaml:7: starting_stack.2.chip: 100 stands twice."),
        ("[5000]", "[1000]", "city.yaml:9: more_chips.0: 1000 is in play already."),
        ("small_blind: 25,", "small_blind: 60,", "city.yaml:11: levels.0.small_blind: is more"),
        (
            "small_blind: 25,",
            "small_blind: 30,",
            "30 cannot be paid: the smallest chip in play is 25",
        ),
        ("ante: 200", "ante: 250", "city.yaml:14: levels.3.ante: 250 cannot be paid"),
        ("big_blind: 150", "big_blind: 75", "city.yaml:13: levels.2.big_blind: is less than"),
        ("colour_up: 25", "colour_up: 100", "100 is not the smallest chip in play. Race 25 off"),
        ("colour_up: 25", "colour_up: 50", "50 is not in play. In play are 25, 100"),
        ("chip: 100,", "chip: 110,", "25 cannot be changed into 110 evenly"),
        ("levels: 2\n", "levels: 4\n", "registration would never close"),
        ("500, 300, 200", "500, 300, 100", "the payouts make 900 thousandths. Make them 1000"),
        ("500, 300, 200", "300, 500, 200", "place 2 is paid more than place 1"),
        ("seats_per_table: 9", "seats_per_table: 1", "city.yaml:3: seats_per_table"),
        ("minutes: 20, break", "minutes: 0.5, break", "city.yaml:12: levels.1.minutes"),
        ("name: City Open\n", "", "name: this key is missing"),
    ],
)
def test_a_slip_is_told_with_its_line(old: str, new: str, words: str) -> None:
    assert words in refused(old, new)


def test_the_last_chip_cannot_leave() -> None:
    alone = TEXT.replace("more_chips: [5000]\n", "")
    for chip in (100, 500, 1000):
        alone = alone.replace(f"  - {{chip: {chip}, count: 8}}\n", "").replace(
            f"  - {{chip: {chip}, count: 2}}\n", ""
        )
    with pytest.raises(DocumentError, match="no chip above 25 stays"):
        parse(alone, "city.yaml")


def test_every_fault_is_told_at_once() -> None:
    assert len(refused("[500, 300, 200]", "[100, 300]").splitlines()) == 2
