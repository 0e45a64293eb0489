"""The table's edge, the floor, the walls and the lamps around it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.camera import RayCamera
from models.raycasting.scene import Colour, Ground, Lamp
from models.tables.patterns import colour, grain
from models.tables.surfaces import surface

ROOM = (96, 192)


def random_ground(random: np.random.Generator, camera: RayCamera) -> Ground:
    """A surface with its edge somewhere in the picture or far away, and what is beyond it."""
    scale = camera.pixels_per_mm((0.0, 0.0, 0.0))
    seen_mm = camera.width_px / scale
    ends = random.random() < 0.5
    half = random.uniform(0.35, 1.1, 2) * seen_mm if ends else np.array([2500.0, 2500.0])
    middle = random.normal(0, 0.25, 2) * seen_mm if ends else np.zeros(2)
    fine = np.exp(random.uniform(np.log(90), np.log(900)))
    rail = colour(random, value=(10, 200))
    return Ground(
        cloth=surface(random),
        cloth_mm=float(fine),
        middle_mm=(float(middle[0]), float(middle[1])),
        half_mm=(float(half[0]), float(half[1])),
        rail_mm=float(random.uniform(2, 120)) if random.random() < 0.6 else 0.0,
        rail=(float(rail[0]), float(rail[1]), float(rail[2])),
        floor=surface(random),
        floor_depth_mm=float(random.choice([3.0, 20.0, 120.0, 760.0])),
        room=_room(random),
    )


def random_lamps(random: np.random.Generator) -> tuple[tuple[Lamp, ...], Colour]:
    """One to three lamps of any colour and size, and the light from everywhere."""
    count = int(random.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))
    strength = random.uniform(0.35, 1.0) / count
    lamps = []
    for _ in range(count):
        tint = np.exp(random.normal(0, 0.10 if random.random() < 0.8 else 0.35, 3))
        level = strength * tint * random.uniform(0.6, 1.4)
        x, y = random.uniform(-900, 900, 2)
        lamps.append(
            Lamp(
                place_mm=(float(x), float(y), float(random.uniform(500, 2000))),
                radius_mm=float(np.exp(random.uniform(np.log(20), np.log(320)))),
                level=(float(level[0]), float(level[1]), float(level[2])),
            )
        )
    ambient = random.uniform(0.2, 0.6) * np.exp(random.normal(0, 0.05, 3))
    return tuple(lamps), (float(ambient[0]), float(ambient[1]), float(ambient[2]))


def _room(random: np.random.Generator) -> NDArray[np.uint8]:
    """Walls, a sofa, windows: large areas with edges, or one rough wall."""
    height, width = ROOM
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = colour(random, saturation=(0, 90), value=(20, 240))
    if random.random() < 0.5:
        tile = surface(random)
        picture[:] = cv2.resize(tile, (width, height), interpolation=cv2.INTER_AREA)
    for _ in range(int(random.choice([0, 2, 6, 15]))):
        x, y = int(random.integers(width)), int(random.integers(height))
        w, h = int(random.integers(4, 70)), int(random.integers(3, 40))
        paint = colour(random, saturation=(0, 180)).tolist()
        cv2.rectangle(picture, (x, y), (x + w, y + h), paint, -1, cv2.LINE_AA)
    cv2.line(picture, (0, height * 3 // 4), (width, height * 3 // 4), colour(random).tolist(), 3)
    rough = grain(random, 256, 2, 2)[:height, :width, None]
    picture *= 1 + random.uniform(0, 0.15) * rough
    return np.clip(picture, 0, 255).astype(np.uint8)
