"""The page by keys and by touch: where the focus goes, shelves as one stop, words that light up the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.browser.games.test_khan import EARLY, bring, come

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from tests.browser.conftest import Visitor

CONQUERED = EARLY.replace(" hands", " laid=V3.i6.r0:1 hands")


def focused(page: Page) -> str:
    """The name of the element with the focus, and its place on a shelf if it has one."""
    return str(page.evaluate("document.activeElement.dataset.place ?? document.activeElement.tagName"))


def test_the_heading_of_a_view_gets_the_focus_when_somebody_goes_there(visitor: Visitor) -> None:
    page = visitor.open().page
    page.get_by_role("link", name="Play: Bagh Chal").wait_for()
    assert focused(page) == "BODY"
    page.get_by_role("link", name="Play: Bagh Chal").click()
    page.locator("h1:focus", has_text="Bagh Chal").wait_for()
    page.locator("button.start").click()
    page.locator(".status h1:focus").wait_for()
    page.go_back()
    page.locator("form h1:focus").wait_for()


def test_a_shelf_is_one_stop_with_arrow_keys_inside(visitor: Visitor) -> None:
    page = bring(visitor, EARLY).page
    come(visitor, "Red")
    assert page.locator(".shelf button[tabindex='0']").count() == page.locator(".shelf:has(button[data-place])").count()
    places = page.locator(".supply button").evaluate_all("all => all.map(each => each.dataset.place)")
    page.locator(".supply button").first.focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == places[1]
    page.keyboard.press("ArrowLeft")
    assert focused(page) == places[0]
    page.keyboard.press("ArrowDown")
    below = focused(page)
    assert below in places[2:]  # in the next line of the grid
    page.keyboard.press("End")
    assert focused(page) == places[-1]
    page.keyboard.press("Tab")
    assert focused(page) not in places
    page.keyboard.press("Shift+Tab")
    assert focused(page) == places[-1]


def test_a_line_of_the_score_sheet_lights_up_its_places_by_key_and_by_touch(visitor: Visitor) -> None:
    page = bring(visitor, CONQUERED).page
    come(visitor, "Red")
    page.locator(".score").first.click()
    lit, line = page.locator(".board .selected"), page.locator("dialog .scores button").first
    line.focus()
    lit.first.wait_for(state="attached")
    expect(lit).to_have_count(3)
    page.keyboard.press("Shift+Tab")
    lit.first.wait_for(state="detached")
    line.click()
    page.mouse.move(0, 0)
    expect(lit).to_have_count(3)
