"""Measures what the cameras of an idle table cost: processor time for each second at the table.

A table is idle most of the day, and its machine is small. Each picture comes as a UVC camera sends
it, in motion JPEG with the noise of a sensor, and goes through decoding, health, drift and watching
as any camera's does. Pictures follow each other as fast as they are done with, so the figure does
not depend on what else the machine is doing.
"""

import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from api.table_file import TableFile, read_layout_file
from table.documents import DocumentError, Problem
from vision.area_reading import area_reader
from vision.calibration import read_calibration
from vision.camera_settings import CameraSettings
from vision.camera_source import CameraSource, read_reference
from vision.chip_set import load_chip_set
from vision.frames import NS_PER_S, Grab, Picture

CAMERAS = 2
FPS = 15.0
BUDGET_CORES = 1.0
"""The other core is for reading chips, ruling, and the screens."""

SETTLE_S = 2
"""At the table, until the first pictures have been read and every area is at rest."""

MEASURED_S = 10
"""At the table; light, lamps and drift are looked at every second or more often."""

NOISE = 1.5
"""Of a sensor, one standard deviation in 0 to 255."""

DIFFERENT_PICTURES = 8
JPEG_QUALITY = 90


@dataclass(frozen=True)
class Idle:
    """What an idle table takes.

    Attributes:
        cameras: how many look at it.
        size_px: width and height of their pictures.
        frames_per_second: of each camera.
        cores: processor seconds of the whole process for each second at the table.
        budget_cores: what it may be.
    """

    cameras: int
    size_px: tuple[int, int]
    frames_per_second: float
    cores: float
    budget_cores: float = BUDGET_CORES

    @property
    def within(self) -> bool:
        """Whether it keeps the budget."""
        return self.cores <= self.budget_cores

    def as_json(self) -> dict[str, Any]:
        """The figures for a program."""
        return {**asdict(self), "within": self.within}


class _IdleCamera:
    """Sends the picture of the empty table, again and again, each time with other noise."""

    def __init__(self, pictures: list[bytes]) -> None:
        self._pictures = pictures
        self._sent = 0

    def open(self) -> None:
        """There is nothing to open."""

    def read(self) -> Grab:
        """The next picture."""
        coded = np.frombuffer(self._pictures[self._sent % len(self._pictures)], np.uint8)
        at_ns = round(self._sent * NS_PER_S / FPS)
        self._sent += 1
        return Grab(at_ns, np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8))

    def close(self) -> None:
        """There is nothing to close."""


def measure_idle(table_file: TableFile, measured_s: int = MEASURED_S) -> Idle:
    """Let two cameras look at the empty table of a recording.

    Args:
        table_file: of the recording; its first camera's calibration has a picture of the table.
        measured_s: seconds at the table.

    Raises:
        DocumentError: a part of the recording cannot be used, or there is no such picture.
    """
    path = Path(table_file.cameras[0].calibration)
    calibration = read_calibration(path)
    empty = read_reference(calibration, path)
    if empty is None:
        remedy = "Calibrate with a picture of the empty table."
        raise DocumentError(str(path), [Problem(0, "reference", "there is no picture", remedy)])
    pictures = _noisy(empty)
    layout = read_layout_file(table_file.layout)
    read_area = area_reader(load_chip_set(table_file.chip_set))
    cameras = [
        CameraSource(
            CameraSettings(
                name=f"idle {number}", folder="noisy pictures", fps=FPS, calibration=str(path)
            ),
            layout,
            calibration,
            read_area,
            empty_table=empty,
            make_reader=lambda: _IdleCamera(pictures),
        )
        for number in range(CAMERAS)
    ]
    _advance(cameras, SETTLE_S)
    started_s = time.process_time()
    _advance(cameras, SETTLE_S + measured_s)
    busy_s = time.process_time() - started_s
    return Idle(
        cameras=CAMERAS,
        size_px=(calibration.width_px, calibration.height_px),
        frames_per_second=FPS,
        cores=round(busy_s / measured_s, 3),
    )


def _advance(cameras: list[CameraSource], until_s: int) -> None:
    for camera in cameras:
        camera.advance(until_s * NS_PER_S)


def _noisy(picture: Picture) -> list[bytes]:
    """The picture with the noise of a sensor, as a camera sends it."""
    rng = np.random.default_rng(1)
    sent = []
    for _ in range(DIFFERENT_PICTURES):
        noise = rng.normal(0.0, NOISE, picture.shape).astype(np.float32)
        seen = np.clip(picture + noise, 0, 255).astype(np.uint8)
        _, coded = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        sent.append(coded.tobytes())
    return sent
