"""Calibration: pixels to millimetres and back, with and without a lens."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.documents import DocumentError
from vision.calibration import (
    Lens,
    calibrate,
    find_markers,
    pairs_of_markers,
    read_calibration,
    write_calibration,
)

SIZE = (1280, 720)
CORNERS_MM = ((0.0, 0.0), (1200.0, 0.0), (1200.0, 600.0), (0.0, 600.0))
TILTED_PX = ((200.0, 120.0), (1080.0, 130.0), (1230.0, 690.0), (40.0, 680.0))
LENS = Lens(focal_px=(900.0, 900.0), centre_px=(640.0, 360.0), distortion=(-0.25, 0.06, 0.001, 0.0))


def tilted(lens: Lens | None = None):
    return calibrate(SIZE, list(zip(TILTED_PX, CORNERS_MM, strict=True)), lens)


def view_from(camera_mm: tuple[float, float, float], look_at_mm: tuple[float, float]):
    """A pinhole camera over the table: its calibration, from a lens and a pose."""
    eye = np.array([camera_mm[0], camera_mm[1], -camera_mm[2]])  # z grows into the table
    ahead = np.array([*look_at_mm, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross([0.0, 1.0, 0.0], ahead)
    right /= np.linalg.norm(right)
    rotation = np.stack((right, np.cross(ahead, right), ahead))
    lens = Lens(focal_px=(1000.0, 1000.0), centre_px=(640.0, 360.0))
    points = np.column_stack((CORNERS_MM, np.zeros(4))) - eye
    seen = points @ rotation.T @ lens.matrix.T
    pixels = seen[:, :2] / seen[:, 2:]
    pairs = [((float(x), float(y)), mm) for (x, y), mm in zip(pixels, CORNERS_MM, strict=True)]
    return calibrate(SIZE, pairs, lens)


def test_the_given_points_are_met():
    calibration = tilted()
    assert calibration.to_table_mm(TILTED_PX) == pytest.approx(np.array(CORNERS_MM), abs=1e-6)
    assert calibration.error_mm() == pytest.approx(0.0, abs=1e-6)


@given(x=st.floats(0, 1200), y=st.floats(0, 600), lens=st.sampled_from([None, LENS]))
def test_there_and_back_is_the_same_point(x, y, lens):
    calibration = tilted(lens)
    back = calibration.to_table_mm(calibration.to_pixels([(x, y)]))
    assert back[0] == pytest.approx((x, y), abs=0.05)


def test_a_bent_lens_bends_straight_edges():
    middle_mm = calibrate(SIZE, list(zip(TILTED_PX, CORNERS_MM, strict=True))).to_table_mm(
        [(640, 125)]
    )
    bent_mm = tilted(LENS).to_table_mm([(640, 125)])
    assert np.linalg.norm(middle_mm - bent_mm) > 3.0


def test_a_wrong_point_among_six_shows_as_an_error():
    true = tilted()
    extra = [(300.0, 300.0), (900.0, 400.0)]
    pairs = list(zip(TILTED_PX, CORNERS_MM, strict=True))
    pairs += [(tuple(true.to_pixels([mm])[0]), mm) for mm in extra]
    assert calibrate(SIZE, pairs).error_mm() < 0.01
    pairs[5] = (pairs[5][0], (930.0, 400.0))
    assert calibrate(SIZE, pairs).error_mm() > 3.0


@pytest.mark.parametrize("degrees", [90, 60, 45, 30])
def test_elevation_and_place_come_from_the_lens(degrees):
    along = 1500 / np.tan(np.radians(degrees))
    calibration = view_from((600.0, 300.0 + along, 1500.0), (600.0, 300.0))
    assert calibration.elevation_degrees((600.0, 300.0)) == pytest.approx(degrees, abs=0.1)
    assert calibration.camera_mm() == pytest.approx((600.0, 300.0 + along, 1500.0), abs=1.0)


def test_without_a_lens_the_elevation_is_not_known():
    assert tilted().elevation_degrees((600.0, 300.0)) is None


def test_scale_of_a_camera_straight_above():
    calibration = view_from((600.0, 300.0, 1000.0), (600.0, 300.0))
    assert calibration.pixels_per_mm((600.0, 300.0)) == pytest.approx(1.0, rel=1e-3)


@pytest.mark.parametrize(
    ("pixels", "words"),
    [
        ([(10, 10), (200, 10), (400, 10), (600, 11)], "on one line"),
        ([(10, 10), (20, 10), (20, 20), (10, 20)], "too close together"),
        ([TILTED_PX[1], TILTED_PX[0], TILTED_PX[2], TILTED_PX[3]], "swapped"),
        ([TILTED_PX[3], TILTED_PX[2], TILTED_PX[1], TILTED_PX[0]], "y grows downwards"),
    ],
)
def test_points_that_fix_nothing_are_refused(pixels, words):
    with pytest.raises(ValueError, match=words):
        calibrate(SIZE, list(zip(pixels, CORNERS_MM, strict=True)))


def picture_with_markers(places_px: dict[int, tuple[int, int]]) -> np.ndarray:
    picture = np.full((720, 1280, 3), 200, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for name, (x, y) in places_px.items():
        marker = cv2.aruco.generateImageMarker(family, name, 60)
        picture[y - 30 : y + 30, x - 30 : x + 30] = marker[:, :, None]
    return picture


PLACES_PX = {3: (100, 100), 7: (1180, 100), 9: (1180, 620), 12: (100, 620)}


def test_markers_are_found_at_their_centres():
    found = find_markers(picture_with_markers(PLACES_PX))
    assert found.keys() == PLACES_PX.keys()
    for name, centre in PLACES_PX.items():
        assert found[name] == pytest.approx(np.array(centre) - 0.5, abs=0.3)


def test_markers_calibrate_a_camera_from_an_angle():
    places_mm = dict(zip(PLACES_PX, CORNERS_MM, strict=True))
    flat = picture_with_markers(PLACES_PX)
    tilt = cv2.getPerspectiveTransform(
        np.array([(0, 0), (1280, 0), (1280, 720), (0, 720)], np.float32),
        np.array([(150, 90), (1100, 60), (1270, 700), (20, 690)], np.float32),
    )
    seen = cv2.warpPerspective(flat, tilt, SIZE, borderValue=(200, 200, 200))
    calibration = calibrate(
        SIZE, pairs_of_markers(find_markers(np.asarray(seen, np.uint8)), places_mm)
    )
    middle_px = cv2.perspectiveTransform(np.array([[[639.5, 359.5]]]), tilt)[0]
    assert calibration.to_table_mm(middle_px)[0] == pytest.approx((600.0, 300.0), abs=0.7)


def test_too_few_markers_are_named():
    with pytest.raises(ValueError, match=r"only 3 of the 4 markers are seen; not seen: 12\."):
        pairs_of_markers(
            {name: place for name, place in PLACES_PX.items() if name != 12},
            dict(zip(PLACES_PX, CORNERS_MM, strict=True)),
        )


def test_an_unknown_dictionary_is_refused():
    with pytest.raises(ValueError, match="try DICT_4X4_50"):
        find_markers(picture_with_markers(PLACES_PX), "DICT_NONE")


def test_a_file_keeps_a_calibration(tmp_path: Path):
    path = tmp_path / "overhead.yaml"
    write_calibration(tilted(LENS), path)
    assert read_calibration(path) == tilted(LENS)


def test_a_missing_file_says_how_to_make_one(tmp_path: Path):
    with pytest.raises(DocumentError, match="betline calibrate"):
        read_calibration(tmp_path / "nothing.yaml")


def test_a_broken_file_says_the_line(tmp_path: Path):
    path = tmp_path / "overhead.yaml"
    path.write_text("width_px: 1280\nheight_px: tall\npoints: []\n", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"overhead\.yaml:2: height_px"):
        read_calibration(path)
