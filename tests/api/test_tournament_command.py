"""`betline tournament`, on the regulation that docs/tournament.md prints."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "tournament.md"


@pytest.fixture
def regulation(tmp_path: Path) -> Path:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "city.yaml"
    file.write_text(text, "utf-8")
    return file


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["tournament", *map(str, arguments)])
    return result.exit_code, result.output


def test_the_regulation_of_the_page_is_right(regulation: Path) -> None:
    code, output = run("check", regulation)
    assert code == 0
    assert "nothing is wrong" in output
    assert "Starting stack 10,000, 200 big blinds. Final table of 9." in output
    facts = json.loads(run("check", regulation, "--json")[1])
    assert (facts["starting_stack"], facts["places_paid"]) == (10_000, 3)


def test_the_timetable(regulation: Path) -> None:
    code, output = run("levels", regulation)
    assert code == 0
    assert output.splitlines() == [
        " 0:00  level  1  25/50",
        " 0:20  level  2  50/100",
        " 0:40  break of 10 minutes",
        " 0:50  level  3  75/150; then 25 is raced off",
        " 1:10  break of 5 minutes",
        " 1:15  level  4  100/200 ante 200 (bba)",
    ]
    rows = json.loads(run("levels", regulation, "--json")[1])
    assert [row["starts_minute"] for row in rows] == [0, 20, 40, 50, 70, 75]
    assert [row["break"] for row in rows] == [False, False, True, False, True, False]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("colour_up", "color_up", "city.yaml:13: levels.2.color_up: unknown key"),
        ("rulebook: tda2024", "rulebook: tda1999", "tda1999: No such file or directory"),
        ("ante: 200", "ante: 250", "250 cannot be paid"),
    ],
)
def test_faults_are_told_with_their_line(regulation: Path, old: str, new: str, words: str) -> None:
    regulation.write_text(regulation.read_text("utf-8").replace(old, new, 1), "utf-8")
    code, output = run("check", regulation)
    assert code == 1
    assert words in output
    assert "Traceback" not in output


def test_a_house_rulebook_is_read_beside_the_regulation(regulation: Path) -> None:
    text = regulation.read_text("utf-8").replace("rulebook: tda2024", "rulebook: house.yaml")
    regulation.write_text(text, "utf-8")
    house = regulation.with_name("house.yaml")
    house.write_text("name: house\ntitle: House\nversion: '1'\nbased_on: tda2024\n", "utf-8")
    assert run("check", regulation)[0] == 0
    house.write_text("name: house\n", "utf-8")
    code, output = run("check", regulation)
    assert code == 1
    assert "house.yaml" in output


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    code, output = run("check", tmp_path / "none.yaml")
    assert code == 1
    assert "No such file or directory. Check the path" in output
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe")
    assert "not in UTF-8" in run("levels", tmp_path / "bytes.yaml")[1]
