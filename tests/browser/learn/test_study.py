"""Studies in the page: a link that contains the whole study, and a replay that another site frames."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

import naadam
from naadam.server.features.study import pack_study, unpack_study

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors

GAME = naadam.load("bagh-chal")
RECORD = f"""Game: bagh-chal
Rules: {GAME.rules_version}
Board: {GAME.board_hash}
Seat 0: Anna
Seat 1: Ben

1. Gc3 {{The middle.}} (Ga3 Ba1b2) Ba1b1
2. Ga4
"""


def study_in(url: str) -> naadam.Record:
    return naadam.Record.from_text(unpack_study(url.partition("#")[2]))


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_study_is_read_changed_and_shared_by_its_link(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    visitor = visitors(width, 844, scheme)
    page = visitor.open(f"/study#{pack_study(RECORD)}").page
    told, moves = page.locator(".told"), page.locator("nav.moves")
    expect(moves.get_by_role("button")).to_have_count(5)
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("placed a goat on c3")
    expect(moves).to_contain_text("The middle.")
    page.keyboard.press("ArrowDown")
    expect(told).to_contain_text("placed a goat on a3")
    page.keyboard.press("ArrowUp")
    visitor.point("a1").click()
    visitor.point("a2").click()
    expect(told).to_contain_text("moved a1 to a2")
    page.get_by_label("Comment on this position").fill("Slower\n{here}.")
    page.get_by_role("button", name="Save comment").click()
    expect(moves).to_contain_text("Slower here .")
    record = study_in(page.url)
    added = next(line for line in record.variations if line.at == 1)
    assert [str(step) for step in added.steps] == ["Ba1a2"]
    assert added.comments == ((1, "Slower here ."),)
    visitor.point("a5").click()  # where a tiger is
    expect(page.get_by_role("alert")).not_to_be_empty()
    visitor.errors.clear()  # a refusal is an answer with an error's status
    page.get_by_label("Add a move in notation").fill("Gd4")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(told).to_contain_text("placed a goat on d4")
    again = visitors(width, 844, scheme).open(page.url).page
    expect(again.locator("nav.moves").get_by_role("button")).to_have_count(7)
    page.get_by_role("button", name="Delete from here").click()
    expect(moves.get_by_role("button")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(axe)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == []


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, dict[str, str]]]:
    """Another site, with pages by their paths."""
    pages: dict[str, str] = {}

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = pages.get(self.path, "").encode()
            self.send_response(200 if content else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}", pages
        site.shutdown()


def test_another_site_frames_a_study_and_nothing_else(
    browser: Browser, address: str, elsewhere: tuple[str, dict[str, str]]
) -> None:
    site, pages = elsewhere
    pages["/"] = f'<iframe id="framed" src="{address}/embed/study?record={pack_study(RECORD)}" width="700"></iframe>'
    pages["/home"] = f'<iframe id="framed" src="{address}/" width="700"></iframe>'
    with browser.new_context() as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(f"{site}/")
        framed = page.frame_locator("#framed")
        framed.get_by_role("button", name="One move on").click()
        expect(framed.locator("#told")).to_contain_text("Goats: placed a goat on c3")
        expect(framed.locator("#pieces [data-kind='goat']")).to_have_count(1)
        assert [error for error in errors if "favicon" not in error and "404" not in error] == []
        assert context.cookies() == []
        page.goto(f"{site}/home")
        page.wait_for_timeout(200)
        expect(page.frame_locator("#framed").get_by_text("Naadam")).to_have_count(0)
