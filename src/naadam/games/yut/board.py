"""The track of Yut: the schema of a board file, and the courses and tables that compiled rules read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np

from naadam.core.parts.boards import Board, Key, list_of, number, table_of, text
from naadam.games.yut.rules.state import MOST_STATIONS, NOWHERE, THROWS, Tables

FEWEST_ON_RIM = 8


def _is_side(value: Any) -> bool:
    keys = {"rim": text, "first_short_cut": text, "short_cuts": list_of(text)}
    return type(value) is dict and set(value) == set(keys) and all(test(value[key]) for key, test in keys.items())


SIDE = "a table of rim, first_short_cut and short_cuts: texts with the names of stations"
SCHEMA = {
    "game": Key('"yut"', lambda value: value == "yut"),
    "title": Key("the name of the board", text),
    "stations": Key(
        "a table of names, each with its place as [right, up]", table_of(lambda v: list_of(number)(v) and len(v) == 2)
    ),
    "lines": Key("a list of texts: the names of the stations along a line that is drawn", list_of(text)),
    "centre": Key("the name of a station", text),
    "wild_horse": Key("the name of the station where the Wild Horse starts", text),
    "wild_horse_two_posts": Key("the names of the two stations where it starts with two posts", text),
    "hurdles": Key("the names of two stations", text),
    "a": Key(SIDE, _is_side),
    "c": Key(SIDE, _is_side),
}


class Courses(NamedTuple):
    """How a side's horses run: the next station by station, and where a way differs or may be left.

    `onward` holds for a horse on the plain way, `astray` for one that came along the first short cut, where that
    differs; `turns` says at which stations a horse may leave the rim, and for which station.
    """

    rim: tuple[int, ...]
    first: int  # where the first short cut begins
    onward: Mapping[int, int]
    astray: Mapping[int, int]
    turns: Mapping[int, int]

    def two_ways(self, two_posts: bool) -> int:
        """The stations, as bits, where the way a horse came can matter (YU-14, YU-31)."""
        return sum(1 << station for station in self.astray) | (1 << self.first if two_posts else 0)


class Track(NamedTuple):
    """A checked board: stations are numbers from here on, in the order of the file."""

    title: str
    names: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    lines: tuple[tuple[int, ...], ...]
    centre: int
    wild: int
    wild_two_posts: tuple[int, ...]
    hurdles: tuple[int, ...]
    sides: tuple[Courses, Courses]

    def courses(self, side: int, two_posts: bool) -> Courses:
        return self.sides[side if two_posts else 0]


def make_track(board: Board) -> Track:
    """Check all that the rules need; BoardError names the key and the reason."""
    names = tuple(board["stations"])
    if not FEWEST_ON_RIM < len(names) <= MOST_STATIONS:
        raise board.refuse("stations", f"a track has up to {MOST_STATIONS} stations, not {len(names)}")
    for name in names:
        if not re.fullmatch("[1-9][0-9]?|[A-Z][0-9]?", name):
            raise board.refuse(f"stations.{name}", "a station is a number up to 99, or a capital and a digit")
    places = tuple((float(x), float(y)) for x, y in board["stations"].values())
    if len(set(places)) != len(places):
        raise board.refuse("stations", "two stations have the same place")
    number_of = {name: index for index, name in enumerate(names)}

    def stations(key: str, listed: str, count: int | None = None) -> tuple[int, ...]:
        for name in listed.split():
            if name not in number_of:
                raise board.refuse(key, f"there is no station {name}")
        found = tuple(number_of[name] for name in listed.split())
        if count is not None and len(set(found)) != count:
            raise board.refuse(key, f"must name {count} different stations")
        return found

    centre = stations("centre", board["centre"], 1)[0]

    def side(key: str) -> Courses:
        data = board[key]
        rim = stations(f"{key}.rim", data["rim"])
        first = stations(f"{key}.first_short_cut", data["first_short_cut"])
        others = [stations(f"{key}.short_cuts[{n}]", cut) for n, cut in enumerate(data["short_cuts"])]
        return make_courses(board, key, names, centre, rim, first, others)

    sides = (side("a"), side("c"))
    wild = stations("wild_horse", board["wild_horse"], 1)[0]
    wild_two = stations("wild_horse_two_posts", board["wild_horse_two_posts"], 2)
    for key, starts in (("wild_horse", (wild,)), ("wild_horse_two_posts", wild_two)):
        if not set(starts) <= set(sides[0].rim):
            raise board.refuse(key, "the Wild Horse starts on the rim (YU-41)")
    if sorted(sides[0].rim) != sorted(sides[1].rim) or sides[0].rim[-1] == sides[1].rim[-1]:
        raise board.refuse("c.rim", "must be the same rim as a.rim, to another post")
    if {*sides[0].onward} | {sides[0].rim[-1]} != set(range(len(names))):
        raise board.refuse("stations", "every station must be on a course of a")
    return Track(
        title=board["title"],
        names=names,
        places=places,
        lines=tuple(stations(f"lines[{index}]", line) for index, line in enumerate(board["lines"])),
        centre=centre,
        wild=wild,
        wild_two_posts=wild_two,
        hurdles=stations("hurdles", board["hurdles"], 2),
        sides=sides,
    )


def make_courses(
    board: Board,
    key: str,
    names: Sequence[str],
    centre: int,
    rim: tuple[int, ...],
    first: tuple[int, ...],
    others: Sequence[tuple[int, ...]],
) -> Courses:
    """The courses of a side put together; a course that is no way home is refused."""
    if len(rim) < FEWEST_ON_RIM or len(set(rim)) != len(rim):
        raise board.refuse(f"{key}.rim", f"names {FEWEST_ON_RIM} stations or more, each once")
    onward = dict(pairwise(rim))
    astray: dict[int, int] = {}
    turns: dict[int, int] = {}
    for where, cut in (
        *((f"{key}.short_cuts[{n}]", cut) for n, cut in enumerate(others)),
        (f"{key}.first_short_cut", first),
    ):
        if len(cut) < 3 or len(set(cut)) != len(cut) or cut[0] not in rim[:-1] or cut[-1] not in rim:
            raise board.refuse(where, "leads from one station of the rim, not the post, over others to another")
        if set(cut[1:-1]) & set(rim) or centre not in cut or rim.index(cut[-1]) <= rim.index(cut[0]):
            raise board.refuse(where, "leads over the centre, not over the rim, and forwards")
        if cut[0] in turns:
            raise board.refuse(where, f"a second short cut begins on {names[cut[0]]}")
        turns[cut[0]] = cut[1]
        for here, after in pairwise(cut[1:]):
            if onward.setdefault(here, after) != after:
                if cut is not first:
                    raise board.refuse(where, f"two ways lead on from {names[here]}")
                astray[here] = after
    if set(first[1 : first.index(centre)]) & {station for cut in others for station in cut}:
        raise board.refuse(f"{key}.first_short_cut", "shares no station before the centre with another short cut")
    if centre not in astray:
        raise board.refuse(f"{key}.first_short_cut", "must go straight on at the centre, where the others turn")
    if rim.index(first[0]) != THROWS - 1:
        raise board.refuse(f"{key}.first_short_cut", "begins where a throw of 5 enters (YU-31)")
    return Courses(rim, first[0], onward, astray, turns)


def make_graph(courses: Courses, size: int, centre: int, two_posts: bool) -> tuple[list[int], dict[int, int]]:
    """The next node of every node, and the first node after a turn where one is open."""
    off, home = 2 * size, 2 * size + 1

    def node(station: int, strayed: bool) -> int:
        return station + size if strayed and station in courses.astray else station

    onward = [home] * (2 * size + 2)
    for here, after in courses.onward.items():
        onward[here] = onward[here + size] = after
    for here, after in courses.astray.items():
        onward[here + size] = node(after, True)
    here = courses.turns[courses.first]
    while here not in courses.astray:  # the first short cut up to where it strays
        onward[here] = node(courses.onward[here], True)
        here = courses.onward[here]
    onward[off] = courses.rim[0]
    turns = dict(courses.turns)
    turns[centre + size] = courses.onward[centre]  # YU-7: to the post
    if two_posts:  # YU-31
        turns[courses.first + size] = turns.pop(courses.first)
    return onward, turns


def make_tables(
    track: Track,
    *,
    seats: int,
    horses: int,
    two_posts: bool,
    wild: int,
    begins: int,
    hurdles: Sequence[int],
    flat: float,
) -> Tables:
    size = len(track.names)
    sides = 3 if seats == 3 else 2
    nodes = 2 * size + 2
    off, home = 2 * size, 2 * size + 1
    all_onward = np.empty((sides, nodes), np.int64)
    landing = np.full((sides, nodes, 2, THROWS + 1), NOWHERE, np.int64)
    left = np.zeros((sides, nodes), np.int64)
    for side in range(sides):
        courses = track.courses(side, two_posts)
        onward, turns = make_graph(courses, size, track.centre, two_posts)
        all_onward[side] = onward

        def run(node: int, steps: int, onward: list[int] = onward) -> int:
            for _ in range(steps):
                node = onward[node]
            return node

        def to_run(node: int, onward: list[int] = onward) -> int:
            return 0 if onward[node] == home else 1 + to_run(onward[node], onward)

        for node in range(nodes):
            for throw in range(1, THROWS + 1):
                landing[side, node, 0, throw] = run(node, throw)
                if node in turns:
                    landing[side, node, 1, throw] = run(turns[node], throw - 1)
            left[side, node] = 0 if node == home else to_run(node)
            if node in turns:
                left[side, node] = min(to_run(node), 1 + to_run(turns[node]))
        if two_posts:
            landing[side, off, 0, THROWS] += size  # it came by a single throw of 5
    chances = [0.0, *(comb(4, up) * flat**up * (1 - flat) ** (4 - up) for up in (1, 2, 3, 4, 0))]
    weights = np.array(chances)
    return Tables(
        seats=seats,
        sides=sides,
        horses=horses,
        stations=size,
        tallest=2 if two_posts else horses,
        begins=begins,
        wild=wild,
        hurdles=sum(1 << station for station in hurdles),
        weights=weights,
        onward=all_onward,
        landing=landing,
        left=left,
        throws=throws_home(landing, weights),
        hits=hit_chances(landing, weights, size),
        wild_next=wild_course(track, hurdles),
    )


def wild_course(track: Track, hurdles: Sequence[int]) -> Any:
    """Where the Wild Horse goes from each station of the rim: back against the run (YU-41), over hurdles (YU-53)."""
    rim = track.sides[0].rim
    before = {station: rim[place - 1] for place, station in enumerate(rim)}
    course = np.full(len(track.names), NOWHERE, np.int64)
    for station in rim:
        target = before[station]
        while target in hurdles:
            target = before[target]
        course[station] = target
    return course


def throws_home(landing: Any, weights: Any) -> Any:
    """[side, node]: the throws that a horse needs on average until it is home, on the way that is best for that."""
    sides, nodes = landing.shape[:2]
    chances = weights / weights.sum()
    throws = np.full((sides, nodes), np.inf)
    throws[:, nodes - 1] = 0.0

    def count(side: int, node: int) -> float:
        if np.isinf(throws[side, node]):
            ways = [way for way in landing[side, node] if way[1] != NOWHERE]
            throws[side, node] = 1.0 + min(
                sum(chance * count(side, int(target)) for chance, target in zip(chances[1:], way[1:], strict=True))
                for way in ways
            )
        return float(throws[side, node])

    for side in range(sides):
        for node in range(nodes):
            count(side, node)
    return throws


def hit_chances(landing: Any, weights: Any, stations: int) -> Any:
    """[side, node, station]: how likely a horse there can land on the station by the next throw."""
    sides, nodes = landing.shape[:2]
    chances = weights / weights.sum()
    hits = np.zeros((sides, nodes, stations))
    for side, node, way, throw in np.ndindex(sides, nodes, 2, len(chances)):
        target = int(landing[side, node, way, throw])
        if throw and target != NOWHERE and target < 2 * stations:
            hits[side, node, target % stations] += chances[throw]
    return hits
