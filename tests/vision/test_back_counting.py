"""Cards face down anywhere on the table: how many at least, and what is none."""

import cv2
import numpy as np
import pytest

from vision.back_counting import count_backs
from vision.card_finding import FoundIndex
from vision.card_reading import ReadCard

PX_PER_MM = 1.5
FELT = (60, 120, 40)
BACK = (170, 60, 60)


def table() -> np.ndarray:
    return np.full((600, 900, 3), FELT, np.float64)


def lay(picture: np.ndarray, x: float, y: float, degrees: float = 0.0) -> None:
    """A back with its white border."""
    for across, along, colour in ((63, 88, (235, 240, 240)), (57, 82, BACK)):
        size = (across * PX_PER_MM, along * PX_PER_MM)
        corners = cv2.boxPoints(((x, y), size, degrees))
        cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], colour)


def seen(picture: np.ndarray) -> np.ndarray:
    noise = np.random.default_rng(2).normal(0, 3, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("places", "count"),
    [
        ([(300, 300, 10)], 1),
        ([(300, 300, 10), (335, 310, 32)], 2),
        ([(300, 300, 0), (380, 300, 0), (460, 300, 0)], 3),
    ],
)
def test_overlapped_backs_are_counted_by_what_they_cover(
    places: list[tuple[float, float, float]], count: int
) -> None:
    picture = table()
    for place in places:
        lay(picture, *place)
    assert [pile.at_least for pile in count_backs(seen(picture), PX_PER_MM, [])] == [count]


def test_cards_that_lie_on_each_other_are_at_least_one() -> None:
    picture = table()
    lay(picture, 300, 300)
    lay(picture, 301, 301)
    (pile,) = count_backs(seen(picture), PX_PER_MM, [])
    assert pile.at_least == 1
    assert pile.centre_px == pytest.approx([300, 300], abs=4)


def test_chips_beside_each_other_are_no_cards() -> None:
    picture = table()
    for x, y in [(300, 300), (345, 320), (310, 350), (360, 370)]:
        cv2.circle(picture, (x, y), round(19.5 * PX_PER_MM), (40, 40, 200), -1)
    assert count_backs(seen(picture), PX_PER_MM, []) == []


def test_a_pile_with_a_face_in_it_is_not_counted() -> None:
    picture = table()
    lay(picture, 300, 300)
    lay(picture, 600, 300)
    right, down = np.array([PX_PER_MM, 0.0]), np.array([0.0, PX_PER_MM])
    middle, centre = np.array([262.0, 250.0]), np.array([300.0, 300.0])
    face = ReadCard(None, 0.5, (FoundIndex(middle, right, down, centre, 0.9),))
    (pile,) = count_backs(seen(picture), PX_PER_MM, [face])
    assert pile.centre_px[0] == pytest.approx(600, abs=4)
