"""`betline bench`: latency and throughput on this machine, beside their budgets."""

import json
from pathlib import Path
from typing import Annotated

import typer

from api.terminal import stop, told


@told
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    recording: Annotated[
        Path | None, typer.Option(help="Another recording's folder than the one that ships.")
    ] = None,
    hands: Annotated[
        Path | None,
        typer.Option(help="Play a folder of .phh files instead, beside PokerKit if it is there."),
    ] = None,
) -> None:
    """Measure from chips at rest to the ruling at a WebSocket client, and rulings a second.

    Plays the recorded table once at real pace, so it takes as long as the recording.

    With --hands, recorded hands are ruled as fast as it can be done: hands and acts a second,
    microseconds a ruling, and how that grows with seats and with the events of a hand.

    Example: betline bench --json
    """
    if hands is not None:
        from api.commands.hand_bench import print_hand_figures

        print_hand_figures(hands, as_json=as_json)
        return
    from rich.console import Console
    from rich.table import Table

    from api.bench import measure
    from api.demo import RECORDING

    folder = recording or RECORDING
    if not (folder / "table.yaml").is_file():
        stop(f"There is no recording in {folder}. Give --recording a folder with a table.yaml.")
    console = Console(highlight=False)
    if as_json:
        typer.echo(json.dumps(measure(folder).as_json(), indent=2))
        return
    with console.status("Playing the recorded table at real pace"):
        figures = measure(folder)
    shown = Table("after chips are at rest", "p50", "p95", "budget", "")
    for one in figures.timings:
        kept = "kept" if one.within else "MISSED"
        shown.add_row(
            one.step, f"{one.p50_ms:.1f} ms", f"{one.p95_ms:.1f} ms", f"{one.budget_ms} ms", kept
        )
    if figures.idle is not None:
        idle = figures.idle
        shown.add_row(
            f"idle, {idle.cameras} cameras, cores used",
            f"{idle.cores:.2f}",
            "",
            f"{idle.budget_cores:.0f}",
            "kept" if idle.within else "MISSED",
        )
    console.print(shown)
    console.print(
        f"{figures.rulings} rulings on chips timed. "
        f"{figures.rulings_per_second:.0f} rulings and {figures.inputs_per_second:.0f} inputs "
        "a second, each on disk before it is shown."
    )
