"""Live cameras: real threads, fake readers, and no trouble that blocks anything."""

import threading
import time
from itertools import pairwise

import cv2
import pytest
from test_cameras import INTERVAL_NS, noisy

from table.observations import SourceState
from vision.camera_health import StateChange
from vision.cameras import LiveCamera
from vision.frames import NS_PER_MS, Frame, Grab
from vision.picture_faults import PictureFault
from vision.readers import ReaderError


class LiveFake:
    """A live reader: gives pictures at its pace, then does what it is told."""

    def __init__(self, then=None, count=5, make=noisy, pace_s=0.005):
        self.then, self.left, self.make, self.pace_s = then, count, make, pace_s
        self.closed = threading.Event()

    def open(self):
        if isinstance(self.then, ReaderError) and self.left == 0:
            raise self.then

    def read(self):
        if self.left == 0 and isinstance(self.then, threading.Event):
            self.then.wait()
            raise ReaderError("woken", "nothing")
        if self.left == 0 and self.then is not None:
            raise self.then
        self.left -= 1
        time.sleep(self.pace_s)
        return Grab(at_ns=time.monotonic_ns(), picture=self.make())

    def close(self):
        self.closed.set()


class Listener:
    def __init__(self):
        self.items = []
        self.progress = []
        self._changed = threading.Condition()

    def item(self, item):
        with self._changed:
            self.items.append(item)
            self._changed.notify()

    def at(self, at_ns):
        self.progress.append(at_ns)

    def wait_for(self, condition, timeout_s=20.0):
        with self._changed:
            assert self._changed.wait_for(lambda: condition(self.items), timeout_s), self.items


def saw(state, words=""):
    def condition(items):
        return any(
            isinstance(item, StateChange) and item.state is state and words in item.reason
            for item in items
        )

    return condition


def frames_in(items):
    return [item for item in items if isinstance(item, Frame)]


@pytest.fixture
def run_live(monkeypatch):
    monkeypatch.setattr("vision.camera_health.FIRST_PAUSE_NS", 20 * NS_PER_MS)
    started = []

    def run(make_reader, **options):
        listener = Listener()
        camera = LiveCamera("overhead", make_reader, INTERVAL_NS, **options)
        camera.start(listener.item, listener.at)
        started.append(camera)
        return camera, listener

    yield run
    for camera in started:
        camera.stop()


def test_an_unplugged_camera_goes_offline_and_comes_back(run_live):
    readers = [
        LiveFake(ReaderError("the camera is unplugged", "Plug it in.")),
        LiveFake(ReaderError("there is no camera", "Plug it in."), count=0),
        LiveFake(count=-1),
    ]
    handed_out = iter(readers)
    camera, listener = run_live(lambda: next(handed_out))
    listener.wait_for(lambda items: len(frames_in(items)) >= 10)
    states = [item.state for item in listener.items if isinstance(item, StateChange)]
    assert states[:3] == [SourceState.LIVE, SourceState.OFFLINE, SourceState.STARTING]
    assert states[-1] is SourceState.LIVE
    assert camera.health.counters.reconnects == 1
    assert readers[0].closed.is_set()
    assert readers[1].closed.is_set()


def test_a_read_that_hangs_is_given_up_and_replaced(run_live):
    wake = threading.Event()
    hanging = LiveFake(wake)
    handed_out = iter([hanging, LiveFake(count=-1)])
    _, listener = run_live(lambda: next(handed_out), hang_ns=700 * NS_PER_MS)
    listener.wait_for(saw(SourceState.STALLED, "no picture for more than 500 ms"))
    listener.wait_for(saw(SourceState.OFFLINE, "has not answered for 0.7 s"))
    listener.wait_for(lambda items: len(frames_in(items)) >= 10)
    assert not hanging.closed.is_set()
    wake.set()
    assert hanging.closed.wait(20)


def test_stop_does_not_wait_for_a_hanging_read(run_live):
    wake = threading.Event()
    camera, listener = run_live(lambda: LiveFake(wake, count=1))
    listener.wait_for(lambda items: len(frames_in(items)) == 1)
    camera.stop()
    assert not any(thread.name == "camera overhead" for thread in threading.enumerate())
    wake.set()


def test_hanging_threads_are_not_piled_up(run_live):
    wake = threading.Event()
    made = []

    def make():
        made.append(LiveFake(wake, count=0))
        return made[-1]

    _, listener = run_live(make, hang_ns=10 * NS_PER_MS)
    listener.wait_for(saw(SourceState.OFFLINE, "has not answered"))
    deadline = time.monotonic() + 20
    while len(made) < 4 and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.5)
    assert len(made) == 4
    wake.set()


def test_a_camera_that_repeats_one_picture_is_stalled(run_live):
    still = noisy()
    camera, listener = run_live(lambda: LiveFake(count=-1, make=still.copy))
    listener.wait_for(saw(SourceState.STALLED, "repeats one picture"))
    assert camera.health.counters.faults[PictureFault.FROZEN] > 0
    assert len(frames_in(listener.items)) == 1


def test_a_driver_that_fails_is_no_crash(run_live):
    handed_out = iter([LiveFake(cv2.error("driver")), LiveFake(count=-1)])
    _, listener = run_live(lambda: next(handed_out))
    listener.wait_for(saw(SourceState.OFFLINE))
    listener.wait_for(lambda items: len(frames_in(items)) >= 6)


def test_a_slow_watcher_gets_the_newest_frames(run_live):
    camera = LiveCamera("overhead", lambda: LiveFake(count=-1, pace_s=0.001), INTERVAL_NS)
    seen = []
    release = threading.Event()

    def slow(item):
        if isinstance(item, Frame):
            seen.append(item)
            release.wait(0.2)

    camera.start(slow, lambda _: None)
    deadline = time.monotonic() + 20
    while len(seen) < 4 and time.monotonic() < deadline:
        time.sleep(0.02)
    release.set()
    camera.stop()
    assert camera.health.counters.dropped > 20
    ages = [later.at_ns - earlier.at_ns for earlier, later in pairwise(seen)]
    assert ages[2] > 100 * NS_PER_MS


def test_progress_never_overtakes_what_comes_later(run_live):
    told = []
    handed_out = iter([LiveFake(ReaderError("unplugged", "")), LiveFake(count=-1)])
    camera = LiveCamera("overhead", lambda: next(handed_out), INTERVAL_NS)
    camera.start(lambda item: told.append(("item", item.at_ns)), lambda at: told.append(("to", at)))
    deadline = time.monotonic() + 20
    while len(told) < 120 and time.monotonic() < deadline:
        time.sleep(0.02)
    camera.stop()
    reached = -1
    for kind, at_ns in told:
        if kind == "to":
            assert at_ns >= reached
            reached = at_ns
        else:
            assert at_ns > reached or reached == -1
