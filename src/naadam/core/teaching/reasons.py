"""Reasons for a good move that follow from the rules: for hints and for solved puzzles."""

from __future__ import annotations

from typing import Literal, NamedTuple

Why = Literal[
    "wins", "wins-for-certain", "captures", "points", "prevents-win", "prevents-capture", "prepares", "limits", "safe"
]


class Reason(NamedTuple):
    """The effect of a move: an amount taken or gained, in a number of moves, against a seat, or for a later move."""

    why: Why
    number: int = 0
    seat: int | None = None
    then: tuple[str, ...] = ()  # the moves up to the one that it prepares, in notation
