"""The table file: every slip of the pen is told with its line and the remedy."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from api.table_file import GameEntry, TableFile, read_table_file
from table.cards import RANKS, SUITS
from table.documents import DocumentError
from table.game import Game, Limit

DECK = [rank + suit for rank in RANKS for suit in SUITS]
LAYOUT = """
outline: [[0, 0], [900, 0], [900, 500], [0, 500]]
seats:
  - name: "1"
    player: [100, 600]
    bet_area: [[100, 300], [200, 300], [200, 400], [100, 400]]
  - name: "2"
    player: [600, 600]
    bet_area: [[600, 300], [700, 300], [700, 400], [600, 400]]
"""
TABLE = """\
name: Table 7
layout: layout.yaml
rulebook: tda2024
chip_set: chips
cameras:
  - name: overhead
    device: 0
    calibration: overhead.yaml
    seats: ["1"]
bridges:
  - name: panel
    port: /dev/ttyACM0
games:
  - name: No-limit
    limit: NL
    small_blind: 100
    big_blind: 200
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "layout.yaml").write_text(LAYOUT)
    (tmp_path / "overhead.yaml").write_text("")
    (tmp_path / "chips").mkdir()
    return tmp_path


def read(folder: Path, text: str = TABLE) -> TableFile:
    path = folder / "table.yaml"
    path.write_text(text)
    return read_table_file(path)


def test_a_table_file_is_read_with_its_paths(folder: Path) -> None:
    table_file = read(folder)
    assert table_file.layout == folder / "layout.yaml"
    assert table_file.log == folder / "betline.log"
    assert table_file.cameras[0].calibration == str(folder / "overhead.yaml")
    assert table_file.rulebook == "tda2024"
    assert table_file.sources == ("overhead", "panel")
    assert not table_file.recorded
    assert not table_file.screens.needs_pairing
    assert table_file.game("No-limit") == Game(limit=Limit.NO_LIMIT, small_blind=100, big_blind=200)
    assert table_file.game("Chess") is None


def test_the_games_of_a_table_file_have_all_that_a_game_has() -> None:
    assert set(GameEntry.model_fields) == {"name"} | {field.name for field in fields(Game)}


def test_the_example_in_the_documentation_is_read(folder: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "table-file.md").read_text()
    (example,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    (folder / "side.yaml").write_text("")
    (folder / "layout.yaml").write_text(
        LAYOUT + '  - name: "3"\n    player: [400, 600]\n'
        "    bet_area: [[400, 300], [500, 300], [500, 400], [400, 400]]\n"
    )
    table_file = read(folder, example)
    assert table_file.name == "Table 7"
    assert [game.name for game in table_file.games] == ["No-limit 100/200", "Omaha 100/200"]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("name: Table 7", "naem: Table 7", 1, "Did you mean name?"),
        ("rulebook: tda2024\n", "", 1, "rulebook: this key is missing. Add it."),
        ("device: 0", "device: 0\n    video: x.mp4", 6, "exactly one of folder, video, device"),
        ("limit: NL", "limit: NLL", 15, "Did you mean NL?"),
        ("big_blind: 200", "big_blind: -200", 17, "greater than 0"),
        ("limit: NL", "limit: NL\n    variant: omahaa", 16, "there are holdem"),
        ("big_blind: 200", "big_blind: many", 17, "valid integer"),
        ('seats: ["1"]', 'seats: ["9"]', 9, "the layout has no seat 9. Its seats are 1, 2."),
        ("calibration: overhead.yaml", "calibration: nowhere.yaml", 8, "there is no nowhere.yaml"),
        ("chip_set: chips", "chip_set: none", 4, "there is no none"),
        ("layout: layout.yaml", "layout: lay.yaml", 2, "Paths are relative to the table file."),
        ("rulebook: tda2024", "rulebook: house.yaml", 3, "there is no house.yaml"),
        ("port: /dev/ttyACM0", "port: a\n    device: angel_ey", 13, "Did you mean angel_eye?"),
        ("port: /dev/ttyACM0", "port: a\n    device: line_reader", 11, "a line_reader has codes"),
        ("port: /dev/ttyACM0", "port: a\n    codes: cards.yaml", 11, "no other device has them"),
        (
            "port: /dev/ttyACM0",
            "recording: a\n    device: angel_eye",
            11,
            "a panel or shoe of ours",
        ),
        ("name: panel", "name: overhead", 11, "the name 'overhead' is used twice"),
        ("port: /dev/ttyACM0", "device: panel", 11, "exactly one of port and recording"),
        ("port: /dev/ttyACM0", "recording: chips", 11, "cannot be mixed"),
        ("name: Table 7", "name: Table 7\ncommands: chips", 2, "only with recorded sources"),
        ("name: Table 7", "name: Table 7\nname: Table 8", 2, "this key stands twice"),
        ("cameras:", "cameras", 6, "not YAML"),
        ("name: Table 7", "screens: {port: 70000}\nname: Table 7", 1, "less than or equal"),
        ("name: Table 7", "name: Table 7\nlanguage: de", 2, "'en' or 'ru'"),
    ],
)
def test_a_slip_is_told_with_its_line(
    folder: Path, old: str, new: str, line: int, says: str
) -> None:
    assert old in TABLE
    with pytest.raises(DocumentError) as told:
        read(folder, TABLE.replace(old, new, 1))
    message = str(told.value)
    assert says in message
    assert f"table.yaml:{line}:" in message
    assert "Traceback" not in message


def test_a_reader_of_cards_has_its_codes(folder: Path) -> None:
    cards = "".join(f'  "{number:03}": {card}\n' for number, card in enumerate(DECK))
    (folder / "cards.yaml").write_text("cards:\n" + cards)
    text = TABLE.replace(
        "port: /dev/ttyACM0", "port: a\n    device: line_reader\n    codes: cards.yaml"
    )
    assert read(folder, text).bridges[0].codes == str(folder / "cards.yaml")
    (folder / "cards.yaml").write_text("cards:\n" + cards.replace('"007"', '"006"'))
    with pytest.raises(DocumentError, match=r"cards.yaml:9: cards.006: this key stands twice"):
        read(folder, text)


def test_a_broken_layout_is_told_by_its_own_name(folder: Path) -> None:
    (folder / "layout.yaml").write_text("outline: [[0, 0]]\n")
    with pytest.raises(DocumentError, match=r"layout\.yaml:1: outline"):
        read(folder)


def test_an_absent_table_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="No such file or directory"):
        read_table_file(tmp_path / "table.yaml")


def test_a_table_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DocumentError, match="not a text file"):
        read_table_file(path)


def test_tablets_need_pairing(folder: Path) -> None:
    assert read(folder, TABLE + "screens: {host: 0.0.0.0}\n").screens.needs_pairing
