"""The page of accuracy: subjects are measured one by one, and one page tells them all."""

from pathlib import Path

import pytest

from api.accuracy_page import RecordError, page, read_record, write_record
from vision.figures import Figure, Section

CARDS = Section(
    title="Cards",
    command="betline evaluate cards",
    figures=(Figure(what="cards", on="a table", right=94, of=100, aim_percent=95),),
    text="Clubs were taken for spades.",
)
CHIPS = Section(
    title="Chips",
    command="betline evaluate chips",
    figures=(Figure(what="chips", on="photographs", right=18, of=21, wrong_and_confident=1),),
)


def test_what_was_measured_is_kept_by_subject_and_in_one_order(tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    assert read_record(path) == {}
    write_record(path, {"cards": CARDS})
    known = read_record(path)
    assert known == {"cards": CARDS}
    write_record(path, {**known, "chips": CHIPS})
    assert list(read_record(path)) == ["chips", "cards"]


def test_the_page_has_every_figure_in_one_table_and_then_each_subject() -> None:
    told = page({"cards": CARDS, "chips": CHIPS})
    chips_row = told.index("| chips | photographs | 18/21 = 86 % (65 to 95) |")
    cards_row = told.index("| cards | a table | 94/100 = 94 % (88 to 97) | 95 % | no |")
    assert chips_row < cards_row < told.index("## Chips") < told.index("## Cards")
    assert "Measured by `betline evaluate cards`.\n\nClubs were taken for spades.\n" in told


def test_a_broken_record_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    path.write_text('{"cards": {"title": 3}}')
    with pytest.raises(RecordError, match="Delete it and measure every subject again"):
        read_record(path)
