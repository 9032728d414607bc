"""The stage of Khan: the board with its landscapes, and beside it the hand, the shapes and the special cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import ascii_lowercase
from typing import Any

from naadam.core.stage import PREFIX, PieceArt, Place, Stage
from naadam.drawing.art import TOKEN_RADIUS, define
from naadam.drawing.look import Look, box_of, define_ground, draw_ground
from naadam.drawing.shapes import Box, rectangle

SIZE = 44.0
MARGIN = 24.0
LOOK = Look(
    frame=("#5a4326", "#33240f"),
    edge="#d8b66a",
    surface=("#e9dcb8", "#dccb9c", "#cdb980"),
    under="#2b1d0a",
    line="#fff4dc",
    gold="#ffd766",
    text="#fff3d6",
)
GROUNDS = {
    "mountain": "#b9a58f", "ice": "#e8f1f6", "tundra": "#b7c48d", "rocky": "#c9965f", "sand": "#eed48a",
    "forest": "#5d9b5a", "river": "#5c9fd6",
}  # fmt: skip
SEATS = ("#c62828", "#1b5fb4", "#e8a013", "#6a2a91")
BUTTONS = ("done", "none", "agree", "refuse")
SPECIALS = ("morale", "protect", "support", "explore")
REGIONS = ("mountain", "ice", "tundra", "rocky", "sand", "forest")

Say = Callable[[str, str], str]


def set_stage(description: Mapping[str, Any], say: Say) -> Stage:
    """The empty board of a description; `say` gives a text by section and key."""
    columns, rows = description["columns"], description["rows"]
    cells = {
        f"{ascii_lowercase[column]}{row + 1}": (MARGIN + (column + 0.5) * SIZE, MARGIN + (row + 0.5) * SIZE)
        for row in range(rows)
        for column in range(columns)
    }
    width, foot = 2 * MARGIN + SIZE * max(columns, 10), 2 * MARGIN + SIZE * rows
    places = place_around(description, width, foot)
    surface = Box(0.0, 0.0, width, max(y for _, y in places.values()) + SIZE)
    return Stage(
        picture=f"<defs>{define_pieces(description)}{define_ground(LOOK, surface)}</defs>"
        + draw_ground(LOOK, surface)
        + "".join(draw_cells(cells, description["terrain"]))
        + "".join(draw_places(places)),
        box=box_of(surface),
        points=cells | places,
        radius=SIZE * 0.42,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces={f"yurt-{seat}": PieceArt(say("pieces", f"yurt-{seat}"), f"{PREFIX}yurt-{seat}") for seat in range(4)}
        | {"neutral": PieceArt(say("pieces", "neutral"), f"{PREFIX}neutral")}
        | {f"laid-{seat}": PieceArt(say("pieces", "laid"), f"{PREFIX}laid-{seat}", layer=-1) for seat in range(4)}
        | {
            f"ruler-{ruler['letter']}": PieceArt(ruler["name"], f"{PREFIX}ruler-{ruler['letter']}")
            for ruler in description["rulers"]
        },
        marks={},
        names={place: say("places", place.partition("-")[0]) for place in places},
    )


def place_around(description: Mapping[str, Any], width: float, foot: float) -> dict[str, Place]:
    """Places beside the board: the hand, the shapes, the special cards, the regions and the answers."""
    names = [f"hand-{number}" for number in range(1, 5)]
    names += [f"special-{name}" for name in SPECIALS] + [f"region-{name}" for name in REGIONS] + list(BUTTONS)
    names += [f"shape-{shape['id']}" for shape in description["shapes"]]
    in_row = int((width - 2 * MARGIN) // SIZE)
    return {
        name: (MARGIN + (index % in_row + 0.5) * SIZE, foot + (index // in_row + 0.5) * SIZE)
        for index, name in enumerate(names)
    }


def put_pieces(description: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All that stands on the board."""
    pieces: list[dict[str, Any]] = [
        {"kind": "laid", "seat": shape["owners"][0], "point": name}
        for shape in description["laid"]
        for name in shape["cells"]
    ]
    pieces += [
        {"kind": "yurt", "seat": seat, "point": name}
        for seat, names in enumerate(description["yurts"])
        for name in names
    ]
    pieces += [{"kind": "neutral", "point": name} for name in description["neutral"]]
    pieces += [
        {"kind": f"ruler-{ruler['letter']}", "point": ruler["cell"]} for ruler in description["rulers"] if ruler["cell"]
    ]
    return pieces


def define_pieces(description: Mapping[str, Any]) -> str:
    yurt = '<path d="M-40,34V-2L0,-40L40,-2V34Z" fill="{}" stroke="#1d1207" stroke-width="5"/>'
    parts = {f"yurt-{seat}": yurt.format(colour) for seat, colour in enumerate(SEATS)}
    parts["neutral"] = yurt.format("#181818")
    for seat, colour in enumerate(SEATS):
        parts[f"laid-{seat}"] = f'<rect x="-52" y="-52" width="104" height="104" rx="8" fill="{colour}" opacity=".8"/>'
    for ruler in description["rulers"]:
        parts[f"ruler-{ruler['letter']}"] = (
            f'<circle r="42" fill="{ruler["colour"]}" stroke="#1d1207" stroke-width="5"/>'
            f'<text y="17" text-anchor="middle" font-size="50" font-weight="bold">{ruler["letter"]}</text>'
        )
    return define("", parts)


def draw_cells(cells: Mapping[str, Place], terrain: list[str]) -> Iterator[str]:
    for (x, y), ground in zip(cells.values(), terrain, strict=True):
        box = Box(x - SIZE / 2, y - SIZE / 2, SIZE, SIZE)
        yield rectangle(box, 0, f'fill="{GROUNDS[ground]}" stroke="#2b1d0a" stroke-opacity=".4"')


def draw_places(places: Mapping[str, Place]) -> Iterator[str]:
    for name, (x, y) in places.items():
        box = Box(x - SIZE * 0.46, y - SIZE * 0.46, SIZE * 0.92, SIZE * 0.92)
        yield rectangle(box, 4, 'fill="#fff7e2" stroke="#2b1d0a" stroke-opacity=".5"')
        label = name.partition("-")[2] or name
        yield f'<text x="{x:g}" y="{y + 4:g}" text-anchor="middle" font-size="9">{label}</text>'
