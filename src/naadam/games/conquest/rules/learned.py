"""Learned evaluation of a position with two players, for the player to move.

Its features are the points of CQ-74, the turns without a loss, and the spaces held.

Pieces are left out: nets that knew where they stand, or who is near them, foresaw results better and lost nearly all
games against the hand-made evaluation.
"""

from __future__ import annotations

from naadam.core.compiling import look_up, rule
from naadam.games.conquest.rules.points import count_held, points_left
from naadam.games.conquest.rules.state import NOTHING

MOST_LEAD = 12  # in points of CQ-74
CALMS, EARLY = 8, 16  # turns since a loss, or before the first one and then after so many turns in all
MOST_HELD = 6
PARTS, PART_POINTS = 4, 6  # of the movement points left

HELD_AT = 2 * CALMS * (2 * MOST_LEAD + 1)
ENTRIES = HELD_AT + PARTS * (MOST_HELD + 1) * (MOST_HELD + 1)
LOOKUPS = 2


@rule
def calm_of(state):
    """The progress towards the end of CQ-73, in classes."""
    if state.loser != NOTHING:
        return min(int(state.calm) + 1, CALMS - 3)
    return CALMS - 2 if state.turn < EARLY else CALMS - 1


@rule
def learned_lead(tables, state, entries):
    """The sum of what is learned, for the mover."""
    mover = int(state.mover)
    held, rival_held = count_held(tables, state, mover), count_held(tables, state, 1 - mover)
    lead = state.figures[mover] + state.eliminated[mover] + held
    lead -= state.figures[1 - mover] + state.eliminated[1 - mover] + rival_held
    lead = max(-MOST_LEAD, min(MOST_LEAD, lead)) + MOST_LEAD
    calm = 2 * calm_of(state) + (1 if state.loser == mover else 0)
    total = look_up(tables, entries, 0, lead * 2 * CALMS + calm)
    spaces = min(held, MOST_HELD) * (MOST_HELD + 1) + min(rival_held, MOST_HELD)
    left = min(points_left(tables, state, rival_held, state.spent) // PART_POINTS, PARTS - 1)
    return total + look_up(tables, entries, 1, HELD_AT + spaces * PARTS + left)
