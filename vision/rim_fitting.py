"""Fits a chip's rim to the edges near it, and tells how clear it is all around."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import lengths
from vision.flat_picture import FlatPicture

ANGLES = 72
"""The rim is looked at every five degrees: 1.7 mm on a chip."""

_ANGLE = np.arange(ANGLES) * 2 * np.pi / ANGLES
OUTWARD = np.stack([np.cos(_ANGLE), np.sin(_ANGLE)], axis=1)

RIM_REACH = 0.06
"""How far from the expected radius a rim may lie, in radii: lens, tilt and wear."""

MOST_LEAN = 0.1
"""A chip that leans on another by 3.3 mm is seen longer or shorter by less than this, in radii."""

FITS = ((9.0, 9.0, 9.0, 9.0), (7.0, 4.0, 2.5, 2.0), (4.0, 3.0, 2.0, 2.0))
"""How far edges may scatter about the rim, in pixels, round by round, for each of three fits.

A wide fit finds a rim that the votes placed badly, a close one is not led astray by print. The one
whose rim is clearest in the end is kept.
"""

FINAL_SCATTER = 0.025
"""How far the pieces of a rim may lie from the circle fitted to them, in radii."""

CLEARER = 1.5
"""An edge so many times clearer than a clear one may lie a little farther off, but no farther."""

CLEAR_OF_TEXTURE, LEAST_CLEAR_LAB = 2.0, 8.0
"""A rim is clear if the colour changes by twice the table's texture, or by what an eye sees."""


@dataclass(frozen=True)
class Rims:
    """Circles that may be chips.

    Attributes:
        centres: (n, 2) x and y in pixels of the flat picture.
        radii: (n,) mean radius in the same pixels.
        lean: (n, 2) how much longer the radius is along +x (and shorter along +y), and along the
            diagonal +x +y: a chip that leans on others is seen as an ellipse.
        strength: (n, ANGLES) how clear the rim is at each angle, 0 to 1.
    """

    centres: NDArray[np.float64]
    radii: NDArray[np.float64]
    lean: NDArray[np.float64]
    strength: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.radii)

    def subset(self, chosen: NDArray) -> "Rims":
        """Only these."""
        return Rims(
            self.centres[chosen], self.radii[chosen], self.lean[chosen], self.strength[chosen]
        )

    def radius_towards(
        self, cosine: NDArray[np.float64], sine: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Radius of each circle, (n, k), in directions given as (n, k) or (1, k)."""
        twice_cosine = cosine**2 - sine**2
        twice_sine = 2 * cosine * sine
        radius: NDArray[np.float64] = (
            self.radii[:, None] + self.lean[:, :1] * twice_cosine + self.lean[:, 1:] * twice_sine
        )
        return radius

    def points(self) -> NDArray[np.float64]:
        """The rims as polygons, (n, ANGLES, 2)."""
        radius = self.radius_towards(OUTWARD[None, :, 0], OUTWARD[None, :, 1])
        outline: NDArray[np.float64] = self.centres[:, None] + radius[..., None] * OUTWARD[None]
        return outline


def measure_rims(
    flat: FlatPicture, centres: NDArray[np.float64], radii: NDArray[np.float64]
) -> Rims:
    """Fit each circle to the edges near it and tell how clear its rim is at every angle."""
    clear = max(LEAST_CLEAR_LAB, CLEAR_OF_TEXTURE * flat.texture)
    start = Rims(
        centres, radii, np.zeros((len(radii), 2)), np.zeros((len(radii), ANGLES), np.float32)
    )
    best = _fit(flat.lab, start, clear, FITS[0])
    for scatters in FITS[1:]:
        other = _fit(flat.lab, start, clear, scatters)
        better = other.strength.mean(axis=1) > best.strength.mean(axis=1)
        best = Rims(
            np.where(better[:, None], other.centres, best.centres),
            np.where(better, other.radii, best.radii),
            np.where(better[:, None], other.lean, best.lean),
            np.where(better[:, None], other.strength, best.strength),
        )
    return best


def _fit(lab: NDArray[np.float32], start: Rims, clear: float, scatters: tuple[float, ...]) -> Rims:
    """Move circles onto the edges near them, round by round.

    Args:
        lab: (height, width, 3).
        start: where to begin.
        clear: Lab units of change that make an edge clear.
        scatters: pixels by which edges may lie off, for each round.
    """
    radius = float(np.median(start.radii))
    rims = start
    lowest, highest = (1 - RIM_REACH) * start.radii, (1 + RIM_REACH) * start.radii
    for step, scatter in enumerate(scatters):
        reach = RIM_REACH * radius * (1.6 if step < 2 else 1.0)
        offsets, change = _radial_change(lab, rims, reach)
        size = np.minimum(lengths(change), CLEARER * clear)
        size *= np.exp(-0.5 * (offsets / scatter) ** 2).astype(np.float32)
        best = size.argmax(axis=2)
        strength = np.minimum(_pick(size, best) / clear, 1.0)
        shift = _fit_shift(offsets[best], strength, with_lean=step > 0)
        rims = Rims(
            rims.centres + np.clip(shift[:, :2], -reach, reach),
            np.clip(rims.radii + shift[:, 2], lowest, highest),
            np.clip(rims.lean + shift[:, 3:], -MOST_LEAN * radius, MOST_LEAN * radius),
            rims.strength,
        )
    offsets, change = _radial_change(lab, rims, RIM_REACH * radius)
    size = lengths(change)
    best = size.argmax(axis=2)
    near = np.exp(-0.5 * (offsets[best] / (FINAL_SCATTER * radius)) ** 2)
    edges = np.take_along_axis(change, best[..., None, None], 2)[:, :, 0]
    strength = np.minimum(_pick(size, best) / clear, 1.0) * near * _alike(edges)
    return Rims(rims.centres, rims.radii, rims.lean, strength.astype(np.float32))


def _pick(values: NDArray[np.float32], which: NDArray[np.int64]) -> NDArray[np.float32]:
    return np.take_along_axis(values, which[..., None], 2)[..., 0]


def _alike(edges: NDArray[np.float32]) -> NDArray[np.float32]:
    """How alike each piece of a rim is to the pieces beside it, (n, ANGLES), 0 to 1.

    A rim is one edge between two things; what print and texture put in its place is not.
    """
    beside = np.roll(edges, 1, axis=1) + np.roll(edges, -1, axis=1)
    size = lengths(edges)
    sizes = size * (np.roll(size, 1, axis=1) + np.roll(size, -1, axis=1))
    alike: NDArray[np.float32] = np.clip(
        (edges * beside).sum(axis=2) / np.maximum(sizes, 1e-6), 0.0, 1.0
    )
    return alike


def _radial_change(
    lab: NDArray[np.float32], rims: Rims, reach: float
) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """Colour change across the rim.

    Returns:
        Offsets from the rim, (k,) pixels, and the change there, (n, ANGLES, k, 3) Lab units.
    """
    offsets = np.arange(-np.ceil(reach), np.ceil(reach) + 1)
    steps = np.concatenate([[offsets[0] - 1], offsets, [offsets[-1] + 1]])
    radius = rims.radius_towards(OUTWARD[None, :, 0], OUTWARD[None, :, 1])
    distance = radius[..., None] + steps
    x = rims.centres[:, 0, None, None] + distance * OUTWARD[None, :, None, 0]
    y = rims.centres[:, 1, None, None] + distance * OUTWARD[None, :, None, 1]
    flat_shape = (len(rims), ANGLES * len(steps))
    sampled = cv2.remap(
        lab,
        x.reshape(flat_shape).astype(np.float32),
        y.reshape(flat_shape).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(len(rims), ANGLES, len(steps), 3)
    return offsets, sampled[:, :, 2:] - sampled[:, :, :-2]


def _fit_shift(
    found: NDArray[np.float64], strength: NDArray[np.float32], with_lean: bool
) -> NDArray[np.float64]:
    """Least squares of centre, radius and lean against the edges found, (n, 5), robust."""
    double = np.stack([np.cos(2 * _ANGLE), np.sin(2 * _ANGLE)], axis=1)
    design = np.concatenate([OUTWARD, np.ones((ANGLES, 1)), double], axis=1)
    # A short arc cannot tell radius and lean from place: without more, they stay.
    stiffness = np.array([0.2, 0.2, 10.0, 8.0, 8.0] if with_lean else [0.2, 0.2, 10.0, 1e9, 1e9])
    squares = (design[:, :, None] * design[:, None]).reshape(ANGLES, 25)
    clearness = strength.astype(np.float64) ** 2 + 1e-3
    weight = clearness
    shift = np.zeros((len(found), 5))
    for _ in range(4):
        normal = (weight @ squares).reshape(-1, 5, 5)
        normal[:, range(5), range(5)] += stiffness
        right = (weight * found) @ design
        shift = np.linalg.solve(normal, right[..., None])[..., 0]
        residual = found - shift @ design.T
        weight = clearness / (1.0 + residual**2)
    return shift
