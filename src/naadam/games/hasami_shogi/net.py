"""Features of a learned evaluation of Hasami Shogi: windows of cells in rows and columns."""

from __future__ import annotations

from importlib import resources

from naadam.core.parts.net import Net, Part
from naadam.games.hasami_shogi.rules.heuristics import read
from naadam.games.hasami_shogi.rules.learned import LINES
from naadam.games.hasami_shogi.rules.state import SIDE

WINDOWS = (1, 3, 5)  # their lengths
DIGITS = 3  # empty, own, enemy
BY_SIDE = SIDE // 2 + 1  # lines that no mirror exchanges


def make_net(war: bool, shoguns: bool) -> Net:
    """Rows from the own side on, then columns by their distance from the edge; in the war game both by distance."""
    begin = 0
    tables = []
    for mirrored in [True] * BY_SIDE if war else [True] * SIDE + [False] * BY_SIDE:
        parts: list[Part] = []
        for length in WINDOWS:
            for first in range(SIDE - length + 1):
                places = tuple(range(first, first + length))
                if mirrored and 2 * first > SIDE - length:
                    continue  # the image of one before
                parts.append(Part(places, begin))
                if mirrored:
                    parts.append(Part(tuple(SIDE - 1 - place for place in places), begin))
                begin += DIGITS**length
        tables.append(parts)
    file = resources.files(__package__) / "nets" / f"{'war' if war else 'five'}.npz"
    return Net(read, LINES, DIGITS, SIDE, tables, shipped=file if file.is_file() and not shoguns else None)
