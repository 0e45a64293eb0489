"""Pictures of cards on tables, in every lie that a table brings, and where their indices are."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.corners.camera import photographed
from models.corners.faces import Style, back
from models.corners.glyphs import CARD_MM, CARD_PX, PIXELS_PER_MM, Face
from models.corners.surroundings import draw_chip, draw_hand, draw_print, draw_surface

SIDE_PX = 256
MOST_VISIBLE = 0.88
"""An index of which so much is seen can be read."""

LEAST_VISIBLE = 0.3
"""An index of which less is seen is none; one between the two is not learnt from."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class SeenIndex:
    """One index in a picture.

    Attributes:
        middle_px: its middle.
        right_px: (2,) what a millimetre to the right on the card is in the picture.
        down_px: (2,) what a millimetre down on the card is in the picture.
        to_centre_px: from the index's middle to the card's.
        rank: 0 to 12.
        suit: 0 to 3.
        visible: the share of it that is seen.
    """

    middle_px: Matrix
    right_px: Matrix
    down_px: Matrix
    to_centre_px: Matrix
    rank: int
    suit: int
    visible: float

    def row(self) -> list[float]:
        """As one line of a label file."""
        places = (self.middle_px, self.right_px, self.down_px, self.to_centre_px)
        return [*np.concatenate(places).tolist(), self.rank, self.suit, self.visible]


@dataclass(frozen=True)
class _Lie:
    """Where a card lies: its centre on the table in mm, and how it is turned."""

    centre_mm: Matrix
    turn: float

    def to_table(self) -> Matrix:
        """From mm on the card to mm on the table, (3, 3)."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        turn = np.array([[c, -s], [s, c]])
        offset = self.centre_mm - turn @ (np.array(CARD_MM) / 2)
        return np.block([[turn, offset[:, None]], [np.zeros((1, 2)), np.ones((1, 1))]])


def draw_scene(rng: Generator, fonts: Sequence[Path]) -> tuple[NDArray[np.uint8], list[SeenIndex]]:
    """One picture, (256, 256, 3), and the indices in it."""
    to_picture = _view(rng)
    scale = abs(np.linalg.det(_slope(to_picture, np.zeros(2)))) ** 0.5
    style = Style(rng, fonts)
    picture = draw_surface(rng, SIDE_PX)
    for _ in range(int(rng.integers(0, 3))):
        draw_print(rng, picture)
    owner = np.full((SIDE_PX, SIDE_PX), -1, np.int16)
    dealt: list[tuple[int, int, Matrix] | None] = []
    for lie in _lies(rng, SIDE_PX / scale):
        _occlude(rng, picture, owner, scale, 0.05)
        card_to_picture = to_picture @ lie.to_table()
        if rng.random() < 0.12:
            face, what = back(rng), None
        else:
            rank, suit = int(rng.integers(13)), int(rng.integers(4))
            face, what = style.face(rank, suit), (rank, suit, card_to_picture)
        dealt.append(what)
        _lay(rng, picture, owner, face, card_to_picture, scale, len(dealt) - 1)
    _occlude(rng, picture, owner, scale, 0.25)
    found = [
        seen
        for number, card in enumerate(dealt)
        if card is not None
        for seen in _indices(style, *card, owner == number)
    ]
    return photographed(rng, picture), found


def _view(rng: Generator) -> Matrix:
    """From table mm, with the origin in the middle of the picture, to pixels."""
    scale = float(np.exp(rng.uniform(np.log(1.15), np.log(2.9))))
    tilt = np.deg2rad(rng.choice([rng.uniform(0, 12), rng.uniform(10, 58)]))
    far = rng.uniform(500, 1500)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    stretch = np.exp(rng.normal(0, 0.14)) if rng.random() < 0.4 else 1.0
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    tilted = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt) / far, 1]])
    c, s = np.cos(turn2 := rng.uniform(0, 2 * np.pi)), np.sin(turn2)
    rolled = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    middle = SIDE_PX / 2
    scaled = np.array([[scale * stretch, 0, middle], [0, scale / stretch, middle], [0, 0, 1]])
    # Foreshortened cards are smaller, and are read at the scale that makes them as large as others.
    return scaled @ np.diag([1, 1, np.cos(tilt) ** 0.5]) @ rolled @ tilted @ turned


def _slope(matrix: Matrix, place: Matrix) -> Matrix:
    """(2, 2): what a millimetre is at a place, right and down as columns."""
    top = matrix @ np.array([place[0], place[1], 1])
    return np.asarray((matrix[:2, :2] - np.outer(top[:2] / top[2], matrix[2, :2])) / top[2])


def _through(matrix: Matrix, place: Matrix) -> Matrix:
    top = matrix @ np.array([place[0], place[1], 1])
    return np.asarray(top[:2] / top[2])


def _lies(rng: Generator, side_mm: float) -> list[_Lie]:
    """Where cards lie: alone, in pairs, fanned, in a column, in a row, in a heap."""
    start = rng.uniform(-0.5, 0.5, 2) * side_mm * 0.8
    turn = rng.uniform(0, 2 * np.pi)
    kind = rng.choice(["free", "pair", "fan", "column", "row", "heap"])
    lies: list[_Lie] = []
    if kind == "free":
        count = int(rng.integers(1, 5))
        return [
            _Lie(rng.uniform(-0.6, 0.6, 2) * side_mm, rng.uniform(0, 2 * np.pi))
            for _ in range(count)
        ]
    count = 2 if kind == "pair" else int(rng.integers(2, 7))
    right = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-np.sin(turn), np.cos(turn)])
    step = {
        "column": down * rng.uniform(14, 40) + right * rng.uniform(-8, 8),
        "row": right * rng.uniform(12, 75) + down * rng.uniform(-8, 8),
    }.get(kind, rng.normal(0, 9, 2))
    bend = np.deg2rad(rng.uniform(4, 25)) * rng.choice([-1, 1])
    for number in range(count):
        if kind in ("fan", "pair"):
            a = turn + bend * number
            pivot = start + 100 * down
            centre = pivot + 100 * np.array([np.sin(a), -np.cos(a)]) + step * number * 0.3
            lies.append(_Lie(centre, a + rng.normal(0, 0.02)))
        elif kind == "heap":
            lies.append(_Lie(start + rng.normal(0, 35, 2), rng.uniform(0, 2 * np.pi)))
        else:
            lies.append(_Lie(start + (number - count / 2) * step, turn + rng.normal(0, 0.05)))
    if rng.random() < 0.5:
        lies.reverse()
    return lies


def _lay(
    rng: Generator,
    picture: NDArray[np.float32],
    owner: NDArray[np.int16],
    face: Face,
    card_to_picture: Matrix,
    scale: float,
    number: int,
) -> None:
    """Put a card on what lies there, with a shadow along its edges."""
    # Shrunk first: warping alone would skip pixels of the face.
    shrink = min(1.0, 1.25 * scale / PIXELS_PER_MM)
    size = (round(CARD_PX[0] * shrink), round(CARD_PX[1] * shrink))
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    mm = np.diag([CARD_MM[0] / size[0], CARD_MM[1] / size[1], 1.0])
    matrix = card_to_picture @ mm
    side = (SIDE_PX, SIDE_PX)
    shape = _rounded(size)
    mask = cv2.warpPerspective(shape, matrix, side, flags=cv2.INTER_LINEAR)[..., None]
    if not mask.any():
        return
    lit = small.astype(np.float32) * (rng.uniform(0.85, 1.0) * np.exp(rng.normal(0, 0.02, 3)))
    drawn = cv2.warpPerspective(lit, matrix, side, flags=cv2.INTER_LINEAR, borderMode=1)
    away = np.array([[1, 0, rng.normal(0, 1.5)], [0, 1, rng.normal(0, 1.5)]], np.float32)
    shadow = cv2.GaussianBlur(cv2.warpAffine(mask, away, side), (0, 0), rng.uniform(1, 4))
    picture *= 1 - rng.uniform(0.05, 0.5) * shadow[..., None]
    picture *= 1 - mask
    picture += drawn * mask
    owner[mask[..., 0] > 0.5] = number


def _rounded(size: tuple[int, int]) -> NDArray[np.float32]:
    width, height = size
    radius = round(width * 3.2 / CARD_MM[0])
    shape = np.zeros((height, width), np.float32)
    cv2.rectangle(shape, (radius, 0), (width - radius - 1, height - 1), 1.0, -1)
    cv2.rectangle(shape, (0, radius), (width - 1, height - radius - 1), 1.0, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(shape, (x, y), radius, 1.0, -1)
    return shape


def _occlude(
    rng: Generator,
    picture: NDArray[np.float32],
    owner: NDArray[np.int16],
    scale: float,
    often: float,
) -> None:
    for draw in (draw_chip, draw_hand):
        if rng.random() < often:
            covered = draw(rng, picture, scale)
            owner[covered] = -1


def _indices(
    style: Style, rank: int, suit: int, card_to_picture: Matrix, shown: NDArray[np.bool_]
) -> list[SeenIndex]:
    found = []
    centre = _through(card_to_picture, np.array(CARD_MM) / 2)
    index = style.index(rank)
    middles = [index.middle_mm]
    if style.four_indices:
        middles.append((CARD_MM[0] - index.middle_mm[0], index.middle_mm[1]))
    left, top, right, bottom = index.box_mm
    half = np.array([(right - left) / 2, (bottom - top) / 2])
    for place in middles:
        for way in (1, -1):
            middle = np.array(place) if way == 1 else np.array(CARD_MM) - place
            visible = _share_shown(card_to_picture, middle, half, shown)
            if visible < LEAST_VISIBLE:
                continue
            slope = way * _slope(card_to_picture, middle)
            where = _through(card_to_picture, middle)
            found.append(
                SeenIndex(where, slope[:, 0], slope[:, 1], centre - where, rank, suit, visible)
            )
    return found


def _share_shown(
    card_to_picture: Matrix, middle: Matrix, half: Matrix, shown: NDArray[np.bool_]
) -> float:
    steps = np.linspace(-1, 1, 9)
    spots = [_through(card_to_picture, middle + half * (x, y)) for x in steps for y in steps]
    places = np.round(spots).astype(int)
    inside = ((places >= 0) & (places < SIDE_PX)).all(axis=1)
    held = np.clip(places, 0, SIDE_PX - 1)
    return float((shown[held[:, 1], held[:, 0]] & inside).mean())
