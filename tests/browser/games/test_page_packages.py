"""A game in a package of others is played on the page to its end: Tablut, and a new one as the scaffold writes it."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaged import TABLUT, environment, install

from naadam.core import registry
from naadam.kit.scaffold import write_game

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Both packages, installed."""
    folder = tmp_path_factory.mktemp("projects")
    shutil.copytree(TABLUT, folder / "tablut", ignore=shutil.ignore_patterns("__pycache__"))
    write_game("crossing", folder / "crossing", cells="5x4")
    for name in ("tablut", "crossing"):
        install(folder / name)
    return [folder / "tablut", folder / "crossing"]


@pytest.fixture(scope="module", name="environment")
def server_environment(projects: list[Path]) -> dict[str, str]:
    return environment(*projects)


@pytest.fixture
def known(projects: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """This process can load both games as well."""
    for project in projects:
        monkeypatch.syspath_prepend(str(project))
        monkeypatch.setitem(registry.packages(), project.name, (project.name,))


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
