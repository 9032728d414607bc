"""The paths of Conquest by their kind, bridges, and the spaces that they join."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from naadam.drawing.art import stand, use
from naadam.drawing.stage import PREFIX, Line, Place
from naadam.games.conquest.drawing.chart import Chart, Outline, Path, Space
from naadam.games.conquest.drawing.scenery import INK

SAMPLES = 40  # along a path, to find out where it leaves the land
ASHORE = 13.0  # how far a bridge reaches onto the land
SHORT = 46.0  # the length of a bridge that never leaves its island
DECK = 24.0
PLANKS = 7.0
CHEVRON = 9.0
SIZES = {"land": 0.76, "port": 0.72, "sea": 0.26}  # of the spaces, in radii of a piece
SEA_INK = "#0f2c49"


def list_lines(chart: Chart) -> tuple[Line, ...]:
    """Every path as a way from space to space."""
    return tuple(Line((path.ends[0].id, path.ends[1].id), straight([path])) for path in chart.paths)


def straight(paths: Sequence[Path]) -> str:
    return "".join(
        f"M{one.place[0]:g},{one.place[1]:g}L{other.place[0]:g},{other.place[1]:g}"
        for one, other in (path.ends for path in paths)
    )


def draw_sea_paths(chart: Chart) -> str:
    """Dotted, as the courses of a chart."""
    path = straight([each for each in chart.paths if each.kind == "sea"])
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="{SEA_INK}" stroke-opacity=".35"'
        f' stroke-width="6"/><path d="{path}" stroke="#eaf6ff" stroke-opacity=".85" stroke-width="3.500"'
        ' stroke-dasharray=".1 9"/></g>'
    )


def draw_land_paths(chart: Chart) -> Iterator[str]:
    """Roads, the piers of the ports, bridges, and arrows where some may only go up."""
    piers = straight([path for path in chart.paths if path.kind == "landing"])
    roads = straight([path for path in chart.paths if path.kind == "land"])
    yield '<g fill="none" stroke-linecap="round">'
    if piers:
        yield f'<path d="{piers}" stroke="#2f2013" stroke-width="11"/>'
        yield f'<path d="{piers}" stroke="#c99b5e" stroke-width="7"/>'
        yield f'<path d="{piers}" stroke="#6d4a22" stroke-width="7" stroke-linecap="butt" stroke-dasharray="2 5"/>'
    yield f'<path d="{roads}" stroke="{INK}" stroke-width="11"/>'
    yield f'<path d="{roads}" stroke="#f4e4b8" stroke-width="6"/></g>'
    for path in chart.paths:
        if path.bridge:
            yield draw_bridge(path, span(chart, path))
        if path.upward:
            yield draw_arrows(path, chart.radius)


def along(path: Path, share: float) -> Place:
    (x0, y0), (x1, y1) = path.ends[0].place, path.ends[1].place
    return x0 + share * (x1 - x0), y0 + share * (y1 - y0)


def span(chart: Chart, path: Path) -> tuple[float, float]:
    """The part of a path that lies on its bridge: over the sea, over a river, or in its middle."""
    length = math.dist(path.ends[0].place, path.ends[1].place)
    wet = [
        step / SAMPLES
        for step in range(1, SAMPLES)
        if chart.coasts and not any(inside(along(path, step / SAMPLES), coast) for coast in chart.coasts)
    ]
    if wet:
        return min(wet) - ASHORE / length, max(wet) + ASHORE / length
    crossings = (crossing(path, one, other) for river in chart.rivers for one, other in pairwise(river.points))
    middle = next((share for share in crossings if share is not None), 0.5)
    return middle - SHORT / length / 2, middle + SHORT / length / 2


def inside(place: Place, outline: Outline) -> bool:
    """Whether a place lies within an outline: a ray from it crosses that an odd number of times."""
    (x, y), points, odd = place, outline.points, False
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            odd = not odd
    return odd


def crossing(path: Path, one: Place, other: Place) -> float | None:
    """Where along a path a straight piece of a river crosses it."""
    (x0, y0), (x1, y1) = path.ends[0].place, path.ends[1].place
    dx, dy, ex, ey = x1 - x0, y1 - y0, other[0] - one[0], other[1] - one[1]
    turn = dx * ey - dy * ex
    if turn == 0:
        return None
    share = ((one[0] - x0) * ey - (one[1] - y0) * ex) / turn
    there = ((one[0] - x0) * dy - (one[1] - y0) * dx) / turn
    return share if 0 <= share <= 1 and 0 <= there <= 1 else None


def draw_bridge(path: Path, part: tuple[float, float]) -> str:
    """Planks between two rails; a bridge that bears no elephants is of red wood and marked with a cross."""
    (x0, y0), (x1, y1) = along(path, part[0]), along(path, part[1])
    length, angle = math.dist((x0, y0), (x1, y1)), math.degrees(math.atan2(y1 - y0, x1 - x0))
    planks = "".join(f"M{step * PLANKS:g},{-DECK / 2:g}v{DECK:g}" for step in range(1, int(length / PLANKS) + 1))
    wood, line = ("#8e3b26", "#4a160c") if path.barred else ("#c1874a", "#5f3a17")
    posts = "".join(f"M{x:.1f},{y:g}h.1" for x in (0.0, length) for y in (-DECK / 2, DECK / 2))
    drawn = (
        f'<g transform="translate({x0:.1f} {y0:.1f}) rotate({angle:.1f})" fill="none" stroke="#2a1a0c">'
        f'<path d="M0,4h{length:.1f}" stroke="#061421" stroke-opacity=".4" stroke-width="{DECK + 6:g}"/>'
        f'<path d="M0,0h{length:.1f}" stroke="{wood}" stroke-width="{DECK:g}"/>'
        f'<path d="{planks}" stroke="{line}" stroke-width="1.800"/>'
        f'<path d="M-4,{-DECK / 2:g}h{length + 8:.1f}M-4,{DECK / 2:g}h{length + 8:.1f}" stroke-width="5"/>'
        f'<path d="{posts}" stroke-width="11" stroke-linecap="round"/>'
        f"</g>"
    )
    if not path.barred:
        return drawn
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return (
        f'{drawn}<circle cx="{x:.1f}" cy="{y:.1f}" r="15" fill="#fdf3dc" stroke="#4a160c" stroke-width="3.500"/>'
        f'<path d="M{x - 6.5:.1f},{y - 6.5:.1f}l13,13m0,-13l-13,13" stroke="#a3261a" stroke-width="5.500"'
        ' stroke-linecap="round"/>'
    )


def draw_arrows(path: Path, radius: float) -> str:
    """Two chevrons in the direction that elephants and chariots may go."""
    (x0, y0), (x1, y1) = path.ends[0].place, path.ends[1].place
    length, angle = math.dist((x0, y0), (x1, y1)), math.degrees(math.atan2(y1 - y0, x1 - x0))
    (x, y), size = along(path, 0.5), min(CHEVRON, 0.24 * max(length - 1.4 * radius, 16))
    chevron = f"M{-size:.1f},{-size:.1f}l{size:.1f},{size:.1f}l{-size:.1f},{size:.1f}"
    pair = "".join(f'<path d="{chevron}" transform="translate({shift * size:.1f} 0)"/>' for shift in (0.15, 1.15))
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f})" fill="none" stroke-linecap="round"'
        f' stroke-linejoin="round"><g stroke="#fff3c8" stroke-width="8">{pair}</g>'
        f'<g stroke="#a3261a" stroke-width="4">{pair}</g></g>'
    )


def draw_spaces(chart: Chart, tints: Sequence[str]) -> Iterator[str]:
    """All spaces, by kind."""
    shadows = "".join(
        f"M{space.place[0]:g},{space.place[1] + 3:g}h.1" for space in chart.spaces.values() if space.kind == "land"
    )
    width = 2 * SIZES["land"] * chart.radius + 5
    yield f'<path d="{shadows}" stroke="#2a1a0c" stroke-opacity=".35" stroke-width="{width:g}" stroke-linecap="round"/>'
    for space in chart.spaces.values():
        yield from draw_space(chart, space, tints)


def draw_space(chart: Chart, space: Space, tints: Sequence[str]) -> Iterator[str]:
    (x, y), radius = space.place, chart.radius
    at, size = f'cx="{x:g}" cy="{y:g}"', SIZES[space.kind] * radius
    if space.kind == "sea":
        yield (
            f'<circle {at} r="{0.72 * radius:.1f}" fill="#dff1fb" fill-opacity=".16" stroke="#e6f4fd"'
            f' stroke-opacity=".55" stroke-width="1.800"/><circle {at} r="{size:.1f}" fill="#fbfeff"'
            f' stroke="{SEA_INK}" stroke-width="2.500"/>'
        )
    elif space.kind == "port":
        yield f'<circle {at} r="{size:.1f}" fill="#e9f5fc" stroke="{SEA_INK}" stroke-width="4"/>'
        yield stand(f'<g stroke="#174a78">{use(f"{PREFIX}anchor", 0, 0, 0.7 * size)}</g>', x, y)
    elif space.v:
        yield f'<circle {at} r="{size + 2:.1f}" fill="#ffd257" stroke="{INK}" stroke-width="4"/>'
        letter = (
            f'<path d="M{-0.42 * size:.1f},{-0.45 * size:.1f}L0,{0.5 * size:.1f}L{0.42 * size:.1f},{-0.45 * size:.1f}"'
            f' fill="none" stroke="#7a1f12" stroke-width="{0.28 * size:.1f}" stroke-linejoin="round"'
            ' stroke-linecap="round"/>'
        )
        yield stand(letter, x, y)
    elif space.grail:
        yield f'<circle {at} r="{size + 3:.1f}" fill="#fffaf0" stroke="#7a1f12" stroke-width="6"/>'
        yield f'<circle {at} r="{size + 3:.1f}" fill="none" stroke="#f3c04a" stroke-width="2"/>'
        yield stand(use(f"{PREFIX}cup", 0, 0.5, 0.86 * size), x, y)
    elif space.capital in chart.players:
        tint = tints[chart.players.index(space.capital)]
        yield f'<circle {at} r="{size + 3:.1f}" fill="#fff6dc" stroke="{INK}" stroke-width="8.500"/>'
        yield f'<circle {at} r="{size + 3:.1f}" fill="none" stroke="{tint}" stroke-width="4.500"/>'
        yield stand(f'<g fill="{tint}" stroke="{INK}">{use(f"{PREFIX}crown", 0, 0, 0.72 * size)}</g>', x, y)
    else:
        yield f'<circle {at} r="{size:.1f}" fill="#fdf6e0" stroke="{INK}" stroke-width="4"/>'
