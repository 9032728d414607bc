"""The scoring of the Khan reference (KH-70 to KH-75)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from khan_board import Cell, Shape, parts

BONUSES = (10, 6, 3)  # KH-72


class Laid(NamedTuple):
    """A shape on the board and the seats whose yurts stand on it."""

    shape: str
    cells: frozenset[Cell]
    owners: frozenset[int]


class Sheet(NamedTuple):
    """The score sheet of a player."""

    shapes: int
    territories: list[int]  # sizes, largest first
    bonus: int
    total: int


def territories(laid: Sequence[Laid], seat: int) -> list[int]:
    """KH-71: the sizes of a player's territories, largest first."""
    own = {cell for piece in laid if seat in piece.owners for cell in piece.cells}
    return sorted(map(len, parts(own)), reverse=True)


def bonuses(sizes: Sequence[Sequence[int]]) -> list[int]:
    """KH-72 to KH-74: the bonus of each player by the sizes of all territories."""
    longest = max(map(len, sizes))
    padded = [tuple(own) + (0,) * (longest - len(own)) for own in sizes]  # KH-73: a missing one counts as 0
    ranks = sorted({own for own in padded if any(own)}, reverse=True)  # KH-72: without a shape there is none
    prize = dict(zip(ranks, BONUSES, strict=False))
    return [prize.get(own, 0) for own in padded]


def score(shapes: Mapping[str, Shape], laid: Sequence[Laid], players: int) -> list[Sheet]:
    """The sheets of all players."""
    points = [0] * players
    for piece in laid:
        for owner in piece.owners:
            points[owner] += -(-shapes[piece.shape].value // len(piece.owners))  # KH-70: rounded up
    sizes = [territories(laid, seat) for seat in range(players)]
    return [Sheet(points[seat], sizes[seat], bonus, points[seat] + bonus) for seat, bonus in enumerate(bonuses(sizes))]


def winners(sheets: Sequence[Sheet]) -> tuple[int, ...]:
    """KH-75: most points, then the larger largest territory; all who are equal in both."""
    standing = [(sheet.total, max(sheet.territories, default=0)) for sheet in sheets]
    return tuple(seat for seat, own in enumerate(standing) if own == max(standing))
