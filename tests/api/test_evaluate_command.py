"""`betline evaluate`: what cannot be measured is told with the remedy, and the page stays."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.accuracy_page import page, read_record, write_record
from api.cli import app
from vision.figures import Figure, Section

runner = CliRunner()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["dice"], "There is no subject 'dice': use chips, stacks, layers, cards, gestures."),
        (["layers"], "give their folder as --stacks"),
        (["layers", "--stacks", "."], "There are no pictures of stacks in ."),
        (["chips", "--photos", "."], "has no photographs to measure on"),
        (["cards", "--photos", "."], "has no photographs of cards"),
        (["stacks", "--photos", "."], "has no photographs of stacks"),
    ],
)
def test_what_cannot_be_measured_is_told_and_the_page_stays(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    known = {
        "cards": Section(
            title="Cards",
            command="betline evaluate cards",
            figures=(Figure(what="cards", on="a table", right=1, of=2),),
        )
    }
    write_record(tmp_path / "docs" / "accuracy.json", known)
    (tmp_path / "docs" / "accuracy.md").write_text(page(known))
    result = runner.invoke(app, ["evaluate", *arguments, "--out", "../docs/accuracy.md"])
    assert result.exit_code != 0
    assert told in " ".join(result.output.split())
    assert read_record(tmp_path / "docs" / "accuracy.json") == known
    assert (tmp_path / "docs" / "accuracy.md").read_text() == page(known)
