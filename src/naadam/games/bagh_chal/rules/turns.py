"""Effects of actions (BC-2 to BC-8, BC-15 to BC-17, BC-40 to BC-49)."""

from __future__ import annotations

from naadam.core.compiling import finish, rule
from naadam.games.bagh_chal.rules.ends import end_of_game
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_TO_WIN,
    EXCHANGED,
    EXTRA,
    GOATS,
    MAIN,
    NOWHERE,
    TIGERS,
    is_capture,
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
    if action == points * points + points:  # BC-41: the extra move is declined
        end_turn(tables, state, GOATS)
    elif action >= points * points:
        state.buck = action - points * points  # BC-43; BC-42 follows from it
        state.phase = EXCHANGED
        state.quiet = 0
    elif seat == GOATS:
        move_goat(tables, state, action // points, action % points)
        end_turn(tables, state, TIGERS)
    else:
        extra = may_alpha_follow(tables, state, action // points)
        move_tiger(tables, state, action // points, action % points)
        if extra and state.captured < CAPTURES_TO_WIN and tiger_targets(tables, state, state.alpha) != 0:  # BC-46
            state.phase = EXTRA
        else:
            end_turn(tables, state, GOATS)


@rule
def move_goat(tables, state, source, target):
    if source == target:  # BC-4; BC-16: with the last one Phase II begins
        state.goats |= 1 << target
        state.hand -= 1
        return
    state.goats ^= 1 << source | 1 << target
    if source == state.buck:
        state.buck = target
    pass_quietly(state)
    if tables.memory:
        state.goats_barred = target * tables.points + source


@rule
def may_alpha_follow(tables, state, source):
    """Whether the Alpha Tiger, if it can, moves once more after the tiger on `source` (BC-41, BC-42)."""
    if tables.alpha == NOWHERE or state.hand == 0 or state.buck != NOWHERE:
        return False
    return state.phase != EXTRA and source != state.alpha


@rule
def move_tiger(tables, state, source, target):
    captures = is_capture(tables, state, source, target)
    state.tigers ^= 1 << source | 1 << target
    if source == state.alpha:
        state.alpha = target
    if captures:
        over = tables.between[source, target]
        state.goats ^= 1 << over
        state.peace = 0
        state.quiet = 0
        state.tigers_barred = NOWHERE  # BC-17
        if over != state.buck:
            state.captured += 1
    elif state.hand == 0:
        pass_quietly(state)
        if tables.memory:
            state.tigers_barred = target * tables.points + source


@rule
def pass_quietly(state):
    """A turn of Phase II without a capture has been taken."""
    state.peace += 1
    state.quiet += 1


@rule
def end_turn(tables, state, following):
    """The turn is over, and that of `following` begins unless the game ends."""
    state.phase = MAIN
    state.waiting = 1 << following
    clause = end_of_game(tables, state, following)
    if clause != 0:
        finish(state, clause)
