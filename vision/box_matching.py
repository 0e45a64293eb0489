"""How many boxes of a detector go around what they should; each thing counts once."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ENOUGH = 0.5
"""Intersection over union from which a box counts as around its thing."""

Corners = NDArray[np.float64]
"""(n, 4) left, top, right, bottom."""


@dataclass(frozen=True)
class Matched:
    """Boxes held against what there is; sums add up over pictures.

    Attributes:
        right: boxes around a thing that no surer box is around.
        found: boxes in all.
        wanted: things in all.
    """

    right: int = 0
    found: int = 0
    wanted: int = 0

    def __add__(self, other: "Matched") -> "Matched":
        return Matched(
            self.right + other.right, self.found + other.found, self.wanted + other.wanted
        )


def overlaps(one: Corners, other: Corners) -> NDArray[np.float64]:
    """(n, m) intersection over union of n boxes with m boxes."""
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    common = np.clip(high - low, 0, None).prod(axis=2)
    areas = [(boxes[:, 2:] - boxes[:, :2]).prod(axis=1) for boxes in (one, other)]
    return np.asarray(common / np.maximum(areas[0][:, None] + areas[1][None] - common, 1e-9))


def match(found: Corners, wanted: Corners) -> Matched:
    """Give each box, the surest first, the thing that it overlaps most and that is still free."""
    shares = overlaps(found, wanted)
    right = 0
    for row in shares:
        if row.size and row.max() >= ENOUGH:
            right += 1
            shares[:, int(row.argmax())] = 0.0
    return Matched(right, len(found), len(wanted))


def read_boxes(path: Path, width_px: int, height_px: int) -> tuple[NDArray[np.int64], Corners]:
    """The classes and boxes in a file as ultralytics writes it.

    Args:
        path: a line for each thing: class, middle x and y, width and height, as shares.
        width_px: of the picture.
        height_px: of the picture.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no such file.
    """
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if any(len(line) != 5 for line in lines):
        raise ValueError(f"{path}: each line must be a class and four numbers")
    numbers = np.array([[float(part) for part in line] for line in lines]).reshape(-1, 5)
    middle, half = numbers[:, 1:3], numbers[:, 3:] / 2
    corners = np.concatenate((middle - half, middle + half), axis=1)
    return numbers[:, 0].astype(np.int64), corners * [width_px, height_px, width_px, height_px]
