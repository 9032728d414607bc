"""The tables of Yuan that compiled rules read, made from a checked file and the options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace

import numpy as np

from naadam.core.contract import StateRecord
from naadam.games.yuan.board import STEPS, TILE_STEPS, Atlas, Tile, boxes_of, clans_of
from naadam.games.yuan.rules.events import FIELDS
from naadam.games.yuan.rules.state import (
    CLANS,
    CODES,
    FREE,
    HIGHEST_BID,
    HILLS,
    IMPOSED,
    MOST_TILES,
    NOTHING,
    PLACED,
    PRINTED,
    QUICK,
    RANDOM,
    RICE,
    SIDES,
    SPAN,
    TEMPLES,
    WORDS,
    Tables,
)
from naadam.games.yuan.weights import WEIGHT_SCHEMA
from naadam.kit.bits import numbers_in, words_of

PRICES = (0, 0, 4, 7)  # YN-24: by level, 0 for none


@dataclass(frozen=True)
class Land:
    """The tiles in play; tiles, hexes and provinces are numbers from here on."""

    tiles: tuple[Tile, ...]

    @cached_property
    def tile_names(self) -> tuple[str, ...]:
        return tuple(tile.name for tile in self.tiles)

    @cached_property
    def provinces(self) -> tuple[str, ...]:
        return tuple(province for tile in self.tiles for province in tile.provinces)

    @cached_property
    def ground(self) -> tuple[int, ...]:
        """The kind of each hex."""
        return tuple(each.kind for tile in self.tiles for each in tile.hexes)

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The hex of each province."""
        return tuple(number for number, kind in enumerate(self.ground) if kind >= RICE)


def province_words(provinces: Iterable[int]) -> list[int]:
    """Provinces as a set of the rules."""
    return words_of(provinces, SPAN, WORDS)


def provinces_in(words: Iterable[int]) -> list[int]:
    """The provinces of a set, in their order."""
    return numbers_in(words, SPAN)


def opened(record: StateRecord) -> StateRecord:
    """A record with its fields laid out: plain code and uncompiled rules read them many times as fast.

    Its arrays are those of the record; numbers that are changed are changed here alone.
    """
    return SimpleNamespace(**dict(zip(record.dtype.names, record.item(), strict=True)))


def spiral(count: int) -> Iterator[tuple[int, int]]:
    """YN-18: places round the first, ring by ring, counter-clockwise from the east."""
    found, ring = [(0, 0)], 0
    while len(found) < count:
        ring += 1
        q, r = ring * TILE_STEPS[0][0], ring * TILE_STEPS[0][1]
        for side in range(SIDES):
            x, y = TILE_STEPS[(side + 2) % SIDES]
            for _ in range(ring):
                found.append((q, r))
                q, r = q + x, r + y
    yield from found[:count]


def make_land(atlas: Atlas, seats: int, scenario: str) -> Land:
    if scenario in atlas.scenarios:
        return Land(tuple(atlas.tiles[placed.tile] for placed in atlas.scenarios[scenario].tiles))
    return Land(atlas.in_play(seats))


def make_tables(
    atlas: Atlas,
    land: Land,
    *,
    seats: int,
    scenario: str,
    auction: bool,
    powers: bool,
    volcanoes: bool,
    random: bool,
    wheel: str,
) -> Tables:
    tiles, provinces, clans = len(land.tiles), len(land.provinces), clans_of(seats)
    imposed = atlas.scenarios.get(scenario)
    cities = imposed.cities if imposed else {}
    capital = np.full(CLANS, NOTHING, np.int64)
    for clan, province in cities.items():
        capital[clan] = land.provinces.index(province)
    province_of = np.full(len(land.ground), NOTHING, np.int64)
    province_of[list(land.homes)] = range(provinces)
    kinds = [[p for p, home in enumerate(land.homes) if land.ground[home] == kind] for kind in range(RICE, HILLS + 1)]
    by_chance = random or scenario == "quick"
    at = _offsets(tiles=tiles, provinces=provinces, clans=clans, seats=seats)
    return Tables(
        seats=seats,
        tiles=tiles,
        provinces=provinces,
        clans=clans,
        scenario=IMPOSED if imposed else QUICK if scenario == "quick" else FREE,
        capitals=PRINTED if cities else RANDOM if by_chance else PLACED,
        named=sum(1 << clan for clan in cities) or (1 << clans) - 1 if cities or clans == seats else 0,
        auction=int(auction),
        powers=int(powers),
        volcanoes=int(volcanoes),
        temple_limit=TEMPLES * boxes_of(seats),
        **at,
        steps=np.array(STEPS, np.int64),
        tile_steps=np.array(TILE_STEPS, np.int64),
        ground=np.array(land.ground, np.int64),
        province=province_of,
        home=np.array(land.homes, np.int64),
        kinds=np.array([province_words(each) for each in kinds], np.int64),
        everywhere=np.array(province_words(range(provinces)), np.int64),
        spiral=np.array(list(spiral(MOST_TILES)), np.int64),
        printed=np.array([placed[1:] for placed in imposed.tiles] if imposed else [[0] * 3] * tiles, np.int64),
        capital=capital,
        correction=np.array(atlas.corrections, np.int64),
        needed=np.array(atlas.wheels[wheel], np.int64),
        prices=np.array(PRICES, np.int64),
        silence=np.zeros((0, FIELDS), np.int64),
        weights=WEIGHT_SCHEMA.load(WEIGHT_SCHEMA.shipped),
        net=np.zeros(1, np.int16),
        learned=0.0,
    )


def _offsets(*, tiles: int, provinces: int, clans: int, seats: int) -> dict[str, int]:
    """The first action of each kind, in the order of the numbers."""
    counts: Sequence[tuple[str, int]] = (
        ("lay", tiles * tiles * SIDES * SIDES),
        ("city", clans * provinces),
        ("bid", HIGHEST_BID + 1),
        ("take", clans),
        ("first", seats),
        ("deal", tiles),
        ("clan", clans),
        ("draw", clans),
        ("lot", seats),
    )
    found, number = {}, 1 + CODES * provinces
    for name, count in counts:
        found[name] = number
        number += count
    return found
