"""How positions of Khan with two players are read for a learned evaluation: standings, cards in hands, groups."""

from __future__ import annotations

from importlib import resources

from naadam.core.parts.net import Net, Part
from naadam.games.khan.rules.heuristics import read
from naadam.games.khan.rules.learned import ENTRIES, LOOKUPS


def make_net(usual: bool) -> Net:
    """Every entry has a weight of its own; what comes with the game is for its own board and rulers as printed."""
    file = resources.files(__package__) / "nets" / "two.npz"
    return Net(read, LOOKUPS, ENTRIES, 1, [[Part((0,), 0)]], shipped=file if usual else None)
