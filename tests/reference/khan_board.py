"""The board of the Khan reference: cells, banks, cards, and every way to lay every shape, by brute force.

A cell is a pair (column, row), counted from the north-west corner; it is written `d7`, the fourth column in the
seventh row. The data is a copy of the board file, read here on its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

Cell = tuple[int, int]

COMPASS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # clockwise  # fmt: skip
REGIONS = ("mountain", "ice", "tundra", "rocky", "sand", "forest")
ORIENTATIONS = ("r0", "r1", "r2", "r3", "f0", "f1", "f2", "f3")
OWN_FILE = Path(__file__).with_name("khan_board.toml")


class Card(NamedTuple):
    """A card: the ruler's letter, the landscape and the direction of flight."""

    ruler: str
    landscape: str
    direction: str

    def __str__(self) -> str:
        return "-".join(self)


class Shape(NamedTuple):
    """A form of tile or bridge, as drawn in the file."""

    name: str
    bridge: bool
    copies: int
    cells: frozenset[Cell]
    value: int


class Placement(NamedTuple):
    """A shape laid somewhere: its notation, and the cells it covers."""

    notation: str
    shape: str
    cells: frozenset[Cell]
    land: frozenset[Cell]


def name_of(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def cell_of(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def edges(cell: Cell) -> set[Cell]:
    """The four cells that share an edge with a cell, on the board or not."""
    x, y = cell
    return {(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)}


def parts(cells: Iterable[Cell]) -> list[set[Cell]]:
    """A set of cells, parted into those joined by edges: flood fill."""
    left = set(cells)
    found = []
    while left:
        part: set[Cell] = set()
        flood = {left.pop()}
        while flood:
            part |= flood
            flood = {near for cell in flood for near in edges(cell)} & left
            left -= flood
        found.append(part)
    return found


def moved_to_corner(cells: Iterable[Cell]) -> frozenset[Cell]:
    cells = set(cells)
    west, north = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - west, y - north) for x, y in cells)


def oriented(cells: frozenset[Cell], orientation: str) -> frozenset[Cell]:
    """`r2` is turned clockwise by two quarters; `f1` is first mirrored left to right, then turned by one."""
    turned = {(-x, y) for x, y in cells} if orientation[0] == "f" else set(cells)
    for _ in range(int(orientation[1])):
        turned = {(-y, x) for x, y in turned}  # a quarter turn: east becomes south
    return moved_to_corner(turned)


def orientations(cells: frozenset[Cell]) -> dict[frozenset[Cell], str]:
    """Every different look of a shape, by the first orientation that has it."""
    looks: dict[frozenset[Cell], str] = {}
    for orientation in ORIENTATIONS:
        looks.setdefault(oriented(cells, orientation), orientation)
    return looks


def first_in_reading_order(cells: Iterable[Cell]) -> Cell:
    return min(cells, key=lambda cell: (cell[1], cell[0]))


def end_to_end(cells: frozenset[Cell]) -> list[Cell]:
    """The cells of a bridge in the order in which one walks over it."""
    ends = sorted(cell for cell in cells if len(edges(cell) & cells) == 1)
    assert len(ends) == 2, "a bridge has two ends"
    way = [ends[0]]
    while len(way) < len(cells):
        (onward,) = edges(way[-1]) & cells - set(way)
        way.append(onward)
    return way


class Board:
    """All that does not change in the course of a game."""

    def __init__(self, file: Path = OWN_FILE) -> None:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        terrain: dict[str, str] = data["terrain"]
        rows = data["map"].split()
        self.columns: int = data["columns"]
        self.rows: int = data["rows"]
        self.landscape: dict[Cell, str] = {
            (x, y): terrain[sign] for y, row in enumerate(rows) for x, sign in enumerate(row)
        }
        self.river = {cell for cell, landscape in self.landscape.items() if landscape == "river"}
        self.land = set(self.landscape) - self.river
        self.closed = {cell_of(name) for name in data["closed"]}
        letters = {ruler["id"]: ruler["letter"] for ruler in data["ruler"]}
        self.starts = {ruler["letter"]: cell_of(ruler["start"]) for ruler in data["ruler"]}
        self.cards = [Card(letters[ruler], landscape, way) for ruler, landscape, way in data["deck"]["cards"]]
        self.shapes: dict[str, Shape] = {}
        for entry in data["shape"]:
            drawn = {(x, y) for y, row in enumerate(entry["cells"]) for x, sign in enumerate(row) if sign == "#"}
            shape = Shape(entry["id"], entry["kind"] == "bridge", entry["copies"], frozenset(drawn), entry["value"])
            self.shapes[shape.name] = shape
        self.bank = {cell: number for number, bank in enumerate(parts(self.land)) for cell in bank}  # KH-37
        self.placements = list(self._placements())

    def touches_neighbours(self, cell: Cell) -> bool:
        """KH-2."""
        on_border = cell[0] in (0, self.columns - 1) or cell[1] in (0, self.rows - 1)
        return cell in self.land and on_border and cell not in self.closed

    def fits(self, landscape: str, cell: Cell) -> bool:
        """KH-31: whether a land cell fits the landscape of a card."""
        if landscape == "khan":
            return True
        if landscape == "river":
            return bool(edges(cell) & self.river)
        if landscape == "neighbours":
            return self.touches_neighbours(cell)
        return self.landscape[cell] == landscape

    def _placements(self) -> Iterator[Placement]:
        """Every way to lay a shape that its kind and the landscape allow (KH-36, KH-37)."""
        for shape in self.shapes.values():
            for look, orientation in orientations(shape.cells).items():
                for dx in range(self.columns):
                    for dy in range(self.rows):
                        cells = frozenset((x + dx, y + dy) for x, y in look)
                        if not cells <= self.landscape.keys():
                            continue
                        if self.crosses(shape, cells) if shape.bridge else cells <= self.land:
                            first = name_of(first_in_reading_order(cells))
                            notation = f"conquer {shape.name} {first} {orientation}"
                            yield Placement(notation, shape.name, cells, cells & self.land)

    def crosses(self, shape: Shape, cells: frozenset[Cell]) -> bool:
        """KH-37: land, then one unbroken stretch of river, then land of another bank."""
        way = end_to_end(cells)
        wet = [number for number, cell in enumerate(way) if cell in self.river]
        if not wet or wet != list(range(wet[0], wet[-1] + 1)) or wet[0] == 0 or wet[-1] == len(way) - 1:
            return False
        straight = len({x for x, _ in cells}) == 1 or len({y for _, y in cells}) == 1
        if len(wet) > (1 if straight else 2):
            return False
        return self.bank[way[0]] != self.bank[way[-1]]
