"""Visitors of a soak: they look on at tables, at past positions and records, and leave again."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from urllib.error import HTTPError

from playing import BROKEN, Player
from serving import Served

PAGES = (
    "/api/games",
    "/api/lobby",
    "/api/health",
    "/",
    "/api/tables/{table}/record",
    "/api/tables/{table}/drawing?at=0",
)


class Visitor(threading.Thread):
    """Visits the tables of players, one after the other."""

    def __init__(self, served: Served, players: Sequence[Player], seed: int, pause: float) -> None:
        super().__init__(daemon=True)
        self._served, self._players, self._pause = served, players, pause
        self._rng = random.Random(seed)
        self.visits = 0
        self.refused = 0
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(self._rng.uniform(0, 4 * self._pause)):
            table = self._rng.choice(self._players).table
            if not table:
                continue
            try:
                self._visit(table)
                self.visits += 1
            except HTTPError:
                self.refused += 1
            except BROKEN:
                continue

    def _visit(self, table: str) -> None:
        self._served.get(self._rng.choice(PAGES).format(table=table))
        client = self._served.join(table)
        try:
            for number in range(self._rng.randrange(4)):
                at = self._rng.randint(0, client.table["seq"])
                client.send(type="look", id=f"look{number}", at=at, count=1)
                client.next("seen", "failed")
        finally:
            self._served.leave(client)
