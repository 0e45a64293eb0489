"""The command `python -m models gestures`: films clips and says how the watcher does on them."""

import sys
from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.progress import Progress as Bars

from models.gestures.acts import ACTS
from models.gestures.clips import film_clip
from models.gestures.measuring import Told, confusions, figures, watch, worst
from models.progress import Progress, show_in
from models.staging.recording import FOLDER, LAYOUT_NAME
from table.documents import DocumentError
from vision.figures import figure_rows
from vision.layout import Layout, read_layout

SECONDS_PER_CLIP = 2.0
"""On one core, watching included."""

console = Console(stderr=True)


def measure(*, clips: int, seed: int, dry_run: bool) -> int:
    """Film, watch and print; returns the exit status."""
    _say(f"{clips} clips, about {clips * SECONDS_PER_CLIP / 60:.0f} minutes on one core")
    if dry_run:
        return 0
    try:
        with Bars(console=console) as bars:
            told = list(watched(demo_layout(), clips, seed, show_in(bars)))
    except (DocumentError, OSError) as error:
        console.print(str(error), style="red", highlight=False, markup=False)
        return 1
    report(told, f"{clips} rendered clips, seed {seed}")
    return 0


def demo_layout() -> Layout:
    """The layout of the demo's table, where the clips are filmed.

    Raises:
        table.documents.DocumentError: it cannot be used.
        OSError: it cannot be read.
    """
    path = FOLDER / LAYOUT_NAME
    return read_layout(path.read_text(encoding="utf-8"), str(path))


def watched(layout: Layout, clips: int, seed: int, progress: Progress) -> Iterator[Told]:
    """Film clips, each act in its turn, and watch them; a clip depends on seed and number alone."""
    names = list(ACTS)
    for number in range(clips):
        random = np.random.default_rng((seed, number))
        yield watch(film_clip(layout, names[number % len(names)], random), layout)
        progress("clips", number + 1, clips)


def report(told: list[Told], on: str) -> None:
    """Print the figures, what was said of each act, and the worst clips."""
    for row in figure_rows(figures(told, on)):
        _say(" | ".join(row))
    _say("")
    for act, said, count in confusions(told):
        _say(f"{count:4} {act:<18} {said}")
    _say("")
    for one in worst(told):
        _say(f"{one.outcome}: {one.clip.act}, said {one.said}; {one.clip.about}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
