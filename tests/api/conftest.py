"""What the tests of `api` share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk import Desk
from live_desk import CHROMIUM, TABLET, LiveDesk
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from web_server import served


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A table whose sources are live."""
    made = Desk(tmp_path / "table.log")
    made.all_live()
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveDesk]:
    desk = LiveDesk(tmp_path / "table.log")
    desk.all_live()
    desk.begins(order=("1", "2", "3"))
    desk.pushes("1", 100)
    desk.go_live()
    yield desk
    desk.close()


@pytest.fixture
def address(live: LiveDesk) -> Iterator[str]:
    with served(live) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=TABLET, has_touch=True, locale="en-GB")  # type: ignore[arg-type]
    opened = context.new_page()
    faults: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # That the link is down, or a tap was refused, the browser tells by itself.
        expected = "WebSocket connection" in message.text or "Failed to load" in message.text
        if message.type in {"error", "warning"} and not expected:
            faults.append(message.text)

    opened.on("console", note)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []
