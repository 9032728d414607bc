"""The page in a real browser: a player's actions and their effects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


def test_a_game_is_started_in_two_clicks_and_played_against_the_computer(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.get_by_role("link", name="Play: Bagh Chal").click()
    visitor.page.get_by_role("button", name="Start the game").click()
    for count, point in ((2, "c3"), (4, "c1"), (6, "a3")):
        visitor.waits_for_turn()
        visitor.touch(point if "empty" in str(visitor.point(point).get_attribute("aria-label")) else "e3")
        visitor.has_moves(count)
    assert visitor.moves()[0] == "Gc3"
    assert visitor.moves()[1].startswith("B")


def test_the_second_board_is_played(visitor: Visitor) -> None:
    visitor.open("/play/bagh-chal?board=pulijudam")
    visitor.page.locator("button.start").click()
    visitor.touch("d3")
    visitor.has_moves(2)
    assert visitor.moves()[0] == "Gd3"


def test_what_does_not_go_with_a_board_cannot_be_chosen(visitor: Visitor) -> None:
    visitor.open("/play/bagh-chal?board=pulijudam")
    visitor.page.get_by_text("Rules and variants").click()
    expect(visitor.page.get_by_role("radio", name="With the Alpha Tiger and the Buck")).to_be_disabled()


def test_a_refused_move_says_why_and_opens_its_clause(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    visitor.touch("a1")
    visitor.reads("You cannot put a goat on a1, because that point is not empty.")
    visitor.page.get_by_role("button", name="Rule BC-4").click()
    clause = visitor.page.locator("[data-clause=BC-4]")
    clause.wait_for()
    expect(clause).to_have_attribute("class", re.compile("wanted"))
    visitor.page.keyboard.press("Escape")
    visitor.touch("c3")
    visitor.has_moves(1)
    visitor.touch("a1", "c2")
    visitor.reads("No line leads from a1 to c2")
    assert visitor.moves() == ["Gc3"]


def test_pieces_are_dragged(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    visitor.touch("c3")
    visitor.has_moves(1)
    visitor.point("a1").drag_to(visitor.point("b2"))
    visitor.has_moves(2)
    assert visitor.moves() == ["Gc3", "Ba1b2"]
    expect(visitor.point("b2")).to_have_attribute("aria-label", re.compile("tiger"))


def test_what_can_i_do_lists_the_actions_and_takes_one(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    visitor.page.get_by_role("button", name="What can I do?").click()
    visitor.page.locator("dialog summary").click()
    listed = visitor.page.locator("dialog details").get_by_role("listitem")
    expect(listed).to_have_count(21)
    listed.get_by_role("button", name="Put a goat on b2").click()
    visitor.has_moves(1)
    assert visitor.moves() == ["Gb2"]


def test_a_move_is_taken_back_and_a_hint_is_given_as_long_as_the_game_lasts(visitor: Visitor) -> None:
    visitor.set_up()
    visitor.touch("c3")
    visitor.has_moves(2)
    visitor.waits_for_turn()
    visitor.page.get_by_role("button", name="Take back").click()
    visitor.reads("No moves yet.")
    visitor.page.get_by_role("button", name="Hint").click()
    visitor.reads("You could try:")
    visitor.page.locator(".board .arrow.better.colour").wait_for()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.locator(".result").wait_for()
    expect(visitor.page.get_by_text("You could try:")).to_have_count(0)


def test_a_reload_in_mid_game_changes_nothing(visitor: Visitor) -> None:
    visitor.set_up()
    visitor.touch("c3")
    visitor.has_moves(2)
    before = visitor.moves()
    visitor.page.reload()
    visitor.has_moves(2)
    visitor.waits_for_turn()
    assert visitor.moves() == before
    visitor.open()
    visitor.page.get_by_role("link", name="Continue").first.click()
    visitor.has_moves(2)
    assert visitor.moves() == before


def test_french_from_the_browser_and_italian_at_once(visitors: Visitors) -> None:
    visitor = visitors(locale="fr-FR")
    visitor.open("/play/bagh-chal")
    visitor.page.get_by_role("radio", name="Deux joueurs, un écran").check()
    visitor.page.get_by_role("button", name="Commencer la partie").click()
    visitor.touch("c3")
    visitor.has_moves(1)
    visitor.touch("a1", "c2")
    visitor.reads("Règle BC-5")
    visitor.page.get_by_role("combobox", name="Langue").select_option("it")
    visitor.reads("Tocca a: Tigri")
    visitor.page.locator(".moves td button", has_text="Capre: capra posata in c3").wait_for()
    expect(visitor.point("a1")).to_have_attribute("aria-label", "a1, tigre, può muovere")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "it")


def test_a_game_by_keyboard_only(visitor: Visitor) -> None:
    visitor.open()
    press = visitor.page.keyboard.press

    def tab_to(name: str) -> None:
        for _ in range(40):
            press("Tab")
            here = visitor.page.evaluate(
                "() => (document.activeElement.ariaLabel || document.activeElement.textContent).trim()"
            )
            if here.startswith(name):
                return
        pytest.fail(f"Tab does not reach {name}")

    visitor.page.get_by_role("link", name="Play: Bagh Chal").wait_for()
    tab_to("Play: Bagh Chal")
    press("Enter")
    visitor.page.get_by_role("button", name="Start the game").wait_for()
    tab_to("Start the game")
    press("Enter")
    visitor.point("a1").wait_for()
    tab_to("a5")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        press(key)
    visitor.has_moves(2)
    assert visitor.moves()[0] == "Gc3"
    visitor.waits_for_turn()
    press("ArrowUp")
    visitor.page.wait_for_function("() => document.activeElement.dataset.point === 'c4'")


def test_moves_are_spoken(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    visitor.touch("c3")
    visitor.has_moves(1)
    expect(visitor.page.locator("[role=status][aria-live=polite]")).to_have_text(
        "Goats placed a goat on c3.", use_inner_text=True
    )


def test_two_people_play_and_a_third_watches(visitors: Visitors) -> None:
    one, other, third = visitors(), visitors(), visitors()
    one.set_up("A friend by link")
    link = one.page.get_by_role("textbox", name="Invite your friend").input_value()
    other.open(link)
    third.open(link.split("#")[0])
    other.point("a1").wait_for()
    assert "#" not in other.page.url
    third.reads("You are watching.")
    one.page.get_by_role("button", name="Ask for hints").click()
    other.page.get_by_role("button", name="Agree").click()
    one.page.get_by_role("button", name="Hint", exact=True).click()
    one.reads("You could try:")
    one.touch("c3")
    other.waits_for_turn()
    other.touch("a1", "b2")
    for visitor in (one, other, third):
        visitor.has_moves(2)
        assert visitor.moves() == ["Gc3", "Ba1b2"]
    one.page.get_by_role("button", name="Offer a draw").click()
    other.page.get_by_role("button", name="Agree").click()
    for visitor in (one, other, third):
        visitor.reads("Both sides agreed to a draw.")
    one.page.get_by_role("button", name="Rematch").click()
    other.page.get_by_role("button", name="Go to the rematch").click()
    other.reads("No moves yet.")
    other.waits_for_turn()  # the sides are changed
    other.touch("c3")
    one.has_moves(1)


def test_people_who_came_by_invitation_chat_on_one_card_and_may_mute_it(visitors: Visitors) -> None:
    one, other = visitors(), visitors(width=390, height=844)
    one.open("/play/bagh-chal").page.get_by_role("radio", name="A friend by link").check()
    one.page.get_by_label("Your name").fill("Ravi")
    one.page.locator("button.start").click()
    other.open(one.page.get_by_role("textbox", name="Invite your friend").input_value())
    other.point("a1").wait_for()
    expect(one.page.get_by_role("button", name="Ask to chat")).to_have_count(0)
    one.page.locator(".talk summary").click()
    one.page.get_by_role("textbox", name="Message").fill("A <b>good</b> game!")
    one.page.get_by_role("button", name="Send", exact=True).click()
    other.reads("Ravi (Goats): A <b>good</b> game!")  # on a phone the list is out of sight
    for visitor in (one, other):
        expect(visitor.page.locator(".talk li")).to_have_text(["Ravi (Goats) A <b>good</b> game!"])
    other.page.locator(".talk summary").click()
    other.page.get_by_role("button", name="Thank you!").click()
    one.reads("Tigers: Thank you!")
    other.page.get_by_role("button", name="Mute the chat").click()
    expect(other.page.locator(".talk li")).to_have_count(0)
    other.page.reload()
    other.page.locator(".talk summary").click()
    expect(other.page.locator(".talk li")).to_have_text(["Ravi (Goats) A <b>good</b> game!"])


def test_a_game_is_replayed_step_by_step(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    for touches in (("c3",), ("a1", "b1"), ("d3",)):
        visitor.touch(*touches)
        visitor.page.wait_for_timeout(200)
    visitor.has_moves(3)
    visitor.page.reload()
    visitor.has_moves(3)
    visitor.page.locator("h1").click()
    visitor.page.keyboard.press("ArrowLeft")
    visitor.reads("You are looking at move 2 of 3.")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.reads("You are looking at move 1 of 3.")
    expect(visitor.point("a1")).to_have_attribute("aria-label", re.compile("^a1, tiger"))
    visitor.page.get_by_role("button", name="Latest position").click()
    expect(visitor.point("b1")).to_have_attribute("aria-label", re.compile("^b1, tiger"))


def test_the_end_tells_who_won_and_offers_the_record(visitor: Visitor) -> None:
    visitor.set_up()
    visitor.touch("c3")
    visitor.has_moves(2)
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.locator("h1", has_text="You lost").wait_for()
    visitor.page.locator(".result").get_by_role("button", name="Share").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Record as a file").click()
    assert "Gc3" in download.value.path().read_text(encoding="utf-8")


def test_a_lost_connection_is_told_and_comes_back(visitor: Visitor) -> None:
    sockets: list[Any] = []
    lost = {"now": False}

    def meet(socket: Any) -> None:
        if lost["now"]:
            socket.close()
            return
        sockets.append(socket)
        socket.connect_to_server()

    visitor.page.route_web_socket("**/socket", meet)
    visitor.set_up("Two players, one screen")
    lost["now"] = True
    sockets[-1].close()
    visitor.reads("Connection lost.")
    visitor.touch("c3")
    lost["now"] = False
    visitor.has_moves(1)  # the move made without a connection is not lost
    visitor.page.get_by_text("Connection lost.").wait_for(state="detached")


def test_a_board_that_did_not_come_while_the_network_was_gone_comes_after_all(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    lost = [True, True]
    visitor.page.route("**/api/stage?*", lambda route: route.abort() if lost and lost.pop() else route.continue_())
    visitor.page.reload()
    visitor.touch("c3")
    visitor.has_moves(1)
    assert not lost
    visitor.errors.clear()  # the browser itself tells of the lost requests


def test_a_table_that_is_not_there(visitor: Visitor) -> None:
    visitor.open("/table/nothing-of-the-kind")
    visitor.reads("This table does not exist, or no longer exists.")
    visitor.errors.clear()  # the browser itself tells of the refused connection


@pytest.mark.parametrize("path", ["/", "/play/bagh-chal", "/edit/bagh-chal", "table"])
def test_nothing_is_wider_than_360_pixels(visitors: Visitors, path: str) -> None:
    visitor = visitors(width=360, height=740)
    if path == "table":
        visitor.set_up()
        visitor.touch("a1", "c3")
        visitor.has_moves(2)
    else:
        visitor.open(path)
        visitor.page.locator("main h1").wait_for()
    visitor.page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["home", "set-up", "editor", "table", "rules", "result"])
def test_axe_finds_nothing(visitors: Visitors, axe: str, view: str, scheme: str) -> None:
    visitor = visitors(scheme=scheme)
    visit(visitor, view)
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")["violations"]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []


def visit(visitor: Visitor, view: str) -> None:
    paths = {"home": "/", "set-up": "/play/bagh-chal", "editor": "/edit/bagh-chal"}
    if view in paths:
        visitor.open(paths[view])
        visitor.page.locator("main h2, main fieldset").first.wait_for()
        return
    visitor.set_up()
    visitor.touch("a1", "c3")
    visitor.has_moves(2)
    visitor.waits_for_turn()
    if view == "rules":
        visitor.page.get_by_role("button", name="Rules").click()
        visitor.page.locator("[data-clause=BC-4]").wait_for()
    if view == "result":
        visitor.page.get_by_role("button", name="Resign").click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        visitor.page.locator(".card[role=dialog]").wait_for()
