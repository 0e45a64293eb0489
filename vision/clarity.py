"""A lens that has become dirty or has lost its focus: what was sharp is there, and is blurred.

Marked spots of the table are looked at where they were when the camera was calibrated. A hand or a
chip over a spot shows something else; dirt and a lost focus show the same spot, softer. The light
does not matter: sharpness is measured against brightness.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.frames import NS_PER_S, Picture
from vision.layout import Layout, corners
from vision.marked_spots import marked_spots
from vision.zones import mask_of

EVERY_NS = 2 * NS_PER_S
"""Dirt does not hurry."""

SPOTS = 40
LEAST_SPOTS = 6
SPOT_PX = 20
"""Half the side of a spot."""

SAME_SPOT = 0.6
"""Correlation at which a spot is in sight: a blurred one still is."""

BLURRED = 0.5
"""Share of its sharpness below which a spot is blurred."""

IN_A_ROW = 5
"""A spot is judged when so many looks agree, ten seconds."""

MOST_BLURRED = 0.5
"""With more of the spots in sight blurred, the whole picture is."""

TOGETHER = 3
"""So many blurred spots side by side are dirt on the lens; one may be a spilt drink."""

SIDE_BY_SIDE = 0.25
"""Share of the picture's width within which spots are side by side."""


@dataclass
class _Spot:
    """A marked spot.

    Attributes:
        centre: x and y in the picture.
        patch: (side, side) its brightness when the camera was calibrated, smoothed.
        sharpness: of that patch.
        blurred: looks in a row at which it was in sight and blurred.
        clear: the last look at which it was in sight showed it sharp.
    """

    centre: tuple[int, int]
    patch: NDArray[np.float32]
    sharpness: float
    blurred: int = 0
    clear: bool = False


@dataclass
class ClarityGuard:
    """Looks from time to time whether one camera still sees sharply."""

    calibration: Calibration
    layout: Layout
    reference: Picture | None = None
    _spots: list[_Spot] | None = field(default=None, init=False)
    _looked_ns: int | None = field(default=None, init=False)
    _fault: str = field(default="", init=False)

    def look(self, picture: Picture, at_ns: int) -> str:
        """What is wrong with the lens as it stands after this frame, in words; empty if nothing.

        Args:
            picture: (height, width, 3), of the size that the camera was calibrated for.
            at_ns: the frame's time.
        """
        if self._looked_ns is not None and at_ns - self._looked_ns < EVERY_NS:
            return self._fault
        self._looked_ns = at_ns
        if self._spots is None:
            self._spots = self._choose(picture if self.reference is None else self.reference)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        for spot in self._spots:
            _judge(spot, grey)
        self._fault = self._judged(self._spots)
        return self._fault

    def _judged(self, spots: list[_Spot]) -> str:
        blurred = [spot for spot in spots if spot.blurred >= IN_A_ROW]
        clear = [spot for spot in spots if spot.clear]
        if len(blurred) >= LEAST_SPOTS and len(blurred) > MOST_BLURRED * len(blurred + clear):
            return "its picture is out of focus, or its lens is dirty"
        for spot in blurred:
            nearest = sorted(blurred + clear, key=lambda other: _apart_px(spot, other))[:TOGETHER]
            near = _apart_px(spot, nearest[-1]) < SIDE_BY_SIDE * self.calibration.width_px
            if len(nearest) == TOGETHER and near and not any(one.clear for one in nearest):
                x, y = spot.centre
                return f"its lens is dirty: the picture is blurred around {x}, {y}"
        return ""

    def _choose(self, picture: Picture) -> list[_Spot]:
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        height, width = grey.shape
        table = mask_of(self.calibration.to_pixels(corners(self.layout.outline)), (width, height))
        places = marked_spots(grey, table, most=SPOTS, apart_px=width / 16, edge_px=SPOT_PX + 1)
        patches = [_patch(grey, place) for place in places]
        spots = [
            _Spot(place, patch, _sharpness(patch))
            for place, patch in zip(places, patches, strict=True)
        ]
        return spots if len(spots) >= LEAST_SPOTS else []


def _apart_px(one: _Spot, other: _Spot) -> float:
    return float(np.hypot(*np.subtract(one.centre, other.centre)))


def _judge(spot: _Spot, grey: NDArray[np.uint8]) -> None:
    patch = _patch(grey, spot.centre)
    likeness = float(cv2.matchTemplate(patch, spot.patch, cv2.TM_CCOEFF_NORMED)[0, 0])
    if likeness < SAME_SPOT:
        return  # something lies over it
    if _sharpness(patch) < BLURRED * spot.sharpness:
        spot.blurred, spot.clear = spot.blurred + 1, False
    else:
        spot.blurred, spot.clear = 0, True


def _patch(grey: NDArray[np.uint8], centre: tuple[int, int]) -> NDArray[np.float32]:
    x, y = centre
    cut = grey[y - SPOT_PX : y + SPOT_PX + 1, x - SPOT_PX : x + SPOT_PX + 1]
    return np.asarray(cv2.GaussianBlur(cut.astype(np.float32), (3, 3), 0), np.float32)


def _sharpness(patch: NDArray[np.float32]) -> float:
    """How much brightness bends from pixel to pixel, against brightness."""
    return float(cv2.Laplacian(patch, cv2.CV_32F).std() / (patch.mean() + 8.0))
