"""Board files: TOML read against a schema, with errors that name the file and the key."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from naadam.core.errors import BoardError

LARGEST_FILE = 1 << 20
MOST_DOTS = 200  # in a line: the time and memory that TOML's reader takes grow with the square of them


@dataclass(frozen=True)
class Board:
    """A board file's contents, checked for their types; `refuse` makes the error for all other faults."""

    file: str
    data: Mapping[str, Any]
    hash: str

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def refuse(self, key: str, problem: str) -> BoardError:
        """The error for a key of this file."""
        return BoardError(self.file, key, problem)


@dataclass(frozen=True)
class Key:
    """A key of a board file: the requirement on its value, in words and as a test, and whether it may be missing."""

    wanted: str
    test: Callable[[Any], bool]
    default: Any = None
    required: bool = True


def whole(value: Any) -> bool:
    """Whether it is a whole number."""
    return type(value) is int


def number(value: Any) -> bool:
    """Whether it is a number."""
    return type(value) in (int, float) and abs(value) < 1e6


def text(value: Any) -> bool:
    """Whether it is a printable text."""
    return type(value) is str and bool(value) and value.isprintable()


def list_of(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A test for a list whose items pass a test."""
    return lambda value: type(value) is list and all(test(item) for item in value)


def table_of(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A test for a table whose values pass a test."""
    return lambda value: type(value) is dict and all(test(item) for item in value.values())


Schema = Mapping[str, Key]


def load_board(value: str, package: str, schema: Schema) -> Board:
    """The board named `value` of a game package, read once, or the file at the path `value`."""
    if value.endswith(".toml"):
        return read_board(Path(value), schema)
    if (package, value) not in _shipped:
        _shipped[package, value] = read_board(resources.files(package) / "boards" / f"{value}.toml", schema)
    return _shipped[package, value]


_shipped: dict[tuple[str, str], Board] = {}  # by package and name


def read_toml(file: Path | Traversable) -> dict[str, Any]:
    """The content of a TOML file from outside; BoardError names the file."""
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise BoardError(str(file), "", "there is no such file") from None
    except ValueError:
        raise BoardError(ascii(str(file)), "", "no file can have this name") from None
    except OSError as error:
        raise BoardError(str(file), "", f"cannot be read ({error.strerror})") from None
    if len(raw) > LARGEST_FILE:
        raise BoardError(str(file), "", "is larger than a board file can be (1 MiB)")
    if any(line.count(b".") > MOST_DOTS for line in raw.splitlines()):
        raise BoardError(str(file), "", f"has a line with more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise BoardError(str(file), "", "is not a text in UTF-8") from None
    except ValueError as error:
        raise BoardError(str(file), "", f"is not TOML: {error}") from None
    except RecursionError:
        raise BoardError(str(file), "", "is not a board: its values are nested too deeply") from None


def read_board(file: Path | Traversable, schema: Schema) -> Board:
    """Read a board file and check every key against the schema."""
    data = read_toml(file)
    other = data.get("game")
    if "game" in schema and isinstance(other, str) and other and not schema["game"].test(other):
        raise BoardError(str(file), "game", f"this is a board of {other}; must be {schema['game'].wanted}")
    for key in data:
        if key not in schema:
            raise BoardError(str(file), key, f"unknown; a board has {', '.join(schema)}")
    for key, wanted in schema.items():
        if key not in data:
            if wanted.required:
                raise BoardError(str(file), key, f"missing; it must be {wanted.wanted}")
            data[key] = wanted.default
        elif not wanted.test(data[key]):
            raise BoardError(str(file), key, f"must be {wanted.wanted}")
    return Board(str(file), data, hash_of(data))


def hash_of(data: Mapping[str, Any]) -> str:
    """The hash of a board's contents, whatever the file's layout and comments.

    The order inside a table counts: a game may number its points by it.
    """
    canonical = json.dumps({key: data[key] for key in sorted(data)}, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


POINT_KEYS: Schema = {
    "points": Key(
        "a table of names, each with its place as [right, up]", table_of(lambda v: list_of(number)(v) and len(v) == 2)
    ),
    "rows": Key("a list of texts: the names of all points, row by row from the top", list_of(text)),
}


class Points:
    """The points that a board file names under `points`, with their places; numbers in the order of the file."""

    def __init__(self, board: Board, most: int) -> None:
        self._board = board
        self.names: tuple[str, ...] = tuple(board["points"])
        self.places = tuple((float(x), float(y)) for x, y in board["points"].values())
        self._number_of = {name: index for index, name in enumerate(self.names)}
        if not 4 <= len(self.names) <= most:
            raise board.refuse("points", f"a board must have 4 to {most} points, not {len(self.names)}")
        for name in self.names:
            if not re.fullmatch("[a-z][1-9][0-9]?", name):
                raise board.refuse(
                    f"points.{name}", "a point must be named by a small letter and a number from 1 to 99"
                )
        if len(set(self.places)) != len(self.places):
            raise board.refuse("points", "two points have the same place")

    def find(self, key: str, listed: Sequence[str]) -> tuple[int, ...]:
        """The numbers of the points that a key lists, each once."""
        for name in listed:
            if name not in self._number_of:
                raise self._board.refuse(key, f"there is no point {name}")
        found = tuple(self._number_of[name] for name in listed)
        if len(set(found)) != len(found):
            raise self._board.refuse(key, "names a point twice")
        return found

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The points row by row, as the key `rows` lists all of them."""
        rows = tuple(self.find(f"rows[{index}]", row.split()) for index, row in enumerate(self._board["rows"]))
        if not all(rows):
            raise self._board.refuse("rows", "a row must have at least one point")
        if sorted(point for row in rows for point in row) != list(range(len(self.names))):
            raise self._board.refuse("rows", "must name every point once")
        return rows
