"""Why a move is good, as far as the rules say: what hints name, and what is said of a puzzle that was solved."""

from __future__ import annotations

from typing import Literal, NamedTuple

Why = Literal["wins", "wins-for-certain", "captures", "points", "prevents-win", "prevents-capture", "prepares"]


class Reason(NamedTuple):
    """What a move does: takes or brings so much, in so many moves, against a seat, or for a move after it."""

    why: Why
    number: int = 0
    seat: int | None = None
    then: tuple[str, ...] = ()  # the moves up to the one that it prepares, in notation
