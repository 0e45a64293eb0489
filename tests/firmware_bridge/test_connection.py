"""The connection through false ports: clean, byte by byte, lossy, delayed, full of rubbish."""

import logging
from collections import deque
from random import Random

import pytest
from noisy_line import Noise, key_bit

from firmware_bridge.bridge import Bridge
from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.connection import Connection, ConnectionState
from firmware_bridge.device_model import DeviceModel
from firmware_bridge.problem import Problem
from firmware_bridge.transport import TransportError
from table.observations import Observation, SourceChanged, SourceState, WordSaid

READ_MS = 20
GONE = Problem("The cable was pulled", "Plug it in again.")


class FalsePort:
    """A port with a device model behind it; a read moves the time on."""

    def __init__(self) -> None:
        self.device = DeviceModel()
        self.now_ms = 0
        self.plugged = True
        self.open_count = self.close_count = 0
        self.waiting = bytearray()

    def clock(self) -> int:
        return self.now_ms * NS_PER_MS

    def open(self) -> None:
        self.pass_time(1)
        if not self.plugged:
            raise TransportError(GONE)
        self.open_count += 1
        self.waiting.clear()

    def read(self) -> bytes:
        self.pass_time(READ_MS)
        if not self.plugged:
            raise TransportError(GONE)
        data, self.waiting = bytes(self.waiting), bytearray()
        return data

    def write(self, data: bytes) -> None:
        if not self.plugged:
            raise TransportError(GONE)
        self.device.receive(data)

    def close(self) -> None:
        self.close_count += 1

    def describe(self) -> str:
        return "a false port"

    def pass_time(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.now_ms += 1
            sent = self.device.poll(self.now_ms)
            if self.plugged:
                self.waiting += sent


class ByteByByte(FalsePort):
    def read(self) -> bytes:
        if not self.waiting:
            self.waiting += super().read()
        data = bytes(self.waiting[:1])
        del self.waiting[:1]
        return data


class Lossy(FalsePort):
    """Every fifth message is hit: 20 % of the reads and writes lose a byte."""

    def __init__(self) -> None:
        super().__init__()
        self.random = Random(2)

    def _hit(self, data: bytes) -> bytes:
        if data and self.random.random() < 0.2:
            place = self.random.randrange(len(data))
            return data[:place] + data[place + 1 :]
        return data

    def read(self) -> bytes:
        return self._hit(super().read())

    def write(self, data: bytes) -> None:
        super().write(self._hit(data))


class Delayed(FalsePort):
    """Each way takes 100 ms more."""

    def __init__(self) -> None:
        super().__init__()
        self.inward: deque[bytes] = deque([b""] * 5)
        self.outward: deque[bytes] = deque([b""] * 5)

    def read(self) -> bytes:
        self.inward.append(super().read())
        super().write(self.outward.popleft())
        self.outward.append(b"")
        return self.inward.popleft()

    def write(self, data: bytes) -> None:
        self.outward[-1] += data


class Rubbish(FalsePort):
    """Bytes of another baud rate between the frames."""

    def __init__(self) -> None:
        super().__init__()
        self.noise = Noise(Random(4), rubbish=0.02)

    def read(self) -> bytes:
        return self.noise(super().read())

    def write(self, data: bytes) -> None:
        super().write(self.noise(data))


class Host:
    """Runs a connection and keeps what it tells."""

    def __init__(self, port: FalsePort) -> None:
        self.port = port
        self.stored: list[int] = []
        self.told: list[Observation] = []
        persist = lambda delivery: self.stored.append(delivery.key.event_id)  # noqa: E731
        self.bridge = Bridge("panel", "panel", tuple("123456789"), persist=persist)
        self.connection = Connection(self.bridge, port, port.clock)

    def run(self, milliseconds: int) -> None:
        until_ms = self.port.now_ms + milliseconds
        while self.port.now_ms < until_ms:
            pause_s = self.connection.step()
            self.port.pass_time(round(pause_s * 1000))
            self.told += self.bridge.take_observations()

    def press(self, seat: int) -> None:
        self.port.device.keys[seat] = key_bit("call")
        self.run(40)
        self.port.device.keys[seat] = 0
        self.run(40)

    @property
    def states(self) -> list[SourceState]:
        return [item.state for item in self.told if isinstance(item, SourceChanged)]


@pytest.mark.parametrize("kind", [FalsePort, ByteByByte, Lossy, Delayed, Rubbish])
def test_presses_arrive_once_and_in_order_through_any_port(kind: type[FalsePort]):
    host = Host(kind())
    host.run(500)
    for number in range(30):
        host.press(1 + number % 9)
    host.run(3_000)
    assert host.stored == list(range(1, 31))
    seats = [item.seat for item in host.told if isinstance(item, WordSaid)]
    assert seats == [str(1 + number % 9) for number in range(30)]
    assert host.connection.state is ConnectionState.LIVE
    assert host.port.open_count == 1


def test_a_pulled_cable_is_opened_again_within_a_second_of_its_return():
    host = Host(FalsePort())
    host.run(500)
    host.port.plugged = False
    host.run(5_000)
    assert host.connection.state is ConnectionState.BACKOFF
    assert host.states[-1] is SourceState.OFFLINE
    host.press(4)
    host.port.plugged = True
    host.run(1_000)
    assert host.connection.state is ConnectionState.LIVE
    assert host.states[-1] is SourceState.LIVE
    (word,) = (item for item in host.told if isinstance(item, WordSaid))
    assert word.needs_confirmation


def test_an_unplugged_port_is_closed_at_once_and_not_tried_without_pause():
    host = Host(FalsePort())
    host.run(500)
    host.port.plugged = False
    host.run(100)
    assert host.port.close_count >= 1
    closed = host.port.close_count
    host.run(5_000)
    assert 8 <= host.port.close_count - closed <= 15


def test_a_fault_is_a_warning_once_and_then_debug(caplog: pytest.LogCaptureFixture):
    host = Host(FalsePort())
    host.run(500)
    host.port.plugged = False
    with caplog.at_level(logging.DEBUG, "firmware_bridge.connection"):
        host.run(5_000)
    levels = [record.levelname for record in caplog.records]
    assert levels[0] == "WARNING"
    assert set(levels[1:]) == {"DEBUG"}
    caplog.clear()
    host.port.plugged = True
    host.run(1_000)
    host.port.plugged = False
    with caplog.at_level(logging.WARNING, "firmware_bridge.connection"):
        host.run(100)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_silent_port_is_opened_anew():
    host = Host(FalsePort())
    host.run(500)
    poll, host.port.device.poll = host.port.device.poll, lambda now_ms: b""
    host.run(2_200)
    assert host.port.close_count == 1
    assert SourceState.STALLED in host.states
    host.port.device.poll = poll
    host.run(1_000)
    assert host.connection.state is ConnectionState.LIVE
    assert host.port.open_count == 2


def test_a_dead_port_costs_no_promise():
    host = Host(FalsePort())
    host.port.plugged = False
    host.run(1_000)
    assert host.port.clock() - host.bridge.progress_ns <= 50 * NS_PER_MS
