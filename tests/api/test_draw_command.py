"""`betline draw`, as an organiser, a player, a dealer and a chief judge type it."""

import json
import sqlite3
import stat
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner, Result

from api.cli import app
from api.draw_files import DrawFiles
from table.tournament.places import Place

PLAYERS = ["Anna Example", "Борис", "Chen", "Dora", "Emil", "Fia", "Gus"]
WORD = "Ah Kd 7c 7d 2s"
SPELLED = "ahkd7c7d2s"
SOURCE = "the board of the first hand"


def betline(*arguments: object) -> Result:
    result: Result = CliRunner().invoke(app, ["draw", *map(str, arguments)])
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.fixture
def draw(tmp_path: Path) -> Path:
    """The common name of a draw's files; nothing is committed to yet."""
    (tmp_path / "players.txt").write_text("\n".join(PLAYERS) + "\n", "utf-8")
    return tmp_path / "city"


def commit(draw: Path, *options: object, players: str = "players.txt") -> Result:
    given = ["--event", "City Open", "--out", draw, *options]
    if "--room" not in options and "--tables" not in options:
        given += ["--tables", 2, "--seats", 5]
    if "--without-public-word" not in options and "--public-word" not in options:
        given += ["--public-word", SOURCE]
    return betline("commit", draw.parent / players, *given)


@pytest.fixture
def made(draw: Path) -> Path:
    """A draw that was committed to and made."""
    assert commit(draw).exit_code == 0
    assert betline("make", draw, "--word", WORD, "--yes").exit_code == 0
    return draw


def kinds(draw: Path) -> list[str]:
    return [entry.kind for entry in DrawFiles(draw).entries()]


# Committing.


def test_a_commitment_publishes_all_but_the_seed(draw: Path) -> None:
    result = commit(draw)
    notice = DrawFiles(draw).read_notice()
    assert f"Commitment {notice.commitment}\n7 players, 10 seats." in result.output
    seed = (draw.parent / "city.seed").read_text("ascii").strip()
    assert len(bytes.fromhex(seed)) == 32
    assert seed not in result.output
    public = [file for file in draw.parent.iterdir() if file.suffix != ".seed"]
    assert len(public) > 2
    assert not [file.name for file in public if seed.encode() in file.read_bytes()]


def test_only_its_owner_may_read_the_seed(draw: Path) -> None:
    commit(draw)
    assert stat.S_IMODE((draw.parent / "city.seed").stat().st_mode) == 0o600


def test_two_draws_have_two_seeds(draw: Path) -> None:
    commit(draw)
    commit(draw.with_name("other"))
    first, second = (draw.with_name(name).with_suffix(".seed") for name in ("city", "other"))
    assert first.read_bytes() != second.read_bytes()


def test_a_draw_is_committed_to_once(draw: Path) -> None:
    commit(draw)
    before = DrawFiles(draw).read_notice()
    result = commit(draw)
    assert result.exit_code == 1
    assert "is there already: a draw is committed to once" in result.output
    assert DrawFiles(draw).read_notice() == before
    assert kinds(draw) == ["draw_committed"]


@pytest.mark.parametrize(
    "options",
    [
        ["--public-word", ""],
        ["--public-word", SOURCE, "--without-public-word"],
        ["--tables", 2, "--room", "room.yaml"],
    ],
)
def test_what_was_left_open_is_asked_for(draw: Path, options: list[object]) -> None:
    given = options if "--public-word" in options else [*options, "--public-word", SOURCE]
    result = commit(draw, *given)
    assert result.exit_code == 2
    assert "Give --public-word or --without-public-word" in result.output


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("Anna\nanna\n", "two players have one name: Anna, anna"),
        ("\n \n", "names no player"),
        (f"{'A' * 81}\n", "no room on a card: 1 to 80 letters"),
        ("An\u200bna\n", "a character that print does not show"),
        ("\n".join(map(str, range(11))), "more players than seats"),
    ],
)
def test_a_list_that_cannot_be_drawn_leaves_no_file(draw: Path, players: str, words: str) -> None:
    (draw.parent / "players.txt").write_text(players, "utf-8")
    result = commit(draw)
    assert result.exit_code == 1
    assert words in result.output
    assert not list(draw.parent.glob("city*"))


def test_players_come_from_a_column_of_a_table_too(draw: Path) -> None:
    (draw.parent / "list.csv").write_bytes(
        "\ufeffnumber;player;club\n1;Anna;A\n2;Борис;B\n".encode()
    )
    assert commit(draw, players="list.csv").exit_code == 0
    assert DrawFiles(draw).read_notice().players == ("Anna", "Борис")
    (draw.parent / "list.csv").write_text("name\nAnna\n", "utf-8")
    result = commit(draw.with_name("other"), players="list.csv")
    assert "list.csv:1: no column is named player. Name the column of names: player" in (
        result.output
    )


@pytest.mark.parametrize(
    ("content", "words"), [(None, "No such file"), ("Б".encode("cp1251"), "not in UTF-8")]
)
def test_a_list_that_cannot_be_read_is_told(draw: Path, content: bytes | None, words: str) -> None:
    (draw.parent / "players.txt").unlink()
    if content:
        (draw.parent / "players.txt").write_bytes(content)
    result = commit(draw)
    assert result.exit_code == 1
    assert words in result.output


def test_late_players_draw_from_the_seats_that_are_free(draw: Path) -> None:
    room = (
        "tables:\n  - {table: 1, free: [4, 9], seated: 7}\n  - {table: 3, free: [2], seated: 8}\n"
    )
    (draw.parent / "room.yaml").write_text(room, "utf-8")
    (draw.parent / "players.txt").write_text("Late\nLater\n", "utf-8")
    assert commit(draw, "--room", draw.parent / "room.yaml").exit_code == 0
    assert betline("make", draw, "--word", WORD, "--yes").exit_code == 0
    places = set(DrawFiles(draw).seats().values())
    assert Place(3, 2) not in places or places & {Place(1, 4), Place(1, 9)}
    (draw.parent / "room.yaml").write_text(room.replace("[4, 9]", "[9, 4]"), "utf-8")
    result = commit(draw.with_name("other"), "--room", draw.parent / "room.yaml")
    assert "room.yaml:2: tables.0: name each free seat once, the lowest first" in result.output


# Making.


def test_the_draw_reveals_the_seed_and_the_seats(draw: Path) -> None:
    commit(draw)
    seed = (draw.parent / "city.seed").read_text("ascii").strip()
    result = betline("make", draw, "--word", f" {WORD} ", "--yes")
    assert result.exit_code == 0, result.output
    record = DrawFiles(draw).read_record()
    assert (record.seed, record.word) == (seed, SPELLED)
    assert sorted(card.player for card in record.seating) == sorted(PLAYERS)
    assert all(f"{card.place!s:>7}  {card.player}" in result.output for card in record.seating)
    assert kinds(draw) == ["draw_committed", "draw_made"]


def test_a_draw_is_made_once(made: Path) -> None:
    before = DrawFiles(made).record.read_bytes()
    for word in ("another word", WORD):
        result = betline("make", made, "--word", word, "--yes")
        assert result.exit_code == 1
    DrawFiles(made).record.unlink()
    result = betline("make", made, "--word", "another word", "--yes")
    assert f"The draw was made already, with the word '{SPELLED}'. It stands." in result.output
    assert betline("make", made, "--word", WORD, "--yes").exit_code == 0
    assert DrawFiles(made).record.read_bytes() == before, "a lost record is written again"
    assert kinds(made) == ["draw_committed", "draw_made"]


def test_it_is_asked_before_a_draw_is_made(draw: Path) -> None:
    commit(draw)
    result = betline("make", draw, "--word", WORD)
    assert f"A draw is made once. The word is '{SPELLED}': draw now?" in result.output
    assert not DrawFiles(draw).record.exists()
    assert kinds(draw) == ["draw_committed"]


def test_the_word_that_was_announced_is_needed(draw: Path) -> None:
    commit(draw)
    result = betline("make", draw, "--yes")
    assert result.exit_code == 1
    assert f"the notice announces '{SOURCE}' as the public word" in result.output


def test_a_seed_that_others_may_read_makes_no_draw(draw: Path) -> None:
    commit(draw)
    (draw.parent / "city.seed").chmod(0o640)
    result = betline("make", draw, "--word", WORD, "--yes")
    assert "may be read by others, so the draw may be known already" in result.output
    assert not DrawFiles(draw).record.exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("00" * 32, "this is not the seed that the notice commits to"),
        ("00" * 31, "is no seed: 64 hexadecimal digits"),
        ("é", "is no seed"),
    ],
)
def test_another_seed_makes_no_draw(draw: Path, content: str, words: str) -> None:
    commit(draw)
    (draw.parent / "city.seed").write_text(content, "utf-8")
    result = betline("make", draw, "--word", WORD, "--yes")
    assert result.exit_code == 1
    assert words in result.output
    (draw.parent / "city.seed").unlink()
    assert "Without its seed no draw is made" in (
        betline("make", draw, "--word", WORD, "--yes").output
    )


def test_a_notice_that_was_edited_makes_no_draw(draw: Path) -> None:
    commit(draw)
    notice = DrawFiles(draw).notice
    notice.write_text(notice.read_text("utf-8").replace("- Gus\n", "- Guy\n"), "utf-8")
    result = betline("make", draw, "--word", WORD, "--yes")
    assert result.exit_code == 1
    assert "the commitment does not belong to this notice" in result.output


# Verifying.


def test_anyone_verifies_with_the_record_alone(made: Path, tmp_path: Path) -> None:
    alone = tmp_path / "elsewhere" / "x.draw.yaml"
    alone.parent.mkdir()
    alone.write_bytes(DrawFiles(made).record.read_bytes())
    commitment = DrawFiles(made).read_notice().commitment
    result = betline("verify", alone, "--commitment", commitment)
    assert result.exit_code == 0
    assert result.output == f"7 seats, as seed and word say. Commitment {commitment}\n"
    assert (
        "Compare the commitment with the one that was published" in betline("verify", alone).output
    )


def test_a_record_of_another_commitment_is_told(made: Path) -> None:
    result = betline("verify", made, "--commitment", "0" * 64, "--language", "ru")
    assert result.exit_code == 1
    assert "опубликованное до жеребьёвки" in result.output


def test_a_seat_that_was_changed_in_the_record_is_told(made: Path) -> None:
    path = DrawFiles(made).record
    content = yaml.safe_load(path.read_text("utf-8"))
    first, second, *_ = content["seating"]
    first["player"], second["player"] = second["player"], first["player"]
    path.write_text(yaml.safe_dump(content, allow_unicode=True), "utf-8")
    result = betline("verify", made)
    assert result.exit_code == 1
    assert f"drawn was {second['player']}, the record says {first['player']}" in result.output
    told = json.loads(betline("verify", made, "--json").output)
    assert len(told["faults"]) == 3, "two seats, and the audit tells of another draw"


def test_an_audit_that_was_changed_is_told(made: Path) -> None:
    with sqlite3.connect(DrawFiles(made).audit) as database:
        database.execute("DROP TRIGGER events_refuse_update")
        database.execute("UPDATE events SET payload = '{}' WHERE seq = 1")
    database.close()
    result = betline("verify", made)
    assert result.exit_code == 1
    assert "was changed after it was written" in result.output


def test_an_audit_of_another_draw_is_told(made: Path) -> None:
    other = made.with_name("other")
    commit(other)
    DrawFiles(made).audit.write_bytes(DrawFiles(other).audit.read_bytes())
    result = betline("verify", made)
    assert result.exit_code == 1
    assert "tells of another draw" in result.output


def test_a_draw_without_a_public_word_says_so(draw: Path) -> None:
    commit(draw, "--without-public-word")
    assert betline("make", draw, "--yes").exit_code == 0
    assert "No public word: who committed could have chosen" in betline("verify", draw).output


# Changing, printing, checking.


def change(draw: Path, **values: str) -> Result:
    given = {"player": "anna example", "to": "2/5", "reason": "An end seat", "by": "The judge"}
    options = [part for key, value in {**given, **values}.items() for part in (f"--{key}", value)]
    return betline("change", draw, *options)


def another_place(draw: Path, player: str, *, taken: bool) -> Place:
    """A place of the draw that somebody else has, or nobody."""
    places = DrawFiles(draw).seats()
    every = {Place(table, seat) for table in (1, 2) for seat in range(1, 6)}
    others = {place for name, place in places.items() if name != player}
    return min(others if taken else every - others - {places[player]})


def test_a_change_by_the_judge_is_one_more_entry_and_the_draw_stays(made: Path) -> None:
    before, record = DrawFiles(made).seats(), DrawFiles(made).record.read_bytes()
    to = another_place(made, "Anna Example", taken=False)
    assert change(made, to=str(to)).exit_code == 0
    assert DrawFiles(made).seats() == {**before, "Anna Example": to}
    assert DrawFiles(made).record.read_bytes() == record
    entry = DrawFiles(made).entries()[-1]
    assert entry.kind == "seat_changed"
    assert entry.content["reason"] == "An end seat"
    assert entry.content["decided_by"] == "The judge"
    result = betline("verify", made)
    assert result.exit_code == 0
    assert f"Changed by The judge: Anna Example to {to}. An end seat" in result.output


def test_two_players_change_places(made: Path) -> None:
    before = DrawFiles(made).seats()
    to = another_place(made, "Anna Example", taken=True)
    (other,) = (name for name, place in before.items() if place == to)
    assert f"{other} takes the place left" in change(made, to=str(to)).output
    after = DrawFiles(made).seats()
    assert after == {**before, "Anna Example": to, other: before["Anna Example"]}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"player": "Ana Example"}, "Ana Example is not in the draw; Anna Example is."),
        ({"to": "3/1"}, "3/1 is not a seat of this draw."),
        ({"to": "3-1"}, "write table and seat as 3/7."),
        ({"reason": " "}, "reason: String should have at least 1 character."),
        ({"by": ""}, "decided_by: String should have at least 1 character."),
    ],
)
def test_a_change_that_cannot_be_made_is_told(
    made: Path, values: dict[str, str], words: str
) -> None:
    to = str(another_place(made, "Anna Example", taken=False))
    result = change(made, **{"to": to, **values})
    assert result.exit_code == 1
    assert words in result.output
    assert len(kinds(made)) == 2


def test_a_change_to_the_own_seat_is_none(made: Path) -> None:
    own = DrawFiles(made).seats()["Anna Example"]
    assert f"Anna Example sits at {own} already" in change(made, to=str(own)).output


def test_every_player_gets_one_card_with_the_seat_in_force(made: Path) -> None:
    to = another_place(made, "Anna Example", taken=False)
    change(made, to=str(to))
    text = betline("cards", made, "--text", "--language", "ru").output
    for player, place in DrawFiles(made).seats().items():
        assert f"{player}\nСтол {place.table} · Место {place.seat}\n" in text
    assert text.count("Изменено главным судьёй") == 1
    result = betline("cards", made)
    page = (made.parent / "city.cards.html").read_text("utf-8")
    assert "Wrote 7 cards" in result.output
    assert page.count('class="card"') == 7
    assert "http" not in page, "the page needs nothing from elsewhere"


def test_names_are_escaped_on_the_cards(draw: Path) -> None:
    (draw.parent / "players.txt").write_text("<b>Bo</b> & Co\nCleo\n", "utf-8")
    commit(draw)
    betline("make", draw, "--word", WORD, "--yes")
    betline("cards", draw)
    page = (draw.parent / "city.cards.html").read_text("utf-8")
    assert "&lt;b&gt;Bo&lt;/b&gt; &amp; Co" in page
    assert "<b>" not in page


def sitting(draw: Path, table: int) -> dict[int, str]:
    places = DrawFiles(draw).seats()
    here = {place.seat: name for name, place in places.items() if place.table == table}
    return dict(sorted(here.items()))


def check(draw: Path, seen: dict[int, str], *options: object) -> Result:
    file = draw.parent / "table.txt"
    file.write_text("".join(f"{seat} {name}\n" for seat, name in seen.items()), "utf-8")
    return betline("check", draw, file, "--table", 1, *options)


def test_a_table_where_everybody_sits_right(made: Path) -> None:
    loud = {seat: name.upper() for seat, name in sitting(made, 1).items()}
    result = check(made, loud)
    assert result.exit_code == 0
    assert result.output == "Table 1: everybody sits where the card says\n"


def test_tda_2024_7_who_sits_wrong_is_sent_to_the_right_seat(made: Path) -> None:
    right = sitting(made, 1)
    (first, name), (second, other), *_ = right.items()
    result = check(made, {**right, first: other, second: name})
    assert result.exit_code == 1
    belongs = "belongs at table 1, seat"
    assert f"Seat {first}: {other} {belongs} {second}, and moves there with all" in result.output
    assert "TDA 2024 7" in result.output
    assert len(result.output.splitlines()) == 2


def test_a_misspelt_name_is_recognised_as_one(made: Path) -> None:
    right = sitting(made, 1)
    seat, name = next(iter(right.items()))
    result = check(made, {**right, seat: f"{name}x"})
    assert f"Seat {seat}: {name}x is not in the draw. Is it {name}?" in result.output


def test_who_is_absent_or_not_drawn_is_told(made: Path) -> None:
    right = sitting(made, 1)
    first = next(iter(right))
    result = check(made, {**right, first: "Mr Nobody"}, "--json")
    assert result.exit_code == 1
    assert json.loads(result.output) == {
        "table": 1,
        "wrong": [
            f"Seat {first}: Mr Nobody is not in the draw. Call the floor",
            f"Seat {first}: {right[first]} is not here",
        ],
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [("Anna\n", "table.txt:1: not a seat and a name"), ("1 A\n1 B\n", "seat 1 stands twice")],
)
def test_a_list_of_a_table_that_cannot_be_read(made: Path, text: str, words: str) -> None:
    (made.parent / "table.txt").write_text(text, "utf-8")
    result = betline("check", made, made.parent / "table.txt", "--table", 1)
    assert result.exit_code == 1
    assert words in result.output
    assert "Nobody was drawn to table 9" in (
        betline("check", made, made.parent / "table.txt", "--table", 9).output
    )
