"""A drawn table with two seats, seen by a drawn camera: felt with a weave, printed lines, noise."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.area_reading import AreaReading
from vision.calibration import Calibration, calibrate
from vision.frames import NS_PER_S, Frame, Picture
from vision.layout import Layout, Point, SeatLayout

WIDTH_MM, HEIGHT_MM = 800, 600
FPS = 15
INTERVAL_NS = NS_PER_S // FPS

FELT = (60, 120, 40)
SKIN = (130, 160, 215)
SLEEVE = (120, 60, 50)
CHIP_COLOURS = {5: (40, 40, 200), 25: (200, 80, 40), 100: (30, 30, 30)}
CARD_BACK = (170, 60, 60)

LAYOUT = Layout(
    outline=((0, 0), (WIDTH_MM, 0), (WIDTH_MM, HEIGHT_MM), (0, HEIGHT_MM)),
    seats=(
        SeatLayout(
            name="1",
            player=(200, 750),
            bet_area=((110, 180), (290, 180), (290, 320), (110, 320)),
            card_area=((110, 380), (290, 380), (290, 500), (110, 500)),
        ),
        SeatLayout(
            name="2",
            player=(600, 750),
            bet_area=((510, 180), (690, 180), (690, 320), (510, 320)),
            card_area=((510, 380), (690, 380), (690, 500), (510, 500)),
        ),
    ),
    betting_line=((0, 340), (WIDTH_MM, 340)),
)


def straight_above() -> Calibration:
    """One pixel a millimetre."""
    ends = [(0.0, 0.0), (WIDTH_MM, 0.0), (WIDTH_MM, HEIGHT_MM), (0.0, HEIGHT_MM)]
    return calibrate((WIDTH_MM, HEIGHT_MM), [((x - 0.5, y - 0.5), (x, y)) for x, y in ends])


@dataclass(frozen=True)
class Arm:
    """An arm from a point at the table's edge to a fingertip."""

    start: Point
    tip: Point
    sleeve: tuple[int, int, int] = SLEEVE
    size: float = 1.0


@dataclass(frozen=True)
class Scene:
    """What lies on the table at one moment, and the light on it."""

    chips: Sequence[tuple[int, Point]] = ()
    cards: Sequence[Point] = ()
    arms: Sequence[Arm] = ()
    light: float = 1.0
    warmth: float = 1.0
    side_light: float = 0.0
    shift_px: tuple[int, int] = (0, 0)

    def but(self, **changes) -> "Scene":
        return replace(self, **changes)


EMPTY = Scene()


def draw(scene: Scene, rng: np.random.Generator, noise: float = 2.0) -> Picture:
    """The scene as the camera sees it."""
    picture = _WEAVE + np.array(FELT, np.float32)
    for _, line in _LINES:
        cv2.polylines(picture, [np.int32(line)], False, (150, 200, 210), 4, cv2.LINE_AA)
    for x, y in scene.cards:
        corner, other = (int(x - 31), int(y - 44)), (int(x + 31), int(y + 44))
        cv2.rectangle(picture, corner, other, (235, 235, 235), -1)
        cv2.rectangle(
            picture, (corner[0] + 5, corner[1] + 5), (other[0] - 5, other[1] - 5), CARD_BACK, -1
        )
    for value, (x, y) in scene.chips:
        centre = (int(x), int(y))
        cv2.circle(picture, centre, 19, (220, 220, 220), -1, cv2.LINE_AA)
        cv2.circle(picture, centre, 17, CHIP_COLOURS[value], -1, cv2.LINE_AA)
    for arm in scene.arms:
        _draw_arm(picture, arm)
    light = scene.light * (1 + scene.side_light * (np.arange(WIDTH_MM) / WIDTH_MM - 0.5))
    picture *= light[np.newaxis, :, np.newaxis].astype(np.float32)
    picture[:, :, 2] *= scene.warmth
    picture[:, :, 0] /= scene.warmth
    if scene.shift_px != (0, 0):
        picture = np.roll(picture, scene.shift_px, axis=(1, 0))
    across, down = rng.integers(0, 64, 2)
    picture += noise * _NOISE[down : down + HEIGHT_MM, across : across + WIDTH_MM]
    return np.clip(picture, 0, 255).astype(np.uint8)


def _draw_arm(picture, arm: Arm) -> None:
    start, tip = np.array(arm.start, float), np.array(arm.tip, float)
    along = (tip - start) / max(np.linalg.norm(tip - start), 1e-6)
    wrist = tip - along * 150
    size = arm.size

    def point(place):
        return int(place[0]), int(place[1])

    cv2.line(picture, point(start), point(wrist), arm.sleeve, int(80 * size), cv2.LINE_AA)
    cv2.line(picture, point(wrist), point(tip - along * 90), SKIN, int(55 * size), cv2.LINE_AA)
    cv2.circle(picture, point(tip - along * 75), int(40 * size), SKIN, -1, cv2.LINE_AA)
    across = np.array([-along[1], along[0]]) * size
    for offset in (-24, -8, 8, 24):
        root = tip - along * 60 + across * offset
        end = tip + across * offset * 1.1 - along * abs(offset) * 0.5
        cv2.line(picture, point(root), point(end), SKIN, int(14 * size), cv2.LINE_AA)


def frames(scenes: Sequence[Scene], start_ns: int = 0, seed: int = 1, source: str = "overhead"):
    """A frame for each scene, 15 a second."""
    rng = np.random.default_rng(seed)
    for index, scene in enumerate(scenes):
        yield Frame(draw(scene, rng), start_ns + index * INTERVAL_NS, source, index + 1)


def reaching(
    scene: Scene, tip: Point, *, start: Point | None = None, frames_in: int = 6
) -> list[Scene]:
    """An arm that comes in over the edge until its fingertips are at `tip`."""
    start = start or (tip[0] + 20, HEIGHT_MM + 40)
    steps = np.linspace(0, 1, frames_in)
    tips = [(start[0] + (tip[0] - start[0]) * s, start[1] + (tip[1] - start[1]) * s) for s in steps]
    away = (start[0] * 2 - tip[0], start[1] * 2 - tip[1])
    return [scene.but(arms=(Arm(away, place),)) for place in tips]


def visit(
    before: Scene, after: Scene, tip: Point, *, stay: int = 3, start: Point | None = None
) -> list[Scene]:
    """A hand that comes, leaves the scene as `after`, and goes."""
    coming = reaching(before, tip, start=start)
    going = reaching(after, tip, start=start)[::-1]
    return coming + [going[0]] * stay + going


@dataclass
class ColourReader:
    """Reads drawn chips by their colours, as a stand-in for the real reader."""

    calls: int = 0
    cannot_tell: str = ""
    pictures: list[Picture] = field(default_factory=list)

    def __call__(self, picture, region_px, pixels_per_mm) -> AreaReading:
        self.calls += 1
        self.pictures.append(picture)
        found = []
        ratio = picture.astype(np.float32) + 1
        for value, colour in CHIP_COLOURS.items():
            near = np.abs(ratio - np.array(colour)).max(axis=2) < 45
            _, _, stats, _ = cv2.connectedComponentsWithStats(near.astype(np.uint8))
            least = 500 * pixels_per_mm**2
            found += [value] * int((stats[1:, cv2.CC_STAT_AREA] > least).sum())
        return AreaReading(tuple(sorted(found, reverse=True)), 0, self.cannot_tell, 0.97)


def _weave() -> np.ndarray:
    grain = np.random.default_rng(7).normal(0, 1, (HEIGHT_MM, WIDTH_MM, 1)).astype(np.float32)
    return np.repeat(cv2.GaussianBlur(grain, (5, 5), 1.2)[:, :, np.newaxis] * 10, 3, axis=2)


_NOISE = (
    np.random.default_rng(9).normal(0, 1, (HEIGHT_MM + 64, WIDTH_MM + 64, 3)).astype(np.float32)
)
_WEAVE = _weave()
_LINES = [
    ("betting line", [(0, 340), (WIDTH_MM, 340)]),
    ("seat 1", [(110, 180), (290, 180), (290, 320), (110, 320), (110, 180)]),
    ("seat 2", [(510, 180), (690, 180), (690, 320), (510, 320), (510, 180)]),
    ("board", [(300, 40), (500, 40), (500, 120), (300, 120), (300, 40)]),
    ("rail", [(10, 10), (790, 10), (790, 590), (10, 590), (10, 10)]),
]
