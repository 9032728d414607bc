"""How positions of Yuan with two clans are read for a learned evaluation: temples short, dangers, what each has."""

from __future__ import annotations

from naadam.core.parts.net import Net, Part
from naadam.games.yuan.rules.heuristics import read
from naadam.games.yuan.rules.learned import ENTRIES, LOOKUPS


def make_net() -> Net:
    """Every entry has a weight of its own."""
    return Net(read, LOOKUPS, ENTRIES, 1, [[Part((0,), 0)]], absolute=True)
