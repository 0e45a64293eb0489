"""A device on a serial port as a source of observations, in a thread of its own."""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.bridge import BridgeHealth, Delivery, keep_nothing
from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.connection import Connection, ConnectionState
from firmware_bridge.link import Accounted, EventKey
from firmware_bridge.messages import Outputs
from firmware_bridge.problem import Problem
from firmware_bridge.recording import RecordedTransport
from firmware_bridge.registry import KINDS, Use
from firmware_bridge.transport import SerialTransport, Transport
from table.observations import Observation
from table.seats import Seat

logger = logging.getLogger(__name__)

# A driver that blocks a read or a close for longer than this hangs (pyserial #331, #513).
_HANG_NS = 2_000 * NS_PER_MS
_STOP_WAIT_S = 2.0
_FAULT = Problem("The bridge failed", "Look for the error in the log, and report it.")
_HANGS = Problem("The port's driver hangs", "Pull the adapter out and plug it in again.")


@dataclass(frozen=True)
class SourceHealth:
    """How a source stands.

    Attributes:
        connection: where its connection stands.
        openings: how often its port was opened.
        bridge: what its driver has seen.
        problem: what is wrong, or None.
    """

    connection: ConnectionState
    openings: int
    bridge: BridgeHealth
    problem: Problem | None


def _ignore_progress(_: int) -> None:
    """Nobody puts several sources in order."""


class BridgeSource:
    """A panel, a shoe or a reader.

    All callbacks come from the reader thread, in order: `persist`, `on_observation`,
    `on_progress`. What `persist` raises leaves the event in the device; `persist` gets it again.

    Args:
        name: the source's name in the table file.
        port: a path, a URL, or a transport.
        device: what is on it, a name in `firmware_bridge.registry.KINDS`.
        seats: names of the seats at positions 1, 2, ... of the panel.
        on_observation: gets each observation once.
        persist: puts a delivery on disk and returns, or raises. Its observation is stored with
            it in one step, so that a crash between the two callbacks loses nothing.
        clock: table time, in nanoseconds.
        on_progress: gets a table time before which everything has been told.
        resume_after: key of the last delivery on disk, from an earlier run.
        accounted: the losses that a person had confirmed in an earlier run.
        keep_accounted: puts such on disk.
        codes: the mapping file of a reader that needs one.

    Raises:
        table.documents.DocumentError: the mapping file cannot be used.
    """

    def __init__(
        self,
        name: str,
        port: str | Transport,
        *,
        device: str = "panel",
        seats: Sequence[Seat],
        on_observation: Callable[[Observation], None],
        persist: Callable[[Delivery], None],
        clock: Callable[[], int],
        on_progress: Callable[[int], None] = _ignore_progress,
        resume_after: EventKey | None = None,
        accounted: Accounted | None = None,
        keep_accounted: Callable[[Accounted], None] = keep_nothing,
        codes: Path | None = None,
    ) -> None:
        kind = KINDS[device]
        transport = SerialTransport(port, baudrate=kind.baudrate) if isinstance(port, str) else port
        self.name = name
        self._seats = tuple(seats)
        self._on_observation = on_observation
        self._on_progress = on_progress
        self._clock = clock
        use = Use(
            name=name,
            seats=seats,
            persist=persist,
            resume_after=resume_after,
            accounted=accounted,
            keep_accounted=keep_accounted,
            recorded=isinstance(transport, RecordedTransport),
            codes=codes,
        )
        self._driver = kind.make(use)
        self._connection = Connection(self._driver, transport, clock)
        self._stop = threading.Event()
        self._loss_acknowledged = threading.Event()
        self._progress_ns = -1
        self._stepped_ns = clock()
        self._thread = threading.Thread(target=self._run, name=f"bridge {name}", daemon=True)

    def start(self) -> None:
        """Begin to read. A source is started once."""
        self._thread.start()

    def stop(self) -> None:
        """End reading and close the port."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(_STOP_WAIT_S)
            if self._thread.is_alive():
                logger.error("%s: %s. %s", self.name, _HANGS.reason, _HANGS.remedy)

    def set_lamps(self, seats: Iterable[Seat], *, buzzer: bool = False) -> None:
        """Light the lamps of these seats and no others, and sound the buzzer or not.

        The state is kept: the device gets it again after each reconnection, and turns all off by
        itself two seconds after it last heard the host.

        Raises:
            ValueError: a seat is not one of the panel's.
        """
        lamps = sum(1 << self._seats.index(seat) for seat in set(seats))
        self._driver.set_outputs(Outputs(lamps, int(buzzer)))

    def acknowledge_loss(self) -> None:
        """A person has compared the table with what was told: go on after a loss of presses."""
        self._loss_acknowledged.set()

    def health(self) -> SourceHealth:
        """How the source stands, also when its port hangs."""
        driver = self._driver.health()
        hangs = self._thread.is_alive() and self._clock() - self._stepped_ns > _HANG_NS
        problem = _HANGS if hangs else driver.problem
        return SourceHealth(self._connection.state, self._connection.openings, driver, problem)

    def _run(self) -> None:
        while not self._stop.is_set():
            pause_s = self._step()
            self._tell()
            if pause_s:
                self._stop.wait(pause_s)
        self._connection.close()

    def _step(self) -> float:
        self._stepped_ns = self._clock()
        if self._loss_acknowledged.is_set():
            self._loss_acknowledged.clear()
            self._driver.acknowledge_loss(self._stepped_ns)
        try:
            return self._connection.step()
        except Exception:  # a fault of ours must be told as one, not end the thread in silence
            logger.exception("%s: the bridge failed", self.name)
            self._connection.fail(_FAULT)
            return 0.0

    def _tell(self) -> None:
        for observation in self._driver.take_observations():
            try:
                self._on_observation(observation)
            except Exception:
                logger.exception("%s: an observation was not taken", self.name)
        if self._driver.progress_ns != self._progress_ns:
            self._progress_ns = self._driver.progress_ns
            self._on_progress(self._progress_ns)
