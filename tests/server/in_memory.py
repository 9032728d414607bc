"""A server in this process, without a network: rooms, and clients that say hello."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from serving import as_table

import naadam
from naadam.server import features  # noqa: F401 (imported to register handlers)
from naadam.server.protocol import messages
from naadam.server.rooms.client import Client
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.services import Services
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.table.table import Table


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Rooms]:
    rooms = Rooms(Services(Store(f"sqlite:///{folder / 'tables.db'}")))
    try:
        yield rooms
    finally:
        await rooms.close()


def run(folder: Path, test: Callable[[Rooms], Awaitable[None]]) -> None:
    """Run a test with its own rooms and database."""

    async def inside() -> None:
        async with opened(folder) as rooms:
            await test(rooms)

    asyncio.run(inside())


HOST = "host"  # the person at the screen where a table is set


async def set_room(rooms: Rooms, spec: str, *kinds: Any) -> tuple[Room, list[str | None]]:
    """A table with people on all its seats: the room, and the person of each player; None for a computer."""
    players = [kind if isinstance(kind, Player) else Player(kind) for kind in kinds]
    return await seat_all(rooms, *await rooms.create(ImportedGame(naadam.load(spec)), players, host=HOST))


async def seat_all(
    rooms: Rooms, table: str, seats: list[int], invitations: list[str | None]
) -> tuple[Room, list[str | None]]:
    """Let guests accept all invitations; the room, and the person of each player."""
    room = await rooms.room(table)
    assert room is not None
    for number, (seat, token) in enumerate(zip(seats, invitations, strict=True)):
        if token is not None:
            assert rooms.services.seats.accept(table, token, f"guest {number}") == seat
    await room.refresh()
    return room, [room.table.players[seat].person or None for seat in seats]


async def hello(room: Room, *people: str | None) -> Client:
    """A connection of a person; a person may be named for each of their seats. Without a person it watches."""
    [person] = {person for person in people if person} or {""}
    reader = Client(drop=lambda: None, person=person)
    await room.follow(reader, messages.Hello())
    return reader


_tables: WeakKeyDictionary[Client, dict[str, Any]] = WeakKeyDictionary()  # as each reader knows them


def heard(reader: Client) -> list[dict[str, Any]]:
    """The messages in the queue of a reader, with changes applied, so that each is a full table."""
    found = []
    for _ in range(reader.queue.qsize()):
        message = as_table(msgspec.json.decode(reader.queue.get_nowait()), _tables.get(reader, {}))
        if message["type"] == "table":
            _tables[reader] = message
        found.append(message)
    return found


async def set_long_room(rooms: Rooms, moves: int) -> Room:
    """A table after many moves of goats and tigers to and fro."""
    table = Table("long", naadam.load("bagh-chal"), (Player("here"), Player("here")), "seed")
    rng = random.Random(1)
    while table.seq < moves:
        (seat,) = table.to_act
        action = int(rng.choice(table.state.actions(seat)))
        table.take(StoredEvent(table.seq + 1, "action", {"seat": seat, "action": action}))
        if table.over:
            table.take(StoredEvent(table.seq + 1, "undone", {"seat": seat, "steps": 9}))
    players = [{"kind": "here", "person": HOST}, {"kind": "here", "person": HOST}]
    rooms.services.store.create("long", "bagh-chal", {"players": players, "seed": "seed"}, table.events)
    room = await rooms.room("long")
    assert room is not None
    return room
