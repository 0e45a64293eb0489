"""A host as a table runs one: the source, and a real log that every event is put into first."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from api.log import InboxItem, TableLog
from firmware_bridge.bridge import Delivery
from firmware_bridge.link import EventKey
from firmware_bridge.source import BridgeSource, SourceHealth
from table.observations import Observation, SourceChanged, SourceState

SEATS = tuple("123456789A")
PATIENCE_S = 60.0


class Host:
    """One device's host.

    Attributes:
        stored: each delivery, and when it was on disk.
        changes: each change of the source, and when it was told.

    Args:
        port: of the device.
        log_file: the log, made where it is not there.
        keep: whether to remember what was stored; a soak does not.
    """

    def __init__(self, port: str, log_file: Path, *, keep: bool = True) -> None:
        self.stored: list[tuple[Delivery, int]] = []
        self.stored_count = 0
        self.changes: list[tuple[SourceChanged, int]] = []
        self._keep = keep
        self._log = TableLog(log_file, "acceptance")
        kept = self._log.inbox("panel")
        self._source = BridgeSource(
            "panel",
            port,
            seats=SEATS,
            on_observation=self._tell,
            persist=self._persist,
            clock=time.monotonic_ns,
            resume_after=EventKey(kept[-1].boot_id, kept[-1].event_id) if kept else None,
        )

    def __enter__(self) -> Self:
        self._source.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._source.stop()
        self._log.close()

    @property
    def state(self) -> SourceState:
        """What was told last."""
        return self.changes[-1][0].state if self.changes else SourceState.STARTING

    def health(self) -> SourceHealth:
        """How the source stands."""
        return self._source.health()

    def acknowledge_loss(self) -> None:
        """A person has compared the table."""
        self._source.acknowledge_loss()

    def first_told(self, state: SourceState, after_ns: int) -> int:
        """Wait until a state is told after a moment; gives when that was.

        Raises:
            TimeoutError: it was not told.
        """
        self.wait(lambda: self._told_after(state, after_ns) is not None)
        found = self._told_after(state, after_ns)
        assert found is not None
        return found

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so.

        Raises:
            TimeoutError: it did not become so.
        """
        until = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > until:
                raise TimeoutError(f"waited in vain: {self.health()}")
            time.sleep(0.002)

    def _told_after(self, state: SourceState, after_ns: int) -> int | None:
        moments = (at_ns for change, at_ns in list(self.changes) if change.state is state)
        return next((at_ns for at_ns in moments if at_ns >= after_ns), None)

    def _persist(self, delivery: Delivery) -> None:
        content = json.dumps({"body": delivery.body.hex()})
        key = delivery.key
        self._log.keep(
            InboxItem(source="panel", boot_id=key.boot_id, event_id=key.event_id, content=content)
        )
        self.stored_count += 1
        if self._keep:
            self.stored.append((delivery, time.monotonic_ns()))

    def _tell(self, observation: Observation) -> None:
        if isinstance(observation, SourceChanged):
            self.changes.append((observation, time.monotonic_ns()))
