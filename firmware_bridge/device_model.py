"""The device's side in Python: the same frames as the firmware, for places without a C compiler.

It follows firmware/link.c, panel.c and shoe.c step by step, in virtual time. A test holds the two
together byte for byte, so a recording made with the model is one that the firmware would give.
"""

from collections import deque
from dataclasses import dataclass, field

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
    to_frame,
)
from firmware_bridge.schema import SCHEMA, DeviceName

QUEUE_LENGTH = 256
_WINDOW = 8
_RESEND_MIN_MS = 40
_RESEND_MAX_MS = 640
_RESEND_MARGIN_MS = 20
_TIMING = SCHEMA.timing
_FIGURE_EVENTS = {spec.name for spec in SCHEMA.events if spec.value == "figure"}


@dataclass
class Debounce:
    """Keys of one seat: a key changes when `debounce_ms` samples in a row say so."""

    state: int = 0
    counts: dict[int, int] = field(default_factory=dict)

    def sample(self, raw: int) -> int:
        """Take the sample of one millisecond and give the bits that changed."""
        differs = raw ^ self.state
        if not differs:
            self.counts.clear()
            return 0
        bits = [bit for bit in range(differs.bit_length()) if differs >> bit & 1]
        self.counts = {bit: self.counts.get(bit, 0) + 1 for bit in bits}
        changed = 0
        for bit in bits:
            if self.counts[bit] >= _TIMING.debounce_ms:
                changed |= 1 << bit
                del self.counts[bit]
        self.state ^= changed
        return changed


@dataclass
class Figure:
    """The digits typed at one seat, until a word says them."""

    value: int = 0
    digits: int = 0
    typed_ms: int = 0

    def clear(self) -> None:
        """Forget the digits."""
        self.value = self.digits = 0

    def forget_old(self, now_ms: int) -> None:
        """Forget digits that nobody said in time."""
        if self.digits and now_ms - self.typed_ms >= _TIMING.figure_ms:
            self.clear()

    def type(self, digit: int, now_ms: int) -> None:
        """Add a digit; more digits than a figure may have void it until it is cleared."""
        if self.digits < SCHEMA.limits.digits:
            self.value = self.value * 10 + digit
            self.digits += 1
        else:
            self.value, self.digits = 0, SCHEMA.limits.digits + 1
        self.typed_ms = now_ms

    def say(self) -> int:
        """The figure, 0 for none; it is used up."""
        value = self.value if self.digits <= SCHEMA.limits.digits else 0
        self.clear()
        return value


@dataclass
class KeyGroup:
    """All that the panel remembers about one seat, or about the dealer."""

    keys: Debounce
    figure: Figure = field(default_factory=Figure)
    still_down: int = 0
    stuck: int = 0
    retell: int = 0


class DeviceModel:
    """A panel or a shoe.

    Set `keys[subject]` (a bit a key, subject 0 is the dealer) or `cards` and `loaded`, give it
    what the host sent, and poll it each millisecond.

    Args:
        device: what it is.
        seats: how many seats a panel serves.
        boot_id: of this start.
        now_ms: the device's clock at the start.
        keys: keys that are down at the start, by subject.
    """

    def __init__(
        self,
        device: DeviceName = "panel",
        *,
        seats: int = SCHEMA.limits.seats,
        boot_id: int = 1,
        now_ms: int = 0,
        keys: dict[int, int] | None = None,
    ) -> None:
        self.device = device
        self.seats = seats if device == "panel" else 0
        self.boot_id = boot_id
        self.keys = [(keys or {}).get(subject, 0) for subject in range(self.seats + 1)]
        self.cards: deque[int] = deque()
        self.loaded = False
        self.outputs = Outputs()
        self.lost = 0
        self._groups = [KeyGroup(Debounce(down), still_down=down) for down in self.keys]
        self._stuck_at = self._beat_at = self._polled_at = now_ms
        self._ordinal = 0
        self._queue: deque[Event] = deque()
        self._oldest_id = self._next_id = self._send_id = self._unsent_id = 1
        self._timer_at = now_ms
        self._resend_ms = self._resend_base_ms = _RESEND_MIN_MS
        self._round_trip_ms = 0
        self._timed: tuple[int, int] | None = None
        self._nak_id = 0
        self._heard_at: int | None = None
        self._decoder = FrameDecoder()
        self._sequence = 0
        self._received = b""
        self._sent = bytearray()
        self._send(self._hello(0, now_ms))

    def receive(self, data: bytes) -> None:
        """Bytes from the host; read at the next poll."""
        self._received += data

    def poll(self, now_ms: int) -> bytes:
        """Run one round of the main loop and give the bytes that it sends."""
        received, self._received = self._received, b""
        for frame in self._decoder.feed(received):
            try:
                message = from_frame(frame)
            except MessageError:
                continue
            self._take(message, now_ms)
        if now_ms != self._polled_at:
            self._polled_at = now_ms
            if self.device == "panel":
                self._poll_panel(now_ms)
            else:
                self._poll_shoe(now_ms)
            self._poll_host(now_ms)
        self._send_events(now_ms)
        sent, self._sent = bytes(self._sent), bytearray()
        return sent

    def _send(self, message: Message) -> None:
        self._sent += encode(to_frame(message, self._sequence))
        self._sequence = (self._sequence + 1) & 0xFF

    def _hello(self, nonce: int, now_ms: int) -> Hello:
        return Hello(
            nonce,
            SCHEMA.digest,
            SCHEMA.devices[self.device],
            self.seats,
            self.boot_id,
            self._oldest_id,
            self._next_id,
            self.lost,
            now_ms,
        )

    def _status(self, now_ms: int) -> Status:
        lamps, buzzer = self.outputs.lamps, self.outputs.buzzer
        return Status(self.boot_id, self._next_id, self.lost, now_ms, lamps, buzzer)

    def _take(self, message: Message, now_ms: int) -> None:
        if not isinstance(message, Who | Ack | Ping | Outputs):
            return
        self._heard_at = now_ms
        if isinstance(message, Who):
            for group in self._groups:
                group.retell = group.stuck
            self._send(self._hello(message.nonce, now_ms))
            self._resend_from_oldest(now_ms)
        elif isinstance(message, Ack) and message.boot_id == self.boot_id:
            self._take_ack(message.next_id, now_ms)
        elif isinstance(message, Outputs):
            self.outputs = message
            self._send(self._status(now_ms))

    def _take_ack(self, next_id: int, now_ms: int) -> None:
        if self._oldest_id < next_id <= self._next_id:
            if self._timed and self._timed[0] < next_id:
                self._measure_round_trip(now_ms - self._timed[1])
            while self._oldest_id < next_id:
                self._queue.popleft()
                self._oldest_id += 1
            self._send_id = max(self._send_id, self._oldest_id)
            self._timer_at = now_ms
            self._resend_ms = self._resend_base_ms
        elif next_id == self._oldest_id and self._nak_id != next_id != self._send_id:
            self._nak_id = next_id
            self._resend_from_oldest(now_ms)

    def _measure_round_trip(self, measured_ms: int) -> None:
        self._timed = None
        old = self._round_trip_ms
        self._round_trip_ms = (7 * old + measured_ms) // 8 if old else measured_ms
        wished = 2 * self._round_trip_ms + _RESEND_MARGIN_MS
        self._resend_base_ms = min(max(wished, _RESEND_MIN_MS), _RESEND_MAX_MS)

    def _resend_from_oldest(self, now_ms: int) -> None:
        self._send_id = self._oldest_id
        self._timer_at = now_ms
        self._timed = None

    def _send_events(self, now_ms: int) -> None:
        if self._heard_at is None:
            return
        waited = now_ms - self._timer_at
        if self._send_id != self._oldest_id and waited >= self._resend_ms:
            self._resend_ms = min(2 * self._resend_ms, _RESEND_MAX_MS)
            self._resend_from_oldest(now_ms)
        while self._send_id != self._next_id and self._send_id - self._oldest_id < _WINDOW:
            if self._send_id == self._oldest_id:
                self._timer_at = now_ms
            if self._timed is None and self._send_id >= self._unsent_id:
                self._timed = (self._send_id, now_ms)
            self._send(self._queue[self._send_id - self._oldest_id])
            self._send_id += 1
            self._unsent_id = max(self._unsent_id, self._send_id)

    def _poll_host(self, now_ms: int) -> None:
        if self._heard_at is not None and now_ms - self._heard_at >= _TIMING.silence_ms:
            self._heard_at = None
            self.outputs = Outputs()
        if now_ms - self._beat_at >= _TIMING.beat_ms:
            self._beat_at = now_ms
            self._send(self._status(now_ms))

    def _add(self, name: str, subject: int, value: int, now_ms: int) -> None:
        if len(self._queue) >= QUEUE_LENGTH:
            self.lost += 1
            return
        code = SCHEMA.event_code[name]
        event = Event(self.boot_id, self._next_id, now_ms, code, subject, value)
        self._queue.append(event)
        self._next_id += 1

    def _poll_shoe(self, now_ms: int) -> None:
        if self.loaded:
            self.loaded = False
            self._ordinal = 0
        if self.cards:
            self._ordinal += 1
            self._add("card", self.cards.popleft(), self._ordinal, now_ms)

    def _poll_panel(self, now_ms: int) -> None:
        for subject, group in enumerate(self._groups):
            changed = group.keys.sample(self.keys[subject])
            if changed:
                self._keys_changed(subject, group, changed, now_ms)
            group.still_down &= group.keys.state
        if now_ms - self._stuck_at >= _TIMING.stuck_ms:
            self._stuck_at = now_ms
            for subject, group in enumerate(self._groups):
                self._tell_stuck(subject, group, now_ms)

    def _keys_changed(self, subject: int, group: KeyGroup, changed: int, now_ms: int) -> None:
        names = SCHEMA.seat_keys if subject else SCHEMA.dealer_keys
        for bit, name in enumerate(names):
            mask = 1 << bit
            if not changed & mask:
                continue
            if not group.keys.state & mask:
                if group.stuck & mask:
                    group.stuck &= ~mask
                    self._add("key_freed", subject, bit, now_ms)
            elif subject:
                self._seat_key(subject, group.figure, name, now_ms)
            else:
                self._add(name, 0, 0, now_ms)

    def _seat_key(self, subject: int, figure: Figure, name: str, now_ms: int) -> None:
        figure.forget_old(now_ms)
        if name == "clear":
            figure.clear()
        elif name.startswith("digit_"):
            figure.type(int(name[-1]), now_ms)
        else:
            value = figure.say() if name in _FIGURE_EVENTS else 0
            figure.clear()
            if name != "amount" or value:
                self._add(name, subject, value, now_ms)

    def _tell_stuck(self, subject: int, group: KeyGroup, now_ms: int) -> None:
        told = group.still_down & (~group.stuck | group.retell)
        for bit in range(told.bit_length()):
            if told >> bit & 1:
                self._add("key_stuck", subject, bit, now_ms)
        group.stuck |= told
        group.retell = 0
        group.still_down = group.keys.state
