"""The unrolled side of a stack, from drawn pictures whose geometry is known exactly."""

import cv2
import numpy as np
import pytest

from models.raycasting.camera import looking_at
from vision.calibration import Lens, calibrate
from vision.stack_strip import COLUMNS, FELT_ROW, ROWS_PER_CHIP, unroll

RADIUS_MM, THICK_MM = 19.5, 3.3


def camera(azimuth_degrees=80.0, elevation_degrees=35.0):
    return looking_at(
        (200.0, 300.0, 20.0),
        azimuth=np.radians(azimuth_degrees),
        elevation=np.radians(elevation_degrees),
        distance_mm=800,
        focal_px=2400,
        size_px=(400, 400),
    )


def striped_stack(view, place=(200.0, 300.0), chips=6):
    """A picture in which every second chip is white; drawn from below so that nearer covers."""
    picture = np.full((400, 400, 3), 60, np.uint8)
    turns = np.linspace(0, 2 * np.pi, 90)
    ring = np.stack((np.cos(turns), np.sin(turns)), axis=1) * RADIUS_MM + place
    for chip in range(chips):
        lower, upper = (
            view.project(np.column_stack((ring, np.full(90, height * THICK_MM))))
            for height in (chip, chip + 1)
        )
        hull = cv2.convexHull(np.concatenate((lower, upper)).astype(np.float32))
        shade = 250 if chip % 2 else 5
        cv2.fillPoly(picture, [np.rint(hull * 16).astype(np.int32)], (shade,) * 3, shift=4)
    top = view.project(np.column_stack((ring, np.full(90, chips * THICK_MM))))
    cv2.fillPoly(picture, [np.rint(top * 16).astype(np.int32)], (128, 128, 128), shift=4)
    return picture


def middle_of(strip):
    half = COLUMNS // 2
    return strip.picture[:, half - 5 : half + 5].mean(axis=(1, 2))


def unrolled(view, picture, place=(200.0, 300.0)):
    return unroll(
        picture, view.calibration(), place, diameter_mm=2 * RADIUS_MM, thickness_mm=THICK_MM
    )


@pytest.mark.parametrize("azimuth", [0.0, 80.0, 200.0])
@pytest.mark.parametrize("elevation", [28.0, 45.0])
def test_every_chip_takes_its_rows_from_wherever_it_is_seen(azimuth, elevation):
    view = camera(azimuth, elevation)
    rows = middle_of(unrolled(view, striped_stack(view)))
    for chip in range(6):
        inside = rows[FELT_ROW + chip * ROWS_PER_CHIP + 2 : FELT_ROW + (chip + 1) * ROWS_PER_CHIP]
        expected = 250 if chip % 2 else 5
        assert abs(inside[:-2].mean() - expected) < 25
    above = rows[FELT_ROW + 6 * ROWS_PER_CHIP + 2 :][:8]
    assert abs(above.mean() - 128) < 10
    assert abs(rows[: FELT_ROW - 2].mean() - 60) < 5


def test_a_stack_nearer_than_thought_appears_lower_by_as_many_rows_as_said():
    view = camera(90.0, 40.0)
    strip = unrolled(view, striped_stack(view), place=(200.0, 295.0))
    lower = strip.rows_from_nearer(5.0)
    foot = int(np.flatnonzero(middle_of(strip) < 32)[0])  # from cloth of 60 to a chip of 5
    assert foot == pytest.approx(FELT_ROW - lower, abs=1.0)
    assert strip.place_at(FELT_ROW - lower, 0.0) == pytest.approx((200.0, 300.0), abs=0.1)


def test_right_is_right_as_the_camera_sees_it():
    view = camera(90.0, 40.0)
    strip = unrolled(view, striped_stack(view), place=(200.0, 300.0))
    x, y = strip.place_at(FELT_ROW, 4.0)
    seen = view.project([(200.0, 300.0, 0.0), (x, y, 0.0)])
    assert seen[1, 0] > seen[0, 0] + 5


def test_what_the_camera_says_of_itself():
    view = camera(80.0, 35.0)
    strip = unrolled(view, striped_stack(view))
    # The camera looks at a point 20 mm above the foot.
    assert np.degrees(np.arctan(strip.slope)) == pytest.approx(36.2, abs=0.5)
    assert strip.pixels_per_mm == pytest.approx(view.pixels_per_mm((200, 300, 0)), rel=0.03)
    assert strip.seen.mean() > 0.6


@pytest.mark.parametrize("distortion", [(), (-0.2, 0.05, 0.001, -0.001)])
def test_points_over_the_table_are_seen_where_opencv_sees_them(distortion):
    view = camera(200.0, 50.0)
    lens = Lens(focal_px=(2400.0, 2400.0), centre_px=view.centre_px, distortion=distortion)
    marks = np.array([(100.0, 250.0), (300.0, 250.0), (300.0, 420.0), (100.0, 420.0)])
    places = np.array([(200.0, 300.0, 0.0), (190.0, 310.0, 30.0), (230.0, 280.0, 66.0)])

    def seen(points):
        away = (np.asarray(points) - view.place_mm) @ view.axes.T
        pixels, _ = cv2.projectPoints(
            away, np.zeros(3), np.zeros(3), lens.matrix, np.array(distortion or (0.0,) * 4)
        )
        return pixels.reshape(-1, 2)

    pixels = seen(np.column_stack((marks, np.zeros(4))))
    pairs = [
        ((float(px), float(py)), (float(x), float(y)))
        for (px, py), (x, y) in zip(pixels, marks, strict=True)
    ]
    calibration = calibrate((400, 400), pairs, lens)
    assert np.allclose(calibration.raised_to_pixels(places), seen(places), atol=0.05)


def test_without_a_lens_there_is_no_strip():
    view = camera()
    known = view.calibration()
    pairs = [(pair.pixel, pair.table_mm) for pair in known.points]
    calibration = calibrate((400, 400), pairs)
    picture = striped_stack(view)
    assert unroll(picture, calibration, (200.0, 300.0), diameter_mm=39, thickness_mm=3.3) is None


def test_from_straight_above_there_is_no_side():
    view = camera(80.0, 89.9)
    picture = striped_stack(view)
    assert unrolled(view, picture) is None
