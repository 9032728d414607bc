"""Pieces put on a stage: in layers, in stacks, with marks and counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from naadam.drawing.art import use
from naadam.drawing.description import Description, Piece
from naadam.drawing.stage import Place, Stage


def draw_pieces(stage: Stage, description: Description) -> Iterator[str]:
    """All pieces, lower layers first."""
    pieces = sorted(description.pieces, key=lambda piece: (stage.art(piece).layer, -piece.depth))
    return (draw_piece(stage, piece) for piece in pieces)


def draw_piece(stage: Stage, piece: Piece) -> str:
    """A piece with its marks, counts and load."""
    return "".join(_draw_parts(stage, piece))


def _draw_parts(stage: Stage, piece: Piece) -> Iterator[str]:
    art, point = stage.art(piece), piece.point
    (x, y), radius = place_of(stage, piece), art.size * stage.radius
    marks = [symbol for mark, symbol in stage.marks.items() if mark in piece.marks]
    symbols = (art.symbol, *(mark.symbol for mark in marks), *([art.over] if art.over else []))
    said = ", ".join((f"{name_piece(stage, piece)} {stage.called(point)}", *(mark.name for mark in marks)))
    at = f"data-point={quoteattr(point)} data-kind={quoteattr(piece.kind)}"
    at += f' color="{stage.tint(piece)}"' if stage.tints else ""
    yield f"<g {at}><title>{escape(said)}</title>"
    count, step = piece.count, stage.measures.pile * radius
    yield from (use(art.symbol, x, y - step * index, radius) for index in range(count - 1))
    y -= step * (count - 1)
    yield from (use(symbol, x, y, radius) for symbol in symbols)
    if count > 1:
        right, down = stage.measures.badge_right * radius, stage.measures.badge_down * radius
        yield badge(stage, (x + right, y + down), str(count))
    yield from draw_load(stage, piece, (x, y), radius)
    if piece.left is not None:
        right, down = stage.measures.left_right * radius, stage.measures.left_down * radius
        yield badge(stage, (x + right, y + down), str(piece.left))
    yield "</g>"


def name_piece(stage: Stage, piece: Piece) -> str:
    """The name of a piece with its load."""
    return " + ".join(stage.art(part).name for part in (piece, *carried(piece)))


def carried(piece: Piece) -> Iterator[Piece]:
    """The cargo of a piece, as pieces of the same side."""
    return (Piece(kind, piece.point, piece.seat) for kind in piece.load)


def draw_load(stage: Stage, piece: Piece, place: Place, radius: float) -> Iterator[str]:
    """The cargo of a piece, drawn small on its rim."""
    (x, y), measures = place, stage.measures
    for index, part in enumerate(carried(piece)):
        angle = math.radians(measures.load_apart * (index - (len(piece.load) - 1) / 2))
        right, down = measures.load_out * radius * math.sin(angle), measures.load_out * radius * math.cos(angle)
        yield use(stage.art(part).symbol, x + right, y + down, measures.load * radius)


def place_of(stage: Stage, piece: Piece) -> Place:
    (x, y), step = stage.place(piece.point), piece.depth * stage.radius
    return x + stage.measures.under_right * step, y + stage.measures.under_down * step


def badge(stage: Stage, place: Place, text: str) -> str:
    """A small number on a piece."""
    (x, y), measures = place, stage.measures
    radius = max(measures.badge_least, measures.badge * stage.radius)
    edge, size, baseline = (
        part * radius for part in (measures.badge_edge, measures.badge_text, measures.badge_baseline)
    )
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#14110d" stroke="{stage.colours["gold"]}"'
        f' stroke-width="{edge:.1f}"/><text x="{x:.1f}" y="{y + baseline:.1f}" text-anchor="middle"'
        f' font-family="sans-serif" font-weight="bold" font-size="{size:.1f}" fill="#fff">{text}</text>'
    )
