"""Layout on small screens (phones, landscape, zoom): the next step is in view, and no text is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from naadam.core.teaching.lessons import lessons

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

SMALL = ("bagh-chal", "hasami-shogi", "jarmo", "yut")
UNREAD = "(text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1"


def test_the_sticks_are_thrown_by_touching_their_mat_or_the_button_below(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=740)
    visitor.set_up("Two players, one screen", game="yut")
    expect(visitor.page.locator("[data-place=throw]")).to_be_in_viewport(ratio=1)
    board = visitor.page.locator(".board").bounding_box()
    assert board is not None
    mat = (board["x"] + 0.2 * board["width"], board["y"] + 0.91 * board["height"])
    moves = visitor.count_moves()
    visitor.page.mouse.click(*mat)
    visitor.has_moves(moves + 1)
    if visitor.page.locator("[data-place=throw]").count() == 0:  # no yut and no mo: nothing more is thrown
        visitor.page.mouse.click(*mat)
        visitor.page.wait_for_timeout(500)
        assert visitor.count_moves() == moves + 1


@pytest.mark.parametrize("game", SMALL)
def test_what_was_done_last_is_read_to_its_end_on_a_phone(visitors: Visitors, game: str) -> None:
    visitor = visitors(width=360, height=740, locale="fr-FR")
    visitor.open(f"/play/{game}")
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    if game == "yut":
        visitor.take("throw")
    else:
        state = visitor.state()
        visitor.touch(*state.game.face.gesture(state.record, 0, int(state.actions()[0])))
    said = visitor.page.locator(".steps-shown p")
    visitor.has_moves(2)
    expect(said).not_to_be_empty()
    assert not said.evaluate(UNREAD), said.inner_text()


def find(visitor: Visitor, game: str) -> None:
    """Make the move that the first lesson of a game wants."""
    lesson = lessons(game)[0]
    visitor.open(f"/learn/{game}")
    visitor.page.locator("button[data-point]").first.wait_for()
    visitor.touch(*lesson.game.face.gesture(lesson.start.record, lesson.seat, lesson.ways[0][0]))


def test_on_a_phone_the_answer_and_the_next_step_come_into_sight(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=740, locale="fr-FR")
    for game in SMALL:
        find(visitor, game)
        onward = visitor.page.get_by_role("button", name="Étape suivante")
        expect(onward).to_be_in_viewport(ratio=1)
        expect(visitor.page.locator(".found")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 400)], ids=["on its side", "zoomed to 200 %"])
def test_lessons_and_puzzles_stand_beside_their_whole_board(visitors: Visitors, width: int, height: int) -> None:
    visitor = visitors(width=width, height=height)
    for path in (f"/{kind}/{game}" for game in SMALL for kind in ("learn", "puzzles")):
        visitor.open(path)
        visitor.page.locator("button[data-point]").first.wait_for()
        board, task = visitor.page.locator(".board").bounding_box(), visitor.page.locator("h1").bounding_box()
        assert board is not None
        assert task is not None
        assert board["y"] + board["height"] <= height, path
        assert task["x"] >= board["x"] + board["width"], path
        assert task["y"] + task["height"] <= height, path


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (640, 400)])
def test_a_game_can_be_started_without_scrolling(visitors: Visitors, width: int, height: int) -> None:
    visitor = visitors(width=width, height=height)
    for game in SMALL:
        visitor.open(f"/play/{game}")
        expect(visitor.page.locator("button.start")).to_be_in_viewport(ratio=1)
        visitor.page.get_by_text("Rules and variants").click()  # it can be reached below
        visitor.page.locator("details[open] .more").wait_for()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "it-IT"])
def test_what_a_game_is_stands_whole_on_its_card(visitors: Visitors, locale: str) -> None:
    visitor = visitors(locale=locale)
    visitor.open()
    cards = visitor.page.locator("article", has=visitor.page.locator(".summary"))
    cards.nth(6).wait_for()
    for card in cards.all():
        assert not card.locator(".summary").evaluate(UNREAD)
        assert card.locator(".summary").inner_text().endswith((".", "!", "?"))
        tops = {way.evaluate("(link) => link.offsetTop") for way in card.locator(".ways a").all()}
        rows = 2 if card.locator(".ways > *").count() > 3 else 1
        assert len(tops) == rows, "a game has up to three buttons in a row"
        card.scroll_into_view_if_needed()
        expect(card).to_be_in_viewport(ratio=0.99)


def test_on_a_phone_a_friend_is_invited_and_asked_for_a_name_before_all_else(visitors: Visitors) -> None:
    host, guest = visitors(width=360, height=740, locale="fr-FR"), visitors(width=360, height=740, locale="it-IT")
    host.open("/play/jarmo")
    host.page.get_by_role("radio", name="Un ami par lien").check()
    host.page.locator("button.start").click()
    expect(host.page.get_by_role("heading", name="Invitez votre ami")).to_be_in_viewport(ratio=1)
    guest.open(host.page.get_by_role("textbox", name="Invitez votre ami").input_value())
    expect(guest.page.get_by_role("heading", name="Il tuo nome")).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_hint_is_announced_and_comes_into_sight(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=740)
    visitor.set_up("Computer", game="hasami-shogi")
    visitor.page.get_by_role("button", name="Hint").click()
    said = visitor.page.locator(".notice.hint")
    said.wait_for()
    expect(said).to_contain_text("You could try", use_inner_text=True)
    expect(said).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator(".board")).to_be_in_viewport(ratio=0.9)


def test_a_link_is_copied_where_the_page_does_not_come_over_https(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    visitor.set_up("Two players, one screen")
    visitor.page.get_by_role("button", name="Share").click()
    visitor.page.get_by_role("button", name="Copy link").click()
    visitor.page.get_by_role("button", name="Copied").wait_for()
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("button", name="Join a table").click()
    field = visitor.page.get_by_role("textbox", name="Type the code")
    field.focus()
    visitor.page.keyboard.press("Control+V")
    expect(field).to_have_value(visitor.page.url)


def test_on_a_phone_the_board_comes_back_into_sight_when_a_move_is_taken_back(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=640)
    visitor.set_up("Two players, one screen")
    visitor.touch("c3")
    visitor.has_moves(1)
    visitor.page.get_by_role("button", name="Take back").click()
    visitor.page.wait_for_function("() => document.querySelector('.moves').dataset.count === '0'")
    expect(visitor.page.locator(".board")).to_be_in_viewport(ratio=0.9)


def test_on_a_phone_the_result_is_folded_away_from_the_board_and_comes_back(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=640)
    visitor.set_up("Two players, one screen")
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Look at the board").click()
    result = visitor.page.locator(".result")
    expect(result).to_be_in_viewport(ratio=0.9)
    visitor.page.get_by_role("button", name="Fold the result away").click()
    expect(result).to_have_count(0)
    visitor.point("e1").click(trial=True)  # nothing covers the lowest rank
    visitor.page.get_by_role("button", name="Show the result").click()
    expect(result).to_be_in_viewport(ratio=0.9)


def test_what_people_say_leaves_the_log_and_what_can_be_done_in_sight(visitors: Visitors) -> None:
    one, other = visitors(), visitors()
    links = visitors.set_table("bagh-chal", "", [{"kind": "invited", "name": "Anna"}, {"kind": "invited"}])
    for visitor, link in zip((one, other), links, strict=True):
        visitor.open(link)
        visitor.point("c3").wait_for()
    expect(one.page.locator(".seats section").first).to_contain_text("Anna, you", use_inner_text=True)
    one.page.locator(".talk summary").click()
    for number in range(6):
        one.page.get_by_role("textbox", name="Message").fill(f"A long sentence about this game: {number}")
        one.page.get_by_role("button", name="Send", exact=True).click()
        expect(one.page.locator(".talk li")).to_have_count(number + 1)
    expect(one.page.locator(".talk li").last).to_be_in_viewport(ratio=1)
    for name in ("Take back", "Rules", "Resign"):
        expect(one.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(one.page.locator(".moves")).to_be_in_viewport(ratio=1)
