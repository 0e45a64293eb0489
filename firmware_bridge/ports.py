"""Serial ports of this machine: what they are, what is wrong with them, and the remedy."""

import errno
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from firmware_bridge.problem import Problem

_BY_ID = Path("/dev/serial/by-id")
_PROCESSES = Path("/proc")


@dataclass(frozen=True)
class PortReport:
    """One serial port.

    Attributes:
        path: the name to open; one that stays the same after replugging, where there is one.
        description: what the adapter says it is.
        problem: what is wrong with it, or None.
    """

    path: str
    description: str
    problem: Problem | None


def list_reports() -> list[PortReport]:
    """All serial ports of this machine, each with what stands in the way of using it."""
    return [report_of(port.device) for port in sorted(list_ports.comports())]


def report_of(path: str) -> PortReport:
    """One port, by path or URL. What is behind a URL is not known before it is opened."""
    if "://" in path:
        return PortReport(path, "a port elsewhere", None)
    known = {port.device: port.description for port in list_ports.comports()}
    description = known.get(os.path.realpath(path), "n/a")
    if description == "n/a":
        there = os.path.exists(path)
        description = "an adapter that does not tell what it is" if there else "nothing is there"
    return PortReport(lasting_path(path), description, access_problem(path))


def udev_rules() -> list[str]:
    """Rules for the adapters that are plugged in now, for a file in /etc/udev/rules.d.

    Each says who may open it, gives it a lasting name, and keeps ModemManager away from it.
    """
    rules: list[str] = []
    for port in sorted(list_ports.comports()):
        if port.vid is None:
            continue
        serial = f'ATTRS{{serial}}=="{port.serial_number}", ' if port.serial_number else ""
        number = f"-{len(rules) + 1}" if rules else ""
        rules.append(
            f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{port.vid:04x}", '
            f'ATTRS{{idProduct}}=="{port.pid:04x}", {serial}'
            f'GROUP="dialout", MODE="0660", SYMLINK+="betline{number}", '
            'ENV{ID_MM_DEVICE_IGNORE}="1"'
        )
    return rules


def lasting_path(path: str) -> str:
    """The link in /dev/serial/by-id to this port, else the path itself.

    The number of ttyACM0 changes when it is plugged in again; the link does not.
    """
    links = sorted(_BY_ID.iterdir()) if _BY_ID.is_dir() else []
    target = os.path.realpath(path)
    return next((str(link) for link in links if os.path.realpath(link) == target), path)


def access_problem(path: str) -> Problem | None:
    """What keeps this program from the port, found out without opening it."""
    if not os.path.exists(path):
        return _missing(path)
    if not os.access(path, os.R_OK | os.W_OK):
        return _forbidden(path)
    holders = [holder for holder in holders_of(path) if holder.number != os.getpid()]
    if holders and not is_pseudo_terminal(path):
        return _busy(path, holders)
    if _modem_manager_may_probe(path):
        return Problem(
            f"ModemManager sends modem commands to {path}",
            "Install the udev rule of docs/bridge.md, which tells ModemManager to leave it alone.",
        )
    return None


def is_pseudo_terminal(path: str) -> bool:
    """A terminal without a wire; the program at its other side always has it open."""
    return os.path.realpath(path).startswith("/dev/pts/")


def open_problem(url: str, error: Exception) -> Problem:
    """Why a port could not be opened, in words that name the remedy.

    Args:
        url: the path or URL.
        error: what the attempt raised.
    """
    number = _error_number(error)
    if number == errno.ENOENT:
        return _missing(url)
    if number in {errno.EACCES, errno.EPERM}:
        return _forbidden(url)
    if number in {errno.EBUSY, errno.EAGAIN}:
        return _busy(url, holders_of(url))
    if number in {errno.ENODEV, errno.ENXIO, errno.EIO, errno.ENOTTY, errno.EISDIR, errno.EINVAL}:
        return Problem(
            f"{url} is there but is no working serial port",
            "Plug the adapter in again; `betline ports` lists the serial ports.",
        )
    if "://" in url:
        return Problem(
            f"No connection to {url}: {_first_line(error)}",
            "Check the address, and that the serial server is on and lets this machine in.",
        )
    return Problem(
        f"{url} could not be opened: {_first_line(error)}",
        "`betline ports` lists the serial ports.",
    )


@dataclass(frozen=True)
class Holder:
    """A process that has a port open."""

    number: int
    name: str


def holders_of(path: str) -> list[Holder]:
    """The processes that have a port open, as far as this user may see them (Linux)."""
    target = os.path.realpath(path)
    holders = []
    for process in _PROCESSES.glob("[0-9]*"):
        try:
            opened = {os.path.realpath(link) for link in (process / "fd").iterdir()}
            if target in opened:
                name = (process / "comm").read_text(encoding="utf-8").strip()
                holders.append(Holder(int(process.name), name))
        except OSError:
            continue  # it ended meanwhile, or belongs to another user
    return holders


def _missing(path: str) -> Problem:
    return Problem(
        f"There is no port {path}", "Plug the device in; `betline ports` lists the serial ports."
    )


def _forbidden(path: str) -> Problem:
    if sys.platform != "linux":
        return Problem(f"This user may not open {path}", "Ask the administrator of this machine.")
    try:
        group = Path(path).group()
    except (OSError, KeyError):
        group = "dialout"
    return Problem(
        f"This user may not open {path}",
        f"Say `sudo usermod -aG {group} $USER`, then log out and in again.",
    )


def _busy(path: str, holders: list[Holder]) -> Problem:
    names = ", ".join(f"{holder.name} (process {holder.number})" for holder in holders)
    return Problem(
        f"{path} is in use by {names or 'another program'}",
        "End that program; one bridge a port is all there may be.",
    )


def _error_number(error: BaseException | None) -> int | None:
    """The system's number; pyserial sometimes keeps it only in the error that it translates."""
    while error is not None:
        for number in (getattr(error, "errno", None), *error.args[:1]):
            if isinstance(number, int):
                return number
        error = error.__context__
    return None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def _modem_manager_may_probe(path: str) -> bool:
    """ModemManager runs and was not told to leave this port alone (udev)."""
    if not any(_command_of(process) == "ModemManager" for process in _PROCESSES.glob("[0-9]*")):
        return False
    udevadm = shutil.which("udevadm")
    if udevadm is None:
        return True
    command = [udevadm, "info", "--query=property", f"--name={path}"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return "ID_MM_DEVICE_IGNORE=1" not in answer.stdout.splitlines()


def _command_of(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""
