"""How a game ends, and who has won (YU-13, YU-44 to YU-46)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yut.rules import clauses
from naadam.games.yut.rules.state import LAPS, NOBODY, node_on, side_of

MORE_THAN_HORSES, MORE_THAN_STATIONS = 8, 1024  # of a side, and before all its horses
WORST = -(1 << 40)  # below every standing


@rule
def end_of_game(tables, state):
    """The clause by which the game is over, or 0."""
    for side in range(tables.sides):
        if state.home[side] == tables.horses:
            return clauses.ALL_HOME
    return clauses.WILD_HORSE_BACK if state.laps == LAPS else 0


@rule
def finish_if_over(tables, state):
    """End a game that is over; whether it is."""
    clause = end_of_game(tables, state)
    if clause == 0:
        return False
    state.waiting = 0
    state.ended = clause
    state.mover = NOBODY
    state.throws = 0
    state.pending = 0
    return True


@rule
def on_track(tables, state, side):
    return tables.horses - state.home[side] - state.off[side]


@rule
def stations_left(tables, state, side):
    """Stations still to run, summed over the side's horses on the track (YU-44, YU-45)."""
    total = 0
    for station in range(tables.stations):
        if state.held[side] >> station & 1:
            total += int(tables.left[side, node_on(tables, state, station)]) * int(state.stack[station])
    return total


@rule
def standing(tables, state, side):
    """How well a side stands as one number: horses home, then on the track, then fewest stations to run (YU-44)."""
    horses = state.home[side] * MORE_THAN_HORSES + on_track(tables, state, side)
    return horses * MORE_THAN_STATIONS - stations_left(tables, state, side)


@rule
def outcome(tables, state, scores):
    best = WORST
    leaders = 0
    for side in range(tables.sides):
        mark = standing(tables, state, side)
        if mark > best:
            best = mark
            leaders = 0
        if mark == best:
            leaders += 1
    winners = 0
    for seat in range(tables.seats):
        if standing(tables, state, side_of(tables, seat)) == best:
            winners |= 1 << seat
            scores[seat] = 1.0 if leaders == 1 else 0.0
        else:
            scores[seat] = -1.0
    return winners
