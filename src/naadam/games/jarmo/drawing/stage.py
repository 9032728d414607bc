"""The stage of Jarmo: a felt carpet with the web of lines and the two camps, and the artwork of the soldiers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from naadam.drawing.art import TOKEN_RADIUS, read_art
from naadam.drawing.boards.grounds import cloth, hatching, inlay
from naadam.drawing.boards.look import Look, box_of, define_ground, draw_ground
from naadam.drawing.boards.names import draw_names
from naadam.drawing.boards.web import Layout, draw_points, find_lines, lay_out, path_through
from naadam.drawing.shapes import Box, rectangle
from naadam.drawing.stage import PREFIX, Art, PieceArt, Stage, Tally, Tray
from naadam.games.jarmo.board import Grid
from naadam.games.jarmo.rules.state import BLUE, GREEN, JASYR, PLAIN, Tables

ART = "naadam.games.jarmo"
LOOK = Look(
    frame=("#5a2418", "#2c0f0a"),
    edge="#c98a63",
    surface=("#9c4630", "#883824", "#6f2a1b"),
    under="#330f08",
    line="#fff0d4",
    gold="#ffd766",
    text="#fbe6d2",
)
SEATS = (GREEN, BLUE)
TINTS = ("#2f8f57", "#2f5fa8")
KINDS = ("archer", "guard", "golden-archer", "golden-guard")
MARKS = ("arrived", "hostage", "rescued")
MARGIN = 84.0
LARGEST = 33.0
BORDER = 20.0
HORNS = "M-15,5C-15,-6 -4,-6 -4,1C-4,5 -9,5 -9,1M15,5C15,-6 4,-6 4,1C4,5 9,5 9,1"
USED, UNUSED = 'stroke-dasharray="1 8"', 'stroke-dasharray="1 12" stroke-opacity=".35"'  # of a dotted line

Words = Mapping[str, Mapping[str, str]]


def set_stage(grid: Grid, tables: Tables, words: Words) -> Stage:
    """The empty board; `words` are the texts of a language by section and key."""
    layout = lay_out(dict(zip(grid.names, grid.places, strict=True)), MARGIN)
    layout = layout._replace(radius=min(LARGEST, layout.radius))
    lines, dotted, camps = (
        [[grid.names[point] for point in group] for group in groups] for groups in (grid.lines, grid.dotted, grid.camps)
    )
    used = tables.variant == JASYR  # JA-41
    return Stage(
        picture=(
            f"<defs>{read_art(ART, 'pieces')}{define_ground(LOOK, layout.surface)}</defs>"
            + draw_ground(LOOK, layout.surface, "".join(carpet(layout, camps)))
            + "".join(draw_web(lines, layout))
            + "".join(draw_web(dotted, layout, USED if used else UNUSED))
            + draw_points(LOOK, layout)
            + draw_names(LOOK, layout, lines)
        ),
        box=box_of(layout.surface),
        points=layout.places,
        radius=layout.radius,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces={f"{kind}-{seat}": soldier(kind, seat, words) for kind in KINDS for seat in SEATS}
        | {"marker": PieceArt(words["pieces"]["marker"], f"{PREFIX}marker", layer=-1, still=True)},
        marks={mark: Art(words["marks"][mark], f"{PREFIX}{mark}") for mark in MARKS},
        trays=tuple(tray for seat in SEATS for tray in trays_of(seat, tables.soldiers, words["trays"])),
        tallies=(
            *((Tally("points", words["tallies"]["points"], decides=True),) if tables.variant == PLAIN else ()),
            Tally("captured", words["tallies"]["captured"]),
        ),
        lines=find_lines(layout, (*lines, *dotted) if used else lines),
        tints=TINTS,
        far=(BLUE,),
        sayings={**dict(choose_sayings(tables, words["sayings"])), **words["tasks"]},
    )


def choose_sayings(tables: Tables, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The sayings of a variant: those about soldiers hold in the main game only (JA-32, JA-44)."""
    for key, text in words.items():
        if tables.variant == PLAIN or not key.startswith("about-"):
            yield key, text


def soldier(kind: str, seat: int, words: Words) -> PieceArt:
    return PieceArt(f"{words['pieces'][kind]} ({words['seats'][str(seat)]})", f"{PREFIX}{kind}-{seat}")


def trays_of(seat: int, soldiers: int, names: Mapping[str, str]) -> Iterator[Tray]:
    """The trays of a side: soldiers in hand, captured enemies, and its golden soldier when it is out of the game."""
    yield Tray(seat, f"archer-{seat}", "hand", names["hand"], of=soldiers)
    yield Tray(seat, f"archer-{1 - seat}", "captured", names["captured"], of=soldiers)
    yield Tray(seat, f"golden-archer-{seat}", "lost", names["lost"])


def carpet(layout: Layout, camps: Sequence[Sequence[str]]) -> Iterator[str]:
    """The felt, a border around it, and the rugs of the camps."""
    yield from cloth(layout.surface, "#ffd9b0", "#2b0a04")
    yield from border(layout.surface)
    for seat, camp in enumerate(camps):
        xs, ys = zip(*(layout.places[name] for name in camp), strict=True)
        spread = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        yield from rug(spread.grown(1.1 * layout.radius), TINTS[seat], rising=seat == 0)


def rug(box: Box, tint: str, rising: bool) -> Iterator[str]:
    """A rug with a distinct hatching and threads at both ends."""
    threads = "".join(
        f"M{box.x:g},{box.y + 4 + 6 * index:g}h-7M{box.x + box.width:g},{box.y + 4 + 6 * index:g}h7"
        for index in range(int((box.height - 4) / 6) + 1)
    )
    yield rectangle(box.grown(4), 10, 'fill="#1d0703" fill-opacity=".35"')
    yield inlay(box, tint, 0.78)
    yield hatching(box, 12, "#fff", 0.13, rising)
    yield rectangle(box.grown(-5), 4, 'fill="none" stroke="#fff0d4" stroke-opacity=".6" stroke-width="1.6"')
    yield f'<path d="{threads}" stroke="#fff0d4" stroke-opacity=".55" stroke-width="1.8" stroke-linecap="round"/>'


def border(surface: Box) -> Iterator[str]:
    """A band with the ram's horns of the felt carpets of Central Asia."""
    band = surface.grown(-BORDER / 2 - 3)
    yield rectangle(band, 9, f'fill="none" stroke="#2b0a04" stroke-opacity=".4" stroke-width="{BORDER:g}"')
    step, rise = (length / round(length / 40) for length in (band.width, band.height))
    xs = [band.x + step * (index + 0.5) for index in range(round(band.width / step))]
    ys = [band.y + rise * (index + 0.5) for index in range(round(band.height / rise))]
    spots = [(x, y, turn) for x in xs for y, turn in ((band.y, 180), (band.y + band.height, 0))]
    spots += [(x, y, turn) for y in ys for x, turn in ((band.x, 90), (band.x + band.width, 270))]
    drawn = "".join(
        f'<path transform="translate({x:.0f} {y:.0f}) rotate({turn})" d="{HORNS}"/>' for x, y, turn in spots
    )
    yield f'<g fill="none" stroke="#ffc98f" stroke-opacity=".5" stroke-width="2" stroke-linecap="round">{drawn}</g>'


def draw_web(lines: Sequence[Sequence[str]], layout: Layout, more: str = "") -> Iterator[str]:
    """Each line over those before it, with a dark edge, so that the eye can follow it where they cross."""
    for line in lines:
        path = path_through([layout.places[name] for name in line])
        yield f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="{LOOK.under}" stroke-width="8.5"/>'
        yield f'<path d="{path}" stroke="{LOOK.line}" stroke-width="3.4" {more}/></g>'
