"""The periodic job of retention: notes visits on every server, and deletes on one server only, between pauses."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from naadam.server.protocol.errors import UserError
from naadam.server.storage.retention import RULES, Retention, note_visits
from naadam.server.storage.writer import first_line

if TYPE_CHECKING:
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.rooms import Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_NOTES = 300.0  # at most the visits of so long are lost in a crash
NOTES_BETWEEN_SWEEPS = 12
VISITS_PER_NOTE = 100  # in one transaction
PAUSE = 0.2  # seconds between two batches, at least
SHARE = 10  # a batch is followed by a pause of so many times its own duration


class RetentionJob:
    """Visits since the last note, and the sweep that deletes."""

    def __init__(self, rooms: Rooms, retention: Retention) -> None:
        self._rooms = rooms
        self._retention = retention
        self._visited: set[str] = set()

    def visit(self, room: Room) -> None:
        """Remember a client at a table; exercises are no tables."""
        if self._rooms.open.get(room.table.id) is room:
            self._visited.add(room.table.id)

    async def go_on(self) -> None:
        """Note visits and sweep for ever."""
        while True:
            for _ in range(NOTES_BETWEEN_SWEEPS):
                await asyncio.sleep(SECONDS_BETWEEN_NOTES)
                await self.note()
            await self.sweep()

    async def note(self) -> None:
        """Store the visits since the last note, and those that go on."""
        present = {table_id for table_id, room in self._rooms.open.items() if room.clients}
        visited, self._visited = sorted(self._visited | present), set()
        services = self._rooms.services
        for begin in range(0, len(visited), VISITS_PER_NOTE):
            try:
                await services.writer.ask(note_visits, services.store, visited[begin : begin + VISITS_PER_NOTE])
            except UserError:  # which is in the log; the tables with clients are noted next time
                return
            await asyncio.sleep(PAUSE)

    async def sweep(self) -> None:
        """Delete everything that is due, if this is the server that does so."""
        services = self._rooms.services
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
