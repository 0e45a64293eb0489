"""Every press once and in order, through noise and pulled cables; and what no queue can hold."""

import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench import Bench
from board import Board
from noisy_line import Line, Noise

from acceptance.host import Host
from acceptance.rows import Row
from firmware_bridge.link import Link
from firmware_bridge.schema import SCHEMA
from table.observations import SourceState

CALL = SCHEMA.seat_keys.index("call")
DAMAGED = 0.003
BATCH = 100
_SHORTEST_OUTAGE_S, _LONGEST_OUTAGE_S = 0.2, 10.0
# Of the ATmega328P: QUEUE_atmega328p in firmware/Makefile.
_SMALL_QUEUE = 64
_DOWN_MS, _FASTEST_MS, _SLOWEST_MS = 20, 50, 80


def on_the_bench(events: int) -> Row:
    """The firmware's C code in virtual time, with a host that looks every 20 ms."""
    random = Random(11)
    third = DAMAGED / 3
    noise = Noise(random, flip=third, drop=third, double=third)
    line = Line(Bench(), Link("panel"), noise, host_every_ms=20)
    plugged_at_ms = 0
    for number in range(events):
        period_ms = random.randint(_FASTEST_MS, _SLOWEST_MS)
        line.press(1 + number % 10, "call", _DOWN_MS, period_ms - _DOWN_MS)
        if number % BATCH == BATCH - 1 and line.connected:
            line.unplug()
            outage_s = random.uniform(_SHORTEST_OUTAGE_S, _LONGEST_OUTAGE_S)
            plugged_at_ms = line.now_ms + round(1000 * outage_s)
        if not line.connected and line.now_ms >= plugged_at_ms:
            line.plug()
    if not line.connected:
        line.plug()
    line.run(10_000)
    ids = [event.event_id for event in line.delivered]
    return _row(
        f"{events:,} presses at up to 20/s, {DAMAGED:.1%} of the bytes damaged each way, a pulled "
        "cable every 100, in virtual time",
        events,
        [1 + number % 10 for number in range(events)],
        [event.subject for event in line.delivered],
        in_order=ids == sorted(set(ids)),
        announced=len(line.losses),
    )


def on_the_board(events: int) -> Row:
    """The flashed binary in a simulated ATmega2560, through a pseudo terminal and a real log."""
    random = Random(12)
    with TemporaryDirectory(prefix="betline-") as folder, Board() as board:
        board.noise(DAMAGED, seed=12)
        with Host(board.port, Path(folder) / "log.sqlite") as host:
            host.first_told(SourceState.LIVE, 0)
            for start in range(0, events, BATCH):
                _press_with_an_outage(board, host, random, min(BATCH, events - start))
            host.wait(lambda: host.stored_count >= events)
            time.sleep(1)
            pressed = [move.subject for move in board.moves if move.down]
            keys = [delivery.key for delivery, _ in host.stored]
            lost = host.health().bridge.counters.lost_events
            told = [delivery.body for delivery, _ in host.stored]
    subjects = [SCHEMA.message("event").layout.unpack(body)[4] for body in told]
    return _row(
        f"{events:,} presses likewise on the simulated ATmega2560, in real time",
        events,
        pressed,
        subjects,
        in_order=keys == sorted(set(keys)),
        announced=lost,
    )


def _press_with_an_outage(board: Board, host: Host, random: Random, presses: int) -> None:
    before = len(board.moves)
    at_ms = _SLOWEST_MS  # the last key of the batch before must have settled
    for _ in range(presses):
        seat = random.randint(1, 10)
        board.command(f"key {at_ms} {seat} {CALL} 1")
        board.command(f"key {at_ms + _DOWN_MS} {seat} {CALL} 0")
        at_ms += random.randint(_FASTEST_MS, _SLOWEST_MS)
    time.sleep(random.uniform(0, at_ms / 1000))
    board.unplug()
    time.sleep(random.uniform(_SHORTEST_OUTAGE_S, _LONGEST_OUTAGE_S))
    board.plug()
    host.wait(lambda: len(board.moves) == before + 2 * presses)
    host.wait(lambda: 2 * host.stored_count >= len(board.moves) - 16)


def _row(
    what: str, events: int, pressed: list[int], told: list[int], *, in_order: bool, announced: int
) -> Row:
    lost = events - len(told)
    whole = len(pressed) == events and told == pressed and in_order
    order = "all in order" if whole else "**not as pressed**"
    return Row(
        what,
        "none lost, doubled or out of order",
        f"{len(told):,} of {events:,} arrived, {order}, {announced} announced as lost",
        whole and lost == announced == 0,
    )


def beyond_the_queue(trials: int) -> Row:
    """More presses than the device can keep, and what the host says about it, when."""
    waits_s = [_lose(1 + 7 * trial) for trial in range(trials)]
    return Row(
        f"{trials} outages longer than the queue",
        "every loss announced within 1 s, hand frozen until confirmed",
        f"all counted rightly and faulty until confirmed; slowest told {max(waits_s):.2f} s after "
        "the cable's return",
        max(waits_s) <= 1.0,
    )


def _lose(too_many: int) -> float:
    """Lose so many presses; gives the seconds from the cable's return until it was told.

    Raises:
        AssertionError: another count was told, or the source did not stay faulty.
    """
    presses = _SMALL_QUEUE + too_many
    with (
        TemporaryDirectory(prefix="betline-") as folder,
        Board("atmega328p") as board,
        Host(board.port, Path(folder) / "log.sqlite") as host,
    ):
        host.first_told(SourceState.LIVE, 0)
        board.unplug()
        for number in range(presses):
            board.command(f"key {20 * number} {1 + number % 10} {CALL} 1")
            board.command(f"key {20 * number + 10} {1 + number % 10} {CALL} 0")
        host.wait(lambda: len(board.moves) == 2 * presses)
        time.sleep(0.1)
        plugged_ns = time.monotonic_ns()
        board.plug()
        told_ns = host.first_told(SourceState.FAULTY, plugged_ns)
        host.wait(lambda: host.stored_count >= _SMALL_QUEUE)
        time.sleep(1)
        assert host.health().bridge.counters.lost_events == too_many
        assert host.stored_count == _SMALL_QUEUE
        assert host.state is SourceState.FAULTY
        host.acknowledge_loss()
        host.first_told(SourceState.LIVE, told_ns)
    return (told_ns - plugged_ns) / 1e9
