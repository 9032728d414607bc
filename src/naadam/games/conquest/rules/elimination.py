"""Eliminating pieces and seizing vessels (CQ-40 to CQ-45)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.pieces import (
    KIND,
    RESTED,
    SPENT,
    cargo_of,
    count_figures,
    is_vessel,
    kind_of,
    load,
    owner_of,
    spent_of,
)
from naadam.games.conquest.rules.state import (
    ALLOWANCE,
    ELEPHANT,
    NOTHING,
    SOLDIER,
    SPAN,
    player_after,
)


@rule
def bar_attack(there, piece, carried):
    """Against a piece that eliminates an enemy, or seizes a vessel (CQ-41, CQ-43)."""
    if kind_of(piece) != SOLDIER:
        return 0
    if is_vessel(there):
        if carried:
            return clauses.SEIZED_FROM_CARRIER
        return clauses.SOLDIER_SEIZES_ELEPHANT if cargo_of(there) == ELEPHANT else 0
    return clauses.SOLDIER_AGAINST_ELEPHANT if kind_of(there) == ELEPHANT else 0


@rule
def capture(tables, state, seat, target, piece):
    """Put a piece onto an enemy one, which is eliminated or, if it is a vessel and the piece is not, seized."""
    there = int(state.pieces[target])
    victim = owner_of(there)
    figures = count_figures(there)
    seizes = is_vessel(there) and not is_vessel(piece)
    fallen = figures - seizes  # CQ-45
    state.figures[victim] -= figures
    state.figures[seat] += seizes
    state.eliminated[seat] += fallen
    if seat == state.mover:
        state.taken[victim] += figures
    if fallen > 0:
        piece -= spent_of(piece) << SPENT  # CQ-44
        start_calm(tables, state, victim)
    put_off(state, victim, target)
    put_on(state, seat, target)
    if seizes:  # CQ-43
        kind = kind_of(there)
        spent = ALLOWANCE[kind] if seat == state.mover else 0
        state.pieces[target] = load(seat | kind << KIND | spent << SPENT, piece)
    else:
        state.pieces[target] = piece


@rule
def counted_player(tables, state):
    """The player whose turns CQ-73 counts: the owner of the piece eliminated last, the first player before that.

    The next one if that player is out.
    """
    counted = state.first if state.loser == NOTHING else state.loser
    return counted if state.figures[counted] > 0 else player_after(tables, state, counted)


@rule
def start_calm(tables, state, victim):
    """A piece of a player has been eliminated: CQ-73 counts from now on, but not the turn that is going on."""
    state.loser = victim
    state.calm = -1 if counted_player(tables, state) == state.mover else 0


@rule
def put_on(state, seat, space):
    """Note that a piece of a seat is on a space."""
    state.own[seat, space // SPAN] |= 1 << space % SPAN


@rule
def put_off(state, seat, space):
    state.own[seat, space // SPAN] &= ~(1 << space % SPAN)


@rule
def rest(piece):
    """A piece that has spent nothing, nor has what it carries."""
    return piece & RESTED
