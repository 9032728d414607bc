"""The board of Conquest: the schema of a board file, and the atlas that is read from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from naadam.core.parts.boards import Board, Key, list_of, number, text, whole
from naadam.games.conquest.rules.state import (
    BY_LAND,
    BY_SEA,
    CAPITAL,
    GRAIL,
    LAND,
    LANDING,
    MOST_SEATS,
    MOST_SPACES,
    PORT,
    SEA,
    SHIP,
)

KIND_NAMES = ("", "soldier", "elephant", "chariot", "knight", "ship", "galleon")
FORCE = {"soldier": 10, "elephant": 4, "chariot": 2, "knight": 4, "ship": 4, "galleon": 2}  # CQ-1
GROUND_NAMES = ("land", "sea", "port")
PATH_NAMES = ("land", "sea", "landing")
JOINS = {  # kinds of ground that a path connects (CQ-6, CQ-9)
    BY_LAND: ({LAND}, {LAND}),
    BY_SEA: ({SEA, PORT}, {SEA, PORT}),
    LANDING: ({LAND}, {PORT}),
}
OBSTACLES = 3  # CQ-85
MOST_PATHS = 12  # at a space
RESERVED = ("end", "let", "first", "whole", "aboard", "soldier", "other", "alone")  # words of actions and gestures


def _flag(value: Any) -> bool:
    return type(value) is bool


def _tables(
    needed: Mapping[str, Callable[[Any], bool]], more: Mapping[str, Callable[[Any], bool]] | None = None
) -> Any:
    """A list of tables with these keys, and perhaps more."""
    known = {**needed, **(more or {})}

    def test(value: Any) -> bool:
        return (
            type(value) is dict and set(needed) <= set(value) <= set(known) and all(known[k](value[k]) for k in value)
        )

    return list_of(test)


def _points(value: Any) -> bool:
    return list_of(lambda point: list_of(number)(point) and len(point) == 2)(value)


def _any(value: Any) -> bool:
    return True


SCHEMA = {
    "format": Key("1", lambda value: value == 1 and whole(value)),
    "game": Key('"conquest"', lambda value: value == "conquest"),
    "board": Key("the name of the board", text, "", required=False),
    "half": Key("half the width of the board, a number above 0", lambda value: number(value) and value > 0),
    "players": Key("a list of the players' names, clockwise", list_of(text)),
    "spaces": Key(
        "a list of tables of id, kind, island, x and y, and if need be capital, grail, v, start, owner",
        _tables(
            {"id": text, "kind": text, "island": text, "x": number, "y": number},
            {"capital": text, "grail": _flag, "v": _flag, "start": _any, "owner": text},
        ),
    ),
    "paths": Key(
        "a list of tables of a, b and kind, and if need be bridge, bridge_x, under, up_from, up_to",
        _tables(
            {"a": text, "b": text, "kind": text},
            {"bridge": text, "bridge_x": _flag, "under": text, "up_from": text, "up_to": text},
        ),
    ),
    "bridges": Key(
        "a list of tables of id, kind, a, b, elephants and under",
        _tables({"id": text, "kind": text, "a": text, "b": text, "elephants": _flag, "under": list_of(list_of(text))}),
    ),
    "coasts": Key("a list of tables of island and points", _tables({"island": text, "points": _points}), [], False),
    "rivers": Key("a list of tables of island and points", _tables({"island": text, "points": _points}), [], False),
    "scenery": Key("a list of tables of kind, x and y", _tables({"kind": text, "x": number, "y": number}), [], False),
}


class Path(NamedTuple):
    """A path in one of its directions."""

    source: int
    target: int
    kind: int
    up: bool  # CQ-85: it touches a V space
    down: bool  # and leads back from there
    crossed: bool  # CQ-86: no elephants


@dataclass(frozen=True)
class Atlas:
    """A checked board: spaces and paths are numbers from here on."""

    names: tuple[str, ...]
    ground: tuple[int, ...]
    players: tuple[str, ...]
    capital: tuple[tuple[int, ...], ...]  # by player
    grail: tuple[int, ...]
    starts: tuple[Mapping[int, int], ...]  # by player: the kind of piece by space
    paths: tuple[Path, ...]  # by their first space, then by their second

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        return {name: space for space, name in enumerate(self.names)}

    @cached_property
    def path_of(self) -> Mapping[tuple[int, int], int]:
        """The path that leads from a space to another."""
        return {(path.source, path.target): index for index, path in enumerate(self.paths)}

    @cached_property
    def leaving(self) -> tuple[tuple[int, ...], ...]:
        """The paths that leave a space, by space."""
        found: list[list[int]] = [[] for _ in self.names]
        for index, path in enumerate(self.paths):
            found[path.source].append(index)
        return tuple(map(tuple, found))


def make_atlas(board: Board) -> Atlas:
    """Check all that the rules need; BoardError names the key and the reason."""
    players = tuple(board["players"])
    if len(players) != MOST_SEATS or len(set(players)) != MOST_SEATS:
        raise board.refuse("players", f"must be {MOST_SEATS} different names (CQ-7)")
    names, ground = read_spaces(board)
    number_of = {name: space for space, name in enumerate(names)}
    grail = tuple(space for space, each in enumerate(board["spaces"]) if each.get("grail"))
    if len(grail) != GRAIL or any(ground[space] != LAND for space in grail):
        raise board.refuse("spaces", f"must have {GRAIL} land spaces of the Grail, not {len(grail)} (CQ-61)")
    capital = read_capitals(board, players, ground, grail)
    starts = read_starts(board, players, ground, grail)
    paths = read_paths(board, number_of, ground)
    check_bridges(board)
    atlas = Atlas(names, ground, players, capital, grail, starts, paths)
    for space, leaving in enumerate(atlas.leaving):
        where = f"spaces[{space}]"
        if not 1 <= len(leaving) <= MOST_PATHS:
            raise board.refuse(where, f"{names[space]} must have 1 to {MOST_PATHS} paths, not {len(leaving)} (CQ-5)")
        if ground[space] == PORT and all(paths[path].kind != LANDING for path in leaving):
            raise board.refuse(where, f"the port {names[space]} must have a landing path (CQ-9)")
    return atlas


def read_spaces(board: Board) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names of all spaces, and their kinds."""
    spaces = board["spaces"]
    if not 1 <= len(spaces) <= MOST_SPACES:
        raise board.refuse("spaces", f"a board has at most {MOST_SPACES} spaces, not {len(spaces)}")
    first: dict[str, Mapping[str, Any]] = {}
    places: set[tuple[float, float]] = set()
    for index, space in enumerate(spaces):
        where, name = f"spaces[{index}]", space["id"]
        if not re.fullmatch("[a-z][a-z0-9]{0,7}", name) or name in RESERVED:
            raise board.refuse(
                f"{where}.id", f"{name} must be a small letter and up to 7 letters or digits, and no word"
            )
        if name in first:
            if "start" in space and "start" in first[name]:
                raise board.refuse(f"{where}.start", f"{name} has two pieces at the start (CQ-10, CQ-23)")
            raise board.refuse(f"{where}.id", f"two spaces are named {name}")
        if space["kind"] not in GROUND_NAMES:
            raise board.refuse(f"{where}.kind", f"must be one of {', '.join(GROUND_NAMES)} (CQ-6, CQ-9)")
        if max(abs(space["x"]), abs(space["y"])) > board["half"]:
            raise board.refuse(where, f"{name} lies outside the board")
        if (space["x"], space["y"]) in places:
            raise board.refuse(where, f"{name} lies on another space")
        if space.get("v") and space["kind"] != "land":
            raise board.refuse(f"{where}.v", f"{name} must be a land space (CQ-85)")
        first[name] = space
        places.add((space["x"], space["y"]))
    marked = sum(bool(space.get("v")) for space in spaces)
    if marked != OBSTACLES:
        raise board.refuse("spaces", f"must have {OBSTACLES} spaces marked v, not {marked} (CQ-85)")
    return tuple(first), tuple(GROUND_NAMES.index(space["kind"]) for space in spaces)


def read_capitals(
    board: Board, players: Sequence[str], ground: Sequence[int], grail: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    found: dict[str, list[int]] = {player: [] for player in players}
    for space, each in enumerate(board["spaces"]):
        if "capital" in each:
            where = f"spaces[{space}].capital"
            if each["capital"] not in found:
                raise board.refuse(where, f"there is no player {each['capital']} (CQ-8)")
            if ground[space] != LAND or space in grail:
                raise board.refuse(where, f"{each['id']} must be a land space, and none of the Grail (CQ-8)")
            found[each["capital"]].append(space)
    for player, spaces in found.items():
        if len(spaces) != CAPITAL:
            raise board.refuse(
                "spaces", f"the capital of {player} must have {CAPITAL} spaces, not {len(spaces)} (CQ-8)"
            )
    return tuple(map(tuple, found.values()))


def read_starts(
    board: Board, players: Sequence[str], ground: Sequence[int], grail: Sequence[int]
) -> tuple[Mapping[int, int], ...]:
    found: dict[str, dict[int, int]] = {player: {} for player in players}
    for space, each in enumerate(board["spaces"]):
        where, name = f"spaces[{space}]", each["id"]
        if ("start" in each) != ("owner" in each):
            raise board.refuse(where, f"{name} must have both start and owner, or neither (CQ-10)")
        if "start" not in each:
            continue
        if each["owner"] not in found:
            raise board.refuse(f"{where}.owner", f"there is no player {each['owner']} (CQ-10)")
        if each["start"] not in tuple(FORCE):
            kinds = ", ".join(FORCE)
            raise board.refuse(f"{where}.start", f"{name} must have one piece at the start: {kinds} (CQ-1, CQ-23)")
        kind = KIND_NAMES.index(each["start"])
        if (kind >= SHIP) != (ground[space] != LAND):
            raise board.refuse(f"{where}.start", f"no {each['start']} can stand on {name} (CQ-6)")
        if space in grail and each["start"] not in ("soldier", "knight"):
            raise board.refuse(f"{where}.start", f"no {each['start']} can stand on {name}, a Grail space (CQ-61)")
        found[each["owner"]][space] = kind
    for player, starts in found.items():
        counts = Counter(starts.values())
        for name, wanted in FORCE.items():
            has = counts[KIND_NAMES.index(name)]
            if has != wanted:
                raise board.refuse("spaces", f"{player} must start with {wanted} of the kind {name}, not {has} (CQ-1)")
    return tuple(found.values())


def read_paths(board: Board, number_of: Mapping[str, int], ground: Sequence[int]) -> tuple[Path, ...]:
    """All paths, each in both directions."""
    bridges = {bridge["id"]: bridge for bridge in board["bridges"]}
    obstacles = {space["id"] for space in board["spaces"] if space.get("v")}
    found: dict[tuple[int, int], Path] = {}
    for index, each in enumerate(board["paths"]):
        where, ends = f"paths[{index}]", (each["a"], each["b"])
        for key in "ab":
            if each[key] not in number_of:
                raise board.refuse(f"{where}.{key}", f"there is no space {each[key]} (CQ-5)")
        one, two = (number_of[end] for end in ends)
        if one == two:
            raise board.refuse(where, f"the path leads from {ends[0]} to itself (CQ-5)")
        if (one, two) in found:
            raise board.refuse(where, f"{ends[0]} and {ends[1]} are joined twice (CQ-5)")
        if each["kind"] not in PATH_NAMES:
            raise board.refuse(f"{where}.kind", f"must be one of {', '.join(PATH_NAMES)} (CQ-6, CQ-9)")
        kind = PATH_NAMES.index(each["kind"])
        if not any(ground[a] in JOINS[kind][0] and ground[b] in JOINS[kind][1] for a, b in ((one, two), (two, one))):
            raise board.refuse(
                f"{where}.kind", f"a {each['kind']} path cannot join {ends[0]} and {ends[1]} (CQ-6, CQ-9)"
            )
        check_bridge_of(board, where, each, bridges)
        up = check_way_up(board, where, each, obstacles)
        for a, b in (ends, ends[::-1]):
            down = up and each["up_from"] != a
            path = Path(number_of[a], number_of[b], kind, up, down, bool(each.get("bridge_x")))
            found[path.source, path.target] = path
    return tuple(found[key] for key in sorted(found))


def check_bridge_of(board: Board, where: str, path: Mapping[str, Any], bridges: Mapping[str, Any]) -> None:
    """A bridge lies on a land path, and a sea path leads under one (CQ-7, CQ-86)."""
    for key, kind in (("bridge", "land"), ("under", "sea")):
        if key in path and path[key] not in bridges:
            raise board.refuse(f"{where}.{key}", f"there is no bridge {path[key]} (CQ-7)")
        if key in path and path["kind"] != kind:
            raise board.refuse(f"{where}.{key}", f"must be on a {kind} path (CQ-7)")
    bridge = bridges.get(path.get("bridge", ""))
    if bridge is not None and {bridge["a"], bridge["b"]} != {path["a"], path["b"]}:
        raise board.refuse(f"{where}.bridge", f"the bridge {bridge['id']} joins other spaces (CQ-7)")
    if bool(path.get("bridge_x")) != (bridge is not None and not bridge["elephants"]):
        raise board.refuse(f"{where}.bridge_x", "must be true exactly for a bridge that elephants cannot cross (CQ-86)")


def check_way_up(board: Board, where: str, path: Mapping[str, Any], obstacles: set[str]) -> bool:
    """Whether a path touches a V space; then it says which way is up (CQ-85)."""
    touches = path["kind"] == "land" and bool({path["a"], path["b"]} & obstacles)
    ends = {path[key] for key in ("up_from", "up_to") if key in path}
    if ends != ({path["a"], path["b"]} if touches else set()):
        wanted = "must be the two ends of the path" if touches else "belong to paths at a V space only"
        raise board.refuse(f"{where}.up_from", f"up_from and up_to {wanted} (CQ-85)")
    return touches


def check_bridges(board: Board) -> None:
    """Every bridge is that of one path."""
    carried = Counter(path["bridge"] for path in board["paths"] if "bridge" in path)
    for index, bridge in enumerate(board["bridges"]):
        if carried[bridge["id"]] != 1:
            raise board.refuse(f"bridges[{index}]", f"the bridge {bridge['id']} must be that of one path (CQ-7)")
