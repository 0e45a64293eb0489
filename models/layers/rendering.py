"""Renders pictures of stacks with the ray caster, for training."""

from pathlib import Path

import numpy as np

from models.layers.pictures import StackPicture, write_picture
from models.layers.views import Range, StackView, random_view
from models.progress import Progress
from models.raycasting.sensor import random_sensor
from vision.frames import Picture


def render_pictures(
    folder: Path, *, pictures: int, seed: int, progress: Progress, within: Range | None = None
) -> None:
    """Render that many pictures of stacks; those that are there already are kept."""
    from models.raycasting.rendering import render

    for number in range(pictures):
        name = f"{number:06d}"
        if not (folder / f"{name}.json").exists():
            random = np.random.default_rng((seed, number))
            view = random_view(random, within or Range())
            sensor = random_sensor(random)
            seen = render(view.scene, view.camera, seed=seed + number, sensor=sensor)
            share = seen.stack_share(list(range(view.count)))
            write_picture(folder, picture_of(name, view, seen.picture_bgr, share))
        progress("pictures of stacks", number + 1, pictures)


def picture_of(name: str, view: StackView, picture: Picture, visible: float) -> StackPicture:
    """A picture of a view, with its truth."""
    stack = view.scene.chips[: view.count]
    foot = stack[0].place_mm
    return StackPicture(
        name=name,
        picture=picture,
        calibration=view.camera.calibration(foot),
        place_mm=foot,
        offsets_mm=tuple(
            (chip.place_mm[0] - foot[0], chip.place_mm[1] - foot[1]) for chip in stack
        ),
        kinds=tuple(view.scene.looks[chip.kind].name for chip in stack),
        elevation_degrees=view.elevation_degrees,
        pixels_per_mm=view.pixels_per_mm,
        visible=visible,
    )
