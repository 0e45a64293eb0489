"""The source as a table sees it, in real time, on the emulated firmware."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
from bench import needs_compiler
from listener import PATIENCE_S, SEATS, Listener

from firmware_bridge.connection import ConnectionState
from firmware_bridge.emulator import EmulatedDevice
from firmware_bridge.identify import who_is_there
from firmware_bridge.link import EventKey
from firmware_bridge.messages import Hello, Outputs
from firmware_bridge.problem import Problem
from firmware_bridge.recording import RecordedBridge, RecordedTransport, Recording
from firmware_bridge.script import Press, Script, play_script
from firmware_bridge.transport import SerialTransport
from table.cards import Card
from table.observations import (
    CardLeftShoe,
    DealerButton,
    DealerPressed,
    Observation,
    SourceState,
    SpokenWord,
    WordSaid,
)


def test_a_recording_is_told_at_its_pace_in_the_place_of_a_port():
    presses = (Press(at_ms=100, seat=2, word=SpokenWord.CALL),)
    recording = play_script(Script(duration_ms=400, presses=presses))
    with Listener(RecordedTransport(recording, time.monotonic_ns)) as table:
        ended = table.wait_for_state(SourceState.OFFLINE)
    assert ended.reason == "The recording has ended"
    assert [word.seat for word in table.words] == ["2"]
    assert table.promises == sorted(table.promises)


def test_a_callback_that_fails_does_not_end_the_source(caplog: pytest.LogCaptureFixture):
    presses = tuple(Press(at_ms=50 * n, seat=n, word=SpokenWord.CALL) for n in range(1, 4))
    recording = play_script(Script(duration_ms=300, presses=presses))
    table = Listener(RecordedTransport(recording, time.monotonic_ns))
    heard: list[Observation] = []

    def fail(observation: Observation) -> None:
        heard.append(observation)
        raise ValueError("the table is on fire")

    table.source._on_observation = fail
    with table:
        table.wait(lambda: sum(isinstance(item, WordSaid) for item in heard) == 3)
    assert "the table is on fire" in caplog.text


def test_a_hanging_driver_is_seen_from_outside():
    release = threading.Event()

    class Hanging(RecordedTransport):
        def read(self) -> bytes:
            release.wait()
            return b""

    table = Listener(Hanging(Recording("panel", ()), lambda: 0))
    offset = [0]
    table.source._clock = lambda: time.monotonic_ns() + offset[0]
    with table:
        table.wait(lambda: table.source.health().openings == 1)
        offset[0] = 3_000_000_000
        problem = table.source.health().problem
        release.set()
    assert problem is not None
    assert problem.remedy == "Pull the adapter out and plug it in again."


@pytest.mark.firmware
@needs_compiler
class TestEmulatedPanel:
    """The firmware behind a pseudo terminal, through pyserial."""

    def test_words_and_the_dealers_buttons(self):
        with EmulatedDevice() as panel, Listener(panel.port) as table:
            table.wait_for_state(SourceState.LIVE)
            panel.say(3, SpokenWord.RAISE, 500)
            table.wait(lambda: len(table.words) == 1)
            before_ns = time.monotonic_ns()
            panel.say(4, SpokenWord.CALL)
            table.wait(lambda: len(table.words) == 2)
            panel.press_dealer(DealerButton.CONFIRM)
            table.wait(lambda: isinstance(table.told[-1], DealerPressed))
        assert [(w.seat, w.word, w.amount) for w in table.words] == [
            ("3", SpokenWord.RAISE, 500),
            ("4", SpokenWord.CALL, None),
        ]
        assert table.words[1].at_ns >= before_ns
        assert table.source.health().bridge.counters.events == 3

    def test_lamps_and_buzzer_are_set_again_after_the_cable_was_out(self):
        with EmulatedDevice() as panel, Listener(panel.port) as table:
            table.wait_for_state(SourceState.LIVE)
            table.source.set_lamps(["2", "9"], buzzer=True)
            table.wait(lambda: panel.outputs == Outputs(0b1_0000_0010, 1))
            panel.unplug()
            table.wait(lambda: panel.outputs == Outputs())
            panel.plug()
            table.wait(lambda: panel.outputs == Outputs(0b1_0000_0010, 1))
            with pytest.raises(ValueError, match="not in tuple"):
                table.source.set_lamps(["10"])

    def test_the_lamps_go_out_when_the_host_stops(self):
        with EmulatedDevice() as panel:
            with Listener(panel.port) as table:
                table.wait_for_state(SourceState.LIVE)
                table.source.set_lamps(["1"])
                table.wait(lambda: panel.outputs == Outputs(1))
            table.wait(lambda: panel.outputs == Outputs())

    def test_a_press_while_the_cable_was_out_is_to_be_confirmed(self):
        with EmulatedDevice() as panel, Listener(panel.port) as table:
            table.wait_for_state(SourceState.LIVE)
            panel.unplug()
            table.wait_for_state(SourceState.OFFLINE)
            panel.say(5, SpokenWord.ALL_IN)
            time.sleep(0.1)
            panel.plug()
            table.wait_for_state(SourceState.LIVE)
            panel.say(6, SpokenWord.FOLD)
            table.wait(lambda: len(table.words) == 2)
        assert [(word.seat, word.needs_confirmation) for word in table.words] == [
            ("5", True),
            ("6", False),
        ]
        assert table.source.health().connection is ConnectionState.CLOSED

    def test_a_restart_is_told_until_it_is_acknowledged(self):
        with EmulatedDevice(boot_id=7) as panel, Listener(panel.port) as table:
            table.wait_for_state(SourceState.LIVE)
            panel.reset()
            fault = table.wait_for_state(SourceState.FAULTY)
            assert "restarted" in fault.reason
            table.source.acknowledge_loss()
            table.wait_for_state(SourceState.LIVE)
            assert table.words == []

    def test_what_cannot_be_stored_stays_in_the_device(self):
        with EmulatedDevice() as panel, Listener(panel.port) as table:
            table.wait_for_state(SourceState.LIVE)
            table.refuse_storage = True
            panel.say(1, SpokenWord.CALL)
            table.wait_for_state(SourceState.FAULTY)
            assert table.words == []
            table.refuse_storage = False
            table.wait_for_state(SourceState.LIVE)
            assert [word.seat for word in table.words] == ["1"]

    def test_the_shoe_deals(self):
        with EmulatedDevice("shoe") as shoe, Listener(shoe.port, device="shoe") as table:
            table.wait_for_state(SourceState.LIVE)
            shoe.deal(Card.parse("Qc"))
            table.wait(lambda: isinstance(table.told[-1], CardLeftShoe))
            shoe.load_deck()
            shoe.deal(None)
            table.wait(lambda: len(table.told) == 4)
        first, second = table.told[-2:]
        assert isinstance(first, CardLeftShoe)
        assert isinstance(second, CardLeftShoe)
        assert (first.card, first.ordinal) == (Card.parse("Qc"), 1)
        assert (second.card, second.ordinal) == (None, 1)

    def test_the_shoe_on_the_panels_port_is_refused(self):
        with EmulatedDevice("shoe") as shoe, Listener(shoe.port) as table:
            fault = table.wait_for_state(SourceState.FAULTY)
        assert fault.reason == "This port leads to the shoe, not to the panel"

    def test_a_second_bridge_on_the_port_is_told_that_it_is_in_use(self):
        with EmulatedDevice() as panel, Listener(panel.port) as first:
            first.wait_for_state(SourceState.LIVE)
            with Listener(panel.port) as second:
                fault = second.wait_for_state(SourceState.OFFLINE)
            assert "is in use by" in fault.reason
            panel.say(1, SpokenWord.CALL)
            first.wait(lambda: len(first.words) == 1)

    def test_who_is_there(self):
        with EmulatedDevice(boot_id=3) as panel:
            answer = who_is_there(SerialTransport(panel.port), time.monotonic_ns)
            assert isinstance(answer, Hello)
            assert (answer.seats, answer.boot_id) == (10, 3)
        gone = who_is_there(SerialTransport(panel.port), time.monotonic_ns)
        assert isinstance(gone, Problem)
        assert gone.reason.startswith("There is no port")

    def test_the_sanitizers_find_nothing(self):
        random = Random(9)
        with EmulatedDevice(sanitized=True) as panel:
            with Listener(panel.port) as table:
                table.wait_for_state(SourceState.LIVE)
                amounts = {seat: random.randrange(1, 10**9) for seat in SEATS}
                for seat, amount in amounts.items():
                    panel.say(int(seat), SpokenWord.BET, amount)
                table.wait(lambda: len(table.words) == len(SEATS))
            assert {word.seat: word.amount for word in table.words} == amounts
            port = SerialTransport(panel.port)
            port.open()
            for _ in range(200):
                port.write(random.randbytes(random.randrange(1, 200)))
            port.close()
            with Listener(panel.port) as table:
                table.wait_for_state(SourceState.LIVE)


HOST = """
import json, os, sys, time
from firmware_bridge.link import EventKey
from firmware_bridge.source import BridgeSource

port, path = sys.argv[1:]
file = open(path, "ab")

def persist(delivery):
    line = [delivery.key.boot_id, delivery.key.event_id, delivery.observation.seat]
    file.write(json.dumps(line).encode() + b"\\n")
    file.flush()
    os.fsync(file.fileno())

lines = open(path).read().splitlines()
last = EventKey(*json.loads(lines[-1])[:2]) if lines else None
source = BridgeSource("panel", port, seats="123456789", on_observation=lambda _: None,
                      persist=persist, clock=time.monotonic_ns, resume_after=last)
source.start()
time.sleep(60)
"""


@pytest.mark.firmware
@needs_compiler
def test_a_host_that_is_killed_at_any_moment_neither_loses_nor_repeats(tmp_path: Path):
    stored = tmp_path / "stored.jsonl"
    stored.touch()
    random = Random(3)
    presses = 60

    def lines() -> list[list[object]]:
        whole = stored.read_text().split("\n")[:-1]
        return [json.loads(line) for line in whole]

    with EmulatedDevice() as panel:
        for number in range(presses):
            at_ms = 1_000 + 100 * number
            panel.command(f"key {at_ms} {1 + number % 9} 1 1")
            panel.command(f"key {at_ms + 30} {1 + number % 9} 1 0")
        kills = 0
        until = time.monotonic() + 3 * PATIENCE_S
        while len(lines()) < presses and time.monotonic() < until:
            host = subprocess.Popen([sys.executable, "-c", HOST, panel.port, str(stored)])
            before = len(lines())
            while len(lines()) == before and host.poll() is None and len(lines()) < presses:
                time.sleep(0.001)
            time.sleep(random.uniform(0, 0.15))
            os.kill(host.pid, signal.SIGKILL)
            host.wait()
            kills += 1
    assert [line[1] for line in lines()] == list(range(1, presses + 1))
    assert [line[2] for line in lines()] == [str(1 + n % 9) for n in range(presses)]
    assert kills >= 3


def test_an_event_key_orders_by_boot_then_number():
    assert EventKey(1, 9) < EventKey(2, 1) < EventKey(2, 2)


def test_a_recorded_bridge_and_a_live_one_tell_the_same_words():
    presses = tuple(Press(at_ms=100 * n, seat=n, word=SpokenWord.FOLD) for n in range(1, 4))
    recording = play_script(Script(duration_ms=500, presses=presses))
    with Listener(RecordedTransport(recording, time.monotonic_ns)) as table:
        table.wait_for_state(SourceState.OFFLINE)
    pulled = [w for w in RecordedBridge(recording).advance(10**12) if isinstance(w, WordSaid)]
    assert [(w.seat, w.word) for w in table.words] == [(w.seat, w.word) for w in pulled]
