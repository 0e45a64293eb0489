"""`python -m models.heldout`: pictures for measuring from a renderer that nothing learns from."""

from pathlib import Path
from typing import Annotated

import typer

from models.heldout.stacks import finish, prepare
from models.networks import NetworkError

app = typer.Typer(
    help="Prepares scenes for Blender, and makes pictures of what it renders.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Scenes = Annotated[Path, typer.Argument(help="The folder of scenes.")]
Seed = Annotated[int, typer.Option(help="Of all that is left to chance.")]


@app.command("prepare")
def prepare_scenes(
    scenes: Scenes,
    pictures: Annotated[int, typer.Option(min=1, help="How many.")] = 200,
    seed: Seed = 9001,
) -> None:
    """Write scenes, each with one stack that is asked about.

    Then render them where Blender is installed, which takes about 3 seconds of one core each:
    python models/heldout/blender.py SCENES

    Example: python -m models.heldout prepare runs/heldout/scenes
    """
    prepare(scenes, pictures=pictures, seed=seed)


@app.command("finish")
def finish_pictures(
    scenes: Scenes,
    out: Annotated[Path, typer.Argument(help="The folder for the pictures.")],
    seed: Seed = 9001,
) -> None:
    """Make pictures, each with its truth, of what Blender has rendered so far.

    The seed is that with which the scenes were prepared.

    Example: python -m models.heldout finish runs/heldout/scenes runs/heldout/pictures
    """
    try:
        count = finish(scenes, out, seed=seed)
    except NetworkError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{count} pictures in {out}")


if __name__ == "__main__":
    app()
