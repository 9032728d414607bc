"""End conditions and winner (KH-65, KH-75)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.khan.rules import clauses
from naadam.games.khan.rules.conquer import can_conquer
from naadam.games.khan.rules.score import MORE_THAN_CELLS, outcome_rank
from naadam.games.khan.rules.state import NOTHING, OVER


@rule
def end_of_game(tables, state):
    """The clause by which the game is over, or 0, before a conquest of the final phase."""
    return 0 if can_conquer(tables, state, NOTHING) else clauses.NOBODY_CAN_CONQUER


@rule
def finish(state, clause):
    state.phase = OVER
    state.waiting = 0
    state.ended = clause
    state.actions = 0
    state.mover = NOTHING


@large_rule
def outcome(tables, state, scores):
    best = -1
    winners = 0
    for seat in range(tables.seats):
        rank = outcome_rank(tables, state, seat)
        scores[seat] = rank // MORE_THAN_CELLS
        if rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners |= 1 << seat
    return winners
