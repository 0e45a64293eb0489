"""Ranks and suits as shapes: from fonts, and from the CC0 card art beside this file.

The art is Adrian Kennard's (me.uk/cards, CC0), as packed in the npm package
`@heruka_urgyen/react-playing-cards` 0.5.0: two decks of 13 by 4 cards, rasterised.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Glyph = NDArray[np.float32]
"""(height, width), cut to the shape: how much ink there is, 0 to 1."""

Face = NDArray[np.uint8]
"""(352, 252, 3) blue, green, red: one card at `PIXELS_PER_MM`."""

PIXELS_PER_MM = 4.0
CARD_MM = (63.0, 88.0)
CARD_PX = (252, 352)

DECKS = ("standard", "jumbo")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_SIGNS = "♣♦♥♠"
"""In the order of `table.cards.SUITS`."""

RANK_WINDOW = {"standard": (4, 8, 38, 53), "jumbo": (4, 8, 66, 82)}
PIP_WINDOW = {"standard": (76, 116, 176, 236), "jumbo": (4, 90, 66, 158)}
"""Left, top, right, bottom in the art."""

SYSTEM_FONTS = Path("/usr/share/fonts")
GLYPH_PX = 96
WITH_SUITS = ("DejaVuSans", "FreeSans", "FreeMono", "Symbola")
"""OpenCV draws something for every sign, has the font it or not; FreeSerif Bold has ♣ for ♠."""

NO_RANKS = ("Symbol", "D050000L", "Math", "Z003", "Libertine_K", "Biolinum_K", "Thin")
"""Fonts of symbols, and hands that no card is printed in."""


@lru_cache
def deck(name: str) -> dict[tuple[int, int], Face]:
    """One deck of the art, by rank and suit."""
    data = np.frombuffer((files("models.corners") / "art" / f"{name}.jpg").read_bytes(), np.uint8)
    sheet = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    width, height = CARD_PX
    return {
        (rank, suit): sheet[suit * height :, rank * width :][:height, :width]
        for rank in range(13)
        for suit in range(4)
    }


def font_files(more: Path | None) -> list[Path]:
    """The fonts of this machine, and those of one more folder, in a fixed order."""
    folders = [SYSTEM_FONTS, *([more] if more is not None and more.is_dir() else [])]
    found = {
        path.name: path
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in {".ttf", ".otf"}
    }
    return [found[name] for name in sorted(found)]


def suit_fonts(fonts: Sequence[Path]) -> list[Path]:
    """Those of the fonts that have the four suits."""
    return [path for path in fonts if path.name.startswith(WITH_SUITS)]


def rank_fonts(fonts: Sequence[Path]) -> list[Path]:
    """Those of the fonts that a rank may be printed in."""
    return [path for path in fonts if not any(part in path.name for part in NO_RANKS)]


@lru_cache(maxsize=4096)
def written(text: str, font: Path) -> Glyph:
    """A text in a font, cut to its ink. The two figures of a 10 stand close, as on cards."""
    face = _face(font)
    if text != "10":
        return _ink(text, face)
    one, nought = _ink("1", face), _ink("0", face)
    height = max(one.shape[0], nought.shape[0])
    gap = np.zeros((height, GLYPH_PX // 12), np.float32)
    return np.hstack([_to_height(one, height), gap, _to_height(nought, height)])


@lru_cache
def drawn_rank(name: str, rank: int) -> Glyph:
    """The rank in the corner of a card of the art."""
    return _cut(_window(name, (rank, 0), RANK_WINDOW[name]))


@lru_cache
def drawn_suit(name: str, suit: int) -> Glyph:
    """The largest pip of an ace of the art: the middle one, or the one in the corner."""
    return _cut(_window(name, (12, suit), PIP_WINDOW[name]))


def _window(name: str, card: tuple[int, int], window: tuple[int, int, int, int]) -> Glyph:
    left, top, right, bottom = window
    face = deck(name)[card][top:bottom, left:right]
    return np.asarray(1 - face.min(axis=2) / 255, np.float32)


def _cut(ink: Glyph) -> Glyph:
    rows, columns = np.nonzero(ink > 0.3)
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


@cache
def _face(font: Path) -> cv2.FontFace:
    """A font, kept for good: OpenCV draws the signs of a font that was freed in the next one's."""
    return cv2.FontFace(str(font))


def _to_height(glyph: Glyph, height: int) -> Glyph:
    width = max(1, round(glyph.shape[1] * height / glyph.shape[0]))
    return np.asarray(cv2.resize(glyph, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _ink(text: str, face: cv2.FontFace) -> Glyph:
    canvas = np.zeros((2 * GLYPH_PX, (len(text) + 1) * GLYPH_PX), np.uint8)
    place = (GLYPH_PX // 2, 3 * GLYPH_PX // 2)
    cv2.putText(canvas, text, place, (255.0,), face, GLYPH_PX)
    return _cut(np.asarray(canvas / 255, np.float32))
