"""A database with some tables and events, for tests of the store."""

from __future__ import annotations

from pathlib import Path

from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent

SETUP = {"players": [], "seed": "s"}


def event(number: int) -> StoredEvent:
    return StoredEvent(number, "action", {"seat": 0, "action": number})


def filled(folder: Path, tables: int = 3, events: int = 5) -> Store:
    store = Store(f"sqlite:///{folder / 'tables.db'}", alone=True)
    for number in range(tables):
        store.create(f"table{number}", "bagh-chal", SETUP)
        assert store.append([(f"table{number}", [event(seq) for seq in range(1, events + 1)])]) == [None]
    return store
