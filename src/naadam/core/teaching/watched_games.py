"""A game to watch: the record of a game between strong computers, with captions, from `watch.txt` and `watch.toml`.

`naadam example` plays such a record, the same each time for the same seed. Keys of `watch.toml`:

| key | content |
|---|---|
| `[[captions]]` | the events at a moment, in `en`, `fr` and `it`: |
| `move` | the number of moves made by then, chance included |
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from naadam.core.errors import PackageError
from naadam.core.records import Record
from naadam.core.registry import rulebook
from naadam.core.teaching.package_files import check_keys, read_file, reading
from naadam.core.texts import LANGUAGES

RECORD, CAPTIONS = "watch.txt", "watch.toml"


@dataclass(frozen=True)
class Caption:
    """A sentence about a moment of a game."""

    move: int
    texts: Mapping[str, str]

    def say(self, language: str) -> str:
        return self.texts.get(language, self.texts["en"])


@dataclass(frozen=True)
class WatchedGame:
    """The record of a whole game, and its captions in order."""

    record: Record
    captions: tuple[Caption, ...]

    def until(self, moves: int) -> Record:
        """The record of its first moves."""
        whole = self.record
        return whole if moves >= len(whole.steps) else replace(whole, steps=whole.steps[:moves], result=None, seed=None)


def has_watched_game(name: str) -> bool:
    """Whether a game's package has one, right or wrong: it is not read."""
    return _file(name).is_file()


@functools.cache
def find_watched_game(name: str) -> WatchedGame | None:
    """The game to watch; None if its package has none, PackageError if the captions are wrong."""
    if not has_watched_game(name):
        return None
    record = Record.from_text(_file(name).read_text(encoding="utf-8"))
    entries = (read_file(name, CAPTIONS) or {}).get("captions", [])
    captions = tuple(_read(name, entry) for entry in entries)
    moves = [caption.move for caption in captions]
    if moves != sorted(set(moves)) or not all(0 < move <= len(record.steps) for move in moves):
        raise PackageError(f"the captions of {name} must be in the order of the moves of its record")
    return WatchedGame(record, captions)


def _file(name: str) -> Traversable:
    return resources.files(rulebook(name).texts.package) / RECORD


def _read(name: str, entry: Mapping[str, Any]) -> Caption:
    where = f"a caption of {name}"
    check_keys(where, entry, {"move", *LANGUAGES})
    with reading(where):
        return Caption(entry["move"], {key: entry[key] for key in LANGUAGES if key in entry or key == "en"})
