"""The stage of Yuan, made from the laid tiles: the map, the artwork of pieces, and the items next to the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from naadam.drawing.art import TOKEN_RADIUS, prefixed, read_art
from naadam.drawing.boards.look import Look, box_of, define_ground, draw_ground
from naadam.drawing.stage import PREFIX, Art, Item, PieceArt, Shelf, Stage, Tally
from naadam.games.yuan.board import CLAN_NAMES
from naadam.games.yuan.drawing.chart import (
    GROUND,
    SIZE,
    SYMBOLS,
    Chart,
    cells_of,
    draw_chart,
    middle,
    name_site,
    outline,
    read_chart,
)
from naadam.games.yuan.drawing.clans import PIECES, draw_clans
from naadam.games.yuan.rows import LEVELS, NAMES, ROMAN
from naadam.games.yuan.rules.state import HEXES, HIGHEST_BID, SIDES, WATER
from naadam.games.yuan.tables import Land

ART = "naadam.games.yuan"
LOOK = Look(
    ("#3f4a4f", "#232a2e"), "#15191b", ("#44606b", "#37505b", "#2a3d47"), "#16120b", "#f6e7c1", "#d9a520", "#f6e7c1"
)
RADIUS = 31.0
ICON_BOX = (-54.0, -54.0, 108.0, 108.0)
TILE_BOX = (-150.0, -150.0, 300.0, 300.0)
ACTIONS = "DFM"
COUNTED = {"temples": "temple", "rice": "rice-icon", "forest": "forest-icon", "mines": "mine-icon", "chao": "coin"}
COUNTED |= {"armies": "army-icon", "sealed": "seal"}
SEAL, PASS = "seal", "pass"

Words = Mapping[str, Mapping[str, str]]
Tiles = Mapping[int, tuple[int, int, int]]


def set_stage(land: Land, tiles: Tiles, clans: int, needed: Sequence[int], words: Words) -> Stage:
    """The map of the laid tiles, by number with q, r and turn; `needed` are the temples of the wheel, turn by turn."""
    chart = read_chart(land, tiles)
    surface = chart.surface()
    unlaid = [number for number in range(len(land.tiles)) if number not in tiles]
    return Stage(
        picture=f"<defs>{define(land, unlaid)}{define_ground(LOOK, surface)}</defs>"
        + draw_ground(LOOK, surface, draw_chart(chart)),
        box=box_of(surface),
        points=chart.points(),
        spots=chart.spots(),
        radius=RADIUS,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces=dict(name_pieces(clans, words)) | dict(name_tiles(land, unlaid, words)),
        marks={mark: Art(words["marks"][mark], f"{PREFIX}{mark}") for mark in ("doubled", "wood", "stone")},
        names=dict(name_sites(chart, words)),
        grounds={province: words["landscapes"][kind] for province, kind in chart.grounds().items()},
        outline=outline((0, 0), SIZE - 4),
        items=dict(name_items(land, unlaid, clans, needed, words)),
        shelves=(
            Shelf("wheel", words["shelves"]["wheel"], "track"),
            Shelf("standing", words["shelves"]["standing"], "figures", by_seat=True),
            Shelf("hands", words["shelves"]["hands"], "supply", by_seat=True),
        ),
        tallies=(Tally("temples", words["tallies"]["temples"], of="needed", decides=True),),
        sayings={**words["sayings"], **words["tasks"]},
        by_touch=True,
        layout="plan",
        supposes=True,
    )


def define(land: Land, unlaid: Sequence[int]) -> str:
    """All symbols of the picture and of the items next to it, for its <defs>."""
    parts = dict(draw_clans())
    for kind, colour in GROUND.items():
        symbol = "waves" if kind == WATER else SYMBOLS[kind]
        parts[f"hex-{kind}"] = f'<path d="{outline((0, 0))}" fill="{colour}"/><use href="#%{symbol}"/>'
        parts[f"{symbol}-icon"] = f'<use href="#%hex-{kind}" transform="scale(.92)"/>'
    for number in unlaid:
        for turn in range(SIDES):
            parts[f"tile-{number}-{turn}"] = draw_tile(land, number, turn)
    groups = "".join(f'<g id="%{name}">{drawn}</g>' for name, drawn in parts.items())
    return read_art(ART, "land") + read_art(ART, "pieces") + prefixed(groups)


def draw_tile(land: Land, number: int, turn: int) -> str:
    """A tile alone, turned so many times to the left."""
    centre, *ring = cells_of((0, 0))
    spots = [centre, *(ring[(place + turn) % SIDES] for place in range(SIDES))]
    kinds = land.ground[HEXES * number : HEXES * (number + 1)]
    places = ((*middle(spot), kind) for spot, kind in zip(spots, kinds, strict=True))
    return "".join(f'<use href="#%hex-{kind}" x="{x:g}" y="{y:g}"/>' for x, y, kind in places)


def name_pieces(clans: int, words: Words) -> Iterator[tuple[str, PieceArt]]:
    pieces = words["pieces"]
    yield "temple", PieceArt(pieces["temple"], f"{PREFIX}temple-there")
    yield "plan", PieceArt(pieces["plan"], f"{PREFIX}sealed-plan", layer=1, still=True)
    for clan in CLAN_NAMES[:clans]:
        opened = pieces["of"].format(piece=pieces["flag"], clan=words["clans"][clan])
        yield f"flag-{clan}", PieceArt(opened, f"{PREFIX}flag-{clan}", layer=2, still=True)
        for kind in PIECES:
            said = pieces["of"].format(piece=pieces[kind], clan=words["clans"][clan])
            yield f"{kind}-{clan}", PieceArt(said, f"{PREFIX}{kind}-{clan}", layer=int(kind == "army"))


def name_tiles(land: Land, unlaid: Sequence[int], words: Words) -> Iterator[tuple[str, PieceArt]]:
    """The tiles as they would lie, in every way to turn them."""
    for number in unlaid:
        name = land.tile_names[number]
        said = words["items"]["tile"].format(tile=name)
        for turn in range(SIDES):
            yield f"tile-{name}-r{turn}", PieceArt(said, f"{PREFIX}tile-{number}-{turn}", TOKEN_RADIUS / RADIUS)


def name_sites(chart: Chart, words: Words) -> Iterator[tuple[str, str]]:
    for site in chart.sites:
        yield name_site(site), words["items"]["site"].format(site=name_site(site))


def name_items(
    land: Land, unlaid: Sequence[int], clans: int, needed: Sequence[int], words: Words
) -> Iterator[tuple[str, Item]]:
    """Items next to the map that can be touched or read."""
    items, cells = words["items"], tuple(middle(spot) for spot in cells_of((0, 0)))
    forms = {f"r{-turn % SIDES}": cells for turn in range(SIDES)}  # clockwise
    for letter in ACTIONS:
        for level, numeral in enumerate((items["none"], *ROMAN[1:])):
            yield f"{letter}{level}", Item(numeral, "", ICON_BOX, row=words["levels"][letter])
    for row in NAMES:
        for level in LEVELS:
            yield f"{row}-{level}", Item(f"{words['sayings'][f'row-{row}']} {ROMAN[level]}", "", ICON_BOX)
    yield SEAL, Item(items["seal"], f"{PREFIX}seal", ICON_BOX)
    yield PASS, Item(items["pass"], "", ICON_BOX)
    for amount in range(HIGHEST_BID + 1):
        yield f"bid-{amount}", Item(str(amount), f"{PREFIX}coin", ICON_BOX)
    for clan in CLAN_NAMES[:clans]:
        yield f"clan-{clan}", Item(words["clans"][clan], f"{PREFIX}clan-{clan}", ICON_BOX)
    for number in unlaid:
        name = land.tile_names[number]
        provinces = ", ".join(land.tiles[number].provinces)
        said, symbol = items["tile"].format(tile=name), f"{PREFIX}tile-{number}-0"
        yield f"tile-{name}", Item(said, symbol, TILE_BOX, provinces, forms)
    for turn, temples in enumerate(needed, 1):
        yield f"wheel-{turn}", Item(str(temples), "", ICON_BOX, items["needed"].format(turn=turn, temples=temples))
    for key, symbol in COUNTED.items():
        yield key, Item(items[key], f"{PREFIX}{symbol}", ICON_BOX)
