"""Frames: pictures of one camera, each with the table time at which it was grabbed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""(height, width, 3) blue, green, red, as OpenCV has it."""

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Grab:
    """What a reader hands over: not yet judged.

    Attributes:
        at_ns: table time at which it was grabbed.
        picture: None where something arrived that could not be decoded.
    """

    at_ns: int
    picture: Picture | None


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture that has been judged fit to be looked at.

    Attributes:
        picture: (height, width, 3) blue, green, red.
        at_ns: table time at which it was grabbed.
        source: the camera's name in the table file.
        sequence: 1 for the first grab of this camera; a gap shows grabs that were dropped or unfit.
    """

    picture: Picture
    at_ns: int
    source: str
    sequence: int
