"""What is neither bare table nor a chip that was read.

A chip of another house, a coin or a card protector has no rim or no colours that the chip set
knows, so it is not found. It must not be taken for bare table either. What reaches in over the
edge of the area is not looked at: that is an arm, and the watcher's to judge.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explanation import LEAST_GAIN, Explainer, PlacedChip
from vision.flat_picture import FlatPicture

AROUND_CHIP = 1.2
"""A chip's edge, its side wall and its contact shadow lie within this many radii."""

THINNEST_MM = 8.0
"""Printed lines and letters, and the rests of a chip's shadow, are thinner than this."""

LEAST_LEFTOVER_MM2 = 250.0
"""A fifth of a chip's face; the smallest coins have 200."""


LEAST_OVERLOOKED = 0.1
"""Share of a chip's face that must show to make one doubt that all chips were found."""

LEAST_OVERLOOKED_BELIEF = 2.5
"""Nats a pixel for a chip that is doubted, but not ruled out: half of what a chip must have."""

LEAST_RINGED = 0.8
"""Share of the rim with bare table or chips outside it; the corner of a card has half."""


def may_be_overlooked(explainer: Explainer, placed: list[PlacedChip]) -> bool:
    """Whether there may be one more chip than was placed.

    A place that looks more like a chip than like the table, with bare table or chips all around it,
    may be one, even if too little speaks for it to count it: its rim is pale on this table, or the
    chips over it were put in the wrong order. A card is no such place, for there is card around it.
    """
    chosen = [chip.candidate for chip in placed]
    for candidate in sorted(set(range(len(explainer.rims))) - set(chosen)):
        near = explainer.overlaps.touching(candidate, chosen)
        judged = explainer.judge(candidate, near)
        if (
            judged.visible >= LEAST_OVERLOOKED
            and judged.gain >= LEAST_GAIN * judged.visible
            and judged.belief >= LEAST_OVERLOOKED_BELIEF
            and explainer.surrounded(candidate, near) >= LEAST_RINGED
        ):
            return True
    return False


@dataclass(frozen=True)
class Leftovers:
    """The largest things that are neither bare table nor one of the chips that were read.

    Attributes:
        free_mm2: of what lies free in the area.
        reaching_in_mm2: of what reaches in over the area's edge, the part inside.
    """

    free_mm2: float
    reaching_in_mm2: float


NOTHING_LEFT = Leftovers(free_mm2=0.0, reaching_in_mm2=0.0)


def leftovers(flat: FlatPicture, explainer: Explainer, placed: list[PlacedChip]) -> Leftovers:
    """What is left of a picture once bare table and these chips are taken away."""
    left = (flat.inside & ~flat.bare_table).astype(np.uint8)
    for chip in placed:
        centre = explainer.rims.centres[chip.candidate]
        rim = explainer.rim_points[chip.candidate]
        for foot in (centre, explainer.feet[chip.candidate]):
            outline = foot + AROUND_CHIP * (rim - centre)
            cv2.fillPoly(left, [np.rint(outline).astype(np.int32)], 0)
    brush = _round_brush(THINNEST_MM, flat.pixels_per_mm)
    things, sizes = things_in(left, THINNEST_MM, flat.pixels_per_mm)
    outside = cv2.dilate((~flat.inside).astype(np.uint8), brush, borderValue=1)
    reaching = np.zeros(len(sizes), bool)
    reaching[np.unique(things[outside > 0])] = True
    return Leftovers(
        free_mm2=float(sizes[~reaching].max(initial=0)),
        reaching_in_mm2=float(sizes[reaching].max(initial=0)),
    )


def things_in(
    left: NDArray[np.uint8], thinnest_mm: float, pixels_per_mm: float
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The separate things of a mask; what is thinner is print, a shadow's edge or a crumb.

    Args:
        left: (height, width) not 0 where something lies.
        thinnest_mm: width below which it is no thing.
        pixels_per_mm: of the mask.

    Returns:
        (height, width) the number of the thing at each pixel, 0 for none, and by number the size of
        each in mm², 0 for number 0.
    """
    opened = cv2.morphologyEx(left, cv2.MORPH_OPEN, _round_brush(thinnest_mm, pixels_per_mm))
    _, things, stats, _ = cv2.connectedComponentsWithStats(opened)
    sizes = np.asarray(stats[:, cv2.CC_STAT_AREA] / pixels_per_mm**2, np.float64)
    sizes[0] = 0.0
    return np.asarray(things, np.int32), sizes


def _round_brush(across_mm: float, pixels_per_mm: float) -> NDArray[np.uint8]:
    across = 2 * round(across_mm * pixels_per_mm / 2) + 1
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    return np.asarray(brush, np.uint8)
