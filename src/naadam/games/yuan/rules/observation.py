"""A view as numbers for learning: planes of provinces."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yuan.rules.costs import production
from naadam.games.yuan.rules.state import (
    HEXES,
    HILLS,
    MOST_ARMIES,
    MOST_SEATS,
    NOTHING,
    OVER,
    RESOURCES,
    RICE,
    SIDES,
    TURNS,
    has,
)

AHEAD = tuple(f"seat +{ahead}" for ahead in range(MOST_SEATS))  # the own seat, then the next ones
KINDS = ("rice fields", "forests", "mines", "hills")
OF_A_SEAT = ("Chão", *(f"production of {kind}" for kind in KINDS[:RESOURCES]))
OF_PROVINCES = (
    *(f"provinces, {seat}" for seat in AHEAD),
    "cities",
    "second cities",
    "fortified cities",
    "indestructible cities",
    "temples",
    "provinces beside a volcano",
    "sheltered provinces",
    "armies",
    *KINDS,
    "tile in the own hand",
    "tile laid",
    "place of the tile, to the east",
    "place of the tile, to the north-east",
    "turn of the tile",
)
PLANES = (
    *OF_PROVINCES,  # from here on the same in every province
    *(f"{name}, {seat}" for seat in AHEAD for name in OF_A_SEAT),
    "phase",
    "turn",
    "temples needed",
)
OWN_PLANES = len(OF_PROVINCES)
ALL_PLANES = len(PLANES)
MUCH = 10.0  # of Chão, units or temples: shown as a half
FARTHEST = 16.0  # steps from the middle of the map that are told apart


@rule
def observe(tables, view, seat, tensor):
    for ahead in range(tables.seats):
        clan = int(view.clan[(seat + ahead) % tables.seats])
        if clan != NOTHING:
            mark(tables, view.held[clan], tensor, ahead)
    plane = MOST_SEATS
    mark(tables, view.cities, tensor, plane)
    mark(tables, view.doubled, tensor, plane + 1)
    mark(tables, view.wood, tensor, plane + 2)
    mark(tables, view.stone, tensor, plane + 3)
    mark(tables, view.temples, tensor, plane + 4)
    mark(tables, view.volcanic, tensor, plane + 5)
    mark(tables, view.sheltered, tensor, plane + 6)
    for province in range(tables.provinces):
        tensor[(plane + 7) * tables.provinces + province] = int(view.armies[province]) / MOST_ARMIES
    for kind in range(RICE, HILLS + 1):
        mark(tables, tables.kinds[kind - RICE], tensor, plane + 8 + kind - RICE)
    show_tiles(tables, view, seat, tensor, plane + 8 + HILLS - RICE + 1)
    plane = OWN_PLANES
    for ahead in range(tables.seats):
        other = (seat + ahead) % tables.seats
        fill(tables, tensor, plane, share(view.chao[other]))
        if view.clan[other] != NOTHING:
            for number in range(RESOURCES):
                units = production(tables, view, int(view.clan[other]), RICE + number)
                fill(tables, tensor, plane + 1 + number, share(units))
        plane += 1 + RESOURCES
    plane = ALL_PLANES - 3
    fill(tables, tensor, plane, view.phase / OVER)
    fill(tables, tensor, plane + 1, view.turn / TURNS)
    if view.turn > 0:
        fill(tables, tensor, plane + 2, share(tables.needed[view.turn - 1]))


@rule
def show_tiles(tables, view, seat, tensor, plane):
    """Where the tile of each province lies and how it is turned, or that the seat holds it."""
    for province in range(tables.provinces):
        tile = int(tables.home[province]) // HEXES
        if view.holder[tile] == seat:
            tensor[plane * tables.provinces + province] = 1.0
        if view.tile_turn[tile] != NOTHING:
            tensor[(plane + 1) * tables.provinces + province] = 1.0
            tensor[(plane + 2) * tables.provinces + province] = place(view.tile_q[tile])
            tensor[(plane + 3) * tables.provinces + province] = place(view.tile_r[tile])
            tensor[(plane + 4) * tables.provinces + province] = view.tile_turn[tile] / SIDES


@rule
def place(steps):
    """How far a tile lies to one side, from 0 to 1; the middle of the map is at a half."""
    return min(max(0.5 + 0.5 * steps / FARTHEST, 0.0), 1.0)


@rule
def share(number):
    """A number without a bound, from 0 to 1."""
    return number / (number + MUCH)


@rule
def mark(tables, words, tensor, plane):
    for province in range(tables.provinces):
        if has(words, province):
            tensor[plane * tables.provinces + province] = 1.0


@rule
def fill(tables, tensor, plane, number):
    tensor[plane * tables.provinces : (plane + 1) * tables.provinces] = number
