"""First steps and the guide on the page: found, refused, remembered, searched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from naadam.core.teaching.lessons import lessons

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


def test_the_first_steps_of_jarmo_from_the_set_up_to_the_last(visitors: Visitors, axe: str) -> None:
    visitor, page = (one := visitors()), one.page
    visitor.open("/play/jarmo")
    page.get_by_role("link", name="First steps").click()
    steps = lessons("jarmo")
    said = page.locator(".said")
    for number, lesson in enumerate(steps, 1):
        expect(page.locator("h1")).to_have_text(lesson.say("task", "en"))
        expect(page.get_by_role("link", name=f"Step {number} of {len(steps)}", exact=True)).to_have_attribute(
            "aria-current", "step"
        )
        if number == 1:
            visitor.touch("d1", "d2")
            expect(said).to_contain_text("JA-3")
            visitor.touch("a1", "c2")
            expect(said).to_contain_text(f"Not this one: there is a clearly better move. {lesson.say('wrong', 'en')}")
            page.get_by_role("button", name="Show me").click()
            expect(said).to_contain_text("d1")
            page.evaluate(axe)
            assert page.evaluate("axe.run().then(found => found.violations.map(({ id }) => id))") == []
        state = lesson.start
        for action in lesson.ways[0]:
            visitor.touch(*lesson.game.face.gesture(state.record, lesson.seat, action))
            state = state.apply(action, lesson.seat)
        expect(said.locator(".found")).to_contain_text(lesson.say("found", "en"))
        if number == 2:
            page.get_by_role("button", name="Again").click()
            expect(said.locator(".found")).to_have_count(0)
            visitor.touch("e1", "c2")
            expect(said.locator(".found")).to_be_visible()
        if number < len(steps):
            expect(page.get_by_role("button", name="Next step")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Now play")).to_have_attribute("href", "/play/jarmo?coached")
    visitor.open("/learn/jarmo?step=2")
    expect(page.get_by_role("link", name="Step 7 of 7, taken")).to_be_visible()
    page.locator("nav a").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text(steps[2].say("task", "en"))
    assert "lesson" not in page.evaluate("JSON.stringify(localStorage)"), "it is no table to go on with"


@pytest.mark.parametrize("still", [True, False])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_step_of_yuan_is_found_once_its_film_is_closed(
    visitors: Visitors, width: int, height: int, still: bool
) -> None:
    """At the pace of most readers a turn is shown as a film, and its result is said after it."""
    visitor = visitors(width=width, height=height, still=still, pace="normal")
    page = visitor.open("/learn/yuan?step=2").page
    lesson = lessons("yuan")[1]
    visitor.take(*lesson.game.face.gesture(lesson.start.record, lesson.seat, lesson.ways[0][0]))
    film = page.locator(".film")
    film.wait_for()
    expect(page.locator(".foot").get_by_role("button", name="Next step")).to_be_visible()
    expect(page.locator(".foot").get_by_role("button", name="Skip", exact=True)).to_have_count(0)
    if not still:
        expect(page.get_by_role("button", name="Skip", exact=True), "that of the film").to_have_count(1)
    film.locator("header button").click()
    expect(film).to_have_count(0)
    expect(page.locator(".said .found")).to_contain_text(lesson.say("found", "en"))


def test_a_phone_shows_sentence_board_and_buttons_without_scrolling_sideways(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=740, scheme="dark", locale="fr-FR")
    page = visitor.open("/learn/khan?step=3").page
    page.locator("button[data-point]").first.wait_for()
    expect(page.locator("h1")).to_have_text(lessons("khan")[2].say("task", "fr"))
    page.wait_for_function("() => document.documentElement.scrollWidth <= 360")
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert board["y"] + board["height"] < 740


def test_the_guide_has_pictures_and_clauses_that_can_be_searched_and_printed(visitors: Visitors) -> None:
    page = visitors().open("/rules/hasami-shogi?spec=hasami-shogi:variant=war").page
    page.locator(".guide img").nth(5).wait_for()
    page.wait_for_function(
        "() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)"
    )
    last = page.locator("figure").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 800, "all on one screen"
    expect(page.locator("details [data-clause='HS-8']"), "it has no say in the war game").to_have_count(1)
    page.get_by_label("Search the rules").fill("CORNER captured")
    expect(page.locator("[data-clause]").first).to_have_text(re.compile("^HS-22"), use_inner_text=True)
    page.get_by_label("Search the rules").fill("elephant")
    expect(page.get_by_text("No rule says that.")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_label("Search the rules")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("header").first).to_be_hidden()


def test_a_coached_game_warns_and_lets_one_play_it_anyway(visitors: Visitors) -> None:
    visitor = visitors(height=700).open("/play/bagh-chal?coached")
    page = visitor.page
    expect(page.get_by_role("checkbox", name="Coach me")).to_be_checked()
    page.locator("button.start").click()
    visitor.waits_for_turn()
    visitor.touch("b2")
    warning = page.locator(".warning")
    expect(warning).to_contain_text("capture the goat on b2", timeout=60_000)
    expect(warning).to_contain_text("BC-6")
    expect(page.locator(".arrow.played.colour"), "where the goat would stand").to_have_count(1)
    for answer in ("Take it back", "Play it anyway"):
        expect(page.get_by_role("button", name=answer)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Take it back").click()
    expect(warning).to_have_count(0)
    expect(page.locator("[data-kind='goat']")).to_have_count(0)
    visitor.touch("b2")
    page.get_by_role("button", name="Play it anyway").click()
    visitor.has_moves(1)
