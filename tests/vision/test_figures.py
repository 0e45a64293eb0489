"""Rates are exact, their intervals are Wilson's, and an aim is reached or it is not."""

import pytest

from vision.figures import Figure, figure_rows, wilson_interval


@pytest.mark.parametrize(
    ("right", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (9, 10, 0.5958, 0.9821), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(right: int, of: int, low: float, high: float) -> None:
    assert wilson_interval(right, of) == pytest.approx((low, high), abs=1e-4)


def test_more_right_than_there_were_is_no_rate() -> None:
    with pytest.raises(ValueError, match="11 of 10"):
        wilson_interval(11, 10)
    with pytest.raises(ValueError, match="cards: 11 of 10"):
        Figure(what="cards", on="a table", right=11, of=10)


def test_an_aim_is_reached_exactly_at_its_share() -> None:
    assert Figure(what="cards", on="a table", right=95, of=100, aim_percent=95).reached is True
    assert Figure(what="cards", on="a table", right=94, of=100, aim_percent=95).reached is False
    assert Figure(what="cards", on="a table", right=94, of=100).reached is None
    assert Figure(what="cards", on="a table", right=0, of=0, aim_percent=95).reached is None


def test_a_row_tells_rate_aim_and_what_went_wrong() -> None:
    figure = Figure(
        what="cards",
        on="a table",
        right=9,
        of=10,
        aim_percent=95,
        cannot_tell=1,
        wrong_and_confident=0,
    )
    assert figure_rows([figure])[1] == (
        "cards",
        "a table",
        "9/10 = 90 % (60 to 98)",
        "95 %",
        "no",
        "1/10 = 10 % (2 to 40)",
        "0/10 = 0 % (0 to 28)",
    )
