"""Finds chips by their rims: circles of one known radius in a flat picture.

Every edge point votes for the two places that lie one radius away along its gradient. Where many
votes meet there may be a chip, also one of which others hide the greater part. Each such place is
then measured: at every angle the strongest edge near the rim, and the circle that fits them best.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat_picture import FlatPicture

ANGLES = 72
"""The rim is looked at every five degrees: 1.7 mm on a chip."""

_ANGLE = np.arange(ANGLES) * 2 * np.pi / ANGLES
OUTWARD = np.stack([np.cos(_ANGLE), np.sin(_ANGLE)], axis=1)

RIM_REACH = 0.06
"""How far from the expected radius a rim may lie, in radii: lens, tilt and wear."""

MOST_LEAN = 0.1
"""A chip that leans on another by 3.3 mm is seen longer or shorter by less than this, in radii."""

LEAST_VOTES = 0.08
"""Share of a whole rim's votes that makes a place worth measuring: three fifths hidden and worn."""

MOST_CANDIDATES = 300

CLOSEST = 0.2
"""Two chips' centres lie at least this many radii apart; nearer ones cannot be told from one."""


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


def find_rims(flat: FlatPicture, radius: float) -> Rims:
    """Find the circles of about `radius` pixels in a flat picture."""
    votes = vote_for_centres(
        edge_points(flat.lab, 0.5 * flat.surface_spread_lab, flat.inside), radius, flat.inside.shape
    )
    centres = _peaks(votes, CLOSEST * radius)
    if not len(centres):
        return Rims(
            np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2)), np.zeros((0, ANGLES), np.float32)
        )
    return measure_rims(flat, centres, np.full(len(centres), float(radius)))


@dataclass(frozen=True)
class EdgePoints:
    """Places where the colour changes, with the direction in which it changes most.

    Attributes:
        x: (n,) pixels.
        y: (n,) pixels.
        direction: (n, 2) unit vectors.
        weight: (n,) how much each counts.
        change: (n,) Lab units per pixel.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    direction: NDArray[np.float32]
    weight: NDArray[np.float32]
    change: NDArray[np.float32]

    def strongest(self, most: int) -> "EdgePoints":
        """The clearest of them, at most so many."""
        if len(self.x) <= most:
            return self
        kept = np.argpartition(-self.change, most)[:most]
        return EdgePoints(
            self.x[kept], self.y[kept], self.direction[kept], self.weight[kept], self.change[kept]
        )


def edge_points(
    lab: NDArray[np.float32], least_change: float, inside: NDArray[np.bool_]
) -> EdgePoints:
    """Thin edges of a colour picture, of whichever of L, a, b changes most.

    Args:
        lab: (height, width, 3).
        least_change: Lab units per pixel below which nothing is an edge.
        inside: (height, width) where to look.
    """
    smooth = cv2.GaussianBlur(lab, (0, 0), 1.0)
    along_x = cv2.Scharr(smooth, cv2.CV_32F, 1, 0) / 32.0
    along_y = cv2.Scharr(smooth, cv2.CV_32F, 0, 1) / 32.0
    strongest = (along_x**2 + along_y**2).argmax(axis=2)[..., None]
    gradient_x = np.take_along_axis(along_x, strongest, 2)[..., 0]
    gradient_y = np.take_along_axis(along_y, strongest, 2)[..., 0]
    change = np.hypot(gradient_x, gradient_y)
    y, x = np.nonzero((change > max(0.75, least_change)) & inside)
    height, width = change.shape
    here = change[y, x]
    unit = np.stack([gradient_x[y, x], gradient_y[y, x]], axis=1) / here[:, None]
    step = np.rint(unit).astype(int)
    ahead = change[np.clip(y + step[:, 1], 0, height - 1), np.clip(x + step[:, 0], 0, width - 1)]
    behind = change[np.clip(y - step[:, 1], 0, height - 1), np.clip(x - step[:, 0], 0, width - 1)]
    thin = (here >= ahead) & (here >= behind)
    weight = np.minimum(here[thin] / 6.0, 1.0)
    place = x[thin].astype(np.float32), y[thin].astype(np.float32)
    return EdgePoints(*place, unit[thin], weight, here[thin])


def vote_for_centres(
    edges: EdgePoints, radius: float, shape: tuple[int, int]
) -> NDArray[np.float32]:
    """Share of a whole rim that votes for each place, (height, width)."""
    height, width = shape
    votes = np.zeros(height * width)
    for reach in (-radius, radius):
        x = np.rint(edges.x + reach * edges.direction[:, 0]).astype(int)
        y = np.rint(edges.y + reach * edges.direction[:, 1]).astype(int)
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        places = y[inside] * width + x[inside]
        votes += np.bincount(places, weights=edges.weight[inside], minlength=height * width)
    blur = max(1.0, RIM_REACH * radius)
    # Blurred so that votes which scatter by `blur` still count whole.
    spread = cv2.GaussianBlur(votes.reshape(height, width).astype(np.float32), (0, 0), blur)
    return spread * np.float32(blur * blur / radius)


def _peaks(votes: NDArray[np.float32], apart: float) -> NDArray[np.float64]:
    side = 2 * max(1, round(apart)) + 1
    highest = cv2.dilate(votes, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    y, x = np.nonzero((votes >= highest) & (votes > LEAST_VOTES))
    order = np.argsort(-votes[y, x])[:MOST_CANDIDATES]
    return np.stack([x[order], y[order]], axis=1).astype(np.float64)


def measure_rims(
    flat: FlatPicture, centres: NDArray[np.float64], radii: NDArray[np.float64], rounds: int = 5
) -> Rims:
    """Fit each circle to the edges near it and tell how clear its rim is at every angle."""
    radius = float(np.median(radii))
    rims = Rims(centres, radii, np.zeros((len(radii), 2)), np.zeros((0, ANGLES), np.float32))
    clear = max(8.0, 3.0 * flat.surface_spread_lab)
    for step in range(rounds):
        reach = RIM_REACH * (1.6 if step < 2 else 1.0)
        offsets = np.arange(-np.ceil(reach * radius), np.ceil(reach * radius) + 1)
        change = _radial_change(flat.lab, rims, offsets)
        size = np.linalg.norm(change, axis=3)
        best = size.argmax(axis=2)
        strength = np.minimum(np.take_along_axis(size, best[..., None], 2)[..., 0] / clear, 1.0)
        found = offsets[best]
        if step == rounds - 1:
            break
        shift = _fit_shift(found, strength, with_lean=step > 0)
        lowest, highest = (1 - RIM_REACH) * radii, (1 + RIM_REACH) * radii
        rims = Rims(
            rims.centres + np.clip(shift[:, :2], -reach * radius, reach * radius),
            np.clip(rims.radii + shift[:, 2], lowest, highest),
            np.clip(rims.lean + shift[:, 3:], -MOST_LEAN * radius, MOST_LEAN * radius),
            rims.strength,
        )
    near = np.exp(-0.5 * (found / (0.015 * radius + 0.4)) ** 2)
    edges = np.take_along_axis(change, best[..., None, None], 2)[:, :, 0]
    strength = (strength * near * _alike(edges)).astype(np.float32)
    return Rims(rims.centres, rims.radii, rims.lean, strength)


def _alike(edges: NDArray[np.float32]) -> NDArray[np.float32]:
    """How alike each piece of a rim is to the pieces beside it, (n, ANGLES), 0 to 1.

    A rim is one edge between two things; what print and texture put in its place is not.
    """
    beside = np.roll(edges, 1, axis=1) + np.roll(edges, -1, axis=1)
    size = np.linalg.norm(edges, axis=2)
    sizes = size * (np.roll(size, 1, axis=1) + np.roll(size, -1, axis=1))
    alike: NDArray[np.float32] = np.clip(
        (edges * beside).sum(axis=2) / np.maximum(sizes, 1e-6), 0.0, 1.0
    )
    return alike


def _radial_change(
    lab: NDArray[np.float32], rims: Rims, offsets: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Colour change across the rim, (n, ANGLES, offsets, 3), in Lab units."""
    steps = np.concatenate([[offsets[0] - 1], offsets, [offsets[-1] + 1]])
    radius = rims.radius_towards(OUTWARD[None, :, 0], OUTWARD[None, :, 1])
    reach = radius[..., None] + steps
    x = rims.centres[:, 0, None, None] + reach * OUTWARD[None, :, None, 0]
    y = rims.centres[:, 1, None, None] + reach * OUTWARD[None, :, None, 1]
    flat_shape = (len(rims), ANGLES * len(steps))
    sampled = cv2.remap(
        lab,
        x.reshape(flat_shape).astype(np.float32),
        y.reshape(flat_shape).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(len(rims), ANGLES, len(steps), 3)
    change: NDArray[np.float32] = sampled[:, :, 2:] - sampled[:, :, :-2]
    return change


def _fit_shift(
    found: NDArray[np.float64], strength: NDArray[np.float32], with_lean: bool
) -> NDArray[np.float64]:
    """Least squares of centre, radius and lean against the edges found, (n, 5), robust."""
    double = np.stack([np.cos(2 * _ANGLE), np.sin(2 * _ANGLE)], axis=1)
    design = np.concatenate([OUTWARD, np.ones((ANGLES, 1)), double], axis=1)
    # A short arc cannot tell radius and lean from place: without more, they stay.
    stiffness = np.array([0.2, 0.2, 4.0, 8.0, 8.0] if with_lean else [0.2, 0.2, 4.0, 1e9, 1e9])
    clearness = strength.astype(np.float64) ** 2 + 1e-3
    weight = clearness
    shift = np.zeros((len(found), 5))
    for _ in range(4):
        normal = np.einsum("na,ai,aj->nij", weight, design, design)
        normal[:, range(5), range(5)] += stiffness
        right = np.einsum("na,na,ai->ni", weight, found, design)
        shift = np.linalg.solve(normal, right[..., None])[..., 0]
        residual = found - shift @ design.T
        weight = clearness / (1.0 + residual**2)
    return shift
