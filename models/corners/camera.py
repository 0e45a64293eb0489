"""What cameras make of a picture: light, glare, blur, sharpening, noise, compression."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.floating]
"""(side, side, 3) blue, green, red, 0 to 255 and beyond."""


def photographed(rng: Generator, picture: Picture) -> NDArray[np.uint8]:
    """The picture as one of many cameras would have taken it."""
    seen = _lit(rng, picture)
    seen = _blurred(rng, seen)
    seen = _toned(rng, seen)
    seen = seen + _noise(rng) * rng.normal(0, 1, seen.shape)
    if rng.random() < 0.1:
        specks = rng.random(seen.shape[:2]) < rng.uniform(0.002, 0.03)
        seen[specks] = rng.choice([0.0, 255.0], (int(specks.sum()), 1))
    eight_bit = np.clip(seen, 0, 255).astype(np.uint8)
    quality = int(rng.integers(35, 96))
    _, packed = cv2.imencode(".jpg", eight_bit, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _noise(rng: Generator) -> float:
    return float(rng.choice([rng.uniform(0, 3), rng.uniform(2, 12)]))


def _lit(rng: Generator, picture: Picture) -> Picture:
    side = picture.shape[0]
    y, x = (np.mgrid[0:side, 0:side] / side - 0.5).astype(np.float32)
    slope = rng.normal(0, 0.2, 2)
    light = 1 + slope[0] * x + slope[1] * y
    if rng.random() < 0.25:  # the edge of a shadow
        angle, soft = rng.uniform(0, 2 * np.pi), rng.uniform(0.01, 0.15)
        across = np.cos(angle) * x + np.sin(angle) * y - rng.uniform(-0.3, 0.3)
        light *= 1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-np.clip(across / soft, -30, 30)))
    cast = np.exp(rng.normal(0, 0.09, 3)) * rng.uniform(0.35, 1.15)
    lit = picture * (light[..., None] * cast).astype(np.float32)
    if rng.random() < 0.15:  # glare
        middle, reach = rng.uniform(-0.5, 0.5, 2), rng.uniform(0.03, 0.2, 2)
        spot = np.exp(-(((x - middle[0]) / reach[0]) ** 2) - ((y - middle[1]) / reach[1]) ** 2)
        lit += (rng.uniform(40, 220) * spot)[..., None]
    return lit


def _blurred(rng: Generator, picture: Picture) -> Picture:
    side = picture.shape[0]
    seen: Picture = picture
    if rng.random() < 0.5:
        seen = _soft(seen, rng.uniform(0.3, 1.5))
    if rng.random() < 0.15:
        seen = np.asarray(cv2.filter2D(seen, -1, _streak(rng)), np.float32)
    if rng.random() < 0.4:  # a sensor that is coarser than what is read
        coarse = int(side * rng.uniform(0.5, 0.95))
        small = cv2.resize(seen, (coarse, coarse), interpolation=cv2.INTER_AREA)
        seen = np.asarray(
            cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32
        )
    if rng.random() < 0.3:
        soft = _soft(seen, rng.uniform(0.7, 2))
        seen = seen + rng.uniform(0.3, 1.5) * (seen - soft)
    return seen


def _soft(picture: Picture, sigma: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def _streak(rng: Generator) -> Picture:
    """The kernel of a short movement."""
    length = int(rng.integers(3, 7))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    middle = (length - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 180), 1.0)
    turned = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return turned / turned.sum()


def _toned(rng: Generator, picture: Picture) -> Picture:
    if rng.random() < 0.2:
        grey = picture @ np.array([0.114, 0.587, 0.299], np.float32)
        picture = np.repeat(grey[..., None], 3, axis=2)
    elif rng.random() < 0.3:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * rng.uniform(0.3, 1.4)
    if rng.random() < 0.3:
        bright = np.clip(picture / 255, 0, None) ** rng.uniform(0.6, 1.6)
        picture = bright * 255
    if rng.random() < 0.3:
        picture = (picture - 128) * rng.uniform(0.6, 1.5) + 128 + rng.uniform(-20, 20)
    return np.asarray(picture, np.float32)
