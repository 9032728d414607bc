"""Solved tables at a server: made when the owner asks, noticed once they are there, and used in play."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from serving import Client, Served
from small_served import SPEC, small_environment

import naadam
from naadam.core.compiling.compiled import COMPILING
from naadam.server.http.routes import solved as routes
from naadam.server.protocol.errors import UserError
from naadam.server.protocol.schemas import SolvingWanted
from naadam.server.workers.solver import MOST_SECONDS, Solver
from naadam.solve.solvable import Coverage, Effort

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")

WON = "G1G/B1B/GGG G 0 0"  # a position of the small board in which all goats are placed: Gb1b2 wins, all else draws


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("small")
    server = Served(folder, **small_environment(folder))  # type: ignore[arg-type]
    yield server
    server.stop()


LARGE = "bagh-chal:board=pulijudam"  # with the memory of BC-8


def info(served: Served, spec: str = SPEC) -> dict[str, Any]:
    found: dict[str, Any] = served.get(f"/api/solved?spec={quote(spec)}")
    return found


def explore(client: Client, at: int, *line: str) -> dict[str, Any]:
    client.count += 1
    client.send(type="explore", id=f"e{client.count}", at=at, line=list(line))
    return client.next("explored", "failed")


def look_at(served: Served, position: str) -> Client:
    made = served.post("/api/opened", {"text": position, "spec": SPEC})
    return served.join(made["table"], *made["keys"])


def test_tables_are_made_once_asked_for_and_noticed(served: Served) -> None:
    before = info(served)
    assert before["solvable"]
    assert before["offered"]
    assert not before["movement"]["there"]
    assert before["movement"]["seconds"] < 1
    assert before["command"] == f"naadam solve {SPEC}"
    client = look_at(served, WON)
    assert not explore(client, 0)["known"]
    players = [{"kind": "here"}, {"kind": "computer", "level": 6}]
    status, reason = served.refusal("/api/tables", {"spec": SPEC, "players": players})
    assert (status, "is not solved" in reason) == (422, True)
    begun = served.post("/api/solved", {"spec": SPEC})
    assert begun["building"] is not None or begun["movement"]["there"]
    for _ in range(6000):  # the process that makes them gives way to all others
        if info(served)["movement"]["there"]:
            break
        time.sleep(0.1)
    after = info(served)
    assert (after["movement"]["there"], after["placement"]["there"], after["failed"]) == (True, False, False)
    assert not after["offered"]
    client.close()  # the client has not read for a while, so the server may have dropped it
    explore_what_is_known(look_at(served, WON))
    play_against_perfect(served)
    analyse_what_was_thrown_away(served)


def explore_what_is_known(client: Client) -> None:
    """All moves have values, words and gestures: in the game, in a variation of it, and at the end of a variation."""
    told = explore(client, 0)
    assert told["known"]
    assert told["seat"] == 0
    moves = {move["action"]: move for move in told["moves"]}
    assert set(moves) == {choice["action"] for choice in client.table["choices"]["0"]}
    assert [move["value"] for move in told["moves"]] == ["win"] + ["draw"] * 6
    assert (told["moves"][0]["action"], told["moves"][0]["distance"]) == ("Gb1b2", 1)
    for move in moves.values():
        assert (move["distance"] is None) == (move["value"] == "draw")
        assert move["words"]
        assert len(move["gesture"]) == 2
        assert 0 <= move["errors"] <= move["replies"]
    quiet = next(move for move in told["moves"] if move["replies"])
    after = explore(client, 0, quiet["action"])
    assert after["seat"] == 1
    assert after["line"] == [quiet["action"]]
    assert len(after["moves"]) == quiet["replies"]
    opposite = {"win": "loss", "draw": "draw", "loss": "win"}
    assert after["moves"][0]["value"] == opposite[quiet["value"]]
    scores = {"win": 1, "draw": 0, "loss": -1}
    best = max(scores[move["value"]] for move in after["moves"])
    assert quiet["errors"] == sum(scores[move["value"]] < best for move in after["moves"])
    assert after["drawing"] != told["drawing"]
    over = explore(client, 0, "Gb1b2")
    assert (over["seat"], over["known"], over["moves"]) == (None, True, [])
    assert explore(client, 0, "Ba2b2")["type"] == "failed", "it is not for tigers to move"
    assert explore(client, 9)["key"] == "not-yet"
    hinted = client.ask("hint", 0)
    assert hinted["action"] == "Gb1b2"
    assert hinted["reason"] == "It wins the game. It wins for certain; moves to a capture or the end: 1."


def play_against_perfect(served: Served) -> None:
    """The perfect player takes a seat, is shown as level 6, and wins a won position."""
    players = [{"kind": "computer", "level": 6}, {"kind": "here"}]
    made = served.post("/api/tables", {"spec": SPEC, "players": players, "opening": WON})
    client = served.join(made["table"], *made["keys"])
    assert client.table["players"][0]["level"] == 6
    client.until(1)
    assert client.table["end"]["winners"] == [0]
    assert client.table["events"][-1]["said"]["action"] == "Gb1b2"


def analyse_what_was_thrown_away(served: Served) -> None:
    """Goats give away a sure win: the analysis says so, and the value after the move."""
    client = look_at(served, WON)
    client.play(0, "Ga3b2")
    client.ask("resign", 1)
    client.send(type="analyse", id="a1")
    moves: list[dict[str, Any]] = []
    while not moves:
        moves += client.next("analysed")["moves"]
    assert moves[0]["threw"] == "win"
    assert moves[0]["proven"]
    assert moves[0]["settled"]
    assert moves[0]["mark"] == "??"
    assert moves[0]["value"] == 1.0


def test_what_cannot_be_solved_is_told_and_not_begun(served: Served) -> None:
    assert not info(served, "hasami-shogi")["solvable"]
    large = info(served, LARGE)
    assert (large["solvable"], large["offered"]) == (True, False)
    assert large["movement"]["seconds"] > MOST_SECONDS
    assert served.refusal("/api/solved", {"spec": LARGE})[0] == 422
    assert served.refusal("/api/solved", {"spec": "hasami-shogi"})[0] == 422
    assert served.refusal("/api/solved", {"spec": "bagh-chal:board=/etc/passwd.toml"})[0] == 422


def test_a_page_of_others_begins_nothing(served: Served) -> None:
    """Whatever it calls the text that it sends."""
    data = json.dumps({"spec": SPEC}).encode()
    for headers in (
        {"Content-Type": "application/json", "Origin": "http://evil.example"},
        {"Content-Type": "text/plain"},
    ):
        request = urllib.request.Request(served.address + "/api/solved", data, headers)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=60)
        with refused.value as answer:
            assert answer.code in (403, 422)


def test_one_is_solved_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Still:
        """Stands for the process that solves."""

        def __init__(self, hear: Any, _lose: Any) -> None:
            self.hear = hear
            begun.append(self)

        def begin(self, number: int, _work: object, arguments: tuple[str]) -> None:
            self.asked = (number, *arguments)

        def end(self) -> None:
            ended.append(self)

    begun: list[Still] = []
    ended: list[Still] = []
    monkeypatch.setattr("naadam.server.workers.solver.Worker", Still)
    classic, other = (naadam.load(spec) for spec in ("bagh-chal:rules=classic", "bagh-chal"))
    solving = Solver()
    solving.begin(classic)
    solving.begin(classic)
    assert [still.asked for still in begun] == [(1, classic.spec)]
    with pytest.raises(UserError, match="Another variant"):
        solving.begin(other)
    solving._hear(begun[0], 1, "progress", 0.4)  # type: ignore[arg-type]
    assert (solving.spec, solving.done) == (classic.spec, 0.4)
    solving._hear(begun[0], 1, "failed", OSError("no room"))  # type: ignore[arg-type]
    assert (solving.spec, solving.failed) == ("", classic.spec)
    solving.begin(other)
    assert (solving.spec, solving.failed) == (other.spec, "")
    solving._lose(begun[1])  # type: ignore[arg-type]
    assert solving.failed == other.spec
    solving.close()


def test_strangers_are_offered_nothing_and_begin_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client on another machine may see the state of solving, but is not offered it and cannot start it."""
    rooms: Any = SimpleNamespace(services=SimpleNamespace(solver=Solver()))
    game = naadam.load("bagh-chal:rules=classic")
    missing = Coverage(False, False, Effort(25.0, 120_000_000), Effort(900.0, 4_000_000_000))

    async def cover(_game: object) -> Coverage:
        return missing

    monkeypatch.setattr(routes, "coverage_of", cover)
    for address, offered in (("127.0.0.1", True), ("192.168.1.7", False)):
        assert asyncio.run(routes.describe(rooms, game, address)).offered is offered
    request: Any = SimpleNamespace(headers={})
    with pytest.raises(UserError, match="server’s own machine"):
        asyncio.run(routes.solve(rooms, "192.168.1.7", request, SolvingWanted(spec=game.spec)))
    assert rooms.services.solver.spec == ""
