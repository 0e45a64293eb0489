"""Who may command from another machine: a code that stands in the terminal beside the table."""

import hmac
import os
import secrets
import threading
import time
from pathlib import Path

from starlette.requests import HTTPConnection

COOKIE = "betline_pairing"

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No I, O, 0 or 1, which are mistaken for one another when read aloud."""

LENGTH = 8
"""32 to the power of 8: at the rate below, thousands of years of guessing."""

GUESSES_PER_MINUTE = 10
"""From one address: a stranger who guesses must not lock the dealer's tablet out."""

MOST_ADDRESSES = 1000


class Pairing:
    """Checks the pairing code.

    The code is kept beside the log, readable for this user alone, so that a tablet need not be
    paired again after a restart.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self._lock = threading.Lock()
        self._wrong_s: dict[str, list[float]] = {}

    @classmethod
    def beside(cls, log: Path) -> "Pairing":
        """The code of the table with this log; made at its first start.

        Raises:
            OSError: it cannot be kept.
        """
        path = log.with_name(log.name + ".pairing")
        if path.exists():
            code = path.read_text(encoding="ascii", errors="replace").strip()
            if len(code) == LENGTH and set(code) <= set(ALPHABET):
                return cls(code)
            path.unlink()
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(code + "\n")
        return cls(code)

    def accepts(self, given: str, address: str) -> bool:
        """Whether this is the code.

        After too many wrong ones from an address, none from there is right for a minute.

        Args:
            given: what was typed; case, spaces and hyphens do not matter.
            address: where it came from.
        """
        with self._lock:
            now_s = time.monotonic()
            wrong_s = [then for then in self._wrong_s.get(address, ()) if now_s - then < 60]
            if len(wrong_s) >= GUESSES_PER_MINUTE:
                return False
            tidy = given.upper().replace("-", "").replace(" ", "")
            right = hmac.compare_digest(tidy.encode(), self.code.encode())
            if not right and given:
                if len(self._wrong_s) >= MOST_ADDRESSES:
                    self._wrong_s.clear()
                self._wrong_s[address] = [*wrong_s, now_s]
            return right


def admits(pairing: Pairing | None, connection: HTTPConnection) -> bool:
    """Whether this connection may command: it brings the code in a cookie or as a bearer token.

    Args:
        pairing: None where only this machine can connect at all.
        connection: a request or a WebSocket.
    """
    if pairing is None:
        return True
    bearer = connection.headers.get("authorization", "").removeprefix("Bearer ")
    address = connection.client.host if connection.client else ""
    return pairing.accepts(bearer or connection.cookies.get(COOKIE, ""), address)
