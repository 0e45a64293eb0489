"""`betline hands`: recorded hands played again, and a log's hands in the common format."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.terminal import stop, told

if TYPE_CHECKING:
    from api.hand_check import HandCheck
    from api.phh import HandRecord

app = typer.Typer(
    help="Check the rules engine against recorded hands, and export hands.", no_args_is_help=True
)

SUFFIXES = (".phh", ".phhs")


@app.command()
@told
def check(
    folder: Annotated[Path, typer.Argument(help="A folder of .phh and .phhs files, or one file.")],
    rulebook: Annotated[str, typer.Option(help="A shipped rulebook, or a file.")] = "tda2024",
    chips: Annotated[
        str, typer.Option(help="The chips in play, such as 25,100,500. The usual ones if not said.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Play recorded hands by chips, words and gestures, and compare what the rules make of them.

    Acts, totals and pots must be those of the record; winners and stacks too, where the cards are
    known. Prints where they part and why, with `N of M` last. Exit code 1 if any hand parts.

    Example: betline hands check hands --rulebook wsop_t2024
    """
    from api.hand_check import check_hand
    from api.running import read_rulebook

    book = read_rulebook(rulebook)
    denominations = _denominations(chips)
    checks = [check_hand(record, book, denominations) for record in _records(folder)]
    if not checks:
        stop(f"There are no hands in {folder}: its files must end in {' or '.join(SUFFIXES)}.")
    typer.echo(_as_json(checks) if as_json else _as_text(checks))
    if not all(one.agrees for one in checks):
        raise typer.Exit(1)


@app.command()
@told
def export(
    log: Annotated[Path, typer.Argument(help="The log file of a table.")],
    out: Annotated[Path, typer.Option(help="The folder to write to; it is made if need be.")],
    language: Annotated[str, typer.Option(help="Of the rulings: en or ru.")] = "en",
) -> None:
    """Write the hands of a log as .phh files, with each ruling, override and confidence.

    Prints which hands the format cannot hold, and why, with `N of M` last. Cards that nobody showed
    are not written.

    Example: betline hands export table-7.log --out hands
    """
    from api.hand_export import hands_of
    from api.log import read_log
    from api.phh import write_hand
    from table.encoding import DecodingError
    from table.sentences import LANGUAGES

    if language not in LANGUAGES:
        stop(f"There are no sentences in {language!r}. Say --language {' or '.join(LANGUAGES)}.")
    try:
        hands = list(hands_of(read_log(log), language))
        out.mkdir(parents=True, exist_ok=True)
        for hand in hands:
            if hand.record is None:
                typer.echo(f"hand {hand.number}: not written: {hand.reason}")
            else:
                file = out / f"{hand.record.name}.phh"
                file.write_text(write_hand(hand.record), "utf-8")
    except (DecodingError, OSError) as error:
        stop(f"{log}: {error}")
    typer.echo(f"{sum(hand.record is not None for hand in hands)} of {len(hands)}")


def _records(folder: Path) -> Iterator["HandRecord"]:
    from api.phh import PhhError, read_hands

    files = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    if not folder.exists():
        stop(f"There is no {folder}. Check the path.")
    try:
        for file in files:
            if file.suffix in SUFFIXES:
                yield from read_hands(file.read_text("utf-8"), file.name)
    except UnicodeDecodeError:
        stop(f"{file}: is not a text file in UTF-8.")
    except (PhhError, OSError) as error:
        stop(str(error))


def _denominations(text: str) -> tuple[int, ...] | None:
    if not text:
        return None
    try:
        chips = tuple(int(part) for part in text.split(","))
    except ValueError:
        chips = ()
    if not chips or min(chips) <= 0:
        stop("Give --chips as whole numbers with commas between them, such as 25,100,500.")
    return chips


def _as_text(checks: Sequence["HandCheck"]) -> str:
    lines = [f"{one.name} ({one.code}): {one.reason}" for one in checks if not one.agrees]
    unknown = sum(one.agrees and one.won is None for one in checks)
    if unknown:
        lines.append(f"{unknown} without all cards of the showdown: acts and pots alone compared.")
    return "\n".join([*lines, f"{sum(one.agrees for one in checks)} of {len(checks)}"])


def _as_json(checks: Sequence["HandCheck"]) -> str:
    hands = [
        {
            "name": one.name,
            "game": one.code,
            "agrees": one.agrees,
            "reason": one.reason,
            "acts": one.acts,
            "pots": [[pot.amount, list(pot.players)] for pot in one.pots.pots],
            "won": one.won,
            "stacks": one.stacks,
        }
        for one in checks
    ]
    agreeing = sum(one.agrees for one in checks)
    return json.dumps({"agreeing": agreeing, "hands": len(checks), "checked": hands}, indent=2)
