"""Drawing: the same seed gives the same picture, and what is drawn is what the script says."""

from dataclasses import replace

import numpy as np
import pytest

from models.scene.arms import draw_arm
from models.scene.camera import SceneCamera
from models.scene.paint import frame_box
from models.staging.cast import PLAYERS, PLAYERS_HOME
from models.staging.film import FPS, Film
from models.staging.places import bet_slots, middle
from models.staging.recording import Source
from models.staging.rig import CAMERAS, LIGHT, table_top
from models.staging.stage import FLAT, Stage
from models.staging.tracks import Reach

SMALL = replace(CAMERAS[0], width_px=480, height_px=270, focal_px=760.0)


def small_film(source: Source, seed: int) -> Film:
    return Film(SMALL, table_top(source.layout, seed), source.directed.performance, LIGHT, seed)


def test_the_same_seed_gives_the_same_pictures(source: Source) -> None:
    moments = (0.0, 9_000.0, 11_000.0)
    one, other = small_film(source, 5), small_film(source, 5)
    for now_ms in moments:
        assert np.array_equal(one.picture(now_ms), other.picture(now_ms))


def test_another_seed_gives_another_grain(source: Source) -> None:
    one, other = small_film(source, 5).picture(0.0), small_film(source, 6).picture(0.0)
    assert not np.array_equal(one, other)


def test_what_moved_leaves_no_trace(source: Source) -> None:
    """Kept pictures of what rests equal those drawn afresh."""
    moment = 24_000.0
    followed, fresh = small_film(source, 5), small_film(source, 5)
    for number in range(int(moment * FPS / 1000) - 45, int(moment * FPS / 1000)):
        followed.picture(number * 1000 / FPS)
    followed.picture(moment)
    fresh.picture(moment)
    assert np.allclose(followed.still, fresh.still, atol=0.51)


def test_a_chip_covers_its_place_and_casts_a_shadow(source: Source) -> None:
    stage = Stage(source.layout, 1)
    place = middle(source.layout.seat("2").bet_area)
    stage.chip(1000, 0, place, 0.0)
    bare, laid = (
        Film(SMALL, table_top(source.layout, 1), performance, LIGHT, 1).picture(0.0).astype(int)
        for performance in (Stage(source.layout, 1).performance, stage.performance)
    )
    x, y = SMALL.project([(place[0] + 15, place[1])], 3.3)[0].round().astype(int)
    assert laid[y, x, 2] > bare[y, x, 2] + 80
    x, y = SMALL.project([(place[0] + 14.6, place[1] + 15.6)])[0].round().astype(int)
    assert laid[y, x].sum() < bare[y, x].sum() - 20


@pytest.mark.parametrize("seat", ["1", "2", "3", "4"])
def test_an_arm_hides_what_it_grips_and_is_gone_at_home(seat: str, source: Source) -> None:
    camera: SceneCamera = CAMERAS[0]
    reach = Reach(PLAYERS[seat])
    grip = middle(source.layout.seat(seat).bet_area)
    reach.track.stop(0, (*grip, *FLAT))
    arm = draw_arm(camera, reach.person, reach.pose(0))
    assert arm is not None
    behind = np.array(grip) - 45 * np.array(_towards(seat, grip))
    x, y = camera.project([behind], 30.0)[0].round().astype(int)
    assert arm.alpha[y - arm.box.top, x - arm.box.left] > 0.9
    reach.track.stop(100, (*PLAYERS_HOME[seat], *FLAT))
    away = draw_arm(camera, reach.person, reach.pose(100))
    assert away is None or away.alpha[: frame_box(camera).bottom].max() < 0.01


def _towards(seat: str, grip: tuple[float, float]) -> np.ndarray:
    way = np.array(grip) - np.array(PLAYERS[seat].shoulder_mm)
    return way / np.linalg.norm(way)


@pytest.mark.parametrize("seat", ["1", "2", "3", "4"])
def test_a_bet_area_holds_six_chips_side_by_side(seat: str, source: Source) -> None:
    slots = np.array(bet_slots(source.layout.seat(seat)))
    assert len(slots) == 6
    apart = np.linalg.norm(slots[:, None] - slots[None], axis=2) + 1000 * np.eye(len(slots))
    assert apart.min() > 42
    corners = np.array(source.layout.seat(seat).bet_area)
    assert (slots - 19.5 > corners.min(axis=0)).all()
    assert (slots + 19.5 < corners.max(axis=0)).all()
