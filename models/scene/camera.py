"""The camera over the table: a pinhole at a known place, so that every height has its own mapping.

Places are the layout's: millimetres, x to the right, y downwards in the picture, and a height above
the felt. A pixel's centre has whole coordinates, as OpenCV has it.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.calibration import Calibration, Lens, calibrate
from vision.layout import Point

Matrix = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class SceneCamera:
    """A camera with a straight lens.

    Attributes:
        name: its name in the table file.
        width_px, height_px: size of its pictures.
        focal_px: focal length in pixels.
        place_mm: x and y of the table straight below it.
        height_mm: of the lens over the felt.
        tilt_degrees: how far it is turned about x and about y; mountings are never quite level.
        turn_degrees: how far it is turned about its own axis.
    """

    name: str
    width_px: int
    height_px: int
    focal_px: float
    place_mm: Point
    height_mm: float
    tilt_degrees: tuple[float, float] = (0.0, 0.0)
    turn_degrees: float = 0.0

    @property
    def _inside(self) -> Matrix:
        centre_x, centre_y = (self.width_px - 1) / 2, (self.height_px - 1) / 2
        return np.array([[self.focal_px, 0, centre_x], [0, self.focal_px, centre_y], [0, 0, 1.0]])

    @property
    def _rotation(self) -> Matrix:
        about_x, about_y = np.radians(self.tilt_degrees)
        about_z = np.radians(self.turn_degrees)
        turns = [(about_x, 0, 0), (0, about_y, 0), (0, 0, about_z)]
        x, y, z = (cv2.Rodrigues(np.array(turn, np.float64))[0] for turn in turns)
        return np.asarray(z @ y @ x)

    def plane(self, height_mm: float = 0.0) -> Matrix:
        """The homography from millimetres at one height to pixels."""
        return _plane(self, height_mm)

    def project(self, places_mm: ArrayLike, height_mm: float = 0.0) -> Matrix:
        """The pixels, (count, 2), that show these places, (count, 2), at one height."""
        places = np.asarray(places_mm, np.float64).reshape(-1, 1, 2)
        seen = cv2.perspectiveTransform(places, self.plane(height_mm))
        return np.asarray(seen.reshape(-1, 2), np.float64)

    def places(self, pixels: ArrayLike, height_mm: float = 0.0) -> Matrix:
        """The places, (count, 2), at one height that these pixels, (count, 2), show."""
        points = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        found = cv2.perspectiveTransform(points, np.linalg.inv(self.plane(height_mm)))
        return np.asarray(found.reshape(-1, 2), np.float64)

    def calibration(self, landmarks_mm: list[Point], reference: str = "") -> Calibration:
        """What a person who clicks these landmarks of the felt, to 0.01 pixel, would measure."""
        pixels = self.project(landmarks_mm).round(2)
        pairs = [
            ((float(x), float(y)), place)
            for (x, y), place in zip(pixels, landmarks_mm, strict=True)
        ]
        centre = (self._inside[0, 2], self._inside[1, 2])
        lens = Lens(focal_px=(self.focal_px, self.focal_px), centre_px=centre)
        return calibrate((self.width_px, self.height_px), pairs, lens, reference)


@lru_cache(maxsize=512)
def _plane(camera: SceneCamera, height_mm: float) -> Matrix:
    rotation = camera._rotation
    camera_at = np.array([*camera.place_mm, -camera.height_mm])
    towards = rotation @ (np.array([0.0, 0.0, -height_mm]) - camera_at)
    mapping = camera._inside @ np.column_stack((rotation[:, 0], rotation[:, 1], towards))
    return np.asarray(mapping / mapping[2, 2])
