"""`python -m models`: makes what betline's recordings and networks are made from."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Renders the demo's recording.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


if __name__ == "__main__":
    app()
