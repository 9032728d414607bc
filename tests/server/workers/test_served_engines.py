"""Engines that the operator has registered, at a table: those that play, those that crash, those that hang."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Served

ENGINE = Path(__file__).parents[2] / "bots" / "engine_that.py"
FAULTS = ("works", "crashes", "hangs", "has-children", "mute", "cheats")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the configuration folder is set as Linux has it")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("engines")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    (folder / "naadam").mkdir()
    engines = "".join(
        f"[{fault}]\ncommand = '{shlex.join([sys.executable, str(ENGINE), fault, str(folder / 'child')])}'\n"
        "games = ['bagh-chal']\n"
        for fault in FAULTS
    )
    (folder / "naadam" / "engines.toml").write_text(engines, encoding="utf-8")
    server = Served(folder, 3, XDG_CONFIG_HOME=str(folder))
    yield server
    server.stop()


def wanted(engine: str, spec: str = "bagh-chal") -> dict[str, object]:
    return {"spec": spec, "players": [{"kind": "here"}, {"kind": "computer", "engine": engine}]}


def test_engines_are_offered_for_the_games_they_play(served: Served) -> None:
    offered = {game["name"]: game["engines"] for game in served.get("/api/games")}
    assert offered["bagh-chal"] == list(FAULTS)
    assert offered["jarmo"] == []


@pytest.mark.parametrize(
    ("engine", "spec"), [("nobody", "bagh-chal"), ("works", "jarmo"), (f"{sys.executable} -V", "bagh-chal")]
)
def test_only_a_registered_engine_can_be_asked_to_play(served: Served, engine: str, spec: str) -> None:
    status, told = served.refusal("/api/tables?language=it", wanted(engine[:40], spec))
    assert (status, told.startswith("Qui non è registrato un motore")) == (422, True), told


def test_a_registered_engine_plays(served: Served) -> None:
    made = served.post("/api/tables", wanted("works"))
    client = served.join(made["table"], made["keys"][0])
    assert client.table["players"][1] == {
        "kind": "computer",
        "name": "",
        "level": None,
        "engine": "works",
        "coached": False,
        "free": False,
        "bot": False,
    }
    for _ in range(3):
        client.play(0, client.table["choices"]["0"][0]["action"])
        client.until(0)
    assert [event["kind"] for event in client.table["events"]] == ["action"]
    assert client.table["seq"] == 6
    assert client.table["players"][1]["engine"] == "works"
    client.close()


@pytest.mark.parametrize("fault", ["crashes", "hangs", "cheats"])
def test_the_computer_plays_on_for_an_engine_that_fails(served: Served, fault: str) -> None:
    made = served.post("/api/tables", wanted(fault))
    client = served.join(made["table"], made["keys"][0])
    client.play(0, "Gc3")
    while client.table["players"][1]["engine"]:
        client.next("table")
    assert [(event["kind"], event["seat"]) for event in client.table["events"]] == [("replaced", 1)]
    assert client.table["players"][1]["level"] == 3
    client.until(0)
    assert client.table["seq"] == 3
    client.close()
    again = served.join(made["table"], made["keys"][0])  # a client that joins later sees the replacement, too
    assert [event["kind"] for event in again.table["events"]] == ["action", "replaced", "action"]
    assert again.play(0, again.table["choices"]["0"][0]["action"])["type"] == "table"
    again.close()


def test_an_engine_that_hangs_keeps_no_other_table_waiting(served: Served) -> None:
    table, keys = served.set_table("here", "computer")
    client = served.join(table, keys[0])
    client.play(0, "Gc3")
    client.until(0)  # the computer is ready
    made = served.post("/api/tables", wanted("mute"))
    slow = served.join(made["table"], made["keys"][0])
    slow.play(0, "Gc3")
    client.play(0, client.table["choices"]["0"][0]["action"])
    client.until(0)
    assert client.table["seq"] == 4
    waiting = served.join(made["table"]).table  # an engine has ten seconds to name itself
    assert waiting["players"][1]["engine"] == "mute"
    slow.close()
    client.close()


def test_a_killed_server_leaves_no_engine_behind_and_the_game_goes_on(served: Served, folder: Path) -> None:
    made = served.post("/api/tables", wanted("has-children"))
    client = served.join(made["table"], made["keys"][0])
    client.play(0, "Gc3")
    for _ in range(600):
        if (folder / "child").exists():
            break
        time.sleep(0.05)
    served.kill()
    child = Path("/proc") / (folder / "child").read_text(encoding="utf-8")
    for _ in range(100):
        if not child.exists() or "\nState:\tZ" in (child / "status").read_text():
            break
        time.sleep(0.05)
    else:
        pytest.fail("a process of the engine lives on")
    client.close()
    served.start()
    client = served.join(made["table"], made["keys"][0])
    client.until(0)
    client.close()
    told = served.join(made["table"]).table["events"]
    assert [event["kind"] for event in told] == ["action", "replaced", "action"]
