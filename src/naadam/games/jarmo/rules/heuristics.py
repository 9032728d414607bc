"""Heuristic evaluation of a state; actions to search deeper."""

from __future__ import annotations

from naadam.core.compiling import ctz, popcount, rule
from naadam.games.jarmo.rules.learned import learned_lead, write_pairs
from naadam.games.jarmo.rules.state import (
    GREEN,
    LEGENDARY,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    PLAIN,
    STEPS_IN_A_ROW,
    is_rescued,
    points_of,
)

FARTHEST = 8  # steps to the enemy camp, in the tables

# Weights for Jarmo, Legendary and Jasyr; the last two are a race rather than a count of soldiers.
# The numbers did best of several in some hundred games of a shallow search against another.
SOLDIER = (1.96, 1.18, 0.58)  # outside the enemy camp,
STEP = (0.12, 0.46, 0.56)  # less this for every step that it still has to go
STRANDED = (0.0, 4.8, 6.0)  # less this if no soldier is outside, so that no move can win (JA-30)
STUCK = (0.0, 0.0, 3.0)  # less this for one that own soldiers in the enemy camp bar from it for good (JA-45)
GUARD = (0.2, 0.5, 0.7)  # more than an archer
RESCUER = (0.3, 0.3, 0.0)  # a guard while there is a soldier to recover
ARRIVED = (2.0, 1.4, 0.6)  # in Jarmo more than one that stands before the camp, or no soldier would ever go in
HAND = (0.7, 0.7, 0.3)
RESCUED = (0.8, 0.4, 0.2)
TURNABLE = 0.5  # in Legendary, a guard in the enemy camp while there is a soldier to recover


@rule
def noisy(tables, state, seat, action):
    """Captures, arrivals, and all ways for a soldier to come back in addition to the turn's move."""
    seat = int(seat)
    action = int(action)
    points = tables.points
    if state.phase != MAIN:
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
    middle = 1 if state.phase != MAIN else 0  # the turn is counted, and not over
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
            ahead = points_of(tables, state, 0) - points_of(tables, state, 1)
            result = 0.9 + 0.05 * abs(ahead) / tables.soldiers
        return result if state.winner == seat else -result
    total = lead(tables, state, seat)
    if tables.learned > 0.0:
        learned = tables.learned * learned_lead(tables, state)
        total += learned if seat == GREEN else -learned
    return 0.85 * total / (2.0 + abs(total))


@rule
def lead(tables, state, seat):
    """The lead of the seat over the other, without the learned values."""
    return strength(tables, state, seat) - strength(tables, state, 1 - seat)


@rule
def read(tag, tables, states, seats, leads, entries):
    """Of each state its lead and its entries, for what learns (core/parts/net.py)."""
    for row in range(len(states)):
        leads[row] = lead(tables, states[row], seats[row])
        write_pairs(states[row], entries[row])


@rule
def strength(tables, state, seat):
    """The strength of the seat, in soldiers."""
    variant = int(tables.variant)
    enemy_camp = tables.camps[1 - seat]
    tops = int(state.tops[seat])
    outside = tops & ~enemy_camp
    guards = popcount(outside & state.guards)
    total = ARRIVED[variant] * popcount(tops & enemy_camp) + HAND[variant] * state.hand[seat] + GUARD[variant] * guards
    if state.captured[seat] > 0:
        total += RESCUER[variant] * guards
        if variant == LEGENDARY:
            total += TURNABLE * popcount(tops & enemy_camp & state.guards)
    if is_rescued(state, seat):
        total += RESCUED[variant]
    if outside == 0:
        total -= STRANDED[variant]
    while outside != 0:
        point = ctz(outside)
        total += SOLDIER[variant] - STEP[variant] * tables.distance[seat, point]
        if tables.ways[seat, point] & ~(tops & enemy_camp) == 0:
            total -= STUCK[variant]
        outside &= outside - 1
    return total
