"""Garbage: objects that hold one another are looked for by time, not by how many were made.

What a move or a connection makes is let go of by itself. Python would look through it again and again, in the midst of
moves. What is left are rooms that were put away, for the most part.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
from typing import Protocol

SECONDS_BETWEEN_LOOKS = 1.0  # through what is new
LOOKS_BETWEEN_WHOLE_ONES = 600  # which take a tenth of a second and more
MOST_PUT_AWAY = 1_000  # rooms; where more are, all is looked through
MOST_NEW = 500_000  # objects; as many between two looks are looked through at once


class Keeper(Protocol):
    """Whoever puts rooms away."""

    put_away: int  # since all was looked through


async def look_for_garbage(house: Keeper) -> None:
    """Look for it for ever; what was loaded before stays, and is never looked through."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(MOST_NEW)
    try:
        for number in itertools.count(1):
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            if number % LOOKS_BETWEEN_WHOLE_ONES == 0 or house.put_away > MOST_PUT_AWAY:
                house.put_away = 0
                gc.collect()
            else:
                gc.collect(0)
    finally:
        gc.set_threshold(*before)
