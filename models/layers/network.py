"""What `python -m models` can be asked to do with the network of layers."""

from pathlib import Path

from models.layers.measuring import measure
from models.layers.pictures import read_pictures
from models.layers.rendering import render_pictures
from models.networks import Row
from models.progress import Progress


class _Layers:
    """Counts the chips of a stack from its unrolled side; see models.networks.Network."""

    name = "layers"
    picture_s = 0.35
    pass_s = 0.016

    def render(self, folder: Path, *, pictures: int, seed: int, progress: Progress) -> None:
        """Render pictures of stacks; those that are there already are kept."""
        render_pictures(folder, pictures=pictures, seed=seed, progress=progress)

    def train(self, data: Path, run: Path, *, epochs: int, seed: int, progress: Progress) -> None:
        """Train on the pictures in `data`; goes on from the last epoch in `run`."""
        from models.layers.training import train

        train(data, run, epochs=epochs, seed=seed, progress=progress)

    def evaluate(self, weights: Path, data: Path) -> list[Row]:
        """Count the stacks in `data` and compare with the truth."""
        return measure(weights, read_pictures(data))

    def export(self, run: Path, out: Path) -> None:
        """Write the best epoch as ONNX."""
        from models.layers.exporting import export

        export(run, out)


NETWORK = _Layers()
