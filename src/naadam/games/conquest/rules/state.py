"""The state of a game of Conquest, the tables of its board, and the words that make positions equal.

A *space* is numbered in the order of the board file. `state.pieces` has a number for each: 0 if it is empty, else the
piece there with all it carries, as pieces.py takes it apart. A *path* is counted twice, once in each direction: those
that leave a space stand together, in the order of the spaces they lead to.

Actions, by the offsets in the tables (path p, space s):

    0, 1                        END of the turn; LET it be, without an exchange
    2 + 4 p + mover             a step: the WHOLE piece, what is ABOARD, the ONE soldier that has more left, the OTHER
    jump + number               a knight's jump: from, over, to
    exchange + 3 s + mover      an exchange by the WHOLE piece, by what is ABOARD, by ONE soldier
    alone + p                   an exchange by a carrier that has put one soldier along path p
    parted + pair               the same with both soldiers put along a pair of paths
    first + seat                chance: who begins
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import rule
from naadam.core.contract import state_type

MOST_SEATS = 4
MOST_SPACES = 384
SPAN = 48  # spaces in a word of a bit board: a word has no sign that way
WORDS = MOST_SPACES // SPAN
NOTHING = -1

SOLDIER, ELEPHANT, CHARIOT, KNIGHT, SHIP, GALLEON = 1, 2, 3, 4, 5, 6
KINDS = 6
ALLOWANCE = (0, 2, 6, 8, 6, 6, 8)  # CQ-2, by kind
SEATS_ON = (0, 0, 2, 1, 0, 2, 2)  # CQ-3, CQ-4: soldiers that a kind carries

LAND, SEA, PORT = 0, 1, 2  # kinds of ground
BY_LAND, BY_SEA, LANDING = 0, 1, 2  # kinds of paths
CAPITAL = 5  # CQ-8: spaces of one
GRAIL = 5  # CQ-61

POINTS, FIRST_POINTS, PRICE = 20, 5, 4  # CQ-20, CQ-21, CQ-60
PINNED = POINTS // PRICE  # CQ-63: spaces lost that leave nothing
VULNERABLE = 2  # CQ-80
LAST_TWO = 2  # CQ-70
STEP, JUMP = 1, 2  # their cost: CQ-20, CQ-25
CALM_TURNS, CALM_START = 4, 12  # CQ-73

WHOLE, ABOARD, ONE, OTHER = 0, 1, 2, 3  # movers
MOVERS, ANSWERERS = 4, 3  # of a step, of an exchange
CHOOSING, MOVING, ANSWERING, OVER = 0, 1, 2, 3  # phases
END, LET, STEPS = 0, 1, 2  # actions; steps begin at STEPS

STATE = state_type(
    ("phase", "i8"),
    ("mover", "i8"),  # whose turn it is; NOTHING before and after, but the winner after CQ-70
    ("turn", "i8"),  # from 1; 0 before
    ("spent", "i8"),  # movement points in this turn
    ("first", "i8"),  # the seat that began, NOTHING before
    ("loser", "i8"),  # CQ-73: the owner of the piece eliminated last, or NOTHING
    ("calm", "i8"),  # CQ-73: turns counted since; -1 in the turn in which it fell, if that would be counted
    ("eliminated", "i8", (MOST_SEATS,)),  # CQ-74: by each seat
    ("taken", "i8", (MOST_SEATS,)),  # CQ-70: from each seat in this turn
    ("risked", "i8"),  # CQ-81: 1 if a vulnerable mover has risked something in this turn
    ("target", "i8"),  # of the exchange that is decided: the space of the piece that took; or NOTHING
    ("victim", "i8"),  # the seat that has lost a piece there
    ("asked", "i8"),  # the seat that decides now
    ("figures", "i8", (MOST_SEATS,)),  # CQ-76: of each seat, carried ones too
    ("own", "i8", (MOST_SEATS, WORDS)),  # the spaces of each seat's pieces
    ("pieces", "i4", (MOST_SPACES,)),
)

# Of the words of a position the first ones have several fields, from these bits on
PHASE_AT, MOVER_AT, FIRST_AT, LOSER_AT, CALM_AT, RISKED_AT = 9, 12, 15, 18, 21, 26
TARGET_AT, VICTIM_AT, ASKED_AT, ENDED_AT = 27, 37, 40, 43
TURN_AT, ELIMINATED_AT, TAKEN_AT, COUNT_BITS = 8, 16, 0, 8
FIRST_SPACE = 3


class Tables(NamedTuple):
    """Board and options as compiled rules see them."""

    seats: int
    friends: int  # CQ-95: 2 with alliances, in which seats that differ by this bit only are allies; else 0
    spaces: int
    jump: int
    exchange: int
    alone: int
    parted: int
    first: int
    path_first: Any  # [space]: its first path; one more behind the last space
    path_from: Any  # [path]
    path_to: Any
    path_kind: Any
    path_open: Any  # [path]: mask of the kinds that may take it (CQ-6, CQ-61, CQ-85, CQ-86)
    path_up: Any  # [path]: 1 if it touches a V space (CQ-85)
    jump_first: Any  # [space]
    jump_from: Any  # [jump]
    jump_over: Any
    jump_to: Any
    pair_first: Any  # [space]
    pair_one: Any  # [pair]: a path
    pair_two: Any  # [pair]: a path from the same space, to a later one
    near_first: Any  # [space]
    near: Any  # spaces at most two steps from a space, in their order
    ground: Any  # [space]: LAND, SEA or PORT
    grail: Any  # [number]: space
    is_grail: Any  # [space]
    capital: Any  # [seat, number]: space
    matters: Any  # [space]: 1 if it costs a player points to have an enemy there
    setup: Any  # [space]: the piece at the start, or 0
    to_grail: Any  # [space]: steps to the nearest Grail space, on foot or, from the sea, to a port and on foot
    to_capital: Any  # [seat, space]: steps to the nearest space of that seat's capital
    net: Any  # learned values, by entry (learned.py)
    learned: float  # the weight of one unit of them; 0 without a net


@rule
def position(tables, state, words):
    words[0] = state.waiting | state.phase << PHASE_AT | (state.first - NOTHING) << FIRST_AT
    words[0] |= (state.loser - NOTHING) << LOSER_AT | (state.calm + 1) << CALM_AT | state.risked << RISKED_AT
    words[0] |= (state.target - NOTHING) << TARGET_AT | (state.victim - NOTHING) << VICTIM_AT
    words[0] |= (state.asked - NOTHING) << ASKED_AT | state.ended << ENDED_AT
    if state.phase != OVER:
        words[0] |= (state.mover - NOTHING) << MOVER_AT
    words[1] = state.spent | min(state.turn, tables.seats + 1) << TURN_AT  # CQ-21: only the first round matters
    words[2] = 0
    for seat in range(MOST_SEATS):
        words[1] |= state.eliminated[seat] << ELIMINATED_AT + COUNT_BITS * seat
        words[2] |= state.taken[seat] << TAKEN_AT + COUNT_BITS * seat
    at = FIRST_SPACE
    for space in range(0, tables.spaces, 2):
        words[at] = int(state.pieces[space]) | int(state.pieces[space + 1]) << 32
        at += 1


@rule
def is_friend(tables, one, other):
    """Whether two seats are the same, or allies (CQ-99)."""
    return (one ^ other) & ~tables.friends == 0


@rule
def player_after(tables, state, seat):
    """The next player in turn order who is not out (CQ-75)."""
    for ahead in range(1, tables.seats):
        other = (seat + ahead) % tables.seats
        if state.figures[other] > 0:
            return other
    return seat
