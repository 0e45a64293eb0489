"""Cards of the demo's own deck: large indices face up, a lattice on the back."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scene.paint import Colour, Sprite, stamp, text_mask
from table.cards import Card

WIDTH_MM = 63.0
HEIGHT_MM = 88.0
THICKNESS_MM = 0.3
CORNER_MM = 3.2

PIXELS_PER_MM = 5.0

PAPER: Colour = (240, 246, 248)
BACK: Colour = (58, 40, 132)
BACK_LINES: Colour = (206, 204, 226)
INKS: dict[str, Colour] = {
    "s": (30, 26, 26),
    "h": (44, 34, 196),
    "d": (44, 34, 196),
    "c": (30, 26, 26),
}


@lru_cache(maxsize=64)
def card_face(card: Card) -> Sprite:
    """A card face up; its index is read from the bottom of the picture."""
    sheet = _paper()
    ink = INKS[card.suit]
    scale = PIXELS_PER_MM
    rank = text_mask("10" if card.rank == "T" else card.rank, 15.0 * scale, 650, 16.0 * scale)
    small, large = _suit(card.suit, 11.0 * scale), _suit(card.suit, 34.0 * scale)
    for turned in (False, True):
        stamp(sheet, rank, (12.0 * scale, 13.0 * scale), ink)
        stamp(sheet, small, (12.0 * scale, 29.0 * scale), ink)
        sheet = np.ascontiguousarray(sheet[::-1, ::-1]) if not turned else sheet
    sheet = np.ascontiguousarray(sheet[::-1, ::-1])
    stamp(sheet, large, (WIDTH_MM / 2 * scale, HEIGHT_MM / 2 * scale), ink)
    return Sprite.of(sheet, _outline(), scale)


@lru_cache(maxsize=1)
def card_back() -> Sprite:
    """A card face down: a lattice of diamonds inside a white border."""
    sheet = _paper()
    y, x = _grid()
    inside = (np.abs(x) < WIDTH_MM / 2 - 4) & (np.abs(y) < HEIGHT_MM / 2 - 4)
    first, second = (x + y) % 7.0, (x - y) % 7.0
    lines = np.minimum(np.minimum(first, 7 - first), np.minimum(second, 7 - second)) < 0.55
    dots = np.hypot((first - 3.5), (second - 3.5)) < 1.1
    sheet[inside] = BACK
    sheet[inside & (lines | dots)] = BACK_LINES
    medallion = np.hypot(x, y)
    sheet[medallion < 12.5] = BACK_LINES
    sheet[medallion < 11.5] = BACK
    letter = text_mask("b", 11.0 * PIXELS_PER_MM, 800)
    stamp(sheet, letter, (sheet.shape[1] / 2, sheet.shape[0] / 2), BACK_LINES)
    printed = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.8), np.float32)
    return Sprite.of(printed, _outline(), PIXELS_PER_MM)


@lru_cache(maxsize=1)
def card_shadow() -> Sprite:
    """The narrow shadow of a card that lies flat."""
    sheet = _paper()
    return Sprite.of(sheet, _outline(), PIXELS_PER_MM).shadow(blur_mm=0.9, strength=0.45)


def _paper() -> NDArray[np.float32]:
    sheet = np.empty((*_grid()[0].shape, 3), np.float32)
    sheet[:] = PAPER
    return sheet


def _grid() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rows, columns = round(HEIGHT_MM * PIXELS_PER_MM), round(WIDTH_MM * PIXELS_PER_MM)
    y = (np.arange(rows) - (rows - 1) / 2) / PIXELS_PER_MM
    x = (np.arange(columns) - (columns - 1) / 2) / PIXELS_PER_MM
    grid_y, grid_x = np.meshgrid(y, x, indexing="ij")
    return grid_y, grid_x


def _outline() -> NDArray[np.float32]:
    y, x = _grid()
    over_x = np.maximum(np.abs(x) - (WIDTH_MM / 2 - CORNER_MM), 0)
    over_y = np.maximum(np.abs(y) - (HEIGHT_MM / 2 - CORNER_MM), 0)
    away = CORNER_MM - np.hypot(over_x, over_y)
    return np.clip(away * PIXELS_PER_MM + 0.5, 0, 1).astype(np.float32)


def _suit(suit: str, height_px: float) -> NDArray[np.float32]:
    """A suit sign as a mask, drawn from circles and a triangle, or a rhomb."""
    side = round(height_px)
    axis = (np.arange(side * 4) + 0.5) / (side * 4) * 2 - 1
    x, y = np.meshgrid(axis, axis)
    if suit == "d":
        ink = np.abs(x) / 0.74 + np.abs(y) < 1
    elif suit == "h":
        ink = _heart(x, y)
    elif suit == "s":
        ink = _heart(x, -y * 1.14 - 0.14) | _stalk(x, y)
    else:
        lobes = ((0.0, -0.5), (-0.48, 0.14), (0.48, 0.14))
        ink = np.any([np.hypot(x - cx, y - cy) < 0.44 for cx, cy in lobes], axis=0)
        ink |= (np.hypot(x, y) < 0.3) | _stalk(x, y)
    fine = ink.astype(np.float32)
    return np.asarray(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def _heart(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    lobes = (np.hypot(np.abs(x) - 0.44, y + 0.42) < 0.48) & (y < 0)
    point = (np.abs(x) < 0.92 * (1 - np.clip(y + 0.36, 0, None) / 1.34)) & (y >= -0.36) & (y < 0.98)
    return lobes | point


def _stalk(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    return (np.abs(x) < 0.06 + 0.3 * np.clip(y - 0.3, 0, None)) & (y > 0.2) & (y < 0.98)
