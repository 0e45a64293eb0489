"""The microphone's way to the dealer screen: a question there, and nothing else."""

import itertools
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from desk import Desk
from typer.testing import CliRunner
from web_server import served

from api.cli import app
from api.pairing import Pairing
from firmware_bridge import speech
from firmware_bridge.speech import Suggestion, understood

RECORDER = """#!/bin/sh
# In the place of arecord: what it is given to say, until it is stopped.
printf '%s' "$SAYS"
trap 'exit 1' TERM
while :; do sleep 0.01; done
"""


class Deaf:
    """In the place of the recognizer: the recording is its own text."""

    def suggestion(self, samples: bytes) -> Suggestion | None:
        return understood(samples.decode())


@pytest.fixture
def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    (tmp_path / "arecord").write_text(RECORDER)
    (tmp_path / "arecord").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(speech, "Recognizer", Deaf)
    pressed = itertools.cycle([True, True, False])

    def enter_pressed() -> bool:
        time.sleep(0.3)  # somebody talks
        return next(pressed)

    monkeypatch.setattr("api.commands.listen._enter_pressed", enter_pressed)
    return monkeypatch


@pytest.fixture
def running(desk: Desk) -> Iterator[Desk]:
    """A table in the middle of a hand, whose session runs."""
    desk.begins()
    desk.intake.start()
    yield desk
    desk.intake.stop()


def listen(port: int, *options: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}"
    result = CliRunner().invoke(app, ["listen", "--url", url, *options])
    return result.exit_code, re.sub(r"\s+", " ", result.output)


def test_what_was_heard_is_a_question_until_the_dealer_confirms(
    running: Desk, says: pytest.MonkeyPatch
):
    says.setenv("SAYS", "seat one checks")
    before = running.session.published.state
    with served(running) as port:
        code, output = listen(port)
    assert (code, "heard: seat one checks" in output) == (0, True), output
    state = running.session.published.state
    assert state.rulings_given == before.rulings_given
    (asked,) = state.to_confirm
    assert (asked.seat, asked.word) == ("1", "check")


def test_what_is_not_understood_asks_nothing(running: Desk, says: pytest.MonkeyPatch):
    says.setenv("SAYS", "good evening")
    with served(running) as port:
        code, output = listen(port)
    assert (code, "▲ not understood" in output) == (0, True), output
    assert running.session.published.state.to_confirm == ()


def test_a_table_that_knows_its_screens_wants_the_code(running: Desk, says: pytest.MonkeyPatch):
    says.setenv("SAYS", "seat one folds")
    pairing = Pairing("ABCDEFGH")
    with served(running, pairing) as port:
        result, output = listen(port)
        assert (result, "Give it with --code." in output) == (1, True), output
        next_is_end = listen(1)  # the press that the refused one left over
        assert next_is_end[0] == 0
        code, output = listen(port, "--code", pairing.code)
    assert (code, "heard: seat one folds" in output) == (0, True), output
    assert len(running.session.published.state.to_confirm) == 1


def test_a_table_that_is_not_there_is_told(says: pytest.MonkeyPatch):
    says.setenv("SAYS", "seat one folds")
    code, output = listen(1)
    assert (code, "Start it with `betline run`" in output) == (1, True), output


def test_a_missing_recorder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    result = CliRunner().invoke(app, ["listen"])
    assert result.exit_code == 1
    assert "sudo apt-get install alsa-utils" in result.output
