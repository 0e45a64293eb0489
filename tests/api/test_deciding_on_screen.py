"""What the dealer and the floor decide on the screen: undo, redo, override, options, misdeals."""

from live_desk import IN_A_BROWSER, LiveDesk
from playwright.sync_api import Page, expect

from table.observations import SpokenWord

pytestmark = IN_A_BROWSER


def test_the_dealer_undoes_one_too_many_and_brings_it_back(
    live: LiveDesk, address: str, page: Page
) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    expect(page.locator("#redo")).to_be_disabled()
    page.wait_for_timeout(400)
    page.tap("#undo")
    expect(page.locator("#line")).to_have_text("SEAT 1 TO ACT")
    page.wait_for_timeout(400)
    page.tap("#redo")
    expect(page.locator("#line")).to_have_text("BET 100")
    expect(page.locator("#pot")).to_have_text("400")
    expect(page.locator("#redo")).to_be_disabled()


def test_an_answer_shows_what_follows_and_a_correction_what_it_changed(
    live: LiveDesk, address: str, page: Page
) -> None:
    live.tell_live("pushes", "3", 100)
    live.tell_live("says", "2", SpokenWord.RAISE, 400)
    page.goto(f"{address}/dealer?role=floor")
    fold = page.locator('#options [data-token="fold"]')
    expect(fold.locator("small")).to_have_text("Pot 800, seat 1 acts: 300 to call")
    page.wait_for_timeout(400)
    fold.tap()
    expect(page.locator("#line")).to_have_text("FOLD — give back 100")
    expect(page.locator("#rule .changed").first).to_contain_text("Until now: OUT OF TURN")
    assert page.locator("#answer").evaluate("it => it.scrollHeight <= it.clientHeight")


def test_a_bounty_chip_is_entered_for_its_seat(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#turn")).to_have_text("SEAT 2")
    page.wait_for_timeout(400)
    page.locator('#seats [data-seat="2"]').tap()
    page.locator('#sheet [data-choice="bounty-chip"]').tap()
    page.locator("#sheet .go").tap()
    expect(page.locator("#line")).to_have_text("CALL THE FLOOR — a bounty chip or a time token")
    expect(page.locator("#options [data-token]")).to_have_count(2)


def test_a_hand_that_was_thrown_away_and_identified_lives_again(
    live: LiveDesk, address: str, page: Page
) -> None:
    live.tell_live("says", "2", SpokenWord.FOLD)
    page.goto(f"{address}/dealer?role=floor")
    expect(page.locator("#turn")).to_have_text("SEAT 3")
    page.wait_for_timeout(400)
    page.tap("#override")
    sheet = page.locator("#sheet")
    sheet.locator('[data-seat="3"]').tap()
    expect(sheet.locator('[data-choice="hand-lives"]')).to_have_count(0)
    sheet.locator('[data-seat="2"]').tap()
    sheet.locator('[data-choice="hand-lives"]').tap()
    sheet.locator('[data-choice="intent"]').tap()
    sheet.locator(".go").tap()
    expect(page.locator("#turn")).to_have_text("SEAT 2")
    expect(page.locator("#line")).to_have_text("THE HAND LIVES — its fold does not count")
    expect(page.locator("#rule")).to_contain_text("TDA 2024 13-15")


def test_the_floor_rules_otherwise(live: LiveDesk, address: str, page: Page) -> None:
    live.tell_live("pushes", "2", 500)
    page.goto(f"{address}/dealer?role=floor")
    expect(page.locator("#line")).to_have_text("CALL 100 — give back 400")
    page.wait_for_timeout(400)
    page.tap("#override")
    sheet = page.locator("#sheet")
    expect(sheet.locator(".otherwise")).to_contain_text("raise to 500 (raise by 400)")
    expect(sheet.locator(".go")).to_be_disabled()
    sheet.locator('[data-choice="raise"]').tap()
    for key in "500":
        sheet.locator(f'[data-key="{key}"]').tap()
    expect(sheet.locator(".figure")).to_have_text("500")
    sheet.locator('[data-choice="intent"]').tap()
    sheet.locator(".go").tap()
    expect(page.locator("#line")).to_have_text("RAISE TO 500 (raise by 400)")
    expect(page.locator("#kind")).to_have_text("FLOOR'S RULING · SEAT 2")
    expect(page.locator("#figures li")).to_have_text(["TOTAL500", "RAISE BY400"])


def test_the_dealer_undoes(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    page.wait_for_timeout(400)
    page.tap("#undo")
    expect(page.locator("#line")).to_have_text("SEAT 1 TO ACT")
    expect(page.locator("#pot")).to_have_text("300")


def test_a_misdeal_gives_the_chips_back(live: LiveDesk, address: str, page: Page) -> None:
    page.goto(f"{address}/dealer")
    expect(page.locator("#line")).to_have_text("BET 100")
    stack = page.locator('[data-seat="1"] .stack')
    before = stack.inner_text()
    page.wait_for_timeout(400)
    page.tap("#override")
    sheet = page.locator("#sheet")
    sheet.locator('[data-choice="misdeal"]').tap()
    sheet.locator('[data-choice="intent"]').tap()
    sheet.locator(".go").tap()
    expect(page.locator("#onward span")).to_have_text("New hand")
    expect(stack).not_to_have_text(before)
