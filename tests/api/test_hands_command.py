"""`betline hands check`, as it is typed."""

import json
from pathlib import Path

import pytest
from recorded import DRAW, HOLDEM, STUD
from typer.testing import CliRunner

from api.cli import app

runner = CliRunner()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("a.phh", HOLDEM), ("b.phh", STUD)):
        (tmp_path / name).write_text(text)
    deeper = tmp_path / "deeper"
    deeper.mkdir()
    (deeper / "many.phhs").write_text(f"[1]\n{DRAW}\n[2]\n{HOLDEM}")
    (tmp_path / "notes.txt").write_text("no hand")
    return tmp_path


def test_hands_that_agree_are_counted(folder: Path) -> None:
    result = runner.invoke(app, ["hands", "check", str(folder)])
    assert (result.exit_code, result.stdout) == (0, "4 of 4\n")


def test_a_disagreement_is_told_and_ends_with_exit_code_1(folder: Path) -> None:
    (folder / "b.phh").write_text(STUD.replace("1017", "1018"))
    result = runner.invoke(app, ["hands", "check", str(folder), "--rulebook", "roberts"])
    assert result.exit_code == 1
    told, count = result.stdout.splitlines()
    assert told.startswith("b.phh (F7S/8): ")
    assert count == "3 of 4"


def test_a_program_reads_json(folder: Path) -> None:
    result = runner.invoke(app, ["hands", "check", str(folder / "a.phh"), "--json"])
    content = json.loads(result.stdout)
    assert (content["agreeing"], content["hands"]) == (1, 1)
    assert content["checked"][0]["won"] == {"p1": 4000}
    assert content["checked"][0]["pots"] == [[4000, ["p1", "p2"]]]


def test_hands_with_unknown_cards_are_told_apart(folder: Path) -> None:
    (folder / "a.phh").write_text(HOLDEM.replace("KcKd", "????"))
    result = runner.invoke(app, ["hands", "check", str(folder)])
    assert result.exit_code == 0
    assert "1 without all cards" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "There is no nowhere"),
        (["deeper", "--chips", "ten"], "whole numbers"),
        (["deeper", "--rulebook", "hoyle"], "no such rulebook"),
        (["wrong.phh"], "no hand history"),
        (["empty"], "There are no hands in empty"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(folder)
    (folder / "wrong.phh").write_text("a = 1")
    (folder / "empty").mkdir()
    result = runner.invoke(app, ["hands", "check", *arguments])
    assert result.exit_code == 1
    assert told in " ".join(result.stderr.split())
