"""Lamps that flicker: their bands wander over a rolling shutter's pictures, and are taken out.

A lamp on the mains flickers a hundred or a hundred and twenty times a second. A sensor that exposes
one row after another shows that as bright and dark bands across the picture, elsewhere in every
frame. A band has the same strength all along a row, and nothing on a table has: a hand or a chip
covers part of its rows. So each row's brightness is compared with what it was lately, by the median
along the row, and what goes up and down from row to row is divided out.
"""

import logging
from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

logger = logging.getLogger(__name__)

SAMPLE_STEP_PX = 16
"""Brightness is compared on every sixteenth column and every fourth row."""

ROW_STEP_PX = 4

DARK = 8.0
"""Added to brightness, 0 to 255, before the logarithm."""

FORGETTING = 0.08
"""Share of each frame in what a row was like lately: about a second at fifteen frames."""

LEAST_DEPTH = 0.02
"""A band below this share of the light is left alone; local contrast does not notice it."""

JUDGED_FRAMES = 30
LEAST_BANDED = 0.5
"""Of the frames judged last, this share must show bands: an arm across the table is no lamp."""


class LampEvener:
    """Takes a flickering lamp's bands out of one camera's pictures."""

    def __init__(self, name: str) -> None:
        """Start without knowing the lamp.

        Args:
            name: the camera's, for the one warning.
        """
        self._name = name
        self._lately: NDArray[np.float32] | None = None
        self._banded: deque[bool] = deque(maxlen=JUDGED_FRAMES)
        self._warned = False

    @property
    def flickers(self) -> bool:
        """Whether bands show in many of the last frames."""
        full = len(self._banded) == JUDGED_FRAMES
        return full and sum(self._banded) >= LEAST_BANDED * JUDGED_FRAMES

    def even(self, picture: Picture) -> Picture:
        """The picture without the bands of a flickering lamp; itself where none flickers.

        Args:
            picture: (height, width, 3) blue, green, red.
        """
        samples = picture[::ROW_STEP_PX, ::SAMPLE_STEP_PX, 1].astype(np.float32)
        brightness = np.log(samples + DARK)
        if self._lately is None or self._lately.shape != brightness.shape:
            self._lately = brightness
            self._banded.clear()
            return picture
        bands = _bands(brightness - self._lately)
        self._lately += FORGETTING * (brightness - self._lately)
        self._banded.append(float(np.sqrt(2) * bands.std()) > LEAST_DEPTH)
        if not self.flickers:
            return picture
        if not self._warned:
            self._warned = True
            logger.warning(
                "Camera %s: the lamp flickers in its pictures, and the bands are taken out. Better "
                "set its exposure time to 10 or 20 ms (50 Hz mains) or 8.3 or 16.7 ms (60 Hz).",
                self._name,
            )
        return _divided(picture, bands)


def _bands(change: NDArray[np.float32]) -> NDArray[np.float32]:
    """(rows,) what goes up and down from row to row; light that changes evenly is left out."""
    rows = np.median(change, axis=1).astype(np.float64)
    along = np.linspace(-1, 1, len(rows))
    even = np.polynomial.Polynomial.fit(along, rows, 1)(along)
    smooth = cv2.blur((rows - even).astype(np.float32)[:, np.newaxis], (1, 5))
    return np.asarray(smooth[:, 0], np.float32)


def _divided(picture: Picture, bands: NDArray[np.float32]) -> Picture:
    height = picture.shape[0]
    gain = np.exp(-np.interp(np.arange(height) / ROW_STEP_PX, np.arange(len(bands)), bands))
    planes = picture.reshape(height, -1)
    evened = planes * gain.astype(np.float32)[:, np.newaxis]
    return np.clip(evened + 0.5, 0, 255).astype(np.uint8).reshape(picture.shape)
