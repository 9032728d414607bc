"""The periodic job of retention: notes visits on every server, and deletes on one server only, between pauses."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from naadam.server.protocol.errors import UserError
from naadam.server.storage.hosting.retention import RULES, Retention, note_visits
from naadam.server.storage.writer import first_line

if TYPE_CHECKING:
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.rooms import Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_NOTES = 300.0  # of visits that go on
NOTES_BETWEEN_SWEEPS = 12
VISITS_PER_NOTE = 100  # in one transaction
PAUSE = 0.2  # seconds between two batches, at least
SHARE = 10  # a batch is followed by a pause of so many times its own duration


class RetentionJob:
    """Visits that are not stored yet, and the sweep that deletes."""

    def __init__(self, rooms: Rooms, retention: Retention) -> None:
        self._rooms = rooms
        self._retention = retention
        self._visited: set[str] = set()
        self._noting = asyncio.Lock()

    def visit(self, room: Room) -> None:
        """Store a client's visit soon, so that no server deletes the table; exercises are no tables."""
        if self._rooms.open.get(room.table.id) is room:
            self._visited.add(room.table.id)
            if not self._noting.locked():
                self._rooms.services.spawn(self._note())

    async def go_on(self) -> None:
        """Note visits and sweep for ever."""
        while True:
            for _ in range(NOTES_BETWEEN_SWEEPS):
                await asyncio.sleep(SECONDS_BETWEEN_NOTES)
                await self.note()
            await self.sweep()

    async def note(self) -> bool:
        """Store the visits that are not stored yet, and those that go on; False if some could not be."""
        self._visited |= {table_id for table_id, room in self._rooms.open.items() if room.clients}
        await self._note()
        return not self._visited

    async def _note(self) -> None:
        """Store visits until all are; those that could not be stored wait for the next time."""
        services = self._rooms.services
        async with self._noting:
            while self._visited:
                some = sorted(self._visited)[:VISITS_PER_NOTE]
                self._visited -= set(some)
                try:
                    await services.writer.ask(note_visits, services.store, some)
                except UserError:  # which is in the log
                    self._visited |= set(some)
                    return
                if self._visited:
                    await asyncio.sleep(PAUSE)

    async def sweep(self) -> None:
        """Delete everything that is due, if this is the server that does so; nothing if visits cannot be stored."""
        services = self._rooms.services
        if any(self._retention) and not await self.note():
            return
        for name, rule in RULES.items() if any(self._retention) else ():
            looked = 1
            while looked and services.ownership.eldest and not services.stopping:
                begin = time.monotonic()
                try:
                    looked, deleted = await asyncio.to_thread(rule, services.store, self._retention)
                except Exception as error:  # such as a full disk: the next sweep tries again
                    log.error("retention of %s failed: %s", name, first_line(error))
                    return
                if name in services.metrics.deleted:
                    services.metrics.deleted[name].add(deleted)
                await asyncio.sleep(max(PAUSE, SHARE * (time.monotonic() - begin)))
