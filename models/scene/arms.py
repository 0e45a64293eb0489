"""Arms over the table: a sleeve, a forearm and a hand with fingers, built of round limbs.

A limb is a cone with round ends, lying in space. Seen from above, its surface has a height at every
place; limbs of one skin melt into each other. Heights give the light, and the shadow on the felt.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scene.camera import SceneCamera
from models.scene.paint import Box, Canvas, Colour, box_around, frame_box
from vision.layout import Point

Plane = NDArray[np.float32]

PALM_ABOVE_FINGERTIPS_MM = 30.0
GRIP_MM = 122.0
"""From the wrist to the fingertips of a slightly bent hand: what lies under them moves with it."""

FOREARM_MM = 250.0
CUFF_MM = 95.0
"""The sleeve ends this far behind the wrist."""

LIGHT = np.array([-0.28, -0.42, 0.86], np.float32)
"""Where the lamp is, seen from the table: x, y, up; of length one."""

SHADOW_STRENGTH = 0.42
FAR_MM = 1e3

# Knuckles of a right hand, palm down: forward from the wrist, to the hand's right; then the lengths
# and the half widths of the three bones of each finger. An adult's hand, in millimetres.
FINGERS = (
    ((90.0, -27.0), (41.0, 25.0, 20.0), (9.6, 8.6, 7.4)),
    ((96.0, -8.0), (45.0, 29.0, 21.0), (9.8, 8.8, 7.6)),
    ((91.0, 11.0), (42.0, 27.0, 21.0), (9.4, 8.4, 7.3)),
    ((81.0, 28.0), (33.0, 20.0, 18.0), (8.4, 7.4, 6.6)),
)


@dataclass(frozen=True, kw_only=True)
class Person:
    """Who reaches over the table.

    Attributes:
        shoulder_mm: where the arm comes from, outside the table.
        skin: blue, green, red in full light.
        sleeve: blue, green, red in full light.
        left_handed: the thumb is on the other side.
    """

    shoulder_mm: Point
    skin: Colour
    sleeve: Colour
    left_handed: bool = False


@dataclass(frozen=True, kw_only=True)
class Pose:
    """Where a hand is and how it is held.

    Attributes:
        grip_mm: the place under the fingertips.
        lift_mm: height of the fingertips over the felt.
        curl: 0 for a flat hand, 1 for a fist.
        spread: radians between neighbouring fingers.
    """

    grip_mm: Point
    lift_mm: float = 4.0
    curl: float = 0.35
    spread: float = 0.07


@dataclass(frozen=True)
class Limb:
    """A cone with round ends: each end is x, y, height and radius, in millimetres."""

    start: tuple[float, float, float, float]
    end: tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class ArmPicture:
    """An arm, drawn.

    Attributes:
        box: the part of the camera's picture that it takes, with its shadow.
        picture: (height, width, 3) blue, green, red.
        alpha: (height, width) 0 to 1.
        shadow: (height, width) how much light it takes from what lies under it, 0 to 1.
    """

    box: Box
    picture: Canvas
    alpha: Plane
    shadow: Plane

    def lay(self, canvas: Canvas, window: Box) -> None:
        """Draw it into a window of the camera's picture."""
        box = self.box.cut(window)
        if box.empty:
            return
        rows, columns = box.slices
        here = (
            slice(rows.start - self.box.top, rows.stop - self.box.top),
            slice(columns.start - self.box.left, columns.stop - self.box.left),
        )
        there = (
            slice(rows.start - window.top, rows.stop - window.top),
            slice(columns.start - window.left, columns.stop - window.left),
        )
        part = canvas[there]
        part *= (1 - self.shadow[here])[..., None]
        alpha = self.alpha[here][..., None]
        part *= 1 - alpha
        part += alpha * self.picture[here]


class Skin:
    """Limbs that melt into each other: the distance to their outline, and their height."""

    def __init__(self, x: Plane, y: Plane, melt_mm: float) -> None:
        self.outside = np.full(x.shape, FAR_MM, np.float32)
        self.height = np.zeros(x.shape, np.float32)
        self._x, self._y, self._melt_mm = x, y, melt_mm
        # The planes run nearly along the axes: rows and columns tell where a limb can be.
        self._columns = (x.min(axis=0), x.max(axis=0))
        self._rows = (y.min(axis=1), y.max(axis=1))

    def add(self, limb: Limb) -> None:
        """Put a limb to the others."""
        where = self._reach(limb)
        if where is None:
            return
        x, y = self._x[where], self._y[where]
        (x0, y0, z0, r0), (x1, y1, z1, r1) = limb.start, limb.end
        along_x, along_y = x1 - x0, y1 - y0
        length2 = max(along_x**2 + along_y**2, 1e-6)
        share = np.clip(((x - x0) * along_x + (y - y0) * along_y) / length2, 0, 1)
        radius = r0 + share * (r1 - r0)
        away = np.hypot(x - x0 - share * along_x, y - y0 - share * along_y)
        bulge = np.sqrt(np.clip(radius**2 - away**2, 0, None))
        height: Plane = z0 + share * (z1 - z0) + bulge - np.clip(away - radius, 0, None)
        outside = np.asarray(away - radius, np.float32)
        self.height[where] = _smooth_most(self.height[where], height, self._melt_mm)
        self.outside[where] = -_smooth_most(-self.outside[where], -outside, self._melt_mm)

    def _reach(self, limb: Limb) -> tuple[slice, slice] | None:
        """The rows and columns that the limb can touch; None if it is not in the picture."""
        reach = max(limb.start[3], limb.end[3]) + 3 * self._melt_mm + 2
        low_x = min(limb.start[0], limb.end[0]) - reach
        high_x = max(limb.start[0], limb.end[0]) + reach
        low_y = min(limb.start[1], limb.end[1]) - reach
        high_y = max(limb.start[1], limb.end[1]) + reach
        columns = np.flatnonzero((self._columns[1] >= low_x) & (self._columns[0] <= high_x))
        rows = np.flatnonzero((self._rows[1] >= low_y) & (self._rows[0] <= high_y))
        if not len(columns) or not len(rows):
            return None
        return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def draw_arm(camera: SceneCamera, person: Person, pose: Pose) -> ArmPicture | None:
    """Draw an arm as a camera sees it; None if no part of it is in the picture.

    The arm is drawn on the plane of its palm: perspective moves and scales it as a whole.
    """
    bones, cuff, forward = limbs_of(person, pose)
    plane_mm = pose.lift_mm + PALM_ABOVE_FINGERTIPS_MM
    ends = np.array([end[:2] for limb in bones + cuff for end in (limb.start, limb.end)])
    margin_px = int((60 + 1.4 * plane_mm) * camera.focal_px / camera.height_mm)
    box = box_around(camera.project(ends, plane_mm), margin_px).cut(frame_box(camera))
    if box.right - box.left < 2 or box.bottom - box.top < 2:  # no slope to light
        return None
    grid_x, grid_y = np.meshgrid(np.arange(box.left, box.right), np.arange(box.top, box.bottom))
    places = camera.places(np.stack((grid_x.ravel(), grid_y.ravel()), axis=1), plane_mm)
    x, y = places.T.reshape(2, *grid_x.shape).astype(np.float32)
    scale = camera.focal_px / (camera.height_mm - plane_mm)
    skin, sleeve = Skin(x, y, 3.0), Skin(x, y, 6.0)
    for limb in bones:
        skin.add(limb)
    for limb in cuff:
        sleeve.add(limb)
    picture = lit(person.skin, skin, scale, gloss=0.10)
    _tint_hand(picture, x, y, forward, pose)
    cloth = lit(person.sleeve, sleeve, scale, gloss=0.0)
    cloth *= (1 + 0.05 * np.sin(0.9 * (x * forward[1] - y * forward[0])))[..., None]
    covered = np.clip(0.5 - sleeve.outside * scale, 0, 1)
    picture += covered[..., None] * (cloth - picture)
    alpha = np.maximum(np.clip(0.5 - skin.outside * scale, 0, 1), covered)
    return ArmPicture(box, picture, alpha, _shadow(alpha, pose, scale))


def limbs_of(person: Person, pose: Pose) -> tuple[list[Limb], list[Limb], tuple[float, float]]:
    """The limbs of the bare arm, those of the sleeve, and which way the hand points."""
    grip = np.array(pose.grip_mm)
    towards = grip - np.array(person.shoulder_mm)
    forward = towards / np.linalg.norm(towards)
    right = np.array([-forward[1], forward[0]]) * (-1 if person.left_handed else 1)
    wrist = grip - forward * GRIP_MM * (1 - 0.3 * pose.curl)
    palm = pose.lift_mm + PALM_ABOVE_FINGERTIPS_MM

    def at(ahead: float, aside: float, height: float, radius: float) -> tuple[float, ...]:
        place = wrist + forward * ahead + right * aside
        return float(place[0]), float(place[1]), height, radius

    def limb(start: tuple[float, ...], end: tuple[float, ...]) -> Limb:
        return Limb(start, end)  # type: ignore[arg-type]

    bones = [limb(at(-FOREARM_MM, 0, palm + 26, 39), at(-2, 0, palm - 1, 25))]
    for index, ((ahead, aside), lengths, widths) in enumerate(FINGERS):
        bones.append(limb(at(4, aside * 0.55, palm + 2, 17), at(ahead - 6, aside, palm, 12.5)))
        angle = pose.spread * (index - 1.3)
        down, height = 0.18 + 0.55 * pose.curl, palm
        here, width = (ahead, aside), widths[0] + 1.2
        for length, next_width in zip(lengths, widths, strict=True):
            flat = length * np.cos(min(down, 2.6))
            there = (here[0] + flat * np.cos(angle), here[1] + flat * np.sin(angle))
            lower = max(height - length * np.sin(min(down, 2.6)), pose.lift_mm + next_width)
            bones.append(limb(at(*here, height, width), at(*there, lower, next_width)))
            here, height, width = there, lower, next_width
            down += 0.22 + 0.75 * pose.curl
    bones.append(limb(at(14, -16, palm - 4, 17), at(48, -41, palm - 8, 13)))
    tuck = 12 * pose.curl
    bones.append(limb(at(48, -41, palm - 8, 12.5), at(78, -50 + tuck, palm - 14, 10.5)))
    bones.append(
        limb(at(78, -50 + tuck, palm - 14, 10.2), at(104, -48 + 1.7 * tuck, palm - 20, 8.2))
    )
    cuff = [
        limb(at(-900, 0, palm + 60, 62), at(-FOREARM_MM, 0, palm + 30, 47)),
        limb(at(-FOREARM_MM, 0, palm + 30, 47), at(-CUFF_MM, 0, palm + 14, 37)),
    ]
    return bones, cuff, (float(forward[0]), float(forward[1]))


def lit(colour: Colour, skin: Skin, scale: float, gloss: float) -> Canvas:
    """A surface of one colour in the lamp's light, from its heights."""
    slope_y, slope_x = np.gradient(skin.height * scale)
    steep = np.sqrt(slope_x**2 + slope_y**2 + 1)
    facing = (-slope_x * LIGHT[0] - slope_y * LIGHT[1] + LIGHT[2]) / steep
    light = 0.42 + 0.66 * np.clip(facing, 0, 1)
    shine = gloss * np.clip(facing, 0, 1) ** 24 * 255
    picture = np.empty((*skin.height.shape, 3), np.float32)
    picture[:] = colour
    picture *= light[..., None]
    picture += shine[..., None]
    return picture


def _tint_hand(
    picture: Canvas, x: Plane, y: Plane, forward: tuple[float, float], pose: Pose
) -> None:
    """Knuckles and fingertips are redder than the back of the hand."""
    ahead = (x - pose.grip_mm[0]) * forward[0] + (y - pose.grip_mm[1]) * forward[1]
    red = 0.10 * np.exp(-(((ahead + 34) / 12) ** 2)) + 0.12 * np.clip((ahead + 12) / 30, 0, 1)
    picture *= 1 - np.dstack((red, red, 0.15 * red)).astype(np.float32)


def _shadow(alpha: Plane, pose: Pose, scale: float) -> Plane:
    height = pose.lift_mm + PALM_ABOVE_FINGERTIPS_MM
    shift_x, shift_y = -LIGHT[:2] / LIGHT[2] * height * scale
    blur = max(2.0, 0.30 * height * scale)
    move = np.array([[0.5, 0, shift_x / 2], [0, 0.5, shift_y / 2]], np.float64)
    size = (max(1, alpha.shape[1] // 2), max(1, alpha.shape[0] // 2))
    moved = cv2.warpAffine(
        alpha, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    soft = cv2.GaussianBlur(moved, (0, 0), blur / 2)
    full = cv2.resize(soft, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(full * SHADOW_STRENGTH, np.float32)


def _smooth_most(one: Plane, other: Plane, melt: float) -> Plane:
    """The larger of two, rounded off where they are nearly equal."""
    share = np.clip(0.5 + 0.5 * (one - other) / melt, 0, 1)
    return np.asarray(other + share * (one - other) + melt * share * (1 - share), np.float32)
