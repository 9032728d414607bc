"""Names and limits that messages, tables and the database share."""

from __future__ import annotations

from typing import Literal, NamedTuple

Question = Literal["undo", "draw", "hints", "talk"]
"""What one person asks, and all others at the table must agree to."""

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
    "next",
]
"""All that can happen at a table."""

PlayerKind = Literal["here", "invited", "computer"]
LONGEST_POSITION = 4_000  # more than any game needs

TABLE_ID = "[A-Za-z0-9_-]{8,32}"  # what the id of a table looks like, as a regular expression


class Server(NamedTuple):
    """A server that lives: where others reach it, and what they must say there."""

    id: str
    host: str
    port: int
    secret: str
