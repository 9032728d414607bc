"""Comforts of the page in a real browser: sound, animation, full screen, wheel, rules, thoughts, sleeping tabs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

COUNT_SOUNDS = """
  window.sounds = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.sounds += 1; return start.apply(this, when); };
"""


def switch(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("switch", name=name).click()
    visitor.page.keyboard.press("Escape")


def test_a_move_is_heard_unless_the_sound_is_off(visitor: Visitor) -> None:
    visitor.context.add_init_script(COUNT_SOUNDS)
    visitor.set_up("Two players, one screen")
    visitor.touch("c3")
    visitor.page.wait_for_function("() => window.sounds > 0")
    switch(visitor, "Sound")
    before = visitor.page.evaluate("window.sounds")
    visitor.touch("a1", "b1")
    visitor.has_moves(2)
    visitor.page.wait_for_timeout(300)
    assert visitor.page.evaluate("window.sounds") == before


@pytest.mark.parametrize("still", ["by the system", "on request", "never"])
def test_pieces_glide_unless_nobody_wants_it(visitors: Visitors, still: str) -> None:
    visitor = visitors()
    visitor.page.emulate_media(reduced_motion="reduce" if still == "by the system" else "no-preference")
    visitor.set_up("Two players, one screen")
    if still == "on request":
        switch(visitor, "Animation")
    visitor.touch("c3")
    visitor.has_moves(1)
    glides = visitor.page.evaluate(
        "[...document.querySelectorAll('.piece')].some((p) => parseFloat(getComputedStyle(p).transitionDuration) > 0)"
    )
    assert glides == (still == "never")


def test_the_page_fills_the_screen(visitor: Visitor) -> None:
    visitor.open()
    button = visitor.page.get_by_role("button", name="Full screen")
    button.click()
    visitor.page.wait_for_function("() => document.fullscreenElement !== null")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    visitor.page.wait_for_function("() => document.fullscreenElement === null")


def test_the_wheel_steps_through_the_game(visitors: Visitors) -> None:
    visitor = visitors(height=1400)  # a page that scrolls is scrolled
    visitor.set_up("Two players, one screen")
    for count, touches in enumerate((("c3",), ("a1", "b1"), ("d3",)), 1):
        visitor.touch(*touches)
        visitor.has_moves(count)
    visitor.point("c3").hover()
    visitor.page.mouse.wheel(0, -100)
    visitor.reads("You are looking at move 2 of 3.")
    visitor.page.mouse.wheel(0, -100)
    visitor.reads("You are looking at move 1 of 3.")
    visitor.page.mouse.wheel(0, 100)
    visitor.reads("You are looking at move 2 of 3.")


def test_the_rules_list_what_applies_and_put_the_rest_away(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    visitor.page.get_by_role("button", name="Rules").click()
    visitor.page.locator("[data-clause=BC-4]").wait_for()
    expect(visitor.page.locator("[data-clause=BC-1]")).to_be_visible()
    expect(visitor.page.locator("[data-clause=BC-41]")).not_to_be_visible()
    visitor.page.get_by_text("Rules that do not apply to this game").click()
    expect(visitor.page.locator("[data-clause=BC-41]")).to_be_visible()


def test_the_computers_thoughts_are_shown_to_who_wants_them(visitor: Visitor) -> None:
    sockets: list[Any] = []
    greetings: list[dict[str, Any]] = []

    def meet(socket: Any) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(text: str) -> None:
            if '"hello"' in text:
                greetings.append(json.loads(text))
            server.send(text)

        socket.on_message(pass_on)

    visitor.page.route_web_socket("**/socket", meet)
    visitor.set_up("Two players, one screen")
    assert not greetings[-1]["thinking"]
    switch(visitor, "Show engine analysis")
    visitor.page.wait_for_timeout(100)
    assert greetings[-1]["thinking"]
    thought = {"type": "thinking", "seat": 1, "depth": 7, "nodes": 41234, "value": -0.25, "line": ["Ba1b1", "Gc3"]}
    sockets[-1].send(json.dumps(thought))
    visitor.reads("Ba1b1 Gc3")
    visitor.reads("depth 7")
    visitor.reads("41K positions")
    visitor.reads("-0.25")


def test_a_sleeping_tab_wakes_up_current(visitors: Visitors) -> None:
    """A tab loses its connection without notice; when its user returns, it shows the moves made in the meantime."""
    one, other = visitors(), visitors()
    asleep = {"now": False}

    def meet(socket: Any) -> None:
        server = socket.connect_to_server()
        mine = asleep["now"]  # connections made after the sleep are alive

        def either_way(to: Any) -> Any:
            return lambda text: None if asleep["now"] and not mine else to.send(text)

        socket.on_message(either_way(server))
        server.on_message(either_way(socket))

    one.page.route_web_socket("**/socket", meet)
    one.set_up("A friend by link")
    other.open(one.page.get_by_role("textbox", name="Invite your friend").input_value())
    one.touch("c3")
    other.waits_for_turn()
    asleep["now"] = True
    other.touch("a1", "b2")
    other.has_moves(2)
    assert len(one.moves()) == 1
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    one.has_moves(2)
    one.waits_for_turn()
    one.touch("e3")
    other.has_moves(3)
