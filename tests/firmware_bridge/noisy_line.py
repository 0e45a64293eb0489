"""A device and a host on a line that damages bytes, with time that the test moves on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.link import Arrived, Item, Link, Lost
from firmware_bridge.messages import Event
from firmware_bridge.schema import SCHEMA


def key_bit(name: str) -> int:
    """A seat key as the mask of its bit."""
    return 1 << SCHEMA.seat_keys.index(name)


class Device(Protocol):
    """What the line needs of a device: the model, or the firmware on the bench."""

    keys: list[int]

    def receive(self, data: bytes) -> None: ...
    def poll(self, now_ms: int) -> bytes: ...


@dataclass
class Noise:
    """Damage a byte: chances of a flipped bit, a lost byte, a byte twice, and inserted rubbish."""

    random: Random
    flip: float = 0.0
    drop: float = 0.0
    double: float = 0.0
    rubbish: float = 0.0

    def __call__(self, data: bytes) -> bytes:
        damaged = bytearray()
        for byte in data:
            if self.random.random() < self.drop:
                continue
            if self.random.random() < self.flip:
                byte ^= 1 << self.random.randrange(8)
            damaged.append(byte)
            if self.random.random() < self.double:
                damaged.append(byte)
            if self.random.random() < self.rubbish:
                damaged += self.random.randbytes(self.random.randrange(1, 60))
        return bytes(damaged)


def clean(data: bytes) -> bytes:
    return data


@dataclass
class Line:
    """Runs the device each millisecond and the host now and then.

    Attributes:
        delivered: the events that the host persisted, in order.
        losses: the losses that it told.
    """

    device: Device
    link: Link
    noise: Callable[[bytes], bytes] = clean
    host_every_ms: int = 1
    now_ms: int = 0
    connected: bool = True
    storage_works: bool = True
    delivered: list[Event] = field(default_factory=list)
    losses: list[int | None] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    sent_by_device: bytearray = field(default_factory=bytearray)
    sent_by_host: bytearray = field(default_factory=bytearray)
    _on_the_way: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.link.opened(self.now_ns)

    @property
    def now_ns(self) -> int:
        return self.now_ms * NS_PER_MS

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.now_ms += 1
            sent = self.device.poll(self.now_ms)
            self.sent_by_device += sent
            if self.connected:
                self._on_the_way += self.noise(sent)
            if self.now_ms % self.host_every_ms == 0:
                self._run_host()

    def unplug(self) -> None:
        self.connected = False
        self._on_the_way.clear()

    def plug(self) -> None:
        self.connected = True
        self.link.opened(self.now_ns)

    def press(self, seat: int, key: str, down_ms: int = 12, up_ms: int = 8) -> None:
        """Press and let go one key of a seat of a device with `keys`."""
        self.device.keys[seat] |= key_bit(key)
        self.run(down_ms)
        self.device.keys[seat] &= ~key_bit(key)
        self.run(up_ms)

    def _run_host(self) -> None:
        data = bytes(self._on_the_way)
        self._on_the_way.clear()
        for item in self.link.receive(data, self.now_ns):
            self.items.append(item)
            if isinstance(item, Arrived) and self.storage_works:
                self.delivered.append(item.event)
                self.link.persisted(item.event, self.now_ns)
            elif isinstance(item, Lost):
                self.losses.append(item.count)
        answer = self.link.due(self.now_ns)
        self.sent_by_host += answer
        if self.connected:
            self.device.receive(self.noise(answer))
