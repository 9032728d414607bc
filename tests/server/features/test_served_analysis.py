"""Analysis of a finished game: it starts on request, all clients are sent the same result, and it is stored."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from serving import Client, Served
from websockets.exceptions import InvalidStatus

START = "B3B/5/5/5/B3B G 16 4"  # one more goat, and the game is lost
MOVES = ("Ga3", "Ba1b1", "Gd1")  # the last one stands in a tiger's way


def play_and_resign(served: Served) -> tuple[str, str | None, Client]:
    table, keys = served.set_table("here", "here", opening=START)
    client = served.join(table, *keys)
    for number, move in enumerate(MOVES):
        client.ask("play", number % 2, action=move)
    return table, keys[0], client


def hear_analysis(client: Client) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = []
    while True:
        told = client.next("analysed")
        moves += told["moves"]
        if told["done"]:
            return moves


def test_a_game_is_analysed_when_it_is_over_and_the_analysis_is_kept(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        analyse_and_come_back(served)
    finally:
        served.stop()


def analyse_and_come_back(served: Served) -> None:
    table, token, client = play_and_resign(served)
    client.send(type="analyse", id="a1")
    assert client.next("failed")["id"] == "a1"
    client.ask("resign", 0)
    client.send(type="vary", id="v1", number=3)
    assert client.next("failed")["id"] == "v1", "there is no line before the analysis"
    client.send(type="analyse", id="a2")
    moves = hear_analysis(client)
    assert [move["number"] for move in moves] == [1, 2, 3]
    assert [move["seat"] for move in moves] == [0, 1, 0]
    assert all(move["line"] and -1 <= move["values"][0] <= 1 for move in moves)
    blunder = moves[2]
    assert blunder["mark"]
    assert blunder["verdict"] in ("inaccuracy", "mistake", "blunder")
    assert blunder["played"] == ["d1"]
    assert blunder["better"] != ["d1"]
    assert "goat" in blunder["words"]
    for move in moves:
        assert (move["verdict"] == "best") == (move["best"] == MOVES[move["number"] - 1])
    watcher = served.join(table)
    assert hear_analysis(watcher) == moves, "who comes later is told without asking"
    served.kill()
    served.start()
    returned = served.join(table, token)
    assert hear_analysis(returned) == moves, "it is kept"
    step_through_the_better_line(returned, blunder)
    try_the_mistake_again(served, table, blunder)
    make_an_old_analysis_anew(served, table, token)


def step_through_the_better_line(client: Client, blunder: dict[str, Any]) -> None:
    client.send(type="vary", id="v2", number=3)
    line = client.next("recounted")
    assert len(line["shots"]) == len(blunder["line"])
    assert line["shots"][0]["saying"]["say"] == blunder["words"]
    assert line["shots"][0]["saying"]["points"] == blunder["better"]
    client.send(type="vary", id="v3", number=9)
    assert client.next("failed")["id"] == "v3"


def try_the_mistake_again(served: Served, table: str, blunder: dict[str, Any]) -> None:
    trier = served.join(f"{table}/moves/3")
    assert trier.table["mine"] == [0]
    trier.send(type="play", id="p1", at=trier.table["seq"], seat=0, action="Gd1")
    refused = trier.next("failed")
    assert refused["key"] == "not-wanted"
    assert "can then" in refused["text"]
    trier.send(type="play", id="p2", at=trier.table["seq"], seat=0, action=blunder["best"])
    while trier.table["answers"] != "p2":
        trier.receive()
    assert trier.table["waiting"] == [], "it is found"


def make_an_old_analysis_anew(served: Served, table: str, token: str | None) -> None:
    """An analysis stored by an older version cannot be read: the server makes a new one on the next request."""
    served.kill()
    with contextlib.closing(sqlite3.connect(served.database)) as database, database:
        database.execute("UPDATE analyses SET moves = '[{}]'")
    served.start()
    with pytest.raises(InvalidStatus):
        served.join(f"{table}/moves/3")
    client = served.join(table, token)
    client.send(type="analyse", id="a3")
    assert [move["number"] for move in hear_analysis(client)] == [1, 2, 3]


def test_what_analyse_cannot_be_is_refused(served: Served) -> None:
    _, _, client = play_and_resign(served)
    client.send(type="analyse", id="a1", seat=0)
    assert "seat" in str(client.receive())
