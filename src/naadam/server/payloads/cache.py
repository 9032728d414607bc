"""The payload cache of a table: drawings, choices and messages made once for all clients that see the same."""

from __future__ import annotations

from typing import NamedTuple, cast

import msgspec

from naadam.core.state import State
from naadam.drawing.description import Description
from naadam.server.payloads.cached_response import Kept
from naadam.server.table.chat_rules import talks
from naadam.server.table.table import Table


class Made:
    """What has been made of a table as it stands, once for all readers who are shown the same."""

    def __init__(self, table: Table) -> None:
        self.talks = [talks(table, seat) for seat in range(table.game.seats)]
        self.marks = (
            table.players, table.agreements, table.next, table.over, table.hints, tuple(self.talks),
        )  # fmt: skip
        self.drawings: dict[tuple[int, ...], Description] = {}  # by the seats of the reader, where something is hidden
        self.choices: dict[tuple[int, str], msgspec.Raw] = {}  # by seat and language
        self.moved: dict[tuple[object, ...], list[bytes]] = {}  # what comes before choices, and after them
        self.changes: dict[tuple[object, ...], tuple[Description, msgspec.Raw]] = {}  # with what they are changes of
        self.news: dict[tuple[object, ...], msgspec.Raw] = {}
        self.picture: Kept | None = None
        ahead, table.ahead = cast("Ahead | None", table.ahead), None
        if ahead is not None and ahead.state is table.state:
            self.drawings[()], self.choices = ahead.drawing, ahead.choices
            self.changes[id(ahead.known), id(ahead.drawing)] = ahead.known, ahead.changes


class Ahead(NamedTuple):
    """What has been made of a state before the table has reached it, where nothing is hidden."""

    state: State
    drawing: Description
    known: Description  # the drawing before it
    changes: msgspec.Raw  # from that to this
    choices: dict[tuple[int, str], msgspec.Raw]  # by seat and language


def made_of(table: Table) -> Made:
    if table.made is None:
        table.made = Made(table)
    return cast(Made, table.made)
