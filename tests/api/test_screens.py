"""The screens in a real browser, used as a dealer uses them."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from live_desk import IN_A_BROWSER, TABLET, LiveDesk
from playwright.sync_api import Browser, Page, expect
from web_server import served

from api.evidence import EvidenceFolder
from api.log import read_log
from api.pairing import Pairing
from table.events import HandEnded
from table.observations import SpokenWord

SMALLEST_TOUCH_PX = 64

pytestmark = IN_A_BROWSER


def test_the_dealer_sees_the_ruling_and_confirms_it(
    live: LiveDesk, address: str, page: Page
) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    expect(page.locator("#turn")).to_have_text("SEAT 2")
    expect(page.locator("#pot")).to_have_text("400")
    expect(page.locator('[data-seat="1"] .bet')).to_have_text("100")
    expect(page.locator("#sources li")).to_have_text(["overhead", "panel", "shoe"])
    live.tell_live("pushes", "2", 500)
    expect(page.locator("#line")).to_have_text("CALL 100 — give back 400")
    expect(page.locator("#rule")).to_contain_text("One chip without a word is a call")
    expect(page.locator("#rule")).to_contain_text("FSPR 4.14")
    expect(page.locator("#figures .money")).to_have_text("GIVE BACK400")
    page.wait_for_timeout(400)
    page.tap("#confirm")
    expect(page.locator("#kind")).to_have_text("CONFIRMED · SEAT 2")
    expect(page.locator("#confirm")).to_be_disabled()
    assert [record.kind for record in read_log(live.path)].count("confirmed") == 1


def test_a_double_tap_is_one_tap(live: LiveDesk, address: str, page: Page) -> None:
    live.tell_live("pushes", "2", 100)
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("CALL 100")
    page.wait_for_timeout(400)
    page.locator("#undo").dblclick(delay=20)
    expect(page.locator("#turn")).to_have_text("SEAT 2")
    page.wait_for_timeout(500)
    assert [record.kind for record in read_log(live.path)].count("undone") == 1


def test_the_dealer_enters_what_a_player_says(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#who")).to_have_text("Seat 2 says")
    page.wait_for_timeout(400)
    page.tap('#words [data-word="fold"]')
    expect(page.locator("#line")).to_have_text("FOLD")
    expect(page.locator('[data-seat="2"] .word')).to_have_text("✕ folded")
    page.wait_for_timeout(400)
    page.tap('#words [data-word="raise"]')
    for key in ("4", "00"):
        page.locator(f'#sheet [data-key="{key}"]').tap()
    page.locator("#sheet .go").tap()
    expect(page.locator("#line")).to_contain_text("RAISE TO 400 (raise by 300)")


def test_the_floor_is_called(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    page.wait_for_timeout(400)
    page.tap("#floor")
    expect(page.locator("#floor-called")).to_be_visible()


def test_a_whole_hand_is_run_from_the_screen(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    for seat in ("2", "3"):
        expect(page.locator("#who")).to_have_text(f"Seat {seat} says")
        page.wait_for_timeout(400)
        page.tap('#words [data-word="fold"]')
    expect(page.locator("#onward")).to_have_text("▸Who won")
    page.wait_for_timeout(400)
    page.tap("#onward")
    expect(page.locator("#sheet h2")).to_have_text("Who won the pot of 300?")
    page.locator("#sheet .go").tap()
    expect(page.locator("#line")).to_have_text("NO HAND")
    page.wait_for_timeout(400)
    page.tap("#onward")
    sheet = page.locator("#sheet")
    sheet.locator('[data-choice="Omaha"]').tap()
    sheet.locator('[data-stack="4"]').tap()
    for key in ("5", "00", "0"):
        sheet.locator(f'[data-key="{key}"]').tap()
    sheet.locator('[data-button="4"]').tap()
    sheet.locator(".go").tap()
    expect(page.locator("#hand")).to_have_text("Omaha · hand 2 · preflop")
    expect(page.locator('[data-seat="1"] .stack')).to_have_text("10,250")
    expect(page.locator('[data-seat="4"] .stack')).to_have_text("5,000")
    expect(page.locator('[data-seat="4"] .name i')).to_have_text("D")


def test_the_pots_are_awarded_by_parts_and_the_board_may_be_run_twice(
    live: LiveDesk, address: str, page: Page
) -> None:
    live.tell_live("says", "2", SpokenWord.ALL_IN)
    live.tell_live("says", "3", SpokenWord.FOLD)
    live.tell_live("says", "1", SpokenWord.CALL)
    page.goto(f"{address}/dealer")
    for street in ("turn", "river", "showdown"):
        expect(page.locator("#onward")).to_have_text(f"▸Next: {street}")
        page.wait_for_timeout(400)
        page.tap("#onward")
    expect(page.locator("#onward")).to_have_text("▸Who won")
    page.wait_for_timeout(400)
    page.tap("#onward")
    sheet = page.locator("#sheet")
    expect(sheet.locator("h2")).to_have_text("Who won the pot of 20,300?")
    expect(sheet.locator(".go")).to_be_disabled()
    sheet.locator('[data-part="0/0/high"] [data-winner="2"]').tap()
    expect(sheet.locator('[data-stack="2"] b')).to_have_text("20,300")
    expect(sheet.locator(".go")).to_be_enabled()
    sheet.locator('[data-boards="2"]').tap()
    expect(sheet.locator("h3").first).to_have_text("Board 1 · 10,150")
    sheet.locator('[data-part="0/0/high"] [data-winner="1"]').tap()
    sheet.locator('[data-part="0/1/high"] [data-winner="1"]').tap()
    sheet.locator('[data-part="0/1/high"] [data-winner="2"]').tap()
    expect(sheet.locator('[data-stack="1"] b')).to_have_text("15,225")
    expect(sheet.locator('[data-stack="2"] b')).to_have_text("5,075")
    sheet.locator(".go").tap()
    expect(page.locator("#line")).to_have_text("NO HAND")
    assert live.session.published.state.hand is not None
    assert live.session.published.state.hand.won == {"1": 15_225, "2": 5_075}


def test_the_next_street_begins(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#onward")).to_be_disabled()
    for seat in ("2", "3"):
        expect(page.locator("#who")).to_have_text(f"Seat {seat} says")
        page.wait_for_timeout(400)
        page.tap('#words [data-word="call"]')
    expect(page.locator("#onward")).to_have_text("▸Next: turn")
    page.wait_for_timeout(400)
    page.tap("#onward")
    expect(page.locator("#hand")).to_contain_text("turn")
    expect(page.locator("#line")).to_have_text("SEAT 1 TO ACT")
    expect(page.locator("#pot")).to_have_text("600")


def test_in_stud_the_dealer_says_who_opens(live: LiveDesk, address: str, page: Page) -> None:
    live.tell_live("does", HandEnded(at_ns=0))
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("NO HAND")
    page.wait_for_timeout(400)
    page.tap("#onward")
    page.tap('#sheet [data-choice="Stud"]')
    page.tap("#sheet .go")
    expect(page.locator("#sheet h2")).to_contain_text("Who acts first?")
    page.tap('#sheet [data-opener="3"]')
    expect(page.locator("#line")).to_have_text("SEAT 3 TO ACT")
    expect(page.locator("#hand")).to_have_text("Stud · hand 2 · third street · ante 5")


def test_the_screen_speaks_russian(live: LiveDesk, address: str, page: Page) -> None:
    live.tell_live("pushes", "2", 500)
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("CALL 100 — give back 400")
    page.tap("#language")
    expect(page.locator("#line")).to_have_text("КОЛЛ 100 — верните 400")
    expect(page.locator("#confirm")).to_have_text("✓Верно")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.reload()
    expect(page.locator("#line")).to_have_text("КОЛЛ 100 — верните 400")


def test_a_fault_is_told_with_its_remedy(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    live.tell_live("stalls", "overhead")
    expect(page.locator("#kind")).to_have_text("NO RULING · SEAT 2")
    expect(page.locator("#line")).to_contain_text("Check its cable.")
    expect(page.locator('#sources [data-state="stalled"]')).to_have_text("overhead – stalled")


def test_chips_that_cannot_be_read(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    live.tell_live("unreadable", "2")
    expect(page.locator("#answer")).to_have_attribute("data-kind", "cannot_tell")
    expect(page.locator("#line")).to_contain_text("spread the chips of seat 2")


def test_a_dead_server_is_not_live_and_comes_back_with_the_same_figures(
    live: LiveDesk, page: Page
) -> None:
    with served(live) as port:
        page.goto(f"http://127.0.0.1:{port}/dealer")
        expect(page.locator("#line")).to_have_text("BET 100")
    expect(page.locator("#line")).to_have_text("NOT LIVE", timeout=4000)
    expect(page.locator("#pot")).to_be_hidden()
    figures = re.compile(r"\d")
    assert not figures.search(page.locator("body").inner_text())
    assert not figures.search(page.locator("body").text_content() or "")
    with served(live, port=port):
        expect(page.locator("#line")).to_have_text("BET 100", timeout=12000)
        expect(page.locator("#pot")).to_have_text("400")


def test_a_stuck_session_is_not_live(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    live.intake.stop()
    expect(page.locator("#line")).to_have_text("NOT LIVE", timeout=6000)


def test_a_tap_on_an_older_ruling_is_refused_in_words(
    live: LiveDesk, address: str, page: Page
) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    page.wait_for_timeout(400)
    page.route(
        "**/api/undo*", lambda route: (live.tell_live("pushes", "2", 500), route.continue_())
    )
    page.tap("#undo")
    expect(page.locator("#notice")).to_have_text(
        "The ruling changed while you tapped: look at the new one"
    )
    expect(page.locator("#line")).to_have_text("CALL 100 — give back 400")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_fits_and_can_be_touched(
    live: LiveDesk, address: str, page: Page, language: str
) -> None:
    live.tell_live("says", "2", SpokenWord.RAISE)
    live.tell_live("pushes", "2", 500)
    page.goto(f"{address}/dealer?language={language}")
    expect(page.locator("#line")).to_contain_text("500")
    for element in page.locator("#words button, #actions button").all():
        box = element.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TOUCH_PX
        assert box["width"] >= SMALLEST_TOUCH_PX
        assert box["y"] + box["height"] <= TABLET["height"]
        assert element.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator("#answer").evaluate("it => it.scrollHeight <= it.clientHeight")


def test_a_tablet_is_paired_once(live: LiveDesk, page: Page) -> None:
    with served(live, Pairing("ABCDEFGH")) as port:
        page.goto(f"http://127.0.0.1:{port}/dealer")
        expect(page.locator("#sheet h2")).to_have_text("Pair this screen")
        page.locator("#sheet input").fill("wrong-one")
        page.locator("#sheet .go").tap()
        expect(page.locator("#notice")).to_contain_text("That is not the code")
        page.locator("#sheet input").fill("abcd-efgh")
        page.locator("#sheet .go").tap()
        expect(page.locator("#line")).to_have_text("BET 100")
        page.reload()
        expect(page.locator("#line")).to_have_text("BET 100")


def test_who_doubts_a_ruling_sees_what_betline_saw(
    live: LiveDesk, address: str, page: Page
) -> None:
    evidence = EvidenceFolder(live.path)
    name = evidence.keep("2", 7, np.full((40, 60, 3), 90, np.uint8))
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    expect(page.locator("#picture")).to_be_hidden()
    live.tell_live("pictured", "2", 500, name)
    page.tap("#picture")
    expect(page.locator("#sheet h2")).to_have_text("Seat 2: betline read 500")
    expect(page.locator("#sheet img")).to_have_js_property("naturalWidth", 60)


class TestOverlay:
    @pytest.fixture
    def overlay(self, browser: Browser, address: str) -> Iterator[Page]:
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        page = context.new_page()
        page.goto(f"{address}/overlay?debug=1")
        yield page
        context.close()

    def test_it_shows_what_lies_on_the_table(self, overlay: Page) -> None:
        expect(overlay.locator("#ruling")).to_have_text("Seat 1BET 100")
        expect(overlay.locator("#pot b")).to_have_text("400")
        expect(overlay.locator('[data-seat="1"] .stack')).to_have_text("9,900")
        expect(overlay.locator('[data-seat="1"] .bet')).to_have_text("100")
        expect(overlay.locator('[data-seat="4"]')).to_have_count(0)

    def test_it_is_transparent(self, overlay: Page) -> None:
        import cv2

        expect(overlay.locator("#ruling")).to_be_visible()
        overlay.wait_for_timeout(400)
        picture = cv2.imdecode(
            np.frombuffer(overlay.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED
        )
        assert picture.shape == (1080, 1920, 4)
        assert picture[:700, :, 3].max() == 0, "nothing above the lower third"
        assert picture[-54:, :, 3].max() == 0, "nothing in the lower safe area"
        assert picture[:, :90, 3].max() == 0, "nothing in the left safe area"
        assert picture[700:, :, 3].max() > 200

    def test_it_keeps_its_shape_at_another_size(self, overlay: Page) -> None:
        overlay.set_viewport_size({"width": 1280, "height": 720})
        # The page is told of its new size in its own time.
        overlay.wait_for_function(
            "Math.round(document.querySelector('#stage').getBoundingClientRect().width) === 1280"
        )
        box = overlay.locator("#stage").bounding_box()
        assert box is not None
        assert (round(box["width"]), round(box["height"])) == (1280, 720)

    def test_no_card_ever_reaches_it(self, live: LiveDesk, overlay: Page) -> None:
        sent: list[str] = []
        overlay.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))),
        )
        overlay.reload()
        expect(overlay.locator("#ruling")).to_be_visible()
        live.tell_live("deals", "Qc", 1)
        live.tell_live("pushes", "2", 100)
        expect(overlay.locator("#ruling")).to_have_text("Seat 2CALL 100")
        assert sent
        assert "Qc" not in "".join(sent) + overlay.content()

    def test_a_fault_hides_every_figure(self, live: LiveDesk, overlay: Page) -> None:
        expect(overlay.locator("#ruling")).to_be_visible()
        live.tell_live("stalls", "overhead")
        expect(overlay.locator("#stage")).to_have_attribute("data-live", "no")
        assert not re.search(r"\d", overlay.locator("#stage").text_content() or "")


def test_an_overlay_without_its_server_shows_nothing(live: LiveDesk, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    with served(live) as port:
        page.goto(f"http://127.0.0.1:{port}/overlay?debug=1")
        expect(page.locator("#ruling")).to_be_visible()
    expect(page.locator("#stage")).to_have_attribute("data-live", "no", timeout=4000)
    assert not re.search(r"\d", page.locator("#stage").text_content() or "")
    with served(live, port=port):
        expect(page.locator("#ruling")).to_be_visible(timeout=12000)
    context.close()
