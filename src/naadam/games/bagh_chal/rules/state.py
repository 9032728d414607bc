"""The state of a game of Bagh Chal, the tables of its board, and how its pieces can move.

Sets of points are bit masks. An action is `source * points + target`; a goat put on a point has it as both.
Behind these come the exchanges for the Buck, one per point, and last the decline of the Alpha's extra move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import ctz, rule
from naadam.core.contract import state_type

GOATS = 0
TIGERS = 1
NOWHERE = -1  # the Buck off the board; no Alpha; nothing barred

MAIN = 0  # the phases of a turn: its own move,
EXTRA = 1  # the Alpha's extra move (BC-41),
EXCHANGED = 2  # the goats' move after the exchange (BC-43)

CAPTURES_TO_WIN = 5  # BC-10
CAPTURES_FOR_THE_BUCK = 2  # BC-43
PEACEFUL_TURNS = 200  # BC-14: 100 by each player

STATE = state_type(
    ("tigers", "i8"),
    ("goats", "i8"),  # on the board, the Buck among them
    ("alpha", "i8"),
    ("buck", "i8"),
    ("hand", "i8"),
    ("captured", "i8"),
    ("peace", "i8"),  # turns of Phase II since its start or the last capture
    ("goats_barred", "i8"),  # the action that would undo the player's last step (BC-8)
    ("tigers_barred", "i8"),
    ("phase", "i8"),
)
POSITION_WORDS = 3  # the last with several fields from these bits on:
PHASE_AT, HAND_AT, ALPHA_AT, BUCK_AT, GOATS_BARRED_AT, TIGERS_BARRED_AT = 2, 4, 10, 16, 22, 36


@rule
def position(tables, state, words):
    words[0] = state.tigers
    words[1] = state.goats
    words[2] = state.waiting | state.phase << PHASE_AT | state.hand << HAND_AT
    words[2] |= (state.alpha - NOWHERE) << ALPHA_AT | (state.buck - NOWHERE) << BUCK_AT
    words[2] |= (state.goats_barred - NOWHERE) << GOATS_BARRED_AT | (state.tigers_barred - NOWHERE) << TIGERS_BARRED_AT


class Tables(NamedTuple):
    """The board and the options as compiled rules see them."""

    points: int
    neighbours: Any  # [point]: mask of the points joined to it by a line
    beyond: Any  # [point, over]: mask of the point behind, 0 if there is none
    between: Any  # [point, point]: the point that a jump passes over, or NOWHERE
    tigers: int  # mask of their starting points
    goats: int
    alpha: int  # NOWHERE without Heroes of Asia
    memory: int  # 1 if BC-8 holds, 0 in `classic`
    weights: Any  # of the heuristic value (heuristics.py)


@rule
def empty_points(tables, state):
    return ((1 << tables.points) - 1) & ~(state.tigers | state.goats)


@rule
def tiger_targets(tables, state, point):
    """Where the tiger on `point` can walk (BC-5) or jump (BC-6); none if it is trapped (BC-9)."""
    empty = empty_points(tables, state)
    targets = tables.neighbours[point] & empty
    overs = tables.neighbours[point] & state.goats
    while overs != 0:
        targets |= tables.beyond[point, ctz(overs)] & empty
        overs &= overs - 1
    return targets


@rule
def any_tiger_free(tables, state):
    tigers = int(state.tigers)
    while tigers != 0:
        if tiger_targets(tables, state, ctz(tigers)) != 0:
            return True
        tigers &= tigers - 1
    return False


@rule
def is_capture(tables, state, source, target):
    """Whether the tiger's move takes what it jumps over: always (BC-6), but for the Buck's protection (BC-44)."""
    over = tables.between[source, target]
    if over == NOWHERE:
        return False
    if state.buck == NOWHERE or over == state.buck or source == state.alpha:
        return True
    return tables.neighbours[state.buck] >> over & 1 == 0


@rule
def movable_goats(tables, state):
    """The goats with an empty point next to them: there are fewer empty points than goats to look at."""
    reached = 0
    empty = empty_points(tables, state)
    while empty != 0:
        reached |= tables.neighbours[ctz(empty)]
        empty &= empty - 1
    return reached & state.goats


@rule
def barred_step(tables, state, seat):
    """The action that BC-8 bars to `seat` unless there is no other, or NOWHERE."""
    if seat == GOATS:
        return state.goats_barred
    barred = state.tigers_barred
    if barred != NOWHERE and is_capture(tables, state, barred // tables.points, barred % tables.points):
        return NOWHERE  # a capture is never a step back
    return barred


@rule
def may_exchange(tables, state):
    """Whether the Buck may enter the board now (BC-43)."""
    return tables.alpha != NOWHERE and state.buck == NOWHERE and state.captured >= CAPTURES_FOR_THE_BUCK
