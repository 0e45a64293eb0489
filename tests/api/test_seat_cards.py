"""Seat cards on paper, as a browser sets them: eight to a sheet, and nothing runs over."""

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from api.seat_cards import Card, as_html, as_text
from table.tournament.places import Place

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
LONGEST = " ".join(["Вильгельмина"] * 6)
LONG = "Maximiliana Konstantinopolskaya-Wetherington de la Fontaine-Montmorency"
NAMES = [
    "Bo",
    "Йоланта Примерова-Образцова",
    LONG,
    LONGEST,
    *(f"Player {number}" for number in range(13)),
]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed: make debian"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def cards(names: list[str]) -> list[Card]:
    return [
        Card(
            event="Кубок города 2026, день 1",
            player=name,
            place=Place(10 + number, number % 10 + 1),
            commitment="0299940e268a4c92" * 4,
            changed=True,
        )
        for number, name in enumerate(names)
    ]


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (8, 1), (9, 2), (17, 3)])
def test_eight_cards_fill_one_sheet_of_a4(browser: Browser, count: int, sheets: int) -> None:
    page = browser.new_page()
    page.set_content(as_html(cards(NAMES[:count]), "Event", "en"))
    paper = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[([^]]*)\]", paper)
    assert len(boxes) == sheets
    assert {tuple(round(float(side)) for side in box.split()) for box in boxes} == {
        (0, 0, 595, 842)
    }
    page.close()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_runs_over_the_edge_of_its_card(browser: Browser, language: str) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 1200})
    page.set_content(as_html(cards(NAMES), "Event", language))
    over = page.evaluate(
        """() => [...document.querySelectorAll('.card')].filter(card => {
            const edge = card.getBoundingClientRect();
            return [...card.querySelectorAll('*')].some(part => {
                const box = part.getBoundingClientRect();
                return box.right > edge.right - 8 || box.bottom > edge.bottom || box.top < edge.top
                    || (part.matches('.player') && part.scrollHeight > part.clientHeight + 1);
            });
        }).map(card => card.innerText)"""
    )
    assert over == []
    page.close()


def test_the_page_asks_for_nothing_from_elsewhere(browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(as_html(cards(NAMES), "Event", "en"))
    assert asked == []
    page.close()


def test_the_text_has_a_card_for_everybody() -> None:
    text = as_text(cards(NAMES), "ru")
    assert all(f"\n{name}\nСтол" in text for name in NAMES)
