"""What else is in a picture of cards: tables, print on felt, chips, hands, letters."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.float32]
"""(side, side, 3) blue, green, red, 0 to 255."""

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
CHIP_MM = 39.0


def draw_surface(rng: Generator, side: int) -> Picture:
    """A table top: cloth, wood, a white desk, or two of them beside each other."""
    picture = _plain(rng, side)
    if rng.random() < 0.3:
        other = _plain(rng, side)
        angle = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[0:side, 0:side] - side / 2
        beyond = np.cos(angle) * x + np.sin(angle) * y > rng.uniform(-0.5, 0.5) * side
        picture[beyond] = other[beyond]
    return picture


def _plain(rng: Generator, side: int) -> Picture:
    kind = rng.choice(["cloth", "wood", "desk", "clutter"])
    colour = {
        "cloth": rng.uniform(10, 140, 3),
        "wood": np.array([0.45, 0.7, 1.0]) * rng.uniform(60, 235),
        "desk": rng.uniform(120, 245) * np.exp(rng.normal(0, 0.05, 3)),
        "clutter": rng.uniform(0, 255, 3),
    }[str(kind)]
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = colour
    coarse = rng.normal(0, 1, (int(rng.integers(2, 12)), int(rng.integers(2, 60)))).astype(
        np.float32
    )
    if kind == "wood" and rng.random() < 0.5:
        coarse = coarse.T
    grain = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    strength = {"cloth": 4, "wood": 14, "desk": 3, "clutter": 40}[str(kind)]
    picture += (grain * strength * rng.uniform(0.3, 1))[..., None]
    if kind == "cloth":
        picture += rng.normal(0, rng.uniform(1, 7), (side, side, 1))
    if kind == "clutter":
        for _ in range(int(rng.integers(3, 12))):
            corners = rng.uniform(-20, side + 20, (int(rng.integers(3, 6)), 1, 2)).astype(np.int32)
            cv2.fillPoly(picture, [corners], tuple(map(float, rng.uniform(0, 255, 3))))
    return np.clip(picture, 0, 255)


def draw_print(rng: Generator, picture: Picture) -> None:
    """Lines, circles or letters printed on the table."""
    side = picture.shape[0]
    colour = tuple(map(float, rng.uniform(0, 255, 3)))
    x, y = rng.uniform(-30, side, 2)
    place = (int(x), int(y))
    kind = rng.random()
    if kind < 0.35:
        end = tuple(map(int, rng.uniform(-30, side + 30, 2)))
        cv2.line(picture, place, end, colour, int(rng.integers(1, 6)), cv2.LINE_AA)
    elif kind < 0.5:
        radius, thick = int(rng.uniform(10, 120)), int(rng.integers(1, 5))
        cv2.circle(picture, place, radius, colour, thick, cv2.LINE_AA)
    else:
        write(rng, picture, place, colour)


def write(
    rng: Generator, picture: Picture, place: tuple[int, int], colour: tuple[float, ...]
) -> None:
    """Letters and figures that are no index of a card."""
    signs = rng.choice(list("0123456789AJQKEBXSTRMDOU"), int(rng.integers(1, 7)))
    size, thick = rng.uniform(0.4, 2.2), int(rng.integers(1, 4))
    canvas = np.zeros((160, 320), np.uint8)
    font = FONTS[int(rng.integers(len(FONTS)))]
    cv2.putText(canvas, "".join(signs), (20, 100), font, size, (255,), thick, cv2.LINE_AA)
    turn = np.asarray(cv2.getRotationMatrix2D((60, 90), rng.uniform(0, 360), 1.0), np.float64)
    turn[:, 2] += np.array(place) - (60, 90)
    side = picture.shape[0]
    drawn = cv2.warpAffine(canvas, turn, (side, side))
    ink = np.asarray(drawn[..., None] / 255, np.float32)
    picture *= 1 - ink
    picture += ink * np.asarray(colour, np.float32)


def draw_chip(rng: Generator, picture: Picture, scale: float) -> NDArray[np.bool_]:
    """A chip; returns what it covers."""
    side = picture.shape[0]
    middle = tuple(map(int, rng.uniform(0, side, 2)))
    across = int(CHIP_MM * scale / 2)
    axes = (across, max(2, int(across * rng.uniform(0.6, 1.0))))
    turn = rng.uniform(0, 360)
    colours = [tuple(map(float, rng.uniform(0, 255, 3))) for _ in range(3)]
    cv2.ellipse(picture, middle, axes, turn, 0, 360, colours[0], -1, cv2.LINE_AA)
    spots = int(rng.choice([4, 6, 8]))
    for number in range(spots):
        start = number * 360 / spots
        cv2.ellipse(picture, middle, axes, turn, start, start + 18, colours[1], -1, cv2.LINE_AA)
    inner = (int(axes[0] * 0.7), int(axes[1] * 0.7))
    cv2.ellipse(picture, middle, inner, turn, 0, 360, colours[2], -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        write(rng, picture, (middle[0] - 15, middle[1]), colours[0])
    covered = np.zeros((side, side), np.uint8)
    cv2.ellipse(covered, middle, axes, turn, 0, 360, (1,), -1)
    return covered > 0


def draw_hand(rng: Generator, picture: Picture, scale: float) -> NDArray[np.bool_]:
    """Fingers that reach in; returns what they cover."""
    side = picture.shape[0]
    covered = np.zeros((side, side), np.uint8)
    tip = rng.uniform(0, side, 2)
    angle = rng.uniform(0, 2 * np.pi)
    for number in range(int(rng.integers(1, 5))):
        at = angle + 0.18 * number
        end = tip + np.array([np.cos(at), np.sin(at)]) * 90 * scale
        beside = np.array([-np.sin(at), np.cos(at)]) * 17 * scale * number
        points = [tuple(map(int, end_ + beside)) for end_ in (tip, end)]
        cv2.line(covered, points[0], points[1], (1,), max(2, int(16 * scale)))
    skin = np.array([0.55, 0.7, 1.0]) * rng.uniform(60, 240)
    soft = cv2.GaussianBlur(covered.astype(np.float32), (0, 0), rng.uniform(0.7, 2))[..., None]
    shade = cv2.resize(rng.normal(0, 15, (6, 6)).astype(np.float32), (side, side))[..., None]
    picture *= 1 - soft
    picture += soft * np.clip(skin + shade, 0, 255)
    return covered > 0
