import shutil

import pytest
from typer.testing import CliRunner

from api.cli import app

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.skipif(
        shutil.which("cc") is None or shutil.which("make") is None,
        reason="make or a C compiler is missing: the firmware cannot be built",
    ),
]


def answers(device: str, *lines: str) -> list[str]:
    result = CliRunner().invoke(app, ["emulate", device], input="\n".join(lines))
    assert result.exit_code == 0, result.output
    port, _, *told = result.output.splitlines()
    assert port.startswith("port: ")
    return told


def test_buttons_are_pressed_by_typing():
    lines = ["3 raise 500", "confirm", "unplug", "4 fold", "plug", "", "reset", "quit"]
    assert answers("panel", *lines) == ["ok; lamps: none"] * 6


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("3 rise", "▲ a player has no button rise"),
        ("3 raise lots", "▲ a seat and a figure are numbers"),
        ("11 call", "▲ Input should be less than or equal to 10"),
        ("3 call 4", "▲ only bet, raise and amount have a figure"),
        ("deal", "▲ the dealer has no button deal"),
        ("", None),
    ],
)
def test_what_is_not_understood_is_told(line: str, told: str | None):
    assert answers("panel", line) == ([told] if told else [])


def test_cards_are_dealt_by_typing():
    lines = ["Qc", "unread", "deck", "Zz", "Qc Qd"]
    told = answers("shoe", *lines)
    assert told[:3] == ["ok; lamps: none"] * 3
    assert told[3].startswith("▲ a card's rank is one of")
    assert told[4] == "▲ not understood: Qc Qd"


def test_there_is_no_other_device():
    result = CliRunner().invoke(app, ["emulate", "oven"])
    assert result.exit_code == 2
