"""The one source of legality: which clause forbids an action, if any."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.contract import WORDING
from naadam.core.intrinsics import ctz, popcount
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
        return 3
    points = tables.points
    if action == points * points + points:
        if tables.alpha == NOWHERE:
            return 3 + WORDING
        return 0 if state.stage == EXTRA else 41
    if action >= points * points:
        return exchange_refusal(tables, state, seat, action - points * points)
    source = action // points
    target = action % points
    if seat == GOATS:
        code = goat_refusal(tables, state, source, target)
    else:
        code = tiger_refusal(tables, state, source, target)
    if code == 0 and action == barred_step(tables, state, seat) and has_choice(tables, state, seat):
        return 8
    return code


@rule
def goat_refusal(tables, state, source, target):
    target_taken = (state.tigers | state.goats) >> target & 1 == 1
    if source == target:
        if state.hand == 0:
            return 7
        return 4 if target_taken else 0
    if state.hand > 0:
        return 47 if source == state.buck else 4 + WORDING
    if state.goats >> source & 1 == 0:
        return 7 + WORDING
    if tables.neighbours[source] >> target & 1 == 0:
        return 7 + 3 * WORDING if tables.between[source, target] != NOWHERE else 7 + 2 * WORDING
    if target_taken:
        return 7 + 4 * WORDING
    return 0


@rule
def tiger_refusal(tables, state, source, target):
    if source == target:
        return 5 + 3 * WORDING
    if state.tigers >> source & 1 == 0:
        return 5
    if state.stage == EXTRA and source != state.alpha:
        return 41 + WORDING
    over = tables.between[source, target]
    target_taken = (state.tigers | state.goats) >> target & 1 == 1
    if tables.neighbours[source] >> target & 1 == 1:
        if target_taken:
            return 5 + WORDING
    elif over == NOWHERE:
        return 5 + 2 * WORDING
    elif state.goats >> over & 1 == 0:
        return 6 + WORDING
    elif target_taken:
        return 6
    return 0


@rule
def exchange_refusal(tables, state, seat, point):
    if tables.alpha == NOWHERE:
        return 40
    if seat != GOATS:
        return 43
    if state.buck != NOWHERE:
        return 43 + WORDING
    if state.captured < CAPTURES_FOR_THE_BUCK:
        return 43 + 2 * WORDING
    if state.goats >> point & 1 == 0:
        return 43 + 3 * WORDING
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
