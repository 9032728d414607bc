"""The editor of Yut's positions: horses on the stations, those at home, and who throws next."""

from __future__ import annotations

from naadam.core.editing import Counter, Edited, Editor
from naadam.games.yut.check import impossible
from naadam.games.yut.rules.state import NOWHERE, Tables


def make_editor(tables: Tables) -> Editor:
    kinds = [f"horse-{side}" for side in range(tables.sides)]
    kinds += [f"{kind}x{count}" for kind in kinds for count in range(2, tables.tallest + 1)]
    counters = [Counter(f"home-{side}", tables.horses - 1) for side in range(tables.sides)]
    if tables.wild != NOWHERE:
        kinds.append("wild")
        counters.append(Counter("laps", 1))
    return Editor(tuple(kinds), tuple(counters))


def write_position(tables: Tables, edited: Edited) -> str:
    """The choices as a one-line position: the seat to move is about to throw."""
    sides = " ".join(_write_side(edited, side) for side in range(tables.sides))
    wild = [f"{point}.{edited.numbers['laps']}" for point, kind in edited.pieces.items() if kind == "wild"]
    if len(wild) > 1:
        raise impossible("one-wild")
    return f"{sides} {edited.turn}? - 0 {''.join(wild) or '-'}"


def _write_side(edited: Edited, side: int) -> str:
    stacks = []
    for point, kind in edited.pieces.items():
        horse, _, count = kind.partition("x")
        if horse == f"horse-{side}":
            stacks.append(f"{point}*{count}" if count else point)
    return f"{','.join(stacks) or '-'}/{edited.numbers[f'home-{side}']}"
