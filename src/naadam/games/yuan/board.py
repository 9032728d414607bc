"""The tile file of Yuan: its schema, and the atlas that is read from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from naadam.core.parts.boards import Board, Key, list_of, table_of, text, whole
from naadam.games.yuan.rules.state import (
    CLANS,
    HEXES,
    HILLS,
    MOST_PROVINCES,
    MOST_SEATS,
    MOST_TILES,
    SIDES,
    TEMPLES,
    TURNS,
)

KINDS = ("water", "mountain", "volcano", "rice", "forest", "mine", "hills")  # in the order of the rules' numbers
CLAN_NAMES = ("mu", "suhey", "weyu", "xiangi", "huan", "zhuang", "luong", "goujian")
ONE_BOX = 4  # players, and clans
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TILE_STEPS = ((3, -2), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3))
DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
SECOND = "-II"  # YN-85: behind the names of the second box
VERBS = ("pass", "lay", "city", "bid", "take", "first", "deal", "clan", "draw", "lot")  # no province has such a name
LARGEST_PURSE, LARGEST_GOAL, LARGEST_PLACE = 99, 99, 99

_PLACED = re.compile(r"([A-Z](?:-II)?)\((-?\d{1,2}),(-?\d{1,2})\)([0-5])")


def _fixed(value: Sequence[Any]) -> Key:
    listed = [list(each) for each in value]
    return Key(f"{listed}, as in every file", lambda found: found == listed and list_of(list_of(whole))(found))


def _keys(value: Any, required: set[str], optional: set[str] = frozenset()) -> bool:  # type: ignore[assignment]
    return type(value) is dict and required <= set(value) <= required | optional


SCHEMA = {
    "format": Key("1", lambda value: value == 1 and whole(value)),
    "game": Key('"yuan"', lambda value: value == "yuan"),
    "neighbour_steps": _fixed(STEPS),
    "tile_steps": _fixed(TILE_STEPS),
    "rotations": Key(f"{SIDES}, as in every file", lambda value: value == SIDES and whole(value)),
    "players": Key(
        "a table of 2, 3 and 4, each with the letters of its tiles",
        lambda v: _keys(v, {"2", "3", "4"}) and table_of(text)(v),
    ),
    "wheel": Key(
        f"a table of printed and short, each with {TURNS} numbers from 1 to {LARGEST_GOAL}",
        lambda v: (
            _keys(v, {"printed", "short"})
            and table_of(list_of(lambda n: whole(n) and 1 <= n <= LARGEST_GOAL))(v)
            and all(len(row) == TURNS for row in v.values())
        ),
    ),
    "tiles": Key(f"a table of letters, each with a list of {HEXES} texts", table_of(list_of(text))),
    "clans": Key(
        "a table of the clans, each with colour and chao",
        table_of(lambda v: _keys(v, {"colour", "chao"}) and text(v["colour"]) and whole(v["chao"])),
    ),
    "scenarios": Key(
        "a table of scenarios, each with players and tiles, and perhaps cities and auction",
        table_of(
            lambda v: (
                _keys(v, {"players", "tiles"}, {"cities", "auction"})
                and whole(v["players"])
                and text(v["tiles"])
                and table_of(text)(v.get("cities", {}))
                and type(v.get("auction", False)) is bool
            )
        ),
        default={},
        required=False,
    ),
}


class Hex(NamedTuple):
    kind: int
    province: str  # its name, else ""


class Tile(NamedTuple):
    name: str
    hexes: tuple[Hex, ...]  # the centre, then counter-clockwise from the east

    @property
    def provinces(self) -> tuple[str, ...]:
        return tuple(each.province for each in self.hexes if each.province)


class Placed(NamedTuple):
    """A tile as a scenario prints it."""

    tile: str
    q: int
    r: int
    turn: int


class Scenario(NamedTuple):
    players: int
    tiles: tuple[Placed, ...]
    cities: Mapping[int, str]  # province by clan
    auction: bool


@dataclass(frozen=True)
class Atlas:
    """A checked file: its tiles by name, those of the second box among them."""

    tiles: Mapping[str, Tile]
    players: Mapping[int, str]
    wheels: Mapping[str, tuple[int, ...]]
    corrections: tuple[int, ...]  # by clan
    colours: tuple[str, ...]
    scenarios: Mapping[str, Scenario]

    def in_play(self, seats: int) -> tuple[Tile, ...]:
        """YN-10, YN-85: the tiles for so many players."""
        two, three, four = (self.players[number] for number in (2, 3, 4))
        second = {
            5: [letter for letter in three if letter not in two],
            6: [letter for letter in four if letter not in two],
            7: three,
            8: four,
        }
        names = [*self.players[min(seats, ONE_BOX)], *(letter + SECOND for letter in second.get(seats, ()))]
        return tuple(self.tiles[name] for name in names)


def clans_of(seats: int) -> int:
    """YN-85: how many clans there are to draw from."""
    return ONE_BOX if seats <= ONE_BOX else CLANS


def boxes_of(seats: int) -> int:
    return 1 if seats <= ONE_BOX else 2


def read_atlas(board: Board) -> Atlas:
    """Check all that the rules need; BoardError names the key and the reason."""
    tiles = read_tiles(board)
    players = {number: board["players"][str(number)] for number in (2, 3, 4)}
    for number, letters in players.items():
        key = f"players.{number}"
        if len(set(letters)) != len(letters) or not all(letter in tiles for letter in letters):
            raise board.refuse(key, "must name tiles of the file, each once (YN-10)")
        if number > 2 and not set(players[number - 1]) <= set(letters):
            raise board.refuse(key, f"must have all tiles for {number - 1} players too (YN-10)")
    if list(board["clans"]) != list(CLAN_NAMES):
        raise board.refuse("clans", f"must be {', '.join(CLAN_NAMES)}, in this order (YN-85)")
    for name, clan in board["clans"].items():
        if not -4 <= clan["chao"] <= LARGEST_PURSE:
            raise board.refuse(f"clans.{name}.chao", f"must be from -4 to {LARGEST_PURSE} (YN-15)")
    atlas = Atlas(
        tiles,
        players,
        {name: tuple(wheel) for name, wheel in board["wheel"].items()},
        tuple(clan["chao"] for clan in board["clans"].values()),
        tuple(clan["colour"] for clan in board["clans"].values()),
        {name: read_scenario(board, name, tiles) for name in board["scenarios"]},
    )
    for seats in range(2, MOST_SEATS + 1):
        check_counts(board, f"players.{min(seats, ONE_BOX)}", atlas.in_play(seats), seats)
    return atlas


def read_tiles(board: Board) -> dict[str, Tile]:
    tiles, known = {}, set()
    for name, texts in board["tiles"].items():
        key = f"tiles.{name}"
        if not re.fullmatch("[A-Z]", name):
            raise board.refuse(key, "a tile is named by one capital letter")
        if len(texts) != HEXES:
            raise board.refuse(key, f"must have {HEXES} hexes, not {len(texts)} (YN-1)")
        hexes = tuple(read_hex(board, f"{key}[{place}]", words) for place, words in enumerate(texts))
        tiles[name] = Tile(name, hexes)
        for province in tiles[name].provinces:
            if province.lower() in known:
                raise board.refuse(key, f"there are two provinces named {province}")
            known.add(province.lower())
    for tile in list(tiles.values()):
        hexes = tuple(Hex(kind, province and province + SECOND) for kind, province in tile.hexes)
        tiles[tile.name + SECOND] = Tile(tile.name + SECOND, hexes)
    return tiles


def read_hex(board: Board, key: str, words: str) -> Hex:
    kind, _, name = words.partition(" ")
    if kind not in KINDS:
        raise board.refuse(key, f"{kind!r} must be one of {', '.join(KINDS)} (YN-1)")
    if KINDS.index(kind) < KINDS.index("rice"):
        if name:
            raise board.refuse(key, f"{kind} has no name: it is no province (YN-1)")
    elif not (name.isalpha() and name[0].isupper() and len(name) <= 20) or name.lower() in VERBS:
        raise board.refuse(
            key, "a province has a name of letters, the first a capital, that is no word of the notation"
        )
    return Hex(KINDS.index(kind), name)


def check_counts(board: Board, key: str, tiles: Sequence[Tile], seats: int) -> None:
    provinces = sum(len(tile.provinces) for tile in tiles)
    hills = sum(each.kind == HILLS for tile in tiles for each in tile.hexes)
    if len(tiles) > MOST_TILES:
        raise board.refuse(key, f"gives {seats} players more than {MOST_TILES} tiles")
    if not seats <= provinces <= MOST_PROVINCES:
        raise board.refuse(key, f"gives {seats} players {provinces} provinces, not {seats} to {MOST_PROVINCES} (YN-14)")
    if hills > TEMPLES * boxes_of(seats):
        raise board.refuse(key, f"gives {seats} players more hills than there are temples (YN-2, YN-13)")


def read_scenario(board: Board, name: str, tiles: Mapping[str, Tile]) -> Scenario:
    key, data = f"scenarios.{name}", board["scenarios"][name]
    if not re.fullmatch("[a-z][a-z0-9-]*", name) or name in ("quick", "free"):
        raise board.refuse(key, "a scenario is named by small letters, digits and hyphens, and not quick or free")
    seats = data["players"]
    if not 2 <= seats <= MOST_SEATS:
        raise board.refuse(f"{key}.players", f"must be from 2 to {MOST_SEATS}")
    placed = read_placed(board, f"{key}.tiles", data["tiles"], tiles, seats)
    in_play = [tiles[each.tile] for each in placed]
    check_counts(board, f"{key}.tiles", in_play, seats)
    provinces = {province.lower(): province for tile in in_play for province in tile.provinces}
    cities: dict[int, str] = {}
    for clan, province in data.get("cities", {}).items():
        where = f"{key}.cities.{clan}"
        if clan not in CLAN_NAMES[: clans_of(seats)]:
            raise board.refuse(where, f"is no clan for {seats} players (YN-85)")
        if province.lower() not in provinces:
            raise board.refuse(where, f"{province} is no province of its tiles; a city stands on one (YN-14)")
        if provinces[province.lower()] in cities.values():
            raise board.refuse(where, f"there is a city on {province} already (YN-14)")
        cities[CLAN_NAMES.index(clan)] = provinces[province.lower()]
    if cities and len(cities) != seats:
        raise board.refuse(f"{key}.cities", f"must be {seats}, one for each player, or none (YN-14)")
    return Scenario(seats, placed, cities, data.get("auction", False))


def read_placed(board: Board, key: str, words: str, tiles: Mapping[str, Tile], seats: int) -> tuple[Placed, ...]:
    placed: dict[str, Placed] = {}
    for word in words.split():
        found = _PLACED.fullmatch(word)
        if found is None or found[1] not in tiles or (found[1].endswith(SECOND) and boxes_of(seats) == 1):
            raise board.refuse(key, f"{word} must be a tile as letter(q,r)turn, such as A(3,-2)5 (YN-12)")
        each = Placed(found[1], int(found[2]), int(found[3]), int(found[4]))
        if each.tile in placed:
            raise board.refuse(key, f"tile {each.tile} is there twice (YN-12)")
        first = next(iter(placed.values()), each)
        if not on_lattice(each.q - first.q, each.r - first.r):
            raise board.refuse(key, f"{word} does not lie on the lattice of tiles round {first.tile} (YN-11)")
        for other in placed.values():
            if (other.q, other.r) == (each.q, each.r):
                raise board.refuse(key, f"{word} overlaps tile {other.tile} (YN-11)")
        placed[each.tile] = each
    apart = lie_apart([(each.q, each.r) for each in placed.values()])
    if apart is not None:
        raise board.refuse(key, f"{list(placed)[apart]} lies apart from the other tiles (YN-11)")
    return tuple(placed.values())


def on_lattice(q: int, r: int) -> bool:
    """Whether a tile can lie so far from another."""
    return (q - 2 * r) % HEXES == 0


def lie_apart(places: Sequence[tuple[int, int]]) -> int | None:
    """The number of the first place on the lattice of tiles that does not hang together with the first of all."""
    joined, rest = set(places[:1]), list(places[:1])
    while rest:
        q, r = rest.pop()
        near: Iterable[tuple[int, int]] = ((q + x, r + y) for x, y in TILE_STEPS)
        new = {place for place in near if place in places} - joined
        joined |= new
        rest.extend(new)
    return next((number for number, place in enumerate(places) if place not in joined), None)
