"""`betline log`: check that a log is what was written, and export it."""

import json
from pathlib import Path
from typing import Annotated

import typer

from api.terminal import told

app = typer.Typer(help="Check and export the log of a table.", no_args_is_help=True)

LogFile = Annotated[Path, typer.Argument(help="The log file of a table.")]


@app.command()
@told
def verify(
    file: LogFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Check every event's hash, its place in the chain, and every sealed card.

    The last hash, written down elsewhere, proves later that nothing was cut off the end.

    Exit code 1 if an event was changed, removed or inserted after it was written.

    Example: betline log verify table-7.log
    """
    from api.log import FIRST_HASH, read_log

    count, last_hash = 0, FIRST_HASH
    for record in read_log(file):
        count, last_hash = count + 1, record.hash
    if as_json:
        typer.echo(json.dumps({"events": count, "last_hash": last_hash}))
    else:
        typer.echo(f"{file}: {count} events, unbroken. Last hash {last_hash}")


@app.command()
@told
def export(
    file: LogFile,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON array instead of one event a line.")
    ] = False,
) -> None:
    """Print all events with their payloads and hashes. Sealed cards are never among them.

    Example: betline log export table-7.log > table-7.jsonl
    """
    from api.log import read_log

    events = []
    for record in read_log(file):
        event = {**vars(record), "payload": record.content}
        if as_json:
            events.append(event)
        else:
            typer.echo(json.dumps(event, ensure_ascii=False))
    if as_json:
        typer.echo(json.dumps(events, ensure_ascii=False))
