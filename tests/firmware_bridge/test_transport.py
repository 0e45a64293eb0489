"""Real ports: pseudo terminals and sockets of this machine."""

import errno
import os
import pty
import socket
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import serial

from firmware_bridge import ports, transport
from firmware_bridge.ports import Holder, access_problem, holders_of, open_problem, report_of
from firmware_bridge.transport import SerialTransport, TransportError


@dataclass
class Terminal:
    """A pseudo terminal: what is written to `master` arrives at `path`."""

    master: int
    slave: int
    path: str

    def unplug(self) -> None:
        for descriptor in (self.master, self.slave):
            os.close(descriptor)
        self.master = self.slave = -1


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    master, slave = pty.openpty()
    tty.setraw(slave, termios.TCSANOW)
    terminal = Terminal(master, slave, os.ttyname(slave))
    yield terminal
    if terminal.master >= 0:
        terminal.unplug()


@pytest.fixture
def opened(terminal: Terminal) -> Iterator[SerialTransport]:
    port = SerialTransport(terminal.path)
    port.open()
    yield port
    port.close()


def problem_of(action: Callable[[], object]) -> str:
    with pytest.raises(TransportError) as caught:
        action()
    return str(caught.value)


def test_bytes_go_both_ways(terminal: Terminal, opened: SerialTransport):
    os.write(terminal.master, b"\0hello\0")
    assert opened.read() == b"\0hello\0"
    assert opened.read() == b""
    opened.write(b"\0who\0")
    assert os.read(terminal.master, 100) == b"\0who\0"


def test_an_unplugged_port_is_one_error_whatever_is_tried(
    terminal: Terminal, opened: SerialTransport
):
    terminal.unplug()
    said = f"The connection on {terminal.path} broke. Plug the cable in again"
    assert problem_of(opened.read).startswith(said)
    assert problem_of(lambda: opened.write(b"x")).startswith(said)
    opened.close()
    opened.close()


def test_a_missing_port_is_told(tmp_path: Path):
    path = str(tmp_path / "panel")
    said = problem_of(SerialTransport(path).open)
    assert said == (
        f"There is no port {path}. Plug the device in; `betline ports` lists the serial ports."
    )


def test_a_port_in_use_is_told_with_its_holder(terminal: Terminal, opened: SerialTransport):
    said = problem_of(SerialTransport(terminal.path).open)
    assert said.startswith(f"{terminal.path} is in use by ")
    assert f"process {os.getpid()}" in said
    assert "End that program" in said


def test_a_file_that_is_no_port_is_told(tmp_path: Path):
    path = tmp_path / "file"
    path.write_text("no port")
    assert "is no working serial port" in problem_of(SerialTransport(str(path)).open)


@pytest.mark.parametrize("url", ["nonsense://x", "hwgrep://no such adapter"])
def test_an_address_that_leads_nowhere_is_told(url: str):
    assert problem_of(SerialTransport(url).open).startswith(f"No connection to {url}: ")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "This user may not open /dev/x. Say `sudo usermod -aG dialout $USER`"),
        (errno.EPERM, "This user may not open /dev/x"),
        (errno.EBUSY, "/dev/x is in use by another program. End that program"),
        (errno.EAGAIN, "/dev/x is in use by another program"),
        (errno.ENOENT, "There is no port /dev/x"),
        (errno.ENODEV, "/dev/x is there but is no working serial port"),
        (errno.ENOMEM, "/dev/x could not be opened: "),
    ],
)
def test_what_the_system_refuses_is_told_with_its_remedy(number: int, said: str):
    problem = open_problem("/dev/x", serial.SerialException(number, "could not open port"))
    assert f"{problem.reason}. {problem.remedy}".startswith(said)


@pytest.mark.parametrize(
    "error", [serial.SerialException("gone"), OSError(5, "I/O"), TypeError(), termios.error(5)]
)
def test_each_way_in_which_pyserial_fails_is_the_same_fault(
    error: Exception, opened: SerialTransport, monkeypatch: pytest.MonkeyPatch
):
    def fail(_: int) -> bytes:
        raise error

    monkeypatch.setattr(opened._port, "read", fail)
    assert "broke. Plug the cable in again" in problem_of(opened.read)


def test_a_second_reader_is_told_apart_from_a_pulled_cable(
    opened: SerialTransport, monkeypatch: pytest.MonkeyPatch
):
    def fail(_: int) -> bytes:
        raise serial.SerialException(
            "device reports readiness to read but returned no data "
            "(device disconnected or multiple access on port?)"
        )

    monkeypatch.setattr(opened._port, "read", fail)
    assert problem_of(opened.read).startswith(f"Another program reads from {opened.url}")


def test_a_device_that_takes_nothing_counts_as_gone(
    opened: SerialTransport, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(opened._port, "write_timeout", 0.01)
    assert "broke" in problem_of(lambda: opened.write(bytes(100_000)))


def test_a_serial_server_is_a_port_too():
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        port = SerialTransport(url)
        accepted = threading.Thread(target=lambda: peers.append(server.accept()[0]))
        peers: list[socket.socket] = []
        accepted.start()
        port.open()
        accepted.join()
        with peers[0] as peer:
            peer.sendall(b"\0hello\0")
            received = b"".join(port.read() for _ in range(3))
            assert received == b"\0hello\0"
            port.write(b"\0who\0")
            assert peer.recv(100) == b"\0who\0"
        assert "broke" in problem_of(lambda: [port.read() for _ in range(3)])
        port.close()
    assert problem_of(port.open).startswith(f"No connection to {url}: ")


def test_other_programs_are_kept_out_of_real_ports_and_not_of_terminals(
    monkeypatch: pytest.MonkeyPatch, opened: SerialTransport
):
    asked: list[int] = []
    monkeypatch.setattr(transport.fcntl, "ioctl", lambda _, request: asked.append(request))
    transport._keep_others_out(opened._port)
    assert asked == []
    monkeypatch.setattr(os, "ttyname", lambda _: "/dev/ttyACM0")
    transport._keep_others_out(opened._port)
    assert asked == [termios.TIOCEXCL]


def test_the_holder_of_a_port_is_found(terminal: Terminal):
    assert os.getpid() in [holder.number for holder in holders_of(terminal.path)]


def test_reports_of_ports(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    assert report_of(terminal.path).problem is None
    assert report_of("/dev/none").problem == open_problem("/dev/none", OSError(errno.ENOENT, ""))
    assert report_of("socket://10.0.0.5:4001").problem is None
    monkeypatch.setattr(ports, "holders_of", lambda _: [Holder(1, "minicom")])
    assert access_problem(terminal.path) is None  # its other side is always open
    monkeypatch.setattr(ports, "is_pseudo_terminal", lambda _: False)
    problem = access_problem(terminal.path)
    assert problem is not None
    assert "in use by minicom (process 1)" in problem.reason
    monkeypatch.setattr(ports.os, "access", lambda *_: False)
    problem = access_problem(terminal.path)
    assert problem is not None
    assert problem.reason.startswith("This user may not open")


def test_modem_manager_is_told(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "7").mkdir()
    (tmp_path / "7" / "comm").write_text("ModemManager\n")
    monkeypatch.setattr(ports, "_PROCESSES", tmp_path)
    monkeypatch.setattr(ports.shutil, "which", lambda _: None)
    problem = access_problem(terminal.path)
    assert problem is not None
    assert problem.reason.startswith("ModemManager sends modem commands")


def test_the_lasting_name_of_a_port_is_preferred(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    link = tmp_path / "usb-Example_Panel-if00"
    link.symlink_to(terminal.path)
    monkeypatch.setattr(ports, "_BY_ID", tmp_path)
    assert ports.lasting_path(terminal.path) == str(link)
    assert ports.lasting_path("/dev/null") == "/dev/null"


def test_a_port_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    report = report_of(str(tmp_path / "ttyACM7"))
    assert report.description == "nothing is there"
    assert report.problem is not None
