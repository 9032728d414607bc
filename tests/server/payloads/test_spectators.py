"""Spectators of a game with hidden information are sent only the facts that every seat may know."""

from __future__ import annotations

from typing import Any

import msgspec

import naadam
from naadam.server.payloads.table import drawing_for, table_for
from naadam.server.protocol import replies
from naadam.server.table.events import StoredEvent
from naadam.server.table.players import Player
from naadam.server.table.table import Table


def bidding(seed: str, *bids: int) -> Table:
    """A table of Caravan after the deal, and after the first seats have bid."""
    game = naadam.load("caravan:players=4")
    table = Table("table", game, tuple(Player("here") for _ in range(4)), seed)
    table.take_all(table.chance_due())
    for seat, bid in enumerate(bids):
        action = table.state.resolve_action(f"bid {bid}", seat)[1]
        table.take(StoredEvent(table.seq + 1, "action", {"seat": seat, "action": action}))
    return table


def told(table: Table, *mine: int) -> dict[str, Any]:
    message = table_for(table, mine, "en", 0, True)
    data: dict[str, Any] = msgspec.json.decode(replies.encoder.encode(message))
    del data["seed_hash"]
    for event in data["events"]:
        if event["seal"]:
            del event["seal"]["digest"]
    return data


def test_a_spectator_sees_what_everybody_sees() -> None:
    table = bidding("one", 2, 1)
    seen = told(table)["drawing"]["counts"]
    assert seen["cards"][:4] == [-1] * 4
    assert seen["bids"][:4] == [-1, -1, 0, 0]
    assert seen["phase"] == 1
    assert told(table, 0)["drawing"]["counts"]["cards"][0] > 0


def test_tables_that_differ_in_what_is_hidden_are_the_same_to_a_spectator() -> None:
    one, other = bidding("one", 2, 1), bidding("other", 0, 3)
    assert one.state.record["cards"].tolist() != other.state.record["cards"].tolist()
    assert told(one) == told(other)
    assert told(one, 0) != told(other, 0)


def test_so_are_their_replays() -> None:
    one, other = bidding("one", 2, 1), bidding("other", 0, 3)
    for at in range(one.seq + 1):
        assert drawing_for(one, (), at) == drawing_for(other, (), at)
    assert all(event["said"] is None for event in told(one)["events"])
