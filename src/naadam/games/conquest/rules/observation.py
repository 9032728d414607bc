"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules.pieces import cargo_of, kind_of, owner_of, soldiers_of, spent_of
from naadam.games.conquest.rules.points import count_lost
from naadam.games.conquest.rules.state import (
    ALLOWANCE,
    ANSWERING,
    KINDS,
    MOST_SEATS,
    NOTHING,
    PINNED,
    POINTS,
    SHIP,
)

# Of every space: the kind of piece by seat, the own one first; what is aboard, soldiers carried, what is spent, and the
# target of an exchange. Then numbers, the same on every space
CARGO_PLANE = MOST_SEATS * KINDS
SOLDIERS_PLANE = CARGO_PLANE + SHIP
SPENT_PLANE, TARGET_PLANE = SOLDIERS_PLANE + 1, SOLDIERS_PLANE + 2
NUMBERS_PLANE = TARGET_PLANE + 1
NUMBERS = 2 + 2 * MOST_SEATS
PLANES = NUMBERS_PLANE + NUMBERS
MOST_FIGURES = 26  # CQ-1


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
            tensor[(CARGO_PLANE + cargo_of(piece)) * spaces + space] = 1.0
        tensor[SOLDIERS_PLANE * spaces + space] = soldiers_of(piece) / 2.0
        tensor[SPENT_PLANE * spaces + space] = spent_of(piece) / float(ALLOWANCE[kind])
    if view.target != NOTHING:
        tensor[TARGET_PLANE * spaces + view.target] = 1.0
    fill(tensor, NUMBERS_PLANE, spaces, view.spent / float(POINTS))
    fill(tensor, NUMBERS_PLANE + 1, spaces, 1.0 if view.phase == ANSWERING else 0.0)
    for ahead in range(tables.seats):
        other = (seat + ahead) % tables.seats
        lost = count_lost(tables, view, other, NOTHING, NOTHING, NOTHING)
        fill(tensor, NUMBERS_PLANE + 2 + 2 * ahead, spaces, min(lost, PINNED) / float(PINNED))
        fill(tensor, NUMBERS_PLANE + 3 + 2 * ahead, spaces, view.figures[other] / float(MOST_FIGURES))


@rule
def fill(tensor, plane, spaces, number):
    for space in range(spaces):
        tensor[plane * spaces + space] = number
