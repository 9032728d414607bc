"""The picture of a position of Yut: a standalone SVG document made from its description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

COLOURS = ("#b5352c", "#1f6f9c", "#d3a021")
UNIT, EDGE = 40.0, 60.0


def draw_board(description: Mapping[str, Any]) -> str:
    """Track, hurdles, Wild Horse, stacks, and below them each side's horses and the throws waiting."""
    xs, ys = zip(*description["points"].values(), strict=True)
    width = (max(xs) - min(xs)) * UNIT + 2 * EDGE
    height = (max(ys) - min(ys)) * UNIT + 2 * EDGE
    places = {
        name: ((x - min(xs)) * UNIT + EDGE, (max(ys) - y) * UNIT + EDGE)
        for name, (x, y) in description["points"].items()
    }
    parts = (*draw_track(places, description), *draw_horses(places, description), *draw_words(height, description))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + 80:g}" role="img"'
        f' aria-label={quoteattr(summary(description))} font-family="sans-serif" text-anchor="middle">'
        f'<rect width="100%" height="100%" fill="#f3e7cf"/>{"".join(parts)}</svg>'
    )


def summary(description: Mapping[str, Any]) -> str:
    """The position in one English sentence."""
    stacks = ", ".join(f"side {s['side'] + 1}: {s['count']} on {s['station']}" for s in description["stacks"])
    return f"Yut: {stacks or 'no horse on the track'}; throws waiting: {description['waiting'] or 'none'}"


def draw_track(places: Mapping[str, tuple[float, float]], description: Mapping[str, Any]) -> Iterator[str]:
    for line in description["lines"]:
        points = " ".join(f"{places[name][0]:.1f},{places[name][1]:.1f}" for name in line)
        yield f'<polyline points="{points}" fill="none" stroke="#7a5a36" stroke-width="2"/>'
    for name, (x, y) in places.items():
        stroke = "#c0392b" if name in description["hurdles"] else "#7a5a36"
        width = 5 if name in description["hurdles"] else 2
        yield (
            f'<g data-point={quoteattr(name)}><circle cx="{x:.1f}" cy="{y:.1f}" r="17" fill="#fffaf0"'
            f' stroke="{stroke}" stroke-width="{width}"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="11" fill="#7a5a36">{escape(name)}</text></g>'
        )


def draw_horses(places: Mapping[str, tuple[float, float]], description: Mapping[str, Any]) -> Iterator[str]:
    for stack in description["stacks"]:
        x, y = places[stack["station"]]
        yield (
            f'<g data-point={quoteattr(stack["station"])} data-kind="horse">'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="15" fill="{COLOURS[stack["side"]]}"/>'
            f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="14" fill="#fff">{stack["count"]}</text></g>'
        )
    if description["wild_horse"]:
        x, y = places[description["wild_horse"]]
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="15" fill="#222" data-kind="wild-horse"/>'


def draw_words(height: float, description: Mapping[str, Any]) -> Iterator[str]:
    for side, horses in enumerate(description["sides"]):
        x = EDGE + 160 * side
        yield (
            f'<text x="{x:g}" y="{height + 20:g}" font-size="14" text-anchor="start" fill="{COLOURS[side]}">'
            f"home {horses['home']}, off {horses['off']}</text>"
        )
    throws = " ".join(map(str, description["waiting"])) or "–"
    yield f'<text x="{EDGE:g}" y="{height + 50:g}" font-size="14" text-anchor="start">throws {throws}</text>'
