"""What rules need to judge a position by a net (core/parts/net.py)."""

from __future__ import annotations

from naadam.core.compiling.compiled import rule


@rule
def look_up(tables, entries, count, entry):
    """What an entry of the net counts, 0 without one; it is written down as the count'th where there is room for it."""
    if count < len(entries):
        entries[count] = entry
    return int(tables.net[entry]) if tables.learned > 0.0 else 0
