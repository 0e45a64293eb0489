"""Motion: has anything moved between two reduced pictures, whatever the light does?

Each picture is turned into local contrast: how much brighter a spot is than its surroundings, as a
share of them. A lamp that is dimmed, an exposure that follows, a cloud: all scale a spot and its
surroundings alike and leave local contrast as it was. An object that moves takes its edges along.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

Contrast = NDArray[np.float32]
"""(height, width): brightness over that of the surroundings, minus 1."""

SURROUNDINGS_PX = 15
"""Side of the surroundings: 30 mm at half a pixel per millimetre, less than a chip."""

DARK = 32.0
"""Brightness, 0 to 255, added to both: in the dark, noise is no contrast."""

LEAST_CHANGE = 0.06
"""A change of local contrast below this is noise of a good sensor or a video's compression."""

NOISE_FACTOR = 5.0
"""A change is one only above so many standard deviations of this camera's own noise."""

MOST_CONTRAST_CHANGE = 1.5
"""Cameras stretch contrast with the light, by at most this factor."""

LEAST_MARKED_PX = 40
"""With fewer pixels of any contrast there is nothing to stretch."""


def local_contrast(picture: Picture) -> Contrast:
    """Local contrast of a reduced picture (height, width, 3)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.blur(grey, (3, 3))
    around = cv2.blur(grey, (SURROUNDINGS_PX, SURROUNDINGS_PX))
    return np.asarray((fine - around) / (around + DARK), dtype=np.float32)


_LEAST_SPOT = np.ones((3, 3), np.uint8)


class MotionMeter:
    """Compares local contrast, and knows the noise of one zone of one camera."""

    def __init__(self) -> None:
        self._noise = 0.0

    def changed(self, now: Contrast, before: Contrast) -> NDArray[np.bool_]:
        """(height, width): the pixels at which something is not as it was before.

        Specks and hair lines are left out: a compressed video redraws every edge a little with
        each of its key frames, a chip that moves by 2 mm changes more than that.
        """
        limit = max(LEAST_CHANGE, NOISE_FACTOR * self._noise)
        differs = cv2.absdiff(now, before) > limit
        if not differs.any():
            return differs
        differs = cv2.absdiff(now, _stretch(now, before) * before) > limit
        opened = cv2.morphologyEx(differs.view(np.uint8), cv2.MORPH_OPEN, _LEAST_SPOT)
        return opened.view(np.bool_)

    def learn_noise(self, now: Contrast, before: Contrast) -> None:
        """Learn from two pictures between which nothing has moved."""
        noise = 1.4826 * float(np.median(np.abs(now[::4, ::4] - before[::4, ::4])))
        self._noise = noise if self._noise == 0.0 else 0.95 * self._noise + 0.05 * noise


def _stretch(now: Contrast, before: Contrast) -> float:
    """By how much the camera has stretched contrast between two pictures.

    The median over what had contrast, so that a thing that has come or gone does not count.
    """
    some_now, some_before = now[::2, ::2], before[::2, ::2]
    marked = np.abs(some_before) > LEAST_CHANGE
    if marked.sum() < LEAST_MARKED_PX:
        return 1.0
    stretch = float(np.median(some_now[marked] / some_before[marked]))
    return min(max(stretch, 1 / MOST_CONTRAST_CHANGE), MOST_CONTRAST_CHANGE)
