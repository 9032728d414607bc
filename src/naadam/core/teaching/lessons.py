"""Lessons: the first steps of a game, positions with a sentence each and a move to find, read from its `lessons.toml`.

| key | content |
|---|---|
| `spec` | the game with its options, if not the usual ones |
| `position` | where it begins, on one line |
| `seat` | seat of the learner, if it is not the seat to act |
| `ways` | the moves that solve it: each one action, in which a `*` stands for anything, or several in order |
| `effect` | another solution, judged by the rules: `captures`, `wins`, `safe`, or `reaches`; the last with `places` |
| `within` | how many actions an effect may take, 1 if nothing is said |
| `then` | actions of others and of chance afterwards |
| `clauses` | its topic |
| `en`, `fr`, `it` | `task`, the instruction; `wrong`, the reply to other moves; `found`, the reply to a solution |
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, Literal, TypeVar

from naadam.core.errors import PackageError
from naadam.core.game import Game
from naadam.core.registry import load_shipped
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.teaching.package_files import check_keys, read_file, reading
from naadam.core.texts import LANGUAGES

Effect = Literal["captures", "wins", "safe", "reaches"]
LessonVerdict = Literal["found", "going", "wrong"]

EFFECTS = ("captures", "wins", "safe", "reaches")
SAYINGS = ("task", "wrong", "found")
KEYS = {"spec", "position", "seat", "ways", "effect", "places", "within", "then", "clauses", *LANGUAGES}


AnyLesson = TypeVar("AnyLesson", bound="Lesson")


@dataclass(frozen=True)
class Lesson:
    """A position, and the action that a seat must find there."""

    start: State
    seat: int
    ways: tuple[tuple[int, ...], ...]  # numbers of actions
    clauses: tuple[str, ...]
    effect: Effect | None = None
    places: tuple[str, ...] = ()  # of the effect, if it is not all the same where
    within: int = 1
    then: tuple[tuple[int, int], ...] = ()  # seat and action, after the first of the ways
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)

    @property
    def game(self) -> Game:
        return self.start.game

    def say(self, key: str, language: str) -> str:
        """One of its sentences, in English where it lacks the language."""
        return self.texts.get(language, self.texts["en"])[key]

    def judge(self, taken: Sequence[int]) -> LessonVerdict:
        """The result of legal actions of the seat, taken one after the other from the start."""
        if tuple(taken) in self.ways:
            return "found"
        if any(way[: len(taken)] == tuple(taken) for way in self.ways):
            return "going"
        if self.effect is None:
            return "wrong"
        before = self.start
        for action in taken:
            after = before.apply(action, self.seat)
            if self._has_effect(before, action, after):
                return "found"
            before = after
        return "going" if len(taken) < self.within and self.seat in before.waiting else "wrong"

    def hint(self, taken: Sequence[int]) -> int | None:
        """The next action on a way to the solution; None if the actions taken lead off all ways."""
        going = (way for way in self.ways if len(way) > len(taken) and way[: len(taken)] == tuple(taken))
        return next((way[len(taken)] for way in going), None)

    def _has_effect(self, before: State, action: int, after: State) -> bool:
        if self.effect == "wins":
            outcome = after.outcome
            return outcome is not None and not outcome.draw and self.seat in outcome.winners
        if self.effect == "reaches":
            shown = after.describe(self.seat)
            return any(piece.point in self.places and piece.seat == self.seat for piece in shown.pieces)
        if self.effect == "safe":
            others = [seat for seat in after.waiting if seat not in (self.seat, CHANCE)]
            return not any(captured(after, seat, answer) for seat in others for answer in after.numbers(seat))
        taken = captured(before, self.seat, action)
        return bool(set(taken).intersection(self.places or taken))


def captured(state: State, seat: int, action: int) -> list[str]:
    """Where an action would take something."""
    return state.game.face.preview(state.record, seat, action).get("captures", [])


@functools.cache
def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; none if its package has no `lessons.toml`, PackageError if that is wrong."""
    return tuple(_read(name, number, entry) for number, entry in enumerate(_entries(name), 1))


def count_lessons(name: str) -> int:
    """How many there are, right or wrong: none is read, and the game is not loaded."""
    return len(_entries(name))


def _entries(name: str) -> list[Mapping[str, Any]]:
    entries: list[Mapping[str, Any]] = (read_file(name, "lessons.toml") or {}).get("lessons", [])
    return entries


def _read(name: str, number: int, entry: Mapping[str, Any]) -> Lesson:
    where = f"lesson {number} of {name}"
    check_keys(where, entry, KEYS)
    with reading(where):
        texts = {language: entry[language] for language in LANGUAGES if language in entry}
        for language in ("en", *texts):
            if set(texts[language]) != set(SAYINGS):
                raise PackageError(f"it must have {', '.join(SAYINGS)} in {language}")
        start = load_shipped(entry.get("spec", name)).position(entry["position"])
        seat = entry.get("seat", start.turn)
        ways = tuple(numbers for way in entry["ways"] for numbers in _read_way(start, way, seat))
        effect, places = entry.get("effect"), tuple(entry.get("places", ()))
        if effect not in (None, *EFFECTS) or not ways:
            raise PackageError(f"it must have ways, and for an effect one of {', '.join(EFFECTS)}")
        lesson = Lesson(start, seat, ways, tuple(entry["clauses"]), effect, places, entry.get("within", 1), texts=texts)
        return with_then(lesson, entry.get("then", ()))


def _read_way(start: State, way: str | Sequence[str], seat: int) -> Iterator[tuple[int, ...]]:
    """The actions of a way, by their numbers; of all that fit, where a `*` stands for anything."""
    if isinstance(way, str) and "*" in way:
        found = [(int(action),) for action in start.actions(seat) if fnmatchcase(str(action), way)]
        if not found:
            raise PackageError(f"nothing that can be done there is {way}")
        yield from found
    else:
        yield tuple(_numbers(start, [way] if isinstance(way, str) else way, seat))


def _numbers(state: State, actions: Sequence[str], seat: int) -> Iterator[int]:
    for text in actions:
        _, number = state.resolve_action(text, seat)
        state = state.apply(number, seat)
        yield number


def with_then(lesson: AnyLesson, then: Sequence[str]) -> AnyLesson:
    """The lesson with the continuation of its first way, if that is possible."""
    state, steps = lesson.start, []
    for action in lesson.ways[0]:
        state = state.apply(action, lesson.seat)
    for text in then:
        seat, number = state.resolve_action(text, None)
        if state.turn == CHANCE:
            seat = CHANCE
        state = state.apply(number, seat)
        steps.append((seat, number))
    return replace(lesson, then=tuple(steps))
