"""The recording that ships: what lies in its folder is what script and layout give."""

from pathlib import Path

import cv2
import pytest

from models.scene.camera import SceneCamera
from models.staging.film import FPS
from models.staging.recording import (
    COMMANDS_NAME,
    FOLDER,
    PRESSES_NAME,
    SERIAL_NAME,
    TABLE_NAME,
    Source,
    read_source,
    write_papers,
)
from models.staging.rig import CAMERAS

MOST_BYTES = 8 * 2**20
MOST_BYTES_IN_ALL = 20 * 2**20


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_the_film_opens_and_is_as_long_as_the_script(camera: SceneCamera, source: Source) -> None:
    film = cv2.VideoCapture(str(FOLDER / f"{camera.name}.mp4"))
    try:
        assert film.isOpened()
        assert film.get(cv2.CAP_PROP_FPS) == pytest.approx(FPS)
        size = (film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FRAME_HEIGHT))
        assert size == (camera.width_px, camera.height_px)
        pictures = source.directed.performance.duration_ms * FPS // 1000
        assert film.get(cv2.CAP_PROP_FRAME_COUNT) == pictures
        seen, picture = film.read()
        assert seen
        assert picture.shape == (camera.height_px, camera.width_px, 3)
    finally:
        film.release()


def test_the_folder_is_small_enough_to_be_cloned() -> None:
    sizes = [path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()]
    assert max(sizes) < MOST_BYTES
    assert sum(sizes) < MOST_BYTES_IN_ALL


@pytest.mark.parametrize(
    "name",
    [PRESSES_NAME, COMMANDS_NAME, TABLE_NAME, *(f"{one.name}.calibration.yaml" for one in CAMERAS)],
)
def test_the_papers_are_those_of_the_script(name: str, source: Source, tmp_path: Path) -> None:
    write_papers(source, tmp_path)
    assert (tmp_path / name).read_text() == (FOLDER / name).read_text()


def test_the_serial_bytes_are_those_of_the_presses() -> None:
    from firmware_bridge.recording import read_recording
    from firmware_bridge.script import play_script, read_script

    assert read_recording(FOLDER / SERIAL_NAME) == play_script(read_script(FOLDER / PRESSES_NAME))


def test_another_seed_gives_another_performance_of_the_same_script(source: Source) -> None:
    other = read_source(FOLDER, seed=source.script.seed + 1)
    assert other.directed.commands == source.directed.commands
    ours, theirs = source.directed.performance.things, other.directed.performance.things
    assert [thing.shows for thing in ours] == [thing.shows for thing in theirs]
    assert [thing.place for thing in ours] != [thing.place for thing in theirs]
