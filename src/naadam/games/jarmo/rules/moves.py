"""The legal actions, listed: moving, putting down, turning over, recovering and passing (JA-3 to JA-9, JA-16)."""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.jarmo.rules.state import (
    KEEP,
    LEGENDARY,
    MAIN,
    NONE,
    PASS,
    RECOVERY,
    closed_points,
    free_camp,
    guards_to_turn,
)


@rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if state.waiting != 1 << seat:
        return 0
    if state.phase == MAIN:
        return list_turns(tables, state, seat, actions)
    points = tables.points
    last = points * points + points
    count = list_points(points, free_camp(tables, state, seat), actions)
    if state.phase == RECOVERY:
        actions[count] = last + KEEP
        count += 1
    if state.phase != RECOVERY or tables.variant != LEGENDARY:  # JA-32: who turns a guard over recovers one
        actions[count] = last + NONE
        count += 1
    return count


@rule
def list_turns(tables, state, seat, actions):
    """Write what a turn may begin with; return how many."""
    points = tables.points
    soldiers = int(state.tops[seat])
    opened = ~closed_points(tables, state, seat)
    free = 0
    if state.hand[seat] > 0:
        free = free_camp(tables, state, seat)
    starts = soldiers | free
    count = 0
    while starts != 0:
        source = ctz(starts)
        starts &= starts - 1
        if free >> source & 1 == 1:
            actions[count] = source * (points + 1)
            count += 1
            continue
        targets = tables.ways[seat, source] & opened
        while targets != 0:
            actions[count] = source * points + ctz(targets)
            targets &= targets - 1
            count += 1
    guards = guards_to_turn(tables, state, seat)
    while guards != 0:
        actions[count] = points * points + ctz(guards)
        guards &= guards - 1
        count += 1
    if count == 0:
        actions[0] = points * points + points + PASS
        count = 1
    return count


@rule
def list_points(points, free, actions):
    """Write the actions that put a soldier on one of these points; return how many."""
    count = 0
    while free != 0:
        actions[count] = ctz(free) * (points + 1)
        free &= free - 1
        count += 1
    return count
