"""The commands render, train, evaluate and export of `python -m models`."""

import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress as Bars

from models.networks import (
    WEIGHTS,
    Network,
    NetworkError,
    find,
    training_packages_needed,
)
from models.progress import Progress, show_in

RUNS = Path("runs")
PICTURES = "pictures"

console = Console(stderr=True)


def render(name: str, data: Path | None, *, pictures: int, seed: int, dry_run: bool) -> int:
    """Render a network's pictures; returns the exit status."""

    def work(network: Network, progress: Progress) -> None:
        folder = data or pictures_of(name)
        seconds = pictures * network.picture_s
        _say(f"{pictures} pictures for {name} into {folder}, {_about(seconds)}")
        if not dry_run:
            network.render(folder, pictures=pictures, seed=seed, progress=progress)

    return _do(name, work)


def train(
    name: str, data: Path | None, run: Path | None, *, epochs: int, seed: int, dry_run: bool
) -> int:
    """Train a network; returns the exit status."""

    def work(network: Network, progress: Progress) -> None:
        folder, goes_to = data or pictures_of(name), run or RUNS / name
        pictures = count_pictures(folder)
        seconds = pictures * epochs * network.pass_s
        _say(f"{name} on {pictures} pictures {epochs} times into {goes_to}, {_about(seconds)}")
        if not dry_run:
            network.train(folder, goes_to, epochs=epochs, seed=seed, progress=progress)

    return _do(name, work)


def evaluate(name: str, weights: Path | None, data: Path | None, *, dry_run: bool) -> int:
    """Measure an exported network; returns the exit status."""

    def work(network: Network, _: Progress) -> None:
        file, folder = weights or WEIGHTS / f"{name}.onnx", data or pictures_of(name)
        _say(f"{file} on {count_pictures(folder)} pictures in {folder}")
        if not dry_run:
            for what, value in network.evaluate(file, folder):
                _say(f"{what:<50} {value}")

    return _do(name, work)


def export(name: str, run: Path | None, out: Path | None, *, dry_run: bool) -> int:
    """Write the best network of a run for the table; returns the exit status."""

    def work(network: Network, _: Progress) -> None:
        comes_from, file = run or RUNS / name, out or WEIGHTS / f"{name}.onnx"
        _say(f"the best network of {comes_from} into {file}")
        if not dry_run:
            network.export(comes_from, file)

    return _do(name, work)


def pictures_of(name: str) -> Path:
    """Where a network's pictures are rendered to, unless another folder is named."""
    return RUNS / name / PICTURES


def count_pictures(folder: Path) -> int:
    """How many pictures lie in a folder and in the folders in it.

    Raises:
        NetworkError: there are none.
    """
    pictures = sum(1 for path in folder.rglob("*") if path.suffix in {".jpg", ".png", ".npz"})
    if not pictures:
        raise NetworkError(
            f"There are no pictures in {folder}. Render some: python -m models render --help"
        )
    return pictures


def _do(name: str, work: Callable[[Network, Progress], None]) -> int:
    try:
        with training_packages_needed(), Bars(console=console) as bars:
            work(find(name), show_in(bars))
    except (NetworkError, OSError) as error:
        console.print(str(error), style="red", highlight=False, markup=False)
        return 1
    return 0


def _about(seconds: float) -> str:
    if seconds < 90:
        return f"about {seconds:.0f} seconds on one core"
    if seconds < 5400:
        return f"about {seconds / 60:.0f} minutes on one core"
    return f"about {seconds / 3600:.1f} hours on one core"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
