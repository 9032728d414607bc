"""The forms of a board file, tiles and bridges, in all their orientations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from naadam.core.parts.boards import Board
from naadam.games.khan.bridges import is_bridge
from naadam.games.khan.orientations import AS_DRAWN, Look, Orientation, growing, is_connected, is_straight, looks, turn
from naadam.games.khan.rules.state import ORIENTATIONS, TILES

TILES_OF = {2: (1, 4), 3: (2, 4), 4: (5, 1), 5: (12, 1)}  # KH-5: forms of so many cells, copies of each
BRIDGES_OF = {(3, True): 5, (4, True): 2, (4, False): 2}  # KH-6: copies by cells and whether straight
HIGHEST_VALUE = 99


class Form(NamedTuple):
    """A shape of the file: a tile or a bridge."""

    id: str
    kind: str
    copies: int
    cells: int
    value: int
    drawing: tuple[str, ...]


def read_forms(board: Board) -> tuple[Form, ...]:
    forms: list[Form] = []
    seen: list[tuple[str, Look]] = []
    for number, shape in enumerate(board["shape"]):
        where, drawing = f"shape[{number}]", tuple(shape["cells"])
        if not re.fullmatch("[A-Z][A-Z0-9]{0,3}", shape["id"]) or any(form.id == shape["id"] for form in forms):
            raise board.refuse(f"{where}.id", "must be up to four capitals and digits, a letter first, and its own")
        if shape["kind"] not in ("tile", "bridge"):
            raise board.refuse(f"{where}.kind", "must be tile or bridge (KH-5, KH-6)")
        if not 0 <= shape["value"] <= HIGHEST_VALUE:
            raise board.refuse(f"{where}.value", f"must be a number of points from 0 to {HIGHEST_VALUE} (KH-7)")
        cells = [(x, y) for y, line in enumerate(drawing) for x, mark in enumerate(line) if mark == "#"]
        if re.search("[^#.]", "".join(drawing)) or not 2 <= len(cells) <= max(TILES_OF) or not is_connected(cells):
            raise board.refuse(f"{where}.cells", "must draw two to five connected cells with # and . (KH-5)")
        kind = (shape["kind"], min(looks(drawing)))
        if kind in seen:
            raise board.refuse(f"{where}.cells", "the same form is there already (KH-5, KH-6)")
        seen.append(kind)
        forms.append(Form(shape["id"], shape["kind"], shape["copies"], len(cells), shape["value"], drawing))
    for size, (count, copies) in TILES_OF.items():
        found = [form.copies for form in forms if form.kind == "tile" and form.cells == size]
        if found != [copies] * count:
            raise board.refuse("shape", f"there must be {count} tiles of {size} cells, {copies} of each (KH-5)")
    bridges = [(form, turn(form.drawing, AS_DRAWN)) for form in forms if form.kind == "bridge"]
    copies_of = {(form.cells, is_straight(look)): form.copies for form, look in bridges}
    if copies_of != BRIDGES_OF or not all(is_bridge(look) for _, look in bridges):
        raise board.refuse("shape", "there must be 5 straight bridges of 3 cells, 2 of 4, and 2 like an L (KH-6)")
    return tuple(forms)


def orient(forms: Sequence[Form]) -> tuple[tuple[Orientation, ...], tuple[int, ...]]:
    """All orientations, tiles first in the order of `growing`, and where to go on where a tile does not fit."""
    tiles = {
        look: (number, code)
        for number, form in enumerate(forms)
        if form.kind == "tile"
        for look, code in looks(form.drawing).items()
    }
    grown = growing(tiles)
    found = [Orientation(*tiles[look], look) for look, _ in grown]
    skips = tuple(index + size for index, (_, size) in enumerate(grown))
    for number, form in enumerate(forms):
        if form.kind == "bridge":
            found += [Orientation(number, code, look) for look, code in looks(form.drawing).items()]
    assert (len(skips), len(found)) == (TILES, ORIENTATIONS)
    return tuple(found), skips
