"""End conditions and winner (HS-8 to HS-12, HS-23)."""

from __future__ import annotations

from naadam.core.compiling import finish, rule, win_or_draw
from naadam.games.hasami_shogi.rules import clauses
from naadam.games.hasami_shogi.rules.captures import has_line
from naadam.games.hasami_shogi.rules.moves import has_move
from naadam.games.hasami_shogi.rules.state import NOWHERE, PEACEFUL_TURNS, captured_by


@rule
def end_of_game(tables, state):
    """The clause by which the game is won as the next turn should begin, or 0 (HS-12)."""
    mover = 1 - int(state.turn)
    if tables.war == 0 and has_line(int(state.near[mover])):
        return clauses.FIVE_IN_LINE
    if captured_by(tables, state, mover) >= tables.captures:
        return clauses.ARMY_BEATEN if tables.war else clauses.ENOUGH_CAPTURED
    if not has_move(tables, state, 1 - mover):
        return clauses.NO_MOVE_LEFT
    return 0


@rule
def repetition():
    return 3  # HS-10


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
    return 1 - int(state.turn)


@rule
def outcome(tables, state, scores):
    return win_or_draw(winner_of(state), scores)
