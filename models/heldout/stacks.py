"""Held-out pictures of stacks: scenes for the path tracer, and pictures from what it gives back."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.heldout.scene_files import write_scene
from models.layers.pictures import write_picture
from models.layers.rendering import picture_of
from models.layers.views import Range, StackView, random_view
from models.networks import NetworkError
from models.raycasting.sensor import expose, random_sensor

MEASURED = Range(elevation_degrees=(30.0, 45.0), pixels_per_mm=(2.2, 3.0), counts=(1, 20))
"""Where the product promises to count: a low camera, near enough."""


def prepare(folder: Path, *, pictures: int, seed: int) -> None:
    """Write the scenes for models/heldout/blender.py."""
    for number in range(pictures):
        view, _ = _view(number, seed)
        write_scene(folder / f"{number:06d}", view)


def finish(folder: Path, out: Path, *, seed: int) -> int:
    """Make pictures of the light that Blender has rendered; returns how many.

    Raises:
        NetworkError: nothing is rendered yet.
    """
    paths = sorted(folder.glob("*/light.png"))
    if not paths:
        raise NetworkError(
            f"Nothing is rendered in {folder}. Run: python models/heldout/blender.py {folder}"
        )
    for path in paths:
        number = int(path.parent.name)
        view, random = _view(number, seed)
        stored = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if stored is None:
            raise NetworkError(f"{path} cannot be read. Delete it and render again.")
        light = _linear(np.asarray(stored, np.float32)[..., :3] / 65535.0)
        picture = expose(light, random_sensor(random), seed + number)
        write_picture(out, picture_of(path.parent.name, view, picture, 1.0))
    return len(paths)


def _view(number: int, seed: int) -> tuple[StackView, np.random.Generator]:
    random = np.random.default_rng((seed, number))
    return random_view(random, MEASURED), random


def _linear(srgb: NDArray[np.float32]) -> NDArray[np.float32]:
    """The amounts of light that sRGB stands for."""
    low = srgb / 12.92
    high = ((srgb + 0.055) / 1.055) ** 2.4
    return np.where(srgb <= 0.04045, low, high).astype(np.float32)
