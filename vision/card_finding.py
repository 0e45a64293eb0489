"""Finds the indices of face-up cards in a picture, and how each card lies.

An index, rank over suit, is what stays in sight when cards overlap or are fanned, and it is printed
much alike on every deck; the edge of a white card on a white card is not. So the network
`card_finder` looks for indices, whichever way they are turned, and tells from each where its card
lies. It knows cards of about two pixels per millimetre; where the scale of a picture is not known,
the picture is looked at in several sizes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_backs import CARD_MM
from vision.frames import Picture
from vision.weights import network

FINDER = "card_finder"

CELL_PX = 8
SCALES = np.array([8, 8, 2, 2, 2, 2, 64, 64], np.float32)
"""As in `models.card_finder.net`: what the network's eight numbers are multiplied by."""

KNOWN_PX_PER_MM = 1.9
"""The middle of what the network was trained on: 1.15 to 2.9."""

LEAST_PX_PER_MM, MOST_PX_PER_MM = 1.0, 3.2

STEP = 1.5
"""Between the sizes that a picture of unknown scale is looked at in."""

SIDES_PX = (640.0, 2200.0)
"""Longest side of the smallest and of the largest of them."""

LEAST_SCORE = 0.35

MOST_SPREAD = 2.2
"""Cards far away in a picture from the side are smaller than the middle ones by less than this."""

SAME_INDEX_MM = 7.0
SAME_WAY = 0.5
"""Cosine of the angle between two finds of one index."""


@dataclass(frozen=True, eq=False)
class FoundIndex:
    """One index of one card, in pixels of the whole picture; all vectors are (2,).

    Attributes:
        middle_px: its middle.
        right_px: what a millimetre to the right on the card is in the picture.
        down_px: what a millimetre down on the card is in the picture.
        centre_px: the card's centre.
        score: how sure the finder is, 0 to 1. Not a probability.
    """

    middle_px: NDArray[np.float64]
    right_px: NDArray[np.float64]
    down_px: NDArray[np.float64]
    centre_px: NDArray[np.float64]
    score: float

    @property
    def pixels_per_mm(self) -> float:
        """The scale of the card in the picture, the mean of both directions."""
        area = self.right_px[0] * self.down_px[1] - self.right_px[1] * self.down_px[0]
        return float(abs(area) ** 0.5)

    def outline_px(self) -> NDArray[np.float64]:
        """The card's corners, (4, 2), from the one beside the index clockwise on the card."""
        across, along = self.right_px * CARD_MM[0] / 2, self.down_px * CARD_MM[1] / 2
        ways = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        return np.array([self.centre_px + x * across + y * along for x, y in ways])


def find_indices(picture: Picture, pixels_per_mm: float | None = None) -> list[FoundIndex]:
    """Find the indices of all face-up cards.

    Args:
        picture: (height, width, 3) blue, green, red.
        pixels_per_mm: how large cards are in it; looked for in several sizes if absent.

    Raises:
        vision.weights.WeightsError: the network is not there.
    """
    if pixels_per_mm is not None:
        zooms = [KNOWN_PX_PER_MM / pixels_per_mm]
    else:
        zooms = _zooms(max(picture.shape[:2]))
    found = [index for zoom in zooms for index in _find_at(picture, zoom)]
    return _of_one_size(_without_repeats(found))


def _zooms(side_px: int) -> list[float]:
    smallest, largest = (side / side_px for side in SIDES_PX)
    largest = min(largest, 2.0)
    count = max(1, int(np.ceil(np.log(largest / smallest) / np.log(STEP))))
    return list(np.geomspace(smallest, largest, count + 1))


def _find_at(picture: Picture, zoom: float) -> list[FoundIndex]:
    height, width = (int(np.ceil(side * zoom / CELL_PX)) * CELL_PX for side in picture.shape[:2])
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    sized = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=how)
    padded = np.zeros((height, width, 3), np.float32)
    rows, columns = min(height, sized.shape[0]), min(width, sized.shape[1])
    padded[:rows, :columns] = sized[:rows, :columns, ::-1] / np.float32(255)
    light = np.ascontiguousarray(padded.transpose(2, 0, 1))[None]
    (cells,) = network(FINDER).run(None, {"picture": light})
    return [_at_zoom(index, zoom) for index in decode(cells[0])]


def decode(cells: NDArray[np.float32]) -> list[FoundIndex]:
    """The peaks of the finder's answer, (9, rows, columns)."""
    score = 1 / (1 + np.exp(-cells[0]))
    highest = cv2.dilate(score, np.ones((3, 3), np.uint8))
    found = []
    for row, column in np.argwhere((score == highest) & (score > LEAST_SCORE)):
        lie = cells[1:, row, column].astype(np.float64) * SCALES
        middle = (np.array([column, row]) + 0.5) * CELL_PX + lie[:2]
        index = FoundIndex(middle, lie[2:4], lie[4:6], middle + lie[6:8], float(score[row, column]))
        if LEAST_PX_PER_MM < index.pixels_per_mm < MOST_PX_PER_MM:
            found.append(index)
    return found


def _at_zoom(index: FoundIndex, zoom: float) -> FoundIndex:
    return FoundIndex(
        index.middle_px / zoom,
        index.right_px / zoom,
        index.down_px / zoom,
        index.centre_px / zoom,
        index.score,
    )


def _without_repeats(found: Sequence[FoundIndex]) -> list[FoundIndex]:
    """The surest of those that lie on each other the same way up."""
    kept: list[FoundIndex] = []
    for index in sorted(found, key=lambda one: -one.score):
        if not any(_is_same(index, other) for other in kept):
            kept.append(index)
    return kept


def _of_one_size(found: Sequence[FoundIndex]) -> list[FoundIndex]:
    """Without those much larger or smaller than the rest: all cards of a table are of one size."""
    if not found:
        return []
    ordered = sorted(found, key=lambda index: index.pixels_per_mm)
    weight = np.cumsum([index.score**2 for index in ordered])
    usual = ordered[int(np.searchsorted(weight, weight[-1] / 2))].pixels_per_mm
    return [index for index in found if 1 / MOST_SPREAD < index.pixels_per_mm / usual < MOST_SPREAD]


def _is_same(one: FoundIndex, other: FoundIndex) -> bool:
    far = np.linalg.norm(one.middle_px - other.middle_px)
    reach = SAME_INDEX_MM * max(one.pixels_per_mm, other.pixels_per_mm)
    lengths = np.linalg.norm(one.down_px) * np.linalg.norm(other.down_px)
    return bool(far < reach and one.down_px @ other.down_px > SAME_WAY * lengths)
