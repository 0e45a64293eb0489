"""Rendering a scene: the picture that a camera takes of it, and what each pixel shows.

It needs numba, from the extra `train`.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.bodies import bodies_of, lists_of
from models.raycasting.camera import RayCamera
from models.raycasting.scene import FIRST_SHEET, Scene
from models.raycasting.sensor import Sensor, expose
from vision.frames import Picture


@dataclass(frozen=True, eq=False)
class Rendered:
    """A picture, and the truth about it.

    Attributes:
        picture_bgr: (height, width, 3).
        ids: (height, width) what is in the middle of each pixel: the index of a chip, FELT,
            BEYOND, or FIRST_SHEET and the index of a sheet.
        scene, camera: what was seen, and by whom.
    """

    picture_bgr: Picture
    ids: NDArray[np.int32]
    scene: Scene
    camera: RayCamera

    def chip_pixels(self, index: int) -> int:
        """How many pixels show a chip."""
        return int((self.ids == index).sum())

    def chip_share(self, index: int) -> float:
        """Share of a chip's outline that shows, 0 to 1; what lies outside the picture does not."""
        return self._share(self.scene.rims(self.scene.chips[index]), self.chip_pixels(index))

    def sheet_share(self, index: int) -> float:
        """Share of a sheet that shows, 0 to 1."""
        pixels = int((self.ids == FIRST_SHEET + index).sum())
        return self._share(self.scene.sheets[index].corners(), pixels)

    def stack_share(self, indices: list[int]) -> float:
        """Share of the common outline of several chips that shows, 0 to 1."""
        rims = np.concatenate([self.scene.rims(self.scene.chips[index]) for index in indices])
        return self._share(rims, int(np.isin(self.ids, indices).sum()))

    def _share(self, outline_mm: NDArray[np.float64], pixels: int) -> float:
        if self.camera.depths(outline_mm).min() <= 1.0:
            return 0.0
        hull = cv2.convexHull(self.camera.project(outline_mm).astype(np.float32))
        return min(1.0, pixels / max(1.0, cv2.contourArea(hull)))


def render(scene: Scene, camera: RayCamera, *, seed: int, sensor: Sensor | None = None) -> Rendered:
    """The picture that the camera takes.

    Args:
        scene: what lies on the table.
        camera: who looks.
        seed: of shadows' grain and the sensor's noise; the same seed gives the same picture.
        sensor: lens and sensor; a good one if absent.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    from models.raycasting.kernel import cast  # numba is in the extra `train` only

    light = np.zeros((camera.height_px, camera.width_px, 3), np.float32)
    ids = np.zeros((camera.height_px, camera.width_px), np.int32)
    cast(
        bodies_of(scene, camera),
        lists_of(scene, camera),
        np.ascontiguousarray(camera.place_mm, np.float64),
        np.ascontiguousarray(camera.axes, np.float64),
        float(camera.focal_px),
        float(camera.centre_px[0]),
        float(camera.centre_px[1]),
        int(seed) % 1_000_003,
        light,
        ids,
    )
    return Rendered(expose(light, sensor or Sensor(), seed), ids, scene, camera)
