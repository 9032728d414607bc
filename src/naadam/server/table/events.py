"""The stored form of events and of chat lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from naadam.server.protocol.kinds import EventKind

if TYPE_CHECKING:
    from naadam.server.table.results import Result


@dataclass(frozen=True)
class StoredEvent:
    """An event as it is stored in the log."""

    seq: int
    kind: EventKind
    data: Mapping[str, Any]
    message: str | None = None
    results: tuple[Result, ...] = field(default=(), compare=False)  # of the game that this event ends, for their rows
    name: str = field(default="", compare=False)  # that the seat is given, for its row: logs have no names


@dataclass(frozen=True)
class StoredLine:
    """A chat line of a seat, to another or to all."""

    number: int
    seat: int
    to: int | None
    text: str
    message: str | None = None
