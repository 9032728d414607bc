"""Tables that were begun by another version of the rules: played on only if they still can be, and never in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sql
from in_memory import hello, run, set_room

from naadam.server.protocol import messages
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.client import Client
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.store import events, tables


def change_setup(rooms: Rooms, table: str, **changes: object) -> None:
    with rooms.services.store.engine.begin() as connection:
        [setup] = connection.execute(sql.select(tables.c.setup).where(tables.c.id == table)).one()
        row = {"setup": json.dumps(json.loads(setup) | changes)}
        connection.execute(tables.update().where(tables.c.id == table).values(row))


def told(reader: Client) -> list[dict[str, object]]:
    return [json.loads(reader.queue.get_nowait()) for _ in range(reader.queue.qsize())]


def test_a_table_keeps_the_version_of_its_rules_and_says_if_it_is_an_older_one(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        assert room.table.rules == room.table.game.rules_version
        first = next(message for message in told(player) if message["type"] == "table")
        assert first["begun_by"] is None
        rooms.open.clear()
        change_setup(rooms, room.table.id, rules=1)
        again = await rooms.room(room.table.id)
        assert again is not None
        assert again.table.seq == 1, "it still replays"
        player = await hello(again, *keys)
        [table] = [message for message in told(player) if message["type"] == "table"]
        assert table["begun_by"] == 1

    run(tmp_path, test)


def test_a_table_that_does_not_replay_any_more_is_not_opened_and_says_why(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        rooms.open.clear()
        with rooms.services.store.engine.begin() as connection:
            taken = json.dumps({"seat": 0, "action": 0})  # a goat on a tiger
            connection.execute(events.update().where(events.c.table_id == room.table.id).values({"data": taken}))
        change_setup(rooms, room.table.id, rules=1)
        with pytest.raises(UserError) as refused:
            await rooms.room(room.table.id)
        assert refused.value.key == "unreadable"
        assert "step 1" in refused.value.text("en")
        assert room.table.id not in rooms.open

    run(tmp_path, test)
