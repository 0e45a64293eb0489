"""Seamless random patterns: the grain of wood, felt, carpet and cloth."""

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]


def grain(
    random: np.random.Generator, side: int, length: float, width: float, angle: float = 0.0
) -> Plane:
    """Noise that repeats without a seam; mean 0, deviation 1.

    Args:
        random: what it is drawn from.
        side: pixels of the tile.
        length: pixels over which it hardly changes, along `angle`.
        width: the same across it.
        angle: radians.
    """
    frequency = np.fft.fftfreq(side)
    x, y = np.meshgrid(frequency[: side // 2 + 1], frequency)
    along = (x * np.cos(angle) + y * np.sin(angle)) * length
    across = (-x * np.sin(angle) + y * np.cos(angle)) * width
    kept = np.exp(-(np.pi**2) / 2 * (along**2 + across**2))
    noise = np.fft.rfft2(random.standard_normal((side, side)))
    field = np.fft.irfft2(noise * kept, (side, side))
    return np.asarray((field - field.mean()) / (field.std() + 1e-9), np.float32)


def tinted(level: Plane, low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(height, width, 3) a picture between two colours, where the level goes from 0 to 1."""
    share = np.clip(level, 0, 1)[..., None]
    return np.clip(low * (1 - share) + high * share, 0, 255).astype(np.uint8)


def colour(
    random: np.random.Generator,
    hue: tuple[float, float] = (0, 180),
    saturation: tuple[float, float] = (0, 255),
    value: tuple[float, float] = (0, 255),
) -> NDArray[np.float64]:
    """A random colour, (3,) blue, green, red; hue in OpenCV's degrees, 0 to 180."""
    hsv = [random.uniform(*part) for part in (hue, saturation, value)]
    pixel = np.array([[[hsv[0] % 180, hsv[1], hsv[2]]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64)
