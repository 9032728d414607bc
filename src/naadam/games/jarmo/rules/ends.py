"""End conditions and winner (JA-9 to JA-15, JA-30, JA-33)."""

from __future__ import annotations

from naadam.core.compiling import finish, popcount, rule, win_or_draw
from naadam.games.jarmo.rules import clauses
from naadam.games.jarmo.rules.state import (
    BLUE,
    GREEN,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    PLAIN,
    STEPS_IN_A_ROW,
    all_arrived,
    can_act,
    nobody_left,
    points_of,
)


@rule
def end_turn(tables, state, seat, arrived):
    """The seat's turn is over, and the other one's begins unless the game ends; `arrived` by its move (JA-30)."""
    state.phase = MAIN
    state.waiting = 1 << (1 - seat)
    clause = end_of_game(tables, state, 1 - seat, arrived)
    if clause != 0:
        finish(state, clause)
        state.winner = winner_by(tables, state, clause, seat)


@rule
def end_of_game(tables, state, seat, arrived):
    """The clause by which the game is over as a turn of `seat` should begin, or 0 (JA-15).

    `arrived` says whether the move before has brought a soldier into the enemy camp (JA-30).
    """
    if nobody_left(state, seat):
        return clauses.ALL_CAPTURED
    if tables.variant == PLAIN and (all_arrived(tables, state, GREEN) or all_arrived(tables, state, BLUE)):
        return clauses.ALL_ARRIVED
    if tables.variant != PLAIN and arrived and all_arrived(tables, state, 1 - seat):
        return clauses.LAST_ARRIVED
    if state.row[GREEN] == STEPS_IN_A_ROW and state.row[BLUE] == STEPS_IN_A_ROW:
        return clauses.BACK_AND_FORTH
    if not can_act(tables, state, seat) and not can_act(tables, state, 1 - seat):
        return clauses.NOBODY_CAN_ACT
    return clauses.NO_PROGRESS_FOR_LONG if state.peace == PEACEFUL_TURNS else 0


@rule
def winner_by(tables, state, clause, mover):
    """The winner of a game that ends by the clause after a turn of `mover`, or NOWHERE in a draw."""
    if clause == clauses.ALL_CAPTURED or clause == clauses.LAST_ARRIVED:
        return mover
    if tables.variant != PLAIN:
        return NOWHERE  # JA-33
    lead = points_of(tables, state, GREEN) - points_of(tables, state, BLUE)  # JA-13
    if lead == 0:
        lead = popcount(state.tops[GREEN] & tables.camps[BLUE]) - popcount(state.tops[BLUE] & tables.camps[GREEN])
    if lead == 0:
        return NOWHERE
    return GREEN if lead > 0 else BLUE


@rule
def outcome(tables, state, scores):
    won = win_or_draw(state.winner, scores)
    if tables.variant == PLAIN:
        for seat in range(2):
            scores[seat] = points_of(tables, state, seat)
    return won
