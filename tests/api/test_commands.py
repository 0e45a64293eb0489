"""The command line: clear sentences with the remedy, exit code 1, and never a traceback."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from test_table_file import LAYOUT, TABLE
from typer.testing import CliRunner

from api.cli import app
from api.log import Entry, TableLog

runner = CliRunner()
BETLINE = Path(sys.executable).parent / "betline"
CALIBRATION = """
width_px: 900
height_px: 500
points:
  - {pixel: [0, 0], table_mm: [0, 0]}
  - {pixel: [899, 0], table_mm: [900, 0]}
  - {pixel: [899, 499], table_mm: [900, 500]}
  - {pixel: [0, 499], table_mm: [0, 500]}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table whose camera and panel are not plugged in."""
    (tmp_path / "layout.yaml").write_text(LAYOUT)
    (tmp_path / "overhead.yaml").write_text(CALIBRATION)
    _chip_set(tmp_path / "chips")
    path = tmp_path / "table.yaml"
    content = TABLE.replace("device: 0", "device: /dev/video99")
    path.write_text(f"{content}screens: {{port: {free_port()}}}\n")
    return path


def _chip_set(folder: Path) -> None:
    import numpy as np

    from vision.appearance import COLOURS, RINGS
    from vision.chip_set import ChipSet, ChipSetDocument, ChipType

    types = (ChipType(label="100", value=100, samples=1),)
    document = ChipSetDocument(house="Test house", chips=types)
    ChipSet(document, np.ones((1, RINGS, COLOURS), np.float32), np.ones(3)).save(folder)


def run(*arguments: str | Path) -> tuple[int, str]:
    """What a person sees: the exit code and all that was printed."""
    done = subprocess.run(
        [BETLINE, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    printed = done.stdout + done.stderr
    assert "Traceback" not in printed
    return done.returncode, printed


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_malformed_table_file(table: Path, command: str) -> None:
    table.write_text(table.read_text().replace("limit: NL", "limit: NLL"))
    code, printed = run(command, table)
    assert code == 1
    assert "table.yaml:15: games.0.limit" in printed
    assert "Did you mean NL?" in printed


def test_a_port_in_use(table: Path) -> None:
    port = int(table.read_text().rsplit("port: ", 1)[1].split("}")[0])
    with socket.create_server(("127.0.0.1", port)):
        code, printed = run("run", table)
    assert code == 1
    assert f"The port 127.0.0.1:{port} is in use" in printed
    assert "give `screens: port:` another number" in printed
    assert not (table.parent / "betline.log").exists()


@pytest.mark.parametrize(
    ("host", "says"), [("no.such.host.invalid", "is no address"), ("192.0.2.1", "no address of")]
)
def test_a_host_that_is_not_here(table: Path, host: str, says: str) -> None:
    table.write_text(table.read_text().replace("screens: {", f"screens: {{host: {host}, "))
    code, printed = run("run", table)
    assert code == 1
    assert says in printed


def test_a_log_on_a_read_only_disk(table: Path) -> None:
    table.write_text(table.read_text() + "log: /proc/betline/table.log\n")
    code, printed = run("run", table)
    assert code == 1
    assert "cannot be written" in printed
    assert "Give `log:` a folder" in printed


def test_a_log_of_other_rules(table: Path) -> None:
    log = TableLog(table.parent / "betline.log", "Table 7")
    log.append([Entry(at_ns=1, kind="session_started", payload={})])
    log.close()
    code, printed = run("run", table)
    assert code == 1
    assert "was not written under the rulebook" in printed


def test_a_damaged_log(table: Path) -> None:
    (table.parent / "betline.log").write_bytes(b"no log" * 1000)
    code, printed = run("run", table)
    assert code == 1
    assert "Keep the file for inquiry" in printed


def test_check_tells_what_a_camera_sees(table: Path) -> None:
    code, printed = run("check", table)
    assert code == 1
    assert "Camera overhead, seat 1: cannot read chips: 1.0 pixels per millimetre" in printed
    assert "No camera can read seat 2" in printed
    code, printed = run("check", table, "--json")
    assert code == 1
    found = json.loads(printed)
    assert found["ready"] is False
    assert len(found["problems"]) == 3


def test_a_table_runs_without_camera_and_panel_and_comes_back(table: Path) -> None:
    """Both sources are at fault, which the screen tells; Ctrl-C ends it; a restart goes on."""
    port = int(table.read_text().rsplit("port: ", 1)[1].split("}")[0])
    for start in (1, 2):
        process = subprocess.Popen(
            [BETLINE, "run", table],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "COLUMNS": "120"},
        )
        try:
            view = _view(port)
            assert [source["state"] for source in view["sources"]] == ["offline", "offline"]
            assert view["sources"][1]["remedy"]
            if start == 1:
                hand = {
                    "command_id": "the-first-hand", "number": 1, "game": "No-limit",
                    "button": "1", "stacks": {"1": 5000, "2": 5000},
                }  # fmt: skip
                answer = httpx.post(f"http://127.0.0.1:{port}/api/hand", json=hand)
                assert answer.status_code == 200, answer.text
            seats = _view(port)["seats"]
            assert [seat["bet"] for seat in seats] == [100, 200]
        finally:
            process.send_signal(signal.SIGINT)
            printed, _ = process.communicate(timeout=20)
        assert "Traceback" not in printed, printed
        assert "Ended; the log is complete." in printed
        assert process.returncode == 0
    assert "replayed" in printed
    code, printed = run("log", "verify", table.parent / "betline.log")
    assert (code, "unbroken" in printed) == (0, True)


def _view(port: int) -> dict[str, list[dict[str, object]]]:
    """What the dealer sees, once both sources have told that they are not there."""
    until_s = time.monotonic() + 20
    while time.monotonic() < until_s:
        try:
            answer = httpx.get(f"http://127.0.0.1:{port}/api/snapshot?role=dealer")
        except httpx.TransportError:
            time.sleep(0.1)
            continue
        view = answer.json()["view"]
        if all(source["state"] == "offline" for source in view["sources"]):
            return dict(view)
        time.sleep(0.1)
    raise AssertionError("the table did not come up")


class TestLog:
    @pytest.fixture
    def log(self, tmp_path: Path) -> Path:
        log = TableLog(tmp_path / "table.log", "Table 7")
        log.append([Entry(at_ns=1, kind="observed", payload={"text": "Привет"}, card="Qc")])
        log.close()
        return log.path

    def test_verify(self, log: Path) -> None:
        done = runner.invoke(app, ["log", "verify", str(log)])
        assert (done.exit_code, "1 events, unbroken" in done.output) == (0, True)
        found = json.loads(runner.invoke(app, ["log", "verify", str(log), "--json"]).output)
        assert found["events"] == 1

    def test_export_has_no_sealed_card(self, log: Path) -> None:
        done = runner.invoke(app, ["log", "export", str(log)])
        assert json.loads(done.output)["payload"] == {"text": "Привет"}
        assert "Qc" not in done.output
        (event,) = json.loads(runner.invoke(app, ["log", "export", str(log), "--json"]).output)
        assert event["seq"] == 1

    @pytest.mark.parametrize("command", ["verify", "export"])
    def test_no_log(self, tmp_path: Path, command: str) -> None:
        done = runner.invoke(app, ["log", command, str(tmp_path / "none.log")])
        assert done.exit_code == 1
        assert "There is no log" in done.output

    @pytest.mark.parametrize("command", ["verify", "export"])
    def test_something_else(self, tmp_path: Path, command: str) -> None:
        (tmp_path / "table.log").write_bytes(b"no log" * 1000)
        done = runner.invoke(app, ["log", command, str(tmp_path / "table.log")])
        assert done.exit_code == 1
        assert "not a log of betline's" in done.output


@pytest.mark.parametrize("command", ["run", "demo", "check", "bench", "log verify", "log export"])
def test_help_teaches_by_an_example(command: str) -> None:
    done = runner.invoke(app, [*command.split(), "--help"])
    assert done.exit_code == 0
    assert "Example: betline" in done.output


@pytest.mark.parametrize("arguments", [["--json"], ["--language", "de"]])
def test_demo_says_what_does_not_fit(arguments: list[str]) -> None:
    assert runner.invoke(app, ["demo", *arguments]).exit_code == 2


@pytest.mark.parametrize("command", ["demo", "bench"])
def test_no_recording(tmp_path: Path, command: str) -> None:
    done = runner.invoke(app, [command, "--recording", str(tmp_path)])
    assert done.exit_code == 1
    assert "There is no recording" in done.output
