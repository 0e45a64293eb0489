"""From the session's thread to the screens: whole snapshots, numbered, and a beat in between.

Every update is whole, so a screen that missed some is right again with the next. A slow screen has
no queue that could grow: it gets the newest snapshot once it is ready for one. The beat tells the
newest number, so a screen knows that what it shows is the newest, and falls silent when the session
does.
"""

import asyncio
import secrets
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from api.intake import Intake
from api.session import Published
from api.table_file import TableFile
from api.view_builders import view_for
from api.views import DealerView, OverlayView
from table.events import Event
from table.seats import Seat

BEAT_S = 0.5
SILENT_NS = 1_500_000_000
"""A session that has not looked up for so long is stuck; no beat is sent for it."""

MOST_SCREENS = 64


class TooManyScreensError(Exception):
    """No further screen can be served."""


class Screen:
    """One connected screen: what it is to be sent next."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.changed.set()


class Broadcast:
    """Knows the connected screens and what each may see."""

    def __init__(self, intake: Intake, table_file: TableFile, seats: tuple[Seat, ...]) -> None:
        self.intake = intake
        self.table_file = table_file
        self.seats = seats
        self.epoch = secrets.token_hex(8)
        """Another start of the server: numbers begin anew."""
        self._screens: set[Screen] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._views: dict[tuple[str, str], tuple[int, DealerView | OverlayView]] = {}
        self._lock = threading.Lock()
        intake.session.listen(self._published)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """The server runs; wake its screens from now on."""
        self._loop = loop

    def detach(self) -> None:
        """The server stops."""
        self._loop = None

    def join(self) -> Screen:
        """A screen connected.

        Raises:
            TooManyScreensError: there are enough.
        """
        if len(self._screens) >= MOST_SCREENS:
            raise TooManyScreensError(f"{MOST_SCREENS} screens are connected already.")
        screen = Screen()
        self._screens.add(screen)
        return screen

    def leave(self, screen: Screen) -> None:
        """A screen went away."""
        self._screens.discard(screen)

    def view(self, role: str, language: str) -> tuple[int, DealerView | OverlayView]:
        """The newest number and what this role may see at it.

        Raises:
            UnknownRoleError: there is no such role.
        """
        published = self.intake.published
        with self._lock:
            known = self._views.get((role, language))
            if known is None or known[0] != published.number:
                seen = view_for(role, published, self.table_file, self.seats, language)
                known = (published.number, seen)
                self._views[role, language] = known
            return known

    def snapshot(self, role: str, language: str) -> dict[str, Any]:
        """The message that makes a screen right, whatever it showed before."""
        number, view = self.view(role, language)
        return {
            "type": "snapshot",
            "epoch": self.epoch,
            "number": number,
            "view": view.model_dump(mode="json"),
        }

    def beat(self) -> dict[str, Any] | None:
        """The message that says that nothing is newer; None while the session is stuck."""
        if self.intake.clock_ns() - self.intake.alive_at_ns > SILENT_NS:
            return None
        return {"type": "beat", "epoch": self.epoch, "number": self.intake.published.number}

    def _published(
        self, published: Published, event: Event | None, answers: Sequence[Event]
    ) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the server has just stopped
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for screen in self._screens:
            screen.changed.set()
