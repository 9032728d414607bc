"""Puzzles: every one that is shipped loads, and a much longer search finds the same solution."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from naadam.bots.budget import Budget
from naadam.bots.levels import level
from naadam.bots.puzzles.from_games import Found, check, explain, look
from naadam.bots.puzzles.from_tables import DEEPEST, SHORTEST
from naadam.core.compiling.compiled import COMPILING
from naadam.core.errors import PackageError, TableError
from naadam.core.registry import game_names, load
from naadam.core.state import State
from naadam.core.teaching.lessons import captured, lessons
from naadam.core.teaching.puzzles import GRADES, Puzzle, _read, puzzles
from naadam.core.teaching.reasons import Reason
from naadam.solve import tablebase
from naadam.solve.probe import Value

GAMES = [name for name in game_names() if lessons(name)]
LEAST = 10
SAMPLE = 4  # of each game, checked again by `make test-long`


def test_who_is_to_move_is_named_as_in_the_game() -> None:
    assert puzzles("yuan")[0].say("task", "en") == "Suhey to move. Find the best move."
    assert puzzles("jarmo")[0].say("task", "en") == "Green to move. Find the best move."


def test_a_task_names_its_theme() -> None:
    tasks = [puzzle.say("task", "en") for puzzle in puzzles("bagh-chal") if puzzle.distance is None]
    assert tasks[0] == "Goats to move. Prevent a capture."
    assert "Tigers to move. Find the win in 7 moves." in tasks
    assert puzzles("hasami-shogi")[1].say("task", "en") == "Red to move. Find the best capture.", "of two that it could"


@pytest.mark.parametrize("name", GAMES)
def test_a_task_says_what_a_quiet_solution_prepares(name: str) -> None:
    for puzzle in puzzles(name):
        if puzzle.distance is None and puzzle.reason is not None and puzzle.reason.why == "prepares":
            wins = follows(puzzle)[-1].outcome is not None
            assert puzzle.say("task", "en").endswith("Prepare the win." if wins else "Prepare a capture.")


@pytest.mark.parametrize("name", GAMES)
def test_a_task_does_not_give_away_the_only_capture(name: str) -> None:
    for puzzle in puzzles(name):
        captures = [each for each in puzzle.start.numbers(puzzle.seat) if captured(puzzle.start, puzzle.seat, each)]
        if captures == [puzzle.solution]:
            assert "capture" not in puzzle.say("task", "en")


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_loads_and_its_solution_is_legal(name: str) -> None:
    known = puzzles(name)
    assert len(known) >= LEAST
    assert {puzzle.grade for puzzle in known if puzzle.distance is None} == set(GRADES)
    graded = [(puzzle.distance or 0, puzzle.grade) for puzzle in known]
    assert graded == sorted(graded)
    assert len({puzzle.start.position for puzzle in known}) == len(known)
    for puzzle in known:
        assert puzzle.solution in puzzle.start.numbers(puzzle.seat)
        assert len(puzzle.start.numbers(puzzle.seat)) > 3
        assert puzzle.judge([puzzle.solution]) == "found"
        other = next(action for action in puzzle.start.numbers(puzzle.seat) if action != puzzle.solution)
        assert puzzle.judge([other]) == "wrong"
        assert puzzle.grade in GRADES
        assert all(puzzle.say(key, "fr") for key in ("task", "wrong", "found"))


def follows(puzzle: Puzzle) -> list[State]:
    """The positions from the solution on, along the line shown after it."""
    states = [puzzle.start.apply(puzzle.solution, puzzle.seat)]
    for seat, action in puzzle.then:
        states.append(states[-1].apply(action, seat))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_after_a_solution_ends_with_what_it_was_good_for(name: str) -> None:
    for puzzle in puzzles(name):
        if puzzle.then:
            *before, last = follows(puzzle)
            seat, action = puzzle.then[-1]
            assert seat == puzzle.seat
            wins = last.outcome is not None and seat in last.outcome.winners
            assert wins or captured(before[-1], seat, action)
            assert puzzle.distance is None or len(puzzle.then) < puzzle.distance


def test_a_certain_win_is_not_said_of_a_move_that_is_shown_to_win_later() -> None:
    """A line to the end is no longer than the win that is promised."""
    for puzzle in puzzles("bagh-chal"):
        if puzzle.reason is not None and puzzle.reason.why == "wins-for-certain" and follows(puzzle)[-1].outcome:
            assert len(puzzle.then) < puzzle.reason.number


@pytest.mark.skipif(os.environ.get("NAADAM_PUZZLES") != "all", reason="searches for minutes: make test-long")
@pytest.mark.parametrize("name", GAMES)
def test_a_sample_is_found_by_a_longer_search(name: str) -> None:
    known = [puzzle for puzzle in puzzles(name) if puzzle.distance is None]
    sample = known[:: max(1, len(known) // SAMPLE)]
    solved = []
    for puzzle in sample:
        solution = puzzle.game.notation.format(puzzle.start.record, puzzle.seat, puzzle.solution)
        found = Found(puzzle.game.spec, puzzle.start.position, puzzle.seat, solution, puzzle.grade)
        solved.append(check(puzzle.game, found, budget=Budget(seconds=2.0)))
    assert sum(solved) >= len(solved) - 1


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
def test_what_a_solution_is_good_for_is_found_with_the_moves_up_to_it() -> None:
    game = load("bagh-chal:rules=classic")
    found = Found(game.spec, "BGGGG/GB1GG/G2GG/GG1BG/GGBGG B 0 3 - - 0 -", 1, "Bb4b3", 1, 3)
    explained = explain(game, found, Budget(nodes=20_000))
    assert explained.then == ("Gb2c3", "Bxd2b4")
    assert explained.reason == Reason("prepares", then=explained.then)
    taking = Found("bagh-chal", "B3B/5/5/1G3/B3B B 15 4", 1, "Bxa1c3", 1)
    assert explain(load("bagh-chal"), taking, Budget(nodes=500)) == taking, "what is plain is not said twice"


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
def test_a_look_finds_what_was_mined_and_nothing_at_the_start() -> None:
    game = load("bagh-chal")
    search = level(game, 3)
    assert look(game.start(), search) is None
    puzzle = puzzles("bagh-chal")[0]
    found = look(puzzle.start, search)
    assert found is not None
    assert puzzle.start.resolve_action(found.solution, found.seat) == (puzzle.seat, puzzle.solution)
    assert found.grade == puzzle.grade
    assert check(game, found, budget=Budget(nodes=500))


def test_a_puzzle_that_is_wrong_is_named() -> None:
    good = {"position": "B3B/5/5/1G3/B3B B 15 4", "solution": "Bxa1c3", "grade": 1}
    assert _read("bagh-chal", 7, good).seat == 1
    for key, value, reason in (
        ("solution", "Bxe5c3", "BC-"),
        ("grade", 4, "grade"),
        ("level", 1, "level"),
        ("why", "luck", "reason"),
        ("then", ["Bb1b2"], "BC-"),
    ):
        with pytest.raises(PackageError, match=f"puzzle 7 of bagh-chal.*{reason}"):
            _read("bagh-chal", 7, good | {key: value})
    with pytest.raises(PackageError, match="has no position"):
        _read("bagh-chal", 7, {"solution": "Ba1b1", "grade": 1})


# --- from solved tables ---


def from_tables(name: str = "bagh-chal") -> list[Puzzle]:
    return [puzzle for puzzle in puzzles(name) if puzzle.distance is not None]


def test_there_are_a_hundred_from_tables_graded_by_depth() -> None:
    known = from_tables()
    assert len(known) == 100
    for seat in (0, 1):
        graded = Counter(puzzle.grade for puzzle in known if puzzle.seat == seat)
        assert min(graded[grade] for grade in GRADES) >= 16
    for puzzle in known:
        assert puzzle.distance is not None
        assert puzzle.distance >= SHORTEST
        assert puzzle.grade == 1 + sum(puzzle.distance > deepest for deepest in DEEPEST)
        assert puzzle.start.record.hand == 0
        assert "only move that wins" in puzzle.say("task", "en")


def test_those_of_jarmo_are_endings_graded_by_depth() -> None:
    known = from_tables("jarmo")
    assert len(known) == 35
    graded = Counter((puzzle.grade, puzzle.seat) for puzzle in known)
    assert min(graded[grade, seat] for grade in GRADES[:2] for seat in (0, 1)) >= 5
    for puzzle in known:
        assert puzzle.distance is not None
        assert puzzle.distance >= SHORTEST
        assert puzzle.grade == 1 + sum(puzzle.distance > deepest for deepest in DEEPEST)
        soldiers = sum(int(top).bit_count() for top in puzzle.start.record.tops)
        assert soldiers <= 7, "an ending"


def forces(state: State, seat: int, plies: int) -> bool:
    """Whether a seat takes something, or wins, within so many plies, whatever the other one does: by the rules."""
    if state.outcome is not None:
        return seat in state.outcome.winners
    if plies == 0:
        return False
    after = [(state.apply(action), captured(state, state.turn or 0, int(action))) for action in state.actions()]
    if state.turn == seat:
        return any(bool(taken) or forces(then, seat, plies - 1) for then, taken in after)
    return all(not taken and forces(then, seat, plies - 1) for then, taken in after)


def test_the_shortest_force_a_capture_or_the_end_in_time_by_the_rules() -> None:
    shortest = [puzzle for puzzle in from_tables() if puzzle.distance == SHORTEST]
    assert len(shortest) > 5
    for puzzle in shortest:
        assert forces(puzzle.start.apply(puzzle.solution), puzzle.seat, SHORTEST - 1)


@pytest.mark.parametrize("name", ["bagh-chal", "jarmo"])
def test_nothing_else_wins_by_the_tables(name: str) -> None:
    """Where the real board has been solved on this machine."""
    try:
        table = tablebase(from_tables(name)[0].game)
        table.probe(from_tables(name)[-1].start)
    except TableError as error:
        pytest.skip(str(error))
    for puzzle in from_tables(name):
        probe = table.probe(puzzle.start)
        assert (probe.value, probe.distance) == (Value.WIN, puzzle.distance)
        assert [int(move.action) for move in probe.moves if move.value == Value.WIN] == [puzzle.solution]
