"""Cameras: a reader, its health, and the rule for whose time counts.

A recording is pulled up to a table time, drops nothing, and gives the same frames each time. A
live camera runs by itself: a thread reads, another judges and hands on. What nobody had time for
is dropped, oldest first. A read that hangs is given up with its thread, for no call of OpenCV can
be interrupted, and a new reader takes its place after a pause that grows.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2

from vision.camera_health import CameraHealth, StateChange
from vision.frames import NS_PER_S, Frame, Grab
from vision.picture_faults import PictureJudge
from vision.readers import Clock, EndOfRecording, FrameReader, ReaderError

logger = logging.getLogger(__name__)

CameraItem = Frame | StateChange

MAILBOX_SIZE = 3
"""Grabs that wait for the watcher; more would only make what it sees older."""

TICK_S = 0.05
"""How often a live camera looks at the clock while nothing comes."""

HANG_NS = 10 * NS_PER_S
"""A read or an opening that takes longer is given up; a healthy network camera opens in five."""

MOST_ABANDONED = 4
"""Hanging threads that are put up with; with more, the camera stays closed until one ends."""


class _Judged:
    """What both kinds of camera share: each grab judged, the health told."""

    def __init__(self, name: str, interval_ns: int, *, live: bool) -> None:
        self.name = name
        self.health = CameraHealth(interval_ns)
        self._judge = PictureJudge(live=live)
        self._sequence = 0

    def opened(self, at_ns: int) -> list[StateChange]:
        self._judge.forget()
        return self.health.opened(at_ns)

    def judge(self, grab: Grab) -> Iterator[CameraItem]:
        self._sequence += 1
        yield from self.health.time_passed(grab.at_ns)
        fault = self._judge.fault(grab.picture)
        if fault is not None or grab.picture is None:
            if fault is not None:
                yield from self.health.unfit_frame(fault, grab.at_ns)
            return
        yield from self.health.valid_frame(grab.at_ns)
        yield Frame(grab.picture, grab.at_ns, self.name, self._sequence)


class RecordedCamera:
    """A folder or a video file, played along its own time line, which starts at 0."""

    def __init__(self, name: str, reader: FrameReader, interval_ns: int) -> None:
        """Nothing is opened yet.

        Args:
            name: the camera's name in the table file.
            reader: a folder or a video.
            interval_ns: time between two frames.
        """
        self._judged = _Judged(name, interval_ns, live=False)
        self._reader = reader
        self._interval_ns = interval_ns
        self._next: Grab | _Ending | None = None
        self._after_ns = 0
        self.ended = False

    @property
    def health(self) -> CameraHealth:
        """The camera's state and counters."""
        return self._judged.health

    def until(self, until_ns: int) -> Iterator[CameraItem]:
        """All frames and changes of state up to and including a table time, in order."""
        if self._next is None and not self.ended:
            yield from self._open()
        while isinstance(self._next, Grab) and self._next.at_ns <= until_ns:
            grab = self._next
            self._after_ns = grab.at_ns + self._interval_ns
            yield from self._judged.judge(grab)
            self._next = self._read()
        if isinstance(self._next, _Ending) and self._next.at_ns <= until_ns:
            ending, self._next = self._next, None
            self.close()
            yield from self.health.failed(ending.reason, ending.remedy, ending.at_ns)
        elif not self.ended:
            yield from self.health.time_passed(until_ns)

    def frames_until(self, until_ns: int) -> Iterator[Frame]:
        """The frames alone, for who reads a recording and has no use for its health."""
        return (item for item in self.until(until_ns) if isinstance(item, Frame))

    def close(self) -> None:
        """Let go of the file."""
        self._reader.close()
        self.ended = True

    def _open(self) -> Iterator[CameraItem]:
        try:
            self._reader.open()
        except ReaderError as error:
            self._next = _Ending(0, str(error), error.remedy)
        else:
            yield from self._judged.opened(0)
            self._next = self._read()

    def _read(self) -> "Grab | _Ending":
        try:
            return self._reader.read()
        except EndOfRecording:
            return _Ending(self._after_ns, "the recording has ended", "")
        except ReaderError as error:
            return _Ending(self._after_ns, str(error), error.remedy)


@dataclass(frozen=True)
class _Ending:
    """When and why a recording has no further pictures."""

    at_ns: int
    reason: str
    remedy: str


class _Mailbox:
    """Grabs on their way from a reading thread; full, it drops the oldest."""

    def __init__(self) -> None:
        self._items: deque[Grab | ReaderError | None] = deque()
        self._changed = threading.Condition()
        self.dropped = 0

    def put(self, item: Grab | ReaderError | None) -> None:
        with self._changed:
            grabs = [waiting for waiting in self._items if isinstance(waiting, Grab)]
            if isinstance(item, Grab) and len(grabs) >= MAILBOX_SIZE:
                self._items.remove(grabs[0])
                self.dropped += 1
            self._items.append(item)
            self._changed.notify()

    def take(self, timeout_s: float) -> tuple[bool, Grab | ReaderError | None]:
        """Whether something came, and what."""
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._items), timeout_s):
                return False, None
            return True, self._items.popleft()


class _Reading:
    """One reader and the thread in which it may hang."""

    def __init__(self, name: str, reader: FrameReader, clock_ns: Clock) -> None:
        self.mailbox = _Mailbox()
        self.waiting_since_ns = clock_ns()
        self._reader = reader
        self._clock_ns = clock_ns
        self._given_up = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"read {name}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._reader.open()
            self._deliver(None)
            while not self._given_up.is_set():
                self._deliver(self._reader.read())
        except ReaderError as error:
            self._deliver(error)
        except (EndOfRecording, OSError, cv2.error) as error:
            reason = str(error) or "the stream has ended"
            self._deliver(ReaderError(reason, "Switch the camera off and on again."))
        finally:
            self._reader.close()

    def _deliver(self, item: Grab | ReaderError | None) -> None:
        self.waiting_since_ns = self._clock_ns()
        self.mailbox.put(item)

    def give_up(self) -> None:
        """Ask the thread to end; one that hangs ends when its call returns, if ever."""
        self._given_up.set()

    def join(self, timeout_s: float) -> None:
        self._thread.join(timeout_s)

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()


class LiveCamera:
    """A UVC device or a network stream."""

    def __init__(
        self,
        name: str,
        make_reader: Callable[[], FrameReader],
        interval_ns: int,
        *,
        clock_ns: Clock = time.monotonic_ns,
        hang_ns: int = HANG_NS,
    ) -> None:
        """Nothing is opened yet.

        Args:
            name: the camera's name in the table file.
            make_reader: makes a new reader, each time that the camera is opened.
            interval_ns: time between two frames that the camera is asked for.
            clock_ns: the table clock, with which the readers stamp as well.
            hang_ns: how long a read may take before it is given up.
        """
        self._judged = _Judged(name, interval_ns, live=True)
        self._make_reader = make_reader
        self._clock_ns = clock_ns
        self._hang_ns = hang_ns
        self._reading: _Reading | None = None
        self._abandoned: list[_Reading] = []
        self._open_at_ns = 0
        self._progress_ns = -1
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def health(self) -> CameraHealth:
        """The camera's state and counters."""
        return self._judged.health

    def start(
        self, on_item: Callable[[CameraItem], None], on_progress: Callable[[int], None]
    ) -> None:
        """Run until `stop`. Both are called from the camera's own thread, in the order of time.

        Args:
            on_item: takes each frame and each change of state.
            on_progress: takes the table time before which nothing more will come.
        """
        self._open_at_ns = self._clock_ns()
        self._thread = threading.Thread(
            target=self._run,
            args=(on_item, on_progress),
            name=f"camera {self._judged.name}",
            daemon=True,
        )
        self._thread.start()

    def stop(self) -> None:
        """End both threads; one that hangs in a read is left behind."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._reading is not None:
            self._reading.give_up()
            self._reading.join(timeout_s=1.0)
            self._reading = None

    def _run(
        self, on_item: Callable[[CameraItem], None], on_progress: Callable[[int], None]
    ) -> None:
        while not self._stopping.is_set():
            for item in self._next_items():
                on_item(item)
                self._progress_ns = max(self._progress_ns, item.at_ns)
            idle_ns = self._clock_ns() - self.health.stale_ns
            self._progress_ns = max(self._progress_ns, idle_ns)
            on_progress(self._progress_ns)

    def _next_items(self) -> Iterator[CameraItem]:
        if self._reading is None:
            yield from self._open_when_due()
            return
        came, item = self._reading.mailbox.take(TICK_S)
        self.health.counters.dropped += self._reading.mailbox.dropped
        self._reading.mailbox.dropped = 0
        if isinstance(item, Grab):
            yield from self._look_at(item)
        elif isinstance(item, ReaderError):
            yield from self._leave(str(item), item.remedy)
        elif came:
            yield from self._judged.opened(self._clock_ns())
        else:
            yield from self._wait()

    def _look_at(self, grab: Grab) -> Iterator[CameraItem]:
        if grab.at_ns <= self._progress_ns:
            self.health.counters.dropped += 1  # too old: later things have been told already
            yield from self.health.time_passed(self._clock_ns())
        else:
            yield from self._judged.judge(grab)

    def _wait(self) -> Iterator[CameraItem]:
        now_ns = self._clock_ns()
        yield from self.health.time_passed(now_ns)
        if self._reading and now_ns - self._reading.waiting_since_ns > self._hang_ns:
            seconds = self._hang_ns / NS_PER_S
            yield from self._leave(
                f"it has not answered for {seconds:g} s", "Switch the camera off and on again."
            )

    def _leave(self, reason: str, remedy: str) -> Iterator[CameraItem]:
        if self._reading is not None:
            self._reading.give_up()
            self._abandoned.append(self._reading)
            self._reading = None
        if not self.health.pause_is_growing:
            logger.warning("Camera %s: %s. %s", self._judged.name, reason, remedy)
        now_ns = self._clock_ns()
        yield from self.health.failed(reason, remedy, now_ns)
        self._open_at_ns = now_ns + self.health.pause_ns

    def _open_when_due(self) -> Iterator[CameraItem]:
        self._abandoned = [reading for reading in self._abandoned if reading.alive]
        due = self._clock_ns() >= self._open_at_ns
        if due and len(self._abandoned) < MOST_ABANDONED:
            self._reading = _Reading(self._judged.name, self._make_reader(), self._clock_ns)
        else:
            self._stopping.wait(TICK_S)
            yield from self.health.time_passed(self._clock_ns())
