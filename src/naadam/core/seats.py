"""Seats: 0 to 7, and chance, which takes its steps like a seat."""

from __future__ import annotations

MOST_SEATS = 8
CHANCE = 8  # the ninth chair: as an index into anything by seat it fails, where -1 would silently be the last


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats, and CHANCE, whose bits are set."""
    return tuple(seat for seat in range(MOST_SEATS + 1) if mask >> seat & 1)
