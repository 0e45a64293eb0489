"""Photographs of the house's chips for enrolment: taken by hand, in other light than the demo's."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.scene.camera import SceneCamera
from models.scene.chips import HOUSE, THICKNESS_MM
from models.scene.sensor import Light
from models.staging.film import Film
from models.staging.rig import table_top
from models.staging.stage import Stage
from table.chips import Denomination
from vision.enrolment import EnrolmentPhoto
from vision.layout import Layout, Point

LIGHTS = (
    Light(level=1.06, tint=(1.02, 1.0, 0.98), place_mm=(430.0, 100.0)),
    Light(level=0.86, tint=(0.88, 1.0, 1.08), place_mm=(300.0, 260.0)),
)
"""Daylight, and a warm bulb."""

VIEWS = ((1000.0, (0.0, 0.0), 3.0), (1060.0, (9.0, -4.0), -20.0))
"""Height in millimetres, tilt and turn in degrees of each photograph's camera."""

SPREAD: tuple[Point, ...] = (
    (398.0, 176.0),
    (452.0, 168.0),
    (506.0, 181.0),
    (424.0, 226.0),
    (480.0, 231.0),
)
"""Where the chips lie: on the bare felt, apart from each other."""


FOCAL_PX = 3277.0


def enrolment_photos(layout: Layout, seed: int) -> Iterator[EnrolmentPhoto]:
    """Two photographs of each chip, five chips in each: from straight above, and by hand."""
    for denomination in HOUSE:
        for number in range(len(LIGHTS)):
            name = f"{denomination}-{number + 1}"
            picture = photograph(layout, [denomination] * len(SPREAD), number, seed + number)
            scale = FOCAL_PX / (VIEWS[0][0] - THICKNESS_MM) if number == 0 else None
            yield EnrolmentPhoto(
                name=name, picture=picture, label=str(denomination), pixels_per_mm=scale
            )


def photograph(
    layout: Layout, chips: list[Denomination], view: int, seed: int
) -> NDArray[np.uint8]:
    """Chips that lie apart on the felt, photographed.

    Args:
        layout: of the table.
        chips: at most as many as `SPREAD` has places.
        view: which of the views and lights.
        seed: of how the chips are turned.
    """
    stage = Stage(layout, seed)
    for denomination, place in zip(chips, SPREAD, strict=False):
        stage.chip(denomination, 0, stage.jitter(place, 3.0), 0.0)
    height_mm, tilt, turn = VIEWS[view]
    # A tilted camera is moved aside, so that the chips stay in the middle of the picture.
    aside = np.tan(np.radians(tilt)) * height_mm
    camera = SceneCamera(
        name="phone",
        width_px=1280,
        height_px=960,
        focal_px=FOCAL_PX,
        place_mm=(452.0 + aside[1], 200.0 - aside[0]),
        height_mm=height_mm,
        tilt_degrees=tilt,
        turn_degrees=turn,
    )
    film = Film(camera, table_top(layout, seed), stage.performance, LIGHTS[view], seed)
    return film.picture(0.0)
