"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yut.rules.state import LAPS, MOST_SIDES, MOST_THROWS, THROWS, side_of, waiting_throws

AHEAD = tuple(f"side +{ahead}" for ahead in range(MOST_SIDES))  # the own side, then the next ones
PLANES = (
    *(f"horses, {side}" for side in AHEAD),
    "horses that came by the other way",
    "Wild Horse",
    "hurdles",
    *(f"horses home, {side}" for side in AHEAD),  # from here on the same on every station
    *(f"horses off the board, {side}" for side in AHEAD),
    *(f"own throws of {throw} waiting" for throw in range(1, THROWS + 1)),
    *(f"throws of {throw} of others waiting" for throw in range(1, THROWS + 1)),
    "laps of the Wild Horse",
)
WAYS, WILD, HURDLES = MOST_SIDES, MOST_SIDES + 1, MOST_SIDES + 2
HOME = HURDLES + 1
OFF = HOME + MOST_SIDES
OWN_THROWS = OFF + MOST_SIDES
LAP = OWN_THROWS + 2 * THROWS


@rule
def observe(tables, view, seat, tensor):
    size = tables.stations
    own = side_of(tables, seat)
    throws = OWN_THROWS if side_of(tables, view.mover) == own else OWN_THROWS + THROWS
    for station in range(size):
        for ahead in range(tables.sides):
            side = (own + ahead) % tables.sides
            if view.held[side] >> station & 1:
                tensor[ahead * size + station] = view.stack[station] / tables.horses
            tensor[(HOME + ahead) * size + station] = view.home[side] / tables.horses
            tensor[(OFF + ahead) * size + station] = view.off[side] / tables.horses
        tensor[WAYS * size + station] = view.ways >> station & 1
        tensor[WILD * size + station] = view.wild == station
        tensor[HURDLES * size + station] = tables.hurdles >> station & 1
        for throw in range(THROWS):
            tensor[(throws + throw) * size + station] = waiting_throws(view, throw + 1) / MOST_THROWS
        tensor[LAP * size + station] = view.laps / LAPS
