"""What a chip looks like whichever way it is turned: the colours of each ring around its centre.

A chip is cut into concentric rings. How often each colour occurs in each ring is learned from the
enrolled chips; that does not change when the chip is turned, and a part of a chip is judged by the
rings that show. A pixel's evidence is how much likelier its colour is on that ring than on the
table.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

RINGS = 8
LIGHTNESS_STEPS = 10
COLOUR_STEPS = 16
COLOURS = LIGHTNESS_STEPS * COLOUR_STEPS * COLOUR_STEPS
COLOUR_STEP_LAB = 10.0
"""Wide enough that one chip in the shadow and one in the light share a colour, mostly."""

STRAY = 0.02
"""Share of a chip's pixels that may have any colour: glints, dirt, scratches."""

CLUTTER = 0.3
"""Share of the table's pixels that may have any colour: cards, lines, shadows, cloth."""

FOREIGN = -float(np.log(COLOURS)) + 1.0
"""Log probability of any colour on a chip of no known kind: a few colours, but not known which."""

BRIGHTNESS = (0.75, 0.87, 1.0, 1.15, 1.33)
"""Each enrolled chip is also learned a little darker and brighter than it lay there."""


@dataclass(frozen=True)
class Disc:
    """The pixels of a chip of one radius, about its centre.

    Attributes:
        offsets: (n, 2) x and y.
        ring: (n,) which ring each lies in.
    """

    offsets: NDArray[np.int64]
    ring: NDArray[np.int64]

    @classmethod
    def of_radius(cls, radius: float, stride: int = 1) -> "Disc":
        """Every `stride`-th pixel of a disc."""
        reach = int(np.ceil(radius))
        y, x = np.mgrid[-reach : reach + 1 : stride, -reach : reach + 1 : stride]
        share = np.hypot(x, y) / radius
        inside = share < 0.97  # the rim itself is blurred with what lies beyond
        offsets = np.stack([x[inside], y[inside]], axis=1)
        return cls(offsets, (share[inside] / 0.97 * RINGS).astype(np.int64))


def colour_numbers(lab: NDArray[np.float32]) -> NDArray[np.int32]:
    """The bin of each pixel's colour, (height, width), 0 to COLOURS - 1."""
    lightness = np.clip(lab[..., 0] * (LIGHTNESS_STEPS / 100.0), 0, LIGHTNESS_STEPS - 1)
    half = COLOUR_STEPS / 2
    a = np.clip(lab[..., 1] / COLOUR_STEP_LAB + half, 0, COLOUR_STEPS - 1)
    b = np.clip(lab[..., 2] / COLOUR_STEP_LAB + half, 0, COLOUR_STEPS - 1)
    rows = lightness.astype(np.int32) * COLOUR_STEPS + a.astype(np.int32)
    return rows * COLOUR_STEPS + b.astype(np.int32)


def ring_counts(
    numbers: NDArray[np.int32], ring: NDArray[np.int64], seen: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """How often each colour occurs in each ring, (RINGS, COLOURS), of the pixels that are seen."""
    places = ring[seen] * COLOURS + numbers[seen]
    return np.bincount(places, minlength=RINGS * COLOURS).reshape(RINGS, COLOURS).astype(np.float32)


def log_likelihood(counts: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log probability of each colour in each ring of each type, (types, RINGS, COLOURS)."""
    types = len(counts)
    cube = counts.reshape(-1, LIGHTNESS_STEPS, COLOUR_STEPS, COLOUR_STEPS).astype(np.float32)
    smooth = _smooth(cube).reshape(types, RINGS, COLOURS)
    total = smooth.sum(axis=2, keepdims=True)
    share = np.divide(smooth, total, out=np.full_like(smooth, 1 / COLOURS), where=total > 0)
    return np.log((1 - STRAY) * share + STRAY / COLOURS).astype(np.float32)


def with_foreign(known: NDArray[np.float32]) -> NDArray[np.float32]:
    """The types of a set, and last the chip that is none of them: any colours."""
    foreign = np.full((1, *known.shape[1:]), FOREIGN, np.float32)
    return np.concatenate([known, foreign])


def table_log_likelihood(
    surface_lab: NDArray[np.float32], spread_lab: float
) -> NDArray[np.float32]:
    """Log probability of each colour where no chip lies, (COLOURS,)."""
    lightness = (np.arange(LIGHTNESS_STEPS) + 0.5) * (100.0 / LIGHTNESS_STEPS)
    colour = (np.arange(COLOUR_STEPS) + 0.5 - COLOUR_STEPS / 2) * COLOUR_STEP_LAB
    distance = (
        ((lightness - surface_lab[0])[:, None, None] / 2) ** 2  # shadows darken, they do not tint
        + (colour - surface_lab[1])[None, :, None] ** 2
        + (colour - surface_lab[2])[None, None, :] ** 2
    )
    width = max(spread_lab, 0.6 * COLOUR_STEP_LAB)
    density = np.exp(-0.5 * distance / width**2).ravel()
    share = density / density.sum()
    return np.log((1 - CLUTTER) * share + CLUTTER / COLOURS).astype(np.float32)


def _smooth(cubes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Spread each count over the neighbouring colours along L, a and b."""
    kernel = np.array([0.15, 0.7, 0.15], np.float32)
    result = np.asarray(cubes, np.float32)
    for axis in (1, 2, 3):
        moved = np.moveaxis(result, axis, -1)
        shape = moved.shape
        rows = np.ascontiguousarray(moved).reshape(-1, shape[-1])
        rows = np.asarray(
            cv2.filter2D(rows, -1, kernel[None], borderType=cv2.BORDER_REPLICATE), np.float32
        )
        result = np.moveaxis(rows.reshape(shape), -1, axis)
    return np.ascontiguousarray(result)
