"""Boards in other colours and a plain set of pieces: how a reader may have a stage drawn.

A board is recoloured by one function for all games: only the ground changes, and every piece keeps its colours. A map
keeps some of its hue, because it tells land from water. Plain pieces are a second sheet of artwork,
`art/plain.svg` in the package of a game: a symbol `plain-goat` replaces `goat`.
"""

from __future__ import annotations

import colorsys
import dataclasses
import re
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Literal
from xml.etree import ElementTree

from naadam.drawing.art import read_art
from naadam.drawing.stage import PREFIX, PieceArt, Stage

Board = Literal["original", "wood", "slate", "night"]
Pieces = Literal["drawn", "plain"]
Shade = Callable[[float, float, float], tuple[float, float, float]]  # of hue, lightness and saturation

SHEET = "plain"
COLOURED = ("fill", "stroke", "stop-color", "color", "style")
WARM, COOL = 28 / 360, 210 / 360  # hues
OF_MAP = 0.45  # the share of the original colours in a map, where the board sets the hue

_HEX = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
_REFERENCE = re.compile(r"url\(#([^)]+)\)|^#(.+)$")


def wood(hue: float, light: float, deep: float) -> tuple[float, float, float]:
    return WARM, light, min(deep, 0.45)


def slate(hue: float, light: float, deep: float) -> tuple[float, float, float]:
    return COOL, light, min(deep, 0.09)


def night(hue: float, light: float, deep: float) -> tuple[float, float, float]:
    """Darker throughout; light lines lose less than the ground, so that they stay legible."""
    return hue, light * (0.42 + 0.45 * light**3), 0.6 * deep


SHADES: dict[Board, Shade] = {"wood": wood, "slate": slate, "night": night}


def dress(stage: Stage, board: Board, pieces: Pieces, package: str) -> Stage:
    """The stage of a game in that package with a board and a set of pieces; the drawn set where there is no other."""
    if pieces == "plain":
        stage = with_plain_pieces(stage, package)
    return stage if board == "original" else with_board(stage, board)


# --- pieces ---


def with_plain_pieces(stage: Stage, package: str) -> Stage:
    if not has_plain_pieces(package):
        return stage
    sheet = read_art(package, SHEET)
    plain = set(re.findall(rf'id="{PREFIX}{SHEET}-([^"]+)"', sheet))
    picture = stage.picture
    for name in plain:  # the ground may show a piece, as the yards of Yut do
        picture = picture.replace(f'href="#{PREFIX}{name}"', f'href="#{PREFIX}{SHEET}-{name}"')
    return dataclasses.replace(
        stage,
        picture=f"<defs>{sheet}</defs>{picture}",
        pieces={kind: _plain(art, plain) for kind, art in stage.pieces.items()},
    )


def has_plain_pieces(package: str) -> bool:
    return (resources.files(package) / "art" / f"{SHEET}.svg").is_file()


def _plain(art: PieceArt, plain: set[str]) -> PieceArt:
    name = art.symbol.removeprefix(PREFIX)
    return dataclasses.replace(art, symbol=f"{PREFIX}{SHEET}-{name}") if name in plain else art


# --- boards ---


def with_board(stage: Stage, board: Board) -> Stage:
    """The stage with its ground recoloured; the artwork of pieces, marks and items stays."""
    root = ElementTree.fromstring(f"<svg>{stage.picture}</svg>")
    kept = _reached(root, _symbols(stage))
    shade, own = SHADES[board], OF_MAP if is_map(stage) and board != "night" else 0.0
    for element in _outside(root, kept):
        for attribute in COLOURED:
            if attribute in element.attrib:
                element.set(attribute, recolour(element.attrib[attribute], shade, own))
    inner = "".join(ElementTree.tostring(child, encoding="unicode") for child in root)
    return dataclasses.replace(stage, picture=inner)


def is_map(stage: Stage) -> bool:
    """Whether the ground of a stage is land that players hold or plan for."""
    return stage.owner is not None or stage.layout != "board"


def recolour(text: str, shade: Shade, own: float = 0.0) -> str:
    """The text with every colour in it (#rrggbb or #rgb) changed; `own` is the share of the original in it."""
    return _HEX.sub(lambda found: _shaded(found[0], shade, own), text)


def _shaded(colour: str, shade: Shade, own: float) -> str:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    before = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    after = colorsys.hls_to_rgb(*shade(*colorsys.rgb_to_hls(*before)))
    mixed = (own * one + (1 - own) * other for one, other in zip(before, after, strict=True))
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


def _symbols(stage: Stage) -> set[str]:
    """The ids of all artwork that is put on the stage, by its pieces, marks, trays and items."""
    arts = [*stage.pieces.values(), *stage.marks.values(), *stage.items.values()]
    over = [art.over for art in stage.pieces.values() if art.over]
    return {art.symbol for art in arts} | set(over) | {tray.empty for tray in stage.trays if tray.empty}


def _reached(root: ElementTree.Element, symbols: set[str]) -> set[str]:
    """These ids, and all that they refer to."""
    by_id = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    found: set[str] = set()
    waiting = list(symbols)
    while waiting:
        name = waiting.pop()
        if name in found or name not in by_id:
            continue
        found.add(name)
        waiting += _references(by_id[name])
    return found


def _references(element: ElementTree.Element) -> Iterator[str]:
    for part in element.iter():
        for value in part.attrib.values():
            for found in _REFERENCE.finditer(value):
                yield found[1] or found[2]


def _outside(element: ElementTree.Element, kept: set[str]) -> Iterator[ElementTree.Element]:
    """All elements that are not part of these."""
    if element.attrib.get("id") in kept:
        return
    yield element
    for child in element:
        yield from _outside(child, kept)
