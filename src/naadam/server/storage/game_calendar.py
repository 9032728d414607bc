"""The calendar: the clock of tables with days per move, which pauses while no server runs.

It is one row of the database. A server starts from that value and advances it every few seconds, to the latest time
among all servers on the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import sqlalchemy as sql

from naadam.server.protocol.errors import UserError
from naadam.server.storage.store import Store, calendar

if TYPE_CHECKING:
    from naadam.server.storage.writer import Writer

SECONDS_BETWEEN_BEATS = 20.0  # at most this much is lost from the calendar when a server is killed


class Calendar:
    """Seconds that have passed while a server ran, since some moment."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = store.engine
        self._clock = clock
        self._ahead = 0.0  # of the process's own clock
        self._move(0.0)

    def now(self) -> float:
        return self._clock() + self._ahead

    def beat(self) -> None:
        """Move the calendar on, here and in the database; this blocks."""
        self._move(self.now())

    def _move(self, mine: float) -> None:
        kept = calendar.c.counted
        move = calendar.update().values(counted=sql.case((kept < mine, mine), else_=kept)).returning(kept)
        with self._engine.begin() as connection:
            self._ahead = connection.execute(move).scalar_one() - self._clock()

    async def go_on(self, writer: Writer) -> None:
        """Beat for ever. Where the disk is full the own clock goes on alone."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_BEATS)
            try:
                await writer.ask(self.beat)
            except UserError:
                continue
