"""Chips of houses that never were: faces, spots in the edge, inlays and wear, by chance.

A house has one mould: its chips share how their spots are set and how the middle is printed, and
differ in colour. Some houses have plain chips, some have printed walls.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.scene import ChipLook, Colour, Texture

FACE_PX = 256
WALL_PX = (24, 768)

CLAY: tuple[Colour, ...] = (
    (225, 232, 236), (44, 36, 176), (62, 116, 26), (34, 32, 32), (128, 44, 98), (42, 186, 224),
    (44, 98, 206), (150, 78, 30), (168, 158, 202), (120, 120, 124), (60, 150, 200), (170, 170, 60),
)  # fmt: skip
"""White, red, green, black, purple, yellow, orange, blue, pink, grey, gold, teal."""

VALUES = ("1", "5", "25", "100", "500", "1000", "5000", "25000")
FONTS = (
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)


@dataclass(frozen=True, kw_only=True)
class Mould:
    """What the chips of one house have in common, and what one of them is made of.

    Attributes:
        clay, spot, second_spot: colours.
        spots: how many around the edge; 0 for a plain chip.
        spot_share: of a period that is spot.
        split: share of the spot, in its middle, that has the second colour.
        spot_depth: how far in spots reach, as a share of the radius.
        inlay: radius of the printed middle, as a share; 0 for none.
        inlay_colour, ink: of the middle, and of its figure.
        worn: how dark the joint between chips is, 0 to 1.
        dirt: grain of the surface.
        line: share of the wall's height that a printed stripe takes; 0 for none.
    """

    clay: Colour
    spot: Colour
    second_spot: Colour
    spots: int
    spot_share: float
    split: float
    spot_depth: float
    inlay: float
    inlay_colour: Colour
    ink: Colour
    worn: float
    dirt: float
    line: float


def random_house(random: np.random.Generator, kinds: int = 6) -> tuple[ChipLook, ...]:
    """A house of so many kinds of chip, all different in clay."""
    common = _random_mould(random)
    clays = random.permutation(len(CLAY))[:kinds]
    values = sorted(random.permutation(len(VALUES))[:kinds])
    looks = []
    for clay, value in zip(clays, values, strict=True):
        mould = _random_kind(common, CLAY[clay], random)
        looks.append(chip_look(mould, VALUES[value], random))
    return tuple(looks)


def chip_look(mould: Mould, name: str, random: np.random.Generator) -> ChipLook:
    """One chip of this mould; `random` is of its figure's font, its grain and its scratches."""
    return ChipLook(name, _face(mould, name, random), _wall(mould, random))


def _random_mould(random: np.random.Generator) -> Mould:
    plain = random.random() < 0.12
    return Mould(
        clay=(0, 0, 0),
        spot=(0, 0, 0),
        second_spot=(0, 0, 0),
        spots=0 if plain else int(random.choice([3, 4, 5, 6, 8, 12])),
        spot_share=float(random.uniform(0.18, 0.55)),
        split=float(random.uniform(0.2, 0.5)) if random.random() < 0.35 else 0.0,
        spot_depth=float(random.uniform(0.16, 0.4)),
        inlay=0.0 if random.random() < 0.1 else float(random.uniform(0.42, 0.7)),
        inlay_colour=(0, 0, 0),
        ink=(0, 0, 0),
        worn=float(random.uniform(0.1, 0.75)),
        dirt=float(random.uniform(0.01, 0.05)),
        line=float(random.uniform(0.1, 0.4)) if random.random() < 0.12 else 0.0,
    )


def _random_kind(common: Mould, clay: Colour, random: np.random.Generator) -> Mould:
    body = _jittered(clay, random, 12)
    spot = _spot_colour(body, random)
    pale = random.random() < 0.75
    inlay = _jittered((222, 236, 240), random, 10) if pale else _scaled(body, 0.7)
    return replace(
        common,
        clay=body,
        spot=spot,
        second_spot=_spot_colour(spot, random),
        spots=common.spots if random.random() < 0.75 else int(random.choice([3, 4, 6, 8])),
        inlay_colour=inlay,
        ink=_ink(body) if pale else (240.0, 240.0, 240.0),
    )


def _ink(body: Colour) -> Colour:
    """On a pale inlay: a dark shade of the clay, or black where the clay is pale itself."""
    return (25.0, 25.0, 30.0) if sum(body) / 3 > 120 else _scaled(body, 0.5)


def _spot_colour(beside: Colour, random: np.random.Generator) -> Colour:
    """A colour that is told from the one beside it; white more often than any other."""
    for _ in range(20):
        white = random.random() < 0.45
        choice = (230.0, 236.0, 238.0) if white else CLAY[int(random.integers(len(CLAY)))]
        colour = _jittered(choice, random, 14)
        if float(np.abs(np.subtract(colour, beside)).max()) > 70:
            return colour
    return (235.0, 235.0, 235.0) if sum(beside) < 380 else (30.0, 30.0, 30.0)


def _face(mould: Mould, name: str, random: np.random.Generator) -> Texture:
    axis = (np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1
    x, y = np.meshgrid(axis, axis)
    out, turn = np.hypot(x, y), (np.arctan2(y, x) / (2 * np.pi)) % 1.0
    face = np.empty((FACE_PX, FACE_PX, 3), np.float32)
    face[:] = mould.clay
    _lay_spots(face, turn, out > 1 - mould.spot_depth, mould)
    if mould.inlay:
        face[out < mould.inlay] = mould.inlay_colour
        face[np.abs(out - mould.inlay * 0.93) < 0.015] = mould.ink
        groove = np.abs(out - mould.inlay - 0.03) < 0.015
        face[groove] *= 0.75
    _print(face, name, mould, random)
    return _worn(face, mould, random)


def _wall(mould: Mould, random: np.random.Generator) -> Texture:
    rows, columns = WALL_PX
    wall = np.empty((rows, columns, 3), np.float32)
    wall[:] = mould.clay
    turn = np.broadcast_to((np.arange(columns) + 0.5) / columns, (rows, columns))
    _lay_spots(wall, turn, np.ones((rows, columns), bool), mould)
    from_middle = np.abs((np.arange(rows) + 0.5) / rows * 2 - 1)
    if mould.line:
        wall[from_middle < mould.line] = mould.second_spot
    # Dirt gathers in the joint between two chips, and no light comes there.
    edge = 1 - mould.worn * np.clip((from_middle - 0.72) / 0.28, 0, 1) ** 1.5
    wall *= edge[:, None, None].astype(np.float32)
    return _worn(wall, mould, random)


def _lay_spots(
    picture: NDArray[np.float32],
    turn: NDArray[np.float64],
    where: NDArray[np.bool_],
    mould: Mould,
) -> None:
    if not mould.spots:
        return
    share = (turn * mould.spots) % 1.0
    middle = np.abs(share - 0.5)
    picture[where & (middle < mould.spot_share / 2)] = mould.spot
    if mould.split:
        picture[where & (middle < mould.spot_share * mould.split / 2)] = mould.second_spot


def _print(face: NDArray[np.float32], name: str, mould: Mould, random: np.random.Generator) -> None:
    """The figure, and a line of small print below it."""
    ink = mould.ink if mould.inlay else _scaled(mould.clay, 0.5 if sum(mould.clay) > 300 else 2.5)
    room = (mould.inlay or 0.6) * FACE_PX
    font = FONTS[int(random.integers(len(FONTS)))]
    _write(face, name, font, (room * 0.8, room * 0.42), FACE_PX * 0.5, ink)
    if random.random() < 0.5:
        _write(face, "CASINO", font, (room * 0.5, room * 0.12), FACE_PX * 0.5 + room * 0.33, ink)


def _write(
    face: NDArray[np.float32],
    text: str,
    font: int,
    room: tuple[float, float],
    middle_y: float,
    ink: Colour,
) -> None:
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 2)
    scale = min(room[0] / width, room[1] / height)
    stroke = max(1, round(scale * 1.6))
    (width, height), _ = cv2.getTextSize(text, font, scale, stroke)
    mask = np.zeros(face.shape[:2], np.uint8)
    corner = (round((face.shape[1] - width) / 2), round(middle_y + height / 2))
    cv2.putText(mask, text, corner, font, scale, (255,), stroke, cv2.LINE_AA)
    opacity = mask[..., None].astype(np.float32) / 255
    face += opacity * (np.array(ink, np.float32) - face)


def _worn(picture: NDArray[np.float32], mould: Mould, random: np.random.Generator) -> Texture:
    """Grain, blotches and a few scratches."""
    rows, columns = picture.shape[:2]
    grain = random.normal(0, mould.dirt, (rows, columns, 1))
    coarse = random.normal(0, 1, (max(2, rows // 12), max(2, columns // 12))).astype(np.float32)
    blotches = cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_LINEAR)
    picture = picture * (1 + grain + mould.dirt * blotches[..., None]).astype(np.float32)
    for _ in range(int(random.integers(0, 5))):
        start = (int(random.integers(columns)), int(random.integers(rows)))
        along = random.normal(0, columns * 0.04, 2)
        end = (int(start[0] + along[0]), int(start[1] + along[1] * rows / columns))
        shade = float(random.uniform(0.6, 1.3))
        mask = np.zeros((rows, columns), np.uint8)
        cv2.line(mask, start, end, (255,), 1, cv2.LINE_AA)
        picture += (shade - 1) * picture * (mask[..., None].astype(np.float32) / 255)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _jittered(colour: Sequence[float], random: np.random.Generator, spread: float) -> Colour:
    moved = np.clip(np.asarray(colour) + random.normal(0, spread, 3), 6, 250)
    return (float(moved[0]), float(moved[1]), float(moved[2]))


def _scaled(colour: Colour, factor: float) -> Colour:
    moved = np.clip(np.asarray(colour) * factor, 6, 250)
    return (float(moved[0]), float(moved[1]), float(moved[2]))
