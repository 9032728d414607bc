"""A connected bot in a real browser: it is chosen in the set-up, marked at the table, and plays."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from websockets.sync.client import connect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


def new_token(address: str, name: str) -> str:
    body = json.dumps({"label": "engine", "scopes": ["bot"], "bot": name}).encode()
    request = urllib.request.Request(f"{address}/api/me/tokens", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.loads(answer.read())["token"])


def test_a_bot_is_chosen_and_plays(visitors: Visitors) -> None:
    anna = visitors(width=390, height=844)
    token = new_token(anna.address, "Dicebot")
    with connect(anna.address.replace("http", "ws") + "/api/bot/socket", compression=None) as bot:
        accepts = {"specs": ["bagh-chal:*"], "clocks": [{"kind": "none"}]}
        bot.send(json.dumps({"type": "hello", "token": token, "accepts": accepts}))
        assert json.loads(bot.recv())["type"] == "welcome"
        page = anna.open("/play/bagh-chal").page
        page.get_by_role("radio", name="Dicebot").check()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("button.start").click()
        anna.point("c3").wait_for()
        offered = json.loads(bot.recv())
        bot.send(json.dumps({"type": "accept", "table": offered["table"]}))
        anna.touch("c3")
        turn = json.loads(bot.recv())
        assert turn["type"] == "turn"
        action = turn["view"]["actions"][0]
        bot.send(json.dumps({"type": "play", "table": turn["table"], "version": turn["version"], "action": action}))
        expect(page.locator("h1", has_text="Your turn")).to_be_visible()
        expect(page.get_by_text("Dicebot · bot").first).to_be_visible()
    page = visitors().open("/play/hasami-shogi").page
    page.locator("button.start").wait_for()
    expect(page.get_by_role("radio", name="Dicebot")).to_have_count(0)
    assert anna.errors == []
