"""The demo: the shipped recording gives its script's rulings, the same each time it is played."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.demo import RECORDING, Report, Watcher, demo_table_file, play_at_once
from api.session import Published
from models.staging.script import read_demo_script
from table.act import Act
from table.events import CannotTell, RulingGiven
from table.rulebooks import load
from table.ruling import Action, Message, Ruling
from table.state import TableState

runner = CliRunner()


class Nothing:
    """A playback of which every tap was accepted."""

    refused: list[object] = []  # noqa: RUF012


def watched(rulings: list[Ruling], **changes: object) -> Report:
    """The report on these rulings."""
    watcher = Watcher()
    published = Published(number=1, state=TableState(rulebook=load("fspr")), **changes)  # type: ignore[arg-type]
    given = [
        RulingGiven(at_ns=0, number=number, act=Act(seat=ruling.seat), ruling=ruling)
        for number, ruling in enumerate(rulings, start=1)
    ]
    watcher(published, None, given)
    return watcher.report(RECORDING, Nothing())  # type: ignore[arg-type]


def scripted() -> list[Ruling]:
    return [
        Ruling(
            seat=seat,
            action=one.action,
            total=one.total,
            raise_by=one.raise_by,
            change_to_return=one.give_back,
            chips_to_add=one.must_add,
            next=one.next,
        )
        for seat, one in read_demo_script(RECORDING).rulings()
    ]


def test_the_scripts_own_rulings_are_equal() -> None:
    report = watched(scripted())
    assert report.equal
    assert len(report.rulings) >= 20


@pytest.mark.parametrize("number", [0, 7, -1])
def test_one_ruling_too_few_is_the_only_difference(number: int) -> None:
    rulings = scripted()
    del rulings[number]
    report = watched(rulings)
    assert not report.equal
    assert [one.equal for one in report.rulings].count(False) == 1


def test_one_figure_that_differs_is_a_difference() -> None:
    rulings = scripted()
    rulings[3] = Ruling(seat="1", action=Action.RAISE, total=1)
    report = watched(rulings)
    assert not report.equal
    (differs,) = [one for one in report.rulings if not one.equal]
    assert differs.given is not None
    assert differs.given["total"] == 1


def test_no_ruling_at_all_is_no_success() -> None:
    assert not Report().equal


def test_an_alarm_is_a_difference() -> None:
    assert not watched(scripted(), alarms=("something",)).equal


def test_a_question_that_the_script_does_not_have_is_a_difference() -> None:
    watcher = Watcher()
    published = Published(number=1, state=TableState(rulebook=load("fspr")))
    watcher(published, None, [CannotTell(at_ns=0, seat="1", message=Message("chips-uncertain"))])
    report = watcher.report(RECORDING, Nothing())  # type: ignore[arg-type]
    assert report.unexpected == ["chips-uncertain {}"]


def test_the_shipped_recording_gives_its_scripts_rulings_each_time(tmp_path: Path) -> None:
    done = runner.invoke(app, ["demo", "--headless", "--json"])
    first = json.loads(done.output)
    assert first["unexpected"] == []
    assert [one for one in first["rulings"] if not one["equal"]] == []
    assert first["equal"] is True
    assert done.exit_code == 0
    with demo_table_file(RECORDING) as table_file:
        watcher = Watcher()
        playback, _ = play_at_once(table_file, watcher)
    again = watcher.report(RECORDING, playback).as_json()
    assert again["rulings"] == first["rulings"]
