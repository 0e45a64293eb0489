"""The bridge of one device: what it tells the table, and how far it can be relied on."""

import logging
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from noisy_line import Noise, clean, key_bit

from firmware_bridge.bridge import Bridge, Delivery
from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.device_model import QUEUE_LENGTH, DeviceModel
from firmware_bridge.link import Accounted, EventKey
from firmware_bridge.problem import Problem
from firmware_bridge.schema import SCHEMA, DeviceName
from table.cards import Card
from table.observations import (
    CardLeftShoe,
    DealerButton,
    DealerPressed,
    Observation,
    SourceChanged,
    SourceState,
    SpokenWord,
    WordSaid,
)

SEATS = tuple("ABCDEFGHI")
SILENCE_MS = SCHEMA.timing.silence_ms
UNPLUGGED = Problem("The connection broke", "Plug it in.")


class Table:
    """A bridge and its device, in false time. The table's clock is 70 s ahead of the device's."""

    def __init__(self, device: DeviceName = "panel", *, keys: dict[int, int] | None = None) -> None:
        self.device = DeviceModel(device, keys=keys)
        self.stored: list[Delivery] = []
        self.accounted: list[Accounted] = []
        self.bridge = Bridge(
            device, device, SEATS, persist=self._persist, keep_accounted=self._keep_accounted
        )
        self.noise = clean
        self.now_ms = 0
        self.connected = True
        self.storage_works = True
        self.told: list[Observation] = []
        self.promises: list[int] = []
        self.bridge.opened(self.now_ns)

    @property
    def now_ns(self) -> int:
        return (70_000 + self.now_ms) * NS_PER_MS

    def _persist(self, delivery: Delivery) -> None:
        if not self.storage_works:
            raise OSError(28, "No space left on device")
        self.stored.append(delivery)

    def _keep_accounted(self, accounted: Accounted) -> None:
        if not self.storage_works:
            raise OSError(28, "No space left on device")
        self.accounted.append(accounted)

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.now_ms += 1
            sent = self.device.poll(self.now_ms)
            if self.connected:
                self.bridge.receive(self.noise(sent), self.now_ns)
            answer = self.bridge.due(self.now_ns)
            if self.connected:
                self.device.receive(self.noise(answer))
            for observation in self.bridge.take_observations():
                assert observation.at_ns >= (self.promises[-1] if self.promises else 0)
                assert observation.at_ns <= self.now_ns
                self.told.append(observation)
            self.promises.append(self.bridge.progress_ns)

    def press(self, seat: int, *keys: str) -> None:
        for key in keys:
            self.device.keys[seat] = key_bit(key)
            self.run(10)
            self.device.keys[seat] = 0
            self.run(10)

    def unplug(self) -> None:
        self.connected = False
        self.bridge.closed(UNPLUGGED, self.now_ns)

    def plug(self) -> None:
        self.connected = True
        self.bridge.opened(self.now_ns)

    @property
    def words(self) -> list[WordSaid]:
        return [item for item in self.told if isinstance(item, WordSaid)]

    @property
    def states(self) -> list[SourceState]:
        return [item.state for item in self.changes]

    @property
    def changes(self) -> list[SourceChanged]:
        """What was told about the whole source, once it had started."""
        changes = [item for item in self.told if isinstance(item, SourceChanged)]
        return [c for c in changes if not c.seats and c.state is not SourceState.STARTING]


def test_a_word_is_told_with_seat_figure_and_the_time_of_its_press():
    table = Table()
    table.run(1_000)
    table.press(3, "digit_2", "digit_5")
    pressed_ns = table.now_ns
    table.press(3, "raise")
    (word,) = table.words
    assert (word.seat, word.word, word.amount) == ("C", SpokenWord.RAISE, 25)
    assert not word.needs_confirmation
    assert 0 <= word.at_ns - pressed_ns <= (SCHEMA.timing.debounce_ms + 2) * NS_PER_MS


def test_the_dealers_buttons_are_told():
    table = Table()
    table.run(100)
    table.device.keys[0] = 1 << SCHEMA.dealer_keys.index("floor")
    table.run(20)
    assert [item.button for item in table.told if isinstance(item, DealerPressed)] == [
        DealerButton.FLOOR
    ]


def test_a_seat_that_the_table_does_not_have_says_nothing_but_is_stored():
    table = Table()
    table.run(100)
    table.press(10, "call")
    assert table.words == []
    assert [delivery.observation for delivery in table.stored] == [None]


def test_an_event_is_stored_before_it_is_told():
    table = Table()
    table.run(100)
    table.press(1, "fold")
    (delivery,) = table.stored
    assert delivery.key == EventKey(table.device.boot_id, 1)
    assert delivery.observation == table.words[0]


def test_a_press_during_an_outage_must_be_confirmed_and_is_never_applied_silently():
    table = Table()
    table.run(200)
    table.unplug()
    table.run(300)
    table.press(4, "all_in")
    table.run(300)
    plugged_ns = table.now_ns
    table.plug()
    table.run(200)
    (word,) = table.words
    assert word.needs_confirmation
    assert word.at_ns >= plugged_ns
    assert table.states == [SourceState.LIVE, SourceState.OFFLINE, SourceState.LIVE]
    assert table.told.index(word) < table.told.index(table.changes[-1])
    table.press(4, "fold")
    assert not table.words[-1].needs_confirmation


def test_a_press_that_was_long_on_its_way_must_be_confirmed():
    table = Table()
    table.run(200)
    table.noise = lambda data: b""
    table.press(4, "call")
    table.run(1_500)
    table.noise = clean
    table.run(1_000)
    assert table.states == [SourceState.LIVE]
    assert [word.needs_confirmation for word in table.words] == [True]


def test_two_seconds_of_silence_stall_the_source():
    table = Table()
    table.run(200)
    table.noise = lambda data: b""
    table.run(SILENCE_MS - 150)
    assert table.states == [SourceState.LIVE]
    table.run(200)
    assert table.states[-1] is SourceState.STALLED
    assert table.changes[-1].reason == "The device has been silent for two seconds"
    assert table.bridge.silent(table.now_ns)


def test_progress_waits_for_a_silent_device_but_not_once_its_fault_is_told():
    table = Table()
    table.run(1_000)
    assert table.now_ns - table.promises[-1] <= (SCHEMA.timing.beat_ms + 1) * NS_PER_MS
    table.noise = lambda data: b""
    table.run(1_500)
    assert table.now_ns - table.promises[-1] >= 1_400 * NS_PER_MS
    table.run(1_000)
    assert table.promises[-1] == table.now_ns


def test_a_full_disk_is_a_fault_and_the_event_stays_in_the_device(caplog):
    table = Table()
    table.run(200)
    table.storage_works = False
    with caplog.at_level(logging.ERROR):
        table.press(1, "call")
        table.run(1_000)
    assert table.words == []
    assert table.states[-1] is SourceState.FAULTY
    assert table.changes[-1].remedy == "Free some space on this machine's disk."
    assert len(caplog.records) == 1
    table.storage_works = True
    table.run(2_000)
    assert [word.word for word in table.words] == [SpokenWord.CALL]
    assert table.states[-1] is SourceState.LIVE


def test_a_restart_of_the_device_is_a_fault_until_a_person_has_looked():
    table = Table()
    table.run(200)
    table.device = DeviceModel(boot_id=2, now_ms=table.now_ms)
    table.run(1_000)
    assert table.states[-1] is SourceState.FAULTY
    assert "restarted" in table.changes[-1].reason
    table.press(1, "call")
    assert len(table.words) == 1
    table.bridge.acknowledge_loss(table.now_ns)
    table.run(10)
    assert table.states[-1] is SourceState.LIVE


def test_lost_presses_are_counted_in_words():
    table = Table()
    table.run(200)
    table.device.lost = 3
    table.run(200)
    assert table.changes[-1].reason == "3 presses are lost: more came than the device can keep"


def test_a_stuck_key_is_a_fault_of_its_seat_alone():
    table = Table()
    table.run(200)
    table.device.keys[3] = key_bit("raise")
    table.run(2 * SCHEMA.timing.stuck_ms)
    stuck = table.told[-1]
    assert isinstance(stuck, SourceChanged)
    assert (stuck.state, stuck.seats, stuck.partial) == (SourceState.FAULTY, ("C",), True)
    assert stuck.reason == "Button raise of seat C is stuck"
    table.device.keys[3] = 0
    table.run(50)
    freed = table.told[-1]
    assert isinstance(freed, SourceChanged)
    assert (freed.state, freed.seats) == (SourceState.LIVE, ("C",))
    assert table.states == [SourceState.LIVE]


def test_a_stuck_key_of_the_dealer_is_a_fault_of_the_panel():
    table = Table(keys={0: 1 << SCHEMA.dealer_keys.index("undo")})
    table.run(SCHEMA.timing.stuck_ms + 50)
    assert table.states == [SourceState.LIVE, SourceState.FAULTY]
    assert table.changes[-1].reason == "The dealer's button undo is stuck"
    table.device.keys[0] = 0
    table.run(50)
    assert table.states[-1] is SourceState.LIVE


def test_a_stuck_key_is_forgotten_when_the_device_starts_anew():
    table = Table()
    table.run(200)
    table.device.keys[3] = key_bit("raise")
    table.run(2 * SCHEMA.timing.stuck_ms)
    table.device = DeviceModel(boot_id=2, now_ms=table.now_ms)
    table.run(500)
    seat = [item for item in table.told if isinstance(item, SourceChanged) and item.seats]
    assert [item.state for item in seat] == [SourceState.FAULTY, SourceState.LIVE]


def test_a_panel_that_is_too_small_is_refused():
    table = Table()
    table.device = DeviceModel(seats=6)
    table.run(100)
    assert table.states == [SourceState.FAULTY]
    assert table.changes[-1].reason == "The panel serves 6 seats, the table has 9"


@pytest.mark.parametrize(
    ("rubbish", "reason"),
    [
        (b"", "Nothing answers on this port"),
        (b"$GPGGA,120000\r\n\0", "What answers on this port is no betline device"),
    ],
)
def test_a_wrong_device_on_the_port_is_told(rubbish: bytes, reason: str):
    table = Table()
    table.noise = lambda data: rubbish if data else b""
    table.run(SILENCE_MS + 100)
    assert table.states == [SourceState.OFFLINE]
    assert table.changes[-1].reason.startswith(reason)


def test_the_shoe_tells_cards_and_no_representation_shows_them(caplog):
    table = Table("shoe")
    with caplog.at_level(logging.DEBUG):
        table.run(100)
        table.device.cards.extend([49, 0])
        table.run(50)
    first, second = (item for item in table.told if isinstance(item, CardLeftShoe))
    assert (first.card, first.ordinal) == (Card.parse("Ac"), 1)
    assert (second.card, second.ordinal) == (None, 2)
    shown = repr(table.stored) + repr(table.told) + caplog.text
    assert "'A'" not in shown
    assert "Ac" not in shown
    assert "\\x31" not in shown


RATES = st.floats(0, 0.01)


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    flip=RATES,
    drop=RATES,
    outages=st.lists(st.integers(0, 24), max_size=3, unique=True),
)
def test_nothing_is_told_from_before_what_was_promised(
    seed: int, flip: float, drop: float, outages: list[int]
):
    """`run` asserts it at each step: no observation is older than the progress told before it."""
    table = Table()
    table.noise = Noise(Random(seed), flip, drop, double=0.001)
    for number in range(25):
        if number in outages:
            table.unplug()
        table.press(1 + number % 9, "call")
        if number in outages:
            table.plug()
    table.noise = clean
    table.run(3_000)
    assert [delivery.key.event_id for delivery in table.stored] == list(range(1, 26))
    assert len(table.words) == 25
    assert table.promises == sorted(table.promises)
    assert [item.at_ns for item in table.told] == sorted(item.at_ns for item in table.told)
    assert table.states[-1] is SourceState.LIVE


def test_a_restart_under_our_eyes_is_told_as_one_and_not_as_a_stranger():
    table = Table()
    table.run(5_000)
    table.device = DeviceModel(boot_id=2, now_ms=0)
    table.run(500)
    assert table.states == [SourceState.LIVE, SourceState.FAULTY]


def test_a_loss_is_told_before_all_that_was_not_lost_has_arrived():
    table = Table()
    table.run(200)
    table.unplug()
    for _ in range(QUEUE_LENGTH + 3):
        table.press(1, "call")
    table.plug()
    table.run(10)
    assert table.states[-1] is SourceState.FAULTY
    assert "3 presses are lost" in table.changes[-1].reason
    assert 0 < len(table.words) < QUEUE_LENGTH


def overflown() -> Table:
    table = Table()
    table.run(1_000)
    table.unplug()
    for _ in range(QUEUE_LENGTH + 3):
        table.press(1, "call")
    table.plug()
    table.run(3_000)
    return table


def host_restarts(table: Table) -> None:
    """Another process goes on with the device, with what the earlier one had on disk."""
    table.bridge = Bridge(
        "panel",
        "panel",
        SEATS,
        persist=table._persist,
        resume_after=table.stored[-1].key,
        accounted=table.accounted[-1] if table.accounted else None,
    )
    table.told.clear()
    table.promises.clear()
    table.bridge.opened(table.now_ns)
    table.run(1_000)


def test_a_loss_that_was_confirmed_before_the_host_restarts_is_not_told_again():
    table = overflown()
    assert table.states[-1] is SourceState.FAULTY
    table.bridge.acknowledge_loss(table.now_ns)
    assert [known.lost for known in table.accounted] == [3]
    host_restarts(table)
    assert table.states == [SourceState.LIVE]


def test_a_loss_that_nobody_confirmed_is_told_again_after_the_host_restarts():
    table = overflown()
    host_restarts(table)
    assert table.states[-1] is SourceState.FAULTY
    assert "3 presses are lost" in table.changes[-1].reason


def test_where_a_confirmation_cannot_be_stored_the_table_goes_on(
    caplog: pytest.LogCaptureFixture,
):
    table = overflown()
    table.storage_works = False
    table.bridge.acknowledge_loss(table.now_ns)
    table.storage_works = True
    assert "could not be stored" in caplog.text
    assert table.bridge.state is SourceState.LIVE
    host_restarts(table)
    assert table.states[-1] is SourceState.FAULTY
