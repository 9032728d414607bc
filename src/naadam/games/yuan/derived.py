"""Fields of a state that follow from others: the map by the tiles, and armies by clan.

The map is worked out here in another way than in the rules: by the places of all hexes, as sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from naadam.core.contract import StateRecord
from naadam.games.yuan.board import STEPS
from naadam.games.yuan.rules.state import (
    CLANS,
    HEXES,
    MAP_FIELDS,
    MOST_PROVINCES,
    MOUNTAIN,
    NOTHING,
    RICE,
    SIDES,
    VOLCANO,
    WATER,
    WORDS,
    Tables,
)
from naadam.games.yuan.tables import Land, province_words, provinces_in

Place = tuple[int, int]
Laid = tuple[tuple[int, int, int], ...]  # q, r and turn of all tiles


def derive(land: Land, tables: Tables, state: StateRecord) -> None:
    """Write all fields that follow from others; the map only if all tiles lie."""
    for clan in range(CLANS):
        held = provinces_in(state.held[clan])
        state.raised[clan] = min(127, sum(int(state.armies[province]) for province in held))
    laid = list_laid(land, state)
    for name, rows in (make_map(land, laid, bool(tables.volcanoes)) if laid else {}).items():
        state[name] = rows


def list_laid(land: Land, state: StateRecord) -> Laid | None:
    """Where the tiles lie, or None if some do not yet, or overlap."""
    count = len(land.tiles)
    if NOTHING in state.tile_turn[:count].tolist():
        return None
    columns = (state[name][:count].tolist() for name in ("tile_q", "tile_r", "tile_turn"))
    laid = tuple(zip(*columns, strict=True))
    return laid if len(set(places_of(laid))) == HEXES * count else None


@lru_cache(maxsize=16)
def make_map(land: Land, laid: Laid, volcanoes: bool) -> dict[str, np.ndarray]:
    """The map fields of a state with these tiles."""
    hexes = {place: number for number, place in enumerate(places_of(laid))}
    near = {number: [hexes[other] for other in around(place) if other in hexes] for place, number in hexes.items()}
    number_of = {home: province for province, home in enumerate(land.homes)}
    ground = land.ground

    def provinces(numbers: Iterable[int]) -> set[int]:
        return {number_of[number] for number in numbers if number in number_of}

    def waters(numbers: Iterable[int]) -> set[int]:
        return {number for number in numbers if ground[number] == WATER}

    def shore(waters_and_mountains: Iterable[int]) -> set[int]:
        return provinces(other for number in waters_and_mountains for other in near[number])

    found = {name: np.zeros((MOST_PROVINCES, WORDS), np.int64) for name in MAP_FIELDS[:4]}
    lakes = list_lakes([number for number in near if ground[number] == WATER], near)
    sheltered, volcanic = [], []
    for province, home in enumerate(land.homes):
        beside = near[home]
        adjacent = provinces(beside)
        connected = {other for lake in lakes if lake & set(beside) for other in shore(lake)}
        first = waters(beside)
        short = shore(first) | shore(waters(other for number in first for other in near[number]))
        found["adjacent"][province] = province_words(adjacent)
        found["reach"][province] = province_words((adjacent | connected) - {province})
        found["xiangi_reach"][province] = province_words((adjacent | short) - {province})
        crossed = adjacent | connected | shore(cross(beside, near, ground))
        found["weyu_reach"][province] = province_words(crossed - {province})
        mountains = [number for number in beside if ground[number] in (MOUNTAIN, VOLCANO)]
        if len(mountains) >= 2:
            sheltered.append(province)
        if volcanoes and any(ground[number] == VOLCANO for number in mountains):
            volcanic.append(province)
    return found | {
        "sheltered": np.array(province_words(sheltered), np.int64),
        "volcanic": np.array(province_words(volcanic), np.int64),
    }


def cross(beside: Iterable[int], near: dict[int, list[int]], ground: tuple[int, ...]) -> Iterable[int]:
    """The ends of chains of one mountain and up to two water hexes (YN-82)."""
    ends = {(number, 0, 0) for number in beside if ground[number] < RICE}
    chains: set[tuple[int, int, int]] = set()
    while ends:
        number, mountains, water = ends.pop()
        mountains, water = mountains + (ground[number] != WATER), water + (ground[number] == WATER)
        if mountains > 1 or water > 2 or (number, mountains, water) in chains:
            continue
        chains.add((number, mountains, water))
        ends |= {(other, mountains, water) for other in near[number] if ground[other] < RICE}
    return (number for number, mountains, _ in chains if mountains == 1)


def places_of(laid: Laid) -> Iterable[Place]:
    """The places of all hexes, in the order of their numbers."""
    for q, r, turn in laid:
        yield q, r
        for place in range(HEXES - 1):
            x, y = STEPS[(place + turn) % SIDES]
            yield q + x, r + y


def around(place: Place) -> Iterable[Place]:
    return ((place[0] + x, place[1] + y) for x, y in STEPS)


def list_lakes(waters: list[int], near: dict[int, list[int]]) -> list[set[int]]:
    """Water hexes joined by sides."""
    lakes: list[set[int]] = []
    for number in waters:
        touched = [lake for lake in lakes if lake & set(near[number])]
        lakes = [lake for lake in lakes if lake not in touched]
        lakes.append({number}.union(*touched))
    return lakes
