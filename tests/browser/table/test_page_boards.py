"""The boards of all games on the page: previews before a move, and positions after it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import naadam

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


def sit_down(visitor: Visitor, game: str) -> None:
    visitor.set_up("Two players, one screen" if naadam.load(game).seats == 2 else "All on one screen", game=game)


def lines_lit(visitor: Visitor) -> int:
    path = visitor.page.locator(".board path.bright")
    return str(path.get_attribute("d")).count("M") if path.count() else 0


def test_a_piece_that_cannot_move_yet_shows_no_lines(visitor: Visitor) -> None:
    sit_down(visitor, "bagh-chal")
    visitor.point("a1").hover()
    expect(visitor.page.locator(".board path.soft"), "it is the turn of the goats").to_have_count(0)
    visitor.point("c3").hover()
    expect(visitor.page.locator(".board path.soft")).to_have_count(1)
    visitor.touch("c3", "a1", "a2")
    visitor.has_moves(2)
    visitor.point("c3").hover()
    expect(visitor.page.locator(".board path.soft"), "goats wait until all are on the board").to_have_count(0)


def test_the_lines_of_a_soldier_light_up_where_it_can_go(visitor: Visitor) -> None:
    sit_down(visitor, "jarmo")
    visitor.point("b1").hover()
    assert lines_lit(visitor) == 2
    visitor.point("a3").hover()
    assert lines_lit(visitor) == 0
    visitor.page.mouse.move(0, 0)
    visitor.point("c1").focus()
    visitor.page.keyboard.press("ArrowLeft")
    assert lines_lit(visitor) == 2
    visitor.touch("b1", "a3")
    visitor.has_moves(1)
    assert visitor.moves() == ["b1a3"]


def test_what_a_move_would_capture_is_shown_before_it_is_made(visitor: Visitor) -> None:
    sit_down(visitor, "hasami-shogi")
    visitor.touch("d2", "d5")
    visitor.has_moves(1)
    visitor.touch("e8", "e5")
    visitor.has_moves(2)
    visitor.touch("f2")
    expect(visitor.page.locator(".board .threatened")).to_have_count(1)
    visitor.point("f4").hover()
    expect(visitor.page.locator(".board .taken")).to_have_count(0)
    visitor.point("f5").hover()
    expect(visitor.page.locator(".board .taken")).to_have_count(1)
    expect(visitor.point("e5")).to_have_attribute("aria-label", re.compile("samurai"))
    visitor.touch("f5")
    visitor.has_moves(3)
    expect(visitor.point("e5")).to_have_attribute("aria-label", re.compile("empty"))
    visitor.reads("1 of 14 captured")


def test_the_winning_line_is_shown(visitor: Visitor) -> None:
    sit_down(visitor, "hasami-shogi")
    for number, (file, other) in enumerate(zip("abcd", "fghi", strict=True)):
        visitor.touch(f"{file}2", f"{file}5")
        visitor.has_moves(2 * number + 1)
        visitor.touch(f"{other}8", f"{other}7")
        visitor.has_moves(2 * number + 2)
    visitor.touch("e2")
    visitor.point("e5").hover()
    expect(visitor.page.locator(".board path.line")).to_have_count(1)
    visitor.touch("e5")
    visitor.reads("Five in line")
    visitor.page.locator(".board .decisive").wait_for(state="attached")


def test_a_throw_is_spent_on_a_horse(visitor: Visitor) -> None:
    sit_down(visitor, "yut")
    able = visitor.page.locator("button[data-point^=new-][aria-label*='can move']")
    while able.count() == 0:  # yut and mo give another throw
        before = len(visitor.moves())
        visitor.take("throw")
        visitor.has_moves(before + 1)
        visitor.page.locator(".board .thrown").nth(3).wait_for()
    expect(visitor.page.locator(".board .thrown")).to_have_count(4)
    side = "0" if "can move" in str(visitor.point("new-0").get_attribute("aria-label")) else "1"
    before = len(visitor.moves())
    throw = visitor.page.locator("button[data-point^=throw-]:not([aria-label$=empty])").first
    throw.click()
    visitor.page.mouse.move(0, 0)
    visitor.page.locator(".board .price").first.wait_for()
    visitor.touch(f"new-{side}")
    visitor.page.locator(".board .price").first.wait_for()
    target = visitor.page.locator("button[data-point][aria-label*='can go here']").first
    name = str(target.get_attribute("data-point"))
    target.click()
    visitor.has_moves(before + 1)
    expect(visitor.point(name)).to_have_attribute("aria-label", re.compile("horse"))


@pytest.mark.parametrize("game", [name for name in naadam.game_names() if naadam.load(name).face.stage()])
def test_a_board_is_read_by_everybody(visitors: Visitors, axe: str, game: str) -> None:
    for width, scheme in ((1280, "light"), (360, "dark")):
        visitor = visitors(width, 800, scheme)
        sit_down(visitor, game)
        visitor.page.evaluate(axe)
        found = visitor.page.evaluate("axe.run()")["violations"]
        assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []
        assert visitor.page.locator(".board").evaluate("board => board.getBoundingClientRect().right") <= width


def test_a_piece_under_the_pointer_keeps_its_colours(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    mark = visitor.page.locator("circle.over")
    visitor.point("c3").hover()
    expect(mark).not_to_have_attribute("fill-opacity", "0")
    visitor.touch("c3")
    visitor.has_moves(1)
    visitor.point("a1").hover()
    expect(mark).to_have_attribute("fill-opacity", "0")
