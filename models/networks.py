"""The networks that are trained here, and what each of them can be asked to do.

A network lies in a folder of its own, with its `NETWORK` in network.py. What trains it (torch,
ultralytics, numba) is imported only when it is asked for: the rest of betline works without.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import onnxruntime

from models.progress import Progress
from vision.weights import WeightsError, load

FOLDER = Path(__file__).parent
WEIGHTS = FOLDER / "weights"

TRAINING_PACKAGES = frozenset({"torch", "ultralytics", "numba", "onnx"})
"""What the extra `train` installs, by the names that are imported."""

Row = tuple[str, str]
"""What was measured, and its value with its count."""


class NetworkError(RuntimeError):
    """A network cannot be made; the text says why and what to do."""


class Network(Protocol):
    """A network that is trained on rendered pictures alone.

    Attributes:
        name: its folder under models/, and its file under models/weights/.
        picture_s: seconds of one core that one picture takes to render.
        pass_s: seconds of one core that one picture takes to be learnt from once.
    """

    name: str
    picture_s: float
    pass_s: float

    def render(self, folder: Path, *, pictures: int, seed: int, progress: Progress) -> None:
        """Render pictures and what is on them; those that are there already are kept.

        The first pictures of a larger number are those of a smaller one.
        """
        ...

    def train(self, data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
        """Train on the pictures in `data`; goes on from what an earlier call left in `run`.

        Raises:
            NetworkError: there are no pictures in `data`.
        """
        ...

    def evaluate(self, weights: Path, data: Path) -> list[Row]:
        """Measure an exported file on the pictures in `data`.

        Raises:
            NetworkError: the file or the pictures are not there.
        """
        ...

    def export(self, run: Path, out: Path) -> None:
        """Write the best network of a run as an ONNX file.

        Raises:
            NetworkError: nothing is trained in `run`.
        """
        ...


def exported(weights: Path) -> onnxruntime.InferenceSession:
    """An exported file, ready to be measured.

    Raises:
        NetworkError: there is no such file, or it is no network.
    """
    if not weights.exists():
        raise NetworkError(f"There is no {weights}. Say: python -m models export --help")
    try:
        return load(weights)
    except WeightsError as error:
        raise NetworkError(str(error)) from error


def names() -> list[str]:
    """The networks that there are."""
    return sorted(path.parent.name for path in FOLDER.glob("*/network.py"))


def find(name: str) -> Network:
    """The network of that name.

    Raises:
        NetworkError: there is none.
    """
    if name not in names():
        raise NetworkError(f"There is no network {name!r}. There are: {', '.join(names())}.")
    return cast(Network, import_module(f"models.{name}.network").NETWORK)


@contextmanager
def training_packages_needed() -> Iterator[None]:
    """Say how to install what training needs, where it turns out to be missing.

    Raises:
        NetworkError: one of the training packages is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in TRAINING_PACKAGES:
            raise
        raise NetworkError(
            f"{package} is not installed. Rendering, training and exporting need the extra `train`:"
            " pip install 'betline[train]'"
        ) from error
