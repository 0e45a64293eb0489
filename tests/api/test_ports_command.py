import json

import pytest
from serial.tools.list_ports_common import ListPortInfo
from typer.testing import CliRunner

from api.cli import app
from firmware_bridge import ports
from firmware_bridge.ports import PortReport

PANEL = PortReport("/dev/serial/by-id/usb-Example_Panel-if00", "Example Panel", None)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["ports", *arguments])
    return result.exit_code, result.output


def test_a_missing_port_is_told_with_its_remedy():
    code, output = run("/dev/none")
    assert code == 1
    assert "▲ There is no port /dev/none. Plug the device in" in output


def test_ports_are_listed_by_their_lasting_names(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ports, "list_reports", lambda: [PANEL])
    code, output = run()
    assert (code, output) == (0, f"{PANEL.path}\n    Example Panel\n")


def test_no_port_at_all_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ports, "list_reports", list)
    assert run()[1].startswith("No serial port. Plug the panel in")


def test_a_program_can_read_the_answer():
    code, output = run("/dev/none", "--ask", "--json")
    (line,) = json.loads(output)
    assert code == 1
    assert line["port"] == "/dev/none"
    assert line["problem"] == "There is no port /dev/none"


def test_udev_rules_are_printed_for_what_is_plugged_in(monkeypatch: pytest.MonkeyPatch):
    board = ListPortInfo("/dev/ttyACM0")
    board.vid, board.pid, board.serial_number = 0x2341, 0x42, "75833353"
    clone = ListPortInfo("/dev/ttyUSB0")
    clone.vid, clone.pid = 0x1A86, 0x7523
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [clone, ListPortInfo("a"), board])
    first, second = run("--udev")[1].splitlines()
    assert 'ATTRS{idVendor}=="2341", ATTRS{idProduct}=="0042", ATTRS{serial}=="75833353"' in first
    assert 'SYMLINK+="betline", ENV{ID_MM_DEVICE_IGNORE}="1"' in first
    assert 'ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523", GROUP="dialout"' in second
    assert 'SYMLINK+="betline-2"' in second
    monkeypatch.setattr(ports.list_ports, "comports", list)
    assert run("--udev") == (0, "# No USB adapter is plugged in.\n")
