"""Measure what the bridge must reach, print the table, and put it into docs/bridge.md.

PYTHONPATH=tests/firmware_bridge python -m acceptance            all of it: about 70 minutes
PYTHONPATH=tests/firmware_bridge python -m acceptance --short    a minute of each, not kept
PYTHONPATH=tests/firmware_bridge python -m acceptance --only soak fuzz
"""

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from board import missing

from acceptance import delivery, fuzzing, kills, latency, shoes, soak
from acceptance.rows import Row, as_markdown, write_into

DOCUMENT = Path(__file__).parents[3] / "docs" / "bridge.md"


@dataclass(frozen=True)
class Scale:
    """How much of everything."""

    bench_events: int
    board_events: int
    frames: int
    presses: int
    outages: int
    kills: int
    losses: int
    soak_minutes: float
    cards: int


LONG = Scale(10_000, 10_000, 10_000_000, 1_000, 50, 200, 10, 30, 100_000)
SHORT = Scale(2_000, 100, 100_000, 40, 5, 5, 1, 0.2, 5_000)

CHECKS: dict[str, Callable[[Scale], list[Row]]] = {
    "bench": lambda scale: [delivery.on_the_bench(scale.bench_events)],
    "board": lambda scale: [delivery.on_the_board(scale.board_events)],
    "fuzz": lambda scale: fuzzing.measure(scale.frames),
    "disk": lambda scale: latency.pin_to_disk(scale.presses),
    "outages": lambda scale: latency.outages(scale.outages),
    "kills": lambda scale: [kills.measure(scale.kills)],
    "losses": lambda scale: [delivery.beyond_the_queue(scale.losses)],
    "soak": lambda scale: [soak.measure(scale.soak_minutes)],
    "shoe": lambda scale: [shoes.measure(scale.cards)],
}


def main() -> int:
    """Measure; the exit status is 1 where something was not reached."""
    parser = argparse.ArgumentParser(prog="acceptance", description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="a little of each")
    parser.add_argument("--only", nargs="+", choices=CHECKS, default=list(CHECKS))
    parser.add_argument("--write", action="store_true", help="put the table into docs/bridge.md")
    asked = parser.parse_args()
    if missing():
        print(f"Missing on this machine: {missing()}. `make debian` installs it.", file=sys.stderr)
        return 1
    rows = []
    for name in asked.only:
        started = time.monotonic()
        rows += CHECKS[name](SHORT if asked.short else LONG)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(as_markdown(rows))
    if asked.write:
        write_into(DOCUMENT, rows, _remark())
    return 0 if all(row.reached for row in rows) else 1


def _remark() -> str:
    return (
        f"Measured by `make bridge-acceptance` with Python {platform.python_version()} on "
        f"{os.cpu_count()} cores, which other work loaded too (load {os.getloadavg()[2]:.0f}).\n"
    )


if __name__ == "__main__":
    sys.exit(main())
