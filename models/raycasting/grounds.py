"""Cloth, wood and rooms by chance: what chips lie on, and what is behind the table."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.scene import Colour, Ground, Lamp, Texture

TILE_PX = 256

FELTS: tuple[Colour, ...] = (
    (62, 104, 26), (128, 68, 28), (40, 30, 128), (46, 44, 44), (104, 104, 34), (112, 62, 92),
    (150, 96, 40), (70, 140, 60),
)  # fmt: skip
"""Green, blue, red, charcoal, teal, purple, light blue, light green."""

WOODS: tuple[Colour, ...] = ((60, 96, 140), (40, 62, 96), (92, 134, 172), (30, 40, 58))


def random_ground(random: np.random.Generator, *, wood: float = 0.15) -> Ground:
    """A table and a room.

    Args:
        random: whence all chance comes.
        wood: share of tables without cloth: kitchens and card rooms of hotels.
    """
    felt = _varied(FELTS[int(random.integers(len(FELTS)))], random)
    board = _varied(WOODS[int(random.integers(len(WOODS)))], random)
    bare = random.random() < wood
    half_x, half_y = float(random.uniform(600, 1300)), float(random.uniform(450, 650))
    return Ground(
        cloth=wood_tile(board, random) if bare else felt_tile(felt, random),
        cloth_mm=256.0 if bare else float(random.uniform(100, 180)),
        half_mm=(half_x, half_y),
        rail_mm=0.0 if bare else float(random.uniform(60, 140)),
        rail=_varied(WOODS[int(random.integers(len(WOODS)))], random),
        floor=wood_tile(_varied(WOODS[int(random.integers(len(WOODS)))], random), random),
        room=random_room(random),
    )


def felt_tile(colour: Colour, random: np.random.Generator) -> Texture:
    """Cloth: fine fibres, a weave or speed-cloth dots now and then, and broad unevenness."""
    fine = _repeating_noise(random, 0.8)
    fibres = _repeating_noise(random, 2.2)
    broad = _repeating_noise(random, 25.0)
    shade = 1 + random.uniform(0.02, 0.10) * fine + 0.04 * fibres + 0.02 * broad
    if random.random() < 0.35:
        y, x = np.mgrid[0:TILE_PX, 0:TILE_PX] * (2 * np.pi / TILE_PX)
        threads = int(random.choice([32, 43, 64]))
        shade = shade + random.uniform(0.02, 0.08) * np.sin(threads * x) * np.sin(threads * y)
    return _shaded(colour, shade)


def wood_tile(colour: Colour, random: np.random.Generator) -> Texture:
    """Boards: long grain along y, and joints."""
    rough = random.normal(0, 1, (TILE_PX, TILE_PX)).astype(np.float32)
    grain = _wrapped_blur(rough, (1.5, 40.0))
    broad = _repeating_noise(random, 30.0)
    shade = 1 + 0.14 * grain / max(1e-6, float(grain.std())) + 0.07 * broad
    board = TILE_PX // int(random.choice([2, 4]))
    for edge in range(0, TILE_PX, board):
        shade[:, edge : edge + board] *= random.uniform(0.85, 1.12)
        shade[:, edge : edge + 2] *= 0.55
    return _shaded(colour, shade)


def random_room(random: np.random.Generator) -> Texture:
    """All that is around: soft blotches of light and dark, people and lamps out of focus."""
    height, width = 48, 96
    room = np.empty((height, width, 3), np.float32)
    room[:] = random.uniform(25, 150) * np.exp(random.normal(0, 0.15, 3))
    for _ in range(int(random.integers(8, 30))):
        colour = tuple(random.uniform(0, 235, 3).tolist())
        corner = random.integers((0, 0), (width, height))
        size = random.integers((2, 4), (16, 22))
        end = corner + size
        cv2.rectangle(room, corner.tolist(), end.tolist(), colour, -1)
    return np.clip(cv2.GaussianBlur(room, (0, 0), random.uniform(0.6, 2.5)), 0, 255).astype(
        np.uint8
    )


def random_lamps(random: np.random.Generator) -> tuple[tuple[Lamp, ...], Colour]:
    """One to three lamps, small and hard or large and soft, and the light from everywhere."""
    count = int(random.integers(1, 4))
    tint = np.exp(random.normal(0, 0.1, 3))
    ambient = random.uniform(0.2, 0.6)
    lamps = []
    for _ in range(count):
        away = random.uniform(-750, 750, 2)
        place = (float(away[0]), float(away[1]), float(random.uniform(900, 1900)))
        level = random.uniform(0.5, 1.0) / count * tint
        radius = float(np.exp(random.uniform(np.log(25), np.log(320))))
        lamps.append(Lamp(place_mm=place, radius_mm=radius, level=_colour(level)))
    return tuple(lamps), _colour(ambient * np.exp(random.normal(0, 0.08, 3)))


def _varied(colour: Colour, random: np.random.Generator) -> Colour:
    moved = np.asarray(colour) * random.uniform(0.7, 1.35) + random.normal(0, 8, 3)
    return _colour(np.clip(moved, 6, 235))


def _colour(values: NDArray[np.float64]) -> Colour:
    return (float(values[0]), float(values[1]), float(values[2]))


def _repeating_noise(random: np.random.Generator, width_px: float) -> NDArray[np.float32]:
    """Noise of this grain with standard deviation 1 that has no seam."""
    noise = random.normal(0, 1, (TILE_PX, TILE_PX)).astype(np.float32)
    soft = _wrapped_blur(noise, (width_px, width_px))
    return np.asarray(soft / max(1e-6, float(soft.std())), np.float32)


def _wrapped_blur(noise: NDArray[np.float32], sigma: tuple[float, float]) -> NDArray[np.float32]:
    """A Gaussian blur, (along x, along y), for which the tile goes on at the other side."""
    rows = np.fft.fftfreq(noise.shape[0])[:, None]
    columns = np.fft.rfftfreq(noise.shape[1])[None]
    damping = np.exp(-2 * np.pi**2 * ((columns * sigma[0]) ** 2 + (rows * sigma[1]) ** 2))
    return np.asarray(np.fft.irfft2(np.fft.rfft2(noise) * damping, noise.shape), np.float32)


def _shaded(colour: Colour, shade: NDArray[np.floating]) -> Texture:
    tile = np.array(colour, np.float32) * shade[..., None].astype(np.float32)
    return np.clip(tile, 0, 255).astype(np.uint8)
