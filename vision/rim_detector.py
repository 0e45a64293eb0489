"""Finds chips by their rims: circles of one known radius in a flat picture.

Every edge point votes for the two places that lie one radius away along its gradient. Where many
votes meet there may be a chip, also one of which others hide the greater part. Each such place is
then measured: at every angle the strongest edge near the rim, and the circle that fits them best.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection, ObjectClass
from vision.flat_picture import FlatPicture, flatten, whole
from vision.rim_fitting import ANGLES, Rims, measure_rims
from vision.surface import fit_surface
from vision.table_view import TableView

VOTE_SCATTER = 0.06
"""How far votes for one centre may scatter, in radii: lens, tilt and wear."""

EDGE_OF_TEXTURE = 0.3
"""An edge point changes by so much of the table's own texture, per pixel of a smoothed picture."""

LEAST_VOTES = 0.08
"""Share of a whole rim's votes that makes a place worth measuring: most hidden, the rest worn."""

MOST_CANDIDATES = 300

CLOSEST = 0.12
"""Two places closer than this, in radii, are one."""

LEAST_CLEAR = 0.35
"""Share of a rim that must be clear to be called a chip by its rim alone."""


class RimDetector:
    """Today's detector: chips by their rims, in pictures from straight above.

    Args:
        diameter_mm: of every chip.
        pixels_per_mm: scale of the pictures.
    """

    def __init__(self, diameter_mm: float, pixels_per_mm: float) -> None:
        self._radius_mm = diameter_mm / 2
        self._view = TableView.from_scale(pixels_per_mm)

    def detect(self, picture: NDArray[np.uint8]) -> list[Detection]:
        """Find the chips whose rims are clear, the clearest first.

        Args:
            picture: (height, width, 3) blue, green, red.
        """
        flat = flatten(picture, self._view, whole(picture), fit_surface(picture), None)
        radius = self._radius_mm * flat.pixels_per_mm
        rims = find_rims(flat, radius)
        clear = rims.strength.mean(axis=1)
        taken: list[int] = []
        for one in np.argsort(-clear):
            apart = np.linalg.norm(rims.centres[taken] - rims.centres[one], axis=1)
            if clear[one] >= LEAST_CLEAR and (apart > CLOSEST * radius).all():
                taken.append(int(one))
        scale = flat.pixels_per_mm * self._view.to_picture[0, 0] ** -1
        places = flat.points_in_picture(rims.centres)
        return [
            Detection(
                ObjectClass.CHIP,
                places[one],
                np.full(2, rims.radii[one] / scale),
                0.0,
                float(clear[one]),
            )
            for one in taken
        ]


def find_rims(flat: FlatPicture, radius: float) -> Rims:
    """Find the circles of about `radius` pixels in a flat picture."""
    votes = vote_for_centres(
        edge_points(flat.lab, EDGE_OF_TEXTURE * flat.texture, flat.inside),
        radius,
        flat.inside.shape,
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
    changes = along_x * along_x + along_y * along_y
    change = np.sqrt(np.maximum(np.maximum(changes[..., 0], changes[..., 1]), changes[..., 2]))
    y, x = np.nonzero((change > max(0.75, least_change)) & inside)
    height, width = change.shape
    here = change[y, x]
    strongest = changes[y, x].argmax(axis=1)
    gradient = np.stack([along_x[y, x, strongest], along_y[y, x, strongest]], axis=1)
    unit = gradient / here[:, None]
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
    reach = np.array([[-radius], [radius]])
    x = np.rint(edges.x + reach * edges.direction[:, 0]).astype(np.int32)
    y = np.rint(edges.y + reach * edges.direction[:, 1]).astype(np.int32)
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    weights = np.broadcast_to(edges.weight, x.shape)[inside]
    places = y[inside] * width + x[inside]
    votes = np.bincount(places, weights=weights, minlength=height * width)
    blur = max(1.0, VOTE_SCATTER * radius)
    # Blurred so that votes which scatter by `blur` still count whole.
    spread = cv2.GaussianBlur(votes.reshape(height, width).astype(np.float32), (0, 0), blur)
    return spread * np.float32(blur * blur / radius)


def _peaks(votes: NDArray[np.float32], apart: float) -> NDArray[np.float64]:
    side = 2 * max(1, round(apart)) + 1
    highest = cv2.dilate(votes, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    y, x = np.nonzero((votes >= highest) & (votes > LEAST_VOTES))
    order = np.argsort(-votes[y, x])[:MOST_CANDIDATES]
    return np.stack([x[order], y[order]], axis=1).astype(np.float64)
