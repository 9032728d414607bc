"""The hourglass and touches on the page, with the toy game Patrol: a far walk, a window, a glass that runs out."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from tests.browser.conftest import Visitor, Visitors

TOYS = Path(__file__).parents[2] / "toy"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The server finds Patrol as if it were installed."""
    info = tmp_path_factory.mktemp("installed") / "patrol-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: patrol\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[naadam.games]\npatrol = patrol\n")
    path = os.pathsep.join([str(info.parent), str(TOYS), os.environ.get("PYTHONPATH", "")])
    return {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}


def glass(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f"[data-glass='{name}']")


def seconds(visitor: Visitor, name: str) -> int:
    """The seconds that a glass shows."""
    glass(visitor, name).wait_for()
    shown = glass(visitor, name).locator("strong").inner_text()
    minutes, _, rest = shown.rpartition(":")
    return 60 * int(minutes or 0) + int(rest)


def do(visitor: Visitor, words: str) -> None:
    visitor.page.get_by_role("button", name=words, exact=True).click()


def set_table(visitor: Visitor, other: Visitor, seconds: int) -> None:
    """Set a table for two people on separate screens."""
    made: Any = visitor.context.request.post(
        f"{visitor.address}/api/tables",
        data={"spec": f"patrol:glass={seconds}", "players": [{"kind": "invited"}, {"kind": "invited"}]},
    ).json()
    for seat, (one, token) in enumerate(zip((visitor, other), made["invitations"], strict=True)):
        one.open(f"/table/{made['table']}#seat={seat}&token={token}")
        one.page.locator("button[data-point]").first.wait_for()


def test_a_far_cell_is_walked_to_and_each_step_is_taken_back(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen", game="patrol")
    assert seconds(visitor, "turn-0") in (19, 20)
    visitor.touch("c1")
    visitor.page.locator(".board .cost").first.wait_for()
    label = str(visitor.point("c4").get_attribute("aria-label"))
    assert "costs 3" in label
    visitor.reads("4 steps are left in this turn.")
    visitor.touch("c4")
    visitor.has_moves(3)
    assert visitor.moves() == ["c1c2", "c2c3", "c3c4"]
    do(visitor, "Take back")
    visitor.page.locator(".moves[data-count='2']").wait_for()
    visitor.touch("c3", "e5")
    visitor.reads("e5 is not beside c3.")
    do(visitor, "End the turn.")
    visitor.page.locator("h1", has_text="Blue to move").wait_for()


def test_two_people_a_capture_that_is_answered_and_a_glass_on_its_side(visitors: Visitors) -> None:
    red, blue = visitors(), visitors()
    set_table(red, blue, 180)
    red.touch("c1", "c4")
    red.has_moves(3)
    do(red, "End the turn.")
    blue.waits_for_turn()
    blue.touch("a5", "b5")
    blue.has_moves(5)
    blue.touch("e5", "d5")
    blue.has_moves(6)
    do(blue, "End the turn.")
    red.waits_for_turn()
    red.touch("c4")
    red.page.locator(".board .cost").first.wait_for()
    expect(red.point("c5")).to_have_attribute("aria-label", re.compile("can be answered"))
    red.touch("c5")
    glass(blue, "answer-2-1").wait_for()
    expect(glass(blue, "turn-2")).to_have_attribute("aria-label", re.compile("on its side"))
    assert seconds(blue, "answer-2-1") <= 10
    expect(blue.page.locator("[aria-live]").first).to_have_text(re.compile(r"Blue: \d+ seconds left"))
    blue.touch("b5", "c5")
    glass(red, "answer-2-1").wait_for(state="detached")
    expect(glass(red, "turn-2")).not_to_have_attribute("aria-label", re.compile("on its side"))
    assert red.moves()[-2:] == ["c4c5", "b5c5"]


def test_a_window_lapses_and_a_glass_runs_out(visitors: Visitors) -> None:
    red, blue = visitors(width=360, height=740), visitors()
    set_table(red, blue, 2)
    assert seconds(blue, "turn-0") <= 2
    glass(red, "turn-1").wait_for(timeout=30_000)
    assert red.moves()[0].startswith("end")
    box = glass(red, "turn-1").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_glass_can_be_read_by_all(visitors: Visitors, axe: str, scheme: str) -> None:
    visitor = visitors(scheme=scheme)
    visitor.set_up("Two players, one screen", game="patrol")
    visitor.touch("c1")
    visitor.page.locator(".board .cost").first.wait_for()
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")
    assert [(fault["id"], fault["help"]) for fault in found["violations"]] == []


def test_a_host_chooses_a_clock_for_any_game(visitor: Visitor) -> None:
    visitor.open("/play/bagh-chal")
    visitor.page.get_by_role("radio", name="Two players, one screen").check()
    visitor.page.locator("summary").click()
    visitor.page.get_by_role("radio", name="5 min + 5 s", exact=True).check()
    visitor.page.locator("button.start").click()
    assert 290 <= seconds(visitor, "seat-0") <= 300
    visitor.touch("c3")
    glass(visitor, "seat-1").wait_for()
    assert 290 <= seconds(visitor, "seat-0") <= 305
    expect(glass(visitor, "seat-0")).to_have_attribute("aria-label", re.compile("on its side"))


GLASS_AT_MY_TURN = """() => document.querySelector("h1")?.textContent.includes("Your turn")
  && document.querySelector("[data-glass='turn-1'] strong")?.textContent.trim()"""  # in one look: later, it runs


def test_a_clock_starts_when_the_page_has_shown_what_the_other_did(visitors: Visitors) -> None:
    """The display of three steps takes some two seconds: they are not taken from the player who watches them."""
    red, blue = visitors(), visitors()
    set_table(red, blue, 180)
    sent: list[str] = []
    blue.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    blue.page.reload()
    blue.page.locator("button[data-point]").first.wait_for()
    red.touch("c1", "c4")
    red.has_moves(3)
    do(red, "End the turn.")
    began = blue.page.wait_for_function(GLASS_AT_MY_TURN).json_value()
    assert began in ("2:59", "3:00"), "it has not run while the steps were shown"
    expect(glass(blue, "turn-1").locator("strong")).to_have_text(re.compile(r"2:5[0-8]"), timeout=30_000)
    assert any('"displayed"' in frame for frame in sent), "then it runs"


def test_alone_with_computers_no_clock_runs_unless_it_is_chosen(visitor: Visitor) -> None:
    visitor.set_up("Computer", game="patrol")
    visitor.page.locator("button[data-point]").first.wait_for()
    assert visitor.page.locator("[data-glass]").count() == 0


def test_alone_with_computers_a_clock_that_was_chosen_pauses_while_a_dialog_is_open(visitor: Visitor) -> None:
    made: Any = visitor.context.request.post(
        f"{visitor.address}/api/tables",
        data={
            "spec": "patrol:glass=180",
            "players": [{"kind": "here"}, {"kind": "computer"}],
            "clock": {"kind": "rules"},
        },
    ).json()
    visitor.open(f"/table/{made['table']}")
    glass(visitor, "turn-0").wait_for()
    expect(glass(visitor, "turn-0")).not_to_have_class(re.compile("lies"))
    visitor.page.get_by_role("button", name="Settings", exact=True).click()
    expect(glass(visitor, "turn-0")).to_have_class(re.compile("lies"))
    before = seconds(visitor, "turn-0")
    visitor.page.wait_for_timeout(2_500)
    assert seconds(visitor, "turn-0") == before
    visitor.page.keyboard.press("Escape")
    expect(glass(visitor, "turn-0")).not_to_have_class(re.compile("lies"))


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_alone_with_computers_a_clock_pauses_while_the_tab_is_hidden(visitor: Visitor) -> None:
    made: Any = visitor.context.request.post(
        f"{visitor.address}/api/tables",
        data={
            "spec": "patrol:glass=180",
            "players": [{"kind": "here"}, {"kind": "computer"}],
            "clock": {"kind": "rules"},
        },
    ).json()
    visitor.open(f"/table/{made['table']}")
    running = glass(visitor, "turn-0")
    expect(running).not_to_have_class(re.compile("lies"))
    visitor.page.evaluate(HIDE, True)
    expect(running).to_have_class(re.compile("lies"))
    visitor.page.evaluate(HIDE, False)
    expect(running).not_to_have_class(re.compile("lies"))
