"""How well stacks are counted: by height, angle and scale, and whether sure answers are right."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.layers.examples import place_under, roughly_calibrated
from models.layers.pictures import StackPicture
from models.networks import Row, exported
from vision.chip_set import ChipSetDocument, ChipType
from vision.figures import Figure, rate
from vision.stack_counting import StackCount, StackSight, count_stack

PLACE_MM = 3.0
"""Standard deviation of the place that is given, along x and along y."""

CALIBRATION_MM = 1.0

AIM_PERCENT = 95.0
CHIPS = ChipSetDocument(house="rendered", chips=(ChipType(label="any", samples=1),))

HEIGHTS = ((1, 5), (6, 10), (11, 15), (16, 20))
ANGLES = ((24, 30), (30, 38), (38, 45), (45, 56))
SCALES = ((1.5, 2.2), (2.2, 2.6), (2.6, 3.3))
PROBABILITIES = ((0.0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 0.995), (0.995, 1.0))


@dataclass(frozen=True, eq=False)
class Told:
    """What was told of a picture.

    Attributes:
        picture: the picture.
        count: what was told of it.
        foot_error_mm: how far the stack stands from where it was found.
    """

    picture: StackPicture
    count: StackCount
    foot_error_mm: float

    @property
    def exact(self) -> bool:
        """Whether the likeliest count is the true one."""
        return self.count.count == self.picture.count

    @property
    def sure(self) -> bool:
        """Whether it was told as sure."""
        return not self.count.cannot_tell


def tell(weights: Path, pictures: Iterable[StackPicture], seed: int = 5) -> list[Told]:
    """Count the stack in each picture, its place and its calibration known only roughly."""
    session = exported(weights)
    told = []
    for number, picture in enumerate(pictures):
        random = np.random.default_rng((seed, number))
        calibration = roughly_calibrated(picture.calibration, random, CALIBRATION_MM)
        place = place_under(picture, calibration)
        dx, dy = random.normal(0, PLACE_MM, 2)
        sight = StackSight([picture.picture], calibration)
        count = count_stack([sight], CHIPS, (place[0] + dx, place[1] + dy), session)
        error = float(np.hypot(*np.subtract(count.place_mm, place)))
        told.append(Told(picture, count, error))
    return told


def measure(weights: Path, pictures: Iterable[StackPicture]) -> list[Row]:
    """The figures of the model card."""
    return rows(tell(weights, pictures))


def rows(told: Sequence[Told]) -> list[Row]:
    """What was measured and its value, line by line."""
    found = [
        _row("all: exact", told, told, lambda one: one.exact),
        _row("all: within one chip", told, told, lambda one: _off(one) <= 1),
        _row("told as sure", told, told, lambda one: one.sure),
        _row("sure and wrong, of all", told, told, lambda one: one.sure and not one.exact),
        ("foot found, median error", f"{np.median([one.foot_error_mm for one in told]):.2f} mm"),
        ("foot found, 90 %", f"{np.percentile([one.foot_error_mm for one in told], 90):.2f} mm"),
    ]
    for low, high in HEIGHTS:
        chosen = [one for one in told if low <= one.picture.count <= high]
        found.append(_row(f"{low} to {high} chips: exact", told, chosen, lambda one: one.exact))
    for low, high in ANGLES:
        chosen = [one for one in told if low <= one.picture.elevation_degrees < high]
        found.append(_row(f"{low} to {high} degrees: exact", told, chosen, lambda one: one.exact))
    for least, most in SCALES:
        chosen = [one for one in told if least <= one.picture.pixels_per_mm < most]
        name = f"{least} to {most} pixels per mm: exact"
        found.append(_row(name, told, chosen, lambda one: one.exact))
    for least, most in PROBABILITIES:
        chosen = [one for one in told if least < one.count.probability <= most]
        name = f"probability {least} to {most}: exact"
        found.append(_row(name, told, chosen, lambda one: one.exact))
    return found


def figure(told: Sequence[Told], on: str) -> Figure:
    """Exact counts against what is aimed at."""
    return Figure(
        what="stacks, chips counted from one low camera",
        on=on,
        right=sum(one.exact for one in told),
        of=len(told),
        aim_percent=AIM_PERCENT,
        cannot_tell=sum(not one.sure for one in told),
        wrong_and_confident=sum(one.sure and not one.exact for one in told),
    )


def _off(one: Told) -> int:
    return abs(one.count.count - one.picture.count)


def _row(
    name: str, told: Sequence[Told], chosen: Sequence[Told], holds: Callable[[Told], bool]
) -> Row:
    return name, rate(sum(holds(one) for one in chosen), len(chosen))
