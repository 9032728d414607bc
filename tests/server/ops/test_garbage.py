"""Garbage is found by time, and Python looks for it by itself again after that; connections and rooms make none."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import threading
import weakref
from pathlib import Path
from typing import Any, ClassVar

import pytest
import uvicorn
from in_memory import HOST, hello, run, seat_all, set_room
from websockets.asyncio.client import connect

import naadam
from naadam.core.view import View
from naadam.server.app import make_app
from naadam.server.http.protocols import GuardedHttp, GuardedSocket
from naadam.server.ops import garbage_collection
from naadam.server.protocol import messages
from naadam.server.protocol.kinds import PlayerKind
from naadam.server.rooms import rooms as rooms_module
from naadam.server.rooms import timekeeper
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.table.time_control import TimeControl


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


async def wait_until_gone(left: weakref.ref[Knot]) -> None:
    async with asyncio.timeout(20):
        while left() is not None:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("looks", "age"), [(600, 0), (3, 2)])
def test_what_holds_itself_is_found_by_time(monkeypatch: pytest.MonkeyPatch, looks: int, age: int) -> None:
    monkeypatch.setattr(garbage_collection, "SECONDS_BETWEEN_LOOKS", 0.001)
    monkeypatch.setattr(garbage_collection, "LOOKS_BETWEEN_WHOLE_ONES", looks)
    before = gc.get_threshold()

    async def test() -> None:
        looking = asyncio.create_task(garbage_collection.look_for_garbage())
        await asyncio.sleep(0.01)
        assert gc.get_threshold()[0] == garbage_collection.MOST_NEW
        knot = Knot()
        for generation in range(age):
            gc.collect(generation)
        left = weakref.ref(knot)
        del knot
        await wait_until_gone(left)
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking

    asyncio.run(test())
    assert gc.get_threshold() == before


@pytest.mark.parametrize("spec", ["bagh-chal", "yut", "khan:players=2", "yuan:players=2", "conquest:players=2"])
def test_a_room_that_is_put_away_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, spec, "here", "here")
        reader = await hello(room, *keys)
        for _ in range(3):
            seat = room.table.to_act[0]
            action = room.table.held[1] if room.table.held else str(room.table.state.actions(seat)[0])
            await room.follow(reader, messages.Play(f"p{room.table.seq}", room.table.seq, seat, action))
        assert room.table.seq >= 3
        room.leave(reader)
        await asyncio.sleep(0.01)  # so that the task that announces the departure ends
        room_left, table_left = weakref.ref(room), weakref.ref(room.table)
        del room, reader
        assert room_left() is not None
        monkeypatch.setattr(rooms_module, "SECONDS_IDLE", -1.0)
        gc.disable()
        try:
            rooms._close_idle_rooms()
            assert room_left() is None
            assert table_left() is None
        finally:
            gc.enable()

    run(tmp_path, test)


@pytest.mark.parametrize(("other", "acts"), [("computer", "its computer"), ("here", "its clock")])
def test_a_room_that_is_let_go_while_something_of_it_acts_is_gone_without_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, other: PlayerKind, acts: str
) -> None:
    may_store = threading.Event()

    async def test(rooms: Rooms) -> None:
        async def choose(view: View, *_: object) -> int:
            rooms.services.store.append = slowly  # type: ignore[method-assign, assignment]
            return view.actions()[0]

        def slowly(*news: object) -> object:
            may_store.wait(20)
            return append(*news)  # type: ignore[arg-type]

        append = rooms.services.store.append
        rooms.services.bot_pool.choose = choose  # type: ignore[method-assign, assignment]
        rooms.services.writer._by_thread_until = float("inf")
        players = [Player("here"), Player(other)]
        clock, opening = TimeControl("move", 60), ImportedGame(naadam.load("bagh-chal"))
        room, keys = await seat_all(rooms, *await rooms.create(opening, players, time_control=clock, host=HOST))
        table_id = room.table.id
        reader = await hello(room, *keys)
        await room.follow(reader, messages.Play("p1", 0, 0, str(room.table.state.actions(0)[0])))
        if acts == "its clock":
            rooms.services.store.append = slowly  # type: ignore[method-assign, assignment]
            monkeypatch.setattr(timekeeper, "GRACE", -60_000)
            room.timekeeper._ring()
        async with asyncio.timeout(20):
            while not rooms.services.writer.busy:
                await asyncio.sleep(0)
            rooms.let_go(room)
            room.leave(reader)
            left = weakref.ref(room)
            del room, reader
            assert left() is not None
            may_store.set()
            while left() is not None:
                await asyncio.sleep(0.01)
        table = await rooms.look_at(table_id)
        assert table is not None
        assert table.seq == 2

    run(tmp_path, test)
    gc.collect()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


class Watched(GuardedSocket):
    """Connections that can be counted."""

    all: ClassVar[weakref.WeakSet[Watched]] = weakref.WeakSet()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.all.add(self)


def test_a_connection_that_has_ended_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naadam.server.http.protocols.SECONDS_TO_FLUSH", 0.01)
    monkeypatch.setattr(garbage_collection, "SECONDS_BETWEEN_LOOKS", 1000)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", ["127.0.0.1"], workers=1)
    config = uvicorn.Config(app, http=GuardedHttp, ws=Watched, port=0, log_level="critical")

    async def test() -> None:
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        room, _ = await set_room(app.state.rooms, "bagh-chal", "here", "here")
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                async with connect(f"ws://127.0.0.1:{port}/api/tables/{room.table.id}/socket") as client:
                    await client.send('{"type":"hello"}')
                    assert '"type":"table"' in str(await client.recv())
                    assert len(Watched.all) == 1
                async with asyncio.timeout(20):
                    while Watched.all:
                        await asyncio.sleep(0.01)
        finally:
            gc.enable()
        server.should_exit = True
        await serving

    asyncio.run(test())
