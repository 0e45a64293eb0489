"""The demo's own house: five chips, each with its colour, its edge spots and its figure."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.scene.paint import Colour, Sprite, stamp, text_mask
from table.chips import Denomination

DIAMETER_MM = 39.0
THICKNESS_MM = 3.3

PIXELS_PER_MM = 8.0
"""Scale of the drawn face; twice what the camera sees, four times along an edge."""

SPOT_DEPTH_MM = 5.2
"""How far the edge spots reach in from the rim."""

INLAY_MM = 12.0
"""Radius of the printed middle."""


@dataclass(frozen=True, kw_only=True)
class ChipDesign:
    """How one chip of the house looks. Colours are blue, green, red.

    Attributes:
        body: the clay.
        spots: the inserts in the rim.
        arcs: each spot of one period: where it starts and ends, as a share of the period.
        periods: how often the pattern goes around.
        inlay: the printed middle.
        ink: its figure and ring.
    """

    body: Colour
    spots: Colour
    arcs: tuple[tuple[float, float], ...]
    periods: int
    inlay: Colour
    ink: Colour


HOUSE: dict[Denomination, ChipDesign] = {
    10: ChipDesign(
        body=(196, 214, 222), spots=(128, 62, 28), arcs=((0.0, 0.34),), periods=6,
        inlay=(228, 238, 242), ink=(112, 52, 24),
    ),
    50: ChipDesign(
        body=(34, 98, 222), spots=(225, 235, 240), arcs=((0.0, 0.16), (0.24, 0.40)), periods=4,
        inlay=(226, 238, 246), ink=(26, 70, 170),
    ),
    100: ChipDesign(
        body=(36, 33, 34), spots=(214, 220, 222), arcs=((0.0, 0.5),), periods=4,
        inlay=(224, 234, 238), ink=(24, 22, 22),
    ),
    500: ChipDesign(
        body=(126, 36, 94), spots=(178, 150, 236), arcs=((0.0, 0.12), (0.2, 0.32), (0.4, 0.52)),
        periods=3, inlay=(236, 232, 242), ink=(104, 26, 76),
    ),
    1000: ChipDesign(
        body=(44, 186, 238), spots=(40, 34, 150), arcs=((0.0, 0.2),), periods=8,
        inlay=(222, 240, 248), ink=(34, 30, 128),
    ),
}  # fmt: skip
"""Amounts of this house are exact: each chip is a multiple of the one before."""


@lru_cache(maxsize=16)
def chip_face(denomination: Denomination) -> Sprite:
    """The face of a chip, at 8 pixels per millimetre."""
    design = HOUSE[denomination]
    radius_mm, angle = _polar()
    face = np.empty((*radius_mm.shape, 3), np.float32)
    face[:] = design.body
    _lay(face, _spots(design, radius_mm, angle), design.spots)
    rim = DIAMETER_MM / 2
    # The mould leaves a fine groove between clay and middle, and a bevel at the rim.
    _lay(face, 0.35 * _band(radius_mm, INLAY_MM + 1.3, 0.35), (0, 0, 0))
    _lay(face, _disc(radius_mm, INLAY_MM), design.inlay)
    _lay(face, _band(radius_mm, INLAY_MM - 1.2, 0.3), design.ink)
    _lay(face, 0.45 * np.clip((radius_mm - rim + 0.9) / 0.9, 0, 1), (0, 0, 0))
    _print_figure(face, denomination, design)
    return Sprite.of(face, _disc(radius_mm, rim), PIXELS_PER_MM)


@lru_cache(maxsize=16)
def chip_wall(denomination: Denomination) -> Sprite:
    """The side of a chip as a slice seen from above: clay and spots, in the shade."""
    design = HOUSE[denomination]
    radius_mm, angle = _polar()
    slab = np.empty((*radius_mm.shape, 3), np.float32)
    slab[:] = design.body
    _lay(slab, _spots(design, radius_mm, angle), design.spots)
    return Sprite.of(slab * np.float32(0.62), _disc(radius_mm, DIAMETER_MM / 2), PIXELS_PER_MM)


@lru_cache(maxsize=1)
def chip_shadow() -> Sprite:
    """The soft contact shadow of a chip on the felt."""
    radius_mm, _ = _polar()
    disc = Sprite.of(
        np.zeros((*radius_mm.shape, 3), np.float32),
        _disc(radius_mm, DIAMETER_MM / 2),
        PIXELS_PER_MM,
    )
    return disc.shadow(blur_mm=1.6, strength=0.55)


def _print_figure(
    face: NDArray[np.float32], denomination: Denomination, design: ChipDesign
) -> None:
    text = str(denomination)
    height_mm = {2: 9.4, 3: 6.8, 4: 5.2}[len(text)]
    middle = face.shape[0] / 2
    figure = text_mask(text, height_mm * PIXELS_PER_MM)
    stamp(face, figure, (middle, middle - 0.8 * PIXELS_PER_MM), design.ink)
    word = text_mask("BETLINE", 1.7 * PIXELS_PER_MM)
    stamp(face, word, (middle, middle + 6.6 * PIXELS_PER_MM), design.ink)


def _polar() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Distance from the middle in millimetres, and the angle as a share of the turn."""
    side = int(np.ceil((DIAMETER_MM + 1) * PIXELS_PER_MM))
    axis = (np.arange(side) - (side - 1) / 2) / PIXELS_PER_MM
    x, y = np.meshgrid(axis, axis)
    turn = (np.arctan2(y, x) / (2 * np.pi)) % 1.0
    return np.hypot(x, y).astype(np.float32), turn.astype(np.float32)


def _spots(
    design: ChipDesign, radius_mm: NDArray[np.float32], turn: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Where the edge spots are, 0 to 1, with soft borders."""
    share = (turn * design.periods) % 1.0
    soft = design.periods / (2 * np.pi * np.maximum(radius_mm, 1.0) * PIXELS_PER_MM)
    inside = np.zeros_like(radius_mm)
    for start, end in design.arcs:
        middle, half = (start + end) / 2, (end - start) / 2
        away = np.abs((share - middle + 0.5) % 1.0 - 0.5)
        inside = np.maximum(inside, np.clip((half - away) / soft + 0.5, 0, 1))
    depth = 1 - _disc(radius_mm, DIAMETER_MM / 2 - SPOT_DEPTH_MM)
    return (inside * depth).astype(np.float32)


def _disc(radius_mm: NDArray[np.float32], edge_mm: float) -> NDArray[np.float32]:
    return np.clip((edge_mm - radius_mm) * PIXELS_PER_MM + 0.5, 0, 1).astype(np.float32)


def _band(radius_mm: NDArray[np.float32], at_mm: float, half_mm: float) -> NDArray[np.float32]:
    away = half_mm - np.abs(radius_mm - at_mm)
    return np.clip(away * PIXELS_PER_MM + 0.5, 0, 1).astype(np.float32)


def _lay(face: NDArray[np.float32], alpha: NDArray[np.float32], colour: Colour) -> None:
    face *= 1 - alpha[..., None]
    face += alpha[..., None] * np.array(colour, np.float32)
