"""What an action does, and how a game ends (BC-2 to BC-17, BC-40 to BC-49)."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_TO_WIN,
    EXCHANGED,
    EXTRA,
    GOATS,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    TIGERS,
    any_tiger_free,
    is_capture,
    movable_goats,
    tiger_targets,
)


@rule
def start(tables, state):
    state.tigers = tables.tigers  # BC-2
    state.hand = tables.goats
    state.alpha = tables.alpha
    state.buck = NOWHERE
    state.goats_barred = NOWHERE
    state.tigers_barred = NOWHERE
    state.waiting = 1 << GOATS  # BC-3


@rule
def apply(tables, state, seat, action):
    action = int(action)
    points = tables.points
    if action == points * points + points:
        tigers_done(tables, state)
    elif action >= points * points:
        state.buck = action - points * points  # BC-43; BC-42 follows from it
        state.stage = EXCHANGED
        state.quiet = 0
    elif seat == GOATS:
        move_goat(tables, state, action // points, action % points)
    else:
        move_tiger(tables, state, action // points, action % points)


@rule
def move_goat(tables, state, source, target):
    if source == target:  # BC-4; BC-16: with the last one Phase II begins
        state.goats |= 1 << target
        state.hand -= 1
    else:
        state.goats ^= 1 << source | 1 << target
        if source == state.buck:
            state.buck = target
        pass_quietly(state)
        if tables.memory:
            state.goats_barred = target * tables.points + source
    state.stage = MAIN
    state.waiting = 1 << TIGERS
    if not any_tiger_free(tables, state):
        finish(state, 11)
    elif state.peace == PEACEFUL_TURNS:
        finish(state, 14)


@rule
def move_tiger(tables, state, source, target):
    phase_two = state.hand == 0
    extra = state.stage == EXTRA
    moved_alpha = source == state.alpha
    captures = is_capture(tables, state, source, target)
    state.tigers ^= 1 << source | 1 << target
    if moved_alpha:
        state.alpha = target
    if captures:
        over = tables.between[source, target]
        state.goats ^= 1 << over
        state.peace = 0
        state.quiet = 0
        state.tigers_barred = NOWHERE  # BC-17
        if over == state.buck:
            finish(state, 45)
            return
        state.captured += 1
        if state.captured == CAPTURES_TO_WIN:
            finish(state, 10)
            return
    elif phase_two:
        pass_quietly(state)
        if tables.memory:
            state.tigers_barred = target * tables.points + source
    if tables.alpha != NOWHERE and not phase_two and not extra and not moved_alpha and state.buck == NOWHERE:
        if tiger_targets(tables, state, state.alpha) != 0:  # BC-41, BC-42, BC-46
            state.stage = EXTRA
            return
    tigers_done(tables, state)


@rule
def tigers_done(tables, state):
    state.stage = MAIN
    state.waiting = 1 << GOATS
    if state.hand == 0 and movable_goats(tables, state) == 0:
        finish(state, 13)
    elif state.peace == PEACEFUL_TURNS:
        finish(state, 14)


@rule
def pass_quietly(state):
    """A turn of Phase II without a capture has been taken."""
    state.peace += 1
    state.quiet += 1


@rule
def finish(state, clause):
    state.waiting = 0
    state.ended = clause


@rule
def repetition():
    return 3  # BC-12


@rule
def repeated(tables, state):
    finish(state, 12)


@rule
def outcome(tables, state, scores):
    winner = NOWHERE
    if state.ended == 11:
        winner = GOATS
    elif state.ended != 12 and state.ended != 14:
        winner = TIGERS
    for seat in range(2):
        scores[seat] = 0.0 if winner == NOWHERE else 1.0 if winner == seat else -1.0
    return 1 << GOATS | 1 << TIGERS if winner == NOWHERE else 1 << winner
