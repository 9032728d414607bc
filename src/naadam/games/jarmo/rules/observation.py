"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.jarmo.rules.state import CAMPS, NOWHERE, PEACEFUL_TURNS, RECOVERY, STEPS_IN_A_ROW

OF_A_SIDE = (
    "soldiers",
    "guards",
    "golden soldier",
    "golden soldier in a stack",
    "end of the last step",
    "soldiers in hand",  # the same on every point, as the next
    "soldiers captured",
)
PLANES = (
    *(f"own {name}" for name in OF_A_SIDE),
    *(f"enemy {name}" for name in OF_A_SIDE),
    "remote camps",
    "choice of a recovery",  # from here on the same on every point
    "choice of a remote camp",
    "turns without progress",
    "steps in a row of both",
    "the seat's turn",
)


@rule
def observe(tables, view, seat, tensor):
    points = tables.points
    row = min(view.row[0], view.row[1]) / STEPS_IN_A_ROW
    for side in range(2):
        who = seat if side == 0 else 1 - seat
        first = 7 * side * points
        last = view.last[who]
        for point in range(points):
            tensor[first + point] = view.tops[who] >> point & 1
            tensor[first + points + point] = view.tops[who] & view.guards & 1 << point != 0
            tensor[first + 2 * points + point] = view.golden[who] == point
            tensor[first + 3 * points + point] = view.golden[who] == point and view.depth[who] > 0
            tensor[first + 4 * points + point] = last != NOWHERE and last % points == point
            tensor[first + 5 * points + point] = view.hand[who] / tables.soldiers
            tensor[first + 6 * points + point] = view.captured[who] / tables.soldiers
    for point in range(points):
        tensor[14 * points + point] = view.markers >> point & 1
        tensor[15 * points + point] = view.phase == RECOVERY
        tensor[16 * points + point] = view.phase == CAMPS
        tensor[17 * points + point] = view.peace / PEACEFUL_TURNS
        tensor[18 * points + point] = row
        tensor[19 * points + point] = view.waiting == 1 << seat
