"""The ray caster: its geometry without numba, and its pictures where numba is installed."""

import numpy as np
import pytest

from models.raycasting.bodies import lists_of
from models.raycasting.camera import looking_at
from models.raycasting.grounds import felt_tile, random_ground, random_lamps
from models.raycasting.house import random_house
from models.raycasting.resting import Relief
from models.raycasting.scene import FELT, FIRST_SHEET, ChipPose, Scene, Sheet
from models.raycasting.sensor import Sensor, expose, random_sensor
from vision.flat_picture import THICKNESS_MM

RADIUS_MM = 19.5


def low_camera(size_px=(240, 180), elevation=35.0):
    return looking_at(
        (0.0, 0.0, 20.0),
        azimuth=np.radians(80),
        elevation=np.radians(elevation),
        distance_mm=700,
        focal_px=900,
        size_px=size_px,
    )


@pytest.fixture(scope="module")
def scene():
    random = np.random.default_rng(3)
    stack = [ChipPose(kind=k % 2, place_mm=(0.0, 0.0), height_mm=k * 3.3) for k in range(6)]
    card = Sheet(
        picture=np.full((44, 32, 3), 235, np.uint8), place_mm=(55.0, 10.0), size_mm=(63.0, 88.0)
    )
    lamps, ambient = random_lamps(random)
    return Scene(
        ground=random_ground(random, wood=0),
        chips=(*stack, ChipPose(kind=1, place_mm=(-50.0, 10.0))),
        looks=random_house(random, 2),
        sheets=(card,),
        lamps=lamps,
        ambient=ambient,
    )


@pytest.mark.parametrize("elevation", [20.0, 45.0, 90.0])
def test_a_camera_is_where_its_calibration_says(elevation):
    camera = low_camera(elevation=elevation)
    calibration = camera.calibration()
    assert np.allclose(calibration.camera_mm(), camera.place_mm, atol=1e-2)
    places = np.array([(-30.0, 20.0), (60.0, -10.0)])
    pixels = camera.project(np.column_stack((places, np.zeros(2))))
    assert np.allclose(calibration.to_pixels(places), pixels, atol=1e-3)
    assert np.allclose(camera.places(pixels), places, atol=1e-9)


def test_a_part_of_a_picture_shows_what_the_whole_shows_there():
    camera = low_camera()
    part = camera.cut((100, 60), (50, 40))
    place = [(5.0, 5.0, 10.0)]
    assert np.allclose(part.project(place) + np.array((100, 60)), camera.project(place))


def test_what_is_higher_appears_higher_in_the_picture_and_right_is_right():
    low, high, right = low_camera().project([(0, 0, 0), (0, 0, 30), (30, 0, 0)])
    assert high[1] < low[1] - 20
    assert right[0] > low[0] + 20


def test_every_chip_is_in_the_list_of_each_tile_that_may_show_it(scene):
    camera = low_camera()
    lists = lists_of(scene, camera)
    for index, chip in enumerate(scene.chips):
        for x, y in camera.project(scene.rims(chip)):
            tile = int(y) // 16 * lists.tiles_across + int(x) // 16
            members = lists.tile_chips[lists.tile_starts[tile] : lists.tile_starts[tile + 1]]
            assert index in members
            assert not lists.plain[tile]


def test_a_chip_on_bare_felt_lies_flat_and_one_half_on_another_leans_on_it():
    relief = Relief()
    assert relief.rest((0.0, 0.0), 0, 0.0).lean == (0.0, 0.0)
    leaning = relief.rest((25.0, 0.0), 0, 0.0)
    assert leaning.lean[0] < -0.02
    assert abs(leaning.lean[1]) < 0.02
    assert 0 < leaning.height_mm < THICKNESS_MM
    # It runs through nothing: over the other chip it is no lower than that chip's top.
    over_edge = leaning.height_mm + leaning.lean[0] * (RADIUS_MM - 1 - 25.0)
    assert over_edge >= THICKNESS_MM - 0.2


def test_a_chip_right_on_another_lies_flat_on_it():
    relief = Relief()
    relief.rest((0.0, 0.0), 0, 0.0)
    second = relief.rest((0.5, 0.0), 0, 0.0)
    assert second.lean == (0.0, 0.0)
    assert second.height_mm == pytest.approx(THICKNESS_MM)


def test_cloth_goes_on_at_the_other_side_of_its_tile():
    tile = felt_tile((60.0, 100.0, 30.0), np.random.default_rng(5)).astype(float)
    inside = np.abs(np.diff(tile, axis=0)).mean()
    assert np.abs(tile[0] - tile[-1]).mean() < 2 * inside + 1


def test_the_same_seed_gives_the_same_picture_of_the_sensor():
    light = np.full((20, 30, 3), 0.4, np.float32)
    sensor = random_sensor(np.random.default_rng(2))
    assert np.array_equal(expose(light, sensor, 1), expose(light, sensor, 1))
    assert not np.array_equal(expose(light, sensor, 1), expose(light, sensor, 2))
    plain = expose(light, Sensor(noise=0, jpeg=0), 1)
    assert np.ptp(plain) <= 1


@pytest.fixture(scope="module")
def rendered(scene):
    pytest.importorskip("numba", reason="the ray caster needs numba, from the extra `train`")
    from models.raycasting.rendering import render

    return render(scene, low_camera(), seed=1)


def test_ids_say_what_each_pixel_shows(rendered):
    seen = rendered.camera.project([(0, 0, 6 * 3.3), (-50, 10, 3.3), (70, 10, 0.3), (-30, -40, 0)])
    ids = [int(rendered.ids[round(y), round(x)]) for x, y in seen]
    assert ids == [5, 6, FIRST_SHEET, FELT]


def test_the_ids_of_a_stack_fill_its_outline(rendered):
    assert rendered.stack_share(list(range(6))) > 0.99
    assert rendered.chip_share(6) > 0.98
    assert rendered.sheet_share(0) > 0.5
    lowest_hidden_by_those_above = rendered.chip_share(0)
    assert 0.05 < lowest_hidden_by_those_above < 0.3


def test_the_same_seed_gives_the_same_render(rendered):
    from models.raycasting.rendering import render

    again = render(rendered.scene, rendered.camera, seed=1)
    assert np.array_equal(again.picture_bgr, rendered.picture_bgr)
    assert np.array_equal(again.ids, rendered.ids)


def test_a_stack_throws_a_shadow_away_from_a_lamp_beside_it(scene):
    pytest.importorskip("numba", reason="the ray caster needs numba, from the extra `train`")
    from dataclasses import replace

    from models.raycasting.rendering import render
    from models.raycasting.scene import Lamp

    lamp = Lamp(place_mm=(-900.0, 0.0, 700.0), radius_mm=20.0)
    lit = render(
        replace(scene, lamps=(lamp,), sheets=(), chips=scene.chips[:6]),
        low_camera(),
        seed=1,
        sensor=Sensor(noise=0, jpeg=0),
    )
    shaded, bright = lit.camera.project([(30, 0, 0), (-30, 0, 0)])
    patches = [
        lit.picture_bgr[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].mean()
        for x, y in (shaded, bright)
    ]
    assert patches[0] < 0.8 * patches[1]
