"""Recordings of a serial line: what a device sent, with the times at which it arrived.

A file `*.serial.jsonl` has one JSON object a line. The first tells what it is:
`{"format": "betline serial recording", "version": 1, "device": "panel", "schema": "1a2b3c4d"}`;
each other one is a piece of the stream: `{"at_ns": 1250000000, "hex": "00..."}`, times not
falling, from 0. It holds what the device sent and nothing of what the host answered.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, get_args

from firmware_bridge.bridge import Bridge, Delivery
from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.problem import Problem
from firmware_bridge.schema import SCHEMA, DeviceName
from firmware_bridge.transport import READ_WAIT_S, Transport, TransportError
from table.observations import Observation
from table.seats import Seat

SUFFIX = ".serial.jsonl"
_FORMAT = "betline serial recording"
_VERSION = 1
# How often the replayed host looks at its clock, as the live one does.
_STEP_NS = 20 * NS_PER_MS


class RecordingError(ValueError):
    """A recording cannot be used. Its text says file, line, what is wrong and the remedy."""


@dataclass(frozen=True)
class Chunk:
    """Bytes that arrived together.

    Attributes:
        at_ns: table time of their arrival.
        data: the bytes. Not in the representation, for they may hold a card.
    """

    at_ns: int
    data: bytes

    def __repr__(self) -> str:
        return f"Chunk(at_ns={self.at_ns}, {len(self.data)} bytes)"


@dataclass(frozen=True)
class Recording:
    """What one device sent.

    Attributes:
        device: what it was.
        chunks: in the order of their times.
    """

    device: DeviceName
    chunks: tuple[Chunk, ...]

    @property
    def end_ns(self) -> int:
        """When the last bytes arrived."""
        return self.chunks[-1].at_ns if self.chunks else 0


class RecordingWriter:
    """Writes a recording piece by piece, so that a killed recorder leaves a readable file."""

    def __init__(self, file: TextIO, device: DeviceName) -> None:
        self._file = file
        head = {
            "format": _FORMAT,
            "version": _VERSION,
            "device": device,
            "schema": f"{SCHEMA.digest:08x}",
        }
        self._write(head)

    def write(self, chunk: Chunk) -> None:
        """Append bytes that arrived together."""
        self._write({"at_ns": chunk.at_ns, "hex": chunk.data.hex()})

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def write_recording(path: Path, recording: Recording) -> None:
    """Write a whole recording."""
    with path.open("w", encoding="ascii") as file:
        writer = RecordingWriter(file, recording.device)
        for chunk in recording.chunks:
            writer.write(chunk)


def read_recording(path: Path) -> Recording:
    """Read a recording.

    Raises:
        RecordingError: it is no recording, is damaged, or was made with another schema.
        OSError: the file cannot be read.
    """
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    device = _device_of(path.name, lines[0] if lines else "")
    chunks: list[Chunk] = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            content = json.loads(line)
            chunk = Chunk(int(content["at_ns"]), bytes.fromhex(content["hex"]))
        except (ValueError, KeyError, TypeError) as error:
            raise RecordingError(
                f"{path.name}:{number}: not a piece of a serial recording. "
                "Copy the file again, or make it anew."
            ) from error
        if chunk.at_ns < (chunks[-1].at_ns if chunks else 0):
            raise RecordingError(
                f"{path.name}:{number}: the time runs backwards. Make the recording anew."
            )
        chunks.append(chunk)
    return Recording(device, tuple(chunks))


def _device_of(name: str, line: str) -> DeviceName:
    try:
        head = json.loads(line)
        known = head["format"] == _FORMAT and head["version"] == _VERSION
    except (ValueError, KeyError, TypeError):
        known = False
    if not known or head.get("device") not in get_args(DeviceName):
        raise RecordingError(f"{name}:1: not a serial recording. Give a file *{SUFFIX}.")
    if head.get("schema") != f"{SCHEMA.digest:08x}":
        raise RecordingError(
            f"{name}:1: made with another schema than firmware_bridge/schema.yaml. "
            "Make the recording anew, or replay it with the version that made it."
        )
    device: DeviceName = head["device"]
    return device


def _forget(_: Delivery) -> None:
    """A replay puts nothing on disk: the recording is there already."""


class RecordedBridge:
    """A recorded device as a source of observations: pulled, deterministic, without threads.

    It runs the same link, clock and words as a live device, on the recording's own time.

    Args:
        recording: the recording, or its file.
        name: the source's name in the table file.
        seats: names of the seats at positions 1, 2, ... of the panel.
        persist: as of `Bridge`.

    Raises:
        RecordingError: the file is no recording.
    """

    def __init__(
        self,
        recording: Recording | Path,
        *,
        name: str = "panel",
        seats: Sequence[Seat] = tuple(map(str, range(1, SCHEMA.limits.seats + 1))),
        persist: Callable[[Delivery], None] = _forget,
    ) -> None:
        self.recording = read_recording(recording) if isinstance(recording, Path) else recording
        self.bridge = Bridge(name, self.recording.device, seats, persist=persist, recorded=True)
        self.bridge.opened(0)
        self._steps = _steps(self.recording.chunks)
        self._ended = False
        self._waiting: list[Observation] = []

    def advance(self, until_ns: int) -> list[Observation]:
        """The observations up to and with `until_ns` that were not given yet, in order of time.

        The list is complete: nothing that happened up to then will be given later.
        """
        while not self._ended and self.bridge.progress_ns <= until_ns:
            step = next(self._steps, None)
            if step is None:
                self._ended = True
            else:
                self.bridge.receive(step.data, step.at_ns)
                self.bridge.due(step.at_ns)
                self._waiting += self.bridge.take_observations()
        given = [item for item in self._waiting if item.at_ns <= until_ns]
        self._waiting = [item for item in self._waiting if item.at_ns > until_ns]
        return given


class TeeTransport:
    """Another transport, written down while it is read.

    Args:
        transport: the one that leads to the device.
        writer: where what arrives is kept.
        clock: table time, in nanoseconds; the recording begins when this is made.
    """

    def __init__(
        self, transport: Transport, writer: RecordingWriter, clock: Callable[[], int]
    ) -> None:
        self._transport = transport
        self._writer = writer
        self._clock = clock
        self._started_ns = clock()

    def open(self) -> None:
        """Open the other one."""
        self._transport.open()

    def read(self) -> bytes:
        """Read from the other one, and keep what arrived."""
        data = self._transport.read()
        if data:
            self._writer.write(Chunk(self._clock() - self._started_ns, data))
        return data

    def write(self, data: bytes) -> None:
        """Write to the other one."""
        self._transport.write(data)

    def close(self) -> None:
        """Close the other one."""
        self._transport.close()

    def describe(self) -> str:
        """Where the other one leads."""
        return self._transport.describe()


class RecordedTransport:
    """A recording in the place of a port, at its own pace; what is written goes nowhere.

    Args:
        recording: what was recorded.
        clock: table time, in nanoseconds; the recording begins when it is opened.
    """

    def __init__(self, recording: Recording, clock: Callable[[], int]) -> None:
        self._recording = recording
        self._clock = clock
        self._started_ns = 0
        self._next = 0

    def open(self) -> None:
        """Begin, once.

        Raises:
            TransportError: the recording was played already.
        """
        if self._next:
            raise TransportError(_ENDED)
        self._started_ns = self._clock()

    def read(self) -> bytes:
        """The next bytes, once it is their time.

        Raises:
            TransportError: the recording has ended.
        """
        if self._next == len(self._recording.chunks):
            raise TransportError(_ENDED)
        chunk = self._recording.chunks[self._next]
        wait_s = (self._started_ns + chunk.at_ns - self._clock()) / 1e9
        if wait_s > 0:
            time.sleep(min(wait_s, READ_WAIT_S))
            return b""
        self._next += 1
        return chunk.data

    def write(self, data: bytes) -> None:
        """There is nobody to read it."""

    def close(self) -> None:
        """There is nothing to release."""

    def describe(self) -> str:
        """What stands in the port's place."""
        return f"a recorded {self._recording.device}"


_ENDED = Problem("The recording has ended", "Start it again.")


def _steps(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """The chunks, and between them the empty steps at which a live host looks at its clock."""
    now_ns = 0
    for chunk in chunks:
        while chunk.at_ns - now_ns > _STEP_NS:
            now_ns += _STEP_NS
            yield Chunk(now_ns, b"")
        now_ns = chunk.at_ns
        yield chunk
