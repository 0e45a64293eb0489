"""Clips: one act at one seat, filmed, compressed, and written with what truly was there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import Point as Spot
from shapely import Polygon as Shape

from models.gestures.acts import ACTS, Scene, deal, stack
from models.gestures.circumstances import Circumstances, circumstances
from models.scene.arms import draw_arm
from models.scene.camera import SceneCamera
from models.staging.film import FPS, Film
from models.staging.rig import landmarks
from models.staging.stage import Stage
from models.staging.tracks import Performance, Thing
from vision.calibration import Calibration
from vision.frames import NS_PER_S, Frame, Picture
from vision.layout import Layout
from vision.rectify import mask_of

QUIET_MS = 600
"""Before the act the table lies still, so that it has been read once."""

AFTERWARDS_MS = 2000
"""After it, long enough for a question of what became of the cards to be answered."""

PIXELS_PER_MM = 0.6
"""Watching reduces a camera's pictures to about this anyway, and all but arms is drawn faster."""

GRAIN_MARGIN_PX = 64
"""The sensor's noise is one field, moved by up to so much from picture to picture."""

Grain = NDArray[np.int16]

COVERAGE_SCALE = 0.25
"""How much of the bet area arms cover is drawn so much smaller: an area needs no fine outline."""


@dataclass(frozen=True, kw_only=True)
class Clip:
    """What is known of a clip besides its pictures.

    Attributes:
        act: its name among `ACTS`.
        seat: whose bet area is seen.
        cards: the player has cards.
        chips: the values that lie in the bet area and rest, picture by picture.
        covered_mm2: how much of the bet area arms hide, picture by picture.
        about: the circumstances in words, to find out what was hard.
    """

    act: str
    seat: str
    cards: bool
    chips: list[list[int]]
    covered_mm2: list[float]
    about: str


@dataclass(frozen=True, eq=False)
class Filmed:
    """A clip with its pictures.

    Attributes:
        clip: what is known of it.
        calibration: of the camera.
        empty: the table before anything lay on it.
        pictures: 15 a second.
    """

    clip: Clip
    calibration: Calibration
    empty: Picture
    pictures: Sequence[Picture]

    def frames(self) -> Iterator[Frame]:
        """The pictures as the table's camera would give them."""
        for number, picture in enumerate(self.pictures):
            yield Frame(picture, number * NS_PER_S // FPS, "overhead", number + 1)


def film_clip(
    layout: Layout, act: str, random: np.random.Generator, pixels_per_mm: float = PIXELS_PER_MM
) -> Filmed:
    """Play an act under random circumstances and film it.

    Args:
        layout: of the table.
        act: its name among `ACTS`.
        random: where chance comes from; the same gives the same clip.
        pixels_per_mm: scale of the film.
    """
    around = circumstances(layout, random, pixels_per_mm)
    stage = Stage(layout, int(random.integers(1 << 30)))
    scene = Scene(stage, around.seat, around.person, random, around.tempo, QUIET_MS)
    kind = ACTS[act]
    if kind.needs_cards or random.random() < 0.75:
        deal(scene)
    if kind.needs_chips or random.random() < 0.7:
        stack(scene, int(random.integers(1, 3)))
    had_cards = bool(scene.cards)
    stage.performance.duration_ms = kind.play(scene) + AFTERWARDS_MS
    film = Film(
        around.camera, around.table, stage.performance, around.light, int(random.integers(1 << 30))
    )
    moments = [number * 1000 / FPS for number in range(film.pictures)]
    grain = _grain(film.still.shape, around.noise, random)
    pictures = [_noisy(film.empty_table(), grain, random)]
    pictures += [_noisy(film.picture(moment), grain, random) for moment in moments]
    bet_area = Shape(layout.seat(around.seat).bet_area)
    clip = Clip(
        act=act,
        seat=around.seat,
        cards=had_cards,
        chips=[_chips_in(bet_area, stage.performance.things, moment) for moment in moments],
        covered_mm2=_covered(around.camera, bet_area, stage.performance, moments),
        about=_about(around),
    )
    empty, *seen = compressed(pictures, around.crf)
    return Filmed(clip, around.camera.calibration(landmarks(layout)), empty, seen)


def compressed(pictures: Sequence[Picture], crf: int) -> list[Picture]:
    """What a camera's H.264 leaves of pictures."""
    import av

    height, width = pictures[0].shape[:2]
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = width, height, "yuv420p"
    encoder.framerate = Fraction(FPS)
    encoder.options = {"crf": str(crf), "preset": "faster", "g": "75", "threads": "1"}
    packets = [
        packet
        for picture in pictures
        for packet in encoder.encode(av.VideoFrame.from_ndarray(picture, format="bgr24"))
    ]
    packets += encoder.encode(None)
    decoder = av.CodecContext.create("h264", "r")
    if encoder.extradata:
        decoder.extradata = encoder.extradata
    decoded = [frame for packet in packets for frame in decoder.decode(packet)]
    decoded += decoder.decode(None)
    return [np.asarray(frame.to_ndarray(format="bgr24"), np.uint8) for frame in decoded]


def _grain(shape: tuple[int, ...], noise: float, random: np.random.Generator) -> Grain:
    larger = (shape[0] + GRAIN_MARGIN_PX, shape[1] + GRAIN_MARGIN_PX, 3)
    return np.rint(random.standard_normal(larger, np.float32) * np.float32(noise)).astype(np.int16)


def _noisy(picture: Picture, grain: Grain, random: np.random.Generator) -> Picture:
    down, across = random.integers(0, GRAIN_MARGIN_PX, 2)
    height, width = picture.shape[:2]
    noise = grain[down : down + height, across : across + width]
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def _chips_in(bet_area: Shape, things: Sequence[Thing], now_ms: float) -> list[int]:
    """The values of the chips that lie in the bet area."""
    values = []
    for one in things:
        if isinstance(one.shows, int) and one.is_there(now_ms):
            at = one.placed(now_ms)
            if bet_area.contains(Spot(at.x_mm, at.y_mm)):
                values.append(one.shows)
    return values


def _covered(
    camera: SceneCamera, bet_area: Shape, performance: Performance, moments: Sequence[float]
) -> list[float]:
    small = replace(
        camera,
        width_px=round(camera.width_px * COVERAGE_SCALE),
        height_px=round(camera.height_px * COVERAGE_SCALE),
        focal_px=camera.focal_px * COVERAGE_SCALE,
    )
    outline = small.project(np.array(bet_area.exterior.coords))
    inside = mask_of(outline, (small.width_px, small.height_px))
    mm2_per_px = bet_area.area / max(1, int(inside.sum()))
    covered = []
    for moment in moments:
        alpha = np.zeros(inside.shape, np.float32)
        for reach in performance.reaches:
            arm = (
                draw_arm(small, reach.person, reach.pose(moment))
                if reach.is_there(moment)
                else None
            )
            if arm is not None:
                here = alpha[arm.box.slices]
                np.maximum(here, arm.alpha, out=here)
        covered.append(round(float(alpha[inside].sum()) * mm2_per_px, 1))
    return covered


def _about(around: Circumstances) -> str:
    person = around.person
    skin, sleeve = (tuple(round(part) for part in one) for one in (person.skin, person.sleeve))
    return (
        f"seat {around.seat}, skin {skin}, sleeve {sleeve}, felt "
        f"{tuple(round(part) for part in around.table.felt)}, "
        f"noise {around.noise:.1f}, crf {around.crf}, tempo {around.tempo:.2f}"
    )
