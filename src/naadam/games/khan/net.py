"""How positions of Khan with two players are read for a learned evaluation: standings, cards in hands, groups."""

from __future__ import annotations

from naadam.core.net import Net, Part
from naadam.games.khan.rules.heuristics import read
from naadam.games.khan.rules.learned import ENTRIES, LOOKUPS


def make_net() -> Net:
    """Every entry has a weight of its own."""
    return Net(read, LOOKUPS, ENTRIES, 1, [[Part((0,), 0)]])
