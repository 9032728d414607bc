"""The lobby in real browsers: open a table, be matched, play, be watched, cancel; no layout shift, no axe violation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from tests.browser.people.test_people import check, keep_name

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

VIOLATIONS = "axe.run().then(found => found.violations.map(({ id, nodes }) => [id, nodes[0].html]))"
MOST_SHIFT = 0.02
KEEP_SHIFTS = """
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifted.push([entry.value, entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90))]);
  }).observe({ type: "layout-shift", buffered: true });
"""


def open_table(visitor: Visitor, game: str, *also: str, name: str = "Anna", clock: str = "5 min + 5 s") -> None:
    """Open a table to everyone, for a game and others, and see that it waits."""
    page = visitor.open(f"/play/{game}").page
    page.get_by_role("radio", name="Open to everyone").check()
    page.get_by_role("textbox", name="Your name").fill(name)
    for title in also:
        page.get_by_role("checkbox", name=title).check()
    if clock != "5 min + 5 s":
        page.get_by_role("checkbox", name="5 min + 5 s").uncheck()
        page.get_by_role("checkbox", name=clock).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="You wait for opponents")).to_be_visible()


def show_lobby(visitor: Visitor) -> Page:
    """Open the home page and its lobby, which is there if anything was open when the page was loaded."""
    return unfold(visitor.open().page)


def unfold(page: Page) -> Page:
    region, news = page.get_by_role("region", name="Open tables"), page.get_by_role("button", name=": show")
    expect(region.or_(news)).to_be_visible()
    if news.count() > 0:
        news.click()
        region.wait_for()
        page.evaluate("if (window.shifted) window.shifted.length = 0")  # a busy machine shows it late after the touch
    return page


def cancel(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Cancel").click()
    expect(visitor.page.get_by_role("region", name="You wait for opponents")).to_have_count(0)


def test_a_table_is_opened_matched_played_and_watched(visitors: Visitors) -> None:
    anna, ben, eva = visitors(), visitors(width=390, height=844), visitors()
    for visitor in (anna, ben, eva):
        visitor.open()
        visitor.page.locator(".games article").first.wait_for()
        expect(visitor.page.get_by_role("region", name="Open tables")).to_have_count(0)
    open_table(anna, "bagh-chal", "Yut")
    expect(anna.page.get_by_text("Bagh Chal or Yut")).to_be_visible()
    eva.page.get_by_role("button", name="1 open table: show").click()
    listed = eva.page.get_by_role("region", name="Open tables")
    expect(listed.get_by_text("Anna")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Sit down")).to_have_count(0)  # at the own table
    ben.open("/play/yut").page.get_by_role("radio", name="Open to everyone").check()
    expect(ben.page.get_by_text("Anna waits for Bagh Chal or Yut: sit down?")).to_be_visible()
    show_lobby(ben).get_by_role("button", name="Sit down: Anna, Bagh Chal or Yut").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_url("**/table/*")
        visitor.point("c3").wait_for()
    expect(listed.get_by_role("button", name="Sit down")).to_have_count(0)
    goats = next(one for one in (anna, ben) if one.page.locator("h1", has_text="Your turn").count())
    goats.touch("c3")
    for visitor in (anna, ben):
        visitor.has_moves(1)
    listed.get_by_role("link", name="Watch: Bagh Chal").click()
    eva.point("c3").wait_for()
    eva.has_moves(1)
    expect(eva.page.get_by_role("button", name="Resign")).to_have_count(0)


def test_an_offer_with_days_outlasts_its_tab(visitors: Visitors, axe: str) -> None:
    anna = visitors(width=390, height=844)
    page = anna.open("/play/jarmo").page
    page.get_by_role("radio", name="Open to everyone").check()
    expect(page.get_by_role("link", name="Keep a name, and you can also offer days per move")).to_be_visible()
    for hidden in ("Three days per move", "Rated"):
        expect(page.get_by_role("checkbox", name=hidden)).to_have_count(0)
    keep_name(anna, "Dana Days")
    page.goto(f"{anna.address}/play/jarmo")
    page.get_by_role("radio", name="Open to everyone").check()
    page.get_by_role("checkbox", name="5 min + 5 s").uncheck()
    page.get_by_role("checkbox", name="Three days per move").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("region", name="You wait for opponents").wait_for()
    page.close()  # and with it the storage of the tab
    anna.page = page = anna.context.new_page()
    waiting = anna.open("/me").page.get_by_role("region", name="You wait for opponents")
    expect(waiting).to_contain_text("Jarmo")
    check(page, axe)
    expect(anna.open().page.get_by_role("region", name="You wait for opponents")).to_contain_text("Three days per move")
    check(page, axe)
    cancel(anna)
    page.reload()
    page.locator(".games article").first.wait_for()
    expect(waiting).to_have_count(0)


def test_a_person_who_opens_what_waits_is_seated_there(visitors: Visitors) -> None:
    anna, ben = visitors(locale="fr-CH"), visitors()
    page = anna.open("/play/hasami-shogi").page
    page.get_by_role("radio", name="Ouvert à tous").check()
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.get_by_role("region", name="Vous attendez des adversaires")).to_be_visible()
    page.reload()  # the offer lasts
    expect(page.get_by_role("region", name="Vous attendez des adversaires")).to_be_visible()
    page.get_by_role("link", name="Jouer: Jarmo").click()  # and in other views of the page
    ben.open("/play/hasami-shogi").page.get_by_role("radio", name="Open to everyone").check()
    ben.page.get_by_role("button", name="Open the table").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_url("**/table/*")
    assert anna.page.url.rsplit("/", 1)[1] == ben.page.url.rsplit("/", 1)[1]


def test_waiting_can_be_cancelled_by_keyboard(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    open_table(anna, "jarmo")
    sit_down = show_lobby(ben).get_by_role("button", name="Sit down: Anna, Jarmo")
    sit_down.wait_for()
    anna.page.get_by_role("button", name="Cancel").focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("region", name="You wait for opponents")).to_have_count(0)
    expect(sit_down).to_have_count(0)
    expect(ben.page.get_by_text("Nobody waits now.")).to_be_visible()


def test_a_seat_that_is_gone_is_refused_in_words(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    open_table(anna, "yut")
    show_lobby(ben).get_by_role("button", name="Sit down: Anna, Yut").wait_for()
    ben.page.route("**/api/lobby/*", lambda route: route.continue_(url=route.request.url.replace("?", "0?")))
    ben.page.get_by_role("button", name="Sit down: Anna, Yut").click()
    expect(ben.page.get_by_role("alert").filter(has_text="This seat has just been taken.")).to_be_visible()
    ben.errors.clear()  # the console shows the answer 409
    cancel(anna)


def test_the_title_calls_back_from_another_tab(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    open_table(anna, "yut", clock="15 min + 10 s")
    hide = "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })"
    anna.page.evaluate(f"{hide}; document.dispatchEvent(new Event('visibilitychange'))")
    show_lobby(ben).get_by_role("button", name="Sit down: Anna, Yut").click()
    anna.page.wait_for_url("**/table/*")
    anna.page.wait_for_function("() => document.title === 'Your game begins'")
    show = hide.replace("hidden", "visible")
    anna.page.evaluate(f"{show}; document.dispatchEvent(new Event('visibilitychange'))")
    anna.page.wait_for_function("() => document.title !== 'Your game begins'")


def test_a_hidden_page_without_offers_is_not_connected(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.context.add_init_script("""
      window.sockets = [];
      window.WebSocket = class extends WebSocket { constructor(url) { super(url); window.sockets.push(this); } };
    """)
    page = visitor.open().page
    page.wait_for_function("() => window.sockets.length === 1 && window.sockets[0].readyState === 1")
    page.evaluate("""
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    """)
    page.wait_for_function("() => window.sockets.every(({ readyState }) => readyState === 3)")
    page.evaluate("""
      Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    """)
    page.wait_for_function("() => window.sockets.length === 2 && window.sockets[1].readyState === 1")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")])
def test_the_lobby_jumps_nowhere_and_is_accessible(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    anna, ben, eva = visitors(), visitors(), visitors(width=width, height=844, scheme=scheme)
    open_table(anna, "jarmo", "Yut")
    eva.context.add_init_script(KEEP_SHIFTS)
    show_lobby(eva).get_by_role("button", name="Sit down: Anna").wait_for()
    eva.page.reload()
    page = unfold(eva.page)
    page.locator(".games article").first.wait_for()
    open_table(ben, "hasami-shogi", name="")
    page.get_by_role("button", name="Sit down: a guest").wait_for()
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cancel(anna)
    cancel(ben)
    expect(page.get_by_text("Nobody waits now.")).to_be_visible()
    shifted = page.evaluate("window.shifted")
    assert sum(value for value, _ in shifted) < MOST_SHIFT, shifted[:3]
    page = eva.open("/play/khan").page
    page.get_by_role("radio", name="Open to everyone").check()
    page.get_by_role("checkbox", name="Bagh Chal").check()
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Cancel").wait_for()
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    cancel(eva)
