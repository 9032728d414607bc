"""A game in a package of others is played on the page to its end: Tablut, and new ones as the scaffold writes them."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaged import TABLUT, environment, install
from playwright.sync_api import expect

from naadam.core import registry
from naadam.kit.scaffold import write_game

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The packages, installed."""
    folder = tmp_path_factory.mktemp("projects")
    shutil.copytree(TABLUT, folder / "tablut", ignore=shutil.ignore_patterns("__pycache__"))
    write_game("crossing", folder / "crossing", cells="5x4")
    write_game("high-card", folder / "high-card", hands="cards", seats=3)
    write_game("spoken", folder / "spoken", hands="dice", seats=2)
    rulebook = folder / "spoken" / "spoken" / "__init__.py"
    text = rulebook.read_text(encoding="utf-8")
    stage = "def set_stage(self, language: str) -> Stage:\n"
    assert stage in text
    rulebook.write_text(text.replace(stage, f"{stage}        return None\n"), encoding="utf-8")
    names = ("tablut", "crossing", "high-card", "spoken")
    for name in names:
        install(folder / name)
    return [folder / name for name in names]


@pytest.fixture(scope="module", name="environment")
def server_environment(projects: list[Path]) -> dict[str, str]:
    return environment(*projects)


@pytest.fixture
def known(projects: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """This process can load the games as well."""
    for project in projects:
        monkeypatch.syspath_prepend(str(project))
        monkeypatch.setitem(registry.packages(), project.name, (project.name.replace("-", "_"),))


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(("name", "width"), [("tablut", 1280), ("crossing", 360)])
def test_a_whole_game_against_the_computer(visitors: Visitors, name: str, width: int) -> None:
    visitor = visitors(width=width).open(f"/play/{name}")
    visitor.page.get_by_role("radio", name=re.compile("^1")).check()
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    rng = random.Random(4)
    while (state := visitor.state()).outcome is None:
        if state.turn != 0:
            visitor.page.wait_for_timeout(50)
            continue
        visitor.waits_for_turn()
        action = rng.choice(state.actions())
        visitor.touch(*state.game.face.gesture(state.record, 0, int(action)))
        while visitor.state() == state:
            visitor.page.wait_for_timeout(50)
    visitor.page.locator("#result-cause").get_by_role("button", name=f"Rule {state.outcome.clause}").click()
    visitor.page.locator(f"[data-clause={state.outcome.clause}].wanted").wait_for()
    visitor.page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)


def test_a_game_of_hidden_cards_for_three_against_two_computers(visitors: Visitors) -> None:
    visitor = visitors(width=1280).open("/play/high-card")
    visitor.page.locator("button.start").click()
    cards = visitor.page.locator("button[data-place^='show ']")
    for left in (3, 2, 1):
        expect(cards).to_have_count(left)
        visitor.waits_for_turn()
        cards.first.click()
    visitor.page.locator("#result-cause").get_by_role("button", name="Rule HC-5").wait_for()
    assert len(visitor.moves()) >= 9
    assert ".." not in visitor.page.locator(".moves").inner_text()


def test_a_game_that_no_page_draws_is_listed_with_the_command_that_plays_it(visitors: Visitors) -> None:
    visitor = visitors(width=1280).open("/")
    card = visitor.page.locator("article", has_text="Spoken")
    expect(card).to_contain_text("naadam play spoken")
    expect(card.get_by_role("link")).to_have_count(0)
    expect(visitor.page.locator("article", has_text="High Card").get_by_role("link", name="Play")).to_have_count(1)


def test_a_piece_without_a_move_is_refused_at_the_first_touch(visitors: Visitors) -> None:
    visitor = visitors(width=1280).open("/play/crossing")
    visitor.page.locator("button.start").click()
    visitor.waits_for_turn()
    visitor.touch("c4")
    refused = visitor.page.locator(".notice.refused")
    expect(refused).to_contain_text("You have no piece on c4.")
    expect(refused).to_contain_text("CR-2")
    expect(visitor.page.locator(".board .selected")).to_have_count(1)
    visitor.touch("c1")
    expect(refused).to_have_count(0)
