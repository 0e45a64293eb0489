"""A network camera, served by this test over HTTP as motion JPEG."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from vision.camera_settings import CameraSettings
from vision.readers import LiveReader, ReaderError

SHAPE = (120, 160, 3)


class CameraServer(ThreadingHTTPServer):
    """Serves pictures until it is told to hang up."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), MotionJpeg)
        self.hung_up = threading.Event()
        self.thread = threading.Thread(target=self.serve_forever, daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/stream"


class MotionJpeg(BaseHTTPRequestHandler):
    server: CameraServer

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        rng = np.random.default_rng(1)
        try:
            while not self.server.hung_up.is_set():
                picture = rng.integers(0, 255, SHAPE, dtype=np.uint8)
                jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
                head = (
                    f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                )
                self.wfile.write(head.encode() + jpeg + b"\r\n")
                time.sleep(0.02)
        except OSError:
            pass

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[CameraServer]:
    running = CameraServer()
    yield running
    running.hung_up.set()
    running.shutdown()
    running.server_close()


def reader_of(url: str) -> LiveReader:
    settings = CameraSettings(name="network", url=url, calibration="none")
    return LiveReader(settings, time.monotonic_ns)


def read_to_the_end(reader: LiveReader) -> None:
    for _ in range(10_000):
        reader.read()


def test_a_stream_is_read_and_stamped_by_the_table_clock(server: CameraServer):
    reader = reader_of(server.url)
    before_ns = time.monotonic_ns()
    reader.open()
    grabs = [reader.read() for _ in range(5)]
    reader.close()
    assert all(grab.picture is not None and grab.picture.shape == SHAPE for grab in grabs)
    times = [grab.at_ns for grab in grabs]
    assert before_ns < times[0]
    assert times == sorted(times)


def test_a_stream_that_ends_says_so(server: CameraServer):
    reader = reader_of(server.url)
    reader.open()
    reader.read()
    server.hung_up.set()
    with pytest.raises(ReaderError, match="the stream has ended"):
        read_to_the_end(reader)
    reader.close()
    reader.close()


def test_a_camera_that_is_not_there_says_so(server: CameraServer):
    server.shutdown()
    server.server_close()
    with pytest.raises(ReaderError, match="the stream does not answer") as caught:
        reader_of(server.url).open()
    assert "password" in caught.value.remedy
