"""The stage of Conquest: the chart, the artwork of the pieces, and the words and items next to the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from naadam.drawing.art import TOKEN_RADIUS, prefixed, read_art
from naadam.drawing.boards.look import box_of
from naadam.drawing.stage import PREFIX, Art, Item, PieceArt, Shelf, Stage, Tally
from naadam.games.conquest.drawing.chart import Chart, read_chart
from naadam.games.conquest.drawing.pieces import DRESSES, KINDS, ally_of, draw_all, draw_allies
from naadam.games.conquest.drawing.scenery import LOOK, define_scenery, draw_islands, draw_sea
from naadam.games.conquest.drawing.ways import draw_land_paths, draw_sea_paths, draw_spaces, list_lines

ART = "naadam.games.conquest"
ICON_BOX = (-54.0, -54.0, 108.0, 108.0)
PARTS = ("whole", "aboard", "soldier", "other")  # of a piece with a load, which a gesture may name
ALONE = "alone"  # the carrier without its soldiers, which are put down first
STANDING = {
    "grail": "cup",
    "capital": "crown-held",
    "lost": "crown-lost",
    "pinned": "chain",
    "vulnerable": "cracked",
    "out": "flag",
}

Words = Mapping[str, Mapping[str, str]]


def set_stage(board: Mapping[str, Any], seats: Sequence[int], words: Words) -> Stage:
    """The empty board.

    `board` is a board file that has been checked, `seats` are the players of it who play, by their numbers in it, and
    `words` are the texts of a language by section and key.
    """
    chart = read_chart(board)
    return Stage(
        picture=f"<defs>{define(chart)}</defs>{draw_chart(chart)}",
        box=box_of(chart.surface),
        points={space.id: space.place for space in chart.spaces.values()},
        radius=chart.radius,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces=dict(name_pieces(chart, seats, words)),
        marks={"answered": Art(words["marks"]["answered"], f"{PREFIX}answered")},
        lines=list_lines(chart),
        tints=tuple(DRESSES[player].tint for player in seats),
        owner="knight",
        items=dict(name_items(words)),
        shelves=(Shelf("standing", words["shelves"]["standing"], "labels", by_seat=True),),
        tallies=(Tally("points", words["tallies"]["points"], decides=True),),
        sayings={**words["sayings"], **words["tasks"]},
        by_touch=True,
        turns=True,
        far=tuple(seat for seat, player in enumerate(seats) if lies_above(chart, chart.players[player])),
    )


def lies_above(chart: Chart, player: str) -> bool:
    """Whether the capital of a player lies at the upper edge of the board."""
    places = [space.place for space in chart.spaces.values() if space.capital == player]
    x, y = (sum(place[axis] for place in places) for axis in (0, 1))
    return y < -abs(x)


def define(chart: Chart) -> str:
    """All that is used in the picture, for its <defs>."""
    pieces = "".join(f'<g id="%{name}">{drawn}</g>' for name, drawn in (*draw_all(), *draw_allies()))
    return read_art(ART, "pieces") + read_art(ART, "scenery") + define_scenery(chart) + prefixed(pieces)


def draw_chart(chart: Chart) -> str:
    """The whole chart, lower layers first."""
    return "".join(
        (
            draw_sea(chart),
            draw_sea_paths(chart),
            *draw_islands(chart),
            *draw_land_paths(chart),
            *draw_spaces(chart, [dress.tint for dress in DRESSES]),
        )
    )


def name_pieces(chart: Chart, seats: Sequence[int], words: Words) -> Iterator[tuple[str, PieceArt]]:
    """The artwork by kind and seat; players of a custom board have the names given there."""
    for seat, player in enumerate(seats):
        island = chart.players[player]
        name = words["islands"].get(island, island)
        for kind in KINDS:
            said = words["pieces"]["of"].format(piece=words["pieces"][kind], island=name)
            yield f"{kind}-{seat}", PieceArt(said, f"{PREFIX}{kind}-{player}")


def name_items(words: Words) -> Iterator[tuple[str, Item]]:
    """Items next to the board that can be touched or read."""
    items = words["items"]
    for key in (*PARTS, ALONE, "end", "let"):
        yield key, Item(items[key], "", ICON_BOX)
    for key, symbol in STANDING.items():
        yield key, Item(items[key], f"{PREFIX}{symbol}", ICON_BOX, items[f"{key}-does"])
    for player in range(len(DRESSES)):  # alliances are of four, whose seats are numbered like the players of the board
        ally = items["ally"].format(player=words["seats"][str(ally_of(player))])
        yield f"ally-{player}", Item(ally, f"{PREFIX}ally-{player}", ICON_BOX, items["ally-does"])
