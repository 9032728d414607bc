"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yut.rules.state import MOST_SIDES, THROWS, side_of, waiting_throws

PLANES = 6 + 2 * MOST_SIDES + THROWS


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
