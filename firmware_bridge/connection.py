"""The connection to one device: opened, watched, closed and opened again, step by step.

Without a thread of its own, so that a test can run it with a false port and a false clock. One
thread calls `step`, and nobody else touches the port.
"""

import logging
from collections.abc import Callable
from enum import StrEnum

from firmware_bridge.clock import NS_PER_MS
from firmware_bridge.driver import Driver
from firmware_bridge.problem import Problem
from firmware_bridge.transport import READ_WAIT_S, Transport, TransportError

logger = logging.getLogger(__name__)

# A port that came back is open again within a second, at no cost while it is away.
_FIRST_BACKOFF_NS = 50 * NS_PER_MS
_LONGEST_BACKOFF_NS = 500 * NS_PER_MS


class ConnectionState(StrEnum):
    """Where the connection stands."""

    CLOSED = "closed"
    OPENING = "opening"
    HELLO = "hello"
    LIVE = "live"
    SILENT = "silent"
    BACKOFF = "backoff"


class Connection:
    """One driver on one transport.

    Attributes:
        state: where it stands.
        openings: how often the port was opened.

    Args:
        driver: what reads the bytes.
        transport: where they come from.
        clock: table time, in nanoseconds.
    """

    def __init__(self, driver: Driver, transport: Transport, clock: Callable[[], int]) -> None:
        self.state = ConnectionState.CLOSED
        self.openings = 0
        self._driver = driver
        self._transport = transport
        self._clock = clock
        self._backoff_ns = _FIRST_BACKOFF_NS
        self._retry_ns = 0
        self._quiet = False

    def step(self) -> float:
        """Open, or read and answer once. Gives the seconds to wait before the next step."""
        now_ns = self._clock()
        if self.state in {ConnectionState.CLOSED, ConnectionState.BACKOFF}:
            self._driver.due(now_ns)
            if self.state is ConnectionState.BACKOFF and now_ns < self._retry_ns:
                return READ_WAIT_S
            self.state = ConnectionState.OPENING
        try:
            if self.state is ConnectionState.OPENING:
                self._open()
            else:
                self._exchange()
        except TransportError as error:
            self.fail(error.problem)
            return READ_WAIT_S
        return 0.0

    def fail(self, problem: Problem) -> None:
        """Close the port, tell the driver why, and try again after a while."""
        self._transport.close()
        now_ns = self._clock()
        self._driver.closed(problem, now_ns)
        level = logging.DEBUG if self._quiet else logging.WARNING
        logger.log(level, "%s: %s", self._driver.name, problem.reason)
        self._quiet = True
        self.state = ConnectionState.BACKOFF
        self._retry_ns = now_ns + self._backoff_ns
        self._backoff_ns = min(2 * self._backoff_ns, _LONGEST_BACKOFF_NS)

    def close(self) -> None:
        """Close the port for good."""
        self._transport.close()
        self.state = ConnectionState.CLOSED

    def _open(self) -> None:
        self._transport.open()
        self.openings += 1
        self._driver.opened(self._clock())
        self.state = ConnectionState.HELLO

    def _exchange(self) -> None:
        data = self._transport.read()
        now_ns = self._clock()
        if data:
            self._driver.receive(data, now_ns)
        answer = self._driver.due(now_ns)
        if answer:
            self._transport.write(answer)
        self._follow(now_ns)

    def _follow(self, now_ns: int) -> None:
        if self._driver.silent(now_ns):
            self.state = ConnectionState.SILENT
            problem = self._driver.health().problem
            raise TransportError(problem or Problem("The device is silent", "Check its cable."))
        if not self._driver.greeted:
            self.state = ConnectionState.HELLO
        elif self.state is not ConnectionState.LIVE:
            self.state = ConnectionState.LIVE
            self._backoff_ns = _FIRST_BACKOFF_NS
            self._quiet = False
            logger.info("%s: live on %s", self._driver.name, self._transport.describe())
