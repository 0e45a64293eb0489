"""One area of the table, drawn as if seen from straight above.

Only areas are drawn, never the whole picture: at full size that would cost more than reading.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.frames import Picture
from vision.layout import Point, Polygon, corners

MARGIN_MM = 25.0
"""Chips that stick out of the area by half their width are still seen whole."""

FINEST_PX_PER_MM = 3.0
"""Finer than this nothing more is read, and drawing takes longer."""


class RectifiedArea:
    """Draws one area, always at the same scale; the maps are made once.

    Attributes:
        pixels_per_mm: the scale of what is drawn: that of the camera, or a little coarser.
        region_px: (corners, 2), the area's corners in what is drawn.
        size_px: (width, height) of what is drawn.
        middle_mm: the middle of the area's corners.
    """

    def __init__(
        self, calibration: Calibration, area: Polygon, pixels_per_mm: float | None = None
    ) -> None:
        """Make the maps.

        Args:
            calibration: of the camera.
            area: in table millimetres.
            pixels_per_mm: the scale to draw at; the camera's own if absent.
        """
        places = corners(area)
        low, high = places.min(axis=0) - MARGIN_MM, places.max(axis=0) + MARGIN_MM
        middle = (float(places[:, 0].mean()), float(places[:, 1].mean()))
        own_scale = min(calibration.pixels_per_mm(middle), FINEST_PX_PER_MM)
        self.pixels_per_mm = own_scale if pixels_per_mm is None else pixels_per_mm
        width, height = np.ceil((high - low) * self.pixels_per_mm).astype(int)
        self.size_px = (int(width), int(height))
        self.middle_mm = middle
        self._corner_mm = low
        self.region_px = (places - low) * self.pixels_per_mm - 0.5
        across, down = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        spots_mm = np.column_stack((across.ravel(), down.ravel())) / self.pixels_per_mm + low
        spots_px = calibration.to_pixels(spots_mm).astype(np.float32).reshape(height, width, 2)
        columns, rows = (
            np.ascontiguousarray(spots_px[..., 0]),
            np.ascontiguousarray(spots_px[..., 1]),
        )
        self._spots, self._fractions = cv2.convertMaps(columns, rows, cv2.CV_16SC2)

    def to_table_mm(self, spot_px: Point) -> Point:
        """The place of the table that a spot of what is drawn shows."""
        x, y = (np.array(spot_px) + 0.5) / self.pixels_per_mm + self._corner_mm
        return float(x), float(y)

    def draw(self, picture: Picture) -> Picture:
        """The area as (height, width, 3); black where the camera does not see it."""
        drawn = cv2.remap(picture, self._spots, self._fractions, cv2.INTER_LINEAR)
        return np.asarray(drawn, dtype=np.uint8)

    def draw_median(self, pictures: list[Picture]) -> Picture:
        """The area as the median of several pictures of the same rest: less noise, no insects."""
        return _median([self.draw(picture) for picture in pictures])

    def without_surroundings(self, drawn: Picture) -> Picture:
        """What was drawn, cut to the area, and black beside it: there may be a player's cards."""
        inside = mask_of(self.region_px, self.size_px)
        rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
        shown = np.where(inside[..., None], drawn, np.uint8(0))
        return shown[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _median(pictures: list[Picture]) -> Picture:
    """The median at each place; between two pictures in the middle, their mean."""
    ordered = list(pictures)
    # Neighbours change places, picture by picture: numpy's own median takes thirty times as long.
    for step in range(len(ordered)):
        for first in range(step % 2, len(ordered) - 1, 2):
            one, other = ordered[first], ordered[first + 1]
            ordered[first] = np.asarray(cv2.min(one, other), np.uint8)
            ordered[first + 1] = np.asarray(cv2.max(one, other), np.uint8)
    lower, upper = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return lower + (upper - lower) // 2


def mask_of(region_px: NDArray[np.float64], size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """(height, width): the pixels inside a polygon given by its corners in pixels."""
    width, height = size_px
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(region_px).astype(np.int32)], 1)
    return mask.astype(bool)
