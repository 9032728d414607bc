"""Replay of the moves of others in a real browser: step by step, at the pace that the user has chosen."""

from __future__ import annotations

import itertools
import json
import re
import urllib.request
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.games.test_conquest import LANDING, beside, label, meet, taken_steps

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

LEAST = 400  # milliseconds between two steps of 700, if the machine is busy and draws the first one late
# When the words of another step, or other pieces, were first seen.
KEEP_STEPS = """
  window.steps = [];
  let last = null;
  new MutationObserver(() => {
    const words = document.querySelector(".steps-shown p")?.textContent.replace(/\\s+/g, " ").trim();
    const count = document.querySelectorAll(".moves :is(li, td button)").length;
    const told = JSON.stringify([words, count]);
    if (!words || told === last) return;
    last = told;
    window.steps.push({ at: performance.now(), words, count });
  }).observe(document, { childList: true, subtree: true, characterData: true });
"""


def watch(visitors: Visitors, address: str, spec: str, pace: str) -> Visitor:
    """Watch two computers of the lowest level, which are quick."""
    players = [{"kind": "computer", "level": 1}] * 2
    wanted = json.dumps({"spec": spec, "players": players}).encode()
    request = urllib.request.Request(f"{address}/api/tables", wanted, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        table = json.loads(answer.read())["table"]
    visitor = visitors(pace=pace)
    visitor.page.add_init_script(KEEP_STEPS)
    return visitor.open(f"/table/{table}")


def left(visitor: Visitor) -> int:
    return int(str(visitor.page.locator(".steps-shown").get_attribute("data-left")))


def waits_until(visitor: Visitor, least: int) -> None:
    """Wait until so many steps are still to be shown."""
    visitor.page.wait_for_function(
        "least => Number(document.querySelector('.steps-shown')?.dataset.left) >= least", arg=least
    )


@pytest.mark.parametrize("spec", ["bagh-chal", "yut"])
def test_two_computers_are_seen_move_by_move_and_can_be_held(visitors: Visitors, address: str, spec: str) -> None:
    visitor = watch(visitors, address, spec, "normal")
    page = visitor.page
    page.wait_for_function("() => new Set(window.steps.map(step => step.count).filter(count => count >= 2)).size >= 4")
    steps = page.evaluate("window.steps")
    by_count = {step["count"]: step["at"] for step in reversed(steps)}
    seen = sorted(count for count in by_count if count >= 2)  # a step may be several events
    apart = [by_count[after] - by_count[before] for before, after in itertools.pairwise(seen)]
    assert len(apart) >= 2
    assert min(apart) > LEAST, steps

    page.get_by_role("button", name="Turn the board round").click()  # spectators can do that, too
    page.locator(".board .flipped").wait_for(state="attached")
    page.get_by_role("button", name="Pause").click()
    waits_until(visitor, 2)
    held, waiting = visitor.moves(), left(visitor)
    page.wait_for_timeout(1_000)
    assert visitor.moves() == held
    page.get_by_role("button", name="Step", exact=True).click()
    visitor.has_moves(len(held) + 1)
    assert left(visitor) >= waiting - 1
    assert len(visitor.moves()) == len(held) + 1

    page.get_by_role("button", name="Play", exact=True).click()
    visitor.has_moves(len(held) + 2)
    waits_until(visitor, 1)
    page.get_by_role("button", name="Skip", exact=True).click()
    visitor.has_moves(len(held) + 3)


def test_who_holds_a_game_to_its_end_can_let_it_go_and_see_the_last_turn_again(visitors: Visitors) -> None:
    host, watcher = visitors(), visitors(pace="quick")
    host.set_up("Two players, one screen")
    watcher.open(host.page.url)
    watcher.page.get_by_role("button", name="Pause").click()
    host.touch("c3")
    host.has_moves(1)
    host.page.get_by_role("button", name="Resign").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    host.page.get_by_role("region", name="Result").wait_for()
    while not watcher.page.get_by_role("region", name="Result").is_visible():
        watcher.page.get_by_role("button", name="Step", exact=True).click()
    watcher.page.get_by_role("button", name="Play", exact=True).click()
    expect(watcher.page.locator("button.again")).to_be_enabled()
    expect(watcher.page.get_by_role("button", name="Pause")).to_have_count(0)


def test_a_far_walk_is_shown_step_by_step_and_again_on_request(visitors: Visitors) -> None:
    white, red = meet(visitors, LANDING)
    watcher = visitors(pace="normal")
    watcher.page.add_init_script(KEEP_STEPS)
    watcher.open(red.page.url)
    watcher.page.locator("button[data-point]").first.wait_for()
    white.waits_for_turn()
    white.touch("sp7")
    beside(white, "aboard").click()
    label(white, "s15", "costs 3")
    white.touch("s15")
    label(watcher, "s15", "knight")
    assert taken_steps(watcher).split() == ["a.sp7-s44", "s44-s45", "s45-s15"]
    steps = watcher.page.evaluate("window.steps")
    assert [re.findall(r"s\d+", step["words"])[-1] for step in steps] == ["s44", "s45", "s15"], steps
    assert steps[1]["at"] - steps[0]["at"] > LEAST
    assert steps[2]["at"] - steps[1]["at"] > LEAST

    watcher.page.get_by_role("button", name="Show the last turn").click()
    label(watcher, "sp7", "knight")  # it is aboard again
    label(watcher, "s45", "knight")
    label(watcher, "s15", "knight")
    watcher.page.locator(".steps-shown[data-left='0']").wait_for()
    expect(watcher.page.get_by_role("button", name="Back to the game")).to_have_count(0)


@pytest.mark.parametrize("how", ["tap", "key"])
def test_a_tap_or_a_key_skips_to_the_table_as_it_is(visitors: Visitors, how: str) -> None:
    white, red = meet(visitors, LANDING)
    watcher = visitors(pace="slow")
    watcher.open(red.page.url)
    watcher.page.locator("button[data-point]").first.wait_for()
    white.waits_for_turn()
    white.touch("sp7")
    beside(white, "aboard").click()
    label(white, "s15", "costs 3")
    white.touch("s15")
    waits_until(watcher, 1)
    if how == "tap":
        watcher.touch("s14")
    else:
        watcher.page.locator("h1").first.focus()
        watcher.page.keyboard.press("Space")
    label(watcher, "s15", "knight")
    assert left(watcher) == 0
    expect(watcher.page.locator(".notice")).to_have_count(0)  # the tap meant nothing else
    assert taken_steps(watcher) == taken_steps(white)


def test_a_turn_of_the_computer_is_shown_after_ones_own_move_and_then_one_can_act(visitors: Visitors) -> None:
    visitor = visitors(pace="normal")
    visitor.page.add_init_script(KEEP_STEPS)
    visitor.set_up()
    visitor.waits_for_turn()
    visitor.touch("c3")
    visitor.has_moves(2)
    visitor.waits_for_turn()
    own, other = visitor.page.evaluate("window.steps")[-2:]
    assert "c3" in own["words"]
    assert other["at"] - own["at"] > 300
    visitor.touch("c1" if "empty" in str(visitor.point("c1").get_attribute("aria-label")) else "e3")
    visitor.has_moves(4)


def test_the_pace_is_chosen_in_the_settings_and_kept(visitors: Visitors) -> None:
    page = visitors(pace="normal").open().page
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Normal")).to_be_checked()
    page.get_by_role("radio", name="Instant").check()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Instant")).to_be_checked()


def test_on_a_phone_the_board_comes_into_sight_when_others_act_or_one_looks_back(visitors: Visitors) -> None:
    green, red = visitors(), visitors(width=360, height=640, pace="normal")
    green.set_up("A friend by link", game="jarmo")
    red.open(green.page.get_by_role("textbox", name="Invite your friend").input_value())
    red.point("a1").wait_for()
    red.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(red.page.locator(".ground")).not_to_be_in_viewport(ratio=0.5)
    green.touch("a1", "c2")
    red.has_moves(1)
    expect(red.page.locator(".ground")).to_be_in_viewport(ratio=0.7)
    expect(red.page.locator(".steps-shown p")).to_be_in_viewport()
    red.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    red.page.get_by_role("button", name="First position").click()
    expect(red.page.locator(".ground")).to_be_in_viewport(ratio=0.7)
    foot = red.page.locator(".foot")
    expect(foot.get_by_role("button", name="One move forward")).to_be_in_viewport(ratio=1)
    foot.get_by_role("button", name="Latest position").click()
    expect(foot.get_by_role("button", name="One move forward")).to_have_count(0)


def test_a_game_that_is_over_is_watched_again_from_its_beginning_to_its_end(visitors: Visitors) -> None:
    visitor = visitors(pace="normal")
    page = visitor.page
    visitor.set_up("Two players, one screen")
    for number, move in enumerate(("c3", "a1 a2", "c1", "a2 a3"), 1):
        visitor.touch(*move.split())
        visitor.has_moves(number)
        page.locator(".steps-shown[data-left='0']").wait_for()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Analyse the game").click()  # the way forward stays in sight
    page.get_by_role("button", name="Replay").click()
    count = page.locator(".moves .count")
    for number in range(3):
        expect(count).to_have_text(f"{number} / 4", use_inner_text=True)
    page.get_by_role("button", name="Pause").click()
    expect(count).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(1_500)
    expect(count).to_have_text("2 / 4", use_inner_text=True)
    page.get_by_role("button", name="Step", exact=True).click()
    expect(count).to_have_text("3 / 4", use_inner_text=True)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(count).to_have_text("4 / 4", use_inner_text=True)
    page.locator(".steps-shown[data-left='0']").wait_for()
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Replay").click()
    expect(count).to_have_text("0 / 4", use_inner_text=True)
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(count).to_have_text("4 / 4", use_inner_text=True)
