"""`betline draw`: the seating draw, from the commitment to the check at the table."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from api.terminal import stop, told

if TYPE_CHECKING:
    from api.draw_files import DrawFiles
    from table.ruling import Message
    from table.tournament.draw_record import DrawRecord, Notice, Room

app = typer.Typer(
    help="Draw seats so that anyone can check it: commit, make, verify, cards, check, change.",
    no_args_is_help=True,
)

Draw = Annotated[Path, typer.Argument(help="Any file of the draw, or their common name.")]
Language = Annotated[Literal["en", "ru"], typer.Option(help="The language of what is printed.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
@told
def commit(
    players: Annotated[Path, typer.Argument(help="A name a line, or CSV with a column `player`.")],
    event: Annotated[str, typer.Option(help="What is drawn for, such as tournament and day.")],
    out: Annotated[Path, typer.Option(help="Common name of the draw's files, such as city.")],
    tables: Annotated[int | None, typer.Option(min=1, help="Tables, all of one size.")] = None,
    seats: Annotated[int, typer.Option(min=2, help="Seats at each table.")] = 9,
    room: Annotated[
        Path | None, typer.Option(help="A YAML file with the free seats, if some are taken.")
    ] = None,
    public_word: Annotated[
        str, typer.Option(help="What the word will be that is said in public before the draw.")
    ] = "",
    without_public_word: Annotated[
        bool, typer.Option("--without-public-word", help="Draw from the secret seed alone.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fix a draw before anyone can know it: writes OUT.notice.yaml, OUT.seed and OUT.audit.

    Publish the notice and its commitment. Keep OUT.seed to yourself until the draw.

    The public word is something nobody can foretell or choose, such as the board of a hand that is
    dealt in front of the players. Without it the draw cannot be changed after the commitment
    either, but whoever commits could have tried seeds until the seating pleased him.

    Example: betline draw commit players.txt --event "City Open, day 1" --tables 3 --out city
    --public-word "The five board cards dealt at table 1 at 18:00"
    """
    from api import draw_files
    from table.tournament.draw_record import commit as commit_to

    if bool(public_word) == without_public_word or (tables is None) == (room is None):
        message = "Give --public-word or --without-public-word, and --tables or --room."
        typer.echo(message, err=True)
        raise typer.Exit(2)
    files = draw_files.DrawFiles(out)
    names, free = draw_files.read_players(players), _room(tables, seats, room)
    seed = draw_files.new_seed()
    try:
        notice = commit_to(event, seed, public_word, free, names)
    except ValueError as error:
        stop(f"{_in_words(error)}.")
    draw_files.keep_seed(files.seed, seed)
    with files.writing(notice.event) as audit:
        audit.append(draw_files.COMMITTED, notice.model_dump(mode="json"))
    draw_files.write_document(files.notice, notice)
    if as_json:
        typer.echo(json.dumps({"commitment": notice.commitment, "notice": str(files.notice)}))
        return
    typer.echo(f"Commitment {notice.commitment}")
    typer.echo(f"{len(notice.players)} players, {_free_seats(notice)} seats.")
    typer.echo(f"Publish {files.notice} and the commitment; keep {files.seed} secret.")


@app.command()
@told
def make(
    draw: Draw,
    word: Annotated[str, typer.Option(help="The public word, as it was said.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before the draw.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make the draw, once: reveals the seed and writes the seating to OUT.draw.yaml.

    Example: betline draw make city --word "Ah Kd 7c 7d 2s"
    """
    from api import draw_files
    from table.tournament.draw_record import make as make_draw

    files = draw_files.DrawFiles(draw)
    notice = files.read_notice()
    try:
        record = make_draw(notice, draw_files.read_seed(files.seed), word)
    except ValueError as error:
        stop(f"{_in_words(error)}.")
    if not yes:
        typer.confirm(f"A draw is made once. The word is {record.word!r}: draw now?", abort=True)
    content = record.model_dump(mode="json")
    with files.writing(notice.event) as audit:
        made = audit.made()
        if made is None:
            audit.append(draw_files.MADE, content)
        elif made != content:
            stop(f"The draw was made already, with the word {made['word']!r}. It stands.")
        draw_files.write_document(files.record, record)
    typer.echo(json.dumps(content, ensure_ascii=False) if as_json else _seating(record))


@app.command()
@told
def verify(
    draw: Draw,
    commitment: Annotated[
        str | None, typer.Option(help="The commitment as it was published before the draw.")
    ] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Check a draw: the seating follows from seed and word, and those are what was committed to.

    Anyone can do this with OUT.draw.yaml alone. Exit code 1 if anything differs.

    Example: betline draw verify city.draw.yaml --commitment 21c2ea36...
    """
    from api.draw_files import DrawFiles
    from table.sentences import say
    from table.tournament.draw_record import faults

    files = DrawFiles(draw)
    record = files.read_record()
    found = [*faults(record, commitment), *_audit_faults(files, record)]
    wrong = [say(fault, language) for fault in found]
    if as_json:
        told_of = {"commitment": record.notice.commitment, "faults": wrong}
        typer.echo(json.dumps({**told_of, "audit_entries": len(files.entries())}))
    else:
        right = _confirmed(files, record, published=commitment is not None)
        typer.echo("\n".join(wrong or [say(line, language) for line in right]))
    if wrong:
        raise typer.Exit(1)


@app.command()
@told
def cards(
    draw: Draw,
    out: Annotated[Path | None, typer.Option(help="The HTML file to write.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Print plain text instead.")] = False,
    language: Language = "en",
) -> None:
    """Write the seat cards, eight to a page of A4 with cut marks, in the order of the names.

    Example: betline draw cards city --out cards.html
    """
    from api import seat_cards
    from api.draw_files import DrawFiles

    files = DrawFiles(draw)
    notice, places = files.read_record().notice, files.seats()
    moved = {name for change in files.changes() for name in (change.player, change.instead)}
    printed = [
        seat_cards.Card(
            event=notice.event,
            player=player,
            place=places[player],
            commitment=notice.commitment,
            changed=player in moved,
        )
        for player in notice.players
    ]
    if text:
        typer.echo(seat_cards.as_text(printed, language))
        return
    path = out or files.record.with_name(files.seed.stem + ".cards.html")
    try:
        path.write_text(seat_cards.as_html(printed, notice.event, language), "utf-8")
    except OSError as error:
        stop(f"{path} cannot be written: {error.strerror}.")
    typer.echo(f"Wrote {len(printed)} cards to {path}.")


@app.command()
@told
def check(
    draw: Draw,
    table: Annotated[int, typer.Option(min=1, help="The number of the table.")],
    sitting: Annotated[Path, typer.Argument(help="Who sits there: a seat and a name a line.")],
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Check at the table that everybody sits where the card says. Exit code 1 if not.

    Example: betline draw check city table-3.txt --table 3
    """
    from api.draw_files import DrawFiles, read_sitting
    from table.ruling import Message
    from table.sentences import say
    from table.tournament.seat_changes import look_around

    places = DrawFiles(draw).seats()
    if table not in {place.table for place in places.values()}:
        stop(f"Nobody was drawn to table {table}. Check the number.")
    wrong = [say(each, language) for each in look_around(table, places, read_sitting(sitting))]
    if as_json:
        typer.echo(json.dumps({"table": table, "wrong": wrong}, ensure_ascii=False))
    else:
        right = Message("draw-seats-right", {"table": table})
        typer.echo("\n".join(wrong) or say(right, language))
    if wrong:
        raise typer.Exit(1)


@app.command()
@told
def change(
    draw: Draw,
    player: Annotated[str, typer.Option(help="Who moves.")],
    to: Annotated[str, typer.Option(help="Table and seat, such as 3/7.")],
    reason: Annotated[str, typer.Option(help="Why; it stays in the audit.")],
    by: Annotated[str, typer.Option(help="The chief judge who decides.")],
) -> None:
    """Change a seat by decision of the chief judge; two players change places if it is taken.

    The draw itself is never edited: the change is one more entry of the audit, and cards and
    checks follow it.

    Example: betline draw change city --player "Anna Example" --to 3/7 --by "Chief judge"
    --reason "Wheelchair: an end seat"
    """
    from api import draw_files
    from table.tournament.places import Place
    from table.tournament.seat_changes import Decision, change_seat

    files = draw_files.DrawFiles(draw)
    notice = files.read_record().notice
    with files.writing(notice.event) as audit:
        try:
            decision = Decision(reason, by)
            changed = change_seat(files.seats(), notice, player, Place.parse(to), decision)
        except ValueError as error:
            stop(f"{_in_words(error)}.")
        audit.append(draw_files.CHANGED, changed.model_dump(mode="json"))
    exchanged = f"; {changed.instead} takes the place left" if changed.instead else ""
    typer.echo(f"{changed.player} sits at {changed.place}{exchanged}. Print the cards again.")


def _room(tables: int | None, seats: int, path: Path | None) -> "Room":
    from api.draw_files import read_document
    from table.tournament.draw_record import Room

    return read_document(path, Room) if path else Room.of_equal_tables(tables or 0, seats)


def _free_seats(notice: "Notice") -> int:
    return sum(len(table.free) for table in notice.tables)


def _in_words(error: ValueError) -> str:
    """The sentence of an error, without what pydantic puts around it."""
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    return f"{key}: {message}" if key else message


def _seating(record: "DrawRecord") -> str:
    lines = [f"Commitment {record.notice.commitment}", f"Seed       {record.seed}"]
    if record.word:
        lines.append(f"Word       {record.word}")
    lines += [f"{card.place!s:>7}  {card.player}" for card in record.seating]
    return "\n".join(lines)


def _audit_faults(files: "DrawFiles", record: "DrawRecord") -> "list[Message]":
    """Whether the audit, where it lies beside the record, tells of the same draw."""
    from api.draw_files import COMMITTED, MADE
    from table.ruling import Message

    entries = files.entries()
    first = {entry.kind: entry.content for entry in reversed(entries)}
    expected = {
        COMMITTED: record.notice.model_dump(mode="json"),
        MADE: record.model_dump(mode="json"),
    }
    return [
        Message("draw-fault-audit", {"kind": kind})
        for kind, content in expected.items()
        if entries and first.get(kind) != content
    ]


def _confirmed(files: "DrawFiles", record: "DrawRecord", *, published: bool) -> "list[Message]":
    """What a good draw is told to be, and what is left to the reader."""
    from table.ruling import Message

    commitment = record.notice.commitment
    count = len(record.seating)
    lines = [Message("draw-verified", {"count": count, "commitment": commitment})]
    if not published:
        lines.append(Message("draw-compare"))
    if not record.notice.word_source:
        lines.append(Message("draw-without-word"))
    if entries := files.entries():
        last = entries[-1].hash
        lines.append(Message("draw-audit", {"count": len(entries), "hash": last}))
    for change in files.changes():
        values = {"judge": change.decided_by, "player": change.player, "reason": change.reason}
        lines.append(Message("draw-changed", {"place": str(change.place), **values}))
    return lines
