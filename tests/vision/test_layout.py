"""The layout file: what is refused, and in which words."""

import pytest

from table.documents import DocumentError
from vision.layout import read_layout

GOOD = """\
outline: [[0, 0], [1000, 0], [1000, 600], [0, 600]]
pot: [[400, 50], [600, 50], [600, 150], [400, 150]]
seats:
  - name: "1"
    player: [200, 700]
    bet_area: [[100, 250], [300, 250], [300, 400], [100, 400]]
    card_area: [[100, 420], [300, 420], [300, 550], [100, 550]]
  - name: "2"
    player: [700, 700]
    bet_area: [[600, 250], [800, 250], [800, 400], [600, 400]]
"""


def test_a_good_layout_names_its_seats_in_order():
    layout = read_layout(GOOD, "layout.yaml")
    assert layout.seat_names == ("1", "2")
    assert layout.seat("2").player == (700, 700)
    with pytest.raises(KeyError, match="no seat '9'"):
        layout.seat("9")


def refused(text: str) -> str:
    with pytest.raises(DocumentError) as caught:
        read_layout(text, "layout.yaml")
    return str(caught.value)


def test_an_area_that_overlaps_another_is_named_with_its_line():
    text = GOOD.replace(
        "[[600, 250], [800, 250], [800, 400], [600, 400]]",
        "[[290, 250], [800, 250], [800, 400], [290, 400]]",
    )
    message = refused(text)
    assert message.startswith("layout.yaml:10: seats.1.bet_area:")
    assert "the bet area of seat 2 overlaps the bet area of seat 1" in message


def test_areas_may_share_an_edge():
    text = GOOD.replace(
        "[600, 250], [800, 250], [800, 400], [600, 400]",
        "[300, 250], [800, 250], [800, 400], [300, 400]",
    )
    assert len(read_layout(text, "layout.yaml").seats) == 2


def test_an_area_outside_the_table_is_refused():
    text = GOOD.replace("[800, 250], [800, 400]", "[1200, 250], [1200, 400]")
    assert "33 % of the bet area of seat 2 lies outside the table's outline" in refused(text)


def test_corners_that_cross_are_refused():
    text = GOOD.replace("[600, 50], [600, 150], [400, 150]", "[600, 150], [600, 50], [400, 150]")
    message = refused(text)
    assert message.startswith("layout.yaml:2: pot:")
    assert "in order around it" in message


def test_an_area_in_centimetres_is_refused():
    text = GOOD.replace(
        "[[400, 50], [600, 50], [600, 150], [400, 150]]", "[[40, 5], [60, 5], [60, 15], [40, 15]]"
    )
    assert "too small for a chip" in refused(text)


def test_two_seats_of_one_name_are_refused():
    assert "two seats are named 1" in refused(GOOD.replace('name: "2"', 'name: "1"'))


def test_a_misspelt_key_is_named():
    assert "Did you mean bet_area?" in refused(GOOD.replace("bet_area: [[600", "bet_aera: [[600"))
