"""The example of a game in a separate package: it is small, keeps the contract, and is played like any other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaged import TABLUT, environment, install, run_tests
from serving import Served

START = "3AAA3/4A4/4D4/A3D3A/AADDKDDAA/A3D3A/4D4/4A4/3AAA3 A 0"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, installed."""
    project = tmp_path_factory.mktemp("example") / "tablut"
    shutil.copytree(TABLUT, project, ignore=shutil.ignore_patterns("__pycache__"))
    install(project)
    return project


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, project: Path) -> Iterator[Served]:
    path = environment(project)["PYTHONPATH"]
    server = Served(tmp_path_factory.mktemp("server"), PYTHONPATH=path, NUMBA_DISABLE_JIT="1")
    yield server
    server.stop()


def test_it_has_five_files_and_at_most_five_hundred_lines() -> None:
    """docs/add-a-game.md says so."""
    files = [file for file in TABLUT.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) == 5
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 500


def test_its_own_tests_pass_compiled(project: Path) -> None:
    """Half a minute of processor time on a machine that has not compiled the game yet."""
    tested = run_tests(project, compiled=True)
    assert tested.returncode == 0, tested.stdout


def test_the_server_lists_it_in_every_language(served: Served) -> None:
    for language in ("en", "fr", "it"):
        listed = {game["name"]: game for game in served.get(f"/api/games?language={language}")}
        assert listed["tablut"]["title"] == "Tablut"


def test_a_table_has_its_stage_its_opening_and_its_moves(served: Served) -> None:
    match, tokens = served.set_table("here", "here", spec="tablut")
    stage = served.get("/api/stage?spec=tablut")
    assert len(stage["points"]) == 81
    assert set(stage["pieces"]) == {"attacker", "defender", "king"}
    attackers = served.join(match, *tokens)
    assert served.position(match) == START
    assert len(attackers.table["drawing"]["pieces"]) == 25
    assert len(attackers.table["choices"]["0"]) == 80
    attackers.send(type="try", id="t1", at=attackers.table["seq"], seat=0, touched=["a1"])
    assert attackers.next("refused")["text"] == "You have no piece on a1."
    assert attackers.play(0, "d1d2")["waiting"] == [1]


def test_a_computer_player_of_the_lowest_level_moves(served: Served) -> None:
    players = [{"kind": "computer", "level": 1}, {"kind": "here"}]
    made = served.post("/api/tables", {"spec": "tablut", "players": players})
    client = served.join(made["table"], made["keys"][1])
    client.until(1)
    assert [event["seat"] for event in client.table["events"]] == [0]
