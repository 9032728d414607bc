"""Ends of games for two seats: the clause that ends a game, and the scores of a win or a draw."""

from __future__ import annotations

from naadam.core.compiling.compiled import rule


@rule
def finish(state, clause):
    """End the game by a clause."""
    state.waiting = 0
    state.ended = clause


@rule
def win_or_draw(winner, scores):
    """Score 1 for the winning seat and -1 for the other, or 0 for both if `winner` is -1; return the winners' mask."""
    for seat in range(2):
        scores[seat] = 0.0 if winner < 0 else 1.0 if winner == seat else -1.0
    return 3 if winner < 0 else 1 << winner
