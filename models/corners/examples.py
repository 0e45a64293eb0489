"""Corners to learn reading from, cut out of the rendered pictures as the finder would find them."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.corners.pictures import Labels, unpack
from models.corners.scenes import MOST_VISIBLE, SIDE_PX
from vision.corner_crop import corner_crop

RANKS = 13
NO_INDEX = RANKS
"""The class of what is no index, after those of the ranks."""

SLIPS = ((1.3, 0.07, 0.08), (2.5, 0.25, 0.16))
"""How far off the finder may be, when it does well and when it does not, equally often: standard
deviations in mm, in radians, and of stretch and shear."""

NONE_SHARE = 0.15
GREY_SHARE = 0.15

SLIP_SCALES = np.array([5.0, 5.0, 0.3, 0.3, 0.3, 0.3], np.float32)
"""What the six numbers of a slip are multiplied by: as in `vision.card_reading`."""

Corners = tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]
"""(corners, 3, 80, 64), ranks or none (corners,), suits (corners,), slips (corners, 6)."""


def corners_of(rng: Generator, packed: list[bytes], labels: list[Labels]) -> Corners:
    """Every readable index of some pictures, each a little off, and some places without one."""
    cut, ranks, suits, slips = [], [], [], []
    for picture_bytes, rows in zip(packed, labels, strict=True):
        readable = rows[rows[:, 10] >= MOST_VISIBLE]
        if not len(readable):
            continue
        picture = unpack(picture_bytes)
        for row in readable:
            corner, slip = _cut(rng, picture, row)
            cut.append(corner)
            slips.append(slip)
            ranks.append(int(row[8]))
            suits.append(int(row[9]))
            if rng.random() < NONE_SHARE:
                elsewhere = _elsewhere(rng, row)
                if _far_from_all(elsewhere, rows):
                    corner, slip = _cut(rng, picture, elsewhere)
                    cut.append(corner)
                    slips.append(slip)
                    ranks.append(NO_INDEX)
                    suits.append(0)
    return np.stack(cut), np.array(ranks), np.array(suits), np.stack(slips)


def _cut(
    rng: Generator, picture: NDArray[np.uint8], row: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A corner as the finder might have it, and the slip that leads from there to the truth."""
    off_mm, turned, stretched = SLIPS[int(rng.integers(len(SLIPS)))]
    true_slope = row[2:6].reshape(2, 2).T.astype(np.float64)
    c, s = np.cos(turn := rng.normal(0, turned)), np.sin(turn)
    off = np.array([[c, -s], [s, c]]) @ np.array([[1, rng.normal(0, stretched)], [0, 1]])
    slope = true_slope @ off @ np.diag(np.exp(rng.normal(0, stretched, 2)))
    middle = row[:2] + true_slope @ rng.normal(0, off_mm, 2)
    corner = corner_crop(picture, middle, slope[:, 0], slope[:, 1])
    if rng.random() < GREY_SHARE:
        corner = np.repeat(corner.mean(axis=0, keepdims=True), 3, axis=0)
    back = np.linalg.solve(slope, np.column_stack([row[:2] - middle, true_slope]))
    back[:, 1:] -= np.eye(2)
    return corner, (back.T.ravel() / SLIP_SCALES).astype(np.float32)


def _elsewhere(rng: Generator, row: NDArray[np.float32]) -> NDArray[np.float32]:
    """A place that is no index, or an index upside down."""
    other = row.copy()
    if rng.random() < 0.4:
        other[2:8] *= -1
        return other
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s], [s, c]], np.float32)
    other[:2] = rng.uniform(10, SIDE_PX - 10, 2)
    other[2:4], other[4:6] = turn @ row[2:4], turn @ row[4:6]
    return other


def _far_from_all(place: NDArray[np.float32], rows: Labels) -> bool:
    """Whether no index lies there the same way up."""
    scale = float(np.linalg.norm(place[4:6]))
    near = np.linalg.norm(rows[:, :2] - place[:2], axis=1) < 9 * scale
    upright = rows[:, 4:6] @ place[4:6] > 0
    return not bool((near & upright).any())
