"""The state of a game of Hasami Shogi, and the tables that compiled rules read.

Cells are numbered rank by rank from a1 (0) to i9 (80). A set of cells is two bit masks: `near` for ranks 1 to 7,
`far` for ranks 8 and 9. A row or a column alone is a mask of nine bits. An action is `source * 81 + target`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import ctz, popcount, rule
from naadam.core.contract import state_type

GREEN = 0
RED = 1
NOWHERE = -1  # no Shogun

SIDE = 9
CELLS = SIDE * SIDE
NEAR_RANKS = 7
NEAR = NEAR_RANKS * SIDE  # bits of `near`
FAR = CELLS - NEAR  # bits of `far`
LINE = (1 << SIDE) - 1  # all places of a row or column
NEAR_LINE = (1 << NEAR_RANKS) - 1  # those of a column in `near`
FIRST_FILE = sum(1 << SIDE * rank for rank in range(NEAR_RANKS))
LAST_FILE = FIRST_FILE << SIDE - 1
ALL_NEAR = (1 << NEAR) - 1
ALL_FAR = (1 << FAR) - 1

LINE_TO_WIN = 5  # HS-8
PEACEFUL_TURNS = 200  # HS-11: 100 by each player

STATE = state_type(
    ("near", "i8", (2,)),  # the pieces of each seat, its Shogun among them
    ("far", "i8", (2,)),
    ("shogun", "i8", (2,)),
    ("turn", "i8"),  # the seat to move; after the end, the one that would be
    ("peace", "i8"),  # turns since the start or the last capture
    ("taken_near", "i8"),  # where the last move has captured
    ("taken_far", "i8"),
)
POSITION_WORDS = 3  # the last with several fields from these bits on:
FAR_AT, SHOGUN_AT, TURN_AT = (0, FAR), (2 * FAR, 2 * FAR + 7), 2 * FAR + 14


@rule
def position(tables, state, words):
    words[2] = state.turn << TURN_AT
    for seat in range(2):
        words[seat] = state.near[seat]
        words[2] |= state.far[seat] << FAR_AT[seat] | (state.shogun[seat] - NOWHERE) << SHOGUN_AT[seat]


class Tables(NamedTuple):
    """The board and the options as compiled rules see them."""

    moves: Any  # [place, line]: where a piece can go on a row or column that is held so (HS-3, HS-4)
    ends: Any  # [place, line]: the places behind the enemies, held so, that stand next to a place
    columns: Any  # [line]: a column's ranks 1 to 7 as cells of the file a
    start_near: Any  # [seat]
    start_far: Any
    shoguns: Any  # [seat]: where they start, NOWHERE without them
    camp_near: Any  # [seat]: the camp, empty where camps do not matter (HS-24)
    camp_far: Any
    field_near: int  # the cells open to all: the battlefield, in the war game every cell
    field_far: int
    corners: Any  # [cell]: the corner next to it in the war game (HS-22), else NOWHERE
    partners: Any  # [cell]: the other cell next to that corner
    pieces: int  # of each player at the start
    captures: int  # that win
    war: int
    codes: Any  # [turned, line]: a row or column as a number to the base of 3, read from the other end if turned
    slots: Any  # [seat, line]: where the entries of a row, or of a column behind them, begin in `net`
    net: Any  # learned values of the lines of the board (learned.py)
    learned: float  # the weight of one unit of them; 0 without a net


@rule
def near_bit(cell):
    return 1 << cell if cell < NEAR else 0


@rule
def far_bit(cell):
    return 1 << cell - NEAR if cell >= NEAR else 0


@rule
def holds(near, far, cell):
    """Whether a set of cells has this one."""
    return (near >> cell if cell < NEAR else far >> cell - NEAR) & 1 == 1


@rule
def take_first(near, far):
    """The first cell of a set that has any, and the set without it."""
    if near != 0:
        return ctz(near), near & near - 1, far
    return NEAR + ctz(far), near, far & far - 1


@rule
def row_of(near, far, rank):
    return (near >> SIDE * rank if rank < NEAR_RANKS else far >> SIDE * (rank - NEAR_RANKS)) & LINE


PAIRS = 0b11 | 0b11 << 2 * SIDE | 0b11 << 4 * SIDE | 1 << 6 * SIDE
FOURS = 0b1111 | 0b1111 << 4 * SIDE


@rule
def column_of(near, far, file):
    """Every ninth bit, moved together."""
    bits = near >> file & FIRST_FILE
    bits = (bits | bits >> (SIDE - 1)) & PAIRS
    bits = (bits | bits >> 2 * (SIDE - 1)) & FOURS
    bits = (bits | bits >> 4 * (SIDE - 1)) & NEAR_LINE
    return bits | (far >> file & 1) << NEAR_RANKS | (far >> file + SIDE & 1) << NEAR_RANKS + 1


@rule
def cross_at(tables, cell, across, along):
    """The cells of `across` on the row and of `along` on the column through `cell`."""
    rank, file = cell // SIDE, cell % SIDE
    near = int(tables.columns[along]) << file
    far = (along >> NEAR_RANKS & 1 | (along >> NEAR_RANKS + 1) << SIDE) << file
    if rank < NEAR_RANKS:
        near |= across << SIDE * rank
    else:
        far |= across << SIDE * (rank - NEAR_RANKS)
    return near, far


@rule
def in_camp(tables, seat, cell):
    """Whether this is a cell of the seat's camp, where camps matter (HS-5)."""
    return holds(tables.camp_near[seat], tables.camp_far[seat], cell)


@rule
def captured_by(tables, state, seat):
    """How many pieces a seat has captured."""
    return tables.pieces - popcount(int(state.near[1 - seat])) - popcount(int(state.far[1 - seat]))
