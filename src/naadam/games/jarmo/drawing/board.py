"""The picture of a position of Jarmo: a plain, standalone SVG document made from its description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

STEP = 110.0
MARGIN = 70.0
RADIUS = 30.0
SHIFT = 9.0
COLOURS = ("#2f7d4f", "#2b5fa8")
GOLD = "#d9a520"


def draw_board(description: Mapping[str, Any]) -> str:
    """Draw a position: archers are round, guards square, golden soldiers have a golden rim."""
    points = description["points"]
    left, foot = min(x for x, _ in points.values()), min(y for _, y in points.values())
    right, top = max(x for x, _ in points.values()), max(y for _, y in points.values())
    width, height = (right - left) * STEP + 2 * MARGIN, (top - foot) * STEP + 2 * MARGIN
    places = {name: ((x - left) * STEP + MARGIN, (top - y) * STEP + MARGIN) for name, (x, y) in points.items()}
    title = str(description["title"])
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
            f' height="{height:g}" role="img" aria-label={quoteattr(title)}>',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" rx="18" fill="#f3e9d2"/>',
            *draw_lines(places, description),
            *draw_points(places, description),
            *(draw_piece(*places[piece["point"]], piece) for piece in description["pieces"]),
            "</svg>",
        )
    )


def draw_lines(places: Mapping[str, tuple[float, float]], description: Mapping[str, Any]) -> Iterator[str]:
    for key, dashes in (("lines", ""), ("dotted", ' stroke-dasharray="2 9" stroke-linecap="round"')):
        for one, other in description[key]:
            (x0, y0), (x1, y1) = places[one], places[other]
            yield f'<path d="M{x0:g},{y0:g}L{x1:g},{y1:g}" stroke="#7a6244" stroke-width="3"{dashes}/>'


def draw_points(places: Mapping[str, tuple[float, float]], description: Mapping[str, Any]) -> Iterator[str]:
    for name, (x, y) in places.items():
        camp = next((seat for seat, camp in enumerate(description["camps"]) if name in camp), None)
        fill = "#7a6244" if camp is None else COLOURS[camp]
        yield f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="{fill}"/>'
        yield f'<text x="{x + 14:g}" y="{y + RADIUS + 20:g}" font-size="15" fill="#55432d">{escape(name)}</text>'


def draw_piece(x: float, y: float, piece: Mapping[str, Any]) -> str:
    """A soldier, or the marker of a remote camp; who lies below another is shifted to be seen."""
    kind = str(piece["kind"])
    if kind == "marker":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS + 8:g}" fill="none" stroke="#a8432f" stroke-width="5"/>'
    x, y = x + SHIFT * piece.get("depth", 0), y + SHIFT * piece.get("depth", 0)
    rim = GOLD if kind.startswith("golden") else "#fff8e7"
    look = f'fill="{COLOURS[piece["seat"]]}" stroke="{rim}" stroke-width="5"><title>{escape(kind)}</title>'
    if kind.endswith("guard"):
        side = 1.7 * RADIUS
        return (
            f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" rx="6" {look}</rect>'
        )
    return f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS:g}" {look}</circle>'
