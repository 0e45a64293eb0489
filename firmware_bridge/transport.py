"""Transports: where a device's bytes come from.

`Transport` has five methods, so that another library, or a test, can take pyserial's place. The
faults of pyserial that are known from its tracker are handled here and nowhere else: it raises
four different kinds of exception for a cable that was pulled (pyserial #341, #401, #417), and is
not safe to close while another thread reads (#712, #713), so one thread alone uses a transport.
"""

import logging
import os
from typing import Any, Protocol

import serial

from firmware_bridge.ports import is_pseudo_terminal, open_problem
from firmware_bridge.problem import Problem
from firmware_bridge.schema import SCHEMA

logger = logging.getLogger(__name__)

READ_WAIT_S = 0.02
_WRITE_WAIT_S = 0.5
_LARGEST_READ = 4096

try:
    import fcntl
    import termios

    _PORT_ERRORS: tuple[type[Exception], ...] = (OSError, TypeError, ValueError, termios.error)
except ImportError:  # Windows
    _PORT_ERRORS = (OSError, TypeError, ValueError)


class TransportError(Exception):
    """The bytes have stopped, or never came.

    Attributes:
        problem: what is wrong, and the remedy.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.reason}. {problem.remedy}")
        self.problem = problem


class Transport(Protocol):
    """A stream of bytes to and from one device. One thread uses it."""

    def open(self) -> None:
        """Begin.

        Raises:
            TransportError: it cannot.
        """

    def read(self) -> bytes:
        """What has arrived; empty after `READ_WAIT_S` without a byte.

        Raises:
            TransportError: nothing more will come.
        """

    def write(self, data: bytes) -> None:
        """Send.

        Raises:
            TransportError: it cannot.
        """

    def close(self) -> None:
        """End; never raises."""

    def describe(self) -> str:
        """Where it leads, for messages."""


class SerialTransport:
    """A serial port, by path or by a URL that pyserial knows (`socket://`, `rfc2217://`).

    Args:
        url: such as `/dev/serial/by-id/usb-...`, `COM11`, `rfc2217://10.0.0.5:4001`.
        baudrate: bits per second.
        dtr: the level of DTR. Boards with USB of their own send only while it is high; with an
            Arduino Uno or Mega its edge restarts the board, so there the jumper RESET-EN is cut.
    """

    def __init__(self, url: str, *, baudrate: int = SCHEMA.timing.baud, dtr: bool = True) -> None:
        self.url = url
        self._baudrate = baudrate
        self._dtr = dtr
        self._port: Any = None

    def open(self) -> None:
        """Open the port for us alone; other programs are kept out where the system can."""
        try:
            port = serial.serial_for_url(self.url, do_not_open=True)
            port.baudrate = self._baudrate
            port.timeout = READ_WAIT_S
            port.write_timeout = _WRITE_WAIT_S
            port.exclusive = True
            port.dtr = self._dtr
            port.open()
        except _PORT_ERRORS as error:
            raise TransportError(open_problem(self.url, error)) from error
        self._port = port
        _keep_others_out(port)
        _ask_for_low_latency(port, self.url)

    def read(self) -> bytes:
        """Wait for a byte, and take all that came with it."""
        try:
            data = bytes(self._port.read(1))
            while data and len(data) < _LARGEST_READ:
                waiting = self._port.in_waiting
                if not waiting:
                    break
                data += self._port.read(waiting)
        except _PORT_ERRORS as error:
            raise TransportError(self._unplugged(error)) from error
        return data

    def write(self, data: bytes) -> None:
        """Send; a device that takes nothing for half a second counts as gone."""
        try:
            self._port.write(data)
        except _PORT_ERRORS as error:
            raise TransportError(self._unplugged(error)) from error

    def close(self) -> None:
        """Close at once, so that the device gets the same name when it comes back."""
        port, self._port = self._port, None
        if port is not None:
            try:
                port.close()
            except _PORT_ERRORS:
                logger.debug("closing %s failed", self.url, exc_info=True)

    def describe(self) -> str:
        """The path or URL."""
        return self.url

    def _unplugged(self, error: Exception) -> Problem:
        if "multiple access" in str(error) and os.path.exists(self.url):
            reason = f"Another program reads from {self.url}"
            return Problem(reason, "End it; `betline ports` tells which one it is.")
        reason = f"The connection on {self.url} broke"
        return Problem(reason, "Plug the cable in again; presses wait in the device.")


def _keep_others_out(port: Any) -> None:
    """Refuse later openers: `exclusive` keeps out only those that ask for it too.

    Not on a pseudo terminal: there the mark would outlive us while its other side is open.
    """
    try:
        descriptor = port.fileno()
        if not is_pseudo_terminal(os.ttyname(descriptor)):
            fcntl.ioctl(descriptor, termios.TIOCEXCL)
    except (OSError, AttributeError, NameError, ValueError):
        logger.debug("this port cannot be kept from other programs")


def _ask_for_low_latency(port: Any, url: str) -> None:
    """FTDI adapters hold bytes for 16 ms unless asked not to (pyserial pull request 290)."""
    try:
        port.set_low_latency_mode(True)
        logger.info("%s: low latency is on", url)
    except (OSError, AttributeError, NotImplementedError, ValueError):
        logger.debug("%s has no low latency mode", url)
