"""A view as numbers for learning: planes of provinces."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yuan.rules.costs import production
from naadam.games.yuan.rules.state import (
    HILLS,
    MOST_ARMIES,
    MOST_SEATS,
    NOTHING,
    OVER,
    RESOURCES,
    RICE,
    TURNS,
    has,
)

# Provinces of the seats from the own one on; cities, doubled, wood, stone, temples, volcanic, sheltered; armies; the
# four kinds; then numbers, the same for every province: for each seat Chão and production, then phase, turn and goal
OWN_PLANES = MOST_SEATS + 8 + HILLS - RICE + 1
PLANES = OWN_PLANES + MOST_SEATS * (1 + RESOURCES) + 3
MUCH = 10.0  # Chão, units and temples are divided by it


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
    plane = OWN_PLANES
    for ahead in range(tables.seats):
        other = (seat + ahead) % tables.seats
        fill(tables, tensor, plane, view.chao[other] / MUCH)
        if view.clan[other] != NOTHING:
            for number in range(RESOURCES):
                units = production(tables, view, int(view.clan[other]), RICE + number)
                fill(tables, tensor, plane + 1 + number, units / MUCH)
        plane += 1 + RESOURCES
    plane = PLANES - 3
    fill(tables, tensor, plane, view.phase / OVER)
    fill(tables, tensor, plane + 1, view.turn / TURNS)
    if view.turn > 0:
        fill(tables, tensor, plane + 2, tables.needed[view.turn - 1] / MUCH)


@rule
def mark(tables, words, tensor, plane):
    for province in range(tables.provinces):
        if has(words, province):
            tensor[plane * tables.provinces + province] = 1.0


@rule
def fill(tables, tensor, plane, number):
    tensor[plane * tables.provinces : (plane + 1) * tables.provinces] = number
