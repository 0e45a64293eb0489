"""Card faces and backs as a house may have them: each deck in a style of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.corners.glyphs import (
    CARD_MM,
    CARD_PX,
    DECKS,
    PIXELS_PER_MM,
    RANKS,
    SUIT_SIGNS,
    Face,
    Glyph,
    deck,
    drawn_rank,
    drawn_suit,
    rank_fonts,
    suit_fonts,
    written,
)

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""

_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_ROWS = {2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 4: (0.0, 1 / 3, 2 / 3, 1.0)}


def _columns(rows: int) -> list[tuple[float, float]]:
    return [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS[rows]]


PIPS: dict[str, list[tuple[float, float]]] = {
    "A": [(_MIDDLE, 0.5)],
    "2": [(_MIDDLE, y) for y in _ROWS[2]],
    "3": [(_MIDDLE, y) for y in _ROWS[3]],
    "4": _columns(2),
    "5": [*_columns(2), (_MIDDLE, 0.5)],
    "6": _columns(3),
    "7": [*_columns(3), (_MIDDLE, 0.25)],
    "8": [*_columns(3), (_MIDDLE, 0.25), (_MIDDLE, 0.75)],
    "9": [*_columns(4), (_MIDDLE, 0.5)],
    "10": [*_columns(4), (_MIDDLE, 1 / 6), (_MIDDLE, 5 / 6)],
}
"""Where pips stand in their field: 0 to 1 to the right and down. Those below the middle hang."""


@dataclass(frozen=True)
class Index:
    """Where the index, rank over suit, stands: left, top, right, bottom in mm of the card."""

    box_mm: tuple[float, float, float, float]

    @property
    def middle_mm(self) -> tuple[float, float]:
        """Its middle, in mm from the card's left upper corner."""
        left, top, right, bottom = self.box_mm
        return (left + right) / 2, (top + bottom) / 2


ART_INDEX = {"standard": Index((2.0, 3.2, 8.5, 20.0)), "jumbo": Index((2.0, 2.5, 15.5, 37.8))}


class Style:
    """How one deck looks. `face` draws its cards."""

    def __init__(self, rng: Generator, fonts: Sequence[Path]) -> None:
        self.art = DECKS[int(rng.integers(2))]
        self.is_art = bool(rng.random() < 0.3)
        self._ranks = _rank_glyphs(rng, fonts)
        self._suits = _suit_glyphs(rng, fonts)
        self._colours = _colours(rng)
        self._paper = tuple(rng.uniform(228, 255) + rng.uniform(-8, 0, 3))
        jumbo = rng.random() < 0.35
        self._rank_mm = rng.uniform(11, 17) if jumbo else rng.uniform(7, 11)
        self._rank_width = rng.uniform(0.5, 0.95)
        self._suit_mm = self._rank_mm * rng.uniform(0.5, 0.95)
        self._suit_mm = min(self._suit_mm, 12.0)
        self._gap_mm = rng.uniform(0.6, 2.5)
        self._corner_mm = (rng.uniform(1.2, 3.2), rng.uniform(2.0, 5.5))
        self.four_indices = rng.random() < 0.08
        small = 0.55 if jumbo and rng.random() < 0.7 else 1.0
        self._pip_mm = rng.uniform(10, 15) * small
        self._pip_width = rng.uniform(0.8, 1.05)
        field = (rng.uniform(12, 15.5), rng.uniform(12, 17))
        if jumbo:
            field = (rng.uniform(18, 23), rng.uniform(16, 24))
        self._field_mm = field
        self._frame = rng.random() < (0.5 if small < 1 else 0.1)
        self._great_ace = rng.uniform(1.0, 3.0)
        self.has_border = bool(rng.random() < 0.25)

    def index(self, rank: int) -> Index:
        """Where the index of a rank stands on this deck's cards."""
        if self.is_art:
            return ART_INDEX[self.art]
        left, top = self._corner_mm
        width = max(self._rank_size(rank)[0], self._suit_mm)
        return Index((left, top, left + width, top + self._rank_mm + self._gap_mm + self._suit_mm))

    def face(self, rank: int, suit: int) -> Face:
        """The card's face, (352, 252, 3)."""
        if self.is_art:
            drawn = deck(self.art)[rank, suit].copy()
            return _recoloured(drawn, suit, self._colours[suit])
        card = np.empty((CARD_PX[1], CARD_PX[0], 3), np.float32)
        card[:] = self._paper
        if rank in (9, 10, 11):
            self._draw_court(card, rank, suit)
        else:
            self._draw_pips(card, rank, suit)
        self._draw_indices(card, rank, suit)
        return np.clip(card, 0, 255).astype(np.uint8)

    def _rank_size(self, rank: int) -> tuple[float, float]:
        glyph = self._ranks[rank]
        width = self._rank_mm * glyph.shape[1] / glyph.shape[0] * self._rank_width
        widest = self._rank_mm * (0.95 if RANKS[rank] == "10" else 0.85)
        return min(max(width, 0.25 * self._rank_mm), widest), self._rank_mm

    def _draw_indices(self, card: Glyph, rank: int, suit: int) -> None:
        size, colour = self._rank_size(rank), self._colours[suit]
        left, top, right, _ = self.index(rank).box_mm
        middle = (left + right) / 2
        places = [(middle, False)]
        if self.four_indices:
            places.append((CARD_MM[0] - middle, False))
        for turned in (False, True):
            view = card[::-1, ::-1] if turned else card
            for x, _ in places:
                _paint(view, self._ranks[rank], (x, top + size[1] / 2), size, colour)
                y = top + self._rank_mm + self._gap_mm + self._suit_mm / 2
                side = (self._suit_mm * self._pip_width, self._suit_mm)
                _paint(view, self._suits[suit], (x, y), side, colour)

    def _draw_pips(self, card: Glyph, rank: int, suit: int) -> None:
        left, top = self._field_mm
        if self._frame:
            _frame(card, (left - 1, top - 1), self._colours[suit], faint=True)
        name = RANKS[rank]
        side = self._pip_mm
        if name == "A" and suit == 3:
            side *= self._great_ace
        inner = (left + self._pip_mm / 2, top + self._pip_mm / 2)
        for x, y in PIPS[name]:
            place = (
                inner[0] + x * (CARD_MM[0] - 2 * inner[0]),
                inner[1] + y * (CARD_MM[1] - 2 * inner[1]),
            )
            hangs = y > 0.5
            view = card[::-1, ::-1] if hangs else card
            if hangs:
                place = (CARD_MM[0] - place[0], CARD_MM[1] - place[1])
            size = (side * self._pip_width, side)
            _paint(view, self._suits[suit], place, size, self._colours[suit])

    def _draw_court(self, card: Glyph, rank: int, suit: int) -> None:
        """The figure of the art in a frame of this deck's, its pips drawn anew over it."""
        left, top = self._field_mm
        box = (41, 39, 213, 313) if self.art == "standard" else (69, 71, 182, 281)
        drawn = deck(self.art)[rank, suit][box[1] : box[3], box[0] : box[2]]
        width, height = (
            round((CARD_MM[0] - 2 * left) * PIXELS_PER_MM),
            round((CARD_MM[1] - 2 * top) * PIXELS_PER_MM),
        )
        x, y = round(left * PIXELS_PER_MM), round(top * PIXELS_PER_MM)
        figure = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
        card[y : y + height, x : x + width] = figure * (np.array(self._paper) / 255)
        _frame(card, (left, top), (60.0, 30.0, 30.0), faint=False)


def _rank_glyphs(rng: Generator, fonts: Sequence[Path]) -> list[Glyph]:
    if rng.random() < 0.35 or not fonts:
        name = DECKS[int(rng.integers(2))]
        glyphs = [drawn_rank(name, rank) for rank in range(13)]
    else:
        font = _one(rng, rank_fonts(fonts))
        glyphs = [written(rank, font) for rank in RANKS]
    thicker = int(rng.integers(-1, 3))
    return [_thickened(glyph, thicker) for glyph in glyphs]


def _suit_glyphs(rng: Generator, fonts: Sequence[Path]) -> list[Glyph]:
    if rng.random() < 0.6 or not suit_fonts(fonts):
        name = DECKS[int(rng.integers(2))]
        return [drawn_suit(name, suit) for suit in range(4)]
    font = _one(rng, suit_fonts(fonts))
    return [written(sign, font) for sign in SUIT_SIGNS]


def _thickened(glyph: Glyph, steps: int) -> Glyph:
    """Strokes made thicker; 96 pixels high, so that a step is the same for all."""
    scale = 96 / glyph.shape[0]
    even = cv2.resize(glyph, (max(2, round(glyph.shape[1] * scale)), 96))
    if steps > 0:
        even = cv2.dilate(even, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * steps + 1,) * 2))
    return np.asarray(even, np.float32)


def _colours(rng: Generator) -> list[Colour]:
    """Of clubs, diamonds, hearts, spades."""
    dark = float(rng.uniform(5, 60))
    black = (dark, dark, dark)
    red = (float(rng.uniform(10, 80)), float(rng.uniform(0, 60)), float(rng.uniform(150, 240)))
    if rng.random() < 0.12:
        green, blue = (40.0, float(rng.uniform(90, 150)), 20.0), (200.0, 80.0, 20.0)
        return [green, blue, red, black]
    return [black, red, red, black]


def _recoloured(face: Face, suit: int, colour: Colour) -> Face:
    """The art's pure black or red made the deck's."""
    pure = np.array((0, 0, 255) if suit in (1, 2) else (0, 0, 0), np.float32)
    ink = np.clip(1 - np.abs(face - pure).max(axis=2, keepdims=True) / 90, 0, 1)
    return np.clip(face * (1 - ink) + np.array(colour) * ink, 0, 255).astype(np.uint8)


def _paint(
    card: Glyph,
    glyph: Glyph,
    middle_mm: tuple[float, float],
    size_mm: tuple[float, float],
    colour: Colour,
) -> None:
    width, height = (max(2, round(side * PIXELS_PER_MM)) for side in size_mm)
    ink = cv2.resize(glyph, (width, height), interpolation=cv2.INTER_AREA)[..., None]
    x = max(0, round(middle_mm[0] * PIXELS_PER_MM - width / 2))
    y = max(0, round(middle_mm[1] * PIXELS_PER_MM - height / 2))
    under = card[y : y + height, x : x + width]
    ink = ink[: under.shape[0], : under.shape[1]]
    under[:] = under * (1 - ink) + np.array(colour, np.float32) * ink


def _frame(card: Glyph, corner_mm: tuple[float, float], colour: Colour, *, faint: bool) -> None:
    left, top = (round(side * PIXELS_PER_MM) for side in corner_mm)
    shade = (230.0, 200.0, 190.0) if faint else colour
    cv2.rectangle(card, (left, top), (CARD_PX[0] - left, CARD_PX[1] - top), shade, 2)


def _one(rng: Generator, paths: Sequence[Path]) -> Path:
    return paths[int(rng.integers(len(paths)))]


def back(rng: Generator) -> Face:
    """The back of a card: a pattern, mostly with a white border."""
    width, height = CARD_PX
    ground = rng.uniform(0, 255, 3)
    drawn = np.empty((height, width, 3), np.uint8)
    drawn[:] = ground
    other = rng.uniform(0, 255, 3) if rng.random() < 0.4 else np.full(3, rng.uniform(200, 255))
    y, x = np.mgrid[0:height, 0:width]
    step = int(rng.integers(5, 40))
    kind = rng.random()
    if kind < 0.35:
        mask = ((x + y) % step < step * 0.3) | ((x - y) % step < step * 0.3)
    elif kind < 0.6:
        mask = np.hypot(x % step - step / 2, y % step - step / 2) < step * rng.uniform(0.2, 0.45)
    elif kind < 0.8:
        edge = rng.uniform(0.2, 0.8) * height
        mask = y + rng.uniform(-0.8, 0.8) * x > edge
    else:
        mask = np.zeros((height, width), bool)
    drawn[mask] = other
    if rng.random() < 0.4:
        place = (int(rng.integers(10, 90)), int(rng.integers(80, 300)))
        size, colour = rng.uniform(1, 3), tuple(map(float, rng.uniform(0, 255, 3)))
        cv2.putText(drawn, "BACK CARD POKER"[int(rng.integers(10)) :], place, 0, size, colour, 4)
    if rng.random() < 0.7:
        cv2.rectangle(drawn, (0, 0), (width, height), (250.0,) * 3, int(rng.integers(8, 40)))
    return drawn
