"""The state of a game of Jarmo, the tables of its board, and what its soldiers can do.

Sets of points are bit masks. Of a stack only the top soldier counts (JA-55): `tops` and `guards` are about those.
Below a top there are golden soldiers only, and always as archers (JA-52).

An action is `source * points + target`; a soldier put on a point has it as both. Behind these come the guards to be
turned over (JA-32), one per point, and then keeping a recovered soldier, going without one, and passing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import ctz, popcount, rule
from naadam.core.contract import state_type

GREEN = 0
BLUE = 1
NOWHERE = -1  # no golden soldier, no last step, no winner

PLAIN = 0  # the variants: Jarmo itself,
LEGENDARY = 1
JASYR = 2

MAIN = 0  # the phases of a turn: its move,
RECOVERY = 1  # where the recovered soldier goes (JA-7, JA-32),
CAMPS = 2  # whether the remote camps are used (JA-61)

KEEP = 0  # the actions behind all points: a recovered soldier is kept in hand (JA-8),
NONE = 1  # none is recovered or redeployed (JA-16),
PASS = 2  # JA-9

PEACEFUL_TURNS = 200  # JA-14: 100 by each player
STEPS_IN_A_ROW = 4  # JA-12: back and forth twice

STATE = state_type(
    ("tops", "i8", (2,)),  # by seat
    ("guards", "i8"),  # of both seats
    ("golden", "i8", (2,)),  # where each seat's golden soldier is
    ("depth", "i8", (2,)),  # how many soldiers lie on it
    ("hand", "i8", (2,)),
    ("captured", "i8", (2,)),  # of each seat, those that might come back
    ("markers", "i8"),  # the remote camps, while they lie there
    ("peace", "i8"),  # turns without a capture, an arrival, a recovery or a deployment
    ("last", "i8", (2,)),  # the seat's last turn, if it was a plain step (JA-12)
    ("row", "i8", (2,)),  # and how many of these steps were there and back
    ("phase", "i8"),
    ("winner", "i8"),  # of a game that is over
)
POSITION_WORDS = 3  # with several fields in each, from these bits on; in pairs for both seats
TOPS_AT, PHASE_AT = (0, 30), 60
GOLDEN_AT, DEPTH_AT, HAND_AT, CAPTURED_AT, WAITING_AT, MARKERS_AT = (30, 35), (40, 42), (44, 47), (50, 53), 56, 58
LAST_AT, ROW_AT = (0, 10), (20, 23)


@rule
def position(tables, state, words):
    """Of the rows of steps (JA-12) only those that have come half the way: they count turns, like JA-14."""
    words[0] = state.phase << PHASE_AT
    words[1] = state.guards | state.waiting << WAITING_AT | (1 if state.markers != 0 else 0) << MARKERS_AT
    words[2] = 0
    for seat in range(2):
        words[0] |= state.tops[seat] << TOPS_AT[seat]
        words[1] |= (state.golden[seat] - NOWHERE) << GOLDEN_AT[seat] | state.depth[seat] << DEPTH_AT[seat]
        words[1] |= state.hand[seat] << HAND_AT[seat] | state.captured[seat] << CAPTURED_AT[seat]
        if state.row[GREEN] > 1 and state.row[BLUE] > 1:
            words[2] |= state.last[seat] << LAST_AT[seat] | state.row[seat] << ROW_AT[seat]


class Tables(NamedTuple):
    """The board and the options as compiled rules see them."""

    points: int
    soldiers: int  # of each seat
    variant: int
    neighbours: Any  # [point]: mask of the points joined to it by a line in use
    dotted: Any  # [point]: the same by a dotted line
    ways: Any  # [seat, point]: where a soldier may go by JA-6 and JA-42
    camps: Any  # [seat]: mask
    shelter: Any  # [seat]: mask of the points where the seat's enemies cannot be captured (JA-31)
    golden: Any  # [seat]: where the golden soldier starts, or NOWHERE without Heroes of Asia
    markers: int  # mask of the remote camps, 0 without Challenges of Asia
    distance: Any  # [seat, point]: fewest steps to the enemy camp, for the heuristics
    net: Any  # learned values of pairs of soldiers (learned.py)
    learned: float  # the weight of one unit of them; 0 without a net


@rule
def free_camp(tables, state, seat):
    """The points of the own camp on which a soldier may be put (JA-8)."""
    return tables.camps[seat] & ~(state.tops[0] | state.tops[1])


@rule
def closed_points(tables, state, seat):
    """Where no soldier of the seat may go, whatever the lines: own soldiers, and JA-31."""
    return state.tops[seat] | (state.tops[1 - seat] & tables.shelter[seat])


@rule
def guards_to_turn(tables, state, seat):
    """The guards that the seat may turn over now (JA-32)."""
    if tables.variant != LEGENDARY or state.captured[seat] == 0:
        return 0
    return state.guards & state.tops[seat] & tables.camps[1 - seat]


@rule
def can_act(tables, state, seat):
    """Whether the seat has a move, a deployment or a guard to turn over (JA-9)."""
    opened = ~closed_points(tables, state, seat)
    soldiers = int(state.tops[seat])
    while soldiers != 0:
        if tables.ways[seat, ctz(soldiers)] & opened != 0:
            return True
        soldiers &= soldiers - 1
    if state.hand[seat] > 0 and free_camp(tables, state, seat) != 0:
        return True
    return guards_to_turn(tables, state, seat) != 0


@rule
def may_redeploy(tables, state, seat):
    """Whether the seat holds both remote camps and could use them (JA-61)."""
    if state.markers == 0 or state.tops[seat] & state.markers != state.markers:
        return False
    return state.captured[seat] > 0 and free_camp(tables, state, seat) != 0


@rule
def all_arrived(tables, state, seat):
    """Whether all of the seat's soldiers on the board, at least one, are in the enemy camp (JA-10, JA-30).

    A rescued soldier needs no check: it lies under a friendly soldier that is not in the camp.
    """
    return state.tops[seat] != 0 and state.tops[seat] & ~tables.camps[1 - seat] == 0


@rule
def nobody_left(state, seat):
    """Whether the seat has no soldier on the board or in hand; a hostage counts as captured (JA-11, JA-57)."""
    return state.tops[seat] == 0 and state.hand[seat] == 0


@rule
def is_rescued(state, seat):
    """True if the seat's golden soldier lies below a friendly soldier (JA-55)."""
    return state.depth[seat] > 0 and state.tops[seat] >> state.golden[seat] & 1 == 1


@rule
def points_of(tables, state, seat):
    """The seat's score in this position (JA-10, JA-52, JA-57)."""
    tops = int(state.tops[seat])
    return popcount(tops) + popcount(tops & tables.camps[1 - seat]) + (1 if is_rescued(state, seat) else 0)
