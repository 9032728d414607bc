"""Answers of models read: the move, or the ruling, in the last line that has the form asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from naadam.llm.prompting.prompts import ILLEGAL, LEGAL, MOVE

LONGEST_MOVE = 200  # characters; no notation of ours is longer
LAST = 100_000  # characters of an answer that are looked at, from its end

_DECORATION = " \t*_`\"'“”«»<>"
_MOVE = re.compile(rf"^[ \t>*_`#-]*{re.escape(MOVE)}(.*)$", re.IGNORECASE | re.MULTILINE)
_RULING = re.compile(
    rf"^[ \t>*_`#-]*(?:({ILLEGAL})\b[ \t*_`:,<(]*(?:([A-Z]+-[0-9]+)\b)?|({LEGAL})\b)", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True)
class Ruling:
    """A referee's answer: legal, or not and by which clause. Without a ruling, `legal` has no value."""

    legal: bool | None
    clause: str | None = None


def read_move(text: str) -> str | None:
    """The action that an answer names, as it is written there; None if it names none."""
    found = _MOVE.findall(text[-LAST:])
    move = found[-1].strip(_DECORATION).rstrip(".").strip(_DECORATION) if found else ""
    return move if 0 < len(move) <= LONGEST_MOVE else None


def read_ruling(text: str) -> Ruling:
    """The ruling of an answer; the last one counts."""
    found = list(_RULING.finditer(text[-LAST:]))
    if not found:
        return Ruling(None)
    illegal, clause, _ = found[-1].groups()
    return Ruling(True) if illegal is None else Ruling(False, clause.upper() if clause else None)
