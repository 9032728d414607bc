"""Results are written with the end of a game or not at all, and the logs give the same ones again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from forked import run as command
from in_memory import hello, run, seat_all, set_room

import naadam
from naadam.server.protocol import messages
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.hosting.housekeeping import delete_tables
from naadam.server.storage.result_store import fill_results, read_results
from naadam.server.storage.store import Store, results
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player

ANNA = Player("here", "Anna")
HOST = "a" * 24  # the person at the screen where a table is set


def rows(store: Store) -> list[dict[str, Any]]:
    with store.engine.connect() as connection:
        found = connection.execute(sql.select(results).order_by(results.c.table_id, results.c.seat))
        return [row._asdict() for row in found]


async def resigned(rooms: Rooms, spec: str, *players: Player) -> Room:
    room, keys = await seat_all(rooms, *await rooms.create(ImportedGame(naadam.load(spec)), players, host=HOST))
    client = await hello(room, next(key for key in keys if key))
    await room.follow(client, messages.Resign("r", client.mine[0]))
    return room


def test_the_logs_give_the_same_results_again(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        first = await resigned(rooms, "bagh-chal", ANNA, Player("computer"))
        room = await resigned(rooms, "yut", Player("invited"), Player("invited", "Bo"))
        await room.follow(await hello(room), messages.Hello())
        await set_room(rooms, "jarmo", ANNA, Player("computer"))
        written = rows(store)
        assert {(row["table_id"], row["spec"]) for row in written} == {
            (first.table.id, "bagh-chal"),
            (room.table.id, "yut"),
        }
        assert len({row["person"] for row in written if row["person"]}) == 3, "Anna and two guests; not the computer"
        [mine] = [row for row in written if row["person"] == HOST]
        assert (mine["person"], mine["place"], mine["share"], mine["rated"]) == (HOST, 2, 0.0, False)
        assert fill_results(store) == (0, 0)
        assert fill_results(store, again=True) == (2, 0)
        assert rows(store) == written
        with store.engine.begin() as connection:
            connection.execute(results.delete())
        assert fill_results(store) == (2, 0)
        assert rows(store) == written
        assert [len(game) for game in read_results(store.engine)] == [2, 2]
        assert list(read_results(store.engine, results.c.spec == "jarmo")) == []
        delete_tables(store.engine, [first.table.id])
        assert {row["table_id"] for row in rows(store)} == {room.table.id}

    run(tmp_path, test)


def test_an_end_that_is_not_stored_leaves_no_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms) -> None:
        store = rooms.services.store

        def fail(*_: object) -> None:
            raise sql.exc.OperationalError("insert", {}, Exception("disk full"))

        with monkeypatch.context() as patched:
            patched.setattr("naadam.server.storage.store.write_results", fail)
            room = await resigned(rooms, "bagh-chal", ANNA, Player("computer"))
        assert not room.table.over
        loaded = store.load(room.table.id)
        assert loaded is not None
        assert loaded[2] == []
        assert rows(store) == []
        client = await hello(room)
        client.mine = (0,)
        await room.follow(client, messages.Resign("again", 0))
        assert room.table.over
        assert len(rows(store)) == 2

    run(tmp_path, test)


def test_the_command_fills_them_in(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        await resigned(rooms, "bagh-chal", ANNA, Player("computer"))
        with rooms.services.store.engine.begin() as connection:
            connection.execute(results.delete())

    run(tmp_path, test)
    done = command("tables", "results", "--database", str(tmp_path / "tables.db"))
    assert done.stdout == "results of 1 games written\n"
