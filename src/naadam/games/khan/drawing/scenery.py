"""The map of Khan: landscapes with their motifs, the river, the closed coast as a sea, the open land around."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from naadam.drawing.art import prefixed, stand
from naadam.drawing.boards.look import Look, define_ground, draw_ground
from naadam.drawing.boards.names import write_names
from naadam.drawing.boards.regions import Square, outline
from naadam.drawing.shapes import Box, gradient, rectangle
from naadam.drawing.stage import PREFIX, Place
from naadam.games.khan.orientations import SIDES

LANDS = {  # light and dark end of the ground, and the line around a region
    "mountain": ("#a5958a", "#8b7a6e", "#5d4d43"),
    "ice": ("#eef6fa", "#d3e5ee", "#8fb3c6"),
    "tundra": ("#b3bd93", "#97a878", "#66774b"),
    "rocky": ("#cd9c6c", "#b67f4f", "#7c4e28"),
    "sand": ("#f6dfa2", "#e8c87f", "#b08c3f"),
    "forest": ("#579a5d", "#3b7845", "#1f4e2b"),
}
WATER = ("#2a669f", "#3c83bf", "#5da4da")
BANK = "#d9c896"
SEA = ("#6f9fba", "#4f83a3", "#32617f")
STEPPE = ("#cdb98c", "#bda677", "#a48c5d")
MOTIFS = 2  # of each landscape in the sheet of artwork: mountain-0, mountain-1, ice-0 ...

CELL = 50.0
MARGIN = 30.0
RIVER = "river"
LOOK = Look(
    frame=("#4a3524", "#241710"),
    edge="#b08a57",
    surface=STEPPE,
    under="#2b1c10",
    line="#fff3d6",
    gold="#ffd766",
    text="#fbeed6",
)
WAVE = "M-10,0C-7,-4 -3,-4 0,0C3,-4 7,-4 10,0"


class Map(NamedTuple):
    """The board as the drawing wants it: the landscape of every cell, and the border cells that are closed."""

    rows: Sequence[Sequence[str]]
    closed: frozenset[str]

    @property
    def columns(self) -> int:
        return len(self.rows[0])

    @property
    def surface(self) -> Box:
        return Box(0.0, 0.0, self.columns * CELL + 2 * MARGIN, len(self.rows) * CELL + 2 * MARGIN)

    @property
    def field(self) -> Box:
        return self.surface.grown(-MARGIN)

    def cells(self) -> Iterator[tuple[Square, str]]:
        """All cells with their landscapes, from the north-west."""
        for row, lands in enumerate(self.rows):
            for column, land in enumerate(lands):
                yield (column, row), land

    def land(self, square: Square) -> str | None:
        column, row = square
        inside = 0 <= column < self.columns and 0 <= row < len(self.rows)
        return self.rows[row][column] if inside else None

    def place_corner(self, corner: Square) -> Place:
        """The corner of the grid, with a ring of narrower cells around the board."""
        (across, down), (columns, rows) = corner, (self.columns, len(self.rows))
        x = MARGIN + across * CELL if 0 <= across <= columns else 0.0 if across < 0 else self.surface.width
        y = MARGIN + down * CELL if 0 <= down <= rows else 0.0 if down < 0 else self.surface.height
        return x, y

    def places(self) -> dict[str, Place]:
        """The middle of every cell by its name."""
        return {name_of(square): middle(square) for square, _ in self.cells()}


def name_of(square: Square) -> str:
    return f"{ascii_lowercase[square[0]]}{square[1] + 1}"


def middle(square: Square) -> Place:
    return MARGIN + (square[0] + 0.5) * CELL, MARGIN + (square[1] + 0.5) * CELL


def define_scenery(land: Map) -> str:
    """Gradients and the clip of the field, for the <defs>."""
    field = land.field
    grounds = "".join(
        gradient(f"land-{name}", "linear", f'x1="0" y1="{field.y:g}" x2="0" y2="{field.y + field.height:g}"'
                 ' gradientUnits="userSpaceOnUse"', (("0", light, 1), ("1", dark, 1)))
        for name, (light, dark, _) in LANDS.items()
    )  # fmt: skip
    sea = gradient("sea", "linear", 'x1="0" y1="0" x2="1" y2="1"', (("0", SEA[0], 1), ("1", SEA[1], 1)))
    clip = f'<clipPath id="%field">{rectangle(field, 0)}</clipPath>'
    return define_ground(LOOK, land.surface) + prefixed(grounds + sea + clip)


def draw_scenery(land: Map) -> str:
    """The whole map."""
    return (
        draw_ground(LOOK, land.surface, "".join((*draw_steppe(land), *draw_sea(land))))
        + f'<g clip-path="url(#{PREFIX}field)">'
        + "".join((*draw_lands(land), *draw_motifs(land)))
        + "</g>"
        + "".join(draw_river(land))
        + "".join(draw_grid(land))
        + "".join(draw_border(land))
        + draw_labels(land)
    )


def draw_steppe(land: Map) -> Iterator[str]:
    """Tufts and hills on the open land around."""
    surface = land.surface
    count = int((surface.width + surface.height) / 9)
    hills = []
    for index in range(count):
        x, y = surface.width * share(index, 1), surface.height * share(index, 2)
        hills.append(f"M{x:.0f},{y:.0f}q5,-5 10,0" if index % 2 else f"M{x:.0f},{y:.0f}l-2,-5m4,5l1,-6m3,6l3,-4")
    yield f'<path d="{"".join(hills)}" fill="none" stroke="#7c6638" stroke-opacity=".5" stroke-width="1.3"/>'


def share(index: int, salt: int) -> float:
    """A number from 0 to 1 that looks random and is always the same."""
    return math.modf(abs(math.sin(12.9898 * index + 78.233 * salt)) * 43758.5453)[0]


def ring(land: Map) -> dict[Square, bool]:
    """The squares around the board, each with True if it is sea, that is, next to a closed cell."""
    columns, rows = land.columns, len(land.rows)
    around = {(column, row) for column in range(-1, columns + 1) for row in range(-1, rows + 1)}
    found = {}
    for column, row in sorted(around):
        inner = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
        if inner != (column, row):
            found[column, row] = name_of(inner) in land.closed
    return found


def draw_sea(land: Map) -> Iterator[str]:
    """The sea along the closed coast, with surf and waves."""
    sea = [square for square, wet in ring(land).items() if wet]
    if not sea:
        return
    path = outline(sea, land.place_corner, -2, 12)
    yield f'<path d="{path}" fill="#fff" fill-opacity=".55"/>'
    yield f'<path d="{outline(sea, land.place_corner, 2, 12)}" fill="url(#{PREFIX}sea)"/>'
    for index, (column, row) in enumerate(sea):
        (x0, y0), (x1, y1) = land.place_corner((column, row)), land.place_corner((column + 1, row + 1))
        for turn in (0, 1):
            x = x0 + (x1 - x0) * (0.3 + 0.4 * share(index, 3 + turn))
            y = y0 + (y1 - y0) * (0.25 + 0.5 * turn + 0.1 * share(index, 5))
            yield (
                f'<path d="{WAVE}" transform="translate({x:.0f} {y:.0f}) scale(.8)" fill="none" stroke="#e8f4fa"'
                ' stroke-opacity=".75" stroke-width="1.800" stroke-linecap="round"/>'
            )


def regions(land: Map) -> dict[str, list[Square]]:
    found: dict[str, list[Square]] = {}
    for square, name in land.cells():
        found.setdefault(name, []).append(square)
    return found


def draw_lands(land: Map) -> Iterator[str]:
    """The ground of every landscape, with a line around it."""
    yield rectangle(land.field, 0, f'fill="{BANK}"')
    for name, squares in regions(land).items():
        if name == RIVER:
            continue
        path = outline(squares, land.place_corner, 0.5, 6)
        yield f'<path d="{path}" fill="url(#{PREFIX}land-{name})" stroke="{LANDS[name][2]}" stroke-width="2.200"/>'
        lighter = outline(squares, land.place_corner, 3.2, 4)
        yield f'<path d="{lighter}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>'


def draw_motifs(land: Map) -> Iterator[str]:
    """A motif in every cell, moved and mirrored a little, so that no two cells look the same."""
    for index, (square, name) in enumerate(land.cells()):
        if name not in LANDS:
            continue
        x, y = middle(square)
        x, y = x + 5 * share(index, 7) - 2.5, y + 5 * share(index, 8) - 1.5
        size = 0.86 + 0.22 * share(index, 9)
        number = int(MOTIFS * share(index, 10))
        turn = -1 if share(index, 11) > 0.5 and name != "mountain" else 1
        motif = f'<use href="#{PREFIX}{name}-{number}" opacity=".8" transform="scale({turn * size:.2f} {size:.2f})"/>'
        yield stand(motif, x, y)


def draw_river(land: Map) -> Iterator[str]:
    """The river as one flowing water: bends are round, forks meet in the middle, ends run out over the border."""
    path = "".join(flow(land, square) for square, name in land.cells() if name == RIVER)
    if not path:
        return
    yield f'<g clip-path="url(#{PREFIX}surface)" fill="none" stroke-linecap="butt" stroke-linejoin="round">'
    for width, colour in ((46, "#8f7b45"), (42, WATER[0]), (34, WATER[1]), (20, WATER[2])):
        yield f'<path d="{path}" stroke="{colour}" stroke-width="{width}"/>'
    for reach, dashes, offset in ((16, "23 27", 0), (6, "9 41", 30)):  # thin lines on both sides of the middle
        yield (
            f'<path d="{path}" stroke="#d5ecfb" stroke-width="{reach}" stroke-dasharray="{dashes}"'
            f' stroke-dashoffset="{offset}"/><path d="{path}" stroke="{WATER[2]}" stroke-width="{reach - 3}"/>'
        )
    yield "</g>"


def flow(land: Map, square: Square) -> str:
    """The middle line of the water in a river cell."""
    x, y = middle(square)
    ways = [side for side in SIDES if land.land((square[0] + side[0], square[1] + side[1])) == RIVER]
    if len(ways) < 2:
        out = [side for side in SIDES if land.land((square[0] + side[0], square[1] + side[1])) is None]
        ways += sorted(out, key=lambda side: side in [(-way[0], -way[1]) for way in ways])[-1:]
    half, reach = CELL / 2, CELL / 2 + MARGIN
    ends = []
    for across, down in ways:
        outside = land.land((square[0] + across, square[1] + down)) is None
        length = reach if outside else half
        ends.append((x + across * length, y + down * length))
    if len(ends) == 2:
        (x0, y0), (x1, y1) = ends
        if x0 == x1 or y0 == y1:
            return f"M{x0:g},{y0:g}L{x1:g},{y1:g}"
        return f"M{x0:g},{y0:g}Q{x:g},{y:g} {x1:g},{y1:g}"
    return "".join(f"M{x0:g},{y0:g}L{x:g},{y:g}" for x0, y0 in ends)


def draw_grid(land: Map) -> Iterator[str]:
    """Thin lines between the cells."""
    field = land.field
    upright = "".join(f"M{field.x + CELL * index:g},{field.y:g}v{field.height:g}" for index in range(1, land.columns))
    level = "".join(f"M{field.x:g},{field.y + CELL * index:g}h{field.width:g}" for index in range(1, len(land.rows)))
    yield f'<path d="{upright}{level}" stroke="#2b1c10" stroke-opacity=".3" stroke-width="1" fill="none"/>'


def draw_border(land: Map) -> Iterator[str]:
    """A line around the board: strong on the coast, open with a cairn where a cell touches the neighbours."""
    yield rectangle(land.field, 2, f'fill="none" stroke="{LOOK.under}" stroke-width="2.500"')
    coast, cairns = [], []
    for square, name in land.cells():
        for across, down in SIDES:
            beyond = (square[0] + across, square[1] + down)
            if name == RIVER or land.land(beyond) is not None:
                continue
            x, y = middle(square)
            x, y = x + across * CELL / 2, y + down * CELL / 2
            if name_of(square) in land.closed:
                coast.append(f"M{x - down * CELL / 2:g},{y - across * CELL / 2:g}l{down * CELL:g},{across * CELL:g}")
            else:
                foot = f"M{x + across * 9 - down * 4.5:g},{y + down * 9 - across * 4.5:g}l{down * 9:g},{across * 9:g}"
                cairns.append(f"{foot}L{x + across * 2:g},{y + down * 2:g}z")
    yield f'<path d="{"".join(cairns)}" fill="#5d4523" fill-opacity=".85"/>'
    yield f'<path d="{"".join(coast)}" stroke="#fff8e4" stroke-width="5" stroke-linecap="round"/>'
    yield f'<path d="{"".join(coast)}" stroke="{SEA[2]}" stroke-width="2" stroke-linecap="round"/>'


def draw_labels(land: Map) -> str:
    """Letters above and numbers on the left."""
    names = [(ascii_lowercase[column], (middle((column, 0))[0], 0.42 * MARGIN)) for column in range(land.columns)]
    names += [(str(row + 1), (0.42 * MARGIN, middle((0, row))[1])) for row in range(len(land.rows))]
    return write_names(LOOK, names, 15)
