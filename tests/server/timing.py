"""Fake time for clocks, and two people at a table of Patrol."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from weakref import WeakSet

from in_memory import hello, set_room

from naadam.server.protocol import messages
from naadam.server.rooms.client import Client
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.services import Services
from naadam.server.storage.store import Store

CAPTURE = (("c1c2", "c2c3", "c3c4", "end"), ("a5b5", "e5d5", "end"), ("c4c5",))  # then blue is asked


class Alarm:
    def __init__(self, ring: Callable[[], object]) -> None:
        self.ring: Callable[[], object] | None = ring

    def cancel(self) -> None:
        self.ring = None


class FakeTime:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.alarms: list[tuple[float, int, Alarm]] = []
        self.numbers = itertools.count()

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], object]) -> Alarm:
        alarm = Alarm(callback)
        heapq.heappush(self.alarms, (self.now + delay, next(self.numbers), alarm))
        return alarm

    async def passes(self, seconds: float, rooms: Rooms) -> None:
        """Let time pass, and whatever it leads to be done."""
        until = self.now + seconds
        while self.alarms and self.alarms[0][0] <= until:
            self.now, _, alarm = heapq.heappop(self.alarms)
            if alarm.ring is not None:
                alarm.ring()
            await settle(rooms)
        self.now = until
        await settle(rooms)


SLOW = WeakSet[Rooms]()  # servers whose clients acknowledge shown events themselves


async def settle(rooms: Rooms) -> None:
    """Finish tasks under way; pages show events immediately, unless the test is about that."""
    while rooms.services._tasks:
        await asyncio.gather(*rooms.services._tasks, return_exceptions=True)
    for room in rooms.open.values() if rooms not in SLOW else ():
        started = [room.timekeeper._displays.acknowledge(client.mine, room.table.seq, 0) for client in room.clients]
        if any(started):
            room.timekeeper._wind()


def run(folder: Path, test: Callable[[Rooms, FakeTime], Awaitable[None]], slow: bool = False) -> None:
    async def inside() -> None:
        time = FakeTime()
        rooms = rooms_on(folder, time)
        if slow:
            SLOW.add(rooms)
        try:
            await test(rooms, time)
        finally:
            await rooms.close()

    asyncio.run(inside())


def rooms_on(folder: Path, time: FakeTime) -> Rooms:
    return Rooms(Services(Store(f"sqlite:///{folder / 'tables.db'}"), timer=time))


class People:
    """Two people at a table of Patrol."""

    def __init__(self, rooms: Rooms, room: Room, clients: list[Client], keys: list[str | None]) -> None:
        self.rooms, self.room, self.clients, self.keys = rooms, room, clients, keys
        self.count = itertools.count()

    @classmethod
    async def sit(cls, rooms: Rooms, spec: str = "patrol", kinds: tuple[str, str] = ("invited", "invited")) -> People:
        room, keys = await set_room(rooms, spec, *kinds)
        people = cls(rooms, room, [await hello(room, token) for token in keys], keys)
        await settle(rooms)
        return people

    async def play(self, seat: int, action: str, *then: str) -> None:
        name = f"p{next(self.count)}"
        await self.room.follow(self.clients[seat], messages.Play(name, self.room.table.seq, seat, action, list(then)))
        await settle(self.rooms)

    async def capture(self) -> None:
        for turn, actions in enumerate(CAPTURE):
            await self.play(turn % 2, *actions)

    def glasses(self) -> dict[str, tuple[int, float, bool]]:
        """All glasses by name: the seat, the seconds left, and whether it runs."""
        return {glass.name: (glass.seat, glass.left_ms / 1000, glass.running) for glass in self.room.timekeeper.shown()}

    def log(self) -> list[tuple[Any, str, Any]]:
        """Seat, action, and who took it."""
        table = self.room.table
        found = ((event, table.state_at(event.seq - 1)) for event in table.events)
        return [
            (
                event.data["seat"],
                before.game.notation.format(before.record, event.data["seat"], event.data["action"]),
                event.data.get("by"),
            )
            for event, before in found
            if event.kind == "action"
        ]
