"""`python -m models`: makes what betline's recordings and networks are made from."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Renders the demo's recording, and renders for, trains and exports the networks.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Name = Annotated[str, typer.Argument(help="The network: a folder of models/ with a network.py.")]
Data = Annotated[
    Path | None,
    typer.Option(help="The folder of rendered pictures; runs/NAME/pictures if absent."),
]
Run = Annotated[Path | None, typer.Option(help="The folder of the training; runs/NAME if absent.")]
Weights = Annotated[
    Path | None, typer.Option(help="The network's file; models/weights/NAME.onnx if absent.")
]
Seed = Annotated[int, typer.Option(help="Of all that is left to chance.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be done and about how long; do nothing.")
]


@app.callback()
def main() -> None:
    """Make what betline's recordings and networks are made from."""


@app.command("recording")
def recording(
    out: Annotated[
        Path | None, typer.Option(help="The folder to write; that of betline's demo if absent.")
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Play the script and say how long it is; write nothing."),
    ] = False,
    only: Annotated[
        str, typer.Option(help="papers, stills, chips or film: make this part alone.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(help="Of all that is left to chance; the script's if absent.")
    ] = None,
) -> None:
    """Make the demo's recording from models/recording/script.yaml.

    Draws the table, films it, photographs the chips for enrolment, and writes what people press and
    tap. The same script and seed give the same recording. It takes about ten minutes on one core.

    Example: python -m models recording --out my-demo --only stills
    """
    from models.recording_command import make

    raise typer.Exit(make(out, dry_run=dry_run, only=only, seed=seed))


@app.command("render")
def render(
    name: Name,
    data: Data = None,
    pictures: Annotated[int, typer.Option(min=1, help="How many.")] = 3000,
    seed: Seed = 1,
    dry_run: DryRun = False,
) -> None:
    """Render the pictures that a network learns from, with what is on them.

    No photograph is used: real ones are for measuring. Pictures that are there already are kept, so
    that a rendering that was stopped goes on where it was. Another seed gives other pictures: take
    one for training and another for evaluating.

    Example: python -m models render detector --pictures 200 --seed 2 --data runs/detector/unseen
    """
    from models.network_commands import render as work

    raise typer.Exit(work(name, data, pictures=pictures, seed=seed, dry_run=dry_run))


@app.command("train")
def train(
    name: Name,
    data: Data = None,
    run: Run = None,
    epochs: Annotated[int, typer.Option(min=1, help="How often each picture is seen.")] = 10,
    seed: Seed = 1,
    dry_run: DryRun = False,
) -> None:
    """Train a network on its rendered pictures.

    A training that was stopped goes on from the last epoch that was finished. For a network that
    starts afresh name another --run.

    Example: python -m models train detector --epochs 1 --run runs/trial
    """
    from models.network_commands import train as work

    raise typer.Exit(work(name, data, run, epochs=epochs, seed=seed, dry_run=dry_run))


@app.command("evaluate")
def evaluate(
    name: Name, weights: Weights = None, data: Data = None, dry_run: DryRun = False
) -> None:
    """Measure an exported network on rendered pictures, and print the figures.

    Give pictures that it was not trained on: rendered with another seed. How well networks do on
    real photographs: betline evaluate --help

    Example: python -m models evaluate detector --data runs/detector/unseen
    """
    from models.network_commands import evaluate as work

    raise typer.Exit(work(name, weights, data, dry_run=dry_run))


@app.command("export")
def export(name: Name, run: Run = None, weights: Weights = None, dry_run: DryRun = False) -> None:
    """Write the best network of a training as the ONNX file that runs at the table.

    The file's model card, models/weights/NAME.md, says what it was trained on and how well it does:
    write it again with the new figures.

    Example: python -m models export detector --run runs/trial --weights trial.onnx
    """
    from models.network_commands import export as work

    raise typer.Exit(work(name, run, weights, dry_run=dry_run))


@app.command("gestures")
def gestures(
    clips: Annotated[int, typer.Option(min=1, help="How many.")] = 140,
    seed: Seed = 1,
    dry_run: DryRun = False,
) -> None:
    """Film hands that tap, fold, sweep, wave, point, bet or pass, and measure the watcher on them.

    Each clip has its own person, felt, light and tempo. Prints how often gestures and hands are
    told rightly, what each act was taken for, and the clips that went worst.

    Example: python -m models gestures --clips 28 --seed 7
    """
    from models.gestures.command import measure

    raise typer.Exit(measure(clips=clips, seed=seed, dry_run=dry_run))


if __name__ == "__main__":
    app()
