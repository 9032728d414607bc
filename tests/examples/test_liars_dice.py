"""The example of a game with hidden dice for three: it is small, keeps the contract, and is played on the page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaged import LIARS_DICE, environment, install, run_tests
from serving import Served


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, installed."""
    project = tmp_path_factory.mktemp("example") / "liars_dice"
    shutil.copytree(LIARS_DICE, project, ignore=shutil.ignore_patterns("__pycache__"))
    install(project)
    return project


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, project: Path) -> Iterator[Served]:
    path = environment(project)["PYTHONPATH"]
    server = Served(tmp_path_factory.mktemp("server"), PYTHONPATH=path, NUMBA_DISABLE_JIT="1")
    yield server
    server.stop()


def test_it_has_five_files_and_at_most_four_hundred_and_fifty_lines() -> None:
    """docs/add-a-game.md says so."""
    files = [file for file in LIARS_DICE.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) == 5
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 450


def test_its_own_tests_pass(project: Path) -> None:
    tested = run_tests(project)
    assert tested.returncode == 0, tested.stdout


def test_the_page_lists_it_as_a_game_with_a_stage(served: Served) -> None:
    listed = {game["name"]: game for game in served.get("/api/games?language=en")}
    assert (listed["liars-dice"]["title"], listed["liars-dice"]["drawn"]) == ("Liar's Dice", True)


def test_a_player_sees_own_dice_alone_and_bids_on_a_shelf(served: Served) -> None:
    match, tokens = served.set_table("here", "computer", "computer", spec="liars-dice")
    client = served.join(match, *tokens[:1])
    client.until(0)
    drawing = client.table["drawing"]
    kinds = {piece["point"]: piece["kind"] for piece in drawing["pieces"]}
    assert all(kind.startswith("die-") for point, kind in kinds.items() if point.startswith("0-"))
    assert {kind for point, kind in kinds.items() if not point.startswith("0-")} == {"hidden"}
    assert [thing["item"] for thing in drawing["shelves"]["bids"][0]][:2] == ["bid 1x1", "bid 1x2"]
    assert client.play(0, "bid 2x3")["waiting"] == [1]
