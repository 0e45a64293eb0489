"""Real pictures: a table at which nobody moves, and real hands over a plain surface."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from table.observations import ChipsAtRest, SourceState
from vision.area_reading import AreaReading
from vision.backdrop import Backdrop
from vision.calibration import calibrate
from vision.camera_settings import CameraSettings
from vision.camera_source import CameraSource
from vision.frames import NS_PER_S, Picture
from vision.hands import Hand, find_hand, log_colour
from vision.layout import Layout, Polygon, SeatLayout
from vision.motion import MotionMeter, local_contrast
from vision.zones import Reduction, Zone, zone_of

pytestmark = pytest.mark.shared


def box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


STILL_AREAS = {
    "left cards": box(105, 40, 230, 130),
    "middle cards": box(280, 20, 450, 120),
    "right cards": box(500, 20, 640, 125),
    "third card": box(300, 170, 380, 270),
    "fourth card": box(410, 170, 490, 270),
    "dark wood": box(100, 340, 500, 400),
}


def test_nobody_moves_and_none_is_seen_to(shared_folder: Path):
    """A dark table on a strongly compressed video, redrawn by a key frame every four seconds."""
    seats = tuple(
        SeatLayout(name=name, player=((area[0][0] + area[1][0]) / 2, -100), bet_area=area)
        for name, area in STILL_AREAS.items()
    )
    corners = [((0, 0), (0, 0)), ((1280, 0), (800, 0)), ((1280, 720), (800, 450))]
    calibration = calibrate((1280, 720), [*corners, ((0, 720), (0, 450))])
    clip = shared_folder / "photos/internal/evan_5_25_dollars/video/Testvideo2.mp4"
    source = CameraSource(
        CameraSettings(name="overhead", video=str(clip), fps=24, calibration="none"),
        Layout(outline=box(0, 0, 800, 450), seats=seats),
        calibration,
        lambda picture, region_px, pixels_per_mm: AreaReading(),
    )
    told = source.advance(25 * NS_PER_S)
    source.stop()
    first_look = [fact.seat for fact in told if isinstance(fact, ChipsAtRest)]
    assert sorted(first_look) == sorted(STILL_AREAS)
    assert len(told) == len(STILL_AREAS) + 1
    assert source.state is SourceState.LIVE
    assert source.health.counters.frames > 550


@pytest.fixture(scope="module")
def hands(shared_folder: Path) -> list[Picture]:
    folder = shared_folder / "photos/rps_overhead_hands_ccbysa"
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted(folder.glob("*/*.jpg"))]


@pytest.fixture(scope="module")
def bare_surface(hands: list[Picture]) -> Picture:
    """The surface without hands: at each place the median of the greenest fifth of the pictures."""
    stack = np.stack(hands).astype(np.int16)
    greenest = np.argsort(stack[..., 2] - stack[..., 1], axis=0)[: len(hands) // 5]
    return np.median(np.take_along_axis(stack, greenest[..., None], axis=0), axis=0).astype(
        np.uint8
    )


@pytest.fixture(scope="module")
def middle() -> tuple[Zone, Reduction]:
    """The middle of the picture; arms come from the right. About 0.9 pixels a millimetre."""
    corners = [((0, 0), (0, 0)), ((300, 0), (333, 0)), ((300, 200), (333, 222))]
    calibration = calibrate((300, 200), [*corners, ((0, 200), (0, 222))])
    seat = SeatLayout(name="1", player=(500, 110), bet_area=box(90, 50, 230, 170))
    reduction = Reduction(calibration, [seat])
    return zone_of(seat, calibration, reduction), reduction


def hand_in(middle: tuple[Zone, Reduction], before: Picture, now: Picture) -> Hand | None:
    zone, reduction = middle
    backdrop = Backdrop(zone, MotionMeter(), None)
    reduced = zone.cut(reduction.reduce(before))
    backdrop.accept(local_contrast(reduced), log_colour(reduced))
    colour = log_colour(zone.cut(reduction.reduce(now)))
    return find_hand(zone, backdrop.new(colour), backdrop.around(colour))


def test_real_hands_are_found(
    hands: list[Picture], bare_surface: Picture, middle: tuple[Zone, Reduction]
):
    found = [hand_in(middle, bare_surface, picture) for picture in hands]
    assert len(found) == 300
    seen = [hand for hand in found if hand is not None]
    assert len(seen) >= 297
    assert sum(hand.from_player for hand in seen) >= 0.95 * len(seen)


def test_other_light_on_the_bare_surface_is_no_hand(
    bare_surface: Picture, middle: tuple[Zone, Reduction]
):
    rng = np.random.default_rng(0)
    slope = 1 + 0.3 * (np.arange(300) / 300 - 0.5)
    for brightness in np.linspace(0.5, 1.4, 10):
        for warmth in (0.85, 1.0, 1.15):
            lit = bare_surface * brightness * slope[np.newaxis, :, np.newaxis]
            lit[..., 2] *= warmth
            lit += rng.normal(0, 4, lit.shape)
            picture = np.clip(lit, 0, 255).astype(np.uint8)
            assert hand_in(middle, bare_surface, picture) is None, (brightness, warmth)
