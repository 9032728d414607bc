"""A language model at a table of the server, registered as an engine, and in a league."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import forked
import pytest
from serving import Served

import naadam
from naadam.lab import run_contest
from naadam.lab.contests import Gauntlet
from naadam.lab.league import rate

sys.path.append(str(Path(__file__).parents[2] / "llm"))

from stub_model import Messages, stub_model

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the configuration folder is set as Linux has it")
GAME = "bagh-chal:rules=classic"


def answer(messages: Messages, number: int) -> str:
    """An illegal action at first, then a legal one."""
    if len(messages) == 2:
        return "MOVE: a1a1"
    found = re.search(r"in notation: (.+)", messages[1]["content"])
    assert found
    return f"MOVE: {random.Random(number).choice(naadam.load(GAME).position(found[1]).actions())}"


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    with stub_model(answer) as url:
        yield f"{url}#stub"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, model: str) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("models")
    command = (sys.executable, "-m", "naadam", "llm", "engine", model)
    done = forked.run("engines", "add", "qwen", *command, XDG_CONFIG_HOME=str(folder))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("qwen: stub by Naadam")
    server = Served(folder, 20, XDG_CONFIG_HOME=str(folder))
    yield server
    server.stop()


def test_a_registered_model_plays_at_a_table(served: Served) -> None:
    made = served.post(
        "/api/tables", {"spec": GAME, "players": [{"kind": "here"}, {"kind": "computer", "engine": "qwen"}]}
    )
    client = served.join(made["table"], made["keys"][0])
    for _ in range(3):
        client.play(0, client.table["choices"]["0"][0]["action"])
        client.until(0)
    assert client.table["seq"] == 6
    assert client.table["players"][1]["engine"] == "qwen", "it was not replaced by a level"
    client.close()


def test_a_model_plays_in_a_league(model: str) -> None:
    contest = Gauntlet(GAME, (f"llm:{model},attempts=2", "random", "greedy"), 4, opening=2, nodes=50)
    played = list(run_contest(contest, workers=1))
    assert not any(game.failure for game in played)
    rated = rate(contest, played)
    assert {one.name for one in rated} == {*contest.names}
    assert sum(account["turns"] for game in played for account in game.accounts if account) > 20
