"""The players at a table: who sits on each seat, and by which name."""

from __future__ import annotations

from dataclasses import dataclass

from naadam.server.protocol.kinds import PlayerKind


@dataclass(frozen=True)
class Player:
    """Who sits on a seat: at the screen that set the table, by invitation, or the computer."""

    kind: PlayerKind
    name: str = ""
    token: str = ""  # its SHA-256; the computer has none
    level: int = 3  # of the computer
    engine: str = ""  # the name of a registered engine that plays in place of a level
    coached: bool = False  # whether a person, alone among computers, is warned of bad moves


def one_line(text: str) -> str:
    """A text on one line, without what does not print: a name as a record can hold it."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
