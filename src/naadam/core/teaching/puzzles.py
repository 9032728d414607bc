"""Puzzles: positions with a single best move, mined from games of computers and checked by search.

They are read from a game's `puzzles.toml`, which `naadam puzzles mine` writes, and its `solved.toml`, with positions of
solved tables in which a single move wins: that one is written with `--from-table`, and its `spec` stands before them.

| key | content |
|---|---|
| `spec` | the game with its options, if not the usual ones |
| `position` | where it begins, on one line |
| `seat` | seat that looks for the move, if it is not the seat to act |
| `solution` | the best move |
| `grade` | how hard it is: 1, 2 or 3 |
| `distance` | of a puzzle from a table: the plies to the next conversion (docs/solved.md) |
| `then` | the line that follows, up to the gain of the move |
| `why` | reason for the move, where the move itself does not show it, by a name of [reasons.py](reasons.py) |
| `number` | in how many moves that is |
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from naadam.core.errors import IllegalAction, PackageError
from naadam.core.registry import load_shipped
from naadam.core.teaching.lessons import Lesson, captured, with_then
from naadam.core.teaching.package_files import check_keys, read_file, reading
from naadam.core.teaching.reasons import Reason, Why
from naadam.core.texts import CORE

FILES = ("puzzles.toml", "solved.toml")
GRADES = (1, 2, 3)
THEMES = ("wins-for-certain", "prevents-win", "prevents-capture", "prepares")  # reasons that a task may give away
KEYS = {"spec", "position", "seat", "solution", "grade", "distance", "then", "why", "number"}


@dataclass(frozen=True)
class Puzzle(Lesson):
    """A position, and the one move to be found there."""

    grade: int = 1
    distance: int | None = None  # plies to the next conversion, where a table knows that nothing else wins
    reason: Reason | None = None  # the reason for the move, where the move itself does not show it

    def say(self, key: str, language: str) -> str:
        """Texts shared by all puzzles: `task`, `wrong` and `found`. A task names its theme, if it has one."""
        name = self.start.side_name(self.seat, language)
        if self.distance is not None:
            return CORE.get("puzzles", f"{key}-solved", language, name=name)
        if key == "task" and self.theme is not None:
            count = self.reason.number if self.reason is not None else 0
            return CORE.get("puzzles", f"task-{self.theme}", language, name=name, count=count)
        return CORE.get("puzzles", key, language, name=name)

    @functools.cached_property
    def theme(self) -> str | None:
        """The part of the solution that a task may give away: its reason, or that it is one of several captures."""
        if self.reason is not None:
            if self.reason.why == "prepares" and self._ends_in_a_win():
                return "prepares-win"
            return self.reason.why if self.reason.why in THEMES else None
        captures = [number for number in self.start.numbers(self.seat) if captured(self.start, self.seat, number)]
        return "captures" if len(captures) > 1 and self.solution in captures else None

    def _ends_in_a_win(self) -> bool:
        state = self.start.apply(self.solution, self.seat)
        for seat, action in self.then:
            state = state.apply(action, seat)
        return state.outcome is not None and self.seat in state.outcome.winners

    @property
    def solution(self) -> int:
        return self.ways[0][0]


@functools.cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easy ones first, and behind them those from its tables, the quickest first.

    None if its package has none, PackageError if a file is wrong.
    """
    return tuple(_read(name, number, entry) for number, entry in enumerate(_entries(name), 1))


def count_puzzles(name: str) -> int:
    """How many there are, right or wrong: none is read, and the game is not loaded."""
    return len(_entries(name))


def _entries(name: str) -> list[Mapping[str, Any]]:
    entries: list[Mapping[str, Any]] = []
    for contents in (read_file(name, file) or {} for file in FILES):
        entries += [{"spec": contents.get("spec", name), **entry} for entry in contents.get("puzzles", [])]
    return entries


def _read(name: str, number: int, entry: Mapping[str, Any]) -> Puzzle:
    where = f"puzzle {number} of {name}"
    check_keys(where, entry, KEYS)
    with reading(where):
        start = load_shipped(entry.get("spec", name)).position(entry["position"])
        seat = entry.get("seat", start.turn)
        _, solution = start.resolve_action(entry["solution"], seat)
        if (refusal := start.refusal(solution, seat)) is not None:
            raise IllegalAction(refusal)
        if entry["grade"] not in GRADES:
            raise PackageError(f"the grade must be one of {GRADES}")
        reason = _read_reason(start.game.seats - 1 - seat, entry) if "why" in entry else None
        puzzle = Puzzle(
            start, seat, ((solution,),), (), grade=entry["grade"], distance=entry.get("distance"), reason=reason
        )
        return with_then(puzzle, entry.get("then", ()))


def _read_reason(rival: int, entry: Mapping[str, Any]) -> Reason:
    if entry["why"] not in get_args(Why):
        raise PackageError(f"the reason must be one of {', '.join(get_args(Why))}")
    seat = rival if entry["why"].startswith("prevents") else None  # only where two play
    then = tuple(entry["then"]) if entry["why"] == "prepares" else ()
    return Reason(entry["why"], entry.get("number", 0), seat, then)
