"""Guide: how a game is played, on one page: its aim, and a few pictures with a sentence each, from its `guide.toml`.

| key | content |
|---|---|
| `aim` | the clauses that say how a game is won |
| `captures` | optional: the clause by which something is taken |
| `en`, `fr`, `it` | the aim in a sentence or two |
| `[[pictures]]` | each with its own sentence in `en`, `fr`, `it`, and what is drawn: |
| `position`, `spec`, `clauses` | a position, or the start if none is named; what it is about |
| `lesson` | or that of a first step, by its number, with what is to be found there as an arrow |
| `after` | whether it is drawn as it is after that |
| `around` | the points it is about, where a board is too large to be shown whole |
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from naadam.core.registry import load_shipped
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.teaching.lessons import Lesson, captured, lessons
from naadam.core.teaching.package_files import read_file, reading
from naadam.core.texts import LANGUAGES


@dataclass(frozen=True)
class Picture:
    """A position to be drawn, as a seat sees it, with the way of a move and its captures."""

    state: State
    seat: int
    clauses: tuple[str, ...]
    texts: Mapping[str, str]
    way: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    around: tuple[str, ...] = ()

    def say(self, language: str) -> str:
        return self.texts.get(language, self.texts["en"])


@dataclass(frozen=True)
class Guide:
    """The aim of a game, and its pictures."""

    aim: tuple[str, ...]
    texts: Mapping[str, str]
    pictures: tuple[Picture, ...]
    captures: str | None = None

    def say(self, language: str) -> str:
        return self.texts.get(language, self.texts["en"])


@functools.cache
def find_guide(name: str) -> Guide | None:
    """The guide of a game; None if its package has no `guide.toml`, PackageError if that is wrong."""
    contents = read_file(name, "guide.toml")
    if contents is None:
        return None
    with reading(f"the guide of {name}"):
        pictures = tuple(_read(name, entry) for entry in contents["pictures"])
        return Guide(tuple(contents["aim"]), _texts(contents), pictures, contents.get("captures"))


def _texts(entry: Mapping[str, Any]) -> dict[str, str]:
    return {language: entry[language] for language in LANGUAGES if language in entry or language == "en"}


def _read(name: str, entry: Mapping[str, Any]) -> Picture:
    around = tuple(entry.get("around", ()))
    if "lesson" not in entry:
        game = load_shipped(entry.get("spec", name))
        state = game.position(entry["position"]) if "position" in entry else game.start()
        return Picture(state, CHANCE, tuple(entry["clauses"]), _texts(entry), around=around)
    lesson = lessons(name)[entry["lesson"] - 1]
    state, steps = lesson.start, list(_points(lesson))
    if entry.get("after"):
        for action in lesson.ways[0]:
            state = state.apply(action, lesson.seat)
        return Picture(state, lesson.seat, lesson.clauses, _texts(entry), around=around)
    way = tuple(point for number, point in enumerate(steps) if number == 0 or point != steps[number - 1])
    taken = captured(lesson.start, lesson.seat, lesson.ways[0][0]) if len(lesson.ways[0]) == 1 else []
    return Picture(state, lesson.seat, lesson.clauses, _texts(entry), way, tuple(taken), around)


def _points(lesson: Lesson) -> Iterator[str]:
    """The points of the board that are touched for the first of a lesson's ways."""
    state = lesson.start
    for action in lesson.ways[0]:
        stage = lesson.game.face.stage(scene=lesson.game.face.scene(state.record))
        gesture = lesson.game.face.gesture(state.record, lesson.seat, action)
        yield from (point for point in gesture if stage is not None and point in stage.points)
        state = state.apply(action, lesson.seat)
