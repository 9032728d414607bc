"""The endings of Jarmo at a server: made when the owner asks, then exact in explorer, hints, analysis and play."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Client, Served

from naadam.core.compiling.compiled import COMPILING

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")

WON = "4a/5/5/3G1/5 G 0-1 4-3 - - 0 - -"  # d2b3 wins, all else loses
FEWER = """
import os
from naadam.solve.jarmo import effort

effort.END_POSITIONS = 300_000
os.nice = lambda _increment: 0
"""
"""For every process of the server: fewer endings, at the usual priority, as other tests run meanwhile."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("endings")
    (folder / "sitecustomize.py").write_text(FEWER, encoding="utf-8")
    source = Path(__file__).parents[3] / "src"
    path = os.pathsep.join(filter(None, (str(folder), str(source), os.environ.get("PYTHONPATH", ""))))
    server = Served(folder, PYTHONPATH=path, XDG_DATA_HOME=str(folder / "data"))
    yield server
    server.stop()


def explore(client: Client, at: int) -> dict[str, Any]:
    client.count += 1
    client.send(type="explore", id=f"e{client.count}", at=at, line=[])
    return client.next("explored", "failed")


def look_at(served: Served) -> Client:
    made = served.post("/api/opened", {"text": WON, "spec": "jarmo"})
    return served.join(made["table"], *made["keys"])


def test_the_endings_are_offered_made_and_used(served: Served) -> None:
    before = served.get("/api/solved?spec=jarmo")
    assert (before["solvable"], before["offered"], before["movement"]["there"]) == (True, True, False)
    assert before["placement"]["seconds"] > 36_000
    assert not explore(look_at(served), 0)["known"]
    served.post("/api/solved", {"spec": "jarmo"})
    until = time.monotonic() + 500
    while not (after := served.get("/api/solved?spec=jarmo"))["movement"]["there"]:
        assert not after["failed"]
        assert time.monotonic() < until
        time.sleep(0.1)
    assert (after["placement"]["there"], after["offered"]) == (False, False)
    client = look_at(served)
    told = explore(client, 0)
    assert told["known"]
    values = [(move["action"], move["value"], move["distance"]) for move in told["moves"]]
    assert values[0] == ("d2b3", "win", 3)
    assert {value for _, value, _ in values[1:]} == {"loss"}
    assert client.ask("hint", 0)["action"] == "d2b3"


def test_perfect_plays_the_ending(served: Served) -> None:
    players = [{"kind": "computer", "level": 6}, {"kind": "here"}]
    made = served.post("/api/tables", {"spec": "jarmo", "players": players, "opening": WON})
    client = served.join(made["table"], *made["keys"])
    client.until(1)
    assert client.table["events"][-1]["said"]["action"] == "d2b3"


def test_an_analysis_says_that_the_win_was_thrown_away(served: Served) -> None:
    client = look_at(served)
    client.play(0, "d2b1")
    client.ask("resign", 1)
    client.send(type="analyse", id="a1")
    moves: list[dict[str, Any]] = []
    while not moves:
        moves += client.next("analysed")["moves"]
    assert (moves[0]["threw"], moves[0]["mark"], moves[0]["proven"]) == ("win", "??", True)
