"""The link: each event of a device exactly once, in order, or its loss told.

No I/O and no clock of its own: bytes and times go in, items and bytes come out, so the same code
serves a port, a recording and a test. The rules:

* Nothing is accepted before a HELLO that answers our WHO, of our schema and of the right device.
* An event is acknowledged after `persisted` was called for it, cumulatively. Until then the
  device keeps it and sends it again.
* A gap is answered by one repeated acknowledgement, duplicates by one within `_ACK_SPACING_NS`:
  answering each would start a storm.
* Another boot id, a counter of lost events that moved, or ids that are missing from the queue are
  a loss, and are told as one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.frames import FrameDecoder, encode
from firmware_bridge.messages import (
    Ack,
    Event,
    Hello,
    Message,
    MessageError,
    Outputs,
    Ping,
    Status,
    Who,
    from_frame,
    schema_of_hello,
    to_frame,
)
from firmware_bridge.schema import SCHEMA, DeviceName

PING_NS = SCHEMA.timing.ping_ms * NS_PER_MS
# One beat less than the limit: after it the silence is not only there but told.
SILENCE_NS = (SCHEMA.timing.silence_ms - SCHEMA.timing.beat_ms) * NS_PER_MS
_WHO_SPACING_NS = 100 * NS_PER_MS
_ACK_SPACING_NS = 20 * NS_PER_MS
_OUTPUTS_SPACING_NS = 50 * NS_PER_MS


@dataclass(frozen=True, order=True)
class EventKey:
    """What tells an event from all others of its device."""

    boot_id: int
    event_id: int


@dataclass(frozen=True)
class Accounted:
    """How far a person has accounted for a device: every loss before it was told and confirmed.

    Attributes:
        boot_id: of the start that it is about.
        next_id: the first event that is neither here nor confirmed as lost.
        lost: how many that start had counted as lost.
    """

    boot_id: int
    next_id: int
    lost: int


@dataclass(frozen=True)
class Greeted:
    """The device said who it is; `hello.oldest_id` to `next_id` - 1 waited in its queue."""

    hello: Hello


@dataclass(frozen=True)
class Arrived:
    """The next event. It is acknowledged once `Link.persisted` was called.

    Attributes:
        event: what the device told.
        waited: it happened before this connection, so it lay in the device's queue.
    """

    event: Event
    waited: bool


@dataclass(frozen=True)
class Beat:
    """The device's clock stood at `at_ms` when this left.

    Attributes:
        at_ms: device time.
        complete: every event before `at_ms` has arrived and was persisted.
    """

    at_ms: int
    complete: bool


@dataclass(frozen=True)
class Lost:
    """Events are gone, or may be: what was told since the last complete beat is not all.

    Attributes:
        count: how many; None where nobody can know.
    """

    count: int | None


@dataclass(frozen=True)
class Refused:
    """The peer is not the one that belongs here; nothing is accepted from it."""

    reason: str
    remedy: str


Item = Greeted | Arrived | Beat | Lost | Refused


@dataclass
class LinkCounters:
    """What the link has seen since it was made."""

    frames: int = 0
    refused_messages: int = 0
    events: int = 0
    duplicates: int = 0
    gaps: int = 0
    lost_events: int = 0
    restarts: int = 0
    greetings: int = 0


class Link:
    """The host's end of one serial line.

    Args:
        device: what must be at the other end.
        resume_after: the last event on disk from an earlier run, so that it is not given twice.
        accounted: from an earlier run, so that no loss is told twice. Of another start than
            `resume_after`, it is the newer one.
        recorded: the bytes are a recording, whose HELLO answered another host's question.
    """

    def __init__(
        self,
        device: DeviceName,
        *,
        resume_after: EventKey | None = None,
        accounted: Accounted | None = None,
        recorded: bool = False,
    ) -> None:
        self.device = device
        self.counters = LinkCounters()
        self.outputs = Outputs()
        self._recorded = recorded
        self._boot_id = resume_after.boot_id if resume_after else None
        self._expected_id = resume_after.event_id + 1 if resume_after else 0
        self._lost_told = 0
        if accounted is not None:
            same = accounted.boot_id == self._boot_id
            self._boot_id = accounted.boot_id
            self._expected_id = max(accounted.next_id, self._expected_id if same else 0)
            self._lost_told = accounted.lost
        self._sequence = 0
        self.opened(0)

    def opened(self, now_ns: int) -> None:
        """A fresh stream of bytes begins: ask who is there, and believe nothing before."""
        self._decoder = FrameDecoder()
        self._nonce = now_ns // NS_PER_MS % 2**32 or 1
        self._greeted = False
        self._waiting_below = 0
        self._heard_ns = now_ns
        self._ack_due_ns: int | None = None
        self._acked_ns = self._asked_ns = self._pinged_ns = self._set_ns = now_ns - SILENCE_NS
        self._gap_told_at: int | None = None
        self._outputs_told: Outputs | None = None

    @property
    def greeted(self) -> bool:
        """The device has said who it is, on this stream."""
        return self._greeted

    @property
    def accounted(self) -> Accounted | None:
        """Where a person who confirms all losses that were told has accounted for the device."""
        if self._boot_id is None:
            return None
        return Accounted(self._boot_id, self._expected_id, self._lost_told)

    @property
    def caught_up(self) -> bool:
        """Greeted, and all that waited in the device's queue has arrived."""
        return self._greeted and self._expected_id >= self._waiting_below

    @property
    def damaged_frames(self) -> int:
        """Pieces of this stream that were no valid frame."""
        return self._decoder.damaged

    def silent(self, now_ns: int) -> bool:
        """Nothing valid came for the silence limit."""
        return now_ns - self._heard_ns >= SILENCE_NS

    def receive(self, data: bytes, now_ns: int) -> Iterator[Item]:
        """Take bytes that arrived at `now_ns`. Iterate to the end: items come one by one.

        An event that is not reported to `persisted` before the next item is asked for counts as
        not arrived; the device will send it again.
        """
        for frame in self._decoder.feed(data):
            self.counters.frames += 1
            schema = schema_of_hello(frame)
            if schema is not None and schema != SCHEMA.digest:
                self._greeted = False
                yield _schema_refused(schema)
                continue
            try:
                message = from_frame(frame)
            except MessageError:
                self.counters.refused_messages += 1
                continue
            self._heard_ns = now_ns
            yield from self._take(message, now_ns)

    def persisted(self, event: Event, now_ns: int) -> None:
        """`event`, the last that arrived, is on disk: acknowledge it."""
        self._expected_id = event.event_id + 1
        self._ack_due_ns = now_ns
        self.counters.events += 1

    def due(self, now_ns: int) -> bytes:
        """The bytes to send now. Call it after each `receive`, and every 20 ms or so."""
        if not self._greeted:
            if now_ns - self._asked_ns < _WHO_SPACING_NS:
                return b""
            self._asked_ns = now_ns
            return self._bytes_of(Who(self._nonce))
        messages: list[Message] = []
        if (
            self._ack_due_ns is not None
            and now_ns >= self._ack_due_ns
            and self._boot_id is not None
        ):
            self._ack_due_ns, self._acked_ns = None, now_ns
            messages.append(Ack(self._boot_id, self._expected_id))
        if now_ns - self._pinged_ns >= PING_NS:
            self._pinged_ns = now_ns
            messages.append(Ping())
        if self._outputs_told != self.outputs and now_ns - self._set_ns >= _OUTPUTS_SPACING_NS:
            self._set_ns = now_ns
            messages.append(self.outputs)
        return b"".join(map(self._bytes_of, messages))

    def _bytes_of(self, message: Message) -> bytes:
        self._sequence = (self._sequence + 1) & 0xFF
        return encode(to_frame(message, self._sequence))

    def _take(self, message: Message, now_ns: int) -> Iterator[Item]:
        if isinstance(message, Hello):
            yield from self._take_hello(message)
        elif self._greeted and isinstance(message, Status | Event):
            if message.boot_id != self._boot_id:
                self._greeted = False  # it restarted under our eyes: ask again
            elif isinstance(message, Status):
                yield from self._take_status(message)
            else:
                yield from self._take_event(message, now_ns)

    def _take_hello(self, hello: Hello) -> Iterator[Item]:
        if hello.device != SCHEMA.devices[self.device]:
            self._greeted = False
            yield _device_refused(hello, self.device)
            return
        if self._greeted and hello.boot_id == self._boot_id:
            return  # the second answer to a question asked twice
        if hello.nonce != self._nonce and not self._recorded:
            self._greeted = False  # of another conversation, or said unasked after a start
            return
        yield from self._losses_at(hello)
        self._greeted = True
        self._waiting_below = hello.next_id
        self.counters.greetings += 1
        yield Greeted(hello)
        yield Beat(hello.at_ms, complete=self.caught_up)

    def _losses_at(self, hello: Hello) -> Iterator[Item]:
        """Compare the device's queue with what we have, and go on from its oldest event."""
        known = self._boot_id
        if known is None:
            self._lost_told = hello.lost
        elif known != hello.boot_id:
            self.counters.restarts += 1
            self._lost_told = hello.lost
            yield Lost(None)
        elif self._expected_id > hello.next_id:
            yield Lost(None)
        elif self._expected_id < hello.oldest_id:
            missing = hello.oldest_id - self._expected_id
            self.counters.lost_events += missing
            yield Lost(missing)
        else:
            yield from self._overflow(hello.lost)
            return
        self._boot_id = hello.boot_id
        self._expected_id = hello.oldest_id

    def _overflow(self, lost: int) -> Iterator[Item]:
        if lost > self._lost_told:
            self.counters.lost_events += lost - self._lost_told
            yield Lost(lost - self._lost_told)
        self._lost_told = lost

    def _take_status(self, status: Status) -> Iterator[Item]:
        self._outputs_told = Outputs(status.lamps, status.buzzer)
        yield from self._overflow(status.lost)
        yield Beat(status.at_ms, complete=self._expected_id >= status.next_id)

    def _take_event(self, event: Event, now_ns: int) -> Iterator[Item]:
        if event.event_id == self._expected_id:
            self._gap_told_at = None
            yield Arrived(event, waited=event.event_id < self._waiting_below)
        elif event.event_id > self._expected_id:
            self.counters.gaps += 1
            if self._gap_told_at != self._expected_id:
                self._gap_told_at = self._expected_id
                self._ack_due_ns = now_ns
        elif event.event_id < self._expected_id:
            self.counters.duplicates += 1
            if self._ack_due_ns is None:
                self._ack_due_ns = max(now_ns, self._acked_ns + _ACK_SPACING_NS)


def _schema_refused(schema: int) -> Refused:
    return Refused(
        f"The device's firmware speaks schema {schema:08x}, this program {SCHEMA.digest:08x}",
        "Flash the firmware that came with this version of betline.",
    )


def _device_refused(hello: Hello, wanted: DeviceName) -> Refused:
    found = SCHEMA.device_by_code.get(hello.device, "an unknown device")
    return Refused(
        f"This port leads to the {found}, not to the {wanted}",
        f"Give the {wanted}'s port in the table file, or swap the cables.",
    )
