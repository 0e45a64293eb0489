"""The side of a stack, unrolled: every chip takes the same rows, from whichever camera it is seen.

The strip is what a low camera sees of an upright cylinder of the chips' diameter, from below the
felt to above the tallest stack. Where the stack stands need only be known roughly: if it stands
nearer to the camera than was thought, all of its chips appear lower in the strip by as many rows.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.frames import Picture
from vision.layout import Point

ROWS_PER_CHIP = 8
CHIPS_BELOW = 3
CHIPS_ABOVE = 28
ROWS = (CHIPS_BELOW + CHIPS_ABOVE) * ROWS_PER_CHIP
FELT_ROW = CHIPS_BELOW * ROWS_PER_CHIP
"""Counted from below: the edge between this row and the one below it is the felt."""

COLUMNS = 40
REACH = 1.25
"""The strip is so much wider than the chips: their outline shows where the stack stands."""

LEAST_DEPTH = 0.3
"""Beside the chips the surface goes on upright, so far before their middle, in their radii."""


@dataclass(frozen=True, eq=False)
class StackStrip:
    """A stack's unrolled side.

    Attributes:
        picture: (ROWS, COLUMNS, 3) blue, green, red; the first row is the lowest, the first column
            the leftmost as the camera sees it.
        seen: (ROWS, COLUMNS) whether the picture reaches there.
        place_mm: where the stack was thought to stand.
        towards: (2,) of length 1, from there to the camera on the plan.
        slope: tangent of the camera's elevation.
        pixels_per_mm: across the line of sight.
        chip_mm: a chip's thickness.
    """

    picture: Picture
    seen: NDArray[np.bool_]
    place_mm: Point
    towards: NDArray[np.float64]
    slope: float
    pixels_per_mm: float
    chip_mm: float

    @property
    def row_mm(self) -> float:
        """The height of one row."""
        return self.chip_mm / ROWS_PER_CHIP

    def rows_from_nearer(self, nearer_mm: float) -> float:
        """By how many rows a stack appears lower that stands so much nearer to the camera."""
        return nearer_mm * self.slope / self.row_mm

    def place_at(self, foot_row: float, right_mm: float) -> Point:
        """Where the stack stands whose foot is seen at a row, and its middle so far right."""
        nearer = (FELT_ROW - foot_row) * self.row_mm / self.slope
        right = np.array([self.towards[1], -self.towards[0]])
        x, y = np.array(self.place_mm) + nearer * self.towards + right_mm * right
        return float(x), float(y)


def unroll(
    picture: Picture,
    calibration: Calibration,
    place_mm: Point,
    *,
    diameter_mm: float,
    thickness_mm: float,
) -> StackStrip | None:
    """The side that a camera sees of a stack that stands about there.

    None if the calibration has no lens: heights over the table cannot be told without it.
    """
    camera = calibration.camera_mm()
    if camera is None:
        return None
    away = np.array([camera[0] - place_mm[0], camera[1] - place_mm[1]])
    distance = float(np.linalg.norm(away))
    if distance < diameter_mm:
        return None  # straight above: no side is seen
    towards = away / distance
    places = _surface(place_mm, towards, diameter_mm / 2, thickness_mm)
    pixels = calibration.raised_to_pixels(places)
    if pixels is None:
        return None
    grid = pixels.reshape(ROWS, COLUMNS, 2).astype(np.float32)
    drawn = cv2.remap(
        picture, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    height, width = picture.shape[:2]
    seen = (
        (grid[..., 0] > -0.5)
        & (grid[..., 1] > -0.5)
        & (grid[..., 0] < width - 0.5)
        & (grid[..., 1] < height - 0.5)
    )
    return StackStrip(
        picture=np.asarray(drawn, np.uint8),
        seen=seen,
        place_mm=place_mm,
        towards=towards,
        slope=camera[2] / distance,
        pixels_per_mm=_scale_across(grid, diameter_mm),
        chip_mm=thickness_mm,
    )


def _surface(
    place_mm: Point, towards: NDArray[np.float64], radius_mm: float, thickness_mm: float
) -> NDArray[np.float64]:
    """The points of the strip in space, (ROWS * COLUMNS, 3)."""
    heights = (np.arange(ROWS) + 0.5 - FELT_ROW) * thickness_mm / ROWS_PER_CHIP
    across = (np.arange(COLUMNS) + 0.5) / COLUMNS * 2 - 1
    across = across * REACH * radius_mm
    before = np.sqrt(np.maximum(radius_mm**2 - across**2, (LEAST_DEPTH * radius_mm) ** 2))
    # To the right as the camera sees it, on a plan whose y grows downwards.
    right = np.array([towards[1], -towards[0]])
    plan = np.array(place_mm) + across[:, None] * right + before[:, None] * towards
    points = np.empty((ROWS, COLUMNS, 3))
    points[..., :2] = plan
    points[..., 2] = heights[:, None]
    return points.reshape(-1, 3)


def _scale_across(grid: NDArray[np.float32], diameter_mm: float) -> float:
    foot = grid[FELT_ROW]
    span = float(np.linalg.norm(foot[-1] - foot[0]))
    return span / (REACH * diameter_mm * (COLUMNS - 1) / COLUMNS)
