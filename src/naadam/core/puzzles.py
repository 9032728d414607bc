"""Puzzles: positions with a single best move, mined from games of computers and checked by search.

They are read from a game's `puzzles.toml`, which `naadam puzzles mine` writes, and its `solved.toml`, with positions of
solved tables in which a single move wins: that one is written with `--from-table`, and its `spec` stands before them.

| key | what it is |
|---|---|
| `spec` | the game with its options, if not the usual ones |
| `position` | where it begins, on one line |
| `seat` | who is to find the move, if it is not the seat to act |
| `solution` | the best move |
| `grade` | how hard it is: 1, 2 or 3 |
| `distance` | of a puzzle from a table: the plies to the next conversion (docs/solved.md) |
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from naadam.core.errors import IllegalAction, NaadamError, PackageError
from naadam.core.lessons import Lesson
from naadam.core.registry import load_shipped, rulebook
from naadam.core.texts import CORE

FILES = ("puzzles.toml", "solved.toml")
GRADES = (1, 2, 3)
KEYS = {"spec", "position", "seat", "solution", "grade", "distance"}


@dataclass(frozen=True)
class Puzzle(Lesson):
    """A position, and the one move to be found there."""

    grade: int = 1
    distance: int | None = None  # plies to the next conversion, where a table knows that nothing else wins

    def say(self, key: str, language: str) -> str:
        """What is said of all puzzles: `task`, `wrong` and `found`."""
        key = key if self.distance is None else f"{key}-solved"
        return CORE.get("puzzles", key, language, name=self._side(language))

    def _side(self, language: str) -> str:
        """What the seat plays: the side that it has found out in the game, else its own name."""
        face, view = self.game.face, self.start.view(self.seat).record
        sides = face.describe(view).sides
        stage = face.stage(language, face.scene(view)) if sides else None
        return stage.items[sides[self.seat]].name if stage else self.game.seat_name(self.seat, language)

    @property
    def solution(self) -> int:
        return self.ways[0][0]


@functools.cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easy ones first, and behind them those from its tables, the quickest first.

    None if its package has none, PackageError if a file is wrong.
    """
    told: list[Mapping[str, Any]] = []
    for file in (resources.files(rulebook(name).texts.package) / file for file in FILES):
        if file.is_file():
            read = tomllib.loads(file.read_text(encoding="utf-8"))
            told += [{"spec": read.get("spec", name), **table} for table in read.get("puzzles", [])]
    return tuple(_read(name, number, table) for number, table in enumerate(told, 1))


def _read(name: str, number: int, told: Mapping[str, Any]) -> Puzzle:
    where = f"puzzle {number} of {name}"
    if unknown := set(told) - KEYS:
        raise PackageError(f"{where} has {', '.join(sorted(unknown))}, which is not known")
    try:
        start = load_shipped(told.get("spec", name)).position(told["position"])
        seat = told.get("seat", start.turn)
        _, solution = start.resolve_action(told["solution"], seat)
        if (refusal := start.refusal(solution, seat)) is not None:
            raise IllegalAction(refusal)
        if told["grade"] not in GRADES:
            raise PackageError(f"the grade must be one of {GRADES}")
        return Puzzle(start, seat, ((solution,),), (), grade=told["grade"], distance=told.get("distance"))
    except KeyError as missing:
        raise PackageError(f"{where} has no {missing.args[0]}") from None
    except NaadamError as error:
        raise PackageError(f"{where}: {error}") from None
