"""The stage of Khan: the map, the artwork of all that stands and lies on it, and the shelves beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from naadam.core.stage import PREFIX, Item, PieceArt, Shelf, Stage
from naadam.drawing.art import TOKEN_RADIUS, define
from naadam.drawing.look import box_of
from naadam.games.khan.board import DIRECTION_NAMES, LANDSCAPE_NAMES, TERRAIN, Realm
from naadam.games.khan.drawing.cards import BACK, BOX, ICON_BOX, ICONS, define_cards, draw_card, draw_special
from naadam.games.khan.drawing.motifs import define_motifs
from naadam.games.khan.drawing.pieces import PLAYERS, SHADES, draw_pieces
from naadam.games.khan.drawing.scenery import CELL, LOOK, Map, define_scenery, draw_scenery
from naadam.games.khan.drawing.tiles import draw_laid, draw_supply, to_places
from naadam.games.khan.forms import CODES

RADIUS = 21.0
OWNER = 0.66  # the size of the yurt on a shape
STEPS = 5
AS_DRAWN = "r0"
SAYINGS = (
    "final", "proposal", "refused", "protect-active", "support-active",
    "shape", "shared", "territories", "bonus", "tie", "equal",
)  # fmt: skip
FLIGHTS = ("fled", "removed")  # said of each ruler

Say = Callable[[str, str], str]


def make_map(realm: Realm) -> Map:
    lands = [TERRAIN[landscape] for landscape in realm.ground]
    rows = [lands[first : first + realm.columns] for first in range(0, len(lands), realm.columns)]
    return Map(rows, frozenset(realm.names[cell] for cell in realm.closed))


def set_stage(realm: Realm, players: int, say: Say) -> Stage:
    """The empty board; `say` gives a text by section and key, and the rulers are called as the reader calls them."""
    land = make_map(realm)
    half = CELL / 2
    return Stage(
        picture=f"<defs>{define(SHADES, draw_all(realm, players))}{define_scenery(land)}</defs>{draw_scenery(land)}",
        box=box_of(land.surface),
        points=land.places(),
        radius=RADIUS,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces=dict(name_pieces(realm, players, say)),
        marks={},
        outline=f"M{-half:g},{-half:g}h{CELL:g}v{CELL:g}h{-CELL:g}z",
        tints=PLAYERS[:players],
        owner="owner",
        items=dict(name_items(realm, say)),
        shelves=(
            Shelf("steps", say("shelves", "steps"), "track"),
            Shelf("hand", say("shelves", "hand"), "cards"),
            Shelf("shapes", say("shelves", "shapes"), "supply"),
            Shelf("rulers", say("shelves", "rulers"), "row"),
            Shelf("specials", say("shelves", "specials"), "row", by_seat=True),
        ),
        sayings={key: say("sayings", key) for key in SAYINGS}
        | {
            f"support-{land}": say("sayings", "support-region").replace("{region}", say("landscapes", land))
            for land in TERRAIN[:-1]
        }
        | {
            f"{key}-{ruler.letter}": say("sayings", key).replace("{ruler}", ruler.name)
            for key in FLIGHTS
            for ruler in realm.rulers
        },
    )


def draw_all(realm: Realm, players: int) -> dict[str, str]:
    """Every symbol by its name."""
    drawn = draw_pieces([(ruler.letter, ruler.colour) for ruler in realm.rulers], players)
    drawn |= define_motifs() | define_cards()
    drawn |= {"back": f'<g transform="scale(.66)">{BACK}</g>'} | {name: draw_special(name) for name in ICONS}
    for (ruler, landscape, direction), name in zip(realm.cards, realm.card_names, strict=True):
        letter = realm.rulers[ruler].letter
        drawn[f"card-{name}"] = draw_card(letter, LANDSCAPE_NAMES[landscape], DIRECTION_NAMES[direction])
    for form, code, look in realm.orientations:
        shape = realm.forms[form]
        drawn[f"{shape.id}-{code}"] = draw_laid(look, shape.value, shape.kind == "bridge")
        if code == AS_DRAWN:
            drawn[f"supply-{shape.id}"] = draw_supply(f"{shape.id}-{code}", look, shape.value)
    return drawn


def name_pieces(realm: Realm, players: int, say: Say) -> Iterator[tuple[str, PieceArt]]:
    """All that stands on the board, by kind or kind and seat."""
    for seat in range(players):
        yield f"yurt-{seat}", PieceArt(say("pieces", f"yurt-{seat}"), f"{PREFIX}yurt-{seat}")
        yield f"owner-{seat}", PieceArt(say("pieces", f"yurt-{seat}"), f"{PREFIX}yurt-{seat}", OWNER, still=True)
    yield "neutral", PieceArt(say("pieces", "neutral"), f"{PREFIX}neutral", still=True)
    for ruler in realm.rulers:
        name = say("pieces", "ruler").format(name=ruler.name)
        yield f"ruler-{ruler.letter}", PieceArt(name, f"{PREFIX}ruler-{ruler.letter}", 1.06)
    for form, code, _ in realm.orientations:
        shape = realm.forms[form]
        name = name_shape(shape.id, shape.kind, shape.value, say)
        yield (
            f"{shape.id}-{code}",
            PieceArt(name, f"{PREFIX}{shape.id}-{code}", CELL / 2 / RADIUS, layer=-1, still=True),
        )


def name_shape(shape: str, kind: str, value: int, say: Say) -> str:
    return say("items", kind).format(shape=shape, value=value)


def name_items(realm: Realm, say: Say) -> Iterator[tuple[str, Item]]:
    """All that lies beside the board, by the place that gestures name."""
    for number in range(1, STEPS + 1):
        yield f"step-{number}", Item(say("items", f"step-{number}"), "", ICON_BOX, say("items", f"step-{number}-does"))
    for (number, landscape, direction), name in zip(realm.cards, realm.card_names, strict=True):
        words = say("items", "card").format(
            ruler=realm.rulers[number].name,
            landscape=say("landscapes", LANDSCAPE_NAMES[landscape]),
            direction=say("directions", DIRECTION_NAMES[direction]),
        )
        yield name, Item(words, f"{PREFIX}card-{name}", BOX)
    for number, shape in enumerate(realm.forms):
        found = {code: look for form, code, look in realm.orientations if form == number}
        ways = {code: found[code] for code in CODES if code in found}
        words = name_shape(shape.id, shape.kind, shape.value, say)
        symbol = f"{PREFIX}supply-{shape.id}"
        yield shape.id, Item(words, symbol, ICON_BOX, words, {code: to_places(look) for code, look in ways.items()})
    for ruler in realm.rulers:
        name = say("pieces", "ruler").format(name=ruler.name)
        words = say("items", "ruler").format(name=ruler.name, realm=ruler.realm)
        yield f"ruler-{ruler.letter}", Item(name, f"{PREFIX}ruler-{ruler.letter}", ICON_BOX, words)
    yield "back", Item(say("items", "back"), f"{PREFIX}back", ICON_BOX)
    for name in ICONS:
        yield name, Item(say("items", name), f"{PREFIX}{name}", ICON_BOX, say("items", f"{name}-does"))
    for land in TERRAIN[:-1]:
        yield land, Item(say("landscapes", land), f"{PREFIX}{land}-0", (-25.0, -25.0, 50.0, 50.0))
    for name in ("anywhere", "done", "none", "agree", "refuse"):
        yield name, Item(say("items", name), "", ICON_BOX)


def put_pieces(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Shapes with the yurts of their owners on them, the yurts that stand on the land, and the rulers."""
    pieces: list[dict[str, Any]] = []
    for laid in told["laid"]:
        owners, cells = laid["owners"], laid["cells"]
        piece = {"kind": f"{laid['shape']}-{laid['placement']}", "point": cells[0], "covers": cells}
        pieces.append(piece | ({"seat": owners[0]} if len(owners) == 1 else {}))
        pieces += [{"kind": "owner", "seat": seat, "point": cell} for seat, cell in zip(owners, cells, strict=False)]
    for seat, cells in enumerate(told["yurts"]):
        pieces += [{"kind": "yurt", "seat": seat, "point": cell} for cell in cells]
    pieces += [{"kind": "neutral", "point": cell} for cell in told["neutral"]]
    return pieces + [
        {"kind": f"ruler-{ruler['letter']}", "point": ruler["cell"]} for ruler in told["rulers"] if ruler["cell"]
    ]
