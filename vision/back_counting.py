"""Counts cards that lie face down, anywhere on the table: by size, straight edges and colour.

Two cards that lie exactly on each other look like one from above, so the count is *at least*.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_backs import CARD_MM
from vision.card_reading import ReadCard
from vision.colour import linear_light, to_lab
from vision.frames import Picture
from vision.rectify import mask_of
from vision.surface import fit_surface, surface_region

WORKING_PX_PER_MM = 1.0
"""Finer than this nothing is gained: a card is 63 pixels wide."""

LEAST_APART_LAB = 14.0
"""What differs less from the surface is surface: its grain, print, or a shadow on it."""

LEAST_SHARE, MOST_CARDS = 0.8, 6.0
"""Of one card's area: the smallest pile, with something over it, and the largest."""

OVERLAP_ALLOWED = 0.12
"""A pile this much larger than a whole number of cards is still that number: its edges blur."""

STRAIGHT_MM = 40.0
"""Cards have edges this straight and long; a cluster of chips has none."""

LEAST_STRAIGHT = 2
EDGE_OFF_MM = 2.0
LEAST_FILL = 0.8
"""Share of its hull that a pile of cards fills; chips beside each other leave gaps."""


@dataclass(frozen=True, eq=False)
class BackPile:
    """Cards face down that touch each other.

    Attributes:
        centre_px: its middle in the picture, (2,).
        at_least: how many cards there are, or more under them.
    """

    centre_px: NDArray[np.float64]
    at_least: int


def count_backs(
    picture: Picture, pixels_per_mm: float, faces: Sequence[ReadCard]
) -> list[BackPile]:
    """Find the piles of cards face down. A pile with a card face up in it is left out whole.

    Args:
        picture: (height, width, 3) blue, green, red, from above.
        pixels_per_mm: its scale.
        faces: the cards that lie face up in it.
    """
    zoom = min(1.0, WORKING_PX_PER_MM / pixels_per_mm)
    small = np.asarray(
        cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8
    )
    scale = pixels_per_mm * zoom
    things = _things(small, scale)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(things)
    card_px = CARD_MM[0] * CARD_MM[1] * scale**2
    piles = []
    for label in range(1, count):
        cards = float(stats[label, cv2.CC_STAT_AREA]) / card_px
        pile = labels == label
        if not LEAST_SHARE <= cards <= MOST_CARDS or _holds_a_face(pile, faces, zoom):
            continue
        if _looks_like_cards(pile, scale):
            at_least = max(1, int(np.ceil(cards - OVERLAP_ALLOWED)))
            piles.append(BackPile(np.asarray(centres[label] / zoom, np.float64), at_least))
    return piles


def _holds_a_face(pile: NDArray[np.bool_], faces: Sequence[ReadCard], zoom: float) -> bool:
    height, width = pile.shape
    places = [
        np.clip(np.rint(index.middle_px * zoom).astype(int), 0, (width - 1, height - 1))
        for face in faces
        for index in face.indices
    ]
    return any(pile[y, x] for x, y in places)


def _things(small: Picture, scale: float) -> NDArray[np.uint8]:
    """Where the surface is covered."""
    surface = fit_surface(small)
    height, width = small.shape[:2]
    bare = to_lab(linear_light(small)) - to_lab(surface.light(width, height))
    bare[..., 0] = np.where(bare[..., 0] < 0, bare[..., 0] / 2, bare[..., 0])  # shadows
    apart = np.linalg.norm(bare, axis=2) > max(LEAST_APART_LAB, 3 * surface.spread_lab)
    on_surface = mask_of(surface_region(small, surface), (width, height))
    things = (apart & on_surface).astype(np.uint8)
    pattern = np.ones((round(4 * scale) | 1,) * 2, np.uint8)
    things = cv2.morphologyEx(things, cv2.MORPH_CLOSE, pattern)
    return np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, pattern), np.uint8)


def _looks_like_cards(pile: NDArray[np.bool_], scale: float) -> bool:
    outlines, _ = cv2.findContours(pile.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.contourArea(cv2.convexHull(outline))
    if hull <= 0 or cv2.contourArea(outline) < LEAST_FILL * hull:
        return False
    corners = cv2.approxPolyDP(outline, EDGE_OFF_MM * scale, True).reshape(-1, 2)
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return int((edges > STRAIGHT_MM * scale).sum()) >= LEAST_STRAIGHT
