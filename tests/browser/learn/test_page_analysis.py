"""After the game: the analysis, its graph, the better move as an arrow, its line, and mistakes that are tried again."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


def lose_quickly(visitor: Visitor) -> None:
    """The fifth goat is given away, and the game with it."""
    visitor.open(f"/play/bagh-chal?position={quote('B3B/5/5/5/B3B G 16 4')}")
    visitor.page.locator("button.start").click()
    visitor.waits_for_turn()
    visitor.touch("b2")
    visitor.has_moves(2)
    ends = (".result", "#result-headline", "h1:has-text('Your turn')")  # a card covers the result on a phone
    visitor.page.locator(", ".join(f"{end}:visible" for end in ends)).first.wait_for()
    if visitor.page.locator(".result").count() == 0:  # the tigers take their time
        visitor.page.get_by_role("button", name="Resign").click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Analyse the game").click()
    visitor.page.locator(".analysis progress").wait_for(state="detached", timeout=300_000)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_a_game_is_analysed_in_the_page(visitors: Visitors, axe: str, scheme: str, width: int) -> None:
    visitor = visitors(width=width, scheme=scheme)
    page = visitor.page
    lose_quickly(visitor)
    expect(page.locator(".analysis .graph")).to_be_in_viewport()  # the analysis scrolls into view when it is requested
    mistake = page.locator(".analysis li button").first
    mistake.wait_for()
    expect(mistake).to_contain_text("Move 1, Goats: Put a goat on b2", use_inner_text=True)
    assert visitor.moves()[0].startswith("Gb2?"), "the move is marked in the list"
    look_at_the_graph(visitor)
    page.reload()
    mistake.wait_for()  # the stored analysis is shown without a new request
    mistake.click()
    page.locator(".board .arrow.better.colour").wait_for()
    expect(page.locator(".current")).to_have_text(re.compile("^((?!Better:).)*Better:((?!Better:).)*$", re.DOTALL))
    expect(page.locator(".board .arrow.played.colour")).to_have_count(1)
    expect(page.locator(".current li")).to_have_text(["The better move", "The move played"])
    if (folder := os.environ.get("PICTURES")) is not None:
        page.screenshot(path=f"{folder}/analysis-{width}.png", full_page=True)
    page.evaluate(axe)
    assert page.evaluate("axe.run()")["violations"] == []
    step_through_the_better_line(visitor)
    try_again(visitor)


def look_at_the_graph(visitor: Visitor) -> None:
    """Its axes have names, it says who is ahead, and a touch goes to a move."""
    graph = visitor.page.get_by_role("slider")
    expect(visitor.page.locator(".graph .values span")).to_have_text(
        ["Goats ahead", "even", "Tigers ahead"], use_inner_text=True
    )
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": 2, "y": box["height"] / 2})
    visitor.reads("At the start:")
    graph.press("End")
    visitor.reads("After move 2 of 2:")


def step_through_the_better_line(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Show the better line").click()
    film = visitor.page.locator(".film")
    film.wait_for()
    expect(film).to_contain_text("1 / ", use_inner_text=True)
    expect(film.get_by_role("button", name="One step on")).to_be_in_viewport()
    first = film.locator(".now").inner_text()
    film.get_by_role("button", name="One step on").click()
    expect(film.locator(".now")).not_to_have_text(first, use_inner_text=True)
    film.get_by_role("button", name="Back to the game").click()
    film.wait_for(state="detached")


def try_again(visitor: Visitor) -> None:
    """The same mistake is judged again; the advised move is better, and leads back to the analysis."""
    visitor.page.get_by_role("link", name="Try again").click()
    visitor.reads("Find a better one.")
    visitor.touch("b2")
    visitor.reads("It still loses too much")
    visitor.page.get_by_role("button", name="Show me").click()
    visitor.reads("You could try")
    advised = visitor.page.locator(".notice.hint").inner_text().split(" on ")[1].strip(".")
    visitor.touch(advised)
    visitor.reads("Yes, that is better.")
    visitor.page.get_by_role("link", name="Back to the analysis").last.click()
    visitor.page.locator(".board .arrow.better.colour").wait_for()
