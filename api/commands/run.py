"""`betline run`: one table, from its sources to its screens, in one process."""

from pathlib import Path
from typing import Annotated

import typer

from api.terminal import told


@told
def run(
    file: Annotated[Path, typer.Argument(help="The table file, see docs/table-file.md.")],
) -> None:
    """Run a table: sources, session, log and web server, until Ctrl-C.

    The dealer screen is at /dealer, the overlay at /overlay, the description of all REST calls at
    /openapi.json. A restart replays the log and goes on in the same state.

    Example: betline run table.yaml
    """
    from rich.console import Console

    from api.live import run_table
    from api.table_file import read_table_file

    run_table(read_table_file(file), Console(highlight=False))
