"""Yuan in a real browser: plans are made touch by touch, sealed, and opened together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


def press(visitor: Visitor, *places: str) -> None:
    """Touch things beside the map."""
    for place in places:
        visitor.page.locator(f"button[data-place='{place}']").first.click(force=True)  # what is barred too: it says why


def own_city(visitor: Visitor, clan: str) -> str:
    """The province of a clan's capital."""
    button = visitor.page.locator(f"button[data-point][aria-label*='City of {clan}']").first
    button.wait_for()
    return str(button.get_attribute("data-point"))


def clan_of(visitor: Visitor, seat: int) -> str:
    heading = visitor.page.locator(".seats section h2").nth(seat)
    heading.locator("svg").wait_for()
    return str(heading.inner_text().replace("▶", "").split()[0])


def test_two_people_plan_at_one_screen_behind_a_curtain(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.set_up("Both at this screen", game="yuan")
    clans = [clan_of(visitor, seat) for seat in range(2)]
    capitals = [own_city(visitor, clan) for clan in clans]
    visitor.reads("Turn 1: 10 temples win")
    visitor.page.locator(".curtain button").click()
    visitor.touch(capitals[0])
    visitor.reads(f"{capitals[0]}: 0 Chão, 4 left (YN-24)")
    press(visitor, "D1", "D2", "D1", "F1", "F1")  # changed twice, and taken away again
    pressed = visitor.page.locator("button[data-place][aria-pressed=true]")
    assert [button.get_attribute("data-place") for button in pressed.all()] == ["D1"]
    press(visitor, "M3")
    visitor.reads("YN-25")
    press(visitor, "seal")
    visitor.page.locator(".curtain button").click()
    assert visitor.page.get_by_text("Sealed plan").count() == 0
    visitor.touch(capitals[1])
    press(visitor, "D1", "seal")
    visitor.reads("Turn 2: 10 temples win")
    for clan in clans:
        assert visitor.page.locator(f"button[data-point][aria-label*='Village of {clan}']").count() >= 1


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_some_turns_against_the_computer(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    visitor = visitors(width, 800, scheme)
    visitor.open("/play/yuan")
    visitor.page.locator(".levels input").first.check()
    visitor.page.locator("button.start").click()
    visitor.reads("Turn 1: 10 temples win")
    capital = own_city(visitor, clan_of(visitor, 0))
    visitor.waits_for_turn()
    visitor.touch(capital)
    press(visitor, "D1", "seal")
    visitor.reads("Turn 2: 10 temples win")
    visitor.waits_for_turn()
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")["violations"]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []
    press(visitor, "pass")
    visitor.reads("Turn 3: 9 temples win")


def test_a_tile_is_laid_and_the_map_grows(visitor: Visitor) -> None:
    visitor.open("/play/yuan")
    visitor.page.get_by_role("radio", name="Both at this screen").check()
    visitor.page.get_by_text("Rules and variants").click()
    visitor.page.get_by_role("radio", name="Free").check()
    visitor.page.locator("button.start").click()
    visitor.point("0,0").wait_for()
    tiles = visitor.page.locator("button.usable[data-place^=tile-]")
    name = str(tiles.first.get_attribute("data-place")).removeprefix("tile-")
    press(visitor, f"tile-{name}")
    visitor.touch("0,0")
    press(visitor, f"{name}-3")
    visitor.point("3,-2").wait_for()
    visitor.page.locator(".moves li", has_text=f"lay {name} {name} e 3").wait_for()
