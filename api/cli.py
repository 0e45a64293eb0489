"""The command `betline`: every subject has its own file in `api/commands`."""

import typer

from api.commands import rulings

app = typer.Typer(
    name="betline",
    help="Reads a live poker table through cameras and a serial bridge, and rules each bet.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(rulings.app, name="rulings")


def main() -> None:
    """Run the command line."""
    app()
