"""What chips lie on: felt, but also wood, carpet, blankets, stone, leather, paper and plastic.

A detector that has seen felt alone takes the grain of a wooden table for chips.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.tables.patterns import colour, grain, tinted

Tile = NDArray[np.uint8]
"""(SIDE, SIDE, 3) blue, green, red; repeats without a seam."""

SIDE = 384


def felt(random: np.random.Generator) -> Tile:
    """Even colour, fine fibres, faint wear."""
    base = colour(random, saturation=(60, 240), value=(25, 190))
    if random.random() < 0.25:
        base = colour(random, saturation=(0, 40), value=(15, 120))
    fibres = grain(random, SIDE, 2, 2)
    wear = grain(random, SIDE, 90, 90)
    depth, worn = random.uniform(0.01, 0.14), random.uniform(0, 0.06)
    tile = base * (1 + depth * fibres + worn * wear)[..., None]
    if random.random() < 0.25:
        tile *= 1 + random.uniform(-0.3, 0.3) * _motif(random)[..., None]
    return np.clip(tile, 0, 255).astype(np.uint8)


def wood(random: np.random.Generator) -> Tile:
    """Grain along one direction, from faint to stark; boards or one plank."""
    dark = colour(random, hue=(5, 22), saturation=(30, 190), value=(15, 110))
    light = colour(random, hue=(8, 25), saturation=(20, 150), value=(90, 240))
    angle = random.choice([0.0, np.pi / 2]) + random.normal(0, 0.03)
    length = random.uniform(60, 260)
    level = 0.55 + 0.18 * grain(random, SIDE, length, random.uniform(2, 5), angle)
    level += 0.12 * grain(random, SIDE, 2 * length, random.uniform(12, 50), angle)
    if random.random() < 0.6:
        pores = grain(random, SIDE, random.uniform(20, 90), random.uniform(1.2, 4), angle)
        level -= random.uniform(0.1, 0.7) * (pores > random.uniform(0.6, 1.4))
    if random.random() < 0.3:
        boards = int(random.integers(2, 7))
        step = SIDE // boards
        tones = np.repeat(random.uniform(-0.15, 0.15, boards), step)
        level[: len(tones)] += tones[:, None]
        level[::step] -= 0.4
        level[1::step] -= 0.3
    return tinted(level, dark, light)


def carpet(random: np.random.Generator) -> Tile:
    """Tufts of two or three colours, coarse and rough."""
    size = random.uniform(3, 14)
    tufts = grain(random, SIDE, size, size * random.uniform(0.5, 1.0), random.uniform(0, np.pi))
    low = colour(random, hue=(0, 30), saturation=(0, 120), value=(5, 80))
    high = colour(random, hue=(0, 30), saturation=(0, 120), value=(110, 250))
    if random.random() < 0.3:
        high = colour(random, saturation=(0, 160), value=(80, 230))
    rough = random.uniform(0.2, 0.6)
    level = 0.5 + rough * tufts + 0.1 * grain(random, SIDE, 2, 2)
    if random.random() < 0.4:
        level = 0.8 * (level > random.uniform(0.3, 0.7)) + 0.2 * level
    return tinted(level, low, high)


def blotched(random: np.random.Generator) -> Tile:
    """A blanket, marble or tie-dyed cloth: large blots, with veins or folds."""
    coarse = random.uniform(20, 110)
    level = 0.5 + 0.25 * grain(random, SIDE, coarse, coarse * random.uniform(0.3, 1))
    level += 0.15 * grain(random, SIDE, coarse / 4, coarse / 5, random.uniform(0, np.pi))
    if random.random() < 0.5:
        veins = np.abs(grain(random, SIDE, coarse * 1.5, coarse / 2, random.uniform(0, np.pi)))
        level -= random.uniform(0.1, 0.6) * np.exp(-((veins / random.uniform(0.03, 0.2)) ** 2))
    level += random.uniform(0.01, 0.08) * grain(random, SIDE, 2, 2)
    low = colour(random, saturation=(0, 140), value=(0, 90))
    return tinted(level, low, colour(random, saturation=(0, 110), value=(120, 255)))


def woven(random: np.random.Generator) -> Tile:
    """A weave, stripes or checks."""
    threads = int(random.choice([4, 8, 16, 32, 64, 96]))
    phase = np.arange(SIDE) / SIDE * 2 * np.pi * threads
    warp, weft = np.sin(phase), np.sin(phase * random.choice([1, 1, 2]))
    if random.random() < 0.5:
        warp, weft = np.sign(warp), np.sign(weft)
    across = 0.0 if random.random() < 0.3 else 1.0
    level = 0.5 + 0.25 * warp[None, :] + 0.25 * across * weft[:, None]
    level = level + 0.06 * grain(random, SIDE, 2, 2)
    low = colour(random, saturation=(0, 200), value=(10, 200))
    high = colour(random, saturation=(0, 160), value=(60, 250))
    return tinted(level.astype(np.float32), low, low + random.uniform(0.1, 1) * (high - low))


def plain(random: np.random.Generator) -> Tile:
    """Paper, plastic, paint, a white table: nearly even."""
    base = colour(random, saturation=(0, 60), value=(150, 255))
    if random.random() < 0.3:
        base = colour(random, saturation=(0, 200), value=(10, 255))
    spots = random.uniform(0, 0.05) * grain(random, SIDE, 3, 3)
    spots += random.uniform(0, 0.04) * grain(random, SIDE, 120, 120)
    return np.clip(base * (1 + spots)[..., None], 0, 255).astype(np.uint8)


def leather(random: np.random.Generator) -> Tile:
    """Cells with creases between them."""
    size = random.uniform(5, 16)
    cells = np.abs(grain(random, SIDE, size, size))
    base = colour(random, hue=(0, 25), saturation=(0, 180), value=(15, 150))
    shade = 1 - random.uniform(0.2, 0.6) * np.exp(-((cells / 0.3) ** 2))
    return np.clip(base * shade[..., None], 0, 255).astype(np.uint8)


KINDS: tuple[tuple[float, Callable[[np.random.Generator], Tile]], ...] = (
    (0.26, felt),
    (0.28, wood),
    (0.12, carpet),
    (0.14, blotched),
    (0.07, woven),
    (0.10, plain),
    (0.05, leather),
)
"""How often each is taken."""


def surface(random: np.random.Generator) -> Tile:
    """Any of them, at any contrast."""
    shares = np.array([share for share, _ in KINDS])
    _, make = KINDS[random.choice(len(KINDS), p=shares / shares.sum())]
    return make(random)


def _motif(random: np.random.Generator) -> NDArray[np.float32]:
    """Rings, lozenges or letters woven into a cloth."""
    plane = np.zeros((SIDE, SIDE), np.uint8)
    for _ in range(int(random.integers(1, 5))):
        x, y = (int(part) for part in random.integers(80, SIDE - 80, 2))
        size, thick = int(random.integers(20, 78)), int(random.choice([-1, 2, 4, 8]))
        shape = random.integers(3)
        if shape == 0:
            cv2.circle(plane, (x, y), size, (255,), thick, cv2.LINE_AA)
        elif shape == 1:
            box = cv2.boxPoints(((x, y), (size * 1.2, size * 1.2), 45)).astype(np.int32)
            cv2.polylines(plane, [box], True, (255,), max(thick, 2), cv2.LINE_AA)
        else:
            cv2.putText(plane, "POKER", (x - 60, y), cv2.FONT_HERSHEY_TRIPLEX, 1.2, (255,), 3)
    return np.asarray(plane / 255.0, np.float32)
