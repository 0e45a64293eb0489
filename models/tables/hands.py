"""Hands and arms that reach into the picture, from any camera: the demo's arms, seen from aside."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.raycasting.camera import RayCamera
from models.scene.arms import Limb, Person, Pose, Skin, limbs_of, lit
from models.tables.patterns import colour

HAND = -3
"""In the id picture, beside those of models.raycasting.scene: what shows a hand or an arm."""

SKINS = ((168, 190, 228), (140, 168, 214), (110, 140, 196), (78, 108, 168), (52, 76, 124),
         (36, 52, 88), (150, 172, 224))  # fmt: skip
"""Blue, green, red in full light."""

LAMP = np.array([-0.28, -0.42, 0.86])
"""Where the light of the shadow comes from."""

NEAREST_MM = 90.0


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand that was drawn.

    Attributes:
        box: left, top, right and bottom of wrist and hand in the picture; may reach outside it.
    """

    box: tuple[float, float, float, float]


def reach_in(
    random: np.random.Generator,
    camera: RayCamera,
    picture: NDArray[np.uint8],
    ids: NDArray[np.int32],
) -> Hand | None:
    """Draw an arm with its shadow over a picture, and mark it in its ids.

    Args:
        random: whence all chance comes.
        camera: who looks.
        picture: (height, width, 3), changed.
        ids: (height, width), changed.

    Returns:
        The hand; None if there was no room for it in this picture.
    """
    person, pose = _someone(random, camera)
    bare, cuff, _ = limbs_of(person, pose)
    scale = camera.pixels_per_mm((*pose.grip_mm, 20.0))
    seen = [_seen(limb, camera, scale) for limb in bare]
    if any(limb is None for limb in seen[1:]):
        return None
    hand = [limb for limb in seen[1:] if limb is not None]
    forearm = [limb for limb in seen[:1] if limb is not None]
    sleeve = [limb for limb in (_seen(limb, camera, scale) for limb in cuff) if limb is not None]
    ends = np.array([end for limb in hand for end in (limb.start, limb.end)])
    low = (ends[:, :2] - ends[:, 3:]).min(axis=0)
    high = (ends[:, :2] + ends[:, 3:]).max(axis=0)
    _cast_shadow(random, bare + cuff, camera, picture)
    y, x = np.mgrid[0 : ids.shape[0], 0 : ids.shape[1]].astype(np.float32)
    light = random.uniform(0.6, 1.15)
    covered = np.zeros(ids.shape, np.float32)
    for colours, limbs, gloss in (
        (person.skin, forearm + hand, 0.1),
        (person.sleeve, sleeve, 0.0),
    ):
        skin = Skin(x, y, 3.0 * scale)
        for limb in limbs:
            skin.add(limb)
        alpha = np.clip(0.5 - skin.outside, 0, 1)
        drawn = lit(colours, skin, 1.0, gloss) * light
        if gloss:
            drawn *= 1 + 0.04 * random.standard_normal((*ids.shape, 1))
        mixed = picture + alpha[..., None] * (drawn - picture)
        picture[:] = np.clip(mixed, 0, 255).astype(np.uint8)
        covered = np.maximum(covered, alpha)
    ids[covered > 0.5] = HAND
    return Hand((float(low[0]), float(low[1]), float(high[0]), float(high[1])))


def _someone(random: np.random.Generator, camera: RayCamera) -> tuple[Person, Pose]:
    """A person whose hand is somewhere in the picture."""
    size = np.array([camera.width_px, camera.height_px])
    grip = camera.places([random.uniform(0.1, 0.9, 2) * size], 20.0)[0]
    away = random.uniform(0, 2 * np.pi)
    shoulder = grip + 700 * np.array([np.cos(away), np.sin(away)])
    skin = np.array(SKINS[random.integers(len(SKINS))]) * random.uniform(0.85, 1.1)
    sleeve = colour(random, saturation=(0, 200), value=(15, 230))
    person = Person(
        shoulder_mm=(float(shoulder[0]), float(shoulder[1])),
        skin=(float(skin[0]), float(skin[1]), float(skin[2])),
        sleeve=(float(sleeve[0]), float(sleeve[1]), float(sleeve[2])),
        left_handed=bool(random.random() < 0.5),
    )
    pose = Pose(
        grip_mm=(float(grip[0]), float(grip[1])),
        lift_mm=float(random.choice([3.0, random.uniform(3, 70)])),
        curl=float(random.uniform(0, 1)),
        spread=float(random.uniform(0, 0.2)),
    )
    return person, pose


def _seen(limb: Limb, camera: RayCamera, scale: float) -> Limb | None:
    """A limb in pixels, its height towards the camera; None if it is at or behind the lens."""
    places = np.array([limb.start[:3], limb.end[:3]])
    depths = camera.depths(places)
    if depths.min() < NEAREST_MM:
        return None
    (x0, y0), (x1, y1) = camera.project(places).tolist()
    (near, far), focal = depths.tolist(), camera.focal_px
    return Limb(
        (x0, y0, -near * scale, limb.start[3] * focal / near),
        (x1, y1, -far * scale, limb.end[3] * focal / far),
    )


def _cast_shadow(
    random: np.random.Generator, limbs: list[Limb], camera: RayCamera, picture: NDArray[np.uint8]
) -> None:
    """Darken the table under an arm."""
    shade = np.zeros(picture.shape[:2], np.float32)
    for limb in limbs:
        ends = []
        for x, y, height, _ in (limb.start, limb.end):
            ends.append((x - LAMP[0] / LAMP[2] * height, y - LAMP[1] / LAMP[2] * height, 0.0))
        if camera.depths(ends).min() < NEAREST_MM:
            continue
        pixels = camera.project(ends)
        broad = (limb.start[3] + limb.end[3]) * camera.focal_px / camera.depths(ends).mean()
        start, end = (np.clip(at, -5000, 5000).astype(int).tolist() for at in pixels)
        cv2.line(shade, start, end, (1.0,), max(1, round(broad)))
    soft = cv2.GaussianBlur(shade, (0, 0), random.uniform(2, 9))
    dark = 1 - random.uniform(0.15, 0.6) * soft
    picture[:] = (picture * dark[..., None]).astype(np.uint8)
