"""Pieces put on a stage: in layers, in stacks, with marks and counts."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from naadam.drawing.art import use
from naadam.drawing.description import Description, Piece
from naadam.drawing.stage import Place, Stage

DEPTH = (0.46, 0.38)  # how far, in radii, a piece looks out from under the one above it
BADGE = (0.74, 0.7)
PILE = 0.13  # how far, in radii, a piece of a pile stands above the next


def draw_pieces(stage: Stage, description: Description) -> Iterator[str]:
    """All pieces, what lies lower first."""
    pieces = sorted(description.pieces, key=lambda piece: (stage.art(piece).layer, -piece.depth))
    for piece in pieces:
        art, point = stage.art(piece), piece.point
        (x, y), radius = place_of(stage, piece), art.size * stage.radius
        marks = [symbol for mark, symbol in stage.marks.items() if mark in piece.marks]
        symbols = (art.symbol, *(mark.symbol for mark in marks), *([art.over] if art.over else []))
        said = ", ".join((f"{art.name} {stage.called(point)}", *(mark.name for mark in marks)))
        at = f"data-point={quoteattr(point)} data-kind={quoteattr(piece.kind)}"
        at += f' color="{stage.tint(piece)}"' if stage.tints else ""
        yield f"<g {at}><title>{escape(said)}</title>"
        count = piece.count
        yield from (use(art.symbol, x, y - PILE * index * radius, radius) for index in range(count - 1))
        y -= PILE * (count - 1) * radius
        yield from (use(symbol, x, y, radius) for symbol in symbols)
        if count > 1:
            yield badge(stage, (x + BADGE[0] * radius, y + BADGE[1] * radius), str(count))
        yield "</g>"


def place_of(stage: Stage, piece: Piece) -> Place:
    (x, y), depth = stage.place(piece.point), piece.depth
    return x + DEPTH[0] * depth * stage.radius, y + DEPTH[1] * depth * stage.radius


def badge(stage: Stage, place: Place, text: str) -> str:
    """A small number on a piece."""
    (x, y), radius = place, max(7.0, 0.42 * stage.radius)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#14110d" stroke="{stage.colours["gold"]}"'
        f' stroke-width="{0.14 * radius:.1f}"/><text x="{x:.1f}" y="{y + 0.42 * radius:.1f}" text-anchor="middle"'
        f' font-family="sans-serif" font-weight="bold" font-size="{1.25 * radius:.1f}" fill="#fff">{text}</text>'
    )
