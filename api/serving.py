"""Serves the screens until somebody ends it: the port, the pairing code, a clean end."""

import errno
import logging
import os
import socket

import uvicorn

from api.broadcast import Broadcast
from api.errors import TableUnavailableError
from api.pairing import Pairing
from api.server import make_app
from api.table_file import ScreensEntry

LARGEST_SCREEN_MESSAGE = 1024
"""A screen says one short thing; a longer message closes its connection."""

MOST_CONNECTIONS = 256
ENDING_S = 2


def bind(screens: ScreensEntry) -> socket.socket:
    """Take the port, before anything else is begun.

    Raises:
        TableUnavailableError: it is in use, not allowed, or not an address of this machine.
    """
    where = f"{screens.host}:{screens.port}"
    try:
        family = socket.getaddrinfo(screens.host, screens.port, type=socket.SOCK_STREAM)[0][0]
        taken = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        text = f"{screens.host!r} is no address. Correct `screens: host:` in the table file."
        raise TableUnavailableError(text) from error
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((screens.host, screens.port))
        taken.listen()
    except OSError as error:
        taken.close()
        raise TableUnavailableError(_why_not(where, error)) from error
    return taken


def make_server(broadcast: Broadcast, pairing: Pairing | None) -> uvicorn.Server:
    """A server with our limits. `run(sockets=[...])` serves until the process is asked to end."""
    # A screen that vanishes in the middle of a message is no news.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    config = uvicorn.Config(
        make_app(broadcast, pairing),
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_SCREEN_MESSAGE,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=ENDING_S,
        server_header=False,
    )
    return uvicorn.Server(config)


def addresses(screens: ScreensEntry) -> list[str]:
    """Where a browser finds the screens."""
    host = screens.host
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        host = _own_address()
    named = f"[{host}]" if ":" in host else host
    return [f"http://{named}:{screens.port}/{page}" for page in ("dealer", "overlay")]


def _own_address() -> str:
    """This machine's address in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _why_not(where: str, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"The port {where} is in use. Stop the program that has it, "
            "or give `screens: port:` another number."
        )
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"This user may not take the port {where}. Give `screens: port:` one above 1023."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{where} is no address of this machine. Correct `screens: host:`."
    return f"The port {where} cannot be taken: {os.strerror(error.errno or 0)}."
