"""Legality of steps and jumps: the clause that forbids one along a path."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.carrying import bar_mounting
from naadam.games.conquest.rules.elimination import bar_attack
from naadam.games.conquest.rules.paths import bar_path
from naadam.games.conquest.rules.pieces import (
    cargo_of,
    has_part,
    is_vessel,
    kind_of,
    owner_of,
    part_of,
    soldiers_of,
    spent_of,
)
from naadam.games.conquest.rules.state import (
    ABOARD,
    ALLOWANCE,
    JUMP,
    KNIGHT,
    LAND,
    LANDING,
    MOST_SEATS,
    ONE,
    OTHER,
    PORT,
    STEP,
    WHOLE,
    is_friend,
)
from naadam.games.conquest.rules.vulnerability import bar_risk


@rule
def bar_step(tables, state, seat, path, mover, left):
    """Against a step along a path with so many points left."""
    source = int(tables.path_from[path])
    piece = int(state.pieces[source])
    reason = bar_mover(tables, seat, piece, mover)
    if reason != 0:
        return reason
    part = part_of(piece, mover)
    reason = bar_spent(tables, state, source, part)
    if reason != 0:
        return reason
    if left < STEP:
        return clauses.NO_POINTS_LEFT
    if mover != WHOLE and tables.ground[source] != LAND and tables.path_kind[path] != LANDING:
        return clauses.LEFT_IN_PORT_ONLY
    reason = bar_entry(tables, state, part, mover >= ONE, path)
    if reason != 0:
        return reason
    target = int(tables.path_to[path])
    return bar_risk(tables, state, seat, source, mover, target, STEP)


@rule
def bar_mover(tables, seat, piece, mover):
    """Against naming a part of what is on a space."""
    if piece == 0:
        return clauses.NO_PIECE_THERE
    if owner_of(piece) != seat:
        return clauses.ALLYS_PIECE if is_friend(tables, owner_of(piece), seat) else clauses.NOT_YOUR_PIECE
    if has_part(piece, mover):
        return 0
    if mover == ABOARD:
        return clauses.NOTHING_ABOARD
    return clauses.SOLDIERS_ARE_ALIKE if mover == OTHER and soldiers_of(piece) > 0 else clauses.NO_SOLDIER_CARRIED


@rule
def bar_spent(tables, state, source, part):
    """Against a step of a part that has no allowance left (CQ-22).

    A vessel that was seized (CQ-43) is like one that has spent all: in port, after something was taken in this turn.
    """
    if spent_of(part) + STEP <= ALLOWANCE[kind_of(part)]:
        return 0
    if is_vessel(part) and tables.ground[source] == PORT:
        for seat in range(MOST_SEATS):
            if state.taken[seat] > 0:
                return clauses.SPENT_OR_SEIZED
    return clauses.ALLOWANCE_SPENT


@rule
def bar_entry(tables, state, piece, carried, path):
    """Against a piece that takes a path; `carried` says of a soldier that it comes from a carrier."""
    kind = kind_of(piece)
    if int(tables.path_open[path]) >> kind & 1 == 0:
        return bar_path(tables, kind, path)
    target = int(tables.path_to[path])
    there = int(state.pieces[target])
    if there == 0:
        return clauses.NO_VESSEL_IN_PORT if kind <= KNIGHT and tables.ground[target] != LAND else 0
    if owner_of(there) == owner_of(piece):
        return bar_mounting(there, piece, carried)
    if is_friend(tables, owner_of(there), owner_of(piece)):
        return clauses.ALLY_THERE
    return bar_attack(there, piece, carried)


@rule
def jumper(piece):
    """The mover that a knight on a space is (CQ-25): a piece, or aboard a vessel; OTHER if there is none."""
    if kind_of(piece) == KNIGHT:
        return WHOLE
    return ABOARD if cargo_of(piece) == KNIGHT else OTHER


@rule
def bar_jump(tables, state, seat, jump, left):
    """Against a knight's jump with so many points left (CQ-25)."""
    source = int(tables.jump_from[jump])
    piece = int(state.pieces[source])
    if piece == 0:
        return clauses.NO_PIECE_THERE
    mover = jumper(piece)
    if owner_of(piece) != seat:
        return bar_mover(tables, seat, piece, mover)
    if mover == OTHER:
        return clauses.NO_KNIGHT_THERE
    part = part_of(piece, mover)
    if spent_of(part) + JUMP > ALLOWANCE[KNIGHT]:
        reason = bar_spent(tables, state, source, part)
        return reason if reason != 0 else clauses.TOO_LITTLE_FOR_JUMP
    if left < JUMP:
        return clauses.NO_POINTS_LEFT
    over = int(state.pieces[tables.jump_over[jump]])
    if over == 0:
        return clauses.NOTHING_TO_JUMP
    if not is_friend(tables, owner_of(over), seat):
        return clauses.ENEMY_JUMPED
    target = int(tables.jump_to[jump])
    there = int(state.pieces[target])
    if there == 0:
        return clauses.NO_VESSEL_IN_PORT if tables.ground[target] != LAND else 0
    if is_friend(tables, owner_of(there), seat):
        return clauses.LANDING_TAKEN
    return bar_risk(tables, state, seat, source, mover, target, JUMP)
