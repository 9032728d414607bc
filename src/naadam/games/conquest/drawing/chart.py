"""The board of Conquest as the drawing wants it, read from a board file: spaces, paths, and scenery."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from naadam.drawing.shapes import Box
from naadam.drawing.stage import Place

HALF = 1100.0  # of the board on the stage, whatever the unit of the board file is
MARGIN = 50.0  # of the chart around it
TOKEN_SHARE = 0.48
SMALLEST_TOKEN, LARGEST_TOKEN = 12.0, 34.0


class Space(NamedTuple):
    """A space where it lies on the stage."""

    id: str
    kind: str  # land, sea or port
    island: str
    place: Place
    capital: str | None  # whose
    grail: bool
    v: bool


class Path(NamedTuple):
    """A path between two spaces; who is led up goes from the first to the second."""

    kind: str  # land, sea or landing
    ends: tuple[Space, Space]
    bridge: bool
    barred: bool  # to elephants
    upward: bool


class Outline(NamedTuple):
    """A coast or a river through its points."""

    island: str
    points: tuple[Place, ...]


class Chart(NamedTuple):
    """The whole board; coasts, rivers and motifs are missing where a board file has none."""

    players: tuple[str, ...]
    spaces: Mapping[str, Space]
    paths: tuple[Path, ...]
    coasts: tuple[Outline, ...]
    rivers: tuple[Outline, ...]
    motifs: tuple[tuple[str, Place], ...]
    radius: float  # of a piece

    @property
    def surface(self) -> Box:
        return Box(-HALF, -HALF, 2 * HALF, 2 * HALF).grown(MARGIN)

    def islands(self) -> dict[str, list[Space]]:
        """The land of every island."""
        found: dict[str, list[Space]] = {}
        for space in self.spaces.values():
            if space.kind == "land":
                found.setdefault(space.island, []).append(space)
        return found

    def heights(self) -> frozenset[str]:
        """The land above the V spaces, with all land that two-way paths connect to it."""
        found = {path.ends[1].id for path in self.paths if path.upward and path.ends[0].v}
        ways = [path.ends for path in self.paths if path.kind == "land" and not path.upward and not path.bridge]
        while True:
            more = {one.id for ends in ways for one, other in (ends, ends[::-1]) if other.id in found} - found
            if not more:
                return frozenset(found)
            found |= more


def read_chart(board: Mapping[str, Any]) -> Chart:
    """The chart of a board file that has been checked."""
    scale = HALF / board["half"]

    def place(x: float, y: float) -> Place:
        return round(scale * x, 1), round(scale * y, 1)

    def outlines(key: str) -> tuple[Outline, ...]:
        return tuple(
            Outline(each.get("island", ""), tuple(place(*point) for point in each["points"]))
            for each in board.get(key, ())
        )

    spaces = {
        each["id"]: Space(
            each["id"],
            each["kind"],
            each.get("island", ""),
            place(each["x"], each["y"]),
            each.get("capital"),
            each.get("grail", False),
            each.get("v", False),
        )
        for each in board["spaces"]
    }
    paths = tuple(
        Path(
            each["kind"],
            (spaces[each.get("up_from", each["a"])], spaces[each.get("up_to", each["b"])]),
            "bridge" in each,
            each.get("bridge_x", False),
            "up_from" in each,
        )
        for each in board["paths"]
    )
    motifs = tuple((each["kind"], place(each["x"], each["y"])) for each in board.get("scenery", ()))
    places = [space.place for space in spaces.values()]
    return Chart(
        tuple(board["players"]), spaces, paths, outlines("coasts"), outlines("rivers"), motifs, radius_of(places)
    )


def radius_of(places: Sequence[Place]) -> float:
    """As large as the closest spaces allow."""
    closest = min(math.dist(one, other) for one, other in combinations(places, 2))
    return round(max(SMALLEST_TOKEN, min(LARGEST_TOKEN, TOKEN_SHARE * closest)), 1)
