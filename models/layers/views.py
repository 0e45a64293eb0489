"""Stacks as low cameras see them, by chance: neat and crooked, with neighbours, in any light.

What a view holds is data alone; any renderer can draw it.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.raycasting.camera import RayCamera, looking_at
from models.raycasting.grounds import random_ground, random_lamps
from models.raycasting.house import random_house
from models.raycasting.scene import ChipPose, Scene, Sheet
from vision.chip_set import DIAMETER_MM
from vision.flat_picture import THICKNESS_MM
from vision.layer_network import TALLEST

TALLEST_BESIDE = 20
"""Of the stacks about the one that is asked about."""

KINDS = 3
ABOUT_MM = 40.0
"""The picture reaches so far about the stack, so that its outline and its ground are seen."""


@dataclass(frozen=True, kw_only=True)
class Range:
    """Which views are made.

    Attributes:
        elevation_degrees: of the camera over the felt.
        pixels_per_mm: across the line of sight, at the stack.
        counts: chips in the stack, least and most.
    """

    elevation_degrees: tuple[float, float] = (24.0, 56.0)
    pixels_per_mm: tuple[float, float] = (1.5, 3.2)
    counts: tuple[int, int] = (1, TALLEST)


@dataclass(frozen=True, eq=False)
class StackView:
    """A scene with one stack that is asked about, and the camera that looks at it.

    Attributes:
        scene: its first `count` chips are the stack, from the felt up.
        camera: of a picture cut about the stack.
        count: chips in the stack.
        elevation_degrees: of the camera, seen from the stack.
        pixels_per_mm: across the line of sight at the stack.
    """

    scene: Scene
    camera: RayCamera
    count: int
    elevation_degrees: float
    pixels_per_mm: float


def random_view(random: np.random.Generator, within: Range) -> StackView:
    """A stack, what is about it, the light, and a camera."""
    count = int(random.integers(within.counts[0], within.counts[1] + 1))
    looks = random_house(random, KINDS)
    stack = random_stack(random, count)
    azimuth = float(random.uniform(0, 2 * np.pi))
    neighbours = _neighbours(random, azimuth)
    lamps, ambient = random_lamps(random)
    ground = random_ground(random)
    scene = Scene(
        # The stack is anywhere on the table; here it stands in the origin.
        ground=replace(ground, middle_mm=_somewhere(random, ground.half_mm)),
        chips=(*stack, *neighbours),
        looks=looks,
        sheets=_cards(random),
        lamps=lamps,
        ambient=ambient,
        gloss=float(random.uniform(0, 0.2)),
    )
    elevation = float(random.uniform(*within.elevation_degrees))
    scale = float(np.exp(random.uniform(*np.log(within.pixels_per_mm))))
    camera = camera_on_stack(
        count,
        azimuth=azimuth,
        elevation=np.radians(elevation),
        scale=scale,
        distance_mm=float(random.uniform(450, 1500)),
        roll=float(np.radians(random.normal(0, 2.5))),
    )
    return StackView(scene, camera, count, elevation, scale)


def random_stack(random: np.random.Generator, count: int) -> tuple[ChipPose, ...]:
    """A stack in the origin, its chips one or several kinds, pushed neat or left crooked."""
    kinds = _kinds(random, count)
    offsets = _offsets(random, count)
    return tuple(
        ChipPose(
            kind=int(kinds[layer]),
            place_mm=(float(offsets[layer, 0]), float(offsets[layer, 1])),
            height_mm=layer * THICKNESS_MM,
            turn=float(random.uniform(0, 2 * np.pi)),
        )
        for layer in range(count)
    )


def camera_on_stack(
    count: int,
    *,
    azimuth: float,
    elevation: float,
    scale: float,
    distance_mm: float,
    roll: float = 0.0,
) -> RayCamera:
    """A camera whose picture is cut about a stack of that height in the origin.

    Args:
        count: chips in the stack.
        azimuth: radians, as in `looking_at`.
        elevation: radians.
        roll: radians.
        scale: pixels per millimetre across the line of sight.
        distance_mm: from the stack's foot.
    """
    whole = looking_at(
        (0.0, 0.0, 0.0),
        azimuth=azimuth,
        elevation=elevation,
        distance_mm=distance_mm,
        focal_px=scale * distance_mm,
        size_px=(1920, 1080),
        roll=roll,
    )
    top = count * THICKNESS_MM + 14.0
    ring = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (0.0, top / ABOUT_MM)]
    pixels = whole.project(np.array(ring) * ABOUT_MM)
    first = np.floor(pixels.min(axis=0)).astype(int)
    size = np.ceil(pixels.max(axis=0)).astype(int) - first
    return whole.cut((int(first[0]), int(first[1])), (int(size[0]), int(size[1])))


def _kinds(random: np.random.Generator, count: int) -> NDArray[np.int64]:
    how = random.random()
    if how < 0.55:
        return np.full(count, random.integers(KINDS))
    if how < 0.8:  # sorted, as tidy players have them
        return np.sort(random.integers(0, KINDS, count))
    return random.integers(0, KINDS, count)


def _offsets(random: np.random.Generator, count: int) -> NDArray[np.float64]:
    """How far each chip lies from the lowest, (count, 2) millimetres."""
    how = random.random()
    if how < 0.3:
        spread, walk, lean = 0.15, 0.05, 0.0
    elif how < 0.75:
        spread, walk, lean = float(random.uniform(0.2, 0.8)), 0.15, 0.05
    else:
        spread, walk, lean = float(random.uniform(0.3, 1.5)), 0.4, 0.12
    steps = random.normal(0, walk, (count, 2))
    leaning = np.arange(count)[:, None] * random.normal(0, lean, 2)
    offsets = np.cumsum(steps, axis=0) + leaning + random.normal(0, spread, (count, 2))
    if count > 2 and random.random() < 0.15:  # one pushed out
        offsets[random.integers(1, count)] += random.normal(0, 2.5, 2)
    return np.asarray(np.clip(offsets - offsets[0], -9, 9))


def _neighbours(random: np.random.Generator, azimuth: float) -> list[ChipPose]:
    """Other stacks and single chips, seldom right before the stack."""
    taken = [(0.0, 0.0)]
    chips: list[ChipPose] = []
    for _ in range(int(random.choice([0, 1, 2, 3, 4], p=[0.3, 0.25, 0.2, 0.15, 0.1]))):
        before = random.random() < 0.12
        turn = azimuth + (random.normal(0, 0.5) if before else random.uniform(0.9, 5.4))
        away = float(random.uniform(DIAMETER_MM + 4, 95))
        x, y = float(away * np.cos(turn)), float(away * np.sin(turn))
        if any(np.hypot(x - a, y - b) < DIAMETER_MM + 4 for a, b in taken):
            continue
        taken.append((x, y))
        tall = 1 if random.random() < 0.4 else int(random.integers(1, TALLEST_BESIDE + 1))
        other = random_stack(random, min(tall, 4) if before else tall)
        chips += [
            replace(chip, place_mm=(chip.place_mm[0] + x, chip.place_mm[1] + y)) for chip in other
        ]
    return chips


def _cards(random: np.random.Generator) -> tuple[Sheet, ...]:
    """A card or a print on the cloth now and then, under or beside the stack."""
    sheets: list[Sheet] = []
    for _ in range(int(random.choice([0, 1, 2], p=[0.65, 0.2, 0.15]))):
        picture = np.full((88, 63, 3), random.uniform(20, 245, 3), np.float32)
        picture[4:-4, 4:-4] = random.uniform(20, 245, 3)
        for _ in range(int(random.integers(0, 6))):
            row, column = random.integers(0, 80), random.integers(0, 55)
            picture[row : row + 12, column : column + 9] = random.uniform(0, 255, 3)
        place = random.normal(0, 45, 2)
        sheets.append(
            Sheet(
                picture=np.clip(picture, 0, 255).astype(np.uint8),
                place_mm=(float(place[0]), float(place[1])),
                size_mm=(63.0, 88.0),
                height_mm=0.02 + 0.1 * len(sheets),
                turn=float(random.uniform(0, 2 * np.pi)),
                corner_mm=3.0,
            )
        )
    return tuple(sheets)


def _somewhere(random: np.random.Generator, half_mm: tuple[float, float]) -> tuple[float, float]:
    x, y = random.uniform(-0.85, 0.85, 2) * half_mm
    return float(x), float(y)
