"""A state as numbers for learning, a guess at its value, and which actions a search should look behind."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.intrinsics import ctz, popcount
from naadam.games.jarmo.rules.state import (
    CAMPS,
    LEGENDARY,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    PLAIN,
    RECOVERY,
    STEPS_IN_A_ROW,
    all_arrived,
    is_rescued,
    points_of,
)

PLANES = 20
FARTHEST = 8  # steps to the enemy camp, in the tables

SOLDIER = 1.0  # what each seat has is counted in soldiers


@rule
def observe(tables, view, seat, tensor):
    """Twenty planes of the points. For the seat and then for its enemy: soldiers, guards, golden soldiers, golden
    soldiers in a stack, the last step's end; and, on every point alike, soldiers in hand and captured. Then the
    remote camps; and, on every point alike, the two choices inside a turn, turns without progress, whether the
    row of steps of both is growing, and whether it is the seat's turn."""
    points = tables.points
    row = min(view.row[0], view.row[1]) / STEPS_IN_A_ROW
    for side in range(2):
        who = seat if side == 0 else 1 - seat
        first = 7 * side * points
        last = view.last[who]
        for point in range(points):
            tensor[first + point] = view.tops[who] >> point & 1
            tensor[first + points + point] = view.tops[who] & view.guards & 1 << point != 0
            tensor[first + 2 * points + point] = view.golden[who] == point
            tensor[first + 3 * points + point] = view.golden[who] == point and view.depth[who] > 0
            tensor[first + 4 * points + point] = last != NOWHERE and last % points == point
            tensor[first + 5 * points + point] = view.hand[who] / tables.soldiers
            tensor[first + 6 * points + point] = view.captured[who] / tables.soldiers
    for point in range(points):
        tensor[14 * points + point] = view.markers >> point & 1
        tensor[15 * points + point] = view.stage == RECOVERY
        tensor[16 * points + point] = view.stage == CAMPS
        tensor[17 * points + point] = view.peace / PEACEFUL_TURNS
        tensor[18 * points + point] = row
        tensor[19 * points + point] = view.waiting == 1 << seat


@rule
def noisy(tables, state, seat, action):
    """Captures, arrivals, and all by which a soldier comes back beside the turn's move."""
    seat = int(seat)
    action = int(action)
    points = tables.points
    if state.stage != MAIN:
        return True
    if action >= points * points:
        return action < points * points + points
    target = action % points
    if action // points == target:
        return False
    return (state.tops[1 - seat] | tables.camps[1 - seat]) >> target & 1 == 1


@rule
def patience(tables, state):
    """Actions until JA-14 or, if both go on with their rows of steps, JA-12."""
    middle = 1 if state.stage != MAIN else 0  # the turn is counted, and not over
    following = 1 if (state.waiting == 1) == (middle == 1) else 0  # whose turn is the next to be counted
    rows = max(
        2 * (STEPS_IN_A_ROW - state.row[following]) - 1,
        2 * (STEPS_IN_A_ROW - state.row[1 - following]),
    )
    return middle + min(rows, PEACEFUL_TURNS - state.peace)


@rule
def value(tables, state, seat):
    """Soldiers and their worth: how near they are to the enemy camp, or in it, and guards for what they can recover."""
    seat = int(seat)
    if state.waiting == 0:
        if state.winner == NOWHERE:
            return 0.0
        result = 1.0
        if tables.variant == PLAIN:  # points count in a match (JA-20)
            lead = points_of(tables, state, 0) - points_of(tables, state, 1)
            result = 0.9 + 0.05 * abs(lead) / tables.soldiers
        return result if state.winner == seat else -result
    lead = strength(tables, state, seat) - strength(tables, state, 1 - seat)
    return 0.85 * lead / (2.0 + abs(lead))


@rule
def strength(tables, state, seat):
    """What the seat has, in soldiers."""
    enemy_camp = tables.camps[1 - seat]
    tops = int(state.tops[seat])
    arrived = popcount(tops & enemy_camp)
    outside = tops & ~enemy_camp
    guards = popcount(outside & state.guards)
    back = 1.0 if state.captured[seat] > 0 else 0.4
    total = 0.0
    total += guards * 0.4 * back
    total += 0.7 * state.hand[seat]
    while outside != 0:
        point = ctz(outside)
        outside &= outside - 1
        total += SOLDIER + 0.06 * (FARTHEST - tables.distance[seat, point])
    if tables.variant == PLAIN:
        total += 1.8 * arrived
        if is_rescued(state, seat):
            total += 0.8
    else:
        total += 1.6 * arrived
        if tables.variant == LEGENDARY:
            total += 0.3 * popcount(tops & enemy_camp & state.guards) * (1 if state.captured[seat] > 0 else 0)
        if all_arrived(tables, state, seat):
            total -= 0.5
    return total
