"""Pieces and what they carry, as one number: taken apart and put together.

From the lowest bit on: owner (2 bits), kind (3), the kind of an elephant, chariot or knight aboard a vessel (3), how
many soldiers are carried, also by what is aboard (2); then the points spent in this turn by the piece (4), by what is
aboard (4), by one soldier (2) and by the other (2), of which the first has spent less.
"""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules.state import ABOARD, ONE, SEATS_ON, SHIP, SOLDIER, WHOLE

KIND, CARGO, SOLDIERS, SPENT, CARGO_SPENT, ONE_SPENT, OTHER_SPENT = 2, 5, 8, 10, 14, 18, 20
OWNER_BITS, KIND_BITS, SOLDIER_BITS, SPENT_BITS, SOLDIER_SPENT_BITS = 3, 7, 3, 15, 3  # as masks
PIECE_BITS = 22
BARE = OWNER_BITS | KIND_BITS << KIND | SPENT_BITS << SPENT  # a piece without what it carries
CARRIED = SOLDIER_BITS << SOLDIERS | SOLDIER_SPENT_BITS << ONE_SPENT | SOLDIER_SPENT_BITS << OTHER_SPENT
RESTED = (1 << SPENT) - 1  # a piece, nothing spent


@rule
def owner_of(piece):
    return piece & OWNER_BITS


@rule
def kind_of(piece):
    return piece >> KIND & KIND_BITS


@rule
def is_vessel(piece):
    return kind_of(piece) >= SHIP


@rule
def cargo_of(piece):
    """The kind of the elephant, chariot or knight aboard a vessel, or 0."""
    return piece >> CARGO & KIND_BITS


@rule
def soldiers_of(piece):
    """How many soldiers are carried."""
    return piece >> SOLDIERS & SOLDIER_BITS


@rule
def spent_of(piece):
    return piece >> SPENT & SPENT_BITS


@rule
def count_figures(piece):
    """CQ-76: the piece and all it carries."""
    return 1 + (cargo_of(piece) != 0) + soldiers_of(piece)


@rule
def has_part(piece, mover):
    """Whether a piece has the part that a mover names."""
    if mover == WHOLE:
        return True
    if mover == ABOARD:
        return cargo_of(piece) != 0
    if mover == ONE:
        return soldiers_of(piece) != 0
    return soldiers_of(piece) == 2 and piece >> ONE_SPENT & SOLDIER_SPENT_BITS < piece >> OTHER_SPENT


@rule
def part_of(piece, mover):
    """The part of a piece that moves, as a separate piece."""
    if mover == WHOLE:
        return piece
    if mover == ABOARD:
        spent = piece >> CARGO_SPENT & SPENT_BITS
        return owner_of(piece) | cargo_of(piece) << KIND | spent << SPENT | piece & CARRIED
    spent = piece >> (ONE_SPENT if mover == ONE else OTHER_SPENT) & SOLDIER_SPENT_BITS
    return owner_of(piece) | SOLDIER << KIND | spent << SPENT


@rule
def rest_of(piece, mover):
    """The part of a piece that stays behind when the mover leaves, or 0."""
    if mover == WHOLE:
        return 0
    if mover == ABOARD:
        return piece & BARE
    kept = piece >> (OTHER_SPENT if mover == ONE else ONE_SPENT) & SOLDIER_SPENT_BITS
    return piece & ~CARRIED | soldiers_of(piece) - 1 << SOLDIERS | kept << ONE_SPENT


@rule
def has_room(carrier, piece):
    """Whether a carrier can take a piece aboard (CQ-3, CQ-4, CQ-34)."""
    if kind_of(piece) == SOLDIER:
        bearer = cargo_of(carrier) if cargo_of(carrier) else kind_of(carrier)
        return soldiers_of(carrier) < SEATS_ON[bearer]
    return is_vessel(carrier) and not is_vessel(piece) and count_figures(carrier) == 1


@rule
def load(carrier, piece):
    """A carrier with a piece aboard that it has room for."""
    if kind_of(piece) != SOLDIER:
        return carrier | kind_of(piece) << CARGO | spent_of(piece) << CARGO_SPENT | piece & CARRIED
    less = spent_of(piece)
    if soldiers_of(carrier) == 0:
        return carrier | 1 << SOLDIERS | less << ONE_SPENT
    more = carrier >> ONE_SPENT & SOLDIER_SPENT_BITS
    if more < less:
        less, more = more, less
    return carrier & ~CARRIED | 2 << SOLDIERS | less << ONE_SPENT | more << OTHER_SPENT
