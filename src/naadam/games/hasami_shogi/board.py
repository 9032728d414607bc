"""The board of Hasami Shogi: the names of its cells, and the tables that compiled rules read."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from naadam.games.hasami_shogi.rules.state import CELLS, LINE_TO_WIN, NEAR, NOWHERE, SIDE, Tables
from naadam.kit.ground import make_cells

GROUND = make_cells(SIDE, SIDE)
NAMES = GROUND.names
CELL_OF = GROUND.number_of
ROWS = GROUND.rows
CORNERS = ("a1", "i1", "a9", "i9")

CAPTURES_IN_FIVE = 14  # HS-9
CAPTURES_IN_WAR = 8  # HS-23: with a single piece left a player has lost


def rows(*ranks: int) -> set[int]:
    """The cells of some ranks, counted from 1."""
    return {cell for rank in ranks for cell in GROUND.rows[SIDE - rank]}


def masks(cells: Iterable[int]) -> tuple[int, int]:
    """A set of cells as its near and its far mask."""
    whole = sum(1 << cell for cell in cells)
    return whole & (1 << NEAR) - 1, whole >> NEAR


def cells_of(near: int, far: int) -> list[int]:
    """The cells that two masks hold, in ascending order."""
    whole = int(near) | int(far) << NEAR
    cells = []
    while whole:
        cells.append((whole & -whole).bit_length() - 1)
        whole &= whole - 1
    return cells


def winning_line(near: int) -> tuple[str, ...]:
    """The cells, from end to end, of the longest line of five or more on the battlefield (HS-8), or none."""
    held = {divmod(cell, SIDE) for cell in cells_of(near, 0)} & {divmod(cell, SIDE) for cell in rows(3, 4, 5, 6, 7)}
    longest: list[str] = []
    for rank, file in sorted(held):
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(rank, file)]
            while (line[-1][0] + up, line[-1][1] + right) in held:
                line.append((line[-1][0] + up, line[-1][1] + right))
            if len(line) >= LINE_TO_WIN and len(line) > len(longest):
                longest = [NAMES[rank * SIDE + file] for rank, file in line]
    return tuple(longest)


def make_tables(war: bool, shoguns: bool) -> Tables:
    armies = (rows(1), rows(9)) if war else (rows(1, 2), rows(8, 9))  # HS-1, HS-20
    generals = ("e1", "e9") if war else ("e2", "e8")  # HS-30
    start_near, start_far = _by_seat(armies)
    camp_near, camp_far = _by_seat(({}, {}) if war else armies)  # HS-24
    field_near, field_far = masks(range(CELLS) if war else rows(3, 4, 5, 6, 7))
    corners, partners = _corners() if war else (_nowhere(), _nowhere())
    return Tables(
        moves=_line_table(_moves),
        ends=_line_table(_ends),
        columns=np.array([sum((line >> rank & 1) << SIDE * rank for rank in range(7)) for line in range(1 << SIDE)]),
        start_near=start_near,
        start_far=start_far,
        shoguns=np.array([CELL_OF[name] if shoguns else NOWHERE for name in generals]),
        camp_near=camp_near,
        camp_far=camp_far,
        field_near=field_near,
        field_far=field_far,
        corners=corners,
        partners=partners,
        pieces=len(armies[0]),
        captures=CAPTURES_IN_WAR if war else CAPTURES_IN_FIVE,
        war=int(war),
        codes=_codes(),
        slots=_slots(war),
        net=np.zeros(1, np.int16),
        learned=0.0,
    )


def _codes() -> npt.NDArray[np.int64]:
    places = [[3**place for place in range(SIDE)], [3 ** (SIDE - 1 - place) for place in range(SIDE)]]
    return np.array([[sum(n[p] for p in range(SIDE) if line >> p & 1) for line in range(1 << SIDE)] for n in places])


def _slots(war: bool) -> npt.NDArray[np.int64]:
    """Each seat looks from its own side: its first row is the other's last. Lines that a mirror exchanges are one, in
    the war game also rows and columns.
    """
    sides = [min(line, SIDE - 1 - line) for line in range(SIDE)]
    if war:
        slots = [sides + sides] * 2
    else:
        slots = [[*ranks, *(SIDE + side for side in sides)] for ranks in (range(SIDE), range(SIDE)[::-1])]
    return np.array([[slot * 3**SIDE for slot in row] for row in slots])


def _by_seat(sets: tuple[Iterable[int], Iterable[int]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    near, far = zip(*map(masks, sets), strict=True)
    return np.array(near), np.array(far)


def _line_table(reach: object) -> npt.NDArray[np.int16]:
    assert callable(reach)
    return np.array([[reach(place, line) for line in range(1 << SIDE)] for place in range(SIDE)], np.int16)


def _moves(place: int, line: int) -> int:
    """Slides up to the first piece, or the jump over a piece next to the place (HS-3, HS-4)."""
    found = 0
    for ahead in (range(place + 1, SIDE), range(place - 1, -1, -1)):
        free = next((step for step, other in enumerate(ahead) if line >> other & 1), len(ahead))
        jump = ahead[1:2] if free == 0 else range(0)
        found |= sum(1 << other for other in (*ahead[:free], *jump) if not line >> other & 1)
    return found


def _ends(place: int, line: int) -> int:
    """The first places beyond the enemies that stand next to a place in an unbroken line (HS-6)."""
    found = 0
    for ahead in (range(place + 1, SIDE), range(place - 1, -1, -1)):
        run = next((step for step, other in enumerate(ahead) if not line >> other & 1), 0)
        found |= 1 << ahead[run] if run else 0
    return found


def _nowhere() -> npt.NDArray[np.int64]:
    return np.full(CELLS, NOWHERE)


def _corners() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each cell next to a corner along a side, that corner and the other cell next to it (HS-22)."""
    corners, partners = _nowhere(), _nowhere()
    for corner in map(CELL_OF.__getitem__, CORNERS):
        across = corner + 1 if corner % SIDE == 0 else corner - 1
        along = corner + SIDE if corner < SIDE else corner - SIDE
        corners[[across, along]] = corner
        partners[[across, along]] = along, across
    return corners, partners
