"""Eight panels on one machine for a long time: no storm of repetitions, no growing memory."""

import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from board import Board

from acceptance.host import Host
from acceptance.rows import Row
from firmware_bridge.schema import SCHEMA
from table.observations import SourceState

_CALL = SCHEMA.seat_keys.index("call")
_PANELS = 8
_DAMAGED = 0.001
_PERIOD_S = 0.5
# Of the last two thirds of the time; less is the allocator's.
_MOST_GROWTH_KB = 2_048


@dataclass
class _Place:
    board: Board
    host: Host
    presses: int = 0


def measure(minutes: float) -> Row:
    """Run eight boards, each with a press every half second and a little noise."""
    random = Random(21)
    with TemporaryDirectory(prefix="betline-") as folder, ExitStack() as stack:
        places = []
        for number in range(_PANELS):
            board = stack.enter_context(Board())
            board.noise(_DAMAGED, seed=number + 1)
            log_file = Path(folder) / f"log-{number}.sqlite"
            host = stack.enter_context(Host(board.port, log_file, keep=False))
            places.append(_Place(board, host))
        for place in places:
            place.host.first_told(SourceState.LIVE, 0)
        started = time.monotonic()
        settled_kb: list[int] = []
        while time.monotonic() - started < 60 * minutes:
            for place in places:
                _press(place, random)
            time.sleep(_PERIOD_S)
            if not settled_kb and time.monotonic() - started > 20 * minutes:
                settled_kb = _memory_kb(places)
        for place in places:
            place.host.wait(lambda place=place: place.host.stored_count >= place.presses)
        growth_kb = [
            now - before for now, before in zip(_memory_kb(places), settled_kb, strict=True)
        ]
        return _row(minutes, places, growth_kb)


def _press(place: _Place, random: Random) -> None:
    seat, at_ms = random.randint(1, 10), random.randint(0, 200)
    place.board.command(f"key {at_ms} {seat} {_CALL} 1")
    place.board.command(f"key {at_ms + 30} {seat} {_CALL} 0")
    place.board.moves.clear()
    place.presses += 1


def _row(minutes: float, places: list[_Place], growth_kb: list[int]) -> Row:
    counters = [place.host.health().bridge.counters for place in places]
    events = sum(counter.events for counter in counters)
    arrived = sum(c.events + c.duplicates + c.gaps for c in counters)
    presses = sum(place.presses for place in places)
    faults = sum(len(place.host.changes) - 2 for place in places)  # starting and live are none
    ratio = arrived / events
    return Row(
        f"{_PANELS} panels, {minutes:g} minutes, {_DAMAGED:.1%} of the bytes damaged each way",
        "resent under 2 times, flat memory",
        f"{events:,} of {presses:,} events, each sent {ratio:.2f} times, {faults} faults told; "
        f"growth of the host {growth_kb[0]} kB, of a board at most {max(growth_kb[1:])} kB",
        ratio < 2 and events == presses and max(growth_kb) <= _MOST_GROWTH_KB,
    )


def _memory_kb(places: list[_Place]) -> list[int]:
    """Resident memory: of the host's process, then of each board's."""
    return [_resident_kb("self"), *(_resident_kb(str(place.board.pid)) for place in places)]


def _resident_kb(process: str) -> int:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])
