"""The map of Yuan: hexes of the laid tiles with their terrain, lakes as one water, and the names of provinces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from naadam.drawing.art import stand
from naadam.drawing.shapes import Box
from naadam.drawing.stage import PREFIX, Place
from naadam.games.yuan.board import STEPS, TILE_STEPS
from naadam.games.yuan.derived import Laid, places_of
from naadam.games.yuan.rules.state import FOREST, HEXES, HILLS, MINE, MOUNTAIN, RICE, SIDES, VOLCANO, WATER
from naadam.games.yuan.tables import Land

SIZE = 56.0  # from the middle of a hex to its corners
WIDE = SIZE * math.sqrt(3)
MARGIN = 16.0
NAME_DOWN = 0.71 * SIZE  # below buildings, and the wall
GROUND = {
    WATER: "#4f92b3",
    MOUNTAIN: "#8d857c",
    VOLCANO: "#6e5a55",
    RICE: "#d9d27c",
    FOREST: "#74a566",
    MINE: "#c79a6c",
    HILLS: "#b9c58a",
}
SYMBOLS = {MOUNTAIN: "peaks", VOLCANO: "volcano", RICE: "rice", FOREST: "forest", MINE: "mine", HILLS: "hills"}
SHORE, BORDER, SEAM = "#e9dfb8", "#5d513a", "#2f2a1e"
INK = "#221b10"

Spot = tuple[int, int]


class Hexagon(NamedTuple):
    kind: int
    name: str  # of its province, else ""


class Chart(NamedTuple):
    """The hexes by their places, and the places where a tile could be laid."""

    hexes: Mapping[Spot, Hexagon]
    sites: tuple[Spot, ...]

    def surface(self) -> Box:
        """The part of the plane that is shown."""
        cells = [*self.hexes, *(each for site in self.sites for each in cells_of(site))] or list(cells_of((0, 0)))
        middles = [middle(each) for each in cells]
        left, right = min(x for x, _ in middles) - WIDE / 2, max(x for x, _ in middles) + WIDE / 2
        top, bottom = min(y for _, y in middles) - SIZE, max(y for _, y in middles) + SIZE
        return Box(left, top, right - left, bottom - top).grown(MARGIN)

    def points(self) -> dict[str, Place]:
        """Provinces by their names, and sites by their coordinates."""
        found = {each.name: middle(spot) for spot, each in self.hexes.items() if each.name}
        return found | {name_site(site): middle(site) for site in self.sites}

    def grounds(self) -> dict[str, str]:
        """Provinces with the keys of their landscapes."""
        return {each.name: SYMBOLS[each.kind] for each in self.hexes.values() if each.name}

    def spots(self) -> dict[str, Place]:
        """The hexes round the middle of each site, by their coordinates."""
        return {name_site(spot): middle(spot) for site in self.sites for spot in cells_of(site) if spot != site}


def name_site(site: Spot) -> str:
    return f"{site[0]},{site[1]}"


def read_chart(land: Land, tiles: Mapping[int, tuple[int, int, int]]) -> Chart:
    """The chart of tiles by number, each with q, r and turn; sites only while some are missing."""
    laid: Laid = tuple(tiles.values())
    numbers = [HEXES * tile + place for tile in tiles for place in range(HEXES)]
    names = dict(zip(land.homes, land.provinces, strict=True))
    hexes = {
        spot: Hexagon(land.ground[number], names.get(number, ""))
        for number, spot in zip(numbers, places_of(laid), strict=True)
    }
    return Chart(hexes, () if len(tiles) == len(land.tiles) else tuple(list_sites(laid)))


def list_sites(laid: Laid) -> list[Spot]:
    """The free places on the lattice of tiles, next to the laid tiles."""
    taken = {(q, r) for q, r, _ in laid}
    beside = {(q + x, r + y) for q, r in taken for x, y in TILE_STEPS}
    return sorted(beside - taken) if taken else [(0, 0)]


def cells_of(site: Spot) -> Iterator[Spot]:
    return iter([site, *((site[0] + x, site[1] + y) for x, y in STEPS)])


def middle(spot: Spot) -> Place:
    """Where the middle of a hex lies on the drawing: q grows to the east, r to the north-east."""
    q, r = spot
    return round(WIDE * (q + r / 2), 1), round(-1.5 * SIZE * r, 1)


def corner(spot: Spot, side: int, size: float = SIZE) -> Place:
    """The corner of a hex clockwise before its side; sides are counted as the directions are."""
    x, y = middle(spot)
    angle = math.radians(60 * side - 30)
    return round(x + size * math.cos(angle), 1), round(y - size * math.sin(angle), 1)


def outline(spot: Spot, size: float = SIZE) -> str:
    corners = " ".join(f"{x:g},{y:g}" for x, y in (corner(spot, side, size) for side in range(SIDES)))
    return f"M{corners}z"


def draw_chart(chart: Chart) -> str:
    return "".join(
        (
            *(draw_site(site) for site in chart.sites),
            *(draw_ground(spot, each) for spot, each in chart.hexes.items()),
            draw_lines(chart),
            *(draw_features(spot, each) for spot, each in chart.hexes.items()),
        )
    )


def draw_site(site: Spot) -> str:
    outlines = "".join(outline(spot, 0.97 * SIZE) for spot in cells_of(site))
    return f'<path d="{outlines}" fill="#fff" fill-opacity=".08" stroke="#f2e6c4" stroke-opacity=".35"/>'


def draw_ground(spot: Spot, each: Hexagon) -> str:
    """A hex, a little larger than it is so that no seam is seen between those of one lake."""
    return f'<path d="{outline(spot, SIZE + 0.6)}" fill="{GROUND[each.kind]}"/>'


def draw_lines(chart: Chart) -> str:
    """Shores round lakes and the coast, thin borders between all else; none within a lake."""
    shores, borders, coast = [], [], []
    for spot, each in chart.hexes.items():
        for side, (x, y) in enumerate(STEPS):
            other = chart.hexes.get((spot[0] + x, spot[1] + y))
            (left, top), (right, bottom) = corner(spot, side), corner(spot, side + 1)
            line = f"M{left:g},{top:g}L{right:g},{bottom:g}"
            if other is None:
                coast.append(line)
            elif each.kind == WATER and other.kind != WATER:
                shores.append(line)
            elif side < SIDES // 2 and WATER not in (each.kind, other.kind):
                borders.append(line)
    return "".join(
        f'<path d="{"".join(lines)}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for lines, colour, width in ((borders, BORDER, 1.6), (shores, SHORE, 5), (coast, SEAM, 5))
        if lines
    )


def draw_features(spot: Spot, each: Hexagon) -> str:
    x, y = middle(spot)
    if each.kind == WATER:
        return stand(f'<use href="#{PREFIX}waves"/>', x, y)
    drawn = f'<use href="#{PREFIX}{SYMBOLS[each.kind]}"/>'
    if each.name:
        drawn += (
            f'<text y="{NAME_DOWN:g}" text-anchor="middle" font-family="serif" font-size="25"'
            f' font-weight="bold" fill="{INK}" stroke="{GROUND[each.kind]}" stroke-width="4" paint-order="stroke">'
            f"{each.name}</text>"
        )
    return stand(drawn, x, y)
