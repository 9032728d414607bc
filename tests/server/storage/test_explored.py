"""Moves of finished games are counted by position, up to symmetry, and can be counted again from nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql
from forked import run as command
from in_memory import heard, hello, run

import naadam
from naadam.server.protocol import messages
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.explored_store import ExploredStore, explored, explored_tables
from naadam.server.storage.hosting.housekeeping import delete_tables
from naadam.server.storage.store import Store
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player

HOST = "a" * 24
BOTH = (Player("here", "Anna"), Player("here", "Bo"))


async def finish(rooms: Rooms, spec: str, loser: int, *actions: str) -> Room:
    """A game of these actions that a seat then gives up."""
    table, _, _ = await rooms.create(ImportedGame(naadam.load(spec)), BOTH, host=HOST)
    room = await rooms.room(table)
    assert room is not None
    client = await hello(room, HOST)
    for number, action in enumerate(actions):
        seat = room.table.state.turn or 0
        await room.follow(client, messages.Play(f"p{number}", room.table.seq, seat, action))
    assert len(room.table.history.steps) == len(actions)
    await room.follow(client, messages.Resign("r", loser))
    return room


def rows(store: Store) -> list[Any]:
    with store.engine.connect() as connection:
        return list(connection.execute(sql.select(explored).order_by(explored.c.key, explored.c.action)).all())


def test_moves_on_a_turned_board_are_one(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        for loser, corner in ((1, "Ga3"), (0, "Gc5"), (0, "Ge3"), (0, "Gc3")):
            await finish(rooms, "bagh-chal", loser, corner)
        store = rooms.services.explored
        assert store.fold() == 4
        start = naadam.load("bagh-chal").start()
        found = {str(start.actions(0)[list(start.numbers(0)).index(one.action)]): one for one in store.moves_in(start)}
        assert set(found) == {"Ga3", "Gc1", "Gc5", "Ge3", "Gc3"}
        for edge in ("Ga3", "Gc1", "Gc5", "Ge3"):
            assert (found[edge].games, round(found[edge].share, 3)) == (3, 0.333)
        assert (found["Gc3"].games, found["Gc3"].share) == (1, 0.0)
        assert store.moves_in(start.apply("Gb1")) == []

    run(tmp_path, test)


def test_games_are_counted_once_and_again_from_nothing(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        store, database = rooms.services.explored, rooms.services.store
        room = await finish(rooms, "hasami-shogi", 0)
        await finish(rooms, "bagh-chal", 1, "Ga3")
        moves = store.read(room.table.id)
        assert store.fold() == 2
        assert store.fold() == 0
        assert not store.add(room.table.id, moves), "another server was faster"
        counted = rows(database)
        assert store.fold(again=True) == 2
        assert rows(database) == counted
        assert counted
        delete_tables(database.engine, [room.table.id])
        with database.engine.connect() as connection:
            assert len(connection.execute(sql.select(explored_tables)).all()) == 1

    run(tmp_path, test)
    again = ("tables", "explore", "--again", "--database", str(tmp_path / "tables.db"))
    assert command(*again).stdout == "moves of 1 games counted\n"


def test_the_explorer_shows_moves_of_finished_games(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await finish(rooms, "bagh-chal", 1, "Gc3")
        await finish(rooms, "bagh-chal", 0, "Gc3")
        rooms.services.explored.fold()
        reader = await hello(room)
        heard(reader)
        await room.follow(reader, messages.Explore("e", 0))
        while not (answers := [one for one in heard(reader) if one["type"] == "explored"]):
            await room.services.writer.check()
        [move] = answers[0]["played"]
        assert {key: move[key] for key in ("action", "games", "share")} == {"action": "Gc3", "games": 2, "share": 0.5}

    run(tmp_path, test)


def test_a_table_that_is_unreadable_counts_nothing(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        assert rooms.services.explored.read("nothing-here") == {}

    run(tmp_path, test)
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    assert ExploredStore(store).moves_in(naadam.load("yut").start()) == []
    store.close()
