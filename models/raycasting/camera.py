"""A camera anywhere around the table, with a straight lens.

A pixel's centre has whole coordinates, as OpenCV has it. The principal point may lie outside the
picture: then the picture is a part cut from that of a larger camera.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.calibration import Calibration, Lens, calibrate
from vision.layout import Point

LANDMARKS_MM = 250.0
"""The points of a calibration lie so far about where the camera looks."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RayCamera:
    """A pinhole at a place, looking somewhere.

    Attributes:
        place_mm: (3,) x, y and height over the felt.
        axes: (3, 3) rows: to the right in the picture, downwards in it, and forwards.
        focal_px: focal length in pixels.
        centre_px: where the forward axis meets the picture.
        width_px, height_px: size of its pictures.
    """

    place_mm: NDArray[np.float64]
    axes: NDArray[np.float64]
    focal_px: float
    centre_px: tuple[float, float]
    width_px: int
    height_px: int

    def project(self, places_mm: ArrayLike) -> NDArray[np.float64]:
        """The pixels, (n, 2), that show these places, (n, 3)."""
        seen = (np.asarray(places_mm, np.float64).reshape(-1, 3) - self.place_mm) @ self.axes.T
        return self.focal_px * seen[:, :2] / seen[:, 2:] + np.array(self.centre_px)

    def depths(self, places_mm: ArrayLike) -> NDArray[np.float64]:
        """How far before the camera these places, (n, 3), are; below 0 behind it."""
        seen = np.asarray(places_mm, np.float64).reshape(-1, 3) - self.place_mm
        return np.asarray(seen @ self.axes[2])

    def places(self, pixels: ArrayLike, height_mm: float = 0.0) -> NDArray[np.float64]:
        """The places, (n, 2), at one height that these pixels, (n, 2), show."""
        points = (np.asarray(pixels, np.float64).reshape(-1, 2) - self.centre_px) / self.focal_px
        rays = np.column_stack((points, np.ones(len(points)))) @ self.axes
        reach = (height_mm - self.place_mm[2]) / rays[:, 2:]
        return self.place_mm[:2] + reach * rays[:, :2]

    def pixels_per_mm(self, at_mm: ArrayLike) -> float:
        """The scale across the line of sight at a place, (3,)."""
        return float(self.focal_px / self.depths(at_mm)[0])

    def cut(self, corner_px: tuple[int, int], size_px: tuple[int, int]) -> "RayCamera":
        """The camera of a part of the picture: its upper left corner and its width and height."""
        x, y = self.centre_px
        return replace(
            self,
            centre_px=(x - corner_px[0], y - corner_px[1]),
            width_px=size_px[0],
            height_px=size_px[1],
        )

    def calibration(self, about_mm: Point | None = None) -> Calibration:
        """What an exact calibration by four points about a place of the felt gives.

        Raises:
            ValueError: the camera looks past the felt and no place is given.
        """
        x, y = self.places([self.centre_px])[0] if about_mm is None else about_mm
        ring = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        marks = [(x + LANDMARKS_MM * across, y + LANDMARKS_MM * down) for across, down in ring]
        places = [(*mark, 0.0) for mark in marks]
        if self.depths(places).min() <= 0:
            raise ValueError("the camera does not look at the felt there")
        pixels = [(float(px), float(py)) for px, py in self.project(places)]
        lens = Lens(focal_px=(self.focal_px, self.focal_px), centre_px=self.centre_px)
        size = (self.width_px, self.height_px)
        return calibrate(size, list(zip(pixels, marks, strict=True)), lens)


def looking_at(
    place_mm: ArrayLike,
    *,
    azimuth: float,
    elevation: float,
    distance_mm: float,
    focal_px: float,
    size_px: tuple[int, int],
    roll: float = 0.0,
) -> RayCamera:
    """A camera with a place in the middle of its picture.

    Args:
        place_mm: (3,) what it looks at.
        azimuth: radians on the plan, from +x towards +y, of the direction in which the camera
            stands from that place.
        elevation: radians above the felt; pi / 2 is straight above.
        distance_mm: from that place.
        focal_px: focal length in pixels.
        size_px: width and height of its pictures.
        roll: radians by which the picture is turned.
    """
    target = np.asarray(place_mm, np.float64)
    towards = np.array(
        [
            np.cos(elevation) * np.cos(azimuth),
            np.cos(elevation) * np.sin(azimuth),
            np.sin(elevation),
        ]
    )
    # Axes from the angles, not from the vertical: they hold straight above, too.
    right = np.array([np.sin(azimuth), -np.cos(azimuth), 0.0])
    down = np.cross(right, -towards)
    turned = (
        np.cos(roll) * right + np.sin(roll) * down,
        np.cos(roll) * down - np.sin(roll) * right,
        -towards,
    )
    width, height = size_px
    return RayCamera(
        place_mm=target + distance_mm * towards,
        axes=np.stack(turned),
        focal_px=focal_px,
        centre_px=((width - 1) / 2, (height - 1) / 2),
        width_px=width,
        height_px=height,
    )
