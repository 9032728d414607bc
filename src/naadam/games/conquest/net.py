"""How positions of Conquest with two players are read for a learned evaluation: standings, and every piece."""

from __future__ import annotations

from naadam.core.net import Net, Part
from naadam.games.conquest.rules.heuristics import read
from naadam.games.conquest.rules.learned import BASE, DIGITS, LOOKUPS, STANDING_DIGITS


def make_net() -> Net:
    """A piece counts by each of its ways alone, and by those to the Grail and the enemy's capital together."""
    begin, pieces = 0, []
    for places in ((0, 1), (0, 2), (0, 3), (0, 1, 2)):
        pieces.append(Part(places, begin))
        begin += BASE ** len(places)
    return Net(read, LOOKUPS, BASE, DIGITS, [pieces, [Part(tuple(range(STANDING_DIGITS)), begin)]])
