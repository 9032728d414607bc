"""Guide: how a game is played, on one page: its aim, and a few pictures with a sentence each, from its `guide.toml`.

| key | what it is |
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
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from naadam.core.errors import NaadamError, PackageError
from naadam.core.lessons import Lesson, captured, lessons
from naadam.core.registry import load_shipped, rulebook
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import LANGUAGES


@dataclass(frozen=True)
class Picture:
    """A position to be drawn, as a seat sees it, with the way of a move and what it takes."""

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
    file = resources.files(rulebook(name).texts.package) / "guide.toml"
    if not file.is_file():
        return None
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        pictures = tuple(_read(name, picture) for picture in told["pictures"])
        return Guide(tuple(told["aim"]), _texts(told), pictures, told.get("captures"))
    except KeyError as missing:
        raise PackageError(f"the guide of {name} has no {missing.args[0]}") from None
    except (IndexError, NaadamError) as error:
        raise PackageError(f"the guide of {name}: {error}") from None


def _texts(told: Mapping[str, Any]) -> dict[str, str]:
    return {language: told[language] for language in LANGUAGES if language in told or language == "en"}


def _read(name: str, told: Mapping[str, Any]) -> Picture:
    around = tuple(told.get("around", ()))
    if "lesson" not in told:
        game = load_shipped(told.get("spec", name))
        state = game.position(told["position"]) if "position" in told else game.start()
        return Picture(state, CHANCE, tuple(told["clauses"]), _texts(told), around=around)
    lesson = lessons(name)[told["lesson"] - 1]
    state, steps = lesson.start, list(_points(lesson))
    if told.get("after"):
        for action in lesson.ways[0]:
            state = state.apply(action, lesson.seat)
        return Picture(state, lesson.seat, lesson.clauses, _texts(told), around=around)
    way = tuple(point for number, point in enumerate(steps) if number == 0 or point != steps[number - 1])
    taken = captured(lesson.start, lesson.seat, lesson.ways[0][0]) if len(lesson.ways[0]) == 1 else []
    return Picture(state, lesson.seat, lesson.clauses, _texts(told), way, tuple(taken), around)


def _points(lesson: Lesson) -> Iterator[str]:
    """The points of the board that are touched for the first of a lesson's ways."""
    state = lesson.start
    for action in lesson.ways[0]:
        stage = lesson.game.face.stage(scene=lesson.game.face.scene(state.record))
        gesture = lesson.game.face.gesture(state.record, lesson.seat, action)
        yield from (point for point in gesture if stage is not None and point in stage.points)
        state = state.apply(action, lesson.seat)
