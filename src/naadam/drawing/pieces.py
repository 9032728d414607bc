"""Pieces put on a stage: in layers, in stacks, with marks and counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from naadam.core.stage import Place, Stage
from naadam.drawing.art import use


def draw_pieces(stage: Stage, description: Mapping[str, Any]) -> Iterator[str]:
    """All pieces, what lies lower first."""
    pieces = sorted(description["pieces"], key=lambda piece: (stage.art(piece).layer, -piece.get("depth", 0)))
    for piece in pieces:
        art, point = stage.art(piece), str(piece["point"])
        (x, y), radius = place_of(stage, piece), art.size * stage.radius
        marks = [symbol for mark, symbol in stage.marks.items() if piece.get(mark) is True]
        symbols = (art.symbol, *(mark.symbol for mark in marks), *([art.over] if art.over else []))
        said = ", ".join((f"{art.name} {stage.called(point)}", *(mark.name for mark in marks)))
        at = f"data-point={quoteattr(point)} data-kind={quoteattr(str(piece['kind']))}"
        at += f' color="{stage.tint(piece)}"' if stage.tints else ""
        yield f"<g {at}><title>{escape(said)}</title>"
        count, step = int(piece.get("count", 1)), stage.measures.pile * radius
        yield from (use(art.symbol, x, y - step * index, radius) for index in range(count - 1))
        y -= step * (count - 1)
        yield from (use(symbol, x, y, radius) for symbol in symbols)
        if count > 1:
            right, down = stage.measures.badge_right * radius, stage.measures.badge_down * radius
            yield badge(stage, (x + right, y + down), str(count))
        yield "</g>"


def place_of(stage: Stage, piece: Mapping[str, Any]) -> Place:
    (x, y), depth = stage.place(str(piece["point"])), int(piece.get("depth", 0))
    step = depth * stage.radius
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
