"""Circumstances of a clip, drawn at random: who reaches, over which felt, in what light."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon as Shape
from shapely import unary_union

from models.scene.arms import Person
from models.scene.camera import SceneCamera
from models.scene.paint import Canvas, Colour
from models.scene.sensor import Light
from models.scene.table_top import FELT, TableTop
from models.staging.cast import PLAYERS
from models.staging.rig import table_top
from vision.layout import Layout, SeatLayout
from vision.zones import CARD_MARGIN_MM, REACH_MM

SKINS: tuple[Colour, ...] = ((150, 186, 236), (112, 152, 214), (74, 108, 170), (44, 62, 104))
"""From light to dark; a person's lies between two of them."""

FELTS: tuple[Colour, ...] = (
    FELT,
    (60, 120, 40),
    (110, 74, 30),
    (44, 40, 120),
    (70, 70, 70),
    (96, 62, 90),
)
"""Green, light green, blue, red, grey, violet."""

AS_TABLE = 0.08
"""Share of the people whose sleeve has the colour of the felt."""

BARE_ARMS = 0.25
MARGIN_MM = 25.0


@dataclass(frozen=True)
class TintedTable(TableTop):
    """A table with felt of another colour."""

    felt: Colour = FELT

    def drawn_by(self, camera: SceneCamera) -> Canvas:
        """The empty table in even light, as this camera sees it."""
        tint = np.array(self.felt, np.float32) / np.array(FELT, np.float32)
        return np.asarray(super().drawn_by(camera) * tint, np.float32)


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """All that is left to chance before anything is done.

    Attributes:
        seat: whose bet area is filmed.
        person: who sits there.
        camera: sees this seat's zone, and little more.
        table: with its felt.
        light: the lamp.
        noise: standard deviation of the sensor, in steps of 0 to 255.
        crf: how strongly the film is compressed, as H.264 counts it.
        tempo: how long a movement takes; 1 is calm.
    """

    seat: str
    person: Person
    camera: SceneCamera
    table: TintedTable
    light: Light
    noise: float
    crf: int
    tempo: float


def circumstances(
    layout: Layout, random: np.random.Generator, pixels_per_mm: float
) -> Circumstances:
    """Draw the circumstances of one clip.

    Args:
        layout: of the table.
        random: where chance comes from.
        pixels_per_mm: scale of the film.
    """
    seat = str(random.choice(layout.seat_names))
    felt = _colour(np.array(random.choice(FELTS)) * random.uniform(0.8, 1.2))
    top = table_top(layout, int(random.integers(1 << 30)))
    table = TintedTable(
        layout=top.layout,
        size_mm=top.size_mm,
        corner_mm=top.corner_mm,
        tray_mm=top.tray_mm,
        seed=top.seed,
        felt=felt,
    )
    warmth = random.uniform(0.93, 1.07)
    return Circumstances(
        seat=seat,
        person=person(PLAYERS[seat], random, felt),
        camera=_camera(layout.seat(seat), random, pixels_per_mm),
        table=table,
        light=Light(
            place_mm=(random.uniform(150, 750), random.uniform(0, 500)),
            level=random.uniform(0.75, 1.25),
            tint=(1.0 / warmth, 1.0, warmth),
            flicker=random.uniform(0.0, 0.008),
        ),
        noise=random.uniform(0.5, 2.5),
        crf=int(random.integers(18, 29)),
        tempo=random.uniform(0.75, 1.4),
    )


def person(like: Person, random: np.random.Generator, felt: Colour) -> Person:
    """Somebody who sits where this person does."""
    skin = _skin(random)
    chance = random.random()
    sleeve = _colour(random.uniform(18, 235, 3))
    if chance < BARE_ARMS:
        sleeve = skin
    elif chance < BARE_ARMS + AS_TABLE:
        sleeve = felt
    x, y = np.array(like.shoulder_mm) + random.uniform(-70, 70, 2)
    return Person(
        shoulder_mm=(float(x), float(y)),
        skin=skin,
        sleeve=sleeve,
        left_handed=bool(random.random() < 0.3),
    )


def _skin(random: np.random.Generator) -> Colour:
    place = random.uniform(0, len(SKINS) - 1)
    lower = min(int(place), len(SKINS) - 2)
    light, dark = np.array(SKINS[lower]), np.array(SKINS[lower + 1])
    return _colour(light + (place - lower) * (dark - light))


def _colour(parts: NDArray[np.float64]) -> Colour:
    blue, green, red = (float(part) for part in parts)
    return blue, green, red


def _camera(seat: SeatLayout, random: np.random.Generator, pixels_per_mm: float) -> SceneCamera:
    """A camera over the table's middle that looks at one seat's zone."""
    parts = [Shape(seat.bet_area).buffer(REACH_MM)]
    if seat.card_area:
        parts.append(Shape(seat.card_area).buffer(CARD_MARGIN_MM))
    left, top, right, bottom = unary_union(parts).bounds
    height_mm = random.uniform(1250, 1800)
    place = (random.uniform(400, 500), random.uniform(210, 310))
    along_x, along_y = (left + right) / 2 - place[0], (top + bottom) / 2 - place[1]
    about_x = np.arctan2(along_y, height_mm)
    about_y = np.arctan2(-along_x, np.hypot(along_y, height_mm))
    away_mm = float(np.sqrt(along_x**2 + along_y**2 + height_mm**2))
    width, height = (
        2 * round(pixels_per_mm * (side + 2 * MARGIN_MM) / 2)
        for side in (right - left, bottom - top)
    )
    camera = SceneCamera(
        name="overhead",
        width_px=width,
        height_px=height,
        focal_px=pixels_per_mm * away_mm,
        place_mm=place,
        height_mm=height_mm,
        tilt_degrees=(float(np.degrees(about_x)), float(np.degrees(about_y))),
    )
    return replace(camera, turn_degrees=random.uniform(-1.0, 1.0))
