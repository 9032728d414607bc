"""Matches of several games, and lots: who sits where, who leads, who has won, by which clause."""

from __future__ import annotations

from serving import Client, Served


def resign(served: Served, table: str, loser: str, *others: str) -> tuple[Client, list[Client]]:
    """Let the holder of a token resign a game; the clients that have seen it."""
    client = served.join(table, loser)
    watching = [served.join(table, token) for token in others]
    client.ask("resign", client.table["mine"][0])
    for other in watching:
        other.next("table")
    return client, watching


def go_on(client: Client) -> str:
    told = client.ask("rematch", client.table["mine"][0])
    assert told["type"] == "table", told
    return str(told["next"])


def test_two_games_won_win_the_match(served: Served) -> None:
    table, (anna, ben) = served.set_table("here", "invited", several=True)
    client, _ = resign(served, table, ben)
    first = client.table["series"]
    assert (first["clause"], first["number"], first["won"], first["end"]) == ("BC-20", 1, [1, 0], None)
    table = go_on(client)
    client, (anna_there,) = resign(served, table, ben, anna)
    series = client.table["series"]
    assert anna_there.table["mine"] == [1], "the sides are changed"
    assert (series["number"], series["won"], series["drawn"]) == (2, [0, 2], 0)
    assert (series["end"]["winners"], series["end"]["clause"]) == ([1], "BC-20")
    after = served.join(go_on(client), anna).table["series"]
    assert (after["number"], after["won"]) == (1, [0, 0]), "a new match"


def test_a_third_game_is_seated_by_lot_and_can_end_in_a_draw(served: Served) -> None:
    table, (anna, ben) = served.set_table("here", "invited", several=True)
    client, _ = resign(served, table, ben)
    table = go_on(client)
    client, _ = resign(served, table, anna)
    assert client.table["series"]["end"] is None
    table = go_on(client)
    client, other = served.join(table, anna), served.join(table, ben)
    assert sorted(client.table["mine"] + other.table["mine"]) == [0, 1]
    assert client.table["series"]["number"] == 3
    client.ask("offer-draw", client.table["mine"][0])
    other.next("table")
    told = other.ask("answer", other.table["mine"][0], accept=True)
    assert told["series"]["end"]["winners"] == [0, 1]
    assert told["series"]["end"]["text"].startswith("The match is over")


def test_a_match_survives_a_restart(served: Served) -> None:
    table, (_, ben) = served.set_table("here", "invited", several=True)
    client, _ = resign(served, table, ben)
    table = go_on(client)
    served.kill()
    served.start()
    again = served.join(table, ben)
    assert (again.table["series"]["number"], again.table["series"]["won"]) == (2, [0, 1])
    again.close()


def test_lots_decide_who_sits_where(served: Served) -> None:
    players = [{"kind": "here", "name": "Anna"}, {"kind": "computer"}]
    drawn = set()
    for _ in range(20):
        made = served.post("/api/tables", {"spec": "bagh-chal", "players": players, "lots": True})
        client = served.join(made["table"], made["keys"][0])
        (seat,) = client.table["mine"]
        assert made["seats"] == [seat, 1 - seat]
        assert client.table["players"][seat]["name"] == "Anna"
        drawn.add(seat)
        client.close()
    assert drawn == {0, 1}


def test_a_single_game_is_no_series(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    assert client.table["series"] is None
    client.close()


def test_the_second_game_of_a_match_of_yut_is_begun_by_the_next_player(served: Served) -> None:
    spec = "yut:posts=two,wild_horse=true"
    table, (anna, ben) = served.set_table("here", "invited", spec=spec, several=True)
    client, _ = resign(served, table, ben)
    assert client.table["series"]["clause"] == "YU-40"
    began = next(event["said"]["action"] for event in served.join(table).table["events"])
    assert began in ("F0", "F1")
    table = go_on(client)
    anna_there, ben_there = served.join(table, anna), served.join(table, ben)
    told = anna_there.table
    assert told["game"] == f"{spec},second_game={3 - (int(began[1]) + 1)}"
    assert (told["series"]["number"], told["series"]["won"]) == (2, [1, 0])
    assert anna_there.table["mine"] == [0], "nobody changes sides"
    turn = told["waiting"][0]
    assert turn == 1 - int(began[1])
    mover = anna_there if turn == 0 else ben_there
    assert mover.play(turn, mover.table["choices"][str(turn)][0]["action"])["type"] == "table"
    ben_there.ask("resign", 1)
    while ben_there.table["end"] is None:
        ben_there.next("table")
    assert ben_there.table["series"]["end"]["winners"] == [0]
    after = served.join(go_on(ben_there), anna).table
    assert (after["game"], after["series"]["number"]) == (spec, 1), "a new match begins with a lot"
