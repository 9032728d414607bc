"""Payload cache: drawings, choices and messages of a table, made once for all clients that are sent the same."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from naadam.core.state import State
from naadam.drawing.description import Description
from naadam.server.payloads.cached_response import CachedResponse
from naadam.server.protocol import replies
from naadam.server.table.chat_rules import talks
from naadam.server.table.table import Table


class Ahead(NamedTuple):
    """Payloads of a state that the table is about to reach; only of games without hidden information."""

    state: State
    drawing: Description
    known: Description  # the drawing before it
    changes: msgspec.Raw  # from that to this
    choices: dict[tuple[int, str], msgspec.Raw]  # by seat and language


class PayloadCache:
    """Payloads of a table as it is after its latest event."""

    def __init__(self, table: Table, ahead: Ahead | None) -> None:
        self.seq = table.seq
        self.talks = [talks(table, seat) for seat in range(table.game.seats)]
        self.marks = (
            table.players, table.agreements, table.next, table.over, table.hints, tuple(self.talks),
        )  # fmt: skip
        self.drawings: dict[tuple[int, ...], Description] = {}  # by the client's seats, if the game hides something
        self.choices: dict[tuple[int, str], msgspec.Raw] = {}  # by seat and language
        self.moved: dict[tuple[object, ...], list[bytes]] = {}  # the bytes before the choices, and those after them
        self.changes: dict[tuple[object, ...], tuple[Description, msgspec.Raw]] = {}  # with the older drawing
        self.news: dict[tuple[object, ...], msgspec.Raw] = {}
        self.said: dict[tuple[int, str], replies.Said] = {}  # by event and language
        self.picture: CachedResponse | None = None
        if ahead is not None and ahead.state == table.state:
            self.drawings[()], self.choices = ahead.drawing, ahead.choices
            self.changes[id(ahead.known), id(ahead.drawing)] = ahead.known, ahead.changes


_caches: WeakKeyDictionary[Table, PayloadCache] = WeakKeyDictionary()
_ahead: WeakKeyDictionary[Table, Ahead] = WeakKeyDictionary()


def keep_ahead(table: Table, ahead: Ahead) -> None:
    """Keep payloads until the table has taken the events that they show."""
    _ahead[table] = ahead


def cache_of(table: Table) -> PayloadCache:
    """Return the cache of a table, empty if something has happened since it was last used."""
    found = _caches.get(table)
    if found is None or found.seq != table.seq:
        found = _caches[table] = PayloadCache(table, _ahead.pop(table, None))
    return found
