import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.scene.camera import SceneCamera
from models.staging.recording import Source
from models.staging.rig import CAMERAS, landmarks

MILLIMETRES = st.floats(-200, 1100)
HEIGHTS = st.floats(0, 120)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_the_calibration_finds_every_bet_area_to_a_third_of_a_millimetre(
    camera: SceneCamera, source: Source
) -> None:
    calibration = camera.calibration(landmarks(source.layout))
    for seat in source.layout.seats:
        corners = np.array(seat.bet_area)
        grid = np.linspace(corners.min(axis=0), corners.max(axis=0), 7)
        places = np.array([(x, y) for x in grid[:, 0] for y in grid[:, 1]])
        off = np.linalg.norm(calibration.to_table_mm(camera.project(places)) - places, axis=1)
        assert off.max() < 0.3


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_every_bet_area_is_seen_whole_at_two_pixels_a_millimetre(
    camera: SceneCamera, source: Source
) -> None:
    calibration = camera.calibration(landmarks(source.layout))
    for seat in source.layout.seats:
        pixels = camera.project(seat.bet_area)
        assert (pixels >= 0).all()
        assert (pixels < (camera.width_px, camera.height_px)).all()
        assert all(calibration.pixels_per_mm(corner) >= 1.98 for corner in seat.bet_area)


def test_the_calibration_tells_where_the_camera_hangs(source: Source) -> None:
    camera = CAMERAS[0]
    found = camera.calibration(landmarks(source.layout)).camera_mm()
    assert found is not None
    assert found == pytest.approx((*camera.place_mm, camera.height_mm), abs=4)


@given(x=MILLIMETRES, y=MILLIMETRES, height_mm=HEIGHTS)
def test_what_is_projected_is_found_again(x: float, y: float, height_mm: float) -> None:
    camera = CAMERAS[0]
    pixels = camera.project([(x, y)], height_mm)
    assert camera.places(pixels, height_mm)[0] == pytest.approx((x, y), abs=1e-6)


@given(x=MILLIMETRES, y=MILLIMETRES, height_mm=st.floats(5, 120))
def test_what_is_higher_is_seen_farther_from_the_point_below_the_camera(
    x: float, y: float, height_mm: float
) -> None:
    camera = SceneCamera(
        name="level",
        width_px=1920,
        height_px=1080,
        focal_px=3000,
        place_mm=(450, 250),
        height_mm=1500,
    )
    middle = camera.project([camera.place_mm])[0]
    low, high = (np.linalg.norm(camera.project([(x, y)], h)[0] - middle) for h in (0.0, height_mm))
    assert high == pytest.approx(low * 1500 / (1500 - height_mm), rel=1e-9, abs=1e-6)
