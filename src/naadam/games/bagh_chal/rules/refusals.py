"""Legality of an action: the clause that forbids it, if any. Nothing else decides."""

from __future__ import annotations

from naadam.core.compiling import ctz, popcount, rule
from naadam.games.bagh_chal.rules import clauses
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_FOR_THE_BUCK,
    EXTRA,
    GOATS,
    NOWHERE,
    TIGERS,
    barred_step,
    empty_points,
    tiger_targets,
)


@rule
def refusal(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    if state.waiting == 0:
        return int(state.ended)
    if state.waiting != 1 << seat:
        return clauses.NOT_YOUR_TURN
    points = tables.points
    if action == points * points + points:
        if tables.alpha == NOWHERE:
            return clauses.NO_PASSING
        return 0 if state.phase == EXTRA else clauses.NO_EXTRA_MOVE
    if action >= points * points:
        return exchange_refusal(tables, state, seat, action - points * points)
    source = action // points
    target = action % points
    if seat == GOATS:
        code = goat_refusal(tables, state, source, target)
    else:
        code = tiger_refusal(tables, state, source, target)
    if code == 0 and action == barred_step(tables, state, seat) and has_choice(tables, state, seat):
        return clauses.STEP_BACK
    return code


@rule
def goat_refusal(tables, state, source, target):
    target_taken = (state.tigers | state.goats) >> target & 1 == 1
    if source == target:
        if state.hand == 0:
            return clauses.NO_GOATS_IN_HAND
        return clauses.PUT_ON_EMPTY_POINTS if target_taken else 0
    if state.hand > 0:
        return clauses.BUCK_WAITS_FOR_HAND if source == state.buck else clauses.GOATS_IN_HAND_FIRST
    if state.goats >> source & 1 == 0:
        return clauses.NO_GOAT_THERE
    if tables.neighbours[source] >> target & 1 == 0:
        jump = tables.between[source, target] != NOWHERE
        return clauses.GOATS_NEVER_JUMP if jump else clauses.NO_LINE_FOR_GOAT
    if target_taken:
        return clauses.GOAT_TO_EMPTY_POINTS
    return 0


@rule
def tiger_refusal(tables, state, source, target):
    if source == target:
        return clauses.TIGERS_ARE_NOT_PUT_DOWN
    if state.tigers >> source & 1 == 0:
        return clauses.NO_TIGER_THERE
    if state.phase == EXTRA and source != state.alpha:
        return clauses.ONLY_ALPHA_MOVES_AGAIN
    over = tables.between[source, target]
    target_taken = (state.tigers | state.goats) >> target & 1 == 1
    if tables.neighbours[source] >> target & 1 == 1:
        if target_taken:
            return clauses.TIGER_TO_EMPTY_POINTS
    elif over == NOWHERE:
        return clauses.NO_LINE_FOR_TIGER
    elif state.goats >> over & 1 == 0:
        return clauses.NO_GOAT_TO_JUMP_OVER
    elif target_taken:
        return clauses.JUMP_TO_EMPTY_POINTS
    return 0


@rule
def exchange_refusal(tables, state, seat, point):
    if tables.alpha == NOWHERE:
        return clauses.ONLY_WITH_HEROES
    if seat != GOATS:
        return clauses.BUCK_IS_THE_GOATS
    if state.buck != NOWHERE:
        return clauses.BUCK_ENTERS_ONCE
    if state.captured < CAPTURES_FOR_THE_BUCK:
        return clauses.TOO_EARLY_FOR_BUCK
    if state.goats >> point & 1 == 0:
        return clauses.NO_GOAT_TO_EXCHANGE
    return 0


@rule
def has_choice(tables, state, seat):
    """Whether the player has more than one move, BC-8 apart."""
    empty = empty_points(tables, state)
    pieces = int(state.tigers if seat == TIGERS else state.goats)
    found = 0
    while pieces != 0 and found < 2:
        source = ctz(pieces)
        pieces &= pieces - 1
        found += popcount(tiger_targets(tables, state, source) if seat == TIGERS else tables.neighbours[source] & empty)
    return found > 1
