"""The boards of Jarmo: the schema of a board file, and the tables that compiled rules read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naadam.core.parts.boards import Board, Key, Points, list_of, number, table_of, text
from naadam.games.jarmo.rules.heuristics import FARTHEST
from naadam.games.jarmo.rules.learned import MOST_POINTS
from naadam.games.jarmo.rules.state import BLUE, GREEN, JASYR, LEGENDARY, NOWHERE, Tables

MOST_SOLDIERS = 7

SCHEMA = {
    "game": Key('"jarmo"', lambda value: value == "jarmo"),
    "title": Key("the name of the board", text),
    "points": Key(
        "a table of names, each with its place as [right, up]", table_of(lambda v: list_of(number)(v) and len(v) == 2)
    ),
    "rows": Key("a list of texts: the names of all points, row by row from the top", list_of(text)),
    "lines": Key("a list of texts: two points joined by a solid line, as a1-b3", list_of(text)),
    "dotted": Key("a list of texts: two points joined by a dotted line", list_of(text), (), required=False),
    "green_camp": Key("a text: the names of the points of green's camp", text),
    "blue_camp": Key("a text: the names of the points of blue's camp", text),
    "golden": Key("a text: where green's and blue's golden soldiers start", text),
    "remote_camps": Key("a text: the names of two points outside the camps", text),
}

Line = tuple[int, int]


class Grid(NamedTuple):
    """A checked board: points are numbers from here on, in the order of the file."""

    title: str
    names: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    rows: tuple[tuple[int, ...], ...]
    lines: tuple[Line, ...]
    dotted: tuple[Line, ...]
    camps: tuple[tuple[int, ...], tuple[int, ...]]
    golden: tuple[int, int]
    markers: tuple[int, int]


def make_grid(board: Board) -> Grid:
    """Check all that the rules need; BoardError names the key and the reason."""
    points = Points(board, MOST_POINTS)

    def pair(key: str, listed: Sequence[str]) -> Line:
        found = points.find(key, listed)
        if len(found) != 2:
            raise board.refuse(key, f"must name 2 points, not {len(found)}")
        return found[0], found[1]

    grid = Grid(
        title=board["title"],
        names=points.names,
        places=points.places,
        rows=points.rows(),
        lines=tuple(pair(f"lines[{index}]", line.split("-")) for index, line in enumerate(board["lines"])),
        dotted=tuple(pair(f"dotted[{index}]", line.split("-")) for index, line in enumerate(board["dotted"])),
        camps=(
            points.find("green_camp", board["green_camp"].split()),
            points.find("blue_camp", board["blue_camp"].split()),
        ),
        golden=pair("golden", board["golden"].split()),
        markers=pair("remote_camps", board["remote_camps"].split()),
    )
    check_lines(board, grid)
    check_camps(board, grid)
    return grid


def check_lines(board: Board, grid: Grid) -> None:
    seen: set[frozenset[int]] = set()
    for key, lines in (("lines", grid.lines), ("dotted", grid.dotted)):
        for index, line in enumerate(lines):
            if frozenset(line) in seen:
                shown = " and ".join(grid.names[point] for point in sorted(line))
                raise board.refuse(f"{key}[{index}]", f"{shown} are joined twice")
            seen.add(frozenset(line))
    lonely = set(range(len(grid.names))) - {point for line in grid.lines for point in line}
    if lonely:
        raise board.refuse("lines", f"{grid.names[min(lonely)]} is on no line")


def check_camps(board: Board, grid: Grid) -> None:
    green, blue = grid.camps
    if set(green) & set(blue):
        raise board.refuse("blue_camp", "a point belongs to one camp only")
    if len(green) != len(blue) or not 1 <= len(green) <= MOST_SOLDIERS:
        raise board.refuse("blue_camp", f"both camps have the same number of points, 1 to {MOST_SOLDIERS}")
    if max(grid.places[point][1] for point in green) >= min(grid.places[point][1] for point in blue):
        raise board.refuse("blue_camp", "lies above green's camp, so that forward is up for green (JA-42)")
    if grid.golden[GREEN] not in green or grid.golden[BLUE] not in blue:
        raise board.refuse("golden", "names a point of green's camp and one of blue's (JA-50)")
    if set(grid.markers) & {*green, *blue}:
        raise board.refuse("remote_camps", "lie outside the camps (JA-60)")


def make_tables(grid: Grid, variant: int, golden: bool, remote_camps: bool) -> Tables:
    size = len(grid.names)
    dotted = join(size, grid.dotted)
    neighbours = join(size, grid.lines) | (dotted if variant == JASYR else 0)  # JA-41
    camps = np.array([sum(1 << point for point in camp) for camp in grid.camps], np.int64)
    ways = np.zeros((2, size), np.int64)
    for seat, forward in ((GREEN, 1), (BLUE, -1)):
        for source in range(size):
            for target in range(size):
                ahead = forward * (grid.places[target][1] - grid.places[source][1])
                if neighbours[source] >> target & 1 and (variant != JASYR or ahead >= 0):  # JA-42
                    ways[seat, source] |= 1 << target
        for point in grid.camps[1 - seat]:
            ways[seat, point] = 0  # JA-6
    return Tables(
        points=size,
        soldiers=len(grid.camps[GREEN]),
        variant=variant,
        neighbours=neighbours,
        dotted=dotted,
        ways=ways,
        camps=camps,
        shelter=camps.copy() if variant == LEGENDARY else np.zeros(2, np.int64),  # JA-31
        golden=np.array(grid.golden if golden else (NOWHERE, NOWHERE), np.int64),
        markers=sum(1 << point for point in grid.markers) if remote_camps else 0,
        distance=np.array([steps_to(camps[1 - seat], ways[seat]) for seat in (GREEN, BLUE)], np.int64),
        net=np.zeros(1, np.int16),
        learned=0.0,
    )


def join(size: int, lines: Sequence[Line]) -> npt.NDArray[np.int64]:
    """For every point the mask of those joined to it."""
    joined = np.zeros(size, np.int64)
    for one, other in lines:
        joined[one] |= 1 << other
        joined[other] |= 1 << one
    return joined


def steps_to(camp: int, ways: npt.NDArray[np.int64]) -> list[int]:
    """For every point the fewest steps from it into the camp, FARTHEST at most."""
    steps = [0 if camp >> point & 1 else FARTHEST for point in range(len(ways))]
    for _ in range(FARTHEST):
        for point, targets in enumerate(ways):
            reached = [steps[target] + 1 for target in range(len(ways)) if targets >> target & 1]
            steps[point] = min(steps[point], *reached, FARTHEST) if reached else steps[point]
    return steps
