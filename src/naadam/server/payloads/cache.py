"""Payload cache: drawings, choices and messages of a table, made once for all clients that are sent the same."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import msgspec

from naadam.drawing.description import Description
from naadam.server.payloads.cached_response import CachedResponse
from naadam.server.protocol import replies
from naadam.server.table.chat_rules import talks
from naadam.server.table.table import Table


class PayloadCache:
    """Payloads of a table as it is after its latest event, with the players of now."""

    def __init__(self, table: Table) -> None:
        self.seq, self.players = table.seq, table.players
        self.talks = [talks(table, seat) for seat in range(table.game.seats)]
        self.marks = (
            table.players, table.agreements, table.next, table.over, table.hints, tuple(self.talks),
        )  # fmt: skip
        self.drawings: dict[tuple[int, ...], Description] = {}  # by the client's seats, if the game hides something
        self.choices: dict[tuple[int, str], msgspec.Raw] = {}  # by seat and language
        self.changes: dict[tuple[object, ...], tuple[Description, msgspec.Raw]] = {}  # with the older drawing
        self.news: dict[tuple[object, ...], msgspec.Raw] = {}
        self.said: dict[tuple[int, str], replies.Said] = {}  # by event and language
        self.picture: CachedResponse | None = None


_caches: WeakKeyDictionary[Table, PayloadCache] = WeakKeyDictionary()


def cache_of(table: Table) -> PayloadCache:
    """Return the cache of a table, empty if something has happened since it was last used."""
    found = _caches.get(table)
    if found is None or found.seq != table.seq or found.players is not table.players:
        found = _caches[table] = PayloadCache(table)
    return found
