"""The picture of a position of Hasami Shogi: a complete, standalone SVG document made from its description."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

CELL = 60
MARGIN = 40
COLOURS = ("#2f7d4f", "#b3392f")

Say = Callable[[str, str], str]


def draw_board(description: Mapping[str, Any], say: Say) -> str:
    """Draw a position: the cells with the camps shaded, the pieces, the last capture and the line that won."""
    size = 9 * CELL + 2 * MARGIN
    said = summary(description, say)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}"'
            f' role="img" aria-label={quoteattr(said)}><title>{escape(said)}</title>',
            f'<rect width="{size}" height="{size}" rx="16" fill="#efe0c2"/>',
            *draw_cells(description),
            *draw_pieces(description),
            "</svg>",
        )
    )


def summary(description: Mapping[str, Any], say: Say) -> str:
    """The position in words."""
    parts = []
    for seat in (0, 1):
        for kind in ("samurai", "shogun"):
            points = [p["point"] for p in description["pieces"] if (p["kind"], p["seat"]) == (kind, seat)]
            if points:
                parts.append(f"{say('pieces', f'{kind}-{seat}')}: {', '.join(points)}")
    parts += [f"{say('seats', str(seat))}: {count}" for seat, count in enumerate(description["captured"])]
    return f"{description['title']}. {'; '.join(parts)}."


def centre(description: Mapping[str, Any], point: str) -> tuple[float, float]:
    x, y = description["points"][point]
    return MARGIN + CELL * (x + 0.5), MARGIN + CELL * (8 - y + 0.5)


def draw_cells(description: Mapping[str, Any]) -> Iterator[str]:
    depth = description["camp_rows"]
    camps = {point for point, (_, y) in description["points"].items() if not depth <= y < 9 - depth}
    marked = dict.fromkeys(description["decisive"], "#d9b24c")
    if description["last_capture"]:
        marked |= dict.fromkeys(description["last_capture"]["points"], "#e2a08f")
    for point in description["points"]:
        x, y = centre(description, point)
        fill = marked.get(point, "#d8c39a" if point in camps else "#f8eed9")
        yield (
            f'<rect data-point={quoteattr(point)} x="{x - CELL / 2:g}" y="{y - CELL / 2:g}" width="{CELL}"'
            f' height="{CELL}" fill="{fill}" stroke="#7a6238"><title>{point}</title></rect>'
        )
    for number in range(9):
        middle, edge = MARGIN + CELL * (number + 0.5), MARGIN / 2
        far = 9 * CELL + 1.5 * MARGIN
        for x, y, text in ((middle, far, "abcdefghi"[number]), (edge, 9 * CELL + 2 * MARGIN - middle, number + 1)):
            yield (
                f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" font-family="sans-serif" font-size="15"'
                f' fill="#5b4622">{text}</text>'
            )


def draw_pieces(description: Mapping[str, Any]) -> Iterator[str]:
    for piece in description["pieces"]:
        x, y = centre(description, piece["point"])
        shogun = piece["kind"] == "shogun"
        yield (
            f"<g data-point={quoteattr(piece['point'])} data-kind={quoteattr(piece['kind'])}>"
            f'<circle cx="{x:g}" cy="{y:g}" r="{0.4 * CELL:g}" fill="{COLOURS[piece["seat"]]}" stroke="#2b2113"'
            f' stroke-width="2"/>'
            + (f'<circle cx="{x:g}" cy="{y:g}" r="{0.2 * CELL:g}" fill="#f0cf6a"/>' if shogun else "")
            + "</g>"
        )
