"""Puzzles: positions with a single best move, mined from games of computers and checked by search.

They are read from a game's `puzzles.toml`, which `naadam puzzles mine` writes.

| key | what it is |
|---|---|
| `spec` | the game with its options, if not the usual ones |
| `position` | where it begins, on one line |
| `seat` | who is to find the move, if it is not the seat to act |
| `solution` | the best move |
| `grade` | how hard it is: 1, 2 or 3 |
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

FILE = "puzzles.toml"
GRADES = (1, 2, 3)
KEYS = {"spec", "position", "seat", "solution", "grade"}


@dataclass(frozen=True)
class Puzzle(Lesson):
    """A position, and the one move to be found there."""

    grade: int = 1

    def say(self, key: str, language: str) -> str:
        """What is said of all puzzles: `task`, `wrong` and `found`."""
        return CORE.get("puzzles", key, language, name=self.game.seat_name(self.seat, language))

    @property
    def solution(self) -> int:
        return self.ways[0][0]


@functools.cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easy ones first; none if its package has none, PackageError if a file is wrong."""
    file = resources.files(rulebook(name).texts.package) / FILE
    if not file.is_file():
        return ()
    told = tomllib.loads(file.read_text(encoding="utf-8")).get("puzzles", [])
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
        return Puzzle(start, seat, ((solution,),), (), grade=told["grade"])
    except KeyError as missing:
        raise PackageError(f"{where} has no {missing.args[0]}") from None
    except NaadamError as error:
        raise PackageError(f"{where}: {error}") from None
