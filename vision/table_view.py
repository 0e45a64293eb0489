"""Where the camera stands over the table: from pictures to millimetres and back.

Chips are circles of one known size on one plane. Once the plane is known, a picture is drawn anew
as if seen from straight above, at one scale everywhere, and a chip is a circle of known radius.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FOCAL_LENGTH = 0.8
"""Focal length in longest sides of the picture, where no calibration tells it: a phone's camera."""


@dataclass(frozen=True)
class TableView:
    """The plane of the chips' tops, as one camera sees it.

    Attributes:
        to_picture: (3, 3) homography from millimetres on the plane to pixels of the picture.
        camera_mm: (3,) where the camera stands, x and y on the plane and its height over it; None
            if that is not known.
    """

    to_picture: NDArray[np.float64]
    camera_mm: NDArray[np.float64] | None = None

    @classmethod
    def from_scale(cls, pixels_per_mm: float) -> "TableView":
        """A picture already seen from straight above, such as a rectified bet area."""
        return cls(np.diag([pixels_per_mm, pixels_per_mm, 1.0]))

    @classmethod
    def from_pose(
        cls, size_px: tuple[int, int], pixels_per_mm: float, tilt: float, direction: float
    ) -> "TableView":
        """A camera that looks at the table from a tilt.

        Args:
            size_px: (width, height) of the picture.
            pixels_per_mm: the scale at the middle of the picture.
            tilt: radians between the optical axis and the table's normal; 0 is straight above.
            direction: where in the picture the table recedes: radians from +x towards +y.
        """
        width, height = size_px
        focal = FOCAL_LENGTH * max(width, height)
        distance = focal / pixels_per_mm
        along = np.array([np.cos(direction), np.sin(direction)])
        # Plane axes: u recedes along `direction`, v runs across it.
        u = np.array([along[0] * np.cos(tilt), along[1] * np.cos(tilt), np.sin(tilt)])
        v = np.array([-along[1], along[0], 0.0])
        # Turned back by `direction`, so that a picture from straight above is not turned.
        x = u * along[0] - v * along[1]
        y = u * along[1] + v * along[0]
        camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
        # The camera, from the plane's origin: a distance back along the optical axis.
        normal = np.cross(x, y)
        back = np.array([0.0, 0.0, -distance])
        place = np.array([back @ x, back @ y, abs(back @ normal)])
        return cls(camera @ np.stack([x, y, [0.0, 0.0, distance]], axis=1), place)

    def points_in_picture(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 2) millimetres on the plane to (n, 2) pixels."""
        return _project(self.to_picture, points_mm)

    def points_on_table(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 2) pixels to (n, 2) millimetres on the plane."""
        return _project(np.asarray(np.linalg.inv(self.to_picture), np.float64), points_px)

    def pixels_per_mm(self, place_mm: NDArray[np.float64]) -> float:
        """How large a millimetre at a place of the table is in the picture, on average."""
        depth = float(self.to_picture[2] @ [place_mm[0], place_mm[1], 1.0])
        return float(np.sqrt(abs(np.linalg.det(self.to_picture) / depth**3)))

    def scaled(self, factor: float) -> "TableView":
        """The same camera for a picture resized by `factor`."""
        return TableView(np.diag([factor, factor, 1.0]) @ self.to_picture, self.camera_mm)

    def shrunk(self, factor: float) -> "TableView":
        """The same camera if everything on the table were `factor` times smaller than thought."""
        camera = None if self.camera_mm is None else self.camera_mm * factor
        return TableView(self.to_picture @ np.diag([1 / factor, 1 / factor, 1.0]), camera)

    def flatten(
        self,
        picture: NDArray,
        corner_mm: tuple[float, float],
        size_px: tuple[int, int],
        pixels_per_mm: float,
    ) -> NDArray:
        """Draw the picture anew from straight above.

        Args:
            picture: of any depth and number of channels.
            corner_mm: the place of the new picture's upper left corner.
            size_px: (width, height) of the new picture.
            pixels_per_mm: its scale.
        """
        to_table = np.array(
            [
                [1 / pixels_per_mm, 0, corner_mm[0]],
                [0, 1 / pixels_per_mm, corner_mm[1]],
                [0, 0, 1.0],
            ]
        )
        flat: NDArray = cv2.warpPerspective(
            picture,
            self.to_picture @ to_table,
            size_px,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
        return flat


def _project(homography: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    lifted = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ homography.T
    return lifted[:, :2] / lifted[:, 2:]
