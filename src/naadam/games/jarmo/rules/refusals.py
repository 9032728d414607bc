"""Legality of an action: the clause that forbids it, if any. Nothing else decides."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.jarmo.rules import clauses
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
        return clauses.NOT_YOUR_TURN
    if state.phase != MAIN:
        return choice_refusal(tables, state, seat, action)
    points = tables.points
    if action == points * points + points + PASS:
        return clauses.NO_PASSING if can_act(tables, state, seat) else 0
    if action >= points * points + points:
        return clauses.NOTHING_TO_DECLINE
    if action >= points * points:
        return turning_refusal(tables, state, seat, action - points * points)
    source = action // points
    target = action % points
    if source != target:
        return move_refusal(tables, state, seat, source, target)
    if state.hand[seat] == 0:
        return clauses.NO_GUARD_IN_HAND if tables.variant == JASYR else clauses.NOTHING_IN_HAND
    return putting_refusal(tables, state, seat, target)


@rule
def choice_refusal(tables, state, seat, action):
    """Of an action in the middle of a turn, where a soldier comes back or does not (JA-16)."""
    points = tables.points
    last = points * points + points
    if action < points * points and action // points == action % points:
        return putting_refusal(tables, state, seat, action % points)
    if state.phase != RECOVERY:
        if action == last + KEEP:
            return clauses.REDEPLOYED_AT_ONCE
        return clauses.REDEPLOY_FIRST if action < last or action == last + PASS else 0
    if action == last + KEEP:
        return 0
    if tables.variant == LEGENDARY:
        return clauses.MUST_RECOVER
    return clauses.RECOVER_FIRST if action < last or action == last + PASS else 0


@rule
def move_refusal(tables, state, seat, source, target):
    if state.tops[seat] >> source & 1 == 0:
        return clauses.HOSTAGE if state.golden[seat] == source else clauses.NO_SOLDIER_THERE
    if tables.camps[1 - seat] >> source & 1 == 1:
        return clauses.ARRIVED_FOR_GOOD
    if tables.neighbours[source] >> target & 1 == 0:
        return clauses.DOTTED_ONLY_IN_JASYR if tables.dotted[source] >> target & 1 == 1 else clauses.NO_LINE
    if tables.ways[seat, source] >> target & 1 == 0:
        return clauses.NOT_BACKWARD
    if state.tops[seat] >> target & 1 == 1:
        return clauses.OWN_SOLDIER_THERE
    if state.tops[1 - seat] & tables.shelter[seat] & 1 << target != 0:
        return clauses.SAFE_IN_YOUR_CAMP
    return 0


@rule
def putting_refusal(tables, state, seat, point):
    if tables.camps[seat] >> point & 1 == 0:
        return clauses.OUTSIDE_OWN_CAMP
    return 0 if free_camp(tables, state, seat) >> point & 1 == 1 else clauses.POINT_NOT_FREE


@rule
def turning_refusal(tables, state, seat, point):
    if tables.variant != LEGENDARY:
        return clauses.TURNED_ONLY_IN_LEGENDARY
    if state.guards & state.tops[seat] & tables.camps[1 - seat] & 1 << point == 0:
        return clauses.NO_GUARD_TO_TURN
    return clauses.NOBODY_TO_RECOVER if state.captured[seat] == 0 else 0
