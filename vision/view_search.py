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

TILTS_AND_DIRECTIONS = ((0, 1), (14, 12), (26, 16), (36, 20), (45, 24), (52, 24))
"""Tilts in degrees, and in how many directions each is tried: the steeper, the more they differ."""

SCALES = np.geomspace(0.64, 1.5, 10)
"""Against the scale found for no tilt, by which one misjudges the chips of a tilted picture."""

COARSE_EDGES, FINE_EDGES = 8000, 24000
"""So many of the clearest edge points tell the tilt as well as all of them, sooner."""

RADIUS_MM = 19.5
"""Any radius would do: the search is for the tilt, and for the scale that fits this radius."""

COARSE_RADIUS_PX, FINE_RADIUS_PX = 10.0, 16.0
"""Radius of the circles when they are voted for, laid on the table: for the grid, and for climbing.
"""

MOST_PIXELS = 4_000_000
"""A table laid out larger than this is seen from no sensible place."""

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
    edges = edge_points(lab, spread_lab * 0.75, inside).strongest(FINE_EDGES)
    clearest = edges.strongest(COARSE_EDGES)
    if len(edges.x) < 20:
        return None
    shorter = min(height, width)
    radii = np.geomspace(SMALLEST_RADIUS * shorter, LARGEST_RADIUS * shorter, 24)
    sharpness = [_sharpness(vote_for_centres(edges, r, (height, width)), r)[0] for r in radii]
    size = (width, height)
    start = radii[int(np.argmax(sharpness))] / RADIUS_MM
    grid = _poses(float(start))
    values = [_value(pose, clearest, size, COARSE_RADIUS_PX) for pose in grid]
    best = _climb(grid[int(np.argmax(values))], edges, size)
    best_value = _value(best, edges, size, FINE_RADIUS_PX)
    if best_value <= 0:
        return None
    view = _view(best, size)
    votes, corner, scale_px = _votes(view, edges, size, FINE_RADIUS_PX)
    _, peaks = _sharpness(votes, FINE_RADIUS_PX)
    return FoundView(view, peaks / scale_px + corner, best_value)


def _poses(pixels_per_mm: float) -> list[NDArray[np.float64]]:
    """What is tried first: (3,) log scale, and tilt in radians along x and y of the picture."""
    poses = []
    for degrees, directions in TILTS_AND_DIRECTIONS:
        tilt = np.radians(degrees)
        for direction in np.arange(directions) * 2 * np.pi / directions:
            along, across = tilt * np.cos(direction), tilt * np.sin(direction)
            poses += [np.array([np.log(pixels_per_mm * s), along, across]) for s in SCALES]
    return poses


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
    value = _value(pose, edges, size, FINE_RADIUS_PX)
    step = np.array([0.05, 0.08, 0.08])
    while step[1] > 0.01:
        moved = False
        for axis in range(3):
            for sign in (-1.0, 1.0):
                trial = pose.copy()
                trial[axis] += sign * step[axis]
                if np.hypot(trial[1], trial[2]) > LARGEST_TILT:
                    continue
                trial_value = _value(trial, edges, size, FINE_RADIUS_PX)
                if trial_value > value:
                    pose, value, moved = trial, trial_value, True
        if not moved:
            step /= 2
    return pose


def _value(
    pose: NDArray[np.float64], edges: EdgePoints, size: tuple[int, int], radius_px: float
) -> float:
    votes, _, _ = _votes(_view(pose, size), edges, size, radius_px)
    tilt = float(np.hypot(pose[1], pose[2]))
    return _sharpness(votes, radius_px)[0] * (1.0 - TILT_DOUBT * tilt**2)


def _votes(
    view: TableView, edges: EdgePoints, size: tuple[int, int], radius_px: float
) -> tuple[NDArray[np.float32], NDArray[np.float64], float]:
    """Lay the edge points on the table and let them vote there.

    Returns:
        The votes, the corner of their picture in millimetres, and its pixels per millimetre.
    """
    inverse = np.linalg.inv(view.to_picture)
    x, y = edges.x, edges.y
    w = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
    u = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]) / w
    v = (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]) / w
    scale = radius_px / RADIUS_MM
    lowest = np.array([u.min(), v.min()]) - RADIUS_MM
    extent = np.ceil((np.array([u.max(), v.max()]) + RADIUS_MM - lowest) * scale)
    if w.min() * w.max() <= 0 or not np.isfinite(extent).all() or extent.prod() > MOST_PIXELS:
        return np.zeros((1, 1), np.float32), lowest, scale
    # An edge is carried by its tangent; its normal on the table stands square on the tangent there.
    tx, ty = -edges.direction[:, 1], edges.direction[:, 0]
    tw = inverse[2, 0] * tx + inverse[2, 1] * ty
    tu = (inverse[0, 0] * tx + inverse[0, 1] * ty - u * tw) / w
    tv = (inverse[1, 0] * tx + inverse[1, 1] * ty - v * tw) / w
    length = np.maximum(np.hypot(tu, tv), 1e-9)
    laid = EdgePoints(
        ((u - lowest[0]) * scale).astype(np.float32),
        ((v - lowest[1]) * scale).astype(np.float32),
        np.stack([tv / length, -tu / length], axis=1).astype(np.float32),
        # A pixel of the picture is this long on the table: near edges have more points.
        (edges.weight * np.minimum(length * scale, 1.5)).astype(np.float32),
        edges.change,
    )
    return vote_for_centres(laid, radius_px, (int(extent[1]), int(extent[0]))), lowest, scale


def _sharpness(votes: NDArray[np.float32], radius: float) -> tuple[float, NDArray[np.float64]]:
    side = 2 * max(1, round(0.5 * radius)) + 1
    highest = cv2.dilate(votes, np.ones((side, side), np.uint8))
    peaks = np.flatnonzero((votes >= highest) & (votes > BY_CHANCE))
    y, x = np.divmod(peaks, votes.shape[1])
    value = float((votes.ravel()[peaks] - BY_CHANCE).sum())
    return value, np.stack([x, y], axis=1).astype(np.float64)
