"""Features of a learned evaluation of Jarmo: single soldiers and pairs of them."""

from __future__ import annotations

from naadam.core.parts.net import Net, Part
from naadam.games.jarmo.rules.heuristics import read
from naadam.games.jarmo.rules.learned import PAIRS, SOLDIERS


def make_net() -> Net:
    """A pair counts the same in either order; a single soldier is a pair with an empty place."""
    return Net(read, PAIRS, SOLDIERS, 2, [[Part((0, 1), 0), Part((1, 0), 0)]], absolute=True)
