"""The boards of Bagh Chal: the schema of a board file, and the tables that compiled rules read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from naadam.core.parts.boards import POINT_KEYS, Board, Key, Points, list_of, text, whole
from naadam.games.bagh_chal.rules.heuristics import WEIGHTS
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, NOWHERE, Tables
from naadam.kit.ground import Ground
from naadam.kit.moves import Moves

MOST_POINTS = 60
EXCHANGE, DECLINE = "exchange", "decline"  # choices in addition to moves and goats put down

SCHEMA = {
    "game": Key('"bagh-chal"', lambda value: value == "bagh-chal"),
    "title": Key("the name of the board", text),
    "look": Key('"valley" or "mountain"', lambda value: value in ("valley", "mountain"), "valley", required=False),
    **POINT_KEYS,
    "lines": Key("a list of texts: the names of the points along a straight line", list_of(text)),
    "tigers": Key("a text: the names of the points where the tigers start", text),
    "goats": Key("a whole number", whole),
    "alpha": Key("the name of the Alpha Tiger's point", text, required=False),
}


@dataclass(frozen=True, kw_only=True)
class Grid(Ground):
    """A checked board: points are numbers from here on, in the order of the file."""

    title: str
    look: str
    tigers: tuple[int, ...]
    goats: int
    alpha: int

    @property
    def moves(self) -> Moves:
        return Moves(len(self.names), on_points=(EXCHANGE,), words=(DECLINE,))

    def jumps(self) -> Iterator[tuple[int, int, int]]:
        """From, over, to; one of the two directions."""
        for line in self.lines:
            yield from zip(line, line[1:], line[2:], strict=False)


def make_grid(board: Board) -> Grid:
    """Check all that the rules need; BoardError names the key and the reason."""
    points = Points(board, MOST_POINTS)

    def listed(key: str, names: str) -> tuple[int, ...]:
        return points.find(key, names.split())

    def one_point(key: str, names: str) -> int:
        found = listed(key, names)
        if len(found) != 1:
            raise board.refuse(key, "must name one point")
        return found[0]

    grid = Grid(
        title=board["title"],
        look=board["look"],
        names=points.names,
        places=points.places,
        rows=points.rows(),
        lines=tuple(listed(f"lines[{index}]", line) for index, line in enumerate(board["lines"])),
        tigers=listed("tigers", board["tigers"]),
        goats=board["goats"],
        alpha=one_point("alpha", board["alpha"]) if board["alpha"] else NOWHERE,
    )
    check_lines(board, grid)
    check_pieces(board, grid)
    return grid


def check_lines(board: Board, grid: Grid) -> None:
    steps: set[frozenset[int]] = set()
    for index, line in enumerate(grid.lines):
        key = f"lines[{index}]"
        if len(line) < 2:
            raise board.refuse(key, "a line joins two points or more")
        (x0, y0), (x1, y1) = grid.places[line[0]], grid.places[line[-1]]
        length = math.hypot(x1 - x0, y1 - y0)
        along = -1.0
        for point in line:
            x, y = grid.places[point]
            if length == 0 or abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) > 0.02 * length:
                raise board.refuse(key, f"{grid.names[point]} is not on the straight line of the others")
            if ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length <= along:
                raise board.refuse(key, f"{grid.names[point]} is not in its place along the line")
            along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
        for pair in map(frozenset, pairwise(line)):
            if pair in steps:
                raise board.refuse(key, f"{' and '.join(grid.names[p] for p in sorted(pair))} are joined twice")
            steps.add(pair)
    ends = set()
    for source, _, target in grid.jumps():
        pair = frozenset((source, target))
        if pair in steps or pair in ends:
            shown = " to ".join(grid.names[point] for point in sorted(pair))
            raise board.refuse("lines", f"from {shown} there are two ways, so that a move would be ambiguous")
        ends.add(pair)
    lonely = set(range(len(grid.names))) - {point for line in grid.lines for point in line}
    if lonely:
        raise board.refuse("lines", f"{grid.names[min(lonely)]} is on no line")


def check_pieces(board: Board, grid: Grid) -> None:
    if not grid.tigers:
        raise board.refuse("tigers", "there must be at least one tiger")
    room = len(grid.names) - len(grid.tigers)
    if not CAPTURES_TO_WIN <= grid.goats <= room:
        raise board.refuse("goats", f"must be from {CAPTURES_TO_WIN} (BC-10) to {room}, the points without a tiger")
    if grid.alpha != NOWHERE and grid.alpha not in grid.tigers:
        raise board.refuse("alpha", "must be the starting point of a tiger")


def make_tables(grid: Grid, memory: bool, heroes: bool) -> Tables:
    size = len(grid.names)
    neighbours = np.zeros(size, np.int64)
    beyond = np.zeros((size, size), np.int64)
    between = np.full((size, size), NOWHERE, np.int64)
    for one, other in grid.steps():
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    for one, over, other in grid.jumps():
        for source, target in ((one, other), (other, one)):
            beyond[source, over] = 1 << target
            between[source, target] = over
    return Tables(
        points=size,
        neighbours=neighbours,
        beyond=beyond,
        between=between,
        tigers=sum(1 << point for point in grid.tigers),
        goats=grid.goats,
        alpha=grid.alpha if heroes else NOWHERE,
        memory=int(memory),
        weights=np.array(WEIGHTS),
    )
