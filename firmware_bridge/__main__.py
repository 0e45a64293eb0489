"""`python -m firmware_bridge`: turns a script of presses into a recorded serial line."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command()
def record(
    script: Annotated[
        Path, typer.Argument(help="What people do at one device, such as presses.yaml.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="The recording; beside the script, *.serial.jsonl, if absent."),
    ] = None,
) -> None:
    """Play a script on the model of its device, and record the bytes that arrive at the host.

    The same script always gives the same bytes. The keys of a script are described in
    firmware_bridge/script.py.

    Example: python -m firmware_bridge models/recording/presses.yaml
    """
    from firmware_bridge.recording import SUFFIX, write_recording
    from firmware_bridge.script import play_script, read_script
    from table.documents import DocumentError

    path = out or script.with_name(script.stem + SUFFIX)
    try:
        recording = play_script(read_script(script))
        write_recording(path, recording)
    except (DocumentError, OSError) as error:
        typer.echo(f"{error}", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{path}: {len(recording.chunks)} pieces, {recording.end_ns / 1e9:.0f} seconds")


if __name__ == "__main__":
    app()
