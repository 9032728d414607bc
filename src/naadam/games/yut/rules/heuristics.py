"""A state as numbers for learning, and a guess at its value."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.games.yut.rules.state import MOST_SIDES, THROWS, node_on, side_of, waiting_throws
from naadam.games.yut.rules.turns import standing

PLANES = 6 + 2 * MOST_SIDES + THROWS
STATIONS_OFF = 24  # about what a horse off the board has to run, the risk of being caught included


@rule
def observe(tables, view, seat, tensor):
    """Planes of the stations: horses of the seat's own side and of the next ones (three planes), ways, Wild Horse,
    hurdles; and, on every station alike, horses home and off for each of the three, throws of 1 to 5 waiting."""
    size = tables.stations
    own = side_of(tables, seat)
    for station in range(size):
        for ahead in range(tables.sides):
            side = (own + ahead) % tables.sides
            if view.held[side] >> station & 1:
                tensor[ahead * size + station] = view.stack[station] / tables.horses
            tensor[(6 + ahead) * size + station] = view.home[side] / tables.horses
            tensor[(6 + MOST_SIDES + ahead) * size + station] = view.off[side] / tables.horses
        tensor[3 * size + station] = view.ways >> station & 1
        tensor[4 * size + station] = view.wild == station
        tensor[5 * size + station] = tables.hurdles >> station & 1
        for throw in range(THROWS):
            mine = 1 if side_of(tables, view.mover) == own else -1
            tensor[(6 + 2 * MOST_SIDES + throw) * size + station] = mine * waiting_throws(view, throw + 1)


@rule
def distance(tables, state, side):
    """Stations that the side's horses have to run together."""
    total = STATIONS_OFF * int(state.off[side])
    for station in range(tables.stations):
        if state.held[side] >> station & 1:
            node = node_on(tables, state, station)
            total += (1 + int(tables.left[side, node])) * int(state.stack[station])
    return total


@rule
def value(tables, state, seat):
    """Who has less to run, compared to the best rival; the side to act is about half a throw ahead."""
    own = side_of(tables, seat)
    if state.waiting == 0:
        mine = standing(tables, state, own)
        best = -(1 << 40)
        for side in range(tables.sides):
            if side != own:
                best = max(best, standing(tables, state, side))
        return 1.0 if mine > best else -1.0 if mine < best else 0.0
    nearest = 1 << 40
    for side in range(tables.sides):
        if side != own:
            nearest = min(nearest, distance(tables, state, side))
    ahead = nearest - distance(tables, state, own)
    if state.mover >= 0:
        ahead += 2 if side_of(tables, state.mover) == own else -2
    return max(-0.99, min(0.99, ahead / (STATIONS_OFF * tables.horses)))
