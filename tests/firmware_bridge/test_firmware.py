"""The C code: the same bytes as the model, whatever happens; and the law of the link for it."""

from random import Random

import pytest
from bench import Bench, needs_compiler
from hypothesis import given, settings
from hypothesis import strategies as st
from noisy_line import Line, Noise

from firmware_bridge.device_model import QUEUE_LENGTH, DeviceModel
from firmware_bridge.frames import FrameDecoder, encode
from firmware_bridge.link import Link
from firmware_bridge.messages import Ack, to_frame
from firmware_bridge.schema import SCHEMA

pytestmark = [pytest.mark.firmware, needs_compiler]

# What happens within a few milliseconds: who, which key, for how long, and how long nothing after.
STROKES = st.tuples(
    st.integers(0, SCHEMA.limits.seats),
    st.integers(0, len(SCHEMA.seat_keys) - 1),
    st.integers(1, 15),
    st.one_of(st.integers(1, 30), st.just(2_500), st.just(6_000), st.just(11_000)),
)


def play(device: DeviceModel | Bench, strokes: list[tuple[int, int, int, int]], seed: int) -> Line:
    """A noisy hour at the table, the same for each device."""
    noise = Noise(Random(seed), flip=0.002, drop=0.002, double=0.002, rubbish=0.0005)
    line = Line(device, Link("panel"), noise, host_every_ms=1 + seed % 30)
    for number, (subject, key, down_ms, pause_ms) in enumerate(strokes):
        bit = key if subject else key % len(SCHEMA.dealer_keys)
        device.keys[subject] ^= 1 << bit  # some keys stay down and get stuck
        line.run(down_ms)
        if number % 5:
            device.keys[subject] ^= 1 << bit
        if number % 7 == 6:
            line.unplug()
        line.run(pause_ms)
        if number % 7 == 6:
            line.plug()
    return line


@settings(max_examples=12, deadline=None)
@given(
    st.lists(STROKES, min_size=1, max_size=15),
    st.integers(0, 2**32),
    st.integers(0, 65535),
    st.dictionaries(st.integers(0, 10), st.integers(0, 7)),
)
def test_firmware_and_model_of_the_panel_send_the_same_bytes(
    strokes: list[tuple[int, int, int, int]], seed: int, boot_id: int, keys: dict[int, int]
):
    model = play(DeviceModel(boot_id=boot_id, keys=keys), strokes, seed)
    firmware = play(Bench(boot_id=boot_id, keys=keys), strokes, seed)
    assert bytes(firmware.sent_by_device) == bytes(model.sent_by_device)
    assert firmware.delivered == model.delivered


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60), st.booleans(), st.integers(1, 40)), max_size=30))
def test_firmware_and_model_of_the_shoe_send_the_same_bytes(cards: list[tuple[int, bool, int]]):
    lines = [Line(kind("shoe"), Link("shoe")) for kind in (DeviceModel, Bench)]
    for line in lines:
        for card, loaded, pause_ms in cards:
            line.device.loaded = loaded
            line.device.cards.append(min(card, 52))
            line.run(pause_ms)
        line.run(500)
    model, firmware = lines
    assert bytes(firmware.sent_by_device) == bytes(model.sent_by_device)
    assert len(firmware.delivered) == len(cards)


@pytest.mark.parametrize("kind", [DeviceModel, Bench])
def test_a_repeated_acknowledgement_is_honoured_once(kind: type[DeviceModel | Bench]):
    """The first asks for the events again; each further one would start a storm."""
    device = kind()
    line = Line(device, Link("panel"))
    line.run(50)
    line.storage_works = False
    line.press(1, "call")
    ack = encode(to_frame(Ack(device.boot_id, 1), 0))
    event_code = SCHEMA.message("event").code
    sent = []
    for _ in range(4):
        device.receive(ack)
        frames = FrameDecoder().feed(device.poll(line.now_ms))
        sent.append([frame.kind for frame in frames].count(event_code))
    assert sent == [1, 0, 0, 0]


def test_a_card_that_no_deck_has_is_told_as_unread():
    line = Line(Bench("shoe"), Link("shoe"))
    line.device.cards.append(200)
    line.run(100)
    assert [(event.subject, event.value) for event in line.delivered] == [(0, 1)]


def test_a_thousand_presses_through_noise_and_unplugging_arrive_once_and_in_order():
    noise = Noise(Random(11), flip=0.001, drop=0.001, double=0.001)
    line = Line(Bench(), Link("panel"), noise, host_every_ms=20)
    for number in range(1_000):
        line.press(1 + number % 10, "call", down_ms=12, up_ms=38)
        if number % 100 == 99:
            line.unplug()
            line.run(200 + 97 * number % 5_000)
            line.plug()
    line.noise = lambda data: data
    line.run(3_000)
    assert [event.event_id for event in line.delivered] == list(range(1, 1_001))
    assert line.losses == []


def test_the_firmware_survives_any_bytes_and_still_answers():
    random = Random(5)
    line = Line(Bench(), Link("panel"))
    for _ in range(2_000):
        line.device.receive(random.randbytes(random.randrange(200)))
        line.run(1)
    line.device.receive(b"\0")
    line.press(4, "fold")
    line.run(1_000)
    assert [event.subject for event in line.delivered] == [4]


def test_the_firmwares_full_queue_counts_what_it_drops():
    line = Line(Bench(), Link("panel"))
    line.run(50)
    line.unplug()
    for _ in range(QUEUE_LENGTH + 7):
        line.press(1, "call")
    line.plug()
    line.run(3_000)
    assert line.losses == [7]
    assert len(line.delivered) == QUEUE_LENGTH
