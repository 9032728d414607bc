"""A table that explains itself: the aim in sight, moves reported in words, and hints with reasons."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Locator, expect

import naadam

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

PHONE = (390, 844)
GAMES = ("bagh-chal", "conquest", "hasami-shogi", "jarmo", "khan", "yuan", "yut")


def open_table(address: str, spec: str, *players: Mapping[str, object]) -> dict[str, list[str]]:
    """Open a table by the API: its name and its invitations."""
    wanted = json.dumps({"spec": spec, "players": players}).encode()
    request = urllib.request.Request(f"{address}/api/tables", wanted, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        made: dict[str, list[str]] = json.loads(answer.read())
    return made


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_every_table_shows_name_and_aim_of_its_game(visitors: Visitors, address: str, size: tuple[int, int]) -> None:
    visitor = visitors(*size)
    for spec in GAMES:
        game = naadam.load(spec)
        made = open_table(address, spec, *({"kind": "here"} for _ in range(game.seats)))
        visitor.open(f"/table/{made['table']}")
        aim = visitor.page.locator("header .aim")
        expect(aim).to_contain_text(f"{game.title()}:")
        expect(aim).to_contain_text(game.aim(0))
        expect(aim).to_be_in_viewport(ratio=1)
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), spec


def test_the_aim_opens_how_to_play(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.set_up("computer")
    visitor.page.get_by_role("button", name="Bagh Chal: trap all the tigers").click()
    dialog = visitor.page.get_by_role("dialog", name="How to play Bagh Chal")
    expect(dialog.locator("figure").first).to_be_visible()


def test_a_guest_sees_game_host_and_aim_before_choosing_a_name(visitors: Visitors, address: str) -> None:
    made = open_table(address, "bagh-chal", {"kind": "here", "name": "Ulla"}, {"kind": "invited"})
    guest = visitors(*PHONE)
    guest.open(f"/table/{made['table']}#seat=1&token={made['invitations'][1]}")
    card = guest.page.locator("form", has=guest.page.get_by_role("textbox"))
    expect(card).to_contain_text("Ulla invites you to a game of Bagh Chal.")
    expect(card).to_contain_text("You play Tigers. Your aim: capture five goats.")


def test_take_back_is_disabled_while_nothing_can_be_taken_back(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.set_up("screen")
    button = visitor.page.get_by_role("button", name="Take back")
    expect(button).to_be_disabled()
    visitor.touch("c3")
    expect(button).to_be_enabled()
    button.click()
    expect(button).to_be_disabled()


def open_choices(visitor: Visitor) -> Locator:
    """Open the dialog with three sensible moves; while the game is being compiled it has one."""
    for _ in range(60):
        visitor.page.get_by_role("button", name="What can I do?").click()
        dialog = visitor.page.get_by_role("dialog")
        dialog.locator(".advice .move").first.wait_for()
        if dialog.locator(".advice .move").count() == 3:
            break
        visitor.page.keyboard.press("Escape")
        visitor.page.wait_for_timeout(1000)
    return dialog


def test_what_can_i_do_begins_with_aim_task_and_a_reasoned_move(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.set_up("computer", game="jarmo")
    dialog = open_choices(visitor)
    expect(dialog).to_contain_text("The aim: bring your soldiers into the enemy camp")
    expect(dialog).to_contain_text("Now: Move a soldier along a line")
    expect(dialog.locator(".advice li")).to_have_count(3)
    expect(dialog.locator(".advice span").first).not_to_be_empty()
    expect(dialog.locator("details li").first).not_to_be_visible()
    dialog.locator("summary").click()
    expect(dialog.locator("details li").first).to_be_visible()


def test_a_sensible_move_is_shown_by_an_arrow_and_searched_for_once(visitors: Visitors) -> None:
    visitor = visitors()
    asked: list[str] = []
    visitor.page.on("websocket", lambda socket: socket.on("framesent", lambda sent: asked.append(str(sent))))
    visitor.set_up("computer", game="jarmo")
    open_choices(visitor)
    visitor.page.keyboard.press("Escape")
    before = sum('"hint"' in sent for sent in asked)
    for _ in range(2):
        visitor.page.get_by_role("button", name="What can I do?").click()
        moves = visitor.page.locator("dialog .advice .move")
        expect(moves).to_have_count(3)
        moves.nth(1).hover()
        expect(visitor.page.locator(".board .arrow.better.colour .head")).to_have_count(1)
        visitor.page.keyboard.press("Escape")
    assert before > 0
    assert sum('"hint"' in sent for sent in asked) == before
    visitor.page.get_by_role("button", name="What can I do?").click()
    visitor.page.get_by_role("button", name="Show on the board").first.click()
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    expect(visitor.page.locator(".board .arrow.better.colour .head")).to_have_count(1)


@pytest.mark.parametrize("game", ["bagh-chal", "jarmo", "hasami-shogi"])
def test_the_first_hint_has_a_reason_and_an_arrow_from_the_touched_piece_too(visitors: Visitors, game: str) -> None:
    visitor = visitors()
    visitor.set_up("computer", game=game)
    visitor.page.get_by_role("button", name="Hint").click()
    arrow = visitor.page.locator(".board .arrow.better.colour")
    arrow.wait_for()
    said = visitor.page.locator(".notice.hint").inner_text()
    assert re.search(r"You could try: [^.]+\. \S.+\.", said), said
    if game != "bagh-chal":  # a goat is put down without a way
        source = arrow.locator("path").first.get_attribute("d")
        assert source
        assert source.startswith("M")


def test_the_host_is_asked_to_send_the_link_while_the_friend_is_away(visitors: Visitors) -> None:
    host = visitors()
    host.set_up("A friend by link")
    host.touch("c3")
    expect(host.page.locator(".status h1")).to_have_text("Send the invitation link to your friend")


def test_a_host_may_move_before_the_friend_has_come_and_then_reads_whom_the_game_waits_for(visitors: Visitors) -> None:
    host, guest = visitors(*PHONE), visitors()
    host.set_up("A friend by link")
    expect(host.page.locator(".status h1")).to_have_text("Your turn")
    expect(host.page.locator(".status p")).to_have_text("Your friend has not come yet. You may already move.")
    guest.open(host.page.get_by_role("textbox", name="Invite your friend").input_value())
    guest.page.get_by_role("textbox", name="Your name").fill("Ulla")
    guest.page.get_by_role("button", name="Join", exact=True).click()
    expect(host.page.locator(".status p")).not_to_contain_text("Your friend")
    host.touch("c3")
    expect(host.page.locator(".status h1")).to_have_text("Ulla (Tigers) to move")


def test_the_promise_of_a_link_is_what_the_server_can_keep(visitors: Visitors) -> None:
    """A server that listens on loopback is reached from its own computer only."""
    host = visitors()
    host.open("/play/bagh-chal")
    choice = host.page.locator("label", has=host.page.get_by_role("radio", name="A friend by link"))
    expect(choice).to_contain_text("In another window here")
    choice.click()
    host.page.locator("button.start").click()
    link = host.page.get_by_role("textbox", name="Invite your friend").bounding_box()
    warning = host.page.get_by_text("This link works on this computer only.").bounding_box()
    assert link is not None
    assert warning is not None
    assert link["y"] < warning["y"]


def test_a_tap_on_a_soldier_of_jarmo_says_what_it_becomes(visitors: Visitors) -> None:
    visitor = visitors(390, 844)
    visitor.set_up("screen", game="jarmo")
    visitor.touch("b1")
    told = "Archer: one that captures outside the enemy camp becomes a guard."
    expect(visitor.page.locator(".offers")).to_have_text(told)
    expect(visitor.point("b1")).to_have_attribute("title", told)
