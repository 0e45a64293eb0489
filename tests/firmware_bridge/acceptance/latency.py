"""How long things take, on the flashed binary in a simulated ATmega2560 and with a real log."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from board import Board

from acceptance.host import Host
from acceptance.rows import Row, percentile
from firmware_bridge.schema import SCHEMA
from table.observations import SourceState

_CALL = SCHEMA.seat_keys.index("call")
_DAMAGED = 0.003


def pin_to_disk(presses: int) -> list[Row]:
    """From a key's move to the commit of its event in the log."""
    clean_ms = _pin_to_disk(presses, 0.0)
    noisy_ms = _pin_to_disk(presses, _DAMAGED)
    clean = [percentile(clean_ms, hundredth) for hundredth in (50, 99)]
    noisy = [percentile(noisy_ms, hundredth) for hundredth in (50, 99)]
    return [
        Row(
            f"pin to event on disk, {presses:,} presses",
            "p50 15 ms, p99 50 ms",
            f"p50 {clean[0]:.1f} ms, p99 {clean[1]:.1f} ms, longest {max(clean_ms):.0f} ms",
            clean[0] <= 15 and clean[1] <= 50,
        ),
        Row(
            f"the same, {_DAMAGED:.1%} of the bytes damaged each way",
            "p99 250 ms",
            f"p50 {noisy[0]:.1f} ms, p99 {noisy[1]:.1f} ms, longest {max(noisy_ms):.0f} ms",
            noisy[1] <= 250,
        ),
    ]


def _pin_to_disk(presses: int, damaged: float) -> list[float]:
    random = Random(3)
    with TemporaryDirectory(prefix="betline-") as folder, Board() as board:
        board.noise(damaged, seed=4)
        with Host(board.port, Path(folder) / "log.sqlite") as host:
            host.first_told(SourceState.LIVE, 0)
            for number in range(presses):
                seat = 1 + number % 10
                board.command(f"key 0 {seat} {_CALL} 1")
                board.command(f"key 25 {seat} {_CALL} 0")
                time.sleep(random.uniform(0.05, 0.15))
            host.wait(lambda: host.stored_count == presses)
        moved_ns = [move.at_ns for move in board.moves if move.down]
        stored_ns = [at_ns for _, at_ns in host.stored]
    return [(stored - moved) / 1e6 for moved, stored in zip(moved_ns, stored_ns, strict=True)]


def outages(trials: int) -> list[Row]:
    """How soon a pulled cable and a silent device are told, and how soon a device is back."""
    random = Random(5)
    with (
        TemporaryDirectory(prefix="betline-") as folder,
        Board() as board,
        Host(board.port, Path(folder) / "log.sqlite") as host,
    ):
        host.first_told(SourceState.LIVE, 0)
        pulled, back = _repeat(trials, host, random, board.unplug, SourceState.OFFLINE, board.plug)
        silent, _ = _repeat(
            max(1, trials // 5), host, random, board.freeze, SourceState.STALLED, board.thaw
        )
    return [
        Row(
            f"pulled cable seen, {len(pulled)} times",
            "100 ms",
            f"p50 {percentile(pulled, 50):.0f} ms, longest {max(pulled):.0f} ms",
            max(pulled) <= 100,
        ),
        Row(
            f"silent device seen, {len(silent)} times",
            "2 s",
            f"p50 {percentile(silent, 50) / 1e3:.2f} s, longest {max(silent) / 1e3:.2f} s",
            max(silent) <= 2_000,
        ),
        Row(
            f"connected again after the cable's return, {len(back)} times",
            "p99 1 s",
            f"p50 {percentile(back, 50):.0f} ms, p99 {percentile(back, 99):.0f} ms",
            percentile(back, 99) <= 1_000,
        ),
    ]


def _repeat(
    trials: int,
    host: Host,
    random: Random,
    cause: Callable[[], None],
    state: SourceState,
    undo: Callable[[], None],
) -> tuple[list[float], list[float]]:
    """Milliseconds until the fault was told, and until the source was live again."""
    told_ms, live_ms = [], []
    for _ in range(trials):
        time.sleep(random.uniform(0.3, 0.5))
        caused_ns = time.monotonic_ns()
        cause()
        told_ms.append((host.first_told(state, caused_ns) - caused_ns) / 1e6)
        time.sleep(random.uniform(0.2, 1.5))
        undone_ns = time.monotonic_ns()
        undo()
        live_ms.append((host.first_told(SourceState.LIVE, undone_ns) - undone_ns) / 1e6)
    return told_ms, live_ms
