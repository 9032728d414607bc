"""Learned evaluation of a position with two players, for the next to act: standings, cards in hands, groups of yurts.

A standing (the lead, the conquests at hand) is looked up with the time of the game. `heuristics.py` has worked most of
it out already, and tells it.
"""

from __future__ import annotations

from naadam.core.compiling import ctz, look_up, popcount, rule
from naadam.games.khan.rules.groups import group_at, grown
from naadam.games.khan.rules.state import (
    ACTIONS,
    ANY,
    CARD_WORD,
    HAND,
    LANDSCAPES,
    NEUTRAL,
    OVER,
    PORTRAIT,
    RULERS,
    SPECIALS,
)

TIMES = 8  # by the neutral yurts that have left the portraits; the last is the final phase
YURTS_A_TIME = 4
MOST_LEAD, LEAD_STEP = 24, 3  # in points
MOST_AHEAD = 12  # cells by which the largest territory is larger
MOST_GAIN = 15  # points of a conquest at hand
EACH_CARD = 3  # none, one or two special cards of a kind are left
MOST_YURTS = 4  # of one owner in a group
FEW_FREE, SOME_FREE = 3, 6  # free cells next to a group: below the first few, below the second some

LEADS, AHEADS = 2 * MOST_LEAD // LEAD_STEP + 1, 2 * MOST_AHEAD + 1
TURNS, GAINS = ACTIONS + 1, MOST_GAIN + 1
BY_OWNER, FREES = MOST_YURTS + 1, 4

# Where the entries of each standing begin; those of cards and groups follow
LEAD_AT = 0
AHEAD_AT = LEAD_AT + LEADS * TIMES
GAIN_AT = AHEAD_AT + AHEADS * TIMES  # of the first to act, then of the second
SPECIAL_AT = GAIN_AT + 2 * GAINS * TURNS * TIMES
PHASE_AT = SPECIAL_AT + SPECIALS * EACH_CARD * EACH_CARD * TIMES
CARD_AT = PHASE_AT + OVER * TURNS * TIMES
GROUP_AT = CARD_AT + 2 * LANDSCAPES
ENTRIES = GROUP_AT + 2 * FREES * BY_OWNER * BY_OWNER * BY_OWNER

MOST_GROUPS = 40
LOOKUPS = 5 + SPECIALS + 2 * HAND + MOST_GROUPS


@rule
def time_of(state):
    if state.final:
        return TIMES - 1
    gone = PORTRAIT * RULERS
    for ruler in range(RULERS):
        gone -= int(state.portrait[ruler])
    return min(gone // YURTS_A_TIME, TIMES - 2)


@rule
def learned_lead(tables, state, first, actions, gain, other_gain, lead, entries):
    """The sum of what is learned, for the first to act, whose lead is given in points."""
    second = 1 - first
    time = time_of(state)
    step = int((max(-float(MOST_LEAD), min(float(MOST_LEAD), lead)) + MOST_LEAD) / LEAD_STEP + 0.5)
    total = look_up(tables, entries, 0, LEAD_AT + step * TIMES + time)
    ahead = int(state.territories[first, 0]) - int(state.territories[second, 0])
    ahead = max(-MOST_AHEAD, min(MOST_AHEAD, ahead)) + MOST_AHEAD
    total += look_up(tables, entries, 1, AHEAD_AT + ahead * TIMES + time)
    total += look_up(tables, entries, 2, GAIN_AT + (min(gain, MOST_GAIN) * TURNS + actions) * TIMES + time)
    other = GAINS + min(other_gain, MOST_GAIN)
    total += look_up(tables, entries, 3, GAIN_AT + (other * TURNS + actions) * TIMES + time)
    total += look_up(tables, entries, 4, PHASE_AT + (int(state.phase) * TURNS + actions) * TIMES + time)
    count = 5
    for special in range(SPECIALS):
        left = EACH_CARD * int(state.cards[first, special]) + int(state.cards[second, special])
        total += look_up(tables, entries, count, SPECIAL_AT + (special * EACH_CARD * EACH_CARD + left) * TIMES + time)
        count += 1
    for turn in range(2):
        for word in range(2):
            bits = int(state.hand[first if turn == 0 else second, word])
            while bits != 0 and count < LOOKUPS - MOST_GROUPS:
                landscape = int(tables.card_landscape[word * CARD_WORD + ctz(bits)])
                bits &= bits - 1
                total += look_up(tables, entries, count, CARD_AT + turn * LANDSCAPES + landscape)
                count += 1
    return total + learned_groups(tables, state, first, entries, count)


@rule
def learned_groups(tables, state, first, entries, count):
    """Groups of yurts, by the yurts of each side, the neutral yurts, and the free cells next to the group."""
    final = 1 if state.final else 0
    one, two, three = int(state.yurts[ANY, 0]), int(state.yurts[ANY, 1]), int(state.yurts[ANY, 2])
    total, last = 0, count + MOST_GROUPS
    while one | two | three and count < last:
        north, middle, south = group_at(one, two, three, one, two, three)
        one &= ~north
        two &= ~middle
        three &= ~south
        own = in_group(state, first, north, middle, south)
        rival = in_group(state, 1 - first, north, middle, south)
        neutral = in_group(state, NEUTRAL, north, middle, south)
        north, middle, south = grown(north, middle, south)
        free = popcount(int(state.free[0]) & north) + popcount(int(state.free[1]) & middle)
        free += popcount(int(state.free[2]) & south)
        room = 0 if free == 0 else 1 if free < FEW_FREE else 2 if free < SOME_FREE else 3
        group = ((own * BY_OWNER + rival) * BY_OWNER + neutral) * FREES + room
        total += look_up(tables, entries, count, GROUP_AT + 2 * group + final)
        count += 1
    while count < len(entries):
        entries[count] = -1
        count += 1
    return total


@rule
def in_group(state, owner, north, middle, south):
    """How many yurts of an owner are in a group; many count as some."""
    yurts = popcount(int(state.yurts[owner, 0]) & north) + popcount(int(state.yurts[owner, 1]) & middle)
    return min(MOST_YURTS, yurts + popcount(int(state.yurts[owner, 2]) & south))
