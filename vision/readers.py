"""Readers: pictures from a folder, a video file, a UVC device or a network stream.

A reader knows nothing of stalls and retries: it opens, reads, and raises `ReaderError` with a
sentence and a remedy. A read may hang for ever, as OpenCV's do after a network camera has
restarted; who calls it must be ready for that (`vision.cameras`).
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.camera_settings import CameraSettings
from vision.frames import NS_PER_MS, NS_PER_S, Grab, Picture

Clock = Callable[[], int]
"""Table time now, in nanoseconds."""

PICTURE_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff"})

STREAM_TIMEOUT_MS = 5000
"""How long OpenCV itself may wait for a stream; later the camera's own watchdog steps in."""


class ReaderError(Exception):
    """A reader cannot go on.

    Attributes:
        remedy: what a person can do about it.
    """

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.remedy = remedy


class EndOfRecording(Exception):  # noqa: N818 - the end of a file is no error
    """A recording has no further pictures."""


class FrameReader(Protocol):
    """Where a camera's pictures come from."""

    def open(self) -> None:
        """Get ready to read.

        Raises:
            ReaderError: it cannot be opened.
        """

    def read(self) -> Grab:
        """Wait for the next picture.

        Raises:
            ReaderError: it was unplugged, closed or cannot be read.
            EndOfRecording: a file has come to its end.
        """

    def close(self) -> None:
        """Let go of it. May be called twice, and before `open`."""


class FolderReader:
    """A folder of pictures, in the order of their names; each is shown for `hold_ms`."""

    def __init__(self, folder: Path, *, fps: float, hold_ms: int) -> None:
        self._folder = folder
        self._step_ns = round(NS_PER_S / fps)
        self._repeats = max(1, round(hold_ms * NS_PER_MS / self._step_ns))
        self._paths: list[Path] = []
        self._index = 0
        self._picture: Picture | None = None

    def open(self) -> None:
        """List the folder."""
        if not self._folder.is_dir():
            raise ReaderError(f"there is no folder {self._folder}", "Check the path `folder`.")
        names = sorted(os.listdir(self._folder))
        self._paths = [self._folder / name for name in names if _is_picture(name)]
        if not self._paths:
            kinds = " ".join(sorted(PICTURE_SUFFIXES))
            raise ReaderError(f"{self._folder} holds no pictures", f"Put pictures there: {kinds}")
        self._index = 0

    def read(self) -> Grab:
        """The next showing of a picture; `Grab.picture` is None for a file that is no picture."""
        position, repeat = divmod(self._index, self._repeats)
        if position >= len(self._paths):
            raise EndOfRecording
        if repeat == 0:
            self._picture = _decode(self._paths[position])
        at_ns = self._index * self._step_ns
        self._index += 1
        return Grab(at_ns=at_ns, picture=self._picture)

    def close(self) -> None:
        """Forget the picture."""
        self._picture = None


class VideoReader:
    """A video file. Each frame is stamped with its own presentation time, the first with 0.

    Where the container gives none, or one that does not grow, the frame's number over the
    declared rate stands in for it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._capture: cv2.VideoCapture | None = None
        self._count = 0
        self._last_ns = -1

    def open(self) -> None:
        """Open the file."""
        self.close()
        if not self._path.is_file():
            raise ReaderError(f"there is no file {self._path}", "Check the path `video`.")
        capture = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        if not capture.isOpened():
            capture.release()
            remedy = "Play it in another program; if it plays, convert it to H.264 in an MP4 file."
            raise ReaderError(f"{self._path} is not a video that can be read", remedy)
        self._capture, self._count, self._last_ns = capture, 0, -1

    def read(self) -> Grab:
        """The next frame."""
        if self._capture is None or not self._capture.grab():
            raise EndOfRecording
        at_ns = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * NS_PER_MS)
        if at_ns <= self._last_ns:
            fps = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
            at_ns = max(self._last_ns + 1, round(self._count / fps * NS_PER_S))
        self._count += 1
        self._last_ns = at_ns
        decoded, picture = self._capture.retrieve()
        return Grab(at_ns=at_ns, picture=_picture(picture) if decoded else None)

    def close(self) -> None:
        """Close the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class LiveReader:
    """A UVC device or a network stream, stamped with the table clock when grabbed."""

    def __init__(self, settings: CameraSettings, clock_ns: Clock) -> None:
        self._settings = settings
        self._clock_ns = clock_ns
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Open the device or the stream."""
        self.close()
        settings = self._settings
        if settings.url is not None:
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, STREAM_TIMEOUT_MS]
            limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, STREAM_TIMEOUT_MS]
            capture = cv2.VideoCapture(settings.url, cv2.CAP_FFMPEG, limits)
        elif settings.device is not None:
            capture = cv2.VideoCapture(settings.device)
        else:
            raise ValueError(f"camera {settings.name} is a recording")
        if not capture.isOpened():
            capture.release()
            raise self._not_there()
        if settings.url is None:
            self._ask(capture)
        self._capture = capture

    def read(self) -> Grab:
        """The next picture."""
        if self._capture is None or not self._capture.grab():
            raise self._gone()
        at_ns = self._clock_ns()
        decoded, picture = self._capture.retrieve()
        return Grab(at_ns=at_ns, picture=_picture(picture) if decoded else None)

    def close(self) -> None:
        """Let go of the device or the stream."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _ask(self, capture: cv2.VideoCapture) -> None:
        """Ask a device for rate and size, and for no store of old pictures.

        Motion JPEG comes first: few cameras give full size and rate over USB 2 without it.
        """
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        if self._settings.width_px and self._settings.height_px:
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._settings.width_px)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._settings.height_px)
        capture.set(cv2.CAP_PROP_FPS, self._settings.fps)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def _not_there(self) -> ReaderError:
        if self._settings.url is not None:
            return ReaderError(
                "the stream does not answer",
                "Check the camera's power, its network cable, and `url` with its password.",
            )
        return ReaderError(
            f"there is no camera {self._settings.device}",
            "Plug it in, close other programs that use it, and check `device`.",
        )

    def _gone(self) -> ReaderError:
        if self._settings.url is not None:
            return ReaderError("the stream has ended", "Check the camera's power and network.")
        return ReaderError("the camera is unplugged", "Check its USB cable and plug it in again.")


def reader_for(settings: CameraSettings, clock_ns: Clock = time.monotonic_ns) -> FrameReader:
    """The reader that a table file asks for.

    Args:
        settings: one camera of the table file, its paths resolved.
        clock_ns: the table clock; recordings have their own and do not use it.
    """
    if settings.folder is not None:
        return FolderReader(Path(settings.folder), fps=settings.fps, hold_ms=settings.hold_ms)
    if settings.video is not None:
        return VideoReader(Path(settings.video))
    return LiveReader(settings, clock_ns)


def _is_picture(name: str) -> bool:
    return Path(name).suffix.lower() in PICTURE_SUFFIXES and not name.startswith(".")


def _decode(path: Path) -> Picture | None:
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError:
        return None
    return _picture(cv2.imdecode(data, cv2.IMREAD_COLOR)) if data.size else None


def _picture(decoded: object) -> Picture | None:
    """OpenCV's answer as a picture with three channels, or None."""
    if not isinstance(decoded, np.ndarray) or decoded.dtype != np.uint8:
        return None
    if decoded.ndim == 2:
        decoded = np.repeat(decoded[:, :, np.newaxis], 3, axis=2)
    return decoded if decoded.ndim == 3 and decoded.shape[2] == 3 else None
