"""Engines registered by the operator, offered next to the computer's levels, in a real browser."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor

ENGINE = Path(__file__).parents[2] / "bots" / "engine_that.py"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the configuration folder is set as Linux has it")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("configuration")
    (folder / "naadam").mkdir()
    for name in ("works", "crashes"):
        with (folder / "naadam" / "engines.toml").open("a", encoding="utf-8") as file:
            file.write(f"[{name}]\ncommand = '{shlex.join([sys.executable, str(ENGINE), name])}'\n")
            file.write("games = ['bagh-chal']\n")
    return {"XDG_CONFIG_HOME": str(folder)}


def test_an_engine_is_chosen_beside_the_levels_and_plays(visitor: Visitor) -> None:
    visitor.set_up("works")
    visitor.page.locator("section", has_text="works").first.wait_for()
    visitor.touch("c3")
    visitor.has_moves(2)


def test_an_engine_that_fails_is_told_and_the_game_goes_on(visitor: Visitor) -> None:
    visitor.open("/play/bagh-chal")
    visitor.page.get_by_text("Rules and variants").click()
    visitor.page.get_by_role("combobox", name="Tigers").select_option("engine-crashes")
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    visitor.touch("c3")
    visitor.reads("Tigers: the engine has failed. The computer takes over.")
    visitor.reads("Computer, level 3")
    visitor.has_moves(2)


def test_a_game_that_no_engine_plays_offers_levels_only(visitor: Visitor) -> None:
    visitor.open("/play/jarmo")
    visitor.page.get_by_role("radio", name="5 strongest").wait_for()
    expect(visitor.page.get_by_role("radio", name="works")).to_have_count(0)
