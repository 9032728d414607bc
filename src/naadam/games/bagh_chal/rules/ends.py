"""End conditions and winner (BC-10 to BC-14, BC-45)."""

from __future__ import annotations

from naadam.core.compiling import finish, rule, win_or_draw
from naadam.games.bagh_chal.rules import clauses
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_TO_WIN,
    GOATS,
    NOWHERE,
    PEACEFUL_TURNS,
    TIGERS,
    any_tiger_free,
    movable_goats,
)


@rule
def end_of_game(tables, state, seat):
    """The clause by which the game is won as a turn of `seat` should begin, or 0."""
    if state.buck != NOWHERE and state.goats >> state.buck & 1 == 0:
        return clauses.BUCK_CAPTURED
    if state.captured == CAPTURES_TO_WIN:
        return clauses.FIVE_CAPTURED
    if seat == TIGERS and not any_tiger_free(tables, state):
        return clauses.TIGERS_TRAPPED
    if seat == GOATS and state.hand == 0 and movable_goats(tables, state) == 0:
        return clauses.GOATS_STUCK
    return 0


@rule
def repetition():
    return 3  # BC-12


@rule
def repeated(tables, state):
    finish(state, clauses.THIRD_TIME)


@rule
def expire(tables, state):
    if state.peace == PEACEFUL_TURNS:
        finish(state, clauses.NO_CAPTURE_FOR_LONG)


@rule
def winner_of(state):
    """The winner of a game that is over, or NOWHERE in a draw."""
    if state.ended == clauses.THIRD_TIME or state.ended == clauses.NO_CAPTURE_FOR_LONG:
        return NOWHERE
    return GOATS if state.ended == clauses.TIGERS_TRAPPED else TIGERS


@rule
def outcome(tables, state, scores):
    return win_or_draw(winner_of(state), scores)
