"""The stage of Khan: the map, the artwork of all pieces on it, and the shelves next to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from naadam.drawing.art import TOKEN_RADIUS, prefixed, read_art
from naadam.drawing.boards.look import box_of
from naadam.drawing.stage import PREFIX, Item, PieceArt, Shelf, Stage, Tally
from naadam.games.khan.board import DIRECTION_NAMES, LANDSCAPE_NAMES, SPECIAL_NAMES, TERRAIN, Realm
from naadam.games.khan.drawing.pieces import draw_card, draw_ruler
from naadam.games.khan.drawing.scenery import CELL, LOOK, Map, define_scenery, draw_scenery
from naadam.games.khan.drawing.tiles import draw_bridge, draw_supply, draw_tile, to_places
from naadam.games.khan.orientations import AS_DRAWN, CODES
from naadam.games.khan.rules.state import LAST_RULER, REGIONS

ART = "naadam.games.khan"
RADIUS = 21.0
OWNER = 0.66  # the size of the yurt on a shape
CARD_BOX = (-52.0, -74.0, 104.0, 148.0)
ICON_BOX = (-58.0, -58.0, 116.0, 116.0)
MOTIF_BOX = (-25.0, -25.0, 50.0, 50.0)
PLAYERS = ("#c4262e", "#1d5fc2", "#f2b807", "#2f9e2a")  # as their yurts in the sheet
TURN: tuple[str, ...] = ("1", "2", "3", "4", "5")  # the steps of a turn (KH-20)
FINAL_TURN: tuple[str, ...] = ("final-1", "final-2")  # and of one in the final phase (KH-63)
END_TURN = "end-turn"  # the item that ends a turn
REGION_NAMES = TERRAIN[:REGIONS]
SAYINGS = (
    "purpose", "final", "proposal", "refused", "swerved", "worth", "worth-bonus", "protect-active", "support-active",
    "shape", "shared", "territories", "bonus", "tie", "equal",
)  # fmt: skip
OF_RULERS = ("place", "fled", "removed")  # said of each ruler

Words = Mapping[str, Mapping[str, str]]


def make_map(realm: Realm) -> Map:
    lands = [TERRAIN[landscape] for landscape in realm.ground]
    rows = [lands[first : first + realm.columns] for first in range(0, len(lands), realm.columns)]
    return Map(rows, frozenset(realm.names[cell] for cell in realm.closed))


def set_stage(realm: Realm, players: int, words: Words) -> Stage:
    """The empty board; `words` are the texts of a language by section and key."""
    land, realm = make_map(realm), translate(realm, words)
    half = CELL / 2
    art = read_art(ART, "pieces") + define(realm, words) + define_scenery(land)
    return Stage(
        picture=f"<defs>{art}</defs>{draw_scenery(land)}",
        box=box_of(land.surface),
        points=land.places(),
        radius=RADIUS,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces=dict(name_pieces(realm, players, words)),
        marks={},
        tallies=(
            Tally("points", words["tallies"]["points"], decides=True),
            Tally("removed", words["tallies"]["removed"], of=LAST_RULER),
        ),
        grounds={cell: words["landscapes"][kind] for cell, kind in name_grounds(realm)},
        outline=f"M{-half:g},{-half:g}h{CELL:g}v{CELL:g}h{-CELL:g}z",
        tints=PLAYERS[:players],
        owner="owner",
        items=dict(name_items(realm, words)),
        shelves=(
            Shelf("steps", words["shelves"]["steps"], "track"),
            Shelf("hand", words["shelves"]["hand"], "cards"),
            Shelf("shapes", words["shelves"]["shapes"], "supply"),
            Shelf("rulers", words["shelves"]["rulers"], "row"),
            Shelf("specials", words["shelves"]["specials"], "row", by_seat=True),
        ),
        sayings=dict(write_sayings(realm, words)),
        layout="shelves",
    )


def name_grounds(realm: Realm) -> Iterator[tuple[str, str]]:
    """Every cell with the key of its landscape."""
    return zip(realm.names, (TERRAIN[landscape] for landscape in realm.ground), strict=True)


def translate(realm: Realm, words: Words) -> Realm:
    """The realm with its rulers named in the reader's language; rulers of a custom board keep their names."""
    names, realms = words["rulers"], words["realms"]
    rulers = (
        ruler._replace(name=names.get(ruler.name, ruler.name), realm=realms.get(ruler.name, ruler.realm))
        for ruler in realm.rulers
    )
    return replace(realm, rulers=tuple(rulers))


def write_sayings(realm: Realm, words: Words) -> Iterator[tuple[str, str]]:
    """Tasks, notes and lines of the score sheet; some are said of each region or each ruler."""
    yield from words["tasks"].items()
    sayings = words["sayings"]
    for key in SAYINGS:
        yield key, sayings[key]
    for land in REGION_NAMES:
        yield f"support-{land}", sayings["support-region"].replace("{region}", words["landscapes"][land])
    for key in OF_RULERS:
        for ruler in realm.rulers:
            yield f"{key}-{ruler.letter}", sayings[key].replace("{ruler}", ruler.name)


def define(realm: Realm, words: Words) -> str:
    """Artwork that differs from board to board, for the <defs>: rulers, cards, shapes."""
    return prefixed("".join(f'<g id="%{name}">{drawn}</g>' for name, drawn in draw_all(realm, words)))


def draw_all(realm: Realm, words: Words) -> Iterator[tuple[str, str]]:
    for ruler in realm.rulers:
        yield f"ruler-{ruler.letter}", draw_ruler(ruler.letter, ruler.colour)
    for (number, landscape, direction), name in zip(realm.cards, realm.card_names, strict=True):
        letter = realm.rulers[number].letter
        compass = DIRECTION_NAMES[direction]
        yield f"card-{name}", draw_card(letter, LANDSCAPE_NAMES[landscape], compass, words["compass"][compass])
    for form, code, look in realm.orientations:
        shape = realm.forms[form]
        yield f"{shape.id}-{code}", (draw_bridge if shape.kind == "bridge" else draw_tile)(look, shape.value)
        if code == AS_DRAWN:
            yield f"supply-{shape.id}", draw_supply(f"{shape.id}-{code}", look, shape.value)


def name_pieces(realm: Realm, players: int, words: Words) -> Iterator[tuple[str, PieceArt]]:
    """All that stands on the board, by kind or kind and seat."""
    for seat in range(players):
        yield f"yurt-{seat}", PieceArt(words["pieces"][f"yurt-{seat}"], f"{PREFIX}yurt-{seat}")
        yield f"owner-{seat}", PieceArt(words["pieces"][f"yurt-{seat}"], f"{PREFIX}yurt-{seat}", OWNER, still=True)
    yield "neutral", PieceArt(words["pieces"]["neutral"], f"{PREFIX}neutral", still=True)
    for ruler in realm.rulers:
        name = words["pieces"]["ruler"].format(name=ruler.name)
        yield f"ruler-{ruler.letter}", PieceArt(name, f"{PREFIX}ruler-{ruler.letter}", 1.06)
    for form, code, _ in realm.orientations:
        shape = realm.forms[form]
        name = name_shape(shape.id, shape.kind, shape.value, words)
        yield (
            f"{shape.id}-{code}",
            PieceArt(name, f"{PREFIX}{shape.id}-{code}", CELL / 2 / RADIUS, layer=-1, still=True),
        )


def name_shape(shape: str, kind: str, value: int, words: Words) -> str:
    return words["items"][kind].format(shape=shape, value=value)


def name_card(ruler: str, landscape: int, direction: int, words: Words) -> str:
    """A card in words, its ruler called as the reader calls it."""
    land, compass = words["landscapes"][LANDSCAPE_NAMES[landscape]], words["directions"][DIRECTION_NAMES[direction]]
    return words["items"]["card"].format(ruler=ruler, landscape=land, direction=compass)


def name_items(realm: Realm, words: Words) -> Iterator[tuple[str, Item]]:
    """All items next to the board, by the place that gestures name."""
    items = words["items"]
    for step in (*TURN, *FINAL_TURN):
        yield f"step-{step}", Item(items[f"step-{step}"], "", ICON_BOX, items[f"step-{step}-does"])
    for (number, landscape, direction), key in zip(realm.cards, realm.card_names, strict=True):
        name = name_card(realm.rulers[number].name, landscape, direction, words)
        yield key, Item(name, f"{PREFIX}card-{key}", CARD_BOX)
    for number, shape in enumerate(realm.forms):
        found = {code: look for form, code, look in realm.orientations if form == number}
        ways = {code: to_places(found[code]) for code in CODES if code in found}
        name = name_shape(shape.id, shape.kind, shape.value, words)
        yield shape.id, Item(name, f"{PREFIX}supply-{shape.id}", ICON_BOX, name, ways)
    for ruler in realm.rulers:
        name = words["pieces"]["ruler"].format(name=ruler.name)
        does = items["ruler"].format(name=ruler.name, realm=ruler.realm)
        yield f"ruler-{ruler.letter}", Item(name, f"{PREFIX}ruler-{ruler.letter}", ICON_BOX, does)
    yield "back", Item(items["back"], f"{PREFIX}back", ICON_BOX)
    for special in SPECIAL_NAMES:
        yield special, Item(items[special], f"{PREFIX}{special}", ICON_BOX, items[f"{special}-does"])
    for land in REGION_NAMES:
        yield land, Item(words["landscapes"][land], f"{PREFIX}{land}-0", MOTIF_BOX)
    for key in ("anywhere", "done", "none", "agree", "refuse", END_TURN):
        yield key, Item(items[key], "", ICON_BOX)
    yield "to-be-dealt", Item(items["to-be-dealt"], "", ICON_BOX)  # where a hand will lie
    yield "final", Item(words["sayings"]["final"], "", ICON_BOX)  # and where it has lain
