"""The first steps of all games: their positions, solutions and sentences, judged by the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import naadam
from naadam.core.errors import PackageError
from naadam.core.teaching.lessons import EFFECTS, SAYINGS, Lesson, _read, lessons
from naadam.core.texts import LANGUAGES

GAMES = [name for name in naadam.game_names() if lessons(name)]
ALL = [pytest.param(lesson, id=f"{name}-{number}") for name in GAMES for number, lesson in enumerate(lessons(name), 1)]
SHIPPED = {"bagh-chal", "conquest", "hasami-shogi", "jarmo", "khan", "yuan", "yut"}
LONGEST = 220  # signs that a sentence or two may have, so that a phone shows them above the board


def test_every_game_that_is_shipped_has_six_to_ten() -> None:
    assert set(GAMES) >= SHIPPED
    assert all(6 <= len(lessons(name)) <= 10 for name in SHIPPED)


def test_bagh_chal_teaches_pulijudam_too() -> None:
    assert {str(lesson.game.options["board"]) for lesson in lessons("bagh-chal")} == {"bagh-chal", "pulijudam"}


@pytest.mark.parametrize("lesson", ALL)
def test_every_way_is_legal_and_found_at_its_end_and_not_before(lesson: Lesson) -> None:
    assert lesson.seat in lesson.start.waiting
    for way in lesson.ways:
        state = lesson.start
        for taken, action in enumerate(way):
            assert lesson.judge(way[:taken]) == "going" or taken == 0
            assert state.refusal(action, lesson.seat) is None
            state = state.apply(action, lesson.seat)
        assert lesson.judge(way) == "found"
    assert lesson.hint(()) in {way[0] for way in lesson.ways}
    assert lesson.hint(lesson.ways[0]) is None


@pytest.mark.parametrize("lesson", ALL)
def test_something_legal_is_wrong_so_that_there_is_something_to_find(lesson: Lesson) -> None:
    assert any(lesson.judge((number,)) == "wrong" for number in lesson.start.numbers(lesson.seat))


@pytest.mark.parametrize("lesson", [case for case in ALL if case.values[0].effect])  # type: ignore[union-attr]
def test_the_promised_effect_happens(lesson: Lesson) -> None:
    """The ways of a lesson with an effect have it themselves: without them it would be found all the same."""
    for way in lesson.ways:
        before, happened = lesson.start, False
        for action in way:
            after = before.apply(action, lesson.seat)
            happened = happened or lesson._has_effect(before, action, after)
            before = after
        assert happened


@pytest.mark.parametrize("lesson", ALL)
def test_every_sentence_is_there_in_every_language_and_short(lesson: Lesson) -> None:
    assert set(lesson.texts) == set(LANGUAGES)
    for language in LANGUAGES:
        for key in SAYINGS:
            said = lesson.say(key, language)
            assert said[-1] in ".?!", said
            assert len(said) <= LONGEST, said
        others = [lesson.say(key, other) for other in LANGUAGES if other != language for key in SAYINGS]
        assert not set(others) & {lesson.say(key, language) for key in SAYINGS}
    for clause in lesson.clauses:
        number = int(clause.split("-")[1])
        assert lesson.game.rulebook.applies(number), "it is about a rule that has a say here"


@pytest.mark.parametrize("lesson", ALL)
def test_places_that_a_sentence_names_are_on_the_board(lesson: Lesson) -> None:
    stage = lesson.game.face.stage("en", lesson.start.describe(lesson.seat).scene)
    assert stage is not None
    for language in LANGUAGES:
        for key in SAYINGS:
            named = re.findall(r"\b[a-n]\d{1,2}\b", lesson.say(key, language))
            assert set(named) <= set(stage.points)


PUT = {
    "position": "B3B/5/5/1G3/B3B B 19 0",
    "ways": ["Bxa1c3"],
    "clauses": ["BC-6"],
    "en": dict.fromkeys(SAYINGS, "Take it."),
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"moves": []}, "moves"),
        ({"position": "B3B"}, "position"),
        ({"ways": []}, "ways"),
        ({"ways": ["Ba1e5"]}, "BC"),
        ({"ways": ["Bx*e1"]}, "Bx"),
        ({"effect": "shines"}, ", ".join(EFFECTS)),
        ({"en": {"task": "Take it."}}, "task, wrong, found"),
        ({"then": ["Ga9"]}, "lesson 1"),
    ],
)
def test_a_wrong_lesson_is_an_error_of_its_package(change: dict[str, object], reason: str) -> None:
    assert _read("bagh-chal", 1, PUT).say("task", "fr") == "Take it.", "English is enough"
    with pytest.raises(PackageError, match=re.escape(reason)):
        _read("bagh-chal", 1, PUT | change)


def test_a_lesson_without_a_position_is_one_too() -> None:
    with pytest.raises(PackageError, match="has no position"):
        _read("bagh-chal", 1, {key: value for key, value in PUT.items() if key != "position"})


def test_an_effect_may_take_several_actions() -> None:
    lesson = lessons("conquest")[0]
    step = [lesson.start.resolve_action("n45-n44", 0)[1]]
    assert lesson.judge(step) == "going", "any step may come before"
    assert lesson.judge([lesson.start.resolve_action("end", 0)[1]]) == "wrong", "but not the end of the turn"


def test_what_is_data_is_found_beside_the_rules() -> None:
    folder = Path(naadam.__file__).parent / "games"
    assert {file.parent.name.replace("_", "-") for file in folder.glob("*/lessons.toml")} == SHIPPED
