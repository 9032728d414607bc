"""What a horse may expect of the sticks, for guesses at the value of a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from naadam.games.yut.rules.state import NOWHERE


def throws_home(landing: Any, weights: Any) -> Any:
    """[side, node]: the throws that a horse needs on average until it is home, on the way that is best for that."""
    sides, nodes = landing.shape[:2]
    chances = weights / weights.sum()
    throws = np.full((sides, nodes), np.inf)
    throws[:, nodes - 1] = 0.0

    def count(side: int, node: int) -> float:
        if np.isinf(throws[side, node]):
            ways = [way for way in landing[side, node] if way[1] != NOWHERE]
            throws[side, node] = 1.0 + min(
                sum(chance * count(side, int(target)) for chance, target in zip(chances[1:], way[1:], strict=True))
                for way in ways
            )
        return float(throws[side, node])

    for side in range(sides):
        for node in range(nodes):
            count(side, node)
    return throws


def hit_chances(landing: Any, weights: Any, stations: int) -> Any:
    """[side, node, station]: how likely a horse there can land on the station by the next throw."""
    sides, nodes = landing.shape[:2]
    chances = weights / weights.sum()
    hits = np.zeros((sides, nodes, stations))
    for side, node, way, throw in np.ndindex(sides, nodes, 2, len(chances)):
        target = int(landing[side, node, way, throw])
        if throw and target != NOWHERE and target < 2 * stations:
            hits[side, node, target % stations] += chances[throw]
    return hits
