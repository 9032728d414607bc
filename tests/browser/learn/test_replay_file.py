"""A replay in one HTML file: opened without a server, led through by keys and buttons."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import naadam
from naadam.cli.hosting import export

GAME = naadam.load("bagh-chal")
RECORD = f"""Game: bagh-chal
Rules: {GAME.rules_version}
Board: {GAME.board_hash}
Seat 0: Anna
Seat 1: Ben

1. Gc3 {{The middle.}} (Ga3 {{The corner.}} Ba1b2) Ba1b1
2. Ga4
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_replay_file_is_led_through_by_keys_and_buttons(browser: Browser, tmp_path: Path, scheme: str) -> None:
    (tmp_path / "record.txt").write_text(RECORD)
    export(record=tmp_path / "record.txt", html=tmp_path / "replay.html")
    with browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme, offline=True) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((tmp_path / "replay.html").as_uri())
        goats, told = page.locator('#pieces [data-kind="goat"]'), page.locator("#told")
        expect(told).to_contain_text("The start")
        expect(goats).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(told).to_contain_text("Goats: placed a goat on c3")
        expect(told).to_contain_text("The middle.")
        expect(page.locator('#pieces [data-point="c3"]')).to_have_count(1)
        page.keyboard.press("ArrowDown")
        expect(told).to_contain_text("The corner.")
        expect(page.locator('#pieces [data-point="c3"]')).to_have_count(0)
        page.get_by_role("button", name="One move on").click()
        expect(told).to_contain_text("Tigers: moved a1 to b2")
        expect(page.get_by_role("button", name="To the end")).to_be_disabled()
        page.get_by_role("button", name="placed a goat on a4").click()
        expect(goats).to_have_count(2)
        page.keyboard.press("Home")
        page.get_by_role("button", name="Play the moves").click()
        expect(goats).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert errors == []
