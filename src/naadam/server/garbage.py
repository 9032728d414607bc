"""Garbage: objects that hold one another are looked for by time, not by how many were made.

What a move makes is let go of by itself. Python would look through it again and again, in the midst of moves.
"""

from __future__ import annotations

import asyncio
import gc
import itertools

SECONDS_BETWEEN_LOOKS = 1.0  # through what is new
LOOKS_BETWEEN_LONG_ONES = 30  # which go through what has stayed since the last long one
LONG_ONES_BETWEEN_WHOLE_ONES = 20  # which take a tenth of a second and more
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
            long, rest = divmod(number, LOOKS_BETWEEN_LONG_ONES)
            gc.collect(0 if rest else 1 if long % LONG_ONES_BETWEEN_WHOLE_ONES else 2)
    finally:
        gc.set_threshold(*before)
