"""Names and limits that messages, tables and the database share."""

from __future__ import annotations

from typing import Literal, NamedTuple

Question = Literal["undo", "draw", "hints", "talk"]
"""A question of one person, to which all other people at the table must agree."""

EventKind = Literal[
    "action",
    "undone",
    "withdrawn",
    "ask",
    "agreed",
    "declined",
    "draw",
    "hints",
    "talk",
    "resign",
    "left",
    "replaced",
    "named",
    "vacation",
    "next",
]
"""The kinds of events at a table."""

PlayerKind = Literal["here", "invited", "computer"]
LONGEST_POSITION = 4_000  # more than any game needs

TABLE_ID = "[A-Za-z0-9_-]{8,32}"  # as a regular expression


class Server(NamedTuple):
    """A live server: its address for other servers, and the secret that they must send."""

    id: str
    host: str
    port: int
    secret: str
