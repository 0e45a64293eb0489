"""Specks: single pixels far brighter or darker than all around them, of a hot sensor or a bad line.

Nothing on a table is one pixel large, and a line of one pixel's width goes on in a neighbour.
"""

import cv2
import numpy as np

from vision.frames import Picture

LEAST_APART = 25
"""Of 255: how far a speck is beyond the brightest or darkest of its eight neighbours."""

_NEIGHBOURS = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)


def without_specks(picture: Picture) -> Picture:
    """The picture, (height, width, 3), each speck made the median of what is around it."""
    brighter = cv2.subtract(picture, cv2.dilate(picture, _NEIGHBOURS))
    darker = cv2.subtract(cv2.erode(picture, _NEIGHBOURS), picture)
    specks = (cv2.max(brighter, darker) > LEAST_APART).any(axis=2)
    if not specks.any():
        return picture
    cleaned = picture.copy()
    cleaned[specks] = cv2.medianBlur(picture, 3)[specks]
    return cleaned
