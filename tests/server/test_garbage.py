"""Garbage is found by time, and Python looks for it by itself again after that; connections make none."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from typing import Any, ClassVar

import pytest
import uvicorn
from websockets.asyncio.client import connect

from naadam.server import garbage
from naadam.server.sockets import GuardedHttp, GuardedSocket


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


class Keeper:
    put_away = 0


async def wait_until_gone(left: weakref.ref[Knot]) -> None:
    async with asyncio.timeout(20):
        while left() is not None:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("looks", "put_away", "age"), [(600, 0, 0), (3, 0, 2), (10**9, 5, 2)])
def test_what_holds_itself_is_found_by_time_or_when_much_was_put_away(
    monkeypatch: pytest.MonkeyPatch, looks: int, put_away: int, age: int
) -> None:
    monkeypatch.setattr(garbage, "SECONDS_BETWEEN_LOOKS", 0.001)
    monkeypatch.setattr(garbage, "LOOKS_BETWEEN_WHOLE_ONES", looks)
    monkeypatch.setattr(garbage, "MOST_PUT_AWAY", 4)
    before = gc.get_threshold()

    async def test() -> None:
        keeper = Keeper()
        looking = asyncio.create_task(garbage.look_for_garbage(keeper))
        await asyncio.sleep(0.01)
        assert gc.get_threshold()[0] == garbage.MOST_NEW
        knot = Knot()
        for generation in range(age):
            gc.collect(generation)
        left = weakref.ref(knot)
        del knot
        keeper.put_away = put_away
        await wait_until_gone(left)
        assert keeper.put_away == 0
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking

    asyncio.run(test())
    assert gc.get_threshold() == before


class Watched(GuardedSocket):
    """Connections that can be counted."""

    all: ClassVar[weakref.WeakSet[Watched]] = weakref.WeakSet()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.all.add(self)


async def answer_once(scope: Any, receive: Any, send: Any) -> None:
    """Accept a connection, send back what comes, and wait until it is closed."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": (await receive())["text"]})
    await receive()


def test_a_connection_that_has_ended_is_gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naadam.server.sockets.SECONDS_TO_FLUSH", 0.01)
    config = uvicorn.Config(answer_once, http=GuardedHttp, ws=Watched, port=0, log_level="critical", lifespan="off")

    async def test() -> None:
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                async with connect(f"ws://127.0.0.1:{port}/") as client:
                    await client.send("a")
                    assert await client.recv() == "a"
                    assert len(Watched.all) == 1
                async with asyncio.timeout(20):
                    while Watched.all:
                        await asyncio.sleep(0.01)
        finally:
            gc.enable()
        server.should_exit = True
        await serving

    asyncio.run(test())
