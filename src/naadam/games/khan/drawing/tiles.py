"""Conquest tiles and bridges, drawn as one piece each, in every way they can lie, around the cell they are named by."""

from __future__ import annotations

from collections.abc import Sequence

from naadam.drawing.boards.regions import Square, outline
from naadam.drawing.stage import Place
from naadam.games.khan.drawing.scenery import CELL

UNIT = 100.0  # a cell in the artwork


def place_corner(corner: Square) -> Place:
    """Corners of the grid around the first cell, whose middle is 0,0."""
    return UNIT * (corner[0] - 0.5), UNIT * (corner[1] - 0.5)


def draw_tile(squares: Sequence[Square], value: int) -> str:
    """A slab of felt in the owner's colour, with a seam; its value on a plaque in its last cell."""
    rim, felt = outline(squares, place_corner, 6, 14), outline(squares, place_corner, 15, 7)
    return (
        f'<path d="{rim}" fill="#fff1d0" stroke="#1f140a" stroke-width="5"/>'
        f'<path d="{felt}" fill="currentColor" fill-opacity=".72" stroke="#1f140a" stroke-opacity=".7"'
        ' stroke-width="2.500" stroke-dasharray="9 6"/>' + plaque(squares, value)
    )


def draw_bridge(squares: Sequence[Square], value: int) -> str:
    """Planks from bank to bank, between rails in the owner's colour."""
    planks = "".join(planks_of(square, set(squares)) for square in squares)
    rails = outline(squares, place_corner, 11, 6)
    return (
        f'<path d="{rails}" fill="#c98d4b" stroke="#2e1a08" stroke-width="14"/>'
        f'<path d="{planks}" stroke="#6d4117" stroke-width="3.500" fill="none"/>'
        f'<path d="{rails}" fill="none" stroke="currentColor" stroke-width="8"/>' + plaque(squares, value)
    )


def planks_of(square: Square, squares: set[Square]) -> str:
    """Lines across the way through a cell."""
    (column, row), (x, y) = square, (UNIT * square[0], UNIT * square[1])
    across = (column - 1, row) in squares or (column + 1, row) in squares
    steps = range(-36, 37, 18)
    if across:
        return "".join(f"M{x + step:g},{y - 38:g}v76" for step in steps)
    return "".join(f"M{x - 38:g},{y + step:g}h76" for step in steps)


def plaque(squares: Sequence[Square], value: int) -> str:
    """The value in the corner of the last cell, where no owner's yurt stands."""
    column, row = squares[-1]
    x, y = UNIT * column + 22, UNIT * row + 22
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="23" fill="#1f140a" stroke="#ffe9b8" stroke-width="3"/>'
        f'<text x="{x:g}" y="{y + 10.5:g}" text-anchor="middle" font-family="sans-serif" font-weight="bold"'
        f' font-size="{30 if value < 10 else 26}" fill="#fff3d6">{value}</text>'
    )


def draw_supply(shape: str, look: Sequence[Square], value: int) -> str:
    """A shape as it lies on its shelf: smaller, so that it fits, with its value large below."""
    xs, ys = [x for x, _ in look], [y for _, y in look]
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    scale = 1.1 / max(across, down, 2.6)
    x, y = -scale * UNIT * (min(xs) + max(xs)) / 2, -scale * UNIT * (min(ys) + max(ys)) / 2
    return (
        f'<use href="#%{shape}" transform="translate({x:.4g} {y:.4g}) scale({scale:.3g})"/>'
        '<text x="-58" y="58" font-family="sans-serif" font-weight="bold" font-size="46" fill="#fff3d6"'
        ' stroke="#1f140a"'
        f' stroke-width="11" stroke-linejoin="round" paint-order="stroke">{value}</text>'
    )


def to_places(squares: Sequence[Square]) -> tuple[Place, ...]:
    """Where the cells of a shape lie, from its first cell, on the stage."""
    return tuple((CELL * column, CELL * row) for column, row in squares)
