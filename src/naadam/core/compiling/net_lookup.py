"""Lookup of a net's entries (core/parts/net.py) by the rules that evaluate a position."""

from __future__ import annotations

from naadam.core.compiling.compiled import rule


@rule
def look_up(tables, entries, count, entry):
    """The worth of an entry of the net, 0 without a net; the entry is stored at index `count` if there is room."""
    if count < len(entries):
        entries[count] = entry
    return int(tables.net[entry]) if tables.learned > 0.0 else 0
