"""A host that is killed after its event is on disk and before the device knows it."""

import multiprocessing
import os
import signal
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from board import Board

from acceptance.rows import Row
from api.log import InboxItem, TableLog
from firmware_bridge.bridge import Delivery
from firmware_bridge.link import EventKey
from firmware_bridge.schema import SCHEMA
from firmware_bridge.source import BridgeSource

_CALL = SCHEMA.seat_keys.index("call")
_PRELOAD = ["api.log", "firmware_bridge.source"]
_PATIENCE_S = 60.0
# A key that is down when the chip starts is no press.
_STARTED_MS = 100


def host_until_killed(port: str, log_file: Path, lives_for: int) -> None:
    """Put events on disk, and die by SIGKILL right after so many of them, before the answer."""
    log = TableLog(log_file, "acceptance")
    kept = log.inbox("panel")
    left = [lives_for]

    def persist(delivery: Delivery) -> None:
        key = delivery.key
        new = log.keep(
            InboxItem(
                source="panel",
                boot_id=key.boot_id,
                event_id=key.event_id,
                content=delivery.body.hex(),
            )
        )
        assert new, "an event came a second time"
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    source = BridgeSource(
        "panel",
        port,
        seats=tuple("123456789A"),
        on_observation=lambda _: None,
        persist=persist,
        clock=time.monotonic_ns,
        resume_after=EventKey(kept[-1].boot_id, kept[-1].event_id) if kept else None,
    )
    source.start()
    time.sleep(_PATIENCE_S)


def measure(kills: int) -> Row:
    """Kill so many hosts, and compare the log with the keys that were pressed."""
    random = Random(8)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOAD)
    lives = [random.randint(1, 4) for _ in range(kills)]
    with TemporaryDirectory(prefix="betline-") as folder, Board() as board:
        log_file = Path(folder) / "log.sqlite"
        board.noise(0.001, seed=9)
        killed = presses = 0
        for life in lives:
            for number in range(life + random.randint(0, 2)):
                presses += 1
                at_ms = _STARTED_MS + 40 * number
                board.command(f"key {at_ms} {presses % 10 + 1} {_CALL} 1")
                board.command(f"key {at_ms + 20} {presses % 10 + 1} {_CALL} 0")
            host = context.Process(target=host_until_killed, args=(board.port, log_file, life))
            host.start()
            host.join(_PATIENCE_S)
            killed += host.exitcode == -signal.SIGKILL
            if host.exitcode is None:
                host.kill()
                host.join()
            while len(board.moves) < 2 * presses:
                time.sleep(0.01)
        pressed = [move.subject for move in board.moves if move.down]
        log = TableLog(log_file, "acceptance")
        kept = log.inbox("panel")
        log.close()
    layout = SCHEMA.message("event").layout
    told = [layout.unpack(bytes.fromhex(item.content))[4] for item in kept]
    ids = [item.event_id for item in kept]
    whole = told == pressed[: len(told)] and ids == list(range(1, len(ids) + 1))
    return Row(
        f"{kills} hosts killed between disk and acknowledgement",
        "nothing lost or applied twice",
        f"{killed} killed; {len(told)} events in the log, "
        + ("each once and in order" if whole else "**not as pressed**"),
        whole and killed == kills and len(told) == sum(lives),
    )
