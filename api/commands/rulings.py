"""`betline rulings`: the rules engine against worked cases."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from api.case_format import Case, Unreadable, read_cases
from api.cases import Outcome, check
from table.documents import DocumentError

app = typer.Typer(help="Check the rules engine against worked cases.", no_args_is_help=True)


@app.callback()
def rulings() -> None:
    """Check the rules engine against worked cases."""


@app.command("check")
def check_rulings(
    file: Annotated[Path, typer.Argument(help="A YAML file of worked cases.")],
    kind: Annotated[list[str] | None, typer.Option(help="Only cases of this kind.")] = None,
    rulebook: Annotated[
        list[str] | None, typer.Option(help="Only under this rulebook, as the cases name it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Rule every case under each rulebook that it names, and compare what it expects.

    Prints what fails and why, with `N of M` last. Exit code 1 if any case fails.

    Example: betline rulings check cases.yaml --kind min_raise --rulebook TDA2024
    """
    outcomes = [
        outcome
        for case in _cases(file)
        if not kind or case.kind in kind
        for outcome in check(case)
        if not rulebook or outcome.rulebook in rulebook
    ]
    if not outcomes:
        typer.echo("No case is of this kind and names this rulebook.", err=True)
        raise typer.Exit(1)
    typer.echo(_as_json(outcomes) if as_json else _as_text(outcomes))
    if any(not outcome.passed for outcome in outcomes):
        raise typer.Exit(1)


def _cases(file: Path) -> tuple[Case | Unreadable, ...]:
    try:
        return read_cases(file.read_text("utf-8"), file.name)
    except OSError as error:
        typer.echo(f"{file}: cannot be read: {error.strerror}.", err=True)
    except UnicodeDecodeError:
        typer.echo(f"{file}: is not a text file in UTF-8.", err=True)
    except DocumentError as error:
        typer.echo(str(error), err=True)
    raise typer.Exit(1)


def _passing_cases(outcomes: Sequence[Outcome]) -> tuple[int, int]:
    """Cases that pass under every rulebook asked, of all cases asked."""
    cases = {outcome.case for outcome in outcomes}
    failing = {outcome.case for outcome in outcomes if not outcome.passed}
    return len(cases - failing), len(cases)


def _as_text(outcomes: Sequence[Outcome]) -> str:
    lines = []
    for outcome in outcomes:
        if not outcome.passed:
            lines.append(f"{outcome.case} ({outcome.kind}) under {outcome.rulebook}:")
            lines += [f"  {failure}" for failure in outcome.failures]
    passing, all_cases = _passing_cases(outcomes)
    return "\n".join([*lines, f"{passing} of {all_cases}"])


def _as_json(outcomes: Sequence[Outcome]) -> str:
    passing, all_cases = _passing_cases(outcomes)
    failing = [
        {
            "case": outcome.case,
            "kind": outcome.kind,
            "rulebook": outcome.rulebook,
            "failures": outcome.failures,
        }
        for outcome in outcomes
        if not outcome.passed
    ]
    return json.dumps({"passing": passing, "cases": all_cases, "failing": failing}, indent=2)
