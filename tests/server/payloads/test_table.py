"""The public state of a table, as home shows it."""

from __future__ import annotations

import random

from serving import Served

import naadam
from naadam.server.payloads.table import standing_of
from naadam.server.protocol.messages import Play
from naadam.server.table.players import Player
from naadam.server.table.table import Table


def test_how_a_table_stands_is_told_to_all(served: Served) -> None:
    table, keys = served.set_table("here", "computer")
    standing = served.get(f"/api/tables/{table}/standing?language=fr")
    assert [player["role"] for player in standing["players"]] == ["Chèvres", "Tigres"]
    assert (standing["waiting"], standing["over"], standing["moves"]) == ([0], False, 0)
    served.join(table, keys[0]).ask("resign", 0)
    standing = served.get(f"/api/tables/{table}/standing")
    assert (standing["over"], standing["winners"], standing["end"]) == (True, [1], "Goats resigned.")
    assert served.refusal("/api/tables/no-such-table/standing")[0] == 404
    assert served.get(f"/api/tables/{table}/picture").startswith("<svg")


def test_a_game_that_points_decided_is_told_with_them() -> None:
    game, rng = naadam.load("jarmo"), random.Random(1)
    table = Table("table", game, (Player("here"), Player("here")), "seed")
    assert standing_of(table, "en").score is None
    while not table.over:
        seat = table.to_act[0]
        action = str(rng.choice(table.state.actions(seat)))
        table.take_all(table.decide(Play("m", table.seq, seat, action)))
    standing, points = standing_of(table, "en"), table.state.describe().counts["points"]
    assert isinstance(points, tuple)
    assert standing.score == list(points)
    assert standing.winners == [points.index(max(points))], "a game that one of them won"
