"""The sea of Conquest with its islands: coasts and shallows, rivers, mountains and woods, capitals and heights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from naadam.drawing.art import prefixed, stand
from naadam.drawing.boards.look import Look, define_ground, draw_ground
from naadam.drawing.shapes import Box, gradient, rectangle
from naadam.drawing.stage import PREFIX, Place
from naadam.games.conquest.drawing.chart import HALF, Chart, Outline, Space

LOOK = Look(
    frame=("#23405f", "#0e1d30"),
    edge="#c9a35a",
    surface=("#2f6c9f", "#27608f", "#1d4b75"),
    under="#0b1d31",
    line="#fff6dd",
    gold="#ffd54a",
    text="#f4e8c8",
)
LANDS = (("#dbe7b0", "#b3c987"), ("#f5e2a4", "#e0bd6c"), ("#f0c39c", "#d79a72"), ("#ccd6d8", "#a3b3b6"))  # by player
OTHER_LAND = ("#e2d9c6", "#c0b39a")
INK = "#46321f"
SHALLOWS = ((150, "#7db9de", 0.13), (104, "#8cc6e6", 0.17), (66, "#a5d7ef", 0.24), (36, "#c3e8f7", 0.4))
SURF = 12
REACH = 52.0  # of an island without a coast around its spaces and paths
BORDER = 20.0  # of the chart, with its scale of degrees
DEGREE = 55.0
CORNER = 130.0  # how far from the corners the ornaments stand
ORNAMENTS = ("compass", "serpent")
CALM = 58.0  # around spaces and ornaments, where no wave is drawn
WAVES = 420
TUFTS = 70
WAVE = "q5,-6 10,0q5,-6 10,0"
TUFT = "l-2,-5m3,5l1,-7m3,7l3,-4"
MOTIFS = {"mountain": 2, "wood": 2}  # of each kind in the sheet of artwork


def define_scenery(chart: Chart) -> str:
    """Gradients and clips, for the <defs>."""
    grounds = "".join(
        gradient(f"land-{number}", "radial", 'cx=".5" cy=".5" r=".65"', (("0", light, 1), ("1", dark, 1)))
        for number, (light, dark) in enumerate((*LANDS, OTHER_LAND))
    )
    coasts = "".join(
        f'<path id="%coast-{number}" d="{smooth(coast.points)}"/>'
        f'<clipPath id="%shore-{number}"><use href="#%coast-{number}"/></clipPath>'
        for number, coast in enumerate(chart.coasts)
    )
    return define_ground(LOOK, chart.surface) + prefixed(grounds + coasts)


def draw_sea(chart: Chart) -> str:
    """The water with its waves, the ornaments of the corners and the scale around it, and the shallows."""
    return draw_ground(
        LOOK,
        chart.surface,
        "".join((*draw_waves(chart), *draw_ornaments(chart), *draw_shallows(chart), draw_border(chart.surface))),
    )


def draw_waves(chart: Chart) -> Iterator[str]:
    still = [*(space.place for space in chart.spaces.values()), *(place for _, place in ornaments(chart))]
    waves = []
    for index in range(WAVES):
        x, y = ((2 * share(index, salt) - 1) * (HALF - BORDER) for salt in (1, 2))
        if all(math.dist((x, y), place) > CALM for place in still):
            waves.append(f"M{x:.0f},{y:.0f}{WAVE}")
    yield (
        f'<path d="{"".join(waves)}" fill="none" stroke="#cfe8f8" stroke-opacity=".3" stroke-width="2.200"'
        ' stroke-linecap="round"/>'
    )


def share(index: int, salt: int) -> float:
    """A number from 0 to 1 that looks random and is always the same."""
    return math.modf(abs(math.sin(12.9898 * index + 78.233 * salt)) * 43758.5453)[0]


def ornaments(chart: Chart) -> Iterator[tuple[str, Place]]:
    """Ornaments for the corners of the board, where there are no spaces."""
    reach = HALF - CORNER
    for number, (x, y) in enumerate(((reach, -reach), (-reach, -reach), (-reach, reach), (reach, reach))):
        if all(math.dist((x, y), space.place) > CORNER for space in chart.spaces.values()):
            yield ORNAMENTS[number % 2], (x, y)


def draw_ornaments(chart: Chart) -> Iterator[str]:
    for symbol, (x, y) in ornaments(chart):
        turn = -1 if x < 0 < y or (symbol == "serpent" and x > 0) else 1
        yield stand(f'<use href="#{PREFIX}{symbol}" transform="scale({1.5 * turn:g} 1.5)"/>', x, y)


def draw_border(outer: Box) -> str:
    """A scale of degrees, as charts have it."""
    middle = rectangle(
        outer.grown(-BORDER / 2),
        6,
        f'fill="none" stroke="{LOOK.text}" stroke-width="{BORDER / 2:g}" stroke-dasharray="{DEGREE:g}"',
    )
    lines = rectangle(outer.grown(-BORDER), 3, f'fill="none" stroke="{LOOK.edge}" stroke-width="2.500"')
    below = rectangle(outer.grown(-BORDER / 2), 6, f'fill="none" stroke="{LOOK.under}" stroke-width="{BORDER:g}"')
    return below + middle + lines


def smooth(points: Sequence[Place], closed: bool = True) -> str:
    """A soft line through the middles between points."""
    if closed:
        points = [*points, points[0], points[1]]
    (x, y), *rest = points
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in zip(points, rest, strict=False)]
    first = middles[0] if closed else (x, y)
    curve = "".join(
        f"Q{x0:g},{y0:g} {x1:.1f},{y1:.1f}" for (x0, y0), (x1, y1) in zip(points[1:], middles[1:], strict=False)
    )
    end = "Z" if closed else "L{:g},{:g}".format(*points[-1])
    return f"M{first[0]:.1f},{first[1]:.1f}{curve}{end}"


def bones(chart: Chart, spaces: Sequence[Space]) -> str:
    """The paths of an island and its spaces, to be drawn broad where a board file has no coast for it."""
    inside = {space.id for space in spaces}
    paths = (path.ends for path in chart.paths if path.kind == "land" and all(end.id in inside for end in path.ends))
    lines = "".join(f"M{one.place[0]:g},{one.place[1]:g}L{other.place[0]:g},{other.place[1]:g}" for one, other in paths)
    return lines + "".join(f"M{space.place[0]:g},{space.place[1]:g}h.1" for space in spaces)


def without_coast(chart: Chart) -> dict[str, list[Space]]:
    drawn = {coast.island for coast in chart.coasts}
    return {island: spaces for island, spaces in chart.islands().items() if island not in drawn}


def draw_shallows(chart: Chart) -> Iterator[str]:
    """The water becomes lighter towards the coasts."""
    coasts = "".join(f'<use href="#{PREFIX}coast-{number}"/>' for number in range(len(chart.coasts)))
    spines = "".join(bones(chart, spaces) for spaces in without_coast(chart).values())
    yield '<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
    for width, colour, opacity in (*SHALLOWS, (SURF, "#f4fbff", 0.85)):
        paint = f'stroke="{colour}" stroke-opacity="{opacity:g}"'
        yield f'<g {paint} stroke-width="{width}">{coasts}</g>'
        yield f'<path d="{spines}" {paint} stroke-width="{width + 2 * REACH:g}"/>' if spines else ""
    yield "</g>"


def draw_islands(chart: Chart) -> Iterator[str]:
    """The land of every island, with rivers, capitals, heights and motifs on it."""
    for number, coast in enumerate(chart.coasts):
        yield from draw_coast(chart, number, coast)
    for island, spaces in without_coast(chart).items():
        spine = bones(chart, spaces)
        yield '<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
        for width, colour in ((2 * REACH + 6, INK), (2 * REACH, land_of(chart, island))):
            yield f'<path d="{spine}" stroke="{colour}" stroke-width="{width:g}"/>'
        yield "</g>"
        rivers = (smooth(river.points, closed=False) for river in chart.rivers if river.island == island)
        yield f'<g fill="none" stroke-linecap="round">{draw_rivers("".join(rivers))}</g>'
    for index, (kind, (x, y)) in enumerate(chart.motifs):
        if kind in MOTIFS:
            symbol, size = f"{kind}-{int(MOTIFS[kind] * share(index, 5))}", 0.95 + 0.3 * share(index, 6)
            yield stand(f'<use href="#{PREFIX}{symbol}" transform="scale({size:.2f})"/>', x, y)
    yield from draw_capitals(chart)
    yield from draw_heights(chart)


def draw_coast(chart: Chart, number: int, coast: Outline) -> Iterator[str]:
    """An island inside its coast: darker towards the sea, with grass here and there."""
    shore, ground = f'<use href="#{PREFIX}coast-{number}"', land_number(chart, coast.island)
    xs, ys = [x for x, _ in coast.points], [y for _, y in coast.points]
    tufts = "".join(
        f"M{min(xs) + (max(xs) - min(xs)) * share(index, 11 + number):.0f},"
        f"{min(ys) + (max(ys) - min(ys)) * share(index, 12 + number):.0f}{TUFT}"
        for index in range(TUFTS)
    )
    rivers = "".join(smooth(river.points, closed=False) for river in chart.rivers if river.island == coast.island)
    yield (
        f'{shore} fill="url(#{PREFIX}land-{ground})" stroke="{INK}" stroke-width="5" stroke-linejoin="round"/>'
        f'<g clip-path="url(#{PREFIX}shore-{number})" fill="none" stroke="{INK}" stroke-linecap="round">'
        f'<path d="{tufts}" stroke-opacity=".3" stroke-width="1.800"/>'
        f'{shore} stroke-opacity=".09" stroke-width="64"/>'
        f'{shore} stroke-opacity=".12" stroke-width="34"/>'
        f'{shore} stroke="#fff8e0" stroke-opacity=".5" stroke-width="9"/>{draw_rivers(rivers)}</g>'
    )


def land_number(chart: Chart, island: str) -> int:
    return chart.players.index(island) % len(LANDS) if island in chart.players else len(LANDS)


def land_of(chart: Chart, island: str) -> str:
    return (*LANDS, OTHER_LAND)[land_number(chart, island)][0]


def draw_rivers(path: str) -> str:
    return "".join(
        f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'
        for width, colour in ((12, INK), (9, "#3f86bd"), (4, "#8ec7ea"))
        if path
    )


def draw_capitals(chart: Chart) -> Iterator[str]:
    """The floor of a city between the five spaces of a capital, and its wall."""
    for owner in dict.fromkeys(space.capital for space in chart.spaces.values() if space.capital):
        places = [space.place for space in chart.spaces.values() if space.capital == owner]
        middle = (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))
        places.sort(key=lambda place: math.atan2(place[1] - middle[1], place[0] - middle[0]))
        walls = "M" + "L".join(f"{x:g},{y:g}" for x, y in places) + "Z"
        yield (
            f'<g stroke-linejoin="round"><path d="{walls}" fill="#fff4d2" fill-opacity=".75" stroke="{INK}"'
            ' stroke-opacity=".55" stroke-width="15"/>'
            f'<path d="{walls}" fill="none" stroke="#d8c39a" stroke-width="10"/>'
            f'<path d="{walls}" fill="none" stroke="{INK}" stroke-opacity=".4" stroke-width="10"'
            ' stroke-dasharray="3 9"/></g>'
        )


def draw_heights(chart: Chart) -> Iterator[str]:
    """The land above the V spaces, with hachures on its slopes."""
    above = chart.heights()
    if not above:
        return
    spaces = [chart.spaces[name] for name in sorted(above)]
    spine, reach = bones(chart, spaces), 1.32 * chart.radius
    yield '<g fill="none" stroke-linejoin="round">'
    slope = 'stroke="#6b5236" stroke-opacity=".8"'
    yield f'<path d="{spine}" {slope} stroke-width="{2 * reach + 18:g}" stroke-dasharray="2.500 5.500"/>'
    for space in spaces:
        x, y = space.place
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{reach + 4:g}" {slope} stroke-width="10" stroke-dasharray="2.500 5"/>'
        )
    yield f'<path d="{spine}" stroke="#d3c3a0" stroke-width="{2 * reach:g}" stroke-linecap="round"/>'
    yield f'<path d="{spine}" stroke="#efe4c8" stroke-width="{1.7 * reach:g}" stroke-linecap="round"/></g>'
