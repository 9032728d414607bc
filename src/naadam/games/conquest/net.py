"""How positions of Conquest with two players are read for a learned evaluation: points, calm, spaces held."""

from __future__ import annotations

from naadam.core.parts.net import Net, Part
from naadam.games.conquest.rules.heuristics import read
from naadam.games.conquest.rules.learned import ENTRIES, LOOKUPS


def make_net() -> Net:
    """Every entry has a weight of its own."""
    return Net(read, LOOKUPS, ENTRIES, 1, [[Part((0,), 0)]])
