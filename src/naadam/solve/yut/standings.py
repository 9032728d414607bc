"""The standings of one side, numbered so that no move leads to a lower level than it came from."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from naadam.core.game import Game
from naadam.games.yut.rules.state import NOWHERE


class Standings(NamedTuple):
    """All standings: `nodes[i]` are those of the horses in ascending order, `index` finds i by `key_of`."""

    nodes: Any
    index: Any
    starts: Any  # of each level in the numbering, and the end; level 0 has all horses home
    levels: Any  # [standing]
    done: int  # the one with all horses home

    def __len__(self) -> int:
        return len(self.nodes)

    def masks(self, stations: int) -> Any:
        """The stations that each standing holds, as bits."""
        bits = np.where(self.nodes < 2 * stations, 1 << self.nodes % stations, 0)
        return np.bitwise_or.reduce(bits, axis=1)


def list_standings(game: Game) -> Standings:
    tables = game.rulebook.tables
    size, horses = tables.stations, tables.horses
    off, home = 2 * size, 2 * size + 1
    two_ways = game.rulebook.track.sides[0].two_ways(two_posts=False)  # type: ignore[attr-defined]
    places = [*range(size), *(size + station for station in range(size) if two_ways >> station & 1), off, home]
    found = []
    for nodes in combinations_with_replacement(places, horses):
        on_track = {node for node in nodes if node < off}
        if len({node % size for node in on_track}) == len(on_track):  # a stack has one way (YU-14)
            found.append(nodes)
    longest = [longest_run(tables, node) for node in range(2 * size + 2)]
    found.sort(key=lambda nodes: sum(longest[node] for node in nodes))
    levels = np.array([sum(longest[node] for node in nodes) for nodes in found], np.int64)
    index = np.full((home + 1) ** horses, NOWHERE, np.int64)
    for number, nodes in enumerate(found):
        index[key_of(nodes, home + 1)] = number
    starts = np.searchsorted(levels, np.arange(levels.max() + 2))
    return Standings(np.array(found, np.int64), index, starts.astype(np.int64), levels, 0)


def key_of(nodes: tuple[int, ...], base: int) -> int:
    """A number for nodes in ascending order."""
    key = 0
    for node in nodes:
        key = key * base + node
    return key


def longest_run(tables: Any, node: int) -> int:
    """The most single steps in which a horse can come home, straight on or with turns."""
    if node == 2 * tables.stations + 1:
        return 0
    ways = [int(tables.landing[0, node, turn, 1]) for turn in (0, 1)]
    return 1 + max(longest_run(tables, way) for way in ways if way != NOWHERE)
