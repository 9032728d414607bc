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


async def set_room(rooms: Rooms, spec: str, *kinds: Any) -> tuple[Room, list[str | None]]:
    table, _, tokens = await rooms.create(
        ImportedGame(naadam.load(spec)), [kind if isinstance(kind, Player) else Player(kind) for kind in kinds]
    )
    room = await rooms.room(table)
    assert room is not None
    return room, tokens


async def hello(room: Room, *tokens: str | None) -> Client:
    reader = Client(drop=lambda: None)
    await room.follow(reader, messages.Hello(tokens=[token for token in tokens if token]))
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
    players = [{"kind": "here", "token": "a"}, {"kind": "here", "token": "b"}]
    rooms.services.store.create("long", "bagh-chal", {"players": players, "seed": "seed"}, table.events)
    room = await rooms.room("long")
    assert room is not None
    return room
