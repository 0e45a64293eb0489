"""Runs a table in this process until it is asked to end: what `betline run` and the demo do."""

import os
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress

from rich.console import Console

from api.errors import TableUnavailableError
from api.pairing import Pairing
from api.playback import Playback, RecordingClock
from api.running import LiveSources, Table, TableClock, open_table
from api.serving import addresses, bind, make_server
from api.table_file import TableFile
from api.terminal import RulingPrinter, log_to_terminal


def run_table(
    table_file: TableFile, console: Console, on_end: Callable[[], None] | None = None
) -> None:
    """Serve the screens of a table and run its sources, until Ctrl-C.

    Args:
        table_file: the table.
        console: where rulings are printed.
        on_end: called once a recording has been played to its end.

    Raises:
        DocumentError, LogUnavailableError, LogDamagedError, TableUnavailableError: as of
            `open_table` and `bind`.
    """
    log_to_terminal(console)
    # OpenCV's own lines about a camera that is not there; the source tells it in words.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    with ExitStack() as opened:
        taken = bind(table_file.screens)
        opened.callback(taken.close)
        pairing = _pairing(table_file)
        clock = RecordingClock(real_pace=True) if table_file.recorded else TableClock()
        table = open_table(table_file, clock, **_waiting_for(table_file))
        opened.callback(table.close)
        table.session.listen(RulingPrinter(console, table_file.language))
        server = make_server(table.broadcast, pairing)
        if isinstance(clock, RecordingClock):
            _start_playback(table, clock, opened, on_end)
        else:
            sources = LiveSources(table)
            opened.callback(sources.stop)
            table.intake.start()
            sources.start()
        _greet(console, table, pairing)
        with suppress(KeyboardInterrupt):  # the server has ended in good order by then
            server.run(sockets=[taken])
        console.print("\nEnded; the log is complete.")


def _start_playback(
    table: Table,
    clock: RecordingClock,
    opened: ExitStack,
    on_end: Callable[[], None] | None,
) -> None:
    playback = Playback(table.table_file, table.layout, table.intake, clock)
    opened.callback(playback.close)

    def play() -> None:
        if playback.run_at_pace() and on_end:
            on_end()

    player = threading.Thread(target=play, name="playback", daemon=True)
    opened.callback(player.join)
    opened.callback(playback.stop)
    clock.start()
    table.intake.start()
    player.start()


def _waiting_for(table_file: TableFile) -> dict[str, None]:
    """A recording's sources are waited for, however slow this machine is."""
    return {"longest_wait_ns": None} if table_file.recorded else {}


def _pairing(table_file: TableFile) -> Pairing | None:
    if not table_file.screens.needs_pairing:
        return None
    try:
        return Pairing.beside(table_file.log)
    except OSError as error:
        raise TableUnavailableError(
            f"The pairing code cannot be kept beside {table_file.log}: {error.strerror}. "
            "Give `log:` a folder that this user may write to."
        ) from error


def _greet(console: Console, table: Table, pairing: Pairing | None) -> None:
    dealer, overlay = addresses(table.table_file.screens)
    console.print(f"[bold]{table.table_file.name}[/bold] is running. End it with Ctrl-C.")
    console.print(f"  dealer screen  {dealer}")
    console.print(f"  overlay        {overlay}")
    console.print(f"  log            {table.table_file.log}")
    if table.replayed:
        console.print(f"  replayed       {table.replayed} inputs of the log")
    for alarm in table.session.published.alarms:
        console.print(f"  ▲ {alarm}", style="bold red")
    if pairing:
        code = f"{pairing.code[:4]}-{pairing.code[4:]}"
        console.print(f"  pairing code   [bold]{code}[/bold], asked for once by each tablet")
