"""Flat things: cards of many decks, and what is no chip and no card but looks like one."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.scene import Sheet, Texture
from models.scene.cards import card_back, card_face
from models.scene.paint import stamp, text_mask
from models.tables.arrangement import CardPlace, Place
from models.tables.patterns import colour, grain
from table.cards import RANKS, SUITS, Card

CARD_MM = (63.0, 88.0)
CARD_CORNER_MM = 3.2
CARD_PX = (126, 176)
"""Width and height of a card's picture."""


def card(random: np.random.Generator, at: CardPlace) -> Sheet:
    """A card of a random deck, most often face up."""
    make = _back if random.random() < 0.25 else (_own_face if random.random() < 0.5 else _face)
    return Sheet(
        picture=make(random),
        place_mm=(float(at.place_mm[0]), float(at.place_mm[1])),
        size_mm=CARD_MM,
        height_mm=0.3 + 0.35 * at.layer,
        turn=at.turn,
        corner_mm=CARD_CORNER_MM,
        shine=random.uniform(0.2, 1.0),
    )


def no_card(random: np.random.Generator, place: Place) -> list[Sheet]:
    """Something that is neither chip nor card: all its parts, from the bottom up."""
    make = _NO_CARDS[random.choice(len(_NO_CARDS), p=_NO_CARDS_SHARES)]
    return make(random, (float(place[0]), float(place[1])))


def print_on_cloth(random: np.random.Generator, place: Place) -> Sheet:
    """A line, a ring, a box or a word printed on the cloth."""
    plane = np.zeros((160, 160), np.uint8)
    shape, thick = random.integers(4), int(random.integers(2, 9))
    if shape == 0:
        cv2.circle(plane, (80, 80), 70, (255,), thick, cv2.LINE_AA)
    elif shape == 1:
        cv2.rectangle(plane, (30, 10), (130, 150), (255,), thick, cv2.LINE_AA)
    elif shape == 2:
        cv2.line(plane, (0, 80), (160, 80), (255,), thick, cv2.LINE_AA)
    else:
        word = str(random.choice(["POKER", "DEALER", "ALL IN", "CASINO", "7", "A", "BET"]))
        mask = text_mask(word, 60, 700, 150)
        top, left = 80 - mask.shape[0] // 2, 80 - mask.shape[1] // 2
        plane[top : top + mask.shape[0], left : left + mask.shape[1]] = mask * 255
    ink = colour(random, saturation=(0, 200), value=(120, 255))
    picture = np.dstack((np.full((160, 160, 3), ink, np.uint8), plane))
    side = random.uniform(30, 300)
    return Sheet(
        picture=picture,
        place_mm=(float(place[0]), float(place[1])),
        size_mm=(side, side),
        height_mm=0.05,
        turn=random.uniform(0, 2 * np.pi),
        shine=0.0,
    )


def _face(random: np.random.Generator) -> Texture:
    """A face of the demo's deck, on whiter or yellower paper."""
    sprite = card_face(Card(str(random.choice(list(RANKS))), str(random.choice(list(SUITS)))))
    return _fitted(sprite.picture, np.array([1.0, 1.0, 1.0]) * random.uniform(0.9, 1.04))


def _back(random: np.random.Generator) -> Texture:
    """A back of any colour: a lattice, a plain field, or a picture."""
    if random.random() < 0.4:
        return _fitted(card_back().picture, random.uniform(0.5, 1.5, 3))
    width, height = CARD_PX
    picture = np.full((height, width, 3), 240.0, np.float32)
    border = int(random.choice([0, 6, 10]))
    field = picture[border : height - border, border : width - border]
    field[:] = colour(random, saturation=(60, 255), value=(30, 220))
    size = random.uniform(2, 14)
    pattern = grain(random, 256, size, size * random.uniform(0.3, 1))[: len(field)]
    ink = colour(random, saturation=(0, 120), value=(120, 255))
    field[pattern[:, : field.shape[1]] > random.uniform(0.2, 1.2)] = ink
    return np.clip(picture, 0, 255).astype(np.uint8)


def _own_face(random: np.random.Generator) -> Texture:
    """A face with pips or a court's picture, of no deck that there is."""
    width, height = CARD_PX
    face = np.full((height, width, 3), random.uniform(228, 250), np.float32)
    ink = np.array([30.0, 20, 200]) if random.random() < 0.5 else np.array([25.0, 20, 20])
    rank = int(random.integers(1, 14))
    if rank > 10:
        frame = face[20 : height - 20, 26 : width - 26]
        noise = grain(random, 256, 9, 9)[: frame.shape[0], : frame.shape[1]]
        for level, _ in zip((-0.6, 0.2, 0.9), range(3), strict=True):
            frame[noise > level] = colour(random, value=(60, 255))
        cv2.rectangle(face, (26, 20), (width - 26, height - 20), ink.tolist(), 1)
    pip = text_mask(str(random.choice(["o", "v", "x", "8", "0"])), 22, 900, 26)
    for number in range(rank if rank <= 10 else 0):
        column, row = (number % 2, number // 2) if rank > 3 else (0.5, number * 2)
        x = width * (0.33 + 0.34 * column)
        stamp(face, pip, (x, 26 + row * (height - 52) / 4.4), tuple(ink.tolist()))
    index = text_mask(str(random.choice(list("23456789JQKA"))), random.uniform(18, 30), 650, 18)
    for _ in range(2):
        stamp(face, index, (13, 20), tuple(ink.tolist()))
        face = np.ascontiguousarray(face[::-1, ::-1])
    return np.clip(face, 0, 255).astype(np.uint8)


def _fitted(picture: NDArray[np.float32], tint: NDArray[np.float64]) -> Texture:
    """A sprite's picture at the size of all cards, tinted, on its own paper."""
    opacity = np.maximum(picture[..., 3:], 1e-3)
    solid = np.clip(picture[..., :3] / opacity * tint, 0, 255)
    return np.asarray(cv2.resize(solid.astype(np.uint8), CARD_PX, interpolation=cv2.INTER_AREA))


def _phone(random: np.random.Generator, at: tuple[float, float]) -> list[Sheet]:
    """A dark glass with a bright screen or without."""
    picture = np.full((160, 80, 3), random.uniform(8, 40), np.uint8)
    if random.random() < 0.5:
        noise = grain(random, 256, 18, 18)[8:152, 5:75, None] * 60
        shown = colour(random) + noise
        picture[8:152, 5:75] = np.clip(shown, 0, 255).astype(np.uint8)
    turn, size = random.uniform(0, 2 * np.pi), (72.0, 150.0)
    return [
        Sheet(picture=picture, place_mm=at, size_mm=size, height_mm=height, turn=turn,
              corner_mm=8.0, shine=1.0)
        for height in (1.0, 3.0, 5.0, 7.5)
    ]  # fmt: skip


def _paper(random: np.random.Generator, at: tuple[float, float]) -> list[Sheet]:
    """A slip, a receipt, a napkin, a book, a board edge: a rectangle of any size and colour."""
    base = colour(random, saturation=(0, 120), value=(60, 255))
    picture = np.clip(base + 12 * grain(random, 64, 4, 4)[..., None], 0, 255).astype(np.uint8)
    for line in range(int(random.integers(0, 9))):
        cv2.line(
            picture, (6, 6 + 6 * line), (int(random.integers(20, 58)), 6 + 6 * line), (40,) * 3
        )
    size = (random.uniform(40, 220), random.uniform(40, 220))
    return [Sheet(picture=picture, place_mm=at, size_mm=size, turn=random.uniform(0, 2 * np.pi))]


def _round(random: np.random.Generator, at: tuple[float, float]) -> list[Sheet]:
    """A coaster, a coin, a lid, a dealer's button: round, but no chip's size or print."""
    side = 96
    y, x = np.mgrid[0:side, 0:side] - side / 2 + 0.5
    radius = np.hypot(x, y) / (side / 2)
    picture = np.zeros((side, side, 4), np.uint8)
    picture[..., :3] = colour(random, saturation=(0, 220), value=(40, 255))
    picture[np.abs(radius - random.uniform(0.5, 0.95)) < 0.04, :3] = colour(random)
    picture[..., 3] = np.clip((1 - radius) * side / 2, 0, 1) * 255
    size = random.choice([random.uniform(15, 27), random.uniform(62, 105)])
    shine, tall = random.uniform(0, 1), random.choice([1, 2, 4])
    return [
        Sheet(picture=picture, place_mm=at, size_mm=(size, size), height_mm=0.6 + 1.2 * level,
              shine=shine)
        for level in range(tall)
    ]  # fmt: skip


def _cup(random: np.random.Generator, at: tuple[float, float]) -> list[Sheet]:
    """A glass, a cup or a can: many thin discs on one another."""
    side, levels = 64, 22
    y, x = np.mgrid[0:side, 0:side] - side / 2 + 0.5
    radius = np.hypot(x, y) / (side / 2)
    wall = np.zeros((side, side, 4), np.uint8)
    wall[..., :3] = colour(random, saturation=(0, 255), value=(20, 250))
    wall[..., 3] = (radius < 1) * 255
    top = wall.copy()
    top[radius < random.uniform(0.7, 0.93), :3] = colour(random, hue=(0, 25), value=(10, 200))
    broad, tall = random.uniform(58, 88), random.uniform(70, 130)
    return [
        Sheet(picture=top if level == levels - 1 else wall, place_mm=at, size_mm=(broad, broad),
              height_mm=tall * (level + 1) / levels, shine=0.3)
        for level in range(levels)
    ]  # fmt: skip


_NO_CARDS = (_phone, _paper, _round, _cup)
_NO_CARDS_SHARES = (0.2, 0.35, 0.35, 0.1)
