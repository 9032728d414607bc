"""What is learned of a position with two players, for whoever's turn it is: points and how calm it is, spaces held,
and who is near each piece.

Where pieces stand is left out: a net that knew their steps to Grail and capitals foresaw results better, and lost.
"""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules.pieces import count_figures, is_vessel, kind_of
from naadam.games.conquest.rules.points import count_held, points_left
from naadam.games.conquest.rules.state import CHARIOT, ELEPHANT, KNIGHT, NOTHING

FOOT, MOUNTED, BEAST, CART, HULL, LADEN, FULL = 0, 1, 2, 3, 4, 5, 6  # what a piece is
WHATS = 7
MOST_LEAD = 12  # in points of CQ-74
CALMS, EARLY = 8, 16  # turns since a loss, or before the first one and then after so many turns in all
MOST_HELD = 6
PARTS, PART_POINTS = 4, 6  # of the movement points left
MOST_NEAR = 2  # enemies and friends near a piece

LEAD_AT = 0
HELD_AT = LEAD_AT + 2 * CALMS * (2 * MOST_LEAD + 1)
STANCE_AT = HELD_AT + PARTS * (MOST_HELD + 1) * (MOST_HELD + 1)
ENTRIES = STANCE_AT + 2 * WHATS * (MOST_NEAR + 1) * (MOST_NEAR + 1) * PARTS

STANDINGS = 2
MOST_PIECES = 32  # of one player: CQ-1, and all vessels seized
LOOKUPS = STANDINGS + 2 * MOST_PIECES


@rule
def look_up(tables, entries, count, entry):
    """What an entry counts; it is written down where there is room for it."""
    if count < len(entries):
        entries[count] = entry
    return int(tables.net[entry]) if tables.learned > 0.0 else 0


@rule
def calm_of(state):
    """How near the end of CQ-73 is, as far as that goes."""
    if state.loser != NOTHING:
        return min(int(state.calm) + 1, CALMS - 3)
    return CALMS - 2 if state.turn < EARLY else CALMS - 1


@rule
def what_is(piece):
    kind = kind_of(piece)
    if is_vessel(piece):
        return HULL if count_figures(piece) == 1 else LADEN
    if kind == KNIGHT:
        return MOUNTED
    if kind == ELEPHANT or kind == CHARIOT:
        if count_figures(piece) > 1:
            return FULL
        return BEAST if kind == ELEPHANT else CART
    return FOOT


@rule
def part_left(tables, state, lost):
    """How much of the turn is left to the mover, who has lost some spaces."""
    return min(points_left(tables, state, lost, state.spent) // PART_POINTS, PARTS - 1)


@rule
def learned_standings(tables, state, entries):
    """Of the points of both, and of the spaces that they hold."""
    mover = int(state.mover)
    held, rival_held = count_held(tables, state, mover), count_held(tables, state, 1 - mover)
    lead = state.figures[mover] + state.eliminated[mover] + held
    lead -= state.figures[1 - mover] + state.eliminated[1 - mover] + rival_held
    lead = max(-MOST_LEAD, min(MOST_LEAD, lead)) + MOST_LEAD
    calm = 2 * calm_of(state) + (1 if state.loser == mover else 0)
    total = look_up(tables, entries, 0, LEAD_AT + lead * 2 * CALMS + calm)
    spaces = min(held, MOST_HELD) * (MOST_HELD + 1) + min(rival_held, MOST_HELD)
    part = part_left(tables, state, rival_held)
    return total + look_up(tables, entries, 1, HELD_AT + spaces * PARTS + part)


@rule
def learned_piece(tables, state, seat, piece, enemies, friends, part, entries, count):
    """Of a piece: what it is, whose, and how many are near it."""
    what = what_is(piece) + (0 if seat == state.mover else WHATS)
    near = min(enemies, MOST_NEAR) * (MOST_NEAR + 1) + min(friends, MOST_NEAR)
    stance = what * (MOST_NEAR + 1) * (MOST_NEAR + 1) + near
    return look_up(tables, entries, count, STANCE_AT + stance * PARTS + part)
