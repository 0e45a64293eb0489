"""Finds how the table lies in a picture that no calibration came with.

All chips are circles of one size on one plane. The right tilt and scale are those under which the
edge points, laid on the table, meet in the fewest and sharpest centres. Rings printed on the chips
are circles too: they give the right tilt, and which of them is the rim is settled afterwards.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rim_detector import EdgePoints, edge_points, vote_for_centres
from vision.table_view import TableView

SEARCH_SIDE_PX = 800
"""Longest side of the picture that is searched."""

SMALLEST_RADIUS, LARGEST_RADIUS = 0.025, 0.25
"""Radius of a circle, in shorter sides of the picture."""

TILTS = np.radians([0, 14, 26, 36, 45, 52])
DIRECTIONS = np.arange(24) * np.pi / 12
SCALES = np.geomspace(0.64, 1.5, 10)
MOST_EDGES = 7000
"""As many edge points tell the tilt as well as all of them, sooner."""
"""A tilted chip looks smaller than it is, so more smaller scales than larger ones."""

RADIUS_MM = 19.5
"""Any radius would do: the search is for the tilt, and for the scale that fits this radius."""

RADIUS_PX = 16.0
"""Radius of the circles when they are voted for, laid on the table."""

BY_CHANCE = 0.3
"""Share of a rim's votes that meet anywhere, on texture and print."""


LARGEST_TILT = 1.05
TILT_DOUBT = 0.3
"""Without evidence a camera looks straight down: one chip alone must not tilt the table."""


@dataclass(frozen=True)
class FoundView:
    """A view and the circles that speak for it.

    Attributes:
        view: from millimetres to pixels, if the circles have a radius of 19.5 mm.
        centres_mm: (n, 2) where their centres lie on the table.
        sharpness: how well they meet.
    """

    view: TableView
    centres_mm: NDArray[np.float64]
    sharpness: float


def search_view(
    lab: NDArray[np.float32], spread_lab: float, inside: NDArray[np.bool_]
) -> FoundView | None:
    """Find tilt and scale from the circles in a picture.

    Args:
        lab: (height, width, 3) of the whole picture made small, its light made even.
        spread_lab: the surface's own texture.
        inside: (height, width) where to look.

    Returns:
        None where there is no circle.
    """
    height, width = lab.shape[:2]
    edges = edge_points(lab, spread_lab * 0.75)
    looked_at = inside[edges.y.astype(int), edges.x.astype(int)]
    edges = EdgePoints(
        edges.x[looked_at], edges.y[looked_at], edges.direction[looked_at], edges.weight[looked_at]
    )
    if len(edges.x) < 20:
        return None
    few = _every(edges, max(1, len(edges.x) // MOST_EDGES))
    shorter = min(height, width)
    radii = np.geomspace(SMALLEST_RADIUS * shorter, LARGEST_RADIUS * shorter, 24)
    sharpness = [_sharpness(vote_for_centres(edges, r, (height, width)), r)[0] for r in radii]
    size = (width, height)
    start = radii[int(np.argmax(sharpness))] / RADIUS_MM
    best = np.array([np.log(start), 0.0, 0.0])
    best_value = 0.0
    for tilt in TILTS:
        for direction in DIRECTIONS if tilt else DIRECTIONS[:1]:
            for scale in SCALES:
                pose = np.array(
                    [np.log(start * scale), tilt * np.cos(direction), tilt * np.sin(direction)]
                )
                value = _value(pose, few, size)
                if value > best_value:
                    best, best_value = pose, value
    best = _climb(best, edges, size)
    best_value = _value(best, edges, size)
    if best_value <= 0:
        return None
    view = _view(best, size)
    votes, corner, scale_px = _votes(view, edges, size)
    _, peaks = _sharpness(votes, RADIUS_PX)
    return FoundView(view, peaks / scale_px + corner, best_value)


def _view(pose: NDArray[np.float64], size: tuple[int, int]) -> TableView:
    tilt = float(np.hypot(pose[1], pose[2]))
    return TableView.from_pose(
        size, float(np.exp(pose[0])), tilt, float(np.arctan2(pose[2], pose[1]))
    )


def _climb(
    pose: NDArray[np.float64],
    edges: EdgePoints,
    size: tuple[int, int],
) -> NDArray[np.float64]:
    """Walk uphill in scale and tilt, with ever shorter steps."""
    value = _value(pose, edges, size)
    step = np.array([0.05, 0.08, 0.08])
    while step[1] > 0.01:
        moved = False
        for axis in range(3):
            for sign in (-1.0, 1.0):
                trial = pose.copy()
                trial[axis] += sign * step[axis]
                if np.hypot(trial[1], trial[2]) > LARGEST_TILT:
                    continue
                trial_value = _value(trial, edges, size)
                if trial_value > value:
                    pose, value, moved = trial, trial_value, True
        if not moved:
            step /= 2
    return pose


def _every(edges: EdgePoints, step: int) -> EdgePoints:
    """One edge point in `step`, each standing for that many."""
    return EdgePoints(
        edges.x[::step], edges.y[::step], edges.direction[::step], edges.weight[::step] * step
    )


def _value(pose: NDArray[np.float64], edges: EdgePoints, size: tuple[int, int]) -> float:
    votes, _, _ = _votes(_view(pose, size), edges, size)
    tilt = float(np.hypot(pose[1], pose[2]))
    return _sharpness(votes, RADIUS_PX)[0] * (1.0 - TILT_DOUBT * tilt**2)


def _votes(
    view: TableView, edges: EdgePoints, size: tuple[int, int]
) -> tuple[NDArray[np.float32], NDArray[np.float64], float]:
    """Lay the edge points on the table and let them vote there."""
    inverse = np.linalg.inv(view.to_picture)
    x, y = edges.x + 0.0, edges.y + 0.0
    w = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
    u = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]) / w
    v = (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]) / w
    # An edge is carried by its tangent; its normal on the table stands square on the tangent there.
    tx, ty = -edges.direction[:, 1], edges.direction[:, 0]
    tw = inverse[2, 0] * tx + inverse[2, 1] * ty
    tu = (inverse[0, 0] * tx + inverse[0, 1] * ty - u * tw) / w
    tv = (inverse[1, 0] * tx + inverse[1, 1] * ty - v * tw) / w
    length = np.hypot(tu, tv)
    length[length == 0] = 1.0
    width, height = size
    corners = view.points_on_table(
        np.array([[0, 0], [width, 0], [width, height], [0, height.__float__()]])
    )
    scale = RADIUS_PX / RADIUS_MM
    lowest = corners.min(axis=0)
    extent = np.ceil((corners.max(axis=0) - lowest) * scale)
    if not np.isfinite(extent).all() or extent.prod() > 4e6 or w.min() * w.max() <= 0:
        return np.zeros((1, 1), np.float32), lowest, scale
    laid = EdgePoints(
        ((u - lowest[0]) * scale).astype(np.float32),
        ((v - lowest[1]) * scale).astype(np.float32),
        np.stack([tv / length, -tu / length], axis=1).astype(np.float32),
        # A pixel of the picture is this long on the table: near edges have more points.
        (edges.weight * np.minimum(length * scale, 1.5)).astype(np.float32),
    )
    shape = (int(extent[1]), int(extent[0]))
    return vote_for_centres(laid, RADIUS_PX, shape), lowest, scale


def _sharpness(votes: NDArray[np.float32], radius: float) -> tuple[float, NDArray[np.float64]]:
    side = 2 * max(1, round(0.5 * radius)) + 1
    highest = cv2.dilate(votes, np.ones((side, side), np.uint8))
    y, x = np.nonzero((votes >= highest) & (votes > BY_CHANCE))
    value = float((votes[y, x] - BY_CHANCE).sum())
    return value, np.stack([x, y], axis=1).astype(np.float64)
