"""`betline demo`: a recorded table, with its screens or as a check."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.terminal import stop, told

if TYPE_CHECKING:
    from rich.console import Console

    from api.demo import Report

DEFAULT_PORT = 8000


@told
def demo(
    headless: Annotated[
        bool, typer.Option(help="As fast as it can be done, without screens.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document at the end (with --headless).")
    ] = False,
    port: Annotated[int, typer.Option(help="Of the screens.", min=1, max=65535)] = DEFAULT_PORT,
    language: Annotated[str, typer.Option(help="Of the terminal: en or ru.")] = "en",
    recording: Annotated[
        Path | None, typer.Option(help="Another recording's folder than the one that ships.")
    ] = None,
) -> None:
    """Play a recorded table through exactly the path of `betline run`.

    At real pace, with the dealer screen on http://127.0.0.1:8000/dealer, each ruling printed as
    it falls. With --headless: exit code 0 only if every ruling equals the recording's script.

    Example: betline demo --headless --json
    """
    from rich.console import Console

    from api.demo import RECORDING
    from table.sentences import LANGUAGES

    if language not in LANGUAGES:
        raise typer.BadParameter(f"use {' or '.join(LANGUAGES)}", param_hint="--language")
    if as_json and not headless:
        raise typer.BadParameter("needs --headless", param_hint="--json")
    folder = recording or RECORDING
    if not (folder / "table.yaml").is_file():
        stop(f"There is no recording in {folder}. Give --recording a folder with a table.yaml.")
    if headless:
        _check(folder, as_json, Console(highlight=False), language)
    else:
        _show(folder, port, Console(highlight=False), language)


def _check(folder: Path, as_json: bool, console: "Console", language: str) -> None:
    from api.demo import Watcher, demo_table_file, play_at_once
    from api.terminal import RulingPrinter

    with demo_table_file(folder, language=language) as table_file:
        watcher = Watcher(also=None if as_json else RulingPrinter(console, language))
        playback, took_s = play_at_once(table_file, watcher)
    report = watcher.report(folder, playback)
    report.took_s = took_s
    if as_json:
        typer.echo(json.dumps(report.as_json(), ensure_ascii=False, indent=2))
    else:
        _print_report(report, console)
    if not report.equal:
        raise typer.Exit(1)


def _print_report(report: "Report", console: "Console") -> None:
    equal = sum(one.equal for one in report.rulings)
    for one in report.rulings:
        if not one.equal:
            console.print(f"\nscript   {_in_words(one.expected)}", style="bold red", soft_wrap=True)
            console.print(f"betline  {_in_words(one.given)}", style="bold red", soft_wrap=True)
    for text in report.unexpected:
        console.print(f"not in the script: {text}", style="bold red", soft_wrap=True)
    console.print(
        f"\n{equal} of {len(report.rulings)} rulings as the script has them; "
        f"{report.recording_s:.0f} s of table in {report.took_s:.1f} s."
    )


def _in_words(ruling: dict[str, object] | None) -> str:
    if ruling is None:
        return "no ruling"
    return ", ".join(f"{key} {value}" for key, value in ruling.items() if value not in (None, 0))


def _show(folder: Path, port: int, console: "Console", language: str) -> None:
    from api.demo import demo_table_file
    from api.live import run_table
    from api.table_file import ScreensEntry

    screens = ScreensEntry(port=port)
    with demo_table_file(folder, language=language, screens=screens) as table_file:
        run_table(
            table_file,
            console,
            on_end=lambda: console.print("\nThe recording has ended. End the screens with Ctrl-C."),
        )
