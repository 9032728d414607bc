"""The one source of legality: which clause forbids an action, if any."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.contract import WORDING
from naadam.games.jarmo.rules.state import (
    JASYR,
    KEEP,
    LEGENDARY,
    MAIN,
    PASS,
    RECOVERY,
    can_act,
    free_camp,
)


@rule
def refusal(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    if state.waiting == 0:
        return int(state.ended)
    if state.waiting != 1 << seat:
        return 3
    if state.stage != MAIN:
        return choice_refusal(tables, state, seat, action)
    points = tables.points
    if action == points * points + points + PASS:
        return 9 + WORDING if can_act(tables, state, seat) else 0
    if action >= points * points + points:
        return 16  # nothing is being recovered or redeployed
    if action >= points * points:
        return turning_refusal(tables, state, seat, action - points * points)
    source = action // points
    target = action % points
    if source != target:
        return move_refusal(tables, state, seat, source, target)
    if state.hand[seat] == 0:
        return 43 if tables.variant == JASYR else 8 + 2 * WORDING
    return putting_refusal(tables, state, seat, target)


@rule
def choice_refusal(tables, state, seat, action):
    """Of an action in the middle of a turn, where a soldier comes back or does not (JA-16)."""
    points = tables.points
    last = points * points + points
    if action < points * points and action // points == action % points:
        return putting_refusal(tables, state, seat, action % points)
    if state.stage != RECOVERY:
        if action == last + KEEP:
            return 61 + WORDING
        return 61 if action < last or action == last + PASS else 0
    if action == last + KEEP:
        return 0
    if tables.variant == LEGENDARY:
        return 32 + 3 * WORDING
    return 7 if action < last or action == last + PASS else 0


@rule
def move_refusal(tables, state, seat, source, target):
    if state.tops[seat] >> source & 1 == 0:
        return 3 + WORDING
    if tables.camps[1 - seat] >> source & 1 == 1:
        return 6
    if tables.neighbours[source] >> target & 1 == 0:
        return 41 if tables.dotted[source] >> target & 1 == 1 else 3 + 2 * WORDING
    if tables.ways[seat, source] >> target & 1 == 0:
        return 42
    if state.tops[seat] >> target & 1 == 1:
        return 3 + 3 * WORDING
    if state.tops[1 - seat] & tables.shelter[seat] & 1 << target != 0:
        return 31
    return 0


@rule
def putting_refusal(tables, state, seat, point):
    if tables.camps[seat] >> point & 1 == 0:
        return 8
    return 0 if free_camp(tables, state, seat) >> point & 1 == 1 else 8 + WORDING


@rule
def turning_refusal(tables, state, seat, point):
    if tables.variant != LEGENDARY:
        return 32
    if state.guards & state.tops[seat] & tables.camps[1 - seat] & 1 << point == 0:
        return 32 + WORDING
    return 32 + 2 * WORDING if state.captured[seat] == 0 else 0
