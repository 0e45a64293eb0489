"""A source, and what it tells, for tests in real time."""

import time
from collections.abc import Callable

from firmware_bridge.bridge import Delivery
from firmware_bridge.source import BridgeSource
from firmware_bridge.transport import Transport
from table.observations import Observation, SourceChanged, SourceState, WordSaid

SEATS = tuple("123456789")
PATIENCE_S = 20.0


class Listener:
    """A source, and what it tells."""

    def __init__(
        self, port: str | Transport, *, seats: tuple[str, ...] = SEATS, **options: object
    ) -> None:
        self.stored: list[Delivery] = []
        self.told: list[Observation] = []
        self.promises: list[int] = []
        self.refuse_storage = False
        self.source = BridgeSource(
            "panel",
            port,
            seats=seats,
            on_observation=self.told.append,
            persist=self._persist,
            clock=time.monotonic_ns,
            on_progress=self.promises.append,
            **options,
        )

    def _persist(self, delivery: Delivery) -> None:
        if self.refuse_storage:
            raise OSError(28, "No space left on device")
        self.stored.append(delivery)

    def __enter__(self) -> "Listener":
        self.source.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.source.stop()

    def wait(self, condition: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < until, (self.told, self.source.health())
            time.sleep(0.005)

    def wait_for_state(self, state: SourceState) -> SourceChanged:
        self.wait(lambda: bool(self.changes) and self.changes[-1].state is state)
        return self.changes[-1]

    @property
    def words(self) -> list[WordSaid]:
        return [item for item in self.told if isinstance(item, WordSaid)]

    @property
    def changes(self) -> list[SourceChanged]:
        return [item for item in self.told if isinstance(item, SourceChanged)]
