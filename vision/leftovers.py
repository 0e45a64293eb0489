"""What lies in a bet area and is neither bare table nor a chip that was read.

A chip of another house, a coin or a card protector has no rim or no colours that the chip set
knows, so it is not found. It must not be taken for bare table either. What reaches in over the
edge of the area is not looked at: that is an arm, and the watcher's to judge.
"""

import cv2
import numpy as np

from vision.explanation import Explainer, PlacedChip
from vision.flat_picture import FlatPicture

AROUND_CHIP = 1.2
"""A chip's edge, its side wall and its contact shadow lie within this many radii."""

THINNEST_MM = 8.0
"""Printed lines and letters, and the rests of a chip's shadow, are thinner than this."""

LEAST_LEFTOVER_MM2 = 250.0
"""A fifth of a chip's face; the smallest coins have 200."""


def leftover_mm2(flat: FlatPicture, explainer: Explainer, placed: list[PlacedChip]) -> float:
    """The largest thing that is neither bare table nor one of these chips, in mm²."""
    left = (flat.inside & ~flat.bare_table).astype(np.uint8)
    for chip in placed:
        centre = explainer.rims.centres[chip.candidate]
        rim = explainer.rim_points[chip.candidate]
        for foot in (centre, explainer.feet[chip.candidate]):
            outline = foot + AROUND_CHIP * (rim - centre)
            cv2.fillPoly(left, [np.rint(outline).astype(np.int32)], 0)
    across = 2 * round(THINNEST_MM * flat.pixels_per_mm / 2) + 1
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    opened = cv2.morphologyEx(left, cv2.MORPH_OPEN, brush)
    _, things, sizes, _ = cv2.connectedComponentsWithStats(opened)
    outside = cv2.dilate((~flat.inside).astype(np.uint8), brush, borderValue=1)
    sizes[np.unique(things[outside > 0]), cv2.CC_STAT_AREA] = 0
    return float(sizes[1:, cv2.CC_STAT_AREA].max(initial=0)) / flat.pixels_per_mm**2
