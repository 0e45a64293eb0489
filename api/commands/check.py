"""`betline check`: whether a table file can be run, and what its cameras can and cannot see."""

import json
from pathlib import Path
from typing import Annotated

import typer

from api.terminal import told


@told
def check(
    file: Annotated[Path, typer.Argument(help="The table file, see docs/table-file.md.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Check a table file and everything that it names, without opening a camera or a port.

    Says which seats each camera can read and count, and what keeps this program from a port.
    Exit code 1 if the table cannot be run, or if no camera reads some seat.

    Example: betline check table.yaml
    """
    from api.checking import check_table
    from api.table_file import read_table_file

    found = check_table(read_table_file(file))
    if as_json:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
    else:
        for sentence in found.sentences:
            typer.echo(sentence)
        for problem in found.problems:
            typer.secho(f"▲ {problem}", bold=True)
        if not found.problems:
            typer.echo(f"{file}: ready.")
    if found.problems:
        raise typer.Exit(1)
