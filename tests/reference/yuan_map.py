"""The map of Yuan for the reference: tiles on their lattice, neighbours, lakes, groups, and how far a clan reaches.

Only the terrain of each hex is computed in advance: lakes are flooded and ways are walked hex by hex.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

Hex = tuple[int, int]

OWN_FILE = Path(__file__).parent / "yuan_board.toml"
SECOND_BOX = "-II"
DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
MOST_WATER = 2  # YN-82, YN-83


class Laid(NamedTuple):
    """Where a tile lies, and how it is turned."""

    centre: Hex
    turn: int


def add(one: Hex, other: Hex, times: int = 1) -> Hex:
    return one[0] + times * other[0], one[1] + times * other[1]


def distance(one: Hex, other: Hex) -> int:
    """In hexes."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


class Book:
    """The printed material in the game's file: tiles, lattice, wheels, clans, scenarios."""

    def __init__(self, path: Path = OWN_FILE) -> None:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
        self.steps: list[Hex] = [(q, r) for q, r in read["neighbour_steps"]]
        self.tile_steps: list[Hex] = [(q, r) for q, r in read["tile_steps"]]
        self.letters: dict[str, str] = read["players"]
        self.wheels: dict[str, list[int]] = read["wheel"]
        self.printed: dict[str, list[str]] = read["tiles"]
        self.clans: list[str] = list(read["clans"])
        self.corrections = {name: int(facts["chao"]) for name, facts in read["clans"].items()}
        self.scenarios = {name: Scenario.read(facts) for name, facts in read["scenarios"].items()}

    def tiles(self, players: int) -> list[str]:
        """YN-10, YN-85: the tiles for so many players, those of the second box last."""
        two, three, four = (self.letters[number] for number in "234")
        if players <= 4:
            return list(self.letters[str(players)])
        second = {
            5: [letter for letter in three if letter not in two],
            6: [letter for letter in four if letter not in two],
            7: list(three),
            8: list(four),
        }[players]
        return [*four, *(letter + SECOND_BOX for letter in four if letter in second)]

    def hexes(self, tile: str) -> list[tuple[str, str]]:
        """Terrain and name of the seven hexes of a tile: the name is empty unless it is a province."""
        letter, dash, _ = tile.partition("-")
        found = []
        for text in self.printed[letter]:
            terrain, _, name = text.partition(" ")
            found.append((terrain, name + SECOND_BOX if name and dash else name))
        return found

    def provinces(self, tiles: Iterable[str]) -> list[str]:
        """The names of the provinces of some tiles, by number."""
        return [name for tile in tiles for _, name in self.hexes(tile) if name]

    def drawn_from(self, players: int) -> list[str]:
        """YN-85: the clans of which as many as players are in play."""
        return self.clans[:4] if players <= 4 else self.clans

    def spiral(self, count: int) -> list[Hex]:
        """YN-18: the places of so many tiles, ring by ring, counter-clockwise from the east."""
        places: list[Hex] = [(0, 0)]
        ring = 0
        along = [DIRECTIONS.index(name) for name in ("nw", "w", "sw", "se", "e", "ne")]
        while len(places) < count:
            ring += 1
            place = add((0, 0), self.tile_steps[0], ring)
            for direction in along:
                for _ in range(ring):
                    places.append(place)
                    place = add(place, self.tile_steps[direction])
        return places[:count]


class Scenario(NamedTuple):
    """An imposed scenario (YN-12)."""

    players: int
    tiles: dict[str, Laid]
    cities: dict[str, str]  # province of each clan, if printed
    auction: bool

    @classmethod
    def read(cls, facts: Mapping[str, object]) -> Scenario:
        cities = facts.get("cities", {})
        assert isinstance(cities, dict)
        players = facts["players"]
        assert isinstance(players, int)
        return cls(players, read_tiles(str(facts["tiles"])), dict(cities), bool(facts.get("auction", False)))


def read_tiles(text: str) -> dict[str, Laid]:
    """Tiles written as letter(q,r)turn."""
    found = re.findall(r"([A-Z](?:-II)?)\((-?\d+),(-?\d+)\)(\d)", text)
    return {tile: Laid((int(q), int(r)), int(turn)) for tile, q, r, turn in found}


class Map:
    """Laid tiles."""

    def __init__(self, book: Book, laid: Mapping[str, Laid]) -> None:
        self.book = book
        self.terrain: dict[Hex, str] = {}
        self.named: dict[Hex, str] = {}
        for tile, (centre, turn) in laid.items():
            for number, (terrain, name) in enumerate(book.hexes(tile)):
                place = centre if number == 0 else add(centre, book.steps[(number - 1 + turn) % 6])
                assert place not in self.terrain, f"two tiles on {place}"
                self.terrain[place] = terrain
                if name:
                    self.named[place] = name
        self.place = {name: place for place, name in self.named.items()}
        self.kind = {name: self.terrain[place] for place, name in self.named.items()}
        self._adjacent = {name: self.beside(place) for place, name in self.named.items()}
        self._connected = {name: self._over_lakes(name) for name in self.place}
        self._short: dict[str, set[str]] = {}
        self._crossing: dict[str, set[str]] = {}

    def around(self, place: Hex) -> list[Hex]:
        return [add(place, step) for step in self.book.steps if add(place, step) in self.terrain]

    def beside(self, place: Hex) -> set[str]:
        """The provinces that share a side with a hex."""
        return {self.named[other] for other in self.around(place) if other in self.named}

    # --- YN-7: adjacent and connected ---

    def adjacent(self, province: str) -> set[str]:
        return self._adjacent[province]

    def lake(self, water: Hex) -> set[Hex]:
        """All water joined with this by sides."""
        found, new = {water}, [water]
        while new:
            for other in self.around(new.pop()):
                if self.terrain[other] == "water" and other not in found:
                    found.add(other)
                    new.append(other)
        return found

    def _over_lakes(self, province: str) -> set[str]:
        shores: set[str] = set()
        for water in self.around(self.place[province]):
            if self.terrain[water] == "water":
                for place in self.lake(water):
                    shores |= self.beside(place)
        return shores - {province}

    def connected(self, province: str) -> set[str]:
        return self._connected[province]

    # --- YN-82 to YN-84: how clans with powers reach ---

    def over(self, province: str, mountains: int) -> set[str]:
        """The provinces at the end of a chain of just so many mountains and at most two water hexes, in any order."""
        found: set[str] = set()

        def walk(chain: list[Hex], stone: int, water: int) -> None:
            for place in self.around(chain[-1]):
                terrain = self.terrain[place]
                if place in chain:
                    continue
                if terrain in ("mountain", "volcano") and stone < mountains:
                    walk([*chain, place], stone + 1, water)
                elif terrain == "water" and water < MOST_WATER:
                    walk([*chain, place], stone, water + 1)
                elif place in self.named and stone == mountains and len(chain) > 1:
                    found.add(self.named[place])

        walk([self.place[province]], 0, 0)
        return found

    def over_short_water(self, province: str) -> set[str]:
        """YN-83: over one or two water hexes."""
        if province not in self._short:
            self._short[province] = self.over(province, mountains=0)
        return self._short[province]

    def over_a_mountain(self, province: str) -> set[str]:
        """YN-82: over one mountain and at most two water hexes."""
        if province not in self._crossing:
            self._crossing[province] = self.over(province, mountains=1)
        return self._crossing[province]

    def reach(self, province: str, clan: str, powers: bool) -> set[str]:
        """The provinces adjacent to or connected with this one, by the waters that the clan may cross."""
        if powers and clan == "xiangi":
            return self.adjacent(province) | self.over_short_water(province)
        return self.adjacent(province) | self.connected(province)

    def strikes(self, province: str, clan: str, powers: bool) -> set[str]:
        """The provinces that armies of a clan in this one attack."""
        found = self.reach(province, clan, powers)
        return found | self.over_a_mountain(province) if powers and clan == "weyu" else found

    def mountains(self, province: str) -> int:
        return sum(self.terrain[place] in ("mountain", "volcano") for place in self.around(self.place[province]))

    def by_volcano(self, province: str) -> bool:
        return any(self.terrain[place] == "volcano" for place in self.around(self.place[province]))

    # --- YN-8 ---

    def group(self, province: str, own: Collection[str]) -> set[str]:
        """The group of a province among those of its clan."""
        found, new = {province}, [province]
        while new:
            for other in self.adjacent(new.pop()):
                if other in own and other not in found:
                    found.add(other)
                    new.append(other)
        return found

    def groups(self, own: Collection[str]) -> list[set[str]]:
        found: list[set[str]] = []
        for province in own:
            if not any(province in group for group in found):
                found.append(self.group(province, own))
        return found
