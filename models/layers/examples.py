"""Strips to learn from: each picture unrolled from several places near where the stack stands.

At the table neither the place nor the calibration is exact, so neither is here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.layers.pictures import StackPicture
from vision.calibration import Calibration, calibrate
from vision.chip_set import DIAMETER_MM
from vision.flat_picture import THICKNESS_MM
from vision.layer_network import FOOT_REACH, TALLEST, network_input
from vision.layout import Point
from vision.stack_strip import FELT_ROW, ROWS_PER_CHIP, StackStrip, unroll

CALIBRATION_MM = 1.0
"""Standard deviation, along x and along y, of where a calibration's points are thought to lie."""

NEAR_MM, FAR_MM = 1.0, 6.0
"""The place is off by the first for one half of the strips, by up to the second for the other."""

INSIDE_ROWS = FOOT_REACH - 2
LEAST_VISIBLE = 0.3


@dataclass(frozen=True, eq=False)
class Examples:
    """Many strips with their truth.

    Attributes:
        inputs: (n, 6, ROWS, COLUMNS) half floats, as the network takes them.
        counts: (n,) chips in each stack.
        feet: (n,) rows of the foot.
        aside: (n,) how far right the stack stands, in radii.
        edges: (n, TALLEST) rows of each chip's upper edge; -1 above the stack.
        changes: (n, TALLEST) whether each chip is of another kind than the one above it.
        picture: (n,) index of the picture it is from.
    """

    inputs: NDArray[np.float16]
    counts: NDArray[np.int64]
    feet: NDArray[np.float32]
    aside: NDArray[np.float32]
    edges: NDArray[np.float32]
    changes: NDArray[np.bool_]
    picture: NDArray[np.int64]


def examples_of(pictures: Iterable[StackPicture], *, strips: int, seed: int) -> Examples:
    """So many strips of each picture whose stack is mostly seen.

    Raises:
        ValueError: there are no such pictures.
    """
    inputs, counts, feet, aside, edges, changes, numbers = [], [], [], [], [], [], []
    for number, picture in enumerate(pictures):
        if picture.visible < LEAST_VISIBLE:
            continue
        random = np.random.default_rng((seed, number))
        for _ in range(strips):
            strip, place = rough_strip(picture, random)
            if strip is None:
                continue
            foot, right = foot_and_right(strip, place)
            inputs.append(network_input(strip).astype(np.float16))
            counts.append(picture.count)
            feet.append(foot)
            aside.append(right / (DIAMETER_MM / 2))
            edges.append(_edges(picture, strip, foot))
            changes.append(_changes(picture))
            numbers.append(number)
    if not inputs:
        raise ValueError("no picture shows its stack")
    return Examples(
        inputs=np.stack(inputs),
        counts=np.array(counts),
        feet=np.array(feet, np.float32),
        aside=np.array(aside, np.float32),
        edges=np.stack(edges),
        changes=np.stack(changes),
        picture=np.array(numbers),
    )


def rough_strip(
    picture: StackPicture, random: np.random.Generator
) -> tuple[StackStrip | None, Point]:
    """A strip from near the stack under a calibration that is a little wrong.

    With it, where the stack stands as that calibration has it.
    """
    calibration = roughly_calibrated(picture.calibration, random, CALIBRATION_MM)
    place = place_under(picture, calibration)
    near = random.random() < 0.5
    off = random.normal(0, NEAR_MM, 2) if near else random.uniform(-FAR_MM, FAR_MM, 2)
    strip = unroll(
        picture.picture,
        calibration,
        (place[0] + off[0], place[1] + off[1]),
        diameter_mm=DIAMETER_MM,
        thickness_mm=THICKNESS_MM,
    )
    if strip is None or abs(foot_and_right(strip, place)[0] - FELT_ROW) > INSIDE_ROWS:
        return None, place
    return strip, place


def roughly_calibrated(
    calibration: Calibration, random: np.random.Generator, error_mm: float
) -> Calibration:
    """The calibration of somebody whose four points lie a little elsewhere than he thinks."""
    pairs = [
        (pair.pixel, (pair.table_mm[0] + dx, pair.table_mm[1] + dy))
        for pair, (dx, dy) in zip(
            calibration.points,
            random.normal(0, error_mm, (len(calibration.points), 2)),
            strict=True,
        )
    ]
    return calibrate((calibration.width_px, calibration.height_px), pairs, calibration.lens)


def place_under(picture: StackPicture, calibration: Calibration) -> Point:
    """Where the stack stands, as this calibration has it."""
    pixel = picture.calibration.to_pixels([picture.place_mm])
    x, y = calibration.to_table_mm(pixel)[0]
    return float(x), float(y)


def foot_and_right(strip: StackStrip, place_mm: Point) -> tuple[float, float]:
    """The row of the foot, and the millimetres to the right, of a stack that stands there."""
    off = np.array(place_mm) - strip.place_mm
    nearer = float(off @ strip.towards)
    right = float(off @ np.array([strip.towards[1], -strip.towards[0]]))
    return FELT_ROW - strip.rows_from_nearer(nearer), right


def _edges(picture: StackPicture, strip: StackStrip, foot: float) -> NDArray[np.float32]:
    rows = np.full(TALLEST, -1, np.float32)
    nearer = np.array(picture.offsets_mm) @ strip.towards
    chips = np.arange(1, picture.count + 1)
    rows[: picture.count] = foot + chips * ROWS_PER_CHIP - nearer * strip.slope / strip.row_mm
    return rows


def _changes(picture: StackPicture) -> NDArray[np.bool_]:
    changes = np.zeros(TALLEST, bool)
    kinds = np.array(picture.kinds)
    changes[: picture.count - 1] = kinds[1:] != kinds[:-1]
    return changes
