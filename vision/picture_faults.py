"""Pictures that arrive but show nothing to rely on: unreadable, black, torn, frozen.

Cameras and decoders hand these over as if they were good; OpenCV reports success for each.
"""

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

SAMPLE_STEP_PX = 8
"""A picture is judged on every eighth column, so that judging costs little at full size."""

BLACK_LEVEL = 24
"""Brightness, 0 to 255, that a lit table always has somewhere."""

BLANK_SPREAD = 2.0
"""Standard deviation of brightness below which a picture is one flat colour: "no signal"."""

GROWN_FLAT_SHARE = 1 / 16
"""Share of the height by which the flat part at the bottom must have grown for a torn picture."""

STEP_LEVEL = 12.0
"""Difference between two neighbouring rows that counts as a step."""

TORN_WIDTH_SHARE = 0.6
"""Share of the width along which a new step must run for a torn picture; no hand has such edges."""


class PictureFault(StrEnum):
    """Why a picture is not looked at."""

    UNREADABLE = "unreadable"
    BLACK = "black"
    TORN = "torn"
    FROZEN = "frozen"


class PictureJudge:
    """Judges one camera's pictures, each against the good ones before it."""

    def __init__(self, *, live: bool) -> None:
        """Start without a good picture.

        Args:
            live: whether a sensor is at the other end. A sensor's noise makes no two pictures the
                same bit for bit; in a recording a still table may well repeat.
        """
        self._live = live
        self._last: Picture | None = None
        self._flat_rows = 0
        self._widest_step = 0.0

    def fault(self, picture: Picture | None) -> PictureFault | None:
        """What is wrong with the next picture; None if it is good."""
        if picture is None or picture.size == 0:
            return PictureFault.UNREADABLE
        grey = _sampled_brightness(picture)
        if _is_blank(grey):
            return PictureFault.BLACK
        if self._live and self._last is not None and _same(picture, self._last):
            return PictureFault.FROZEN
        flat_rows, widest_step = _flat_rows_at_bottom(grey), _widest_step(grey)
        if self._last is not None and self._last.shape == picture.shape:
            grown = flat_rows - self._flat_rows > GROWN_FLAT_SHARE * grey.shape[0]
            if grown or widest_step - self._widest_step > TORN_WIDTH_SHARE:
                return PictureFault.TORN
        else:
            self._flat_rows, self._widest_step = 0, 0.0
        self._last = picture
        self._flat_rows = max(self._flat_rows, flat_rows)
        self._widest_step = max(self._widest_step, widest_step)
        return None

    def forget(self) -> None:
        """Start afresh: the camera was opened again."""
        self._last = None


def _sampled_brightness(picture: Picture) -> NDArray[np.uint8]:
    """(height, width / 8): green stands for brightness; all rows, for tears run along them."""
    return np.ascontiguousarray(picture[:, ::SAMPLE_STEP_PX, 1])


def _is_blank(grey: NDArray[np.uint8]) -> bool:
    rows = grey[::SAMPLE_STEP_PX]
    return bool(np.percentile(rows, 99) < BLACK_LEVEL or rows.std() < BLANK_SPREAD)


def _same(one: Picture, other: Picture) -> bool:
    if one.shape != other.shape or not np.array_equal(one[::16, ::16], other[::16, ::16]):
        return False
    return np.array_equal(one, other)


def _flat_rows_at_bottom(grey: NDArray[np.uint8]) -> int:
    """How many rows at the bottom repeat each other: what a decoder paints for lost data."""
    varied = np.flatnonzero(np.any(grey[1:] != grey[:-1], axis=1))
    return grey.shape[0] - 1 - int(varied[-1]) - 1 if varied.size else grey.shape[0]


def _widest_step(grey: NDArray[np.uint8]) -> float:
    """The largest share of the width along which one row differs from the next."""
    steps = cv2.absdiff(grey[1:], grey[:-1]) > STEP_LEVEL
    return float(steps.mean(axis=1).max())
