"""The picture of a position of Bagh Chal: a complete, standalone SVG document made from its description."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from naadam.games.bagh_chal.drawing.layout import FRAME, HEADER, WIDTH, Layout, edge_names, lay_out, point_names
from naadam.games.bagh_chal.drawing.pieces import define_pieces, use
from naadam.games.bagh_chal.drawing.scenery import LOOKS, Box, Look, define_scenery, draw_surface, rectangle
from naadam.games.bagh_chal.drawing.tray import draw_tray

CALLED = {"tiger": "Tiger", "alpha": "Alpha Tiger", "goat": "Goat", "buck": "Buck"}
MANY = {"tiger": "tigers", "alpha": "Alpha Tiger", "goat": "goats", "buck": "Buck"}
SIZE_OF = {"tiger": 1.0, "alpha": 0.96, "goat": 0.88, "buck": 0.96}
TO_MOVE = {0: "goats to move", 1: "tigers to move", None: "game over"}
LINE_SHARE = 0.085
DOT_SHARE = 0.19
TITLE_SIZE = 21.0
TITLE_AT_FULL_SIZE = 30
LONGEST_TITLE = 48


def draw_board(description: Mapping[str, Any]) -> str:
    """Draw a position, with the marks that may be in it: last, targets, selected."""
    prefix = make_prefix(description)
    name = str(description["look"]) if description["look"] in LOOKS else "valley"
    look, layout = LOOKS[name], lay_out(description["points"])
    said = summary(description)
    width, height = f"{WIDTH:g}", f"{layout.height:.0f}"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' style="max-width:100%;height:auto" role="img" aria-label={quoteattr(said)}>',
            f"<title>{escape(said)}</title>",
            f"<defs>{define_pieces(prefix)}{define_scenery(prefix, look, layout.surface)}</defs>",
            draw_frame(prefix, look, layout, printable(description["title"])),
            draw_surface(prefix, name, look, layout.surface),
            draw_lines(look, layout, description["lines"]),
            "".join(draw_points(look, layout, description)),
            "".join(draw_last(look, layout, description.get("last") or ())),
            "".join(draw_pieces(prefix, layout, description["pieces"])),
            "".join(draw_choices(look, layout, description)),
            "".join(draw_names(look, layout, description)),
            draw_tray(prefix, look, layout.tray, description),
            "</svg>",
        )
    )


def make_prefix(description: Mapping[str, Any]) -> str:
    """An opening for all ids that differs from picture to picture."""
    content = json.dumps(description, sort_keys=True, default=str)
    return f"bc{hashlib.sha256(content.encode()).hexdigest()[:8]}-"


def printable(title: object) -> str:
    """A title without characters that no document may hold."""
    return "".join(character for character in str(title) if character.isprintable())


def summary(description: Mapping[str, Any]) -> str:
    """The position in one English sentence."""
    parts = []
    for kind, called in MANY.items():
        points = [
            f"{piece['point']}{' (trapped)' if piece.get('trapped') else ''}"
            for piece in description["pieces"]
            if piece["kind"] == kind
        ]
        if points:
            parts.append(f"{called} on {', '.join(points)}")
    if description["buck_beside"]:
        parts.append("the Buck beside the board")
    parts.append(f"{description['hand']} of {description['goats']} goats in hand")
    parts.append(f"{description['captured']} of {description['captures_to_win']} captured")
    parts.append(TO_MOVE.get(description["turn"], "game over"))
    return f"{printable(description['title'])}: {'; '.join(parts)}."


def draw_frame(prefix: str, look: Look, layout: Layout, title: str) -> str:
    """The card under everything, with the title of the board between two ornaments."""
    title = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"
    size = TITLE_SIZE * min(1.0, TITLE_AT_FULL_SIZE / max(1, len(title)))
    middle, baseline = WIDTH / 2, HEADER / 2 + 0.36 * TITLE_SIZE + 2
    reach = 0.5 * len(title) * size * 0.86 + 24
    ornaments = "".join(
        f'<path d="M{middle + side * reach:.0f},{HEADER / 2 + 2:.0f}l{6 * side},-5l{6 * side},5l{-6 * side},5z'
        f'M{middle + side * (reach + 19):.0f},{HEADER / 2 + 2:.0f}h{46 * side}" fill="{look.gold}"'
        f' stroke="{look.gold}" stroke-width="1.2" opacity=".8"/>'
        for side in (-1, 1)
        if reach + 65 < middle
    )
    card = Box(1.5, 1.5, WIDTH - 3, layout.height - 3)
    keyline = Box(FRAME / 2 - 1, FRAME / 2 - 1, WIDTH - FRAME + 2, layout.height - FRAME + 2)
    return (
        rectangle(card, 24, f'fill="url(#{prefix}frame)" stroke="{look.edge}" stroke-width="2"')
        + rectangle(keyline, 17, f'fill="none" stroke="{look.gold}" stroke-opacity=".38"')
        + f'<text x="{middle:g}" y="{baseline:.0f}" text-anchor="middle" font-family="serif" font-size="{size:.1f}"'
        f' letter-spacing="{0.16 * size:.1f}" fill="{look.gold}">{escape(title.upper())}</text>{ornaments}'
    )


def draw_lines(look: Look, layout: Layout, lines: Sequence[Sequence[str]]) -> str:
    width = max(2.4, LINE_SHARE * layout.radius)
    path = "".join(
        "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in (layout.places[name] for name in line)) for line in lines
    )
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="{look.under}" stroke-opacity=".6"'
        f' stroke-width="{width + 3:.1f}"/><path d="{path}" stroke="{look.line}" stroke-width="{width:.1f}"/></g>'
    )


def draw_names(look: Look, layout: Layout, description: Mapping[str, Any]) -> Iterator[str]:
    """Names of points, small, with a halo in the colour of the ground."""
    held = {piece["point"] for piece in description["pieces"]}
    names = edge_names(layout) if layout.on_edges else point_names(layout, description["lines"], held)
    size = 14 if layout.on_edges else 12
    yield (
        f'<g font-family="sans-serif" font-size="{size}" text-anchor="middle" fill="{look.line}" fill-opacity=".92"'
        f' stroke="{look.under}" stroke-opacity=".55" stroke-width="2.6" stroke-linejoin="round" paint-order="stroke"'
        ' pointer-events="none">'
    )
    for name, (x, y) in names:
        yield f'<text x="{x:.1f}" y="{y + 0.36 * size:.1f}">{escape(name)}</text>'
    yield "</g>"


def draw_points(look: Look, layout: Layout, description: Mapping[str, Any]) -> Iterator[str]:
    """A small disc for every point, in a clear one as large as a piece that takes the pointer."""
    radius = max(4.6, DOT_SHARE * layout.radius)
    held = {piece["point"] for piece in description["pieces"]}
    yield f'<g fill="{look.line}" stroke="{look.under}" stroke-width="{0.3 * radius:.1f}">'
    for name, (x, y) in layout.places.items():
        at = f'cx="{x:.1f}" cy="{y:.1f}"'
        yield (
            f"<g data-point={quoteattr(name)}><title>{escape(name)}{'' if name in held else ', empty'}</title>"
            f'<circle {at} r="{layout.radius:.1f}" fill="#000" fill-opacity="0" stroke="none"/>'
            f'<circle {at} r="{radius:.1f}"/></g>'
        )
    yield "</g>"


def draw_last(look: Look, layout: Layout, last: Sequence[str]) -> Iterator[str]:
    """A soft glow along the last move."""
    places = [layout.places[name] for name in last if name in layout.places]
    yield f'<g class="last" fill="{look.gold}" stroke="{look.gold}" pointer-events="none">'
    for (x, y), (x1, y1) in pairwise(places):
        yield (
            f'<path d="M{x:.1f},{y:.1f}L{x1:.1f},{y1:.1f}" stroke-width="{0.28 * layout.radius:.1f}"'
            ' stroke-linecap="round" stroke-opacity=".55"/>'
        )
    for x, y in places[:-1]:
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.42 * layout.radius:.1f}" fill-opacity=".35"'
            ' stroke-width="2" stroke-opacity=".9"/>'
        )
    for x, y in places[-1:]:
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.14 * layout.radius:.1f}" fill-opacity=".4"'
            ' stroke-width="2" stroke-opacity=".75"/>'
        )
    yield "</g>"


def draw_pieces(prefix: str, layout: Layout, pieces: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for piece in pieces:
        kind, point = piece["kind"], piece["point"]
        (x, y), radius = layout.places[point], SIZE_OF[kind] * layout.radius
        state = "trapped" if piece.get("trapped") else "protected" if piece.get("protected") else ""
        mark = {"trapped": "cage", "protected": "shield"}.get(state)
        yield (
            f'<g data-point={quoteattr(point)} data-kind="{kind}"{f" data-state={quoteattr(state)}" if state else ""}>'
            f"<title>{CALLED[kind]} on {escape(point)}{', ' + state if state else ''}</title>"
            f"{use(prefix, kind, x, y, radius)}{use(prefix, mark, x, y, radius) if mark else ''}"
            f"{use(prefix, 'crown', x, y, radius) if kind == 'alpha' else ''}</g>"
        )


def draw_choices(look: Look, layout: Layout, description: Mapping[str, Any]) -> Iterator[str]:
    """A ring around the selected piece; a dot on each empty target, a ring around each held one."""
    held = {piece["point"] for piece in description["pieces"]}
    radius = layout.radius
    yield f'<g class="choices" fill="none" stroke="{look.gold}" pointer-events="none">'
    selected = str(description.get("selected"))
    if selected in layout.places:
        yield double_ring(look, *layout.places[selected], 1.13 * radius, max(2.5, 0.1 * radius))
    for name in description.get("targets") or ():
        if name in layout.places:
            x, y = layout.places[name]
            yield (
                double_ring(look, x, y, 1.13 * radius, 2.5)
                if name in held
                else target_dot(look, x, y, max(8.0, 0.36 * radius))
            )
    yield "</g>"


def double_ring(look: Look, x: float, y: float, radius: float, width: float) -> str:
    at = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    return (
        f'<circle {at} stroke="{look.under}" stroke-opacity=".7" stroke-width="{width + 3:g}"/>'
        f'<circle {at} stroke-width="{width:g}"/>'
    )


def target_dot(look: Look, x: float, y: float, radius: float) -> str:
    at = f'cx="{x:.1f}" cy="{y:.1f}"'
    return (
        f'<circle {at} r="{radius + 1.5:.1f}" fill="{look.under}" stroke="none"/>'
        f'<circle {at} r="{radius:.1f}" stroke-width="3"/>'
        f'<circle {at} r="{0.45 * radius:.1f}" fill="{look.line}" stroke="none"/>'
    )
