from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from noisy_line import Line, Noise

from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.device_model import QUEUE_LENGTH, DeviceModel
from firmware_bridge.frames import FrameDecoder, encode
from firmware_bridge.link import Accounted, Arrived, Beat, EventKey, Greeted, Link, Lost, Refused
from firmware_bridge.messages import (
    Ack,
    Event,
    Hello,
    Message,
    Outputs,
    Status,
    Who,
    from_frame,
    to_frame,
)
from firmware_bridge.schema import SCHEMA

BOOT = 7


def hello(**changes: int) -> Hello:
    values = {
        "nonce": 1,
        "schema": SCHEMA.digest,
        "device": SCHEMA.devices["panel"],
        "seats": 9,
        "boot_id": BOOT,
        "oldest_id": 1,
        "next_id": 1,
        "lost": 0,
        "at_ms": 0,
    }
    return Hello(**(values | changes))


def event(event_id: int, boot_id: int = BOOT) -> Event:
    return Event(boot_id, event_id, 5, SCHEMA.event_code["call"], 3, 0)


def wire(*messages: Message) -> bytes:
    return b"".join(encode(to_frame(message, 0)) for message in messages)


def heard(data: bytes) -> list[Message]:
    return [from_frame(frame) for frame in FrameDecoder().feed(data)]


def greeted_link(**changes: int) -> Link:
    link = Link("panel")
    link.opened(NS_PER_MS)
    assert any(isinstance(item, Greeted) for item in link.receive(wire(hello(**changes)), 0))
    return link


def receive(link: Link, data: bytes, now_ns: int, *, persist: bool = True) -> list[int]:
    """Take bytes as a host does; gives the ids that arrived."""
    arrived = []
    for item in link.receive(data, now_ns):
        if isinstance(item, Arrived):
            arrived.append(item.event.event_id)
            if persist:
                link.persisted(item.event, now_ns)
    return arrived


def acks(link: Link, now_ns: int) -> list[int]:
    return [message.next_id for message in heard(link.due(now_ns)) if isinstance(message, Ack)]


def test_nothing_is_accepted_before_hello():
    link = Link("panel")
    link.opened(0)
    assert list(link.receive(wire(event(1)), 0)) == []
    assert not link.greeted


def test_the_host_asks_until_it_is_answered():
    link = Link("panel")
    link.opened(NS_PER_MS)
    assert heard(link.due(NS_PER_MS)) == [Who(1)]
    assert link.due(50 * NS_PER_MS) == b""
    assert heard(link.due(101 * NS_PER_MS)) == [Who(1)]


def test_an_answer_to_an_older_question_is_not_believed():
    link = Link("panel")
    link.opened(5 * NS_PER_MS)
    assert list(link.receive(wire(hello(nonce=4)), 0)) == []
    assert not link.greeted


def test_an_event_is_acknowledged_once_it_is_persisted():
    link = greeted_link()
    assert receive(link, wire(event(1)), 0, persist=False) == [1]
    assert acks(link, 0) == []
    assert receive(link, wire(event(1), event(2)), 0) == [1, 2]
    assert acks(link, 0) == [3]


def test_what_follows_an_event_that_was_not_persisted_is_not_taken():
    link = greeted_link()
    assert receive(link, wire(event(1), event(2), event(3)), 0, persist=False) == [1]


def test_a_duplicate_is_acknowledged_again_but_not_given_again():
    link = greeted_link()
    receive(link, wire(event(1)), 0)
    assert acks(link, 0) == [2]
    assert receive(link, wire(event(1)) * 50, NS_PER_MS) == []
    assert acks(link, NS_PER_MS) == []
    assert acks(link, 30 * NS_PER_MS) == [2]
    assert link.counters.duplicates == 50


def test_a_gap_is_told_to_the_device_once():
    link = greeted_link()
    assert receive(link, wire(event(2), event(3)), 0) == []
    assert acks(link, 0) == [1]
    assert receive(link, wire(event(2)), 0) == []
    assert acks(link, 0) == []
    assert receive(link, wire(event(1), event(2)), 0) == [1, 2]


def test_another_schema_is_refused_in_words():
    link = Link("panel")
    (item,) = link.receive(wire(hello(schema=0xBAD)), 0)
    assert isinstance(item, Refused)
    assert "schema 00000bad" in item.reason
    assert "Flash the firmware" in item.remedy
    assert not link.greeted


def test_the_shoe_on_the_panels_port_is_refused_in_words():
    link = Link("panel")
    (item,) = link.receive(wire(hello(device=SCHEMA.devices["shoe"])), 0)
    assert isinstance(item, Refused)
    assert item.reason == "This port leads to the shoe, not to the panel"


def test_a_restart_is_a_loss_and_is_greeted_anew():
    link = greeted_link()
    receive(link, wire(event(1)), 0)
    assert list(link.receive(wire(event(1, boot_id=BOOT + 1)), 0)) == []
    assert not link.greeted
    items = list(link.receive(wire(hello(boot_id=BOOT + 1)), 0))
    assert items[0] == Lost(None)
    assert link.counters.restarts == 1
    assert receive(link, wire(event(1, boot_id=BOOT + 1)), 0) == [1]


def test_ids_that_left_the_queue_unseen_are_a_counted_loss():
    link = greeted_link()
    receive(link, wire(event(1)), 0)
    link.opened(NS_PER_MS)
    items = list(link.receive(wire(hello(oldest_id=5, next_id=6)), 0))
    assert items[0] == Lost(3)
    assert receive(link, wire(event(5)), 0) == [5]


def test_a_run_resumes_after_the_last_event_on_disk():
    link = Link("panel", resume_after=EventKey(BOOT, 4))
    link.opened(NS_PER_MS)
    items = list(link.receive(wire(hello(oldest_id=3, next_id=7)), 0))
    assert not any(isinstance(item, Lost) for item in items)
    assert receive(link, wire(event(3), event(4), event(5)), 0) == [5]
    assert acks(link, 0) == [6]


def test_a_run_tells_no_loss_again_that_was_confirmed_in_an_earlier_one():
    known = Accounted(BOOT, next_id=9, lost=7)
    link = Link("panel", resume_after=EventKey(BOOT, 4), accounted=known)
    link.opened(NS_PER_MS)
    items = list(link.receive(wire(hello(oldest_id=9, next_id=9, lost=7)), 0))
    assert not any(isinstance(item, Lost) for item in items)
    items = list(link.receive(wire(Status(BOOT, 9, 9, 5, 0, 0)), 0))
    assert items[0] == Lost(2)


def test_a_run_tells_a_loss_again_that_nobody_had_confirmed():
    link = Link("panel", resume_after=EventKey(BOOT, 4))
    link.opened(NS_PER_MS)
    items = list(link.receive(wire(hello(oldest_id=5, next_id=5, lost=7)), 0))
    assert items[0] == Lost(7)


def test_a_run_tells_no_restart_again_that_was_confirmed_before_anything_else_was_said():
    known = Accounted(BOOT, next_id=1, lost=0)
    link = Link("panel", resume_after=EventKey(BOOT - 1, 40), accounted=known)
    link.opened(NS_PER_MS)
    items = list(link.receive(wire(hello(oldest_id=1, next_id=2)), 0))
    assert not any(isinstance(item, Lost) for item in items)
    assert receive(link, wire(event(1)), 0) == [1]


def test_a_beat_is_complete_when_all_before_it_has_arrived():
    link = greeted_link(next_id=2)
    assert not link.caught_up
    arrived = list(link.receive(wire(hello(next_id=2)), 0))
    assert arrived == []
    receive(link, wire(event(1)), 0)
    assert link.caught_up


def test_outputs_are_sent_until_the_device_shows_them():
    device = DeviceModel()
    line = Line(device, Link("panel"))
    line.run(50)
    line.link.outputs = Outputs(lamps=0b101, buzzer=1)
    line.connected = False
    line.run(120)
    line.connected = True
    line.run(120)
    assert device.outputs == Outputs(0b101, 1)
    sent = len(line.sent_by_host)
    line.run(300)
    assert len(line.sent_by_host) - sent < 30  # one ping, and no outputs again


def test_the_device_turns_its_outputs_off_when_the_host_has_gone():
    device = DeviceModel()
    line = Line(device, Link("panel"))
    line.link.outputs = Outputs(1, 1)
    line.run(200)
    line.unplug()
    line.run(SCHEMA.timing.silence_ms - 600)
    assert device.outputs == Outputs(1, 1)
    line.run(700)
    assert device.outputs == Outputs(0, 0)


def test_a_full_queue_is_told_and_the_rest_arrives():
    line = Line(DeviceModel(), Link("panel"))
    line.run(50)
    line.unplug()
    for _ in range(QUEUE_LENGTH + 3):
        line.press(1, "call")
    line.plug()
    line.run(3_000)
    assert line.losses == [3]
    assert [item.event_id for item in line.delivered] == list(range(1, QUEUE_LENGTH + 1))


def test_storage_that_fails_for_a_while_loses_nothing():
    line = Line(DeviceModel(), Link("panel"))
    line.run(50)
    line.storage_works = False
    for _ in range(10):
        line.press(2, "raise")
    line.run(3_000)
    assert line.delivered == []
    line.storage_works = True
    line.run(1_500)
    assert [item.event_id for item in line.delivered] == list(range(1, 11))


RATES = st.floats(0, 0.01)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    flip=RATES,
    drop=RATES,
    double=RATES,
    host_every_ms=st.integers(1, 40),
    unplugs=st.lists(st.tuples(st.integers(0, 300), st.integers(1, 600)), max_size=4),
)
def test_each_event_arrives_once_and_in_order_through_any_noise(
    seed: int,
    flip: float,
    drop: float,
    double: float,
    host_every_ms: int,
    unplugs: list[tuple[int, int]],
):
    """Exactly once, in order, whatever the line does, as long as the device keeps its memory."""
    noise = Noise(Random(seed), flip, drop, double, rubbish=0.001)
    line = Line(DeviceModel(), Link("panel"), noise, host_every_ms)
    for number in range(40):
        line.press(1 + number % 9, "call" if number % 2 else "fold")
        for place, length_ms in unplugs:
            if place == number * 8:
                line.unplug()
                line.run(length_ms)
                line.plug()
    line.noise = lambda data: data
    line.run(4_000)
    assert [item.event_id for item in line.delivered] == list(range(1, 41))
    assert [item.subject for item in line.delivered] == [1 + n % 9 for n in range(40)]
    assert line.losses == []
    assert line.link.caught_up


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), resets=st.sets(st.integers(0, 29), min_size=1, max_size=3))
def test_a_loss_of_the_devices_memory_is_always_told(seed: int, resets: set[int]):
    noise = Noise(Random(seed), flip=0.002, drop=0.002, double=0.002)
    line = Line(DeviceModel(boot_id=1), Link("panel"))
    line.run(100)
    line.noise = noise
    pressed = []
    for number in range(30):
        if number in resets:
            boot_id = line.device.boot_id + 1
            line.device = DeviceModel(boot_id=boot_id, now_ms=line.now_ms)
        line.press(1, "call")
        pressed.append(line.device.boot_id)
    line.noise = lambda data: data
    line.run(4_000)
    keys = [EventKey(item.boot_id, item.event_id) for item in line.delivered]
    assert keys == sorted(set(keys))
    assert len(line.losses) >= 1
    last = line.device.boot_id
    assert sum(key.boot_id == last for key in keys) == pressed.count(last)


@given(st.lists(st.binary(max_size=80), max_size=20))
def test_no_bytes_whatever_raise_or_invent_an_event(pieces: list[bytes]):
    link = greeted_link()
    for number, piece in enumerate(pieces):
        assert not any(isinstance(item, Arrived) for item in link.receive(piece, number))
        link.due(number)


@pytest.mark.parametrize("host_every_ms", [1, 25])
def test_beats_promise_only_what_has_arrived(host_every_ms: int):
    """A beat that is complete at device time t: every event before t was delivered before it."""
    noise = Noise(Random(3), flip=0.005, drop=0.005)
    line = Line(DeviceModel(), Link("panel"), noise, host_every_ms)
    for number in range(60):
        line.press(1 + number % 9, "check")
    line.noise = lambda data: data
    line.run(3_000)
    promised_ms = -1
    for item in line.items:
        if isinstance(item, Beat) and item.complete:
            promised_ms = max(promised_ms, item.at_ms)
        elif isinstance(item, Arrived):
            assert item.event.at_ms > promised_ms
    assert promised_ms > 3_000
