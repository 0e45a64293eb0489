"""The command `betline`: every subject has its own file in `api/commands`."""

import typer

from api.commands import (
    bench,
    calibrate,
    check,
    chips,
    demo,
    draw,
    evaluate,
    hands,
    listen,
    log,
    panel,
    ports,
    rulings,
    run,
    tournament,
)

app = typer.Typer(
    name="betline",
    help="Reads a live poker table through cameras and a serial bridge, and rules each bet.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.command("demo")(demo.demo)
app.command("check")(check.check)
app.command("calibrate")(calibrate.calibrate)
app.add_typer(log.app, name="log")
app.command("bench")(bench.bench)
app.command("ports")(ports.ports)
app.command("panel")(panel.panel)
app.command("listen")(listen.listen)
app.add_typer(rulings.app, name="rulings")
app.add_typer(hands.app, name="hands")
app.add_typer(draw.app, name="draw")
app.add_typer(tournament.app, name="tournament")
app.command("enroll")(chips.enroll)
app.command("read")(chips.read)
app.command("evaluate")(evaluate.evaluate)


def main() -> None:
    """Run the command line."""
    app()
