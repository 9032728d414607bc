"""The players at a table: who sits on each seat, and by which name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from naadam.server.protocol.kinds import PlayerKind

BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # characters that draw nothing
MOST_MARKS = 4  # combining marks in a row; Thai, Hebrew and Vietnamese need up to three


@dataclass(frozen=True)
class Player:
    """The player of a seat: a person at the host's screen, an invited person, or the computer."""

    kind: PlayerKind
    name: str = ""
    person: str = ""  # the id of the person who sits here; empty until an invitation is accepted
    invitation: str = ""  # SHA-256 of the token that binds the seat to a person, until it is used
    kept: bool = False  # whether the name is the person's alone
    erased: bool = False  # whether the person was erased
    bot: bool = False  # whether the person is a program
    level: int = 3  # of the computer
    engine: str = ""  # the name of a registered engine that plays in place of a level
    coached: bool = False  # whether a person, alone among computers, is warned of bad moves
    stranger: bool = False  # whether a person came without an invitation: then all must agree before they chat


def one_line(text: str) -> str:
    """A text on one line without invisible characters and stacks of marks: a name as a record can hold it."""
    kept: list[str] = []
    marks = 0  # in a row
    for character in unicodedata.normalize("NFC", text):
        if not character.isprintable() or character in BLANKS:
            character = " "
        if unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
        kept.append(character)
    return " ".join("".join(kept).split())
