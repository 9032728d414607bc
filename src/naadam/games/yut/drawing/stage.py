"""The stage of Yut: a cloth with the track, yards for horses off the board and at home, a mat for the sticks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from xml.sax.saxutils import escape

from naadam.drawing.art import TOKEN_RADIUS, read_art, stand, use
from naadam.drawing.boards.grounds import cloth
from naadam.drawing.boards.look import Look, box_of, define_ground, draw_ground
from naadam.drawing.shapes import Box, corners, rectangle
from naadam.drawing.stage import PREFIX, Item, Line, PieceArt, Place, Stage, Tally, Tray
from naadam.games.yut.board import Track
from naadam.games.yut.rules.state import THROWS, Tables

ART = "naadam.games.yut"
WIDTH = 604.0
MAT = 112.0
REACH = 250.0  # from the centre to the rim
RADIUS = 27.0
STATION, CROSSING = 17.0, 27.0
LOOK = Look(
    frame=("#2d2a55", "#171530"),
    edge="#9a93d6",
    surface=("#4a4684", "#3b376f", "#2c2957"),
    under="#151231",
    line="#fff4dc",
    gold="#ffd766",
    text="#ece8ff",
)
YARD = ((43.0, 43.0), (111.0, 39.0), (39.0, 111.0))  # from a corner, for up to three sides
MIDDLE = WIDTH + MAT / 2 - 9  # of the mat
STICKS = {f"stick-{index + 1}": (72.0 + 43.0 * index, MIDDLE) for index in range(4)}
THROW_NAMES = ("", "do", "gae", "geol", "yut", "mo")  # as they are called in Korea, by the number they count
ICON_BOX = (-58.0, -58.0, 116.0, 116.0)
THROW = "throw"  # the item that is touched to throw
STRAW = Box(24.0, WIDTH - 2, 226.0, MAT - 14)  # the mat itself: touched to throw, too
TINTS = ("#e07b1a", "#2f6fc4", "#2f8f4e")  # by side, as the horses
WAITING = {f"throw-{number}": (243.0 + 61.0 * number, MIDDLE) for number in range(1, THROWS + 1)}


def set_stage(track: Track, tables: Tables, two_posts: bool, words: Mapping[str, Mapping[str, str]]) -> Stage:
    """The empty board; `words` are the texts of a language by section and key."""
    surface, sides = Box(0.0, 0.0, WIDTH, WIDTH + MAT), range(tables.sides)
    places = place_stations(track)
    lines = [[track.names[station] for station in line] for line in track.lines]
    posts = [track.names[track.courses(side, two_posts).rim[-1]] for side in sides]
    yards = place_yards(posts)
    return Stage(
        picture=(
            f"<defs>{read_art(ART, 'pieces')}{define_ground(LOOK, surface)}</defs>"
            + draw_ground(LOOK, surface, "".join(cloth(surface, "#ffffff", "#0c0a22")))
            + "".join(draw_yards(yards))
            + "".join(draw_track(places, lines))
            + "".join(draw_stations(places, find_crossings(lines), posts))
            + "".join(draw_mat())
        ),
        box=box_of(surface),
        points=places | yards | WAITING,
        radius=RADIUS,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces=make_artwork(sides, words["pieces"]),
        marks={},
        trays=tuple(
            Tray(seat, f"horse-{side}", "home", words["trays"]["home"], tables.horses, f"{PREFIX}horse-{side}")
            for side in sides
            for seat in range(side, tables.seats, tables.sides)
        ),
        tallies=(Tally("home", words["tallies"]["home"], of=tables.horses, decides=True),),
        lines=tuple(find_ways(places, lines)),
        tints=tuple(TINTS[seat % tables.sides] for seat in range(tables.seats)),
        items={THROW: Item(words["items"][THROW], f"{PREFIX}stick-flat", ICON_BOX, area=STRAW)},
        sayings=words["tasks"],
        spots=STICKS,
        names={name: words["places"][name] for name in yards}
        | {
            f"throw-{number}": words["places"]["throw"].format(name=THROW_NAMES[number], number=number)
            for number in range(1, THROWS + 1)
        },
    )


def make_artwork(sides: Sequence[int], names: Mapping[str, str]) -> dict[str, PieceArt]:
    artwork = {f"horse-{side}": PieceArt(names[f"horse-{side}"], f"{PREFIX}horse-{side}") for side in sides}
    artwork["wild"] = PieceArt(names["wild"], f"{PREFIX}wild", 1.08)
    artwork["hurdle"] = PieceArt(names["hurdle"], f"{PREFIX}hurdle", layer=-1, still=True)
    for kind in (f"throw-{number}" for number in range(1, THROWS + 1)):
        name = names["throw"].format(name=THROW_NAMES[int(kind[-1])], number=kind[-1])
        artwork[kind] = PieceArt(name, f"{PREFIX}{kind}", still=True)
    for kind in ("stick-flat", "stick-round"):
        artwork[kind] = PieceArt(names[kind], f"{PREFIX}{kind}", 1.3, still=True, thrown=True)
    return artwork


def place_stations(track: Track) -> dict[str, Place]:
    scale = REACH / max(math.hypot(x, y) for x, y in track.places)
    return {
        name: (round(WIDTH / 2 + x * scale, 1), round(WIDTH / 2 - y * scale, 1))
        for name, (x, y) in zip(track.names, track.places, strict=True)
    }


def place_yards(posts: Sequence[str]) -> dict[str, Place]:
    """For each side a place for horses off the board and one for those at home, in the corners near its post."""
    below = posts[-1] != posts[0]
    yards = {}
    for side, post in enumerate(posts):
        across, down = YARD[0 if below else side]
        foot = below and post == posts[-1]
        left = (across, WIDTH - down if foot else down)
        right = (WIDTH - across, left[1])
        yards[f"new-{side}"], yards[f"home-{side}"] = (right, left) if foot else (left, right)
    return yards


def find_crossings(lines: Sequence[Sequence[str]]) -> set[str]:
    """The stations on more than one line: the intersections."""
    return {name for line in lines for name in line if sum(name in other for other in lines) > 1}


def find_ways(places: Mapping[str, Place], lines: Sequence[Sequence[str]]) -> Iterator[Line]:
    """The path between neighbouring stations, bent along the rim."""
    for line in lines:
        for one, other in pairwise(line):
            (x, y), (x1, y1) = places[one], places[other]
            bent = line[0] == line[-1]
            bend = f"A{REACH:g},{REACH:g} 0 0 0 " if bent else "L"
            yield Line((one, other), f"M{x:g},{y:g}{bend}{x1:g},{y1:g}", both=not bent)


def draw_track(places: Mapping[str, Place], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """Bands of a lighter cloth, stitched on, with arrows along the rim; a blossom embroidered in each quarter."""
    petals = "".join(
        f'<circle cx="{x}" cy="{y}" r="21"/>' for x, y in (spot.split(",") for spot in corners(5, 30, 0.3).split())
    )
    for across, down in product((-0.43 * REACH, 0.43 * REACH), repeat=2):
        middle = f"{WIDTH / 2 + across:.0f} {WIDTH / 2 + down:.0f}"
        yield (
            f'<g transform="translate({middle})" fill="none" stroke="#b7b0ee" stroke-opacity=".3" stroke-width="1.6"'
            f' stroke-dasharray="4 3">{petals}<circle r="9"/></g>'
        )
    path = "".join(line.path for line in find_ways(places, lines))
    for colour, opacity, width, more in (
        ("#0c0a22", 0.45, 34, ""),
        ("#6a64ae", 0.85, 29, ""),
        (LOOK.line, 0.85, 25.5, 'stroke-dasharray="7 5"'),
        ("#544f96", 1, 22, ""),
    ):
        yield (
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-opacity="{opacity:g}" stroke-width="{width:g}"'
            f' stroke-linejoin="round" {more}/>'
        )
    arrows = []
    for one, other in pairwise(lines[0]):
        (x, y), (x1, y1) = places[one], places[other]
        angle = math.atan2((y + y1) / 2 - WIDTH / 2, (x + x1) / 2 - WIDTH / 2)
        at = (WIDTH / 2 + REACH * math.cos(angle), WIDTH / 2 + REACH * math.sin(angle))
        turn = math.degrees(math.atan2(y1 - y, x1 - x))
        arrows.append(f'<path transform="translate({at[0]:.1f} {at[1]:.1f}) rotate({turn:.0f})" d="M-4,-6L4,0L-4,6"/>')
    yield f'<g fill="none" stroke="{LOOK.line}" stroke-opacity=".75" stroke-width="2.4">{"".join(arrows)}</g>'


def draw_stations(places: Mapping[str, Place], crossings: set[str], posts: Sequence[str]) -> Iterator[str]:
    """A button of bone for each station, a flower where ways cross, a gate at a post."""
    for name, (x, y) in places.items():
        yield f'<g transform="translate({x:g} {y:g})">'
        if name in crossings:
            yield flower(name in posts)
        else:
            yield (
                f'<circle r="{STATION + 2:g}" fill="{LOOK.under}"/><circle r="{STATION:g}" fill="#fff4dc"/>'
                f'<circle r="{STATION - 4:g}" fill="none" stroke="#8d84c9" stroke-width="1.2"/>'
            )
        yield (
            '<text y="4.4" text-anchor="middle" font-family="sans-serif" font-size="12" font-weight="bold"'
            f' fill="#2c2957">{escape(name)}</text></g>'
        )


def flower(post: bool) -> str:
    """Five petals around a button; those of a post are red, with a golden rim."""
    petals = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="12.5" ry="12.5"/>'
        for x, y in (spot.split(",") for spot in corners(5, CROSSING - 9, -math.pi / 2).split())
    )
    fill, line = ("#e2543c", LOOK.gold) if post else ("#f0b7cf", "#fff4dc")
    return (
        f'<circle r="{CROSSING + 5:g}" fill="{LOOK.under}"/>'
        f'<circle r="{CROSSING + 3:g}" fill="#544f96" stroke="{line}" stroke-width="2"/>'
        f'<g fill="{fill}" stroke="{LOOK.under}" stroke-width="1.4">{petals}</g>'
        '<circle r="14" fill="#fff4dc"/>'
    )


def draw_yards(yards: Mapping[str, Place]) -> Iterator[str]:
    """A ring for each place off the track: with the horse's faint shape, or with a flag for home."""
    for name, (x, y) in yards.items():
        where, side = name.split("-")
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS + 2:g}" fill="#0c0a22" fill-opacity=".3" stroke="{LOOK.edge}"'
            f' stroke-width="1.6" stroke-dasharray="{"5 4" if where == "new" else "none"}"/>'
        )
        if where == "new":
            yield stand(f'<g opacity=".22">{use(f"{PREFIX}horse-{side}", 0, 0, 0.9 * RADIUS)}</g>', x, y)
        else:
            flag = (
                f'<path d="M-8,15V-15L11,-8L-8,-1" fill="none" stroke="{LOOK.line}" stroke-opacity=".6"'
                ' stroke-width="2.4" stroke-linejoin="round"/>'
            )
            yield stand(flag, x, y)


def draw_mat() -> Iterator[str]:
    """The straw mat on which the sticks fall, and places for the throws that wait."""
    mat = STRAW
    rest = Box(268.0, WIDTH - 2, WIDTH - 24 - 268.0, MAT - 14)
    yield rectangle(mat, 10, 'fill="#d9bd7c" stroke="#0c0a22" stroke-width="2"')
    straws = "".join(
        f"M{mat.x + 3:g},{mat.y + 5 + 6 * index:g}h{mat.width - 6:g}" for index in range(int(mat.height / 6))
    )
    yield f'<path d="{straws}" stroke="#a98544" stroke-opacity=".6" stroke-width="1.6"/>'
    bands = "".join(f"M{mat.x + mat.width * share:g},{mat.y + 2:g}v{mat.height - 4:g}" for share in (0.08, 0.92))
    yield f'<path d="{bands}" stroke="#7a5a22" stroke-width="4"/>'
    yield rectangle(rest, 10, f'fill="#0c0a22" fill-opacity=".28" stroke="{LOOK.edge}" stroke-opacity=".5"')
    for name, (x, y) in zip(THROW_NAMES[1:], WAITING.values(), strict=True):
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS:g}" fill="none" stroke="{LOOK.edge}" stroke-opacity=".6"'
            ' stroke-dasharray="4 5"/>'
            f'<text x="{x:g}" y="{y + RADIUS + 14:g}" text-anchor="middle" font-family="sans-serif" font-size="13"'
            f' fill="{LOOK.text}">{name}</text>'
        )
