"""End conditions and winner (YU-13, YU-44 to YU-46)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yut.rules import clauses
from naadam.games.yut.rules.state import LAPS, NOBODY, node_on, side_of

MORE_THAN_HORSES = 8  # of a side
STATION_BITS, MOST_HORSES = 6, 4  # of the stations that a horse has before it; of the horses on the track
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
    """The stations that each of the side's horses on the track has still to run (YU-45), as the digits of one number.

    The hindmost horse has the first digit, so that of sides with as many horses the one behind has more (YU-44).
    """
    digits = 0
    horses = on_track(tables, state, side)
    before = 1 << STATION_BITS
    while horses > 0:
        hindmost, count = -1, 0
        for station in range(tables.stations):
            if state.held[side] >> station & 1:
                left = int(tables.left[side, node_on(tables, state, station)])
                if hindmost < left < before:
                    hindmost, count = left, 0
                if left == hindmost:
                    count += int(state.stack[station])
        for _ in range(count):
            digits = digits << STATION_BITS | hindmost
        horses -= count
        before = hindmost
    return digits


@rule
def standing(tables, state, side):
    """How well a side stands as one number: horses home, then on the track, then who is not behind (YU-44)."""
    horses = state.home[side] * MORE_THAN_HORSES + on_track(tables, state, side)
    return (horses << STATION_BITS * MOST_HORSES) - stations_left(tables, state, side)


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
