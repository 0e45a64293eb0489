import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from firmware_bridge.source import BridgeSource

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.skipif(
        shutil.which("cc") is None or shutil.which("make") is None,
        reason="make or a C compiler is missing: the firmware cannot be built",
    ),
]


def answers(options: list[str], *lines: str) -> list[str]:
    result = CliRunner().invoke(app, ["panel", *options], input="\n".join(lines))
    assert result.exit_code == 0, result.output
    port, _, *told = result.output.splitlines()
    assert port.startswith("port: ")
    return told


def test_buttons_are_pressed_by_typing():
    lines = ["3 raise 500", "confirm", "unplug", "4 fold", "plug", "", "reset", "quit"]
    assert answers([], *lines) == ["ok"] * 6


def test_the_port_appears_where_it_is_wanted(tmp_path: Path):
    result = CliRunner().invoke(app, ["panel", "--shoe", "--folder", str(tmp_path)], input="Qc")
    assert result.output.splitlines()[0] == f"port: {tmp_path / 'shoe'}"
    assert list(tmp_path.iterdir()) == []


def test_lamps_are_shown_when_they_change(tmp_path: Path):
    main = "from api.cli import main; main()"
    command = [sys.executable, "-c", main, "panel", "--folder", str(tmp_path)]
    opened = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert opened.stdin is not None
    assert opened.stdout is not None
    port = opened.stdout.readline().removeprefix("port: ").strip()
    opened.stdout.readline()
    source = BridgeSource(
        "panel",
        port,
        seats=("1", "2", "3"),
        on_observation=lambda _: None,
        persist=lambda _: None,
        clock=time.monotonic_ns,
    )
    source.set_lamps(["3"], buzzer=True)
    source.start()
    shown = opened.stdout.readline()
    source.stop()
    dark = opened.stdout.readline()
    opened.communicate("quit\n")
    assert [shown, dark] == ["lamps: 3; buzzer\n", "lamps: none\n"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "3 rise",
            "▲ a player has no button rise: use check, call, bet, raise, fold, all_in, pot, amount",
        ),
        ("3 raise lots", "▲ a seat and a figure are numbers"),
        ("11 call", "▲ a panel has seats 1 to 10, and no seat 11"),
        ("3 call 4", "▲ only bet, raise and amount have a figure"),
        ("deal", "▲ the dealer has no button deal: use confirm, undo, floor"),
        ("", None),
    ],
)
def test_what_is_not_understood_is_told(line: str, told: str | None):
    assert answers([], line) == ([told] if told else [])


def test_cards_are_dealt_by_typing():
    lines = ["Qc", "unread", "deck", "Zz", "Qc Qd"]
    told = answers(["--shoe"], *lines)
    assert told[:3] == ["ok"] * 3
    assert told[3].startswith("▲ a card's rank is one of")
    assert told[4] == "▲ not understood: Qc Qd"
