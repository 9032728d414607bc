"""A game that is over is thought about when somebody asks, and everybody who asks is told the same."""

from __future__ import annotations

from typing import Any

from serving import Client, Served

MOVES = ("Gb1", "Ba1a2", "Gb2")  # the last one stands between two tigers' ways


def play_and_resign(served: Served) -> tuple[str, str | None, Client]:
    table, tokens = served.set_table("here", "here")
    client = served.join(table, *tokens)
    for number, move in enumerate(MOVES):
        client.ask("play", number % 2, action=move)
    return table, tokens[0], client


def hear_analysis(client: Client) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = []
    while True:
        told = client.next("analysed")
        moves += told["moves"]
        if told["done"]:
            return moves


def test_a_game_is_analysed_when_it_is_over(served: Served) -> None:
    table, _, client = play_and_resign(served)
    client.send(type="analyse", id="a1")
    assert client.next("failed")["id"] == "a1"
    client.ask("resign", 0)
    client.send(type="analyse", id="a2")
    moves = hear_analysis(client)
    assert [move["number"] for move in moves] == [1, 2, 3]
    assert [move["seat"] for move in moves] == [0, 1, 0]
    assert all(move["line"] and -1 <= move["values"][0] <= 1 for move in moves)
    watcher = served.join(table)
    watcher.send(type="analyse", id="a3")
    assert hear_analysis(watcher) == moves


def test_what_analyse_cannot_be_is_refused(served: Served) -> None:
    _, _, client = play_and_resign(served)
    client.send(type="analyse", id="a1", seat=0)
    assert "seat" in str(client.receive())
