"""Plays a recorded table on its own time, through the intake, session and log of a live one."""

import json
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from api.evidence import EvidenceFolder
from api.intake import Command, Intake, Outcome, Status
from api.sources import RecordedSource, open_cameras, open_recorded_bridges
from api.table_file import TableFile
from table.documents import DocumentError, Problem
from table.encoding import DecodingError, decode_event
from table.events import Event
from vision.camera_source import CameraSource
from vision.layout import Layout

STEP_NS = 20_000_000
"""How far each step goes: shorter than a frame, so that nothing waits for its neighbour."""

PACE_STEP_NS = 4_000_000
"""At real pace a frame is played this much late at most; a live camera has no steps to wait for."""


MOST_AHEAD_NS = 1_000_000_000
"""How far the time of a recording may run ahead of what was played of it: less than makes a source
late. A machine that is too slow for real pace plays slower, and nothing is called late."""


class RecordingClock:
    """The recording's own time: at real pace it runs, else it stands where playback put it."""

    def __init__(self, real_pace: bool) -> None:
        self._real_pace = real_pace
        self._started_ns: int | None = None
        self.at_ns = 0

    def start(self) -> None:
        """The recording begins now."""
        self._started_ns = time.monotonic_ns()

    def __call__(self) -> int:
        """Nanoseconds since the recording began."""
        if self._real_pace and self._started_ns is not None:
            passed_ns = time.monotonic_ns() - self._started_ns
            return min(passed_ns, self.at_ns + MOST_AHEAD_NS)
        return self.at_ns


class Playback:
    """All recorded sources of a table, and what was tapped on its screen."""

    def __init__(
        self,
        table_file: TableFile,
        layout: Layout,
        intake: Intake,
        clock: RecordingClock,
    ) -> None:
        """Open the recording.

        Raises:
            DocumentError: a part of it cannot be used.
        """
        self._intake = intake
        self._clock = clock
        evidence = EvidenceFolder(table_file.log)
        self._cameras: list[CameraSource] = open_cameras(table_file, layout, clock, evidence.keep)
        self._bridges = open_recorded_bridges(table_file, layout)
        self._commands = read_commands(table_file.commands) if table_file.commands else []
        self._played = 0
        self._stopped = threading.Event()
        self.refused: list[tuple[Event, Outcome]] = []

    @property
    def _sources(self) -> dict[str, RecordedSource]:
        return {camera.name: camera for camera in self._cameras} | dict(self._bridges)

    def run_at_once(self) -> None:
        """Play all of it as fast as it can be done, on this thread."""
        at_ns = 0
        while not self._ended(at_ns):
            at_ns += STEP_NS
            self._advance(at_ns)
            self._intake.settle()
        self._intake.finish()

    def run_at_pace(self) -> bool:
        """Play all of it as it happened; the intake runs by itself.

        Returns:
            Whether the end was reached, rather than `stop` called.
        """
        at_ns = 0
        while not self._ended(at_ns):
            at_ns += PACE_STEP_NS
            if self._stopped.wait(max(0, at_ns - self._clock()) / 1e9):
                return False
            self._advance(at_ns)
        return True

    def stop(self) -> None:
        """End playing at pace."""
        self._stopped.set()

    def close(self) -> None:
        """Close the recording's files."""
        for camera in self._cameras:
            camera.stop()

    def _ended(self, at_ns: int) -> bool:
        lines = all(bridge.recording.end_ns <= at_ns for bridge in self._bridges.values())
        films = all(camera.ended for camera in self._cameras)
        return lines and films and self._played == len(self._commands)

    def _advance(self, until_ns: int) -> None:
        for name, source in self._sources.items():
            for observation in source.advance(until_ns):
                self._intake.observe(observation)
            self._intake.progress(name, until_ns)
        while self._played < len(self._commands):
            tapped = self._commands[self._played]
            if tapped.at_ns > until_ns:
                break
            self._clock.at_ns = tapped.at_ns
            self._tap(tapped)
            self._played += 1
        self._clock.at_ns = until_ns

    def _tap(self, event: Event) -> None:
        """Tap as the dealer did, on whatever ruling the screen shows."""
        command = Command(command_id=f"recorded-{self._played:06d}", event=event)

        def note(outcome: Outcome) -> None:
            if outcome.status is not Status.DONE:
                self.refused.append((event, outcome))

        self._intake.command(command).add_done_callback(lambda future: note(future.result()))


def read_commands(path: Path) -> Sequence[Event]:
    """What was tapped on the screen of a recorded table, in order of time.

    Raises:
        DocumentError: a line is no event.
    """
    events: list[Event] = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(str(path), [Problem(0, "", f"cannot be read: {error}")]) from error
    for number, line in enumerate(lines, start=1):
        try:
            events.append(decode_event(json.loads(line)))
        except (ValueError, DecodingError) as error:
            problem = Problem(number, "", f"not an event: {error}", "Make the recording again.")
            raise DocumentError(str(path), [problem]) from error
    return sorted(events, key=lambda event: event.at_ns)
