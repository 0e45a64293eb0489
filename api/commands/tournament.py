"""`betline tournament`: a regulation, checked and printed as a timetable."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.terminal import stop, told

if TYPE_CHECKING:
    from table.tournament.levels import Stretch
    from table.tournament.regulation import Regulation

app = typer.Typer(
    help="Check a tournament's regulation, and print its levels.", no_args_is_help=True
)

File = Annotated[Path, typer.Argument(help="A regulation, such as city.yaml.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
@told
def check(file: File, as_json: AsJson = False) -> None:
    """Tell every fault of a regulation, with line and remedy. Exit code 1 if there is one.

    Blinds and antes have to be payable with the chips in play, chips are raced off smallest first,
    and payouts make the whole of the prize pool.

    Example: betline tournament check city.yaml
    """
    regulation = _read(file)
    big_blinds = regulation.stack // regulation.levels[0].big_blind
    facts = {
        "name": regulation.name,
        "rulebook": regulation.rulebook,
        "starting_stack": regulation.stack,
        "big_blinds": big_blinds,
        "levels": len(regulation.levels),
        "final_table": regulation.final_table_seats,
        "places_paid": len(regulation.payouts),
    }
    if as_json:
        typer.echo(json.dumps(facts, ensure_ascii=False))
        return
    typer.echo(f"{file}: nothing is wrong.")
    typer.echo(
        f"{regulation.name}, {regulation.rulebook}. Starting stack {regulation.stack:,}, "
        f"{big_blinds} big blinds. Final table of {regulation.final_table_seats}. "
        f"{len(regulation.payouts)} places are paid."
    )


@app.command()
@told
def levels(file: File, as_json: AsJson = False) -> None:
    """Print the timetable: when each level and break starts, and which chip leaves when.

    Example: betline tournament levels city.yaml
    """
    from table.tournament.levels import NS_PER_MINUTE, timetable

    stretches = timetable(_read(file))
    if as_json:
        typer.echo(json.dumps([_row(stretch) for stretch in stretches]))
        return
    for stretch in stretches:
        hours, minutes = divmod(stretch.starts_ns // NS_PER_MINUTE, 60)
        typer.echo(f"{hours:2}:{minutes:02}  {_line(stretch)}")


def _read(file: Path) -> "Regulation":
    """The regulation, and the rulebook that it names."""
    from table.rulebooks import SHIPPED, load, read
    from table.tournament.regulation import parse

    try:
        regulation = parse(file.read_text("utf-8"), str(file))
        if regulation.rulebook in SHIPPED:
            load(regulation.rulebook)
        else:
            house = file.parent / regulation.rulebook
            read(house.read_text("utf-8"), str(house))
    except OSError as error:
        stop(
            f"{error.filename}: {error.strerror}. "
            f"Check the path; shipped rulebooks are {', '.join(SHIPPED)}."
        )
    except UnicodeDecodeError:
        stop(f"{file} is not in UTF-8. Save it as UTF-8 text.")
    return regulation


def _row(stretch: "Stretch") -> dict[str, object]:
    from table.tournament.levels import NS_PER_MINUTE

    row = {"starts_minute": stretch.starts_ns // NS_PER_MINUTE, "break": stretch.is_break}
    return {**row, "level": stretch.number, **stretch.level.model_dump(mode="json")}


def _line(stretch: "Stretch") -> str:
    level = stretch.level
    if stretch.is_break:
        return f"break of {level.break_minutes} minutes"
    ante = f" ante {level.ante:,} ({level.ante_kind})" if level.ante else ""
    race = f"; then {level.colour_up:,} is raced off" if level.colour_up else ""
    return f"level {stretch.number:2}  {level.small_blind:,}/{level.big_blind:,}{ante}{race}"
