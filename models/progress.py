"""How far a long piece of work is: a bar in the terminal for each part of it."""

from collections.abc import Callable

from rich.progress import Progress as Bars
from rich.progress import TaskID

Progress = Callable[[str, int, int], None]
"""Told what is being made, how much of it is done, and how much there is."""


def show_in(bars: Bars) -> Progress:
    """A progress that has a bar for each thing it is told of."""
    tasks: dict[str, TaskID] = {}

    def show(what: str, done: int, whole: int) -> None:
        if what not in tasks:
            tasks[what] = bars.add_task(what, total=whole)
        bars.update(tasks[what], completed=done, total=whole)

    return show
