"""A real web server of a table in a thread, for tests that talk to it as browsers do."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from desk import Desk

from api.pairing import Pairing
from api.serving import make_server


@contextmanager
def served(desk: Desk, pairing: Pairing | None = None, port: int = 0) -> Iterator[int]:
    """Serve the table's screens; gives the port."""
    server = make_server(desk.broadcast, pairing)
    with socket.create_server(("127.0.0.1", port)) as taken:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        try:
            until_s = time.monotonic() + 10
            while not server.started and time.monotonic() < until_s:
                time.sleep(0.01)
            assert server.started
            yield taken.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()
