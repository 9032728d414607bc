"""The state of a game of Yut, the tables of its track, and where a horse's move ends.

Sets of stations are bit masks. A *node* is where a horse is on its course: a station, `stations` more where the way it
came decides how it goes on (YU-14, YU-31), OFF the board or HOME. Horses of one side on one station are always one
stack (YU-8), so a stack is known by its station.

An action is `((throw - 1) * (stations + 1) + station) * 2 + turn`, the station being `stations` for a new horse. Behind
these come the outcomes of chance: the five throws, then the four seats that may be drawn to begin.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import rule
from naadam.core.contract import state_type
from naadam.games.yut.rules import clauses

MOST_STATIONS = 31
MOST_SIDES = 3
MOST_SEATS = 4
THROWS = 5
GIVES_ANOTHER = 4  # YU-4: the least throw with an extra one
MOST_THROWS = 3  # YU-5: the first and two extra ones
LAPS = 2  # YU-44
NOBODY = -1
NOWHERE = -1

STATE = state_type(
    ("held", "i8", (MOST_SIDES,)),  # the stations on which a side has horses
    ("ways", "i8"),  # the stations whose stack is on the node behind the plain one
    ("stack", "i1", (MOST_STATIONS,)),  # how many horses stand there
    ("home", "i8", (MOST_SIDES,)),
    ("off", "i8", (MOST_SIDES,)),
    ("mover", "i8"),  # the seat to move; `NOBODY` before the draw and after the end
    ("throws", "i8"),  # thrown in this turn so far
    ("pending", "i8"),  # throws waiting: two bits for how many of each, from bit 2 for throws of 1
    ("thrown", "i8"),  # the last throw of the game, for the picture only
    ("wild", "i8"),  # the Wild Horse's station, or NOWHERE
    ("laps", "i8"),  # how often it has come back to its start
)
POSITION_WORDS = 4  # with several fields in each, from these bits on
MOVER_AT, THROWS_AT, PENDING_AT, WILD_AT, LAPS_AT, HOME_AT, HOME_BITS = 9, 12, 14, 24, 30, 32, 3
SECOND_AT = MOST_STATIONS  # where a second set of stations begins


@rule
def position(tables, state, words):
    words[0] = state.waiting | (state.mover - NOBODY) << MOVER_AT | state.throws << THROWS_AT
    words[0] |= (state.pending >> 2) << PENDING_AT | (state.wild - NOWHERE) << WILD_AT | state.laps << LAPS_AT
    for side in range(MOST_SIDES):
        words[0] |= int(state.home[side]) << HOME_AT + HOME_BITS * side
    words[1] = state.held[0] | state.held[1] << SECOND_AT
    words[2] = state.held[2] | state.ways << SECOND_AT
    words[3] = 0
    for station in range(tables.stations):
        if state.stack[station] > 0:
            words[3] |= (int(state.stack[station]) - 1) << 2 * station


class Tables(NamedTuple):
    """Track and options as compiled rules see them."""

    seats: int
    sides: int
    horses: int  # of a side
    stations: int
    tallest: int  # most horses in a stack
    begins: int  # the seat that begins the second game of YU-40, else `NOBODY`
    wild: int  # the Wild Horse's start, or NOWHERE
    hurdles: int  # mask of their stations
    weights: Any  # [throw]: how likely it is
    onward: Any  # [side, node]: the next node of a horse that goes straight on
    landing: Any  # [side, node, turn, throw]: where the throw ends, hurdles apart; NOWHERE if it cannot turn there
    left: Any  # [side, node]: stations still to run (YU-45)
    throws: Any  # [side, node]: throws that a horse needs to be home, on average
    hits: Any  # [side, node, station]: how likely a horse can land there by its next throw
    wild_next: Any  # [station]: where the Wild Horse goes from it (YU-41, YU-53)


@rule
def side_of(tables, seat):
    """YU-21: of four players, the first and third against the second and fourth."""
    return seat % tables.sides


@rule
def node_on(tables, state, station):
    """The node of the stack on a station."""
    return station + tables.stations * (state.ways >> station & 1)


@rule
def rival_lead(tables, state, side):
    """How many horses more than this side the leading rival has home, if any (YU-51)."""
    lead = 0
    for other in range(tables.sides):
        lead = max(lead, int(state.home[other]) - int(state.home[side]))
    return lead


@rule
def find_landing(tables, state, side, node, turn, throw):
    """The node on which a move ends, all hurdles jumped (YU-51, YU-52, YU-54); NOWHERE if it cannot turn there."""
    target = int(tables.landing[side, node, turn, throw])
    if tables.hurdles == 0 or target == NOWHERE:
        return target
    off = 2 * tables.stations
    while target < off and tables.hurdles >> target % tables.stations & 1:
        for _ in range(1 + rival_lead(tables, state, side)):
            target = int(tables.onward[side, target])
    return target


@rule
def bar_landing(tables, state, side, horses, target):
    """0 if so many horses may land on the node, else the clause against it."""
    if target >= 2 * tables.stations:
        return 0
    station = target % tables.stations
    if station == state.wild:
        return clauses.WILD_HORSE_THERE
    if state.held[side] >> station & 1 and horses + int(state.stack[station]) > tables.tallest:
        return clauses.STACK_TOO_HIGH
    return 0


@rule
def waiting_throws(state, throw):
    """How many throws of this number wait to be used."""
    return state.pending >> 2 * throw & 3
