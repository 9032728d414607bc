"""Empties the log of the database after people have been erased: one time for all of the last seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from naadam.server.storage.people.personal_data import wipe
from naadam.server.storage.store import Store

log = logging.getLogger(__name__)

SECONDS_BETWEEN = 5.0  # because writers wait for some milliseconds


class Erasures:
    """Remembers that there is something to wipe."""

    def __init__(self, store: Store, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._store, self._spawn = store, spawn
        self._wanted = self._running = False

    def want(self) -> None:
        """Let no deleted byte stay in the log of the database for long."""
        self._wanted = True
        if not self._running:
            self._running = True
            self._spawn(self._go_on())

    async def _go_on(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                if not await asyncio.to_thread(wipe, self._store):
                    log.warning("the log of the database was not emptied after a person was erased")
                await asyncio.sleep(SECONDS_BETWEEN)
        finally:
            self._running = False
