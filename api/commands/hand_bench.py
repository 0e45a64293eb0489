"""What `betline bench --hands` prints: recorded hands, beside PokerKit."""

import json
from dataclasses import asdict
from pathlib import Path

import typer

from api.terminal import stop

AIM_TIMES_POKERKIT = 20
AIM_P99_US = 1_000


def print_hand_figures(folder: Path, *, as_json: bool) -> None:
    """Measure and print.

    Args:
        folder: of `.phh` files.
        as_json: print one JSON document.
    """
    from rich.console import Console
    from rich.table import Table

    from api.hand_bench import Pace, measure_hands
    from api.phh import PhhError
    from api.recorded_cards import DisagreementError
    from table.rulebooks import load

    try:
        figures = measure_hands(folder, load("tda2024"))
    except (PhhError, FileNotFoundError) as error:
        stop(str(error))
    except DisagreementError as error:
        stop(f"A hand cannot be played: {error}. See `betline hands check {folder}`.")
    if as_json:
        typer.echo(json.dumps(asdict(figures), indent=2))
        return
    console = Console(highlight=False)
    shown = Table(f"{figures.hands} hands, {figures.acts} acts", "hands/s", "acts/s")

    def add(name: str, pace: Pace) -> None:
        shown.add_row(name, f"{pace.hands_per_second:,.0f}", f"{pace.acts_per_second:,.0f}")

    add("betline: every chip, word and gesture folded and ruled", figures.betline)
    add("betline: the acts alone, ruled and carried out", figures.rules)
    if figures.pokerkit is not None:
        add("PokerKit: the acts as recorded", figures.pokerkit)
    console.print(shown)
    if figures.pokerkit is not None:
        theirs = figures.pokerkit.acts_per_second
        folded, ruled = figures.betline.acts_per_second, figures.rules.acts_per_second
        console.print(
            f"{folded / theirs:.1f} times PokerKit with all observations, "
            f"{ruled / theirs:.1f} times for the acts alone; the aim is {AIM_TIMES_POKERKIT}."
        )
    kept = "kept" if figures.ruling_p99_us <= AIM_P99_US else "MISSED"
    console.print(
        f"One ruling: p50 {figures.ruling_p50_us:.0f} us, p99 {figures.ruling_p99_us:.0f} us "
        f"(aim {AIM_P99_US} us: {kept})."
    )
    for what, grown in (("seats", figures.by_seats), ("events", figures.by_events)):
        steps = ", ".join(f"{count:,} {what}: {took:.0f} us" for count, took in grown.items())
        console.print(f"Growth: {steps}.")
