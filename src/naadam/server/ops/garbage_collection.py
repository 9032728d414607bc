"""Garbage: objects that hold one another are looked for by time, not by how many were made.

What a move, a connection or a room makes is let go of by itself. Python would look through it again and again, in the
midst of moves; here what is new is looked through a little at a time.
"""

from __future__ import annotations

import asyncio
import gc
import itertools

SECONDS_BETWEEN_LOOKS = 0.1  # through what is new
LOOKS_BETWEEN_WHOLE_ONES = 36_000  # which take a tenth of a second and more, and find next to nothing
MOST_NEW = 500_000  # objects; as many between two looks are looked through at once


async def look_for_garbage() -> None:
    """Look for it for ever; what was loaded before stays, and is never looked through."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(MOST_NEW)
    try:
        for number in itertools.count(1):
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            gc.collect(2 if number % LOOKS_BETWEEN_WHOLE_ONES == 0 else 0)
    finally:
        gc.set_threshold(*before)
