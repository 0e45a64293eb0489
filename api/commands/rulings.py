"""`betline rulings`: the rules engine against worked cases."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from api.case_format import Case, Unreadable, read_cases
from api.cases import Outcome, check
from table.documents import DocumentError
from table.sentences import LANGUAGES, say

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
    otherwise: Annotated[
        bool, typer.Option(help="Print every ruling too, and what would have changed it.")
    ] = False,
    language: Annotated[
        str, typer.Option(help=f"Of the rulings: {' or '.join(LANGUAGES)}.")
    ] = LANGUAGES[0],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Rule every case under each rulebook that it names, and compare what it expects.

    Prints what fails and why, with `N of M` last. Exit code 1 if any case fails.

    Example: betline rulings check cases.yaml --kind min_raise --rulebook TDA2024 --otherwise
    """
    if language not in LANGUAGES:
        raise typer.BadParameter(f"use {' or '.join(LANGUAGES)}", param_hint="--language")
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
    told = language if otherwise else None
    typer.echo(_as_json(outcomes, told) if as_json else _as_text(outcomes, told))
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


def _as_text(outcomes: Sequence[Outcome], language: str | None) -> str:
    lines = []
    for outcome in outcomes:
        told = _told(outcome, language) if language else []
        if told or not outcome.passed:
            lines.append(f"{outcome.case} ({outcome.kind}) under {outcome.rulebook}:")
            lines += [f"  {line}" for line in (*told, *outcome.failures)]
    passing, all_cases = _passing_cases(outcomes)
    return "\n".join([*lines, f"{passing} of {all_cases}"])


def _told(outcome: Outcome, language: str) -> list[str]:
    """The ruling, and what would have changed it."""
    if outcome.ruling is None:
        return []
    return [say(message, language) for message in (outcome.ruling, *outcome.otherwise)]


def _as_json(outcomes: Sequence[Outcome], language: str | None) -> str:
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
    content: dict[str, object] = {"passing": passing, "cases": all_cases, "failing": failing}
    if language:
        content["rulings"] = [_ruled(outcome, language) for outcome in outcomes if outcome.ruling]
    return json.dumps(content, indent=2, ensure_ascii=False)


def _ruled(outcome: Outcome, language: str) -> dict[str, object]:
    ruling, *others = _told(outcome, language)
    return {
        "case": outcome.case,
        "rulebook": outcome.rulebook,
        "ruling": ruling,
        "otherwise": others,
    }
