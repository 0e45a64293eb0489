"""The folder of a recording: everything that is made from script and layout, written to disk."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import yaml

from models.progress import Progress
from models.scene.camera import SceneCamera
from models.scene.chips import DIAMETER_MM, HOUSE, THICKNESS_MM
from models.staging.direction import Directed, direct
from models.staging.enrolment_photos import VIEWS, enrolment_photos
from models.staging.film import FPS, Film
from models.staging.rig import CAMERAS, LIGHT, landmarks, table_top
from models.staging.script import DemoScript, read_demo_script
from table.encoding import encode_event
from vision.calibration import write_calibration
from vision.chip_set import ChipSet
from vision.enrolment import enrol, locate
from vision.layout import Layout, read_layout

FOLDER = Path(__file__).parents[1] / "recording"
"""Where the recording that comes with betline lies."""

LAYOUT_NAME = "layout.yaml"
CHIP_SET_NAME = "demo.chipset"
PRESSES_NAME = "presses.yaml"
SERIAL_NAME = "presses.serial.jsonl"
COMMANDS_NAME = "commands.jsonl"
TABLE_NAME = "table.yaml"

ENCODING = {"crf": "30", "preset": "faster", "g": "75", "threads": "1"}
"""H.264: every decoder gives the same pixels, and OpenCV's wheel can read it, though not write it.
One thread, so that the same pictures give the same file; a key frame every five seconds."""


class RecordingError(RuntimeError):
    """The recording cannot be made; the text says why and what to do."""


@dataclass(frozen=True)
class Source:
    """What a recording is made from.

    Attributes:
        script: who does what.
        layout: of the table.
        directed: the script, played.
    """

    script: DemoScript
    layout: Layout
    directed: Directed


def read_source(folder: Path = FOLDER, seed: int | None = None) -> Source:
    """Read script and layout, and play the script.

    Args:
        folder: where both lie.
        seed: instead of the script's own.

    Raises:
        table.documents.DocumentError: one of them cannot be used.
        OSError: one of them cannot be read.
        ValueError: the script asks for what cannot be done at the table.
    """
    script = read_demo_script(folder)
    if seed is not None:
        script = script.model_copy(update={"seed": seed})
    path = folder / LAYOUT_NAME
    layout = read_layout(path.read_text(encoding="utf-8"), str(path))
    return Source(script, layout, direct(script, layout))


def write_papers(source: Source, out: Path) -> None:
    """Write all that is text: calibrations, presses, commands, and the table file.

    Raises:
        OSError: the folder cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    for camera in CAMERAS:
        reference = f"{camera.name}.empty.jpg"
        calibration = camera.calibration(landmarks(source.layout), reference)
        write_calibration(calibration, out / f"{camera.name}.calibration.yaml")
    _write_yaml(out / PRESSES_NAME, _presses(source))
    lines = [json.dumps(encode_event(event)) for event in source.directed.commands]
    (out / COMMANDS_NAME).write_text("\n".join(lines) + "\n", encoding="utf-8")
    _write_yaml(out / TABLE_NAME, _table_file(source.script))


def write_film(source: Source, camera: SceneCamera, out: Path, progress: Progress) -> Path:
    """Film the performance with one camera, and photograph the empty table for its calibration.

    Raises:
        RecordingError: the video cannot be written.
    """
    try:
        import av
    except ImportError as error:
        raise RecordingError("filming needs PyAV: `make setup`, or `pip install av`") from error
    path = out / f"{camera.name}.mp4"
    unfinished = path.with_suffix(".unfinished.mp4")  # a film that ends halfway replaces nothing
    out.mkdir(parents=True, exist_ok=True)
    film = Film(
        camera,
        table_top(source.layout, source.script.seed),
        source.directed.performance,
        LIGHT,
        source.script.seed,
    )
    cv2.imwrite(str(out / f"{camera.name}.empty.jpg"), film.empty_table())
    try:
        with av.open(str(unfinished), "w") as container:
            stream = container.add_stream("libx264", rate=FPS, options=ENCODING)
            stream.width, stream.height = camera.width_px, camera.height_px
            stream.pix_fmt = "yuv420p"
            for number, picture in enumerate(film.frames(), start=1):
                frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
                container.mux(stream.encode(frame))
                progress(path.name, number, film.pictures)
            container.mux(stream.encode())
    except av.FFmpegError as error:
        raise RecordingError(f"{path} cannot be written: {error}") from error
    unfinished.replace(path)
    return path


def enrol_chips(source: Source, progress: Progress) -> ChipSet:
    """Learn the house's chips from photographs of them.

    Raises:
        RecordingError: the photographs show the chips badly.
    """
    photos = []
    for photo in enrolment_photos(source.layout, source.script.seed):
        photos.append(locate(photo, DIAMETER_MM))
        progress("photographs for enrolment", len(photos), len(VIEWS) * len(HOUSE))
    enrolment = enrol(
        photos,
        values={str(denomination): denomination for denomination in HOUSE},
        house="betline demo",
        diameter_mm=DIAMETER_MM,
        thickness_mm=THICKNESS_MM,
    )
    if enrolment.warnings:
        raise RecordingError("; ".join(enrolment.warnings))
    return enrolment.chip_set


def _presses(source: Source) -> Mapping[str, Any]:
    seats = source.layout.seat_names
    return {
        "device": "panel",
        "duration_ms": source.directed.performance.duration_ms,
        "presses": [
            {
                "at_ms": press.at_ms,
                "seat": seats.index(press.seat) + 1,
                "word": press.word.value,
            }
            for press in source.directed.presses
        ],
    }


def _table_file(script: DemoScript) -> Mapping[str, Any]:
    games = [game.model_dump(mode="json", exclude_defaults=True) for game in script.games]
    cameras = [
        {
            "name": camera.name,
            "video": f"{camera.name}.mp4",
            "calibration": f"{camera.name}.calibration.yaml",
        }
        for camera in CAMERAS
    ]
    return {
        "name": script.name,
        "layout": LAYOUT_NAME,
        "rulebook": script.rulebook,
        "chip_set": CHIP_SET_NAME,
        "cameras": cameras,
        "bridges": [{"name": "panel", "device": "panel", "recording": SERIAL_NAME}],
        "commands": COMMANDS_NAME,
        "games": games,
    }


def _write_yaml(path: Path, content: Mapping[str, Any]) -> None:
    head = "# Made from script.yaml by `make recording`; change it there.\n"
    text = yaml.safe_dump(content, sort_keys=False, width=100, allow_unicode=True)
    path.write_text(head + text, encoding="utf-8")
