"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules.pieces import cargo_of, kind_of, owner_of, soldiers_of, spent_of
from naadam.games.conquest.rules.points import count_lost
from naadam.games.conquest.rules.state import (
    ALLOWANCE,
    ANSWERING,
    CALM_START,
    ELEPHANT,
    KINDS,
    MOST_SEATS,
    NOTHING,
    PINNED,
    POINTS,
    SHIP,
)

NAMES = ("soldiers", "elephants", "chariots", "knights", "ships", "galleons")  # by kind
AHEAD = tuple(f"seat +{ahead}" for ahead in range(MOST_SEATS))  # the own seat, then the next ones
CARGO_PLANE = MOST_SEATS * KINDS
SOLDIERS_PLANE = CARGO_PLANE + SHIP - ELEPHANT
SPENT_PLANE, TARGET_PLANE = SOLDIERS_PLANE + 1, SOLDIERS_PLANE + 2
NUMBERS_PLANE = TARGET_PLANE + 1
OF_A_SEAT = ("capital and Grail spaces lost", "figures", "turn", "eliminated by")
PLANES = (
    *(f"{name}, {seat}" for seat in AHEAD for name in NAMES),
    *(f"{name} aboard" for name in NAMES[ELEPHANT - 1 : SHIP - 1]),
    "soldiers carried",
    "points spent by the piece",
    "target of the exchange",
    "points spent in the turn",  # from here on the same on every space
    "exchange to be decided",
    "calm turns",
    *(f"{name}, {seat}" for seat in AHEAD for name in OF_A_SEAT),
)
SEATS_PLANE = NUMBERS_PLANE + 3
OF_A_SEAT_PLANES = len(OF_A_SEAT)
MOST_FIGURES = 26  # CQ-1
MOST_SOLDIERS = 4  # CQ-4: an elephant with two aboard a galleon with two


@rule
def observe(tables, view, seat, tensor):
    spaces = tables.spaces
    for space in range(spaces):
        piece = int(view.pieces[space])
        if piece == 0:
            continue
        ahead = (owner_of(piece) - seat) % tables.seats
        kind = kind_of(piece)
        tensor[(ahead * KINDS + kind - 1) * spaces + space] = 1.0
        if cargo_of(piece) != 0:
            tensor[(CARGO_PLANE + cargo_of(piece) - ELEPHANT) * spaces + space] = 1.0
        tensor[SOLDIERS_PLANE * spaces + space] = soldiers_of(piece) / float(MOST_SOLDIERS)
        tensor[SPENT_PLANE * spaces + space] = spent_of(piece) / float(ALLOWANCE[kind])
    if view.target != NOTHING:
        tensor[TARGET_PLANE * spaces + view.target] = 1.0
    fill(tensor, NUMBERS_PLANE, spaces, view.spent / float(POINTS))
    fill(tensor, NUMBERS_PLANE + 1, spaces, 1.0 if view.phase == ANSWERING else 0.0)
    fill(tensor, NUMBERS_PLANE + 2, spaces, max(0, min(view.calm, CALM_START)) / float(CALM_START))
    plane = SEATS_PLANE
    for ahead in range(tables.seats):
        other = (seat + ahead) % tables.seats
        lost = count_lost(tables, view, other, NOTHING, NOTHING, NOTHING)
        fill(tensor, plane, spaces, min(lost, PINNED) / float(PINNED))
        fill(tensor, plane + 1, spaces, min(view.figures[other], MOST_FIGURES) / float(MOST_FIGURES))
        fill(tensor, plane + 2, spaces, 1.0 if view.mover == other else 0.0)
        fill(tensor, plane + 3, spaces, min(view.eliminated[other], MOST_FIGURES) / float(MOST_FIGURES))
        plane += OF_A_SEAT_PLANES


@rule
def fill(tensor, plane, spaces, number):
    for space in range(spaces):
        tensor[plane * spaces + space] = number
