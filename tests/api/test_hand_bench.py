"""`betline bench --hands`: it measures what it says it measures. No speed is asserted."""

import json
from pathlib import Path

import pytest
from recorded import DRAW, HOLDEM
from typer.testing import CliRunner

from api import hand_bench
from api.cli import app

runner = CliRunner()


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_bench, "SEATS", (2, 10))
    monkeypatch.setattr(hand_bench, "EVENTS", (10, 40))


def test_hands_acts_rulings_and_growth_are_measured(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text(HOLDEM)
    (tmp_path / "b.phh").write_text(DRAW)
    result = runner.invoke(app, ["bench", "--hands", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert (figures["hands"], figures["acts"]) == (2, 13)
    assert figures["betline"]["acts_per_second"] > 0
    assert figures["pokerkit"]["acts_per_second"] > 0
    assert 0 < figures["ruling_p50_us"] <= figures["ruling_p99_us"]
    assert list(figures["by_seats"]) == ["2", "10"]
    assert list(figures["by_events"]) == ["10", "40"]
    told = runner.invoke(app, ["bench", "--hands", str(tmp_path)]).stdout
    assert "2 hands, 13 acts" in told
    assert "times PokerKit" in told


def test_a_folder_without_hands_is_told(tmp_path: Path) -> None:
    result = runner.invoke(app, ["bench", "--hands", str(tmp_path)])
    assert result.exit_code == 1
    assert "There are no .phh files" in result.stderr
