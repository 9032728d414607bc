"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.khan.rules.state import (
    ACTIONS,
    CARD_WORD,
    EVERYWHERE,
    FIFTH,
    FINAL,
    FORMS,
    HAND,
    LANDSCAPES,
    MOST_SEATS,
    NEUTRAL,
    NOTHING,
    ORIENTATIONS,
    OVER,
    PORTRAIT,
    RULERS,
    SPECIALS,
    WORD_BITS,
    WORDS,
    cell_of,
    spot_of,
)

AHEAD = tuple(f"seat +{ahead}" for ahead in range(MOST_SEATS))  # the own seat, then the next ones
OF_A_SEAT = (
    "High Morale cards",
    "Protection cards",
    "Support of the Gods cards",
    "Exploration cards",
    "active Protection",
    "active Support, by region",
    "reserved form",
    "turn",
    "cards in hand",
)
ON_CELLS = (
    *(f"yurts, {seat}" for seat in AHEAD),
    *(f"conquered cells, {seat}" for seat in AHEAD),
    "neutral yurts",
    *(f"ruler {ruler + 1}" for ruler in range(RULERS)),
    "free cells",
    "bridged river",
    "river",
    *(f"where own cards of landscape {landscape + 1} fit" for landscape in range(LANDSCAPES)),
    "proposed conquest",
)
PLANES = (
    *ON_CELLS,  # from here on the same on every cell
    *(f"neutral yurts beside ruler {ruler + 1}" for ruler in range(RULERS)),
    *(f"stock of form {form + 1}" for form in range(FORMS)),
    *(f"{name}, {seat}" for seat in AHEAD for name in OF_A_SEAT),
    "phase",
    "actions left",
    "final phase",
)
OWN_PLANES = len(ON_CELLS)
ALL_PLANES = len(PLANES)
MOST_SPECIALS = 2  # of one kind (KH-11)


@rule
def observe(tables, view, seat, tensor):
    for ahead in range(tables.seats):
        other = (seat + ahead) % tables.seats
        mark(tables, view.yurts[other], tensor, ahead, 1.0)
        mark(tables, view.owned[other], tensor, MOST_SEATS + ahead, 1.0)
    plane = 2 * MOST_SEATS
    mark(tables, view.yurts[NEUTRAL], tensor, plane, 1.0)
    for ruler in range(RULERS):
        if view.ruler[ruler] >= 0:
            tensor[(plane + 1 + ruler) * tables.cells + view.ruler[ruler]] = 1.0
    plane += 1 + RULERS
    mark(tables, view.free, tensor, plane, 1.0)
    mark(tables, view.bridged, tensor, plane + 1, 1.0)
    mark(tables, tables.river, tensor, plane + 2, 1.0)
    for word in range(2):
        bits = int(view.hand[seat, word])
        while bits != 0:
            landscape = int(tables.card_landscape[word * CARD_WORD + ctz(bits)])
            bits &= bits - 1
            mark(tables, tables.fits[landscape], tensor, plane + 3 + landscape, 1.0 / HAND)
    if view.proposed != NOTHING:
        mark_shape(tables, int(view.proposed), tensor, OWN_PLANES - 1)
    fill_numbers(tables, view, seat, tensor)


@rule
def mark_shape(tables, conquest, tensor, plane):
    """Mark the cells that a conquest covers."""
    spot = spot_of(tables, conquest // ORIENTATIONS)
    mask = int(tables.mask[conquest % ORIENTATIONS])
    while mask != 0:
        place = ctz(mask)
        mask &= mask - 1
        covered = spot + place - 4 if place != FIFTH else spot + WORD_BITS
        tensor[plane * tables.cells + cell_of(tables, covered)] = 1.0


@rule
def mark(tables, board, tensor, plane, number):
    """Add a number to the cells of a bit board in a plane."""
    for word in range(WORDS):
        bits = int(board[word])
        while bits != 0:
            tensor[plane * tables.cells + cell_of(tables, (word << 6) + ctz(bits))] += number
            bits &= bits - 1


@rule
def fill(tables, tensor, plane, number):
    tensor[plane * tables.cells : (plane + 1) * tables.cells] = number


@rule
def fill_numbers(tables, view, seat, tensor):
    plane = OWN_PLANES
    for ruler in range(RULERS):
        fill(tables, tensor, plane + ruler, view.portrait[ruler] / PORTRAIT)
    plane += RULERS
    for form in range(FORMS):
        fill(tables, tensor, plane + form, view.stock[form] / tables.copies[form])
    plane += FORMS
    for ahead in range(tables.seats):
        other = (seat + ahead) % tables.seats
        for special in range(SPECIALS):
            fill(tables, tensor, plane + special, view.cards[other, special] / MOST_SPECIALS)
        fill(tables, tensor, plane + SPECIALS, view.protecting >> other & 1)
        fill(tables, tensor, plane + SPECIALS + 1, view.supporting[other] / (EVERYWHERE + 1))
        fill(tables, tensor, plane + SPECIALS + 2, view.exploring[other] / FORMS)
        fill(tables, tensor, plane + SPECIALS + 3, view.mover == other)
        fill(tables, tensor, plane + SPECIALS + 4, view.held[other] / HAND)
        plane += SPECIALS + 5
    plane = ALL_PLANES - 3
    fill(tables, tensor, plane, view.phase / OVER)
    fill(tables, tensor, plane + 1, view.actions / ACTIONS)
    fill(tables, tensor, plane + 2, view.final / FINAL)
