"""`betline calibrate`, as a person types it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from api.commands.calibrate import calibrate
from vision.calibration import read_calibration

app = typer.Typer()
app.command()(calibrate)

POINTS = ["10,10=0,0", "310,12=1200,0", "315,230=1200,600", "5,228=0,600"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "empty.png"), noise)
    return tmp_path


def run(folder: Path, *options: str, out: str = "overhead.yaml"):
    return CliRunner().invoke(
        app, [str(folder / "empty.png"), "--out", str(folder / out), *options]
    )


def points(*given: str) -> list[str]:
    return [part for text in given for part in ("--point", text)]


def test_four_points_write_a_calibration_and_its_picture(folder: Path):
    result = run(folder, *points(*POINTS))
    assert result.exit_code == 0, result.output
    calibration = read_calibration(folder / "overhead.yaml")
    assert calibration.to_table_mm([(310, 12)])[0] == pytest.approx((1200, 0), abs=1e-6)
    assert calibration.reference == "overhead.reference.png"
    assert cv2.imread(str(folder / calibration.reference)).shape == (240, 320, 3)
    assert "not known with four points" in result.output


def test_a_fifth_point_shows_the_error(folder: Path):
    result = run(folder, *points(*POINTS, "160,120=600,310"), "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert told["points"] == 5
    assert 1 < told["error_mm"] < 30
    assert told["elevation_degrees"] is None


def test_markers_calibrate(folder: Path):
    picture = np.full((480, 640, 3), 200, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate([(60, 60), (580, 60), (580, 420), (60, 420)]):
        marker = cv2.aruco.generateImageMarker(family, number, 60)
        picture[y - 30 : y + 30, x - 30 : x + 30] = marker[:, :, None]
    cv2.imwrite(str(folder / "empty.png"), picture)
    places = ["0=0,0", "1=1040,0", "2=1040,720", "3=0,720"]
    result = run(folder, *[part for text in places for part in ("--aruco", text)])
    assert result.exit_code == 0, result.output
    calibration = read_calibration(folder / "overhead.yaml")
    assert calibration.pixels_per_mm((520, 360)) == pytest.approx(0.5, abs=0.01)


def test_a_lens_gives_the_angle(folder: Path):
    lens = folder / "lens.yaml"
    lens.write_text("focal_px: [300, 300]\ncentre_px: [160, 120]\n", encoding="utf-8")
    square = ["0,0=0,0", "319,0=319,0", "319,239=319,239", "0,239=0,239"]
    result = run(folder, *points(*square), "--lens", str(lens))
    assert "Angle of the camera: 90 degrees." in result.output


@pytest.mark.parametrize(
    ("options", "words", "code"),
    [
        ([], "not both", 2),
        ([*points(*POINTS), "--aruco", "0=1,1"], "not both", 2),
        (points(*POINTS[:3]), "Four points are needed; 3 given", 1),
        (points(*POINTS[:3], "5;228=0,600"), "write it as X_PX,Y_PX=X_MM,Y_MM", 1),
        (points("10,10=1200,0", "310,12=0,0", *POINTS[2:]), "two were swapped", 1),
        (["--aruco", "x=1,1"], "write it as NUMBER=X_MM,Y_MM", 1),
        (["--aruco", "0=1,1"], "only 0 of the 1 markers are seen", 1),
        ([*points(*POINTS), "--lens", "nowhere.yaml"], "No such file", 1),
    ],
)
def test_mistakes_are_told_in_words(folder: Path, options, words, code):
    result = run(folder, *options)
    assert result.exit_code == code
    assert words in result.output
    assert "Traceback" not in result.output
    assert not (folder / "overhead.yaml").exists()


def test_a_file_that_is_no_picture_is_told(folder: Path):
    (folder / "empty.png").write_bytes(b"nothing")
    result = run(folder, *points(*POINTS))
    assert result.exit_code == 1
    assert "is not a picture" in result.output
