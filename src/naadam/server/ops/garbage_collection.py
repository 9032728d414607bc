"""Garbage collection by time instead of by the number of new objects.

Moves, connections and rooms leave no reference cycles. Python's own schedule would scan them again and again during
moves; here only new objects are scanned, a little at a time.
"""

from __future__ import annotations

import asyncio
import gc
import itertools

SECONDS_BETWEEN_LOOKS = 0.1  # between scans of new objects
LOOKS_BETWEEN_WHOLE_ONES = 36_000  # full scans take 0.1 s and more, and find next to nothing
MOST_NEW = 500_000  # new objects between two scans; more of them are scanned immediately


async def look_for_garbage() -> None:
    """Collect garbage for ever; objects loaded before are frozen and never scanned."""
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
