"""A camera that has been moved: its calibration no longer holds, and all it says would be wrong.

Marked spots of the table itself, all over the picture, are looked for where they were when the
camera was calibrated, or when it started. Hands and chips cover some; most stay in sight.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.frames import NS_PER_S, Picture
from vision.layout import Layout, corners
from vision.marked_spots import marked_spots
from vision.rectify import mask_of

EVERY_NS = NS_PER_S // 2
"""Spots are looked for this often."""

MOST_DRIFT_MM = 6.0
"""A sixth of a chip: with more, a chip on the edge of a bet area is given to the wrong place."""

IN_A_ROW = 3
"""The camera has moved, or is blind, when so many looks agree: an arm passes in less."""

LONGEST_SIDE_PX = 960
"""Spots are looked for on a picture reduced to this."""

SPOTS = 24
LEAST_SPOTS = 6
"""With fewer marked spots a table is too plain to tell whether its camera has moved."""

SPOT_PX = 12
"""Half the side of a spot."""

SEARCH_PX = 40
"""How far around its place a spot is looked for."""

LEAST_LIKENESS = 0.8
"""Correlation at which a spot is found."""

LEAST_FOUND = 1 / 4
"""Share of the spots that are in sight over any busy table."""

_Spot = tuple[tuple[int, int], NDArray[np.uint8]]
"""The place of a spot in the reduced picture, and what it looks like."""


@dataclass(frozen=True)
class Drift:
    """How far a camera has moved.

    Attributes:
        moved_mm: on the table; None if too few spots are in sight to tell.
    """

    moved_mm: float | None


class DriftGuard:
    """Looks from time to time whether the table is still where the camera was calibrated to it."""

    def __init__(
        self, calibration: Calibration, layout: Layout, reference: Picture | None = None
    ) -> None:
        """Choose the spots, at once or from the first frame.

        Args:
            calibration: of the camera.
            layout: of the table; nothing outside its outline is looked at.
            reference: the picture that the calibration was made from.
        """
        self._calibration = calibration
        self._scale = min(1.0, LONGEST_SIDE_PX / max(calibration.width_px, calibration.height_px))
        self._table = self._table_mask(layout)
        self._spots: list[_Spot] | None = None
        self._looked_ns: int | None = None
        self._agreeing = 0
        self._drift: Drift | None = None
        if reference is not None:
            self._spots = self._choose(self._reduce(reference))

    @property
    def can_tell(self) -> bool:
        """Whether the table has marked spots enough."""
        return self._spots is None or len(self._spots) >= LEAST_SPOTS

    def look(self, picture: Picture, at_ns: int) -> Drift | None:
        """The camera's drift as it stands after this frame; None while it stands where it stood."""
        if self._looked_ns is not None and at_ns - self._looked_ns < EVERY_NS:
            return self._drift
        first, self._looked_ns = self._looked_ns is None, at_ns
        found = self.measure(picture)
        if first or (found is None) == (self._drift is None):
            self._agreeing, self._drift = 0, found
        else:
            self._agreeing += 1
            if self._agreeing >= IN_A_ROW:
                self._agreeing, self._drift = 0, found
        return self._drift

    def measure(self, picture: Picture) -> Drift | None:
        """The drift that this one picture shows; None if it shows none."""
        reduced = self._reduce(picture)
        if self._spots is None:
            self._spots = self._choose(reduced)
        if len(self._spots) < LEAST_SPOTS:
            return None
        shifts: list[NDArray[np.float64]] = []
        for (x, y), patch in self._spots:
            shift = _shift_of(reduced, x, y, patch)
            if shift is not None:
                there = np.array([(x, y), (x + shift[0], y + shift[1])]) / self._scale
                was_mm, is_mm = self._calibration.to_table_mm(there)
                shifts.append(is_mm - was_mm)
        if len(shifts) < LEAST_FOUND * len(self._spots):
            return Drift(None)
        moved_mm = float(np.median(np.linalg.norm(np.stack(shifts), axis=1)))
        return Drift(moved_mm) if moved_mm > MOST_DRIFT_MM else None

    def _choose(self, reduced: NDArray[np.uint8]) -> list[_Spot]:
        places = marked_spots(
            reduced,
            self._table,
            most=SPOTS,
            apart_px=max(reduced.shape) / 12,
            edge_px=SPOT_PX + SEARCH_PX,
        )
        return [
            ((x, y), reduced[y - SPOT_PX : y + SPOT_PX + 1, x - SPOT_PX : x + SPOT_PX + 1].copy())
            for x, y in places
        ]

    def _reduce(self, picture: Picture) -> NDArray[np.uint8]:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.uint8)

    def _table_mask(self, layout: Layout) -> NDArray[np.bool_]:
        outline_px = self._calibration.to_pixels(corners(layout.outline)) * self._scale
        width = round(self._calibration.width_px * self._scale)
        height = round(self._calibration.height_px * self._scale)
        return mask_of(outline_px, (width, height))


def _shift_of(
    reduced: NDArray[np.uint8], x: int, y: int, patch: NDArray[np.uint8]
) -> tuple[int, int] | None:
    """How far a spot lies from its place; None if it is not in sight."""
    reach = SPOT_PX + SEARCH_PX
    around = reduced[y - reach : y + reach + 1, x - reach : x + reach + 1]
    likeness = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
    _, best, _, (left, top) = cv2.minMaxLoc(likeness)
    return (left - SEARCH_PX, top - SEARCH_PX) if best >= LEAST_LIKENESS else None
