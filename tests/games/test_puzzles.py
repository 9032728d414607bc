"""Puzzles: every one that is shipped loads, and a much longer search finds the same solution."""

from __future__ import annotations

import os

import pytest

from naadam.bots.levels import level
from naadam.bots.puzzles import Found, check, look
from naadam.core.errors import PackageError
from naadam.core.lessons import lessons
from naadam.core.puzzles import GRADES, _read, puzzles
from naadam.core.registry import game_names, load

GAMES = [name for name in game_names() if lessons(name)]
LEAST = 10
SAMPLE = 4  # of each game, checked again by `make test-long`


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_loads_and_its_solution_is_legal(name: str) -> None:
    known = puzzles(name)
    assert len(known) >= LEAST
    assert [puzzle.grade for puzzle in known] == sorted(puzzle.grade for puzzle in known)
    assert len({puzzle.start.position for puzzle in known}) == len(known)
    for puzzle in known:
        assert puzzle.solution in puzzle.start.numbers(puzzle.seat)
        assert len(puzzle.start.numbers(puzzle.seat)) > 3
        assert puzzle.judge([puzzle.solution]) == "found"
        other = next(action for action in puzzle.start.numbers(puzzle.seat) if action != puzzle.solution)
        assert puzzle.judge([other]) == "wrong"
        assert puzzle.grade in GRADES
        assert all(puzzle.say(key, "fr") for key in ("task", "wrong", "found"))


@pytest.mark.skipif(os.environ.get("NAADAM_PUZZLES") != "all", reason="searches for minutes: make test-long")
@pytest.mark.parametrize("name", GAMES)
def test_a_sample_is_found_by_a_longer_search(name: str) -> None:
    sample = puzzles(name)[:: max(1, len(puzzles(name)) // SAMPLE)]
    solved = []
    for puzzle in sample:
        solution = puzzle.game.notation.format(puzzle.start.record, puzzle.seat, puzzle.solution)
        found = Found(puzzle.game.spec, puzzle.start.position, puzzle.seat, solution, puzzle.grade)
        solved.append(check(puzzle.game, found, seconds=2.0))
    assert sum(solved) >= len(solved) - 1


def test_a_look_finds_what_was_mined_and_nothing_at_the_start() -> None:
    game = load("bagh-chal")
    search = level(game, 3)
    assert look(game.start(), search) is None
    puzzle = puzzles("bagh-chal")[0]
    found = look(puzzle.start, search)
    assert found is not None
    assert puzzle.start.resolve_action(found.solution, found.seat) == (puzzle.seat, puzzle.solution)
    assert found.grade == puzzle.grade
    assert check(game, found, seconds=0.1)


def test_a_puzzle_that_is_wrong_is_named() -> None:
    good = {"position": "B3B/5/5/1G3/B3B B 15 4", "solution": "Bxa1c3", "grade": 1}
    assert _read("bagh-chal", 7, good).seat == 1
    for key, value, reason in (
        ("solution", "Bxe5c3", "BC-"),
        ("grade", 4, "grade"),
        ("level", 1, "level"),
    ):
        with pytest.raises(PackageError, match=f"puzzle 7 of bagh-chal.*{reason}"):
            _read("bagh-chal", 7, good | {key: value})
    with pytest.raises(PackageError, match="has no position"):
        _read("bagh-chal", 7, {"solution": "Ba1b1", "grade": 1})
