"""The camera's eye: lamp, lens and sensor, between the scene and the picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scene.camera import SceneCamera
from models.scene.paint import Canvas


@dataclass(frozen=True, kw_only=True)
class Light:
    """The lamp over the table.

    Attributes:
        place_mm: x and y under which it hangs.
        height_mm: over the felt.
        level: exposure; 1 shows colours as they are.
        tint: blue, green and red of the lamp against white.
        flicker: share by which the mains make it waver from picture to picture.
        drift: share by which its brightness wanders over a minute.
    """

    place_mm: tuple[float, float] = (430.0, 200.0)
    height_mm: float = 1100.0
    level: float = 1.0
    tint: tuple[float, float, float] = (0.95, 1.0, 1.03)
    flicker: float = 0.004
    drift: float = 0.015

    def falloff(self, camera: SceneCamera) -> Canvas:
        """By how much every pixel's colours are brightened, (height, width, 3)."""
        columns, rows = np.arange(0, camera.width_px, 8), np.arange(0, camera.height_px, 8)
        grid_x, grid_y = np.meshgrid(columns, rows)
        places = camera.places(np.stack((grid_x.ravel(), grid_y.ravel()), axis=1))
        away = np.linalg.norm(places - np.array(self.place_mm), axis=1) / self.height_mm
        small = ((1 + away**2) ** -1.5).reshape(grid_x.shape).astype(np.float32)
        full = cv2.resize(small, (camera.width_px, camera.height_px), interpolation=cv2.INTER_CUBIC)
        return full[..., None] * np.array(self.tint, np.float32) * np.float32(self.level)

    def at(self, now_ms: float) -> float:
        """Brightness at a moment."""
        seconds = now_ms / 1000
        # Mains at 100 Hz against 15 pictures a second: an alias of 5 Hz, and slow beats of it.
        waver = self.flicker * np.sin(2 * np.pi * 4.93 * seconds)
        return float(1 + waver + self.drift * np.sin(2 * np.pi * seconds / 67.0))


class Sensor:
    """Noise, always the same for one seed.

    Args:
        camera: whose sensor it is.
        seed: of the noise.
        noise: standard deviation in a picture's steps, 0 to 255.
    """

    FIELDS = 7

    def __init__(self, camera: SceneCamera, seed: int, noise: float = 1.0) -> None:
        random = np.random.default_rng(seed)
        shape = (camera.height_px + 64, camera.width_px + 64, 3)
        self._fields = [
            np.float32(noise) * random.standard_normal(shape, np.float32)
            for _ in range(self.FIELDS)
        ]
        self._random = random
        self._size = (camera.height_px, camera.width_px)

    def expose(self, scene: Canvas, brightness: float) -> NDArray[np.uint8]:
        """A picture of the scene."""
        field = self._fields[int(self._random.integers(self.FIELDS))]
        down, across = self._random.integers(0, 64, 2)
        height, width = self._size
        noise = field[down : down + height, across : across + width]
        seen = cv2.addWeighted(scene, brightness, noise, 1.0, 0.0, dtype=cv2.CV_8U)
        return np.asarray(seen, np.uint8)


def defocus(canvas: Canvas, sigma_px: float = 0.6) -> Canvas:
    """What the lens makes of a sharp scene."""
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), sigma_px), np.float32)
