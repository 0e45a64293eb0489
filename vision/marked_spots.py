"""Marked spots of a table: corners of print and pattern by which a picture is recognised."""

import cv2
import numpy as np
from numpy.typing import NDArray

LEAST_MARKED = 0.02
"""Share of the best spot's markedness."""


def marked_spots(
    grey: NDArray[np.uint8], table: NDArray[np.bool_], *, most: int, apart_px: float, edge_px: int
) -> list[tuple[int, int]]:
    """The places of the most marked spots, x and y, the best first.

    Args:
        grey: (height, width) brightness.
        table: (height, width) where spots may lie.
        most: how many to choose.
        apart_px: no two lie nearer to each other.
        edge_px: none lies nearer to the picture's edge.
    """
    allowed = np.zeros(table.shape, np.uint8)
    inside = slice(edge_px, -edge_px)
    allowed[inside, inside] = table[inside, inside]
    found = cv2.goodFeaturesToTrack(grey, most, LEAST_MARKED, apart_px, mask=allowed)
    places = [] if found is None else np.asarray(found).reshape(-1, 2).round().astype(int)
    return [(int(x), int(y)) for x, y in places]
