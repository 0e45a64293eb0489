"""How a chip comes to rest on others: as low as it can, leaning on what it touches."""

import numpy as np
from numpy.typing import NDArray

from models.raycasting.scene import ChipPose
from vision.chip_set import DIAMETER_MM
from vision.flat_picture import THICKNESS_MM
from vision.layout import Point

FLAT_MM = 0.4
"""Supports that differ by less than this bear a chip level."""

STEEPEST = 0.35
"""A chip that would lean more slides off."""

EDGE_MM = 1.2
"""The outermost of a chip bears nothing: the relief is no finer than a millimetre."""

STEPS = 4
GRID = 7


class Relief:
    """The heights of what lies on a patch of the table, to a millimetre on the plan.

    Args:
        half_mm: the patch reaches so far about the origin along x and along y.
        diameter_mm, thickness_mm: of every chip.
    """

    def __init__(
        self,
        half_mm: int = 420,
        diameter_mm: float = DIAMETER_MM,
        thickness_mm: float = THICKNESS_MM,
    ) -> None:
        self._heights = np.zeros((2 * half_mm, 2 * half_mm))
        self._half = half_mm
        self._radius = diameter_mm / 2
        self._thickness = thickness_mm
        self._under = _disc_points(self._radius - EDGE_MM)

    def rest(self, place_mm: Point, kind: int, turn: float) -> ChipPose:
        """Let a chip come to rest about a place, and remember that it lies there."""
        height, lean = self._lowest(place_mm)
        pose = ChipPose(kind=kind, place_mm=place_mm, height_mm=height, turn=turn, lean=lean)
        self.add(pose)
        return pose

    def add(self, pose: ChipPose) -> None:
        """Remember a chip that lies there, whatever it rests on."""
        reach = int(np.ceil(self._radius))
        column, row = (round(side) + self._half for side in pose.place_mm)
        rows = slice(max(0, row - reach), row + reach + 1)
        columns = slice(max(0, column - reach), column + reach + 1)
        y, x = np.mgrid[rows, columns]
        y, x = y[: self._heights.shape[0]], x[: self._heights.shape[0]]
        from_x = x - self._half - pose.place_mm[0]
        from_y = y - self._half - pose.place_mm[1]
        upright = np.sqrt(1 + pose.lean[0] ** 2 + pose.lean[1] ** 2)
        top = pose.height_mm + self._thickness * upright
        tops = top + pose.lean[0] * from_x + pose.lean[1] * from_y
        patch = self._heights[rows, columns]
        within = np.hypot(from_x, from_y)[: patch.shape[0], : patch.shape[1]] <= self._radius
        tops = tops[: patch.shape[0], : patch.shape[1]]
        patch[within] = np.maximum(patch[within], tops[within])

    def _lowest(self, place_mm: Point) -> tuple[float, tuple[float, float]]:
        """The height of the middle and the lean at which it lies lowest and runs through nothing.

        For a lean, the height is how far the supports stand above the plane of that lean. That is
        convex in the lean: a grid that closes in on its lowest finds it.
        """
        last = self._heights.shape[0] - 1
        places = np.rint(self._under + np.asarray(place_mm) + self._half).astype(int)
        columns, rows = np.clip(places, 0, last).T
        supports = self._heights[rows, columns]
        if np.ptp(supports) < FLAT_MM:
            return float(supports.max()), (0.0, 0.0)
        middle, reach = np.zeros(2), STEEPEST
        height = float(supports.max())
        for _ in range(STEPS):
            axis = np.linspace(-reach, reach, GRID)
            leans = middle + np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
            leans = np.clip(leans, -STEEPEST, STEEPEST)
            heights = (supports - leans @ self._under.T).max(axis=1)
            best = int(heights.argmin())
            middle, height = leans[best], float(heights[best])
            reach *= 2 / (GRID - 1)
        return max(0.0, height), (float(middle[0]), float(middle[1]))


def _disc_points(radius: float) -> NDArray[np.float64]:
    """Points all over a disc, and more of them on its edge, (n, 2)."""
    axis = np.arange(-radius, radius + 0.1, 4.0)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    edge = radius * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    return np.concatenate((grid[np.hypot(*grid.T) < radius], edge))
