"""A desk whose session runs by itself, and the browser that its screens are opened in."""

import shutil

import pytest
from desk import Desk

from api.intake import Intake
from api.running import TableClock

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
TABLET = {"width": 1280, "height": 800}
IN_A_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed: make debian"),
]
"""The marks of tests that drive the screens."""


class LiveDesk(Desk):
    """A desk whose session runs by itself, as at a real table."""

    def go_live(self) -> None:
        clock = TableClock()
        clock.go_on_after(self.clock.at_ns)
        self.intake = Intake(self.session, self.table_file.sources, clock)
        self.broadcast.intake = self.intake
        self.intake.start()

    def pictured(self, seat: str, chip: int, evidence: str) -> None:
        self.pushes(seat, chip, evidence=evidence)

    def tell_live(self, desk_act: str, *arguments: object) -> None:
        """Let a source tell something while the session runs."""
        now = self.intake.clock_ns
        running, self.intake = self.intake, Intake(self.session, self.table_file.sources, now, None)
        running.stop()
        self.clock.at_ns = self.session.published.at_ns
        getattr(self, desk_act)(*arguments)
        self.go_live()
