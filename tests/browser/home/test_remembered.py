"""Returning browsers: seats after a server restart, tables on the home page, and friends invited by link."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.append(str(Path(__file__).parents[2] / "server"))

from playwright.sync_api import expect
from serving import Served

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


def names_in_view(visitor: Visitor) -> list[str]:
    """The games whose cards are wholly to be seen, without scrolling."""
    return list(
        visitor.page.evaluate("""() => [...document.querySelectorAll(".games article")].filter((card) => {
          const { top, bottom } = card.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight && card.querySelector("a.primary");
        }).map((card) => card.querySelector("h3").textContent)""")
    )


def test_what_a_browser_has_is_found_again_at_another_port_and_home_continues_its_tables(
    visitors: Visitors, tmp_path: Path
) -> None:
    served = Served(tmp_path)
    try:
        visitor = visitors()
        visitor.address = served.address
        visitor.set_up("Two players, one screen")
        visitor.touch("c3")
        visitor.has_moves(1)
        visitor.set_up("Computer", game="jarmo")
        visitor.page.get_by_role("button", name="Resign").click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        visitor.page.get_by_role("region", name="Result").wait_for()
        visitor.open("/learn/jarmo?step=2").touch("e1", "c2")
        expect(visitor.page.locator(".said .found")).to_be_visible()
        visitor.page.get_by_role("button", name="Settings").click()
        visitor.page.get_by_role("radio", name="Dark").check()
        visitor.page.goto("about:blank")  # the page sends no further requests to the old server
        before = served.address
        served.kill()
        served.start()
        assert served.address != before
        visitor.address = served.address
        visitor.open()
        table = visitor.page.get_by_role("region", name="Continue").get_by_role("link", name="Continue: Bagh Chal")
        table.wait_for()
        expect(table).to_contain_text("Tigers to move", use_inner_text=True)
        assert table.locator("img").evaluate("async (image) => (await image.decode(), image.naturalWidth > 0)")
        past = visitor.page.locator(".past li")
        expect(past).to_contain_text("You lost.", use_inner_text=True)
        expect(past).to_contain_text("against Computer, level 1", use_inner_text=True)
        expect(visitor.page.locator("html"), "what was chosen is kept").to_have_attribute("data-theme", "dark")
        assert names_in_view(visitor) == ["Bagh Chal", "Jarmo", "Yut"], "the quick games, below the table to continue"
        table.click()
        visitor.has_moves(1)
        visitor.touch("a1", "b2")
        visitor.has_moves(2)
        visitor.open()
        past.get_by_role("link").click()
        visitor.page.get_by_role("button", name="Replay").wait_for()
        visitor.open()
        past.get_by_role("button", name="Remove from this list").click()
        past.wait_for(state="detached")
        visitor.page.reload()
        visitor.page.get_by_role("region", name="Continue").wait_for()
        expect(past).to_have_count(0)
        visitor.open("/learn/jarmo")
        expect(visitor.page.get_by_role("link", name="Step 2 of 7, taken")).to_be_visible()
    finally:
        served.stop()


def test_friends_see_who_comes_and_goes_and_greet_each_other(visitors: Visitors) -> None:
    host, guest = visitors(), visitors()
    host.set_up("A friend by link")
    host.reads("This link works on this computer only.")
    host.page.get_by_role("button", name="Share").click()
    host.page.get_by_role("dialog").get_by_text("This link works on this computer only.").wait_for()
    host.page.keyboard.press("Escape")
    seat = host.page.get_by_role("region", name="Tigers")
    seat.get_by_text("away").wait_for()
    guest.open(host.page.get_by_role("textbox", name="Invite your friend").input_value())
    host.reads("Tigers joined.")
    expect(host.page.get_by_role("textbox", name="Invite your friend"), "the seat is taken").to_have_count(0)
    guest.page.get_by_role("textbox", name="Your name").fill("Ben")
    guest.page.get_by_role("button", name="Join", exact=True).click()
    seat.get_by_text("Ben").wait_for()
    expect(seat.locator(".presence")).to_have_text("here", use_inner_text=True)
    guest.page.locator(".talk summary").click()
    guest.page.get_by_role("button", name="Good luck!").click()
    host.reads("Ben (Tigers): Good luck!")
    host.touch("c3")
    guest.waits_for_turn()
    guest.open("/")
    host.reads("Ben (Tigers) left.")
    expect(seat.locator(".presence")).to_have_text("away", use_inner_text=True)
    card = guest.page.get_by_role("link", name="Continue: Bagh Chal, against Goats")
    card.wait_for()
    expect(card).to_contain_text("Your turn", use_inner_text=True)


def test_an_invitation_in_the_local_network_is_a_qr_code(visitors: Visitors) -> None:
    host = visitors()
    host.page.route("**/api/whereabouts", lambda route: route.fulfill(json={"shared": ["http://192.0.2.7:6223"]}))
    host.set_up("A friend by link")
    link = host.page.get_by_role("textbox", name="Invite your friend")
    host.page.wait_for_function("() => document.querySelector('section input[readonly]')?.value.includes('192.0.2.7')")
    expect(link).to_have_value(re.compile("^http://192.0.2.7:6223/table/"))
    host.page.get_by_role("button", name="Show it as a QR code").click()
    drawn = host.page.get_by_role("img", name="QR code of the link for the seat Tigers")
    path = str(drawn.locator("path").get_attribute("d"))
    assert path.count("M") > 200
    for corner in ("M2 2h1", "M2 8h1", "M8 2h1"):  # of the square by which a camera finds the code
        assert corner in path


def test_who_comes_back_sees_what_happened_step_by_step(visitors: Visitors) -> None:
    host, guest = visitors(still=False, pace="slow"), visitors()
    host.set_up("A friend by link")
    guest.open(host.page.get_by_role("textbox", name="Invite your friend").input_value())
    host.touch("c3")
    guest.waits_for_turn()
    table = host.page.url
    host.open()
    host.page.get_by_role("link", name="Continue: Bagh Chal").wait_for()
    guest.touch("a1", "b2")
    guest.has_moves(2)
    host.open(table)
    host.reads("You are looking at move 1 of 2.")
    host.reads("Your turn")


@pytest.mark.parametrize(
    ("locale", "path", "says"),
    [
        ("fr-FR", "/nowhere/at/all", "Page introuvable"),
        ("it-IT", "/play/scopa", "Qui non c’è un gioco chiamato «scopa»."),
        ("fr-FR", "/learn/chess", "Il n’y a pas ici de jeu nommé « chess »."),
        ("en-GB", "/rules/chess", "There is no game called “chess” here."),
        ("fr-FR", "/table/xyz", "Page introuvable"),
        ("en-GB", "/table/no-such-table", "This table does not exist, or no longer exists."),
    ],
)
def test_what_is_not_there_is_told_in_the_readers_language(
    visitors: Visitors, locale: str, path: str, says: str
) -> None:
    visitor = visitors(locale=locale)
    answer: Any = visitor.page.goto(visitor.address + path)
    assert answer.status == 404
    visitor.reads(says)
    expect(visitor.page.get_by_role("link").last).to_have_attribute("href", "/")
    visitor.errors.clear()  # the browser itself tells of the status


def test_nonsense_is_answered_about_what_was_pasted(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.get_by_role("button", name="Join a table").click()
    visitor.page.get_by_role("textbox", name="Type the code").fill("see you at eight")
    visitor.page.get_by_role("button", name="Join", exact=True).click()
    visitor.reads("“see you at eight” is neither a code nor a link to a table.")
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("button", name="Open…").click()
    visitor.page.get_by_role("textbox", name="Paste a record").fill("my best game")
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    visitor.reads("“my best game” is neither a record nor a position of any game here.")
    visitor.errors.clear()  # the browser itself tells of the refused request


def test_the_page_can_be_installed_and_says_when_there_is_no_server(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    found = visitor.page.evaluate("""async () => {
      const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
      const icons = [];
      for (const { src } of manifest.icons) icons.push((await fetch(src)).headers.get("content-type"));
      const kept = [];
      for (const name of await caches.keys()) kept.push(...(await (await caches.open(name)).keys()));
      return { display: manifest.display, icons, kept: kept.map(({ url }) => new URL(url).pathname) };
    }""")
    assert found == {"display": "standalone", "icons": ["image/png"] * 3, "kept": ["/offline.html"]}
    visitor.page.reload()
    visitor.context.set_offline(True)
    visitor.page.goto(visitor.address + "/play/khan")
    visitor.reads("There is no connection to the server.")
    visitor.errors.clear()  # the browser itself tells of the lost connection


def test_a_position_is_shared_as_a_picture(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    visitor.touch("c3")
    visitor.has_moves(1)
    visitor.page.get_by_role("button", name="Share").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Share as a picture").click()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
