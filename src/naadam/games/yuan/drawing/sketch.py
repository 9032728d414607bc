"""The map of Yuan as lines of plain text, for a terminal."""

from __future__ import annotations

from naadam.core.contract import StateRecord
from naadam.games.yuan.board import CLAN_NAMES
from naadam.games.yuan.derived import places_of
from naadam.games.yuan.rules.state import HEXES, NOTHING
from naadam.games.yuan.tables import Land, provinces_in

LAND = {0: "~~~", 1: "^^^", 2: "^o^"}  # water, mountains, volcanoes
HALF = 5  # letters from a hex to the next one half a step to the east


def sketch_map(land: Land, clans: int, view: StateRecord) -> str:
    """Provinces by the first letters of their names; behind them the clan's letter, a capital for a city, armies, and a
    star for a temple: `BaoM2*`."""
    laid = [tile for tile in range(len(land.tiles)) if view.tile_turn[tile] != NOTHING]
    tiles = tuple((int(view.tile_q[tile]), int(view.tile_r[tile]), int(view.tile_turn[tile])) for tile in laid)
    numbers = [HEXES * tile + place for tile in laid for place in range(HEXES)]
    places = dict(zip(numbers, places_of(tiles), strict=True))
    if not places:
        return "-"
    words = dict(zip(land.homes, label_provinces(land, clans, view), strict=True))
    west = min(2 * q + r for q, r in places.values())
    rows: dict[int, list[str]] = {}
    for number, (q, r) in places.items():
        start, word = HALF * (2 * q + r - west), words.get(number) or LAND[land.ground[number]]
        row = rows.setdefault(r, [])
        row.extend(" " * (start + len(word) - len(row)))
        row[start : start + len(word)] = word
    return "\n".join("".join(rows[r]).rstrip() for r in sorted(rows, reverse=True))


def label_provinces(land: Land, clans: int, view: StateRecord) -> list[str]:
    cities, temples = set(provinces_in(view.cities)), set(provinces_in(view.temples))
    owner = {province: clan for clan in range(clans) for province in provinces_in(view.held[clan])}
    words = []
    for province, name in enumerate(land.provinces):
        letter = CLAN_NAMES[owner[province]][0] if province in owner else ""
        armies = str(view.armies[province]) if view.armies[province] else ""
        star = "*" if province in temples else ""
        words.append(name[:5] + (letter.upper() if province in cities else letter) + armies + star)
    return words
