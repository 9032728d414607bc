"""Contents of the provinces of Yuan, plans and their costs, and the notation of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from yuan_map import Map

NONE, VILLAGE, CITY, DOUBLED = 0, 1, 2, 3
WOOD, STONE = 1, 2
BUILT = {"village": VILLAGE, "city": CITY, "doubled": DOUBLED}
WALLS = {"wood": WOOD, "stone": STONE}
PRICES = {0: 0, 1: 0, 2: 4, 3: 7}  # YN-24
MATCHING = {"D": "rice", "F": "forest", "M": "mine"}
TEMPLES = 18  # YN-2, of each box


@dataclass
class Site:
    """The contents of a province."""

    clan: str = ""
    built: int = NONE
    wall: int = 0
    armies: int = 0
    temple: bool = False

    def settle(self, clan: str, armies: int = 0) -> None:
        """A village of a clan in place of the one here; a temple stays."""
        self.clan, self.built, self.wall, self.armies = clan, VILLAGE, 0, armies

    def free(self) -> None:
        self.clan, self.built, self.wall, self.armies = "", NONE, 0, 0


class Plan(NamedTuple):
    """A target and the levels put on it."""

    target: str
    development: int = 0
    fortification: int = 0
    militarisation: int = 0

    @classmethod
    def read(cls, text: str) -> Plan | None:
        """None for passing."""
        if text == "pass":
            return None
        target, *levels = text.split()
        numbers = {word[0]: int(word[1]) for word in levels}
        return cls(target, numbers.get("D", 0), numbers.get("F", 0), numbers.get("M", 0))

    def __str__(self) -> str:
        levels = zip("DFM", self[1:], strict=True)
        return " ".join([self.target, *(f"{letter}{level}" for letter, level in levels if level)])


class Table(NamedTuple):
    """The facts that do not change in a turn."""

    map: Map
    provinces: list[str]  # by number
    clans: list[str]  # all, by number
    powers: bool
    volcanoes: bool
    temples: int
    wheel: list[int]


def produced(table: Table, sites: Mapping[str, Site], clan: str, kind: str) -> int:
    """YN-3, YN-24, YN-75: units of a resource."""
    units = 0
    for province, site in sites.items():
        if site.clan == clan and table.map.kind[province] == kind:
            here = 2 if site.built == DOUBLED else 1
            units += here * 2 if table.volcanoes and table.map.by_volcano(province) else here
    return units


def level_cost(table: Table, sites: Mapping[str, Site], clan: str, letter: str, level: int) -> int:
    return max(0, PRICES[level] - produced(table, sites, clan, MATCHING[letter]))


def cost(table: Table, sites: Mapping[str, Site], clan: str, plan: Plan) -> int:
    """YN-24."""
    levels = zip("DFM", plan[1:], strict=True)
    return sum(level_cost(table, sites, clan, letter, level) for letter, level in levels)


def write_site(site: Site) -> str:
    words = []
    if site.clan:
        words = [site.clan, *(word for word, built in BUILT.items() if built == site.built)]
        words += [word for word, wall in WALLS.items() if wall == site.wall]
        words += [str(site.armies)] if site.armies else []
    return ".".join([*words, "temple"] if site.temple else words)


def read_site(words: list[str]) -> Site:
    site = Site()
    for word in words:
        if word == "temple":
            site.temple = True
        elif word in BUILT:
            site.built = BUILT[word]
        elif word in WALLS:
            site.wall = WALLS[word]
        elif word.isdigit():
            site.armies = int(word)
        else:
            site.clan = word
    return site
