"""Messages: the typed, checked content of frames. Their fields are those of schema.yaml."""

import struct
from dataclasses import astuple, dataclass, field, fields
from typing import ClassVar

from firmware_bridge.frames import Frame
from firmware_bridge.schema import SCHEMA, EventSpec


class MessageError(ValueError):
    """A frame arrived undamaged but says nothing that this schema knows."""


@dataclass(frozen=True)
class Who:
    """Host: who are you?"""

    name: ClassVar[str] = "who"
    nonce: int


@dataclass(frozen=True)
class Ack:
    """Host: every event before `next_id` of this boot is on disk."""

    name: ClassVar[str] = "ack"
    boot_id: int
    next_id: int


@dataclass(frozen=True)
class Ping:
    """Host: I am there."""

    name: ClassVar[str] = "ping"


@dataclass(frozen=True)
class Outputs:
    """Host: lamps and buzzer shall be so.

    Attributes:
        lamps: bit 0 is the lamp of seat 1.
        buzzer: 0 silent, 1 sounding.
    """

    name: ClassVar[str] = "outputs"
    lamps: int = 0
    buzzer: int = 0


@dataclass(frozen=True)
class Hello:
    """Device: who I am, and what waits in my queue.

    Attributes:
        nonce: that of the question, or 0 where the device speaks unasked after it started.
        schema: hash of the schema that the device was built from.
        device: panel or shoe, by its code.
        seats: how many seats it serves.
        boot_id: counts the device's starts.
        oldest_id: the first event that waits.
        next_id: the event that will come next; equal to `oldest_id` where none waits.
        lost: events since the start that found the queue full.
        at_ms: the device's clock.
    """

    name: ClassVar[str] = "hello"
    nonce: int
    schema: int
    device: int
    seats: int
    boot_id: int
    oldest_id: int
    next_id: int
    lost: int
    at_ms: int


@dataclass(frozen=True)
class Status:
    """Device: all that happened before `at_ms` has an event id below `next_id`."""

    name: ClassVar[str] = "status"
    boot_id: int
    next_id: int
    lost: int
    at_ms: int
    lamps: int
    buzzer: int


@dataclass(frozen=True)
class Event:
    """Device: something happened.

    Attributes:
        boot_id: the device's start during which it happened.
        event_id: counts the events of this boot. The pair is unique.
        at_ms: when, by the device's clock.
        kind: code of the event.
        subject: a seat's position, or a card: not in the representation.
        value: a figure, a key or an ordinal, as the schema says.
    """

    name: ClassVar[str] = "event"
    boot_id: int
    event_id: int
    at_ms: int
    kind: int
    subject: int = field(repr=False)
    value: int = field(repr=False)

    @property
    def spec(self) -> EventSpec:
        """What the schema says about this kind of event."""
        return SCHEMA.event_by_code[self.kind]


# Nonce and schema hash: the same in every version of the schema.
_HELLO_PREFIX = struct.Struct("<II")

Message = Who | Ack | Ping | Outputs | Hello | Status | Event
_TYPES: dict[int, type[Message]] = {
    SCHEMA.message(kind.name).code: kind for kind in (Who, Ack, Ping, Outputs, Hello, Status, Event)
}
for _type in _TYPES.values():
    if [item.name for item in fields(_type)] != list(SCHEMA.message(_type.name).field_types):
        raise TypeError(f"{_type.__name__} does not have the fields that schema.yaml names")


def pack(message: Message) -> bytes:
    """The body of a message."""
    return SCHEMA.message(message.name).layout.pack(*astuple(message))


def to_frame(message: Message, sequence: int) -> Frame:
    """The message as a frame."""
    return Frame(SCHEMA.message(message.name).code, sequence & 0xFF, pack(message))


def from_frame(frame: Frame) -> Message:
    """The message that a frame holds.

    Raises:
        MessageError: unknown kind, wrong length, or a value that the schema does not allow.
    """
    kind = _TYPES.get(frame.kind)
    if kind is None:
        raise MessageError(f"message kind {frame.kind:#04x} is not in the schema")
    layout = SCHEMA.message(kind.name).layout
    if len(frame.body) != layout.size:
        raise MessageError(f"{kind.name} has {layout.size} bytes, got {len(frame.body)}")
    message = kind(*layout.unpack(frame.body))
    if isinstance(message, Event):
        _check_event(message)
    if isinstance(message, Hello):
        _check_hello(message)
    return message


def schema_of_hello(frame: Frame) -> int | None:
    """The schema hash of a HELLO of any version; None for another kind of frame."""
    if frame.kind != SCHEMA.message("hello").code or len(frame.body) < _HELLO_PREFIX.size:
        return None
    _, schema = _HELLO_PREFIX.unpack_from(frame.body)
    return int(schema)


def _check_event(event: Event) -> None:
    if event.kind not in SCHEMA.event_by_code:
        raise MessageError(f"event kind {event.kind} is not in the schema")
    spec = event.spec
    seats = SCHEMA.limits.seats
    subjects = {
        "none": range(1),
        "seat": range(1, seats + 1),
        "seat_or_dealer": range(seats + 1),
        "card": range(len(SCHEMA.ranks) * len(SCHEMA.suits) + 1),
    }
    keys = SCHEMA.seat_keys if event.subject else SCHEMA.dealer_keys
    values = {
        "none": range(1),
        "figure": range(10**SCHEMA.limits.digits),
        "key": range(len(keys)),
        "ordinal": range(1, 2**32),
    }
    if event.subject not in subjects[spec.subject] or event.value not in values[spec.value]:
        raise MessageError(f"an event {spec.name} with a subject or value out of range")


def _check_hello(hello: Hello) -> None:
    if hello.next_id < hello.oldest_id:
        raise MessageError("hello with a queue that ends before it begins")
