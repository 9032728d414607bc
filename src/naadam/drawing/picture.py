"""A position as a complete picture: an SVG document with the stage, the pieces, and a plaque for each side."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from naadam.drawing.description import Description
from naadam.drawing.marks import draw_decisive, draw_way
from naadam.drawing.pieces import draw_pieces, name_piece
from naadam.drawing.plaques import draw_plaques, height_of_plaques, in_words
from naadam.drawing.shapes import Box, rectangle
from naadam.drawing.stage import PREFIX, Stage

FRAME = 15.0
HEADER = 47.0
GAP = 11.0
AROUND = 6.0  # radii of room that the points of a part of the board have
WIDEST = 960.0  # of a board: a larger one is drawn smaller, so that the words around it can be read
TITLE_SIZE = 21.0
TITLE_AT_FULL_SIZE = 30
LONGEST_TITLE = 48
NAMES = re.compile(r'<g class="coordinates".*?</g>')  # of points: too small to read where a board has no words


def draw_picture(stage: Stage, description: Description, title: str, seats: Sequence[str], turn: str) -> str:
    """Draw a position; `seats` are their names, and `turn` says who is to move or has won."""
    title = "".join(character for character in title if character.isprintable())
    said = escape(f"{title}: {'; '.join(list_pieces(stage, description))}. {turn}")
    scale = min(1.0, WIDEST / stage.box[2])
    left, top, width, height = (scale * measure for measure in stage.box)
    plaques = Box(left, top + height + GAP, width, height_of_plaques(stage, len(seats)))
    card = Box(left - FRAME, top - HEADER, width + 2 * FRAME, HEADER + height + GAP + plaques.height + FRAME)
    drawn = "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(f"{measure:g}" for measure in card)}"'
            f' width="{card.width:g}" height="{card.height:g}" style="max-width:100%;height:auto" role="img"'
            f" aria-label={quoteattr(said)}><title>{said}</title>",
            draw_card(stage, card, title),
            f'<g transform="scale({scale:.4g})">{draw_scene(stage, description)}</g>',
            "".join(draw_plaques(stage, description, seats, plaques)),
            "</svg>",
        )
    )
    content = json.dumps(description.to_plain(), sort_keys=True)
    own = f"p{hashlib.sha256(content.encode()).hexdigest()[:8]}-"  # ids differ from picture to picture on one page
    return drawn.replace(f'"{PREFIX}', f'"{own}').replace(f"#{PREFIX}", f"#{own}")


def draw_scene(stage: Stage, description: Description) -> str:
    """The board with all that stands on it and is marked."""
    return "".join(
        (
            stage.picture,
            *draw_pieces(stage, description),
            *draw_decisive(stage, description),
        )
    )


def draw_board(
    stage: Stage,
    description: Description,
    way: Sequence[str] = (),
    taken: Sequence[str] = (),
    around: Sequence[str] = (),
) -> str:
    """The board as a standalone SVG without words, with the way of a move, or cropped to the surroundings of points."""
    left, top, width, height = find_part(stage, around) if around else Box(*stage.box)
    shown = "".join(draw_way(stage, way, taken)) if way or taken else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}">{NAMES.sub("", draw_scene(stage, description))}'
        f"{shown}</svg>"
    )


def find_part(stage: Stage, around: Sequence[str]) -> Box:
    """The square part of the board with these points in it, and as much room around them as the board has."""
    across, down = zip(*(stage.points[point] for point in around), strict=True)
    left, top, width, height = stage.box
    side = min(max(max(across) - min(across), max(down) - min(down)) + AROUND * stage.radius, width, height)
    return Box(
        min(max((min(across) + max(across) - side) / 2, left), left + width - side),
        min(max((min(down) + max(down) - side) / 2, top), top + height - side),
        side,
        side,
    )


def list_pieces(stage: Stage, description: Description) -> Iterator[str]:
    """The positions of every kind of piece, and the contents of the trays, in words."""
    points: dict[str, list[str]] = {}
    for piece in description.pieces:
        marks = "".join(f", {symbol.name}" for mark, symbol in stage.marks.items() if mark in piece.marks)
        count = f" × {piece.count}" if piece.count > 1 else ""
        points.setdefault(name_piece(stage, piece), []).append(stage.called(piece.point) + count + marks)
    yield from (f"{name}: {', '.join(where)}" for name, where in points.items())
    yield from (in_words(description, tray) for tray in stage.trays)


def draw_words(title: str, words: str) -> str:
    """A picture of nothing but words, for a game without a stage."""
    said = escape(f"{title}: {words}")
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="604" height="40"><text x="8" y="26">{said}</text></svg>'


def draw_card(stage: Stage, card: Box, title: str) -> str:
    """The card under everything, with the title between two ornaments."""
    gold, edge = stage.colours["gold"], stage.colours["edge"]
    title = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"
    size = TITLE_SIZE * min(1.0, TITLE_AT_FULL_SIZE / max(1, len(title)))
    middle, line = card.x + card.width / 2, card.y + HEADER / 2 + 2
    reach = 0.5 * len(title) * size * 0.86 + 24
    ornaments = "".join(
        f'<path d="M{middle + side * reach:.0f},{line:.0f}l{6 * side},-5l{6 * side},5l{-6 * side},5z'
        f'M{middle + side * (reach + 19):.0f},{line:.0f}h{46 * side}" fill="{gold}" stroke="{gold}"'
        ' stroke-width="1.2" opacity=".8"/>'
        for side in (-1, 1)
        if reach + 65 < card.width / 2
    )
    frame = (
        f'<linearGradient id="{PREFIX}frame" x1="0" y1="0" x2="0" y2="1"><stop stop-color="{stage.colours["frame"]}"/>'
        f'<stop offset="1" stop-color="{stage.colours["foot"]}"/></linearGradient>'
    )
    return (
        f"<defs>{frame}</defs>"
        + rectangle(card.grown(-1.5), 24, f'fill="url(#{PREFIX}frame)" stroke="{edge}" stroke-width="2"')
        + rectangle(card.grown(1 - FRAME / 2), 17, f'fill="none" stroke="{gold}" stroke-opacity=".38"')
        + f'<text x="{middle:g}" y="{line + 0.36 * TITLE_SIZE:.0f}" text-anchor="middle" font-family="serif"'
        f' font-size="{size:.1f}" letter-spacing="{0.16 * size:.1f}" fill="{gold}">{escape(title.upper())}</text>'
        + ornaments
    )
