"""Bagh Chal solved: against the rules gone over slowly on a small board, and against the rules on the real ones."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from small_boards import all_positions, small_game, solve_by_rules, solve_placement_by_rules
from verifying import verify_movement, verify_placement

import naadam
from naadam.bots import Budget, level
from naadam.bots.solved import SolvedAlphaBeta
from naadam.core.compiling import plain
from naadam.core.compiling.compiled import COMPILING
from naadam.core.game import Game
from naadam.lab import digest, run
from naadam.lab.table_checks import check_work
from naadam.solve import tablebase
from naadam.solve.bagh_chal.movement import MovementLayer
from naadam.solve.bagh_chal.position_index import find_position
from naadam.solve.bagh_chal.solution import solve_movement, solve_placement
from naadam.solve.bagh_chal.tables import folder_of, movement_file, numbered, placement_file
from naadam.solve.bagh_chal.verification import MOVEMENT
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.coverage import find_tablebase
from naadam.solve.probe import SCORES, Entry, Tablebase, Value
from naadam.solve.retrograde.layer import Solved
from naadam.solve.table_files import open_table, pack, unpack, write_table

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")

CLASSIC = ("bagh-chal:rules=classic", "bagh-chal:board=pulijudam,rules=classic")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The movement phase of the small board with five goats, solved."""
    folder = tmp_path_factory.mktemp("data")
    patch = pytest.MonkeyPatch()
    patch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(folder))
    game = small_game(folder)
    solve_movement(game)
    yield game
    patch.undo()


@pytest.fixture
def copied(small: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The same with tables that a test may spoil."""
    shutil.copytree(folder_of(small), tmp_path / "solved" / folder_of(small).name)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    return small


def compare_with_the_rules(game: Game) -> set[tuple[int, int]]:
    """Every position of the movement phase, by the table and by going over the rules; return the values met."""
    table = tablebase(game)
    states = all_positions(game)
    slow = solve_by_rules(states)
    for key, state in states.items():
        if state.outcome is None:
            value, distance = slow[key]
            assert table.judge(state) == ((Value.DRAW, Value.WIN, Value.LOSS)[value], distance if value else None), (
                state
            )
    return {slow[key] for key in states}


def test_a_small_board_is_solved_as_by_going_over_the_rules(small: Game) -> None:
    found = compare_with_the_rules(small)
    assert {value for value, _ in found} == {1, 0, -1}
    assert max(plies for _, plies in found) >= 5


def test_so_is_one_with_more_goats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    game = small_game(tmp_path, goats=6)
    told: list[float] = []
    counted = solve_movement(game, told.append, threads=3)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert [(row.goats, row.side) for row in counted] == [(goats, side) for goats in (6, 5, 4, 3, 2) for side in (0, 1)]
    compare_with_the_rules(game)
    check_placement(game)


def check_placement(game: Game) -> None:
    """The whole game from its first goat on: the goats win here, and both sides can err."""
    with pytest.raises(naadam.TableError, match=r"placement phase of .* is not solved"):
        tablebase(game).judge(game.start())
    searched = search_few_in_hand(game)
    told: list[float] = []
    counted = solve_placement(game, told.append, threads=2)
    assert told == sorted(told)
    assert solve_placement(game) == counted
    table = tablebase(game)
    assert {state: table.judge(state) for state in searched} == searched

    def for_goats(state: naadam.State) -> int:
        return SCORES[table.judge(state).value] * (1 if state.turn == 0 else -1)

    slow = solve_placement_by_rules(game, for_goats)
    assert {for_goats(state) - value for state, value in slow.items()} == {0}
    assert set(slow.values()) == {1, 0, -1}
    assert {turn for state in slow for turn in state.waiting} == {0, 1}
    probe = table.probe(game.start())
    assert (probe.value, probe.distance) == (Value.WIN, None)
    assert [str(action) for action in probe.best] == ["Gc1", "Ga3"]
    assert all(move.distance is None for move in probe.moves)
    orbits = sum(row.wins + row.draws + row.losses for row in counted if (row.goats, row.hand, row.side) == (1, 5, 0))
    assert orbits == 38
    check_placement_check(game)


def search_few_in_hand(game: Game) -> dict[naadam.State, Entry]:
    """Values without the file of the placement phase, with one or two goats in hand, along random games."""
    table, rng = tablebase(game), random.Random(6)
    found: dict[naadam.State, Entry] = {}
    while len(found) < 12:
        state = game.start()
        while state.outcome is None and state.record.hand > 0:
            if state.record.hand <= 2:
                found[state] = table.judge(state)
            state = state.apply(rng.choice(state.actions()))
    assert {(int(state.record.hand), state.turn) for state in found} == {(2, 0), (2, 1), (1, 0), (1, 1)}
    return found


def test_tables_that_are_made_later_are_noticed(copied: Game) -> None:
    folder = folder_of(copied)
    hidden = folder.with_name("hidden")
    folder.rename(hidden)
    assert find_tablebase(copied) is None
    hidden.rename(folder)
    table = find_tablebase(copied)
    assert table is not None
    assert find_tablebase(copied) is table


def test_a_killed_solution_goes_on_where_it_was(copied: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint after every wave and level, and a kill in both phases."""
    monkeypatch.setattr(Checkpoint, "due", lambda _self: True)
    whole = solve_movement(copied)
    placed = solve_placement(copied, threads=1)
    folder = folder_of(copied)
    for file in folder.glob("*-0.*"):
        file.unlink()
    for solve, expected in ((solve_movement, whole), (solve_placement, placed)):
        told: list[float] = []

        def stop(done: float, told: list[float] = told) -> None:
            told.append(done)
            if done > 0.97 and len(told) > 4:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            solve(copied, stop, 1)
        assert [file.suffix for file in folder.glob("*-0.*")].count(".unfinished") == 1
        assert solve(copied, threads=1) == expected
        assert not list(folder.glob("*.unfinished"))


def check_placement_check(game: Game) -> None:
    """Random positions stand the check, those of a spoiled table do not."""
    check = verify_placement(game, 2000)
    assert (check.samples, check.faults) == (2000, 0)
    file = placement_file(game, 1)
    header, rows = open_table(file, game)
    write_table(file, header, [np.zeros_like(rows[0])])  # all lost
    check = verify_placement(game, 2000)
    assert check.faults > 10
    assert game.position(check.first).turn == 0


def test_a_probe_says_what_every_action_is_worth(small: Game) -> None:
    table, rng = tablebase(small), random.Random(3)
    states = [state for state in all_positions(small).values() if state.outcome is None]
    for state in rng.sample(states, 150):
        probe = table.probe(state)
        assert [move.action for move in probe.moves] == list(state.actions())
        assert probe.best
        for move in probe.moves:
            assert SCORES[move.value] <= SCORES[probe.value]
            assert (move.action in probe.best) == ((move.value, move.distance) == (probe.value, probe.distance))


def test_who_follows_a_probe_wins_when_it_says(small: Game) -> None:
    table, rng = tablebase(small), random.Random(4)
    won = [s for s in all_positions(small).values() if s.outcome is None and table.judge(s).value == Value.WIN]
    for state in rng.sample(won, 60):
        winner, plies = state.turn, 0
        while state.outcome is None:
            probe = table.probe(state)
            assert probe.value == (Value.WIN if state.turn == winner else Value.LOSS)
            after = state.apply(rng.choice(probe.best if state.turn == winner else state.actions()))
            plies = 0 if table.converts(state, after) else plies + 1
            state = after
        assert state.outcome.winners == (winner,)


@pytest.mark.rule("BC-14")
def test_a_win_that_comes_too_late_is_a_draw(small: Game) -> None:
    table = tablebase(small)
    won = [s for s in all_positions(small).values() if s.outcome is None and (table.judge(s).distance or 0) >= 4]
    state = won[0]
    value, distance = table.judge(state)
    assert distance is not None
    text = str(small.notation.format_position(state.record)).split()

    def after(turns: int) -> naadam.State:
        return small.position(" ".join([*text[:6], str(turns)]))

    assert table.judge(after(200 - distance)) == (value, distance)
    assert table.judge(after(201 - distance)) == (Value.DRAW, None)


# --- level 5 ---


def test_level_5_plays_by_the_table(small: Game) -> None:
    """Every move keeps the value; where moves are equal the search is asked."""
    player, table = level(small, 5), tablebase(small)
    assert isinstance(player, SolvedAlphaBeta)
    states = [state for state in all_positions(small).values() if state.outcome is None]
    rng, seen = random.Random(5), set()
    for state in rng.sample(states, 60):
        assert state.turn is not None
        probe = table.probe(state)
        thought = player.think(state.view(state.turn), Budget(nodes=50))
        assert thought.line[0] in probe.best
        assert (thought.value, thought.proven) == (SCORES[probe.value], True)
        assert thought.values == {move.action: SCORES[move.value] for move in probe.moves}
        seen.add((probe.value, thought.depth > 0))
    assert (Value.DRAW, True) in seen
    start = small.start()  # the placement phase has not been solved: a plain search
    assert not player.think(start.view(0), Budget(nodes=50)).proven


# --- the real boards ---


def test_the_positions_of_the_movement_phase_are_as_many_as_the_literature_counts() -> None:
    for spec, anchor in zip(CLASSIC, (88_260_972, 753_943_124), strict=True):
        game = naadam.load(spec)
        classes, _ = numbered(game)
        total = Fraction(0)
        for captured in range(5):
            empties = classes.free - int(game.rulebook.tables.goats) + captured
            for number in range(classes.total):
                turns = classes.turn_images[classes.turn_firsts[number] : classes.turn_firsts[number + 1]]
                left = [left_in_place([int(bit).bit_length() - 1 for bit in turn], empties) for turn in turns]
                total += Fraction(comb(classes.free, empties) + sum(left), 1 + len(turns))
        assert 2 * total == anchor


def left_in_place(image: list[int], size: int) -> int:
    """How many sets of a size a permutation turns into themselves: those made of whole cycles."""
    ways, seen = [1] + [0] * size, set()
    for start in range(len(image)):
        length, point = 0, start
        while point not in seen:
            seen.add(point)
            point = image[point]
            length += 1
        if length:
            ways = [ways[n] + (ways[n - length] if n >= length else 0) for n in range(size + 1)]
    return ways[size]


@pytest.mark.parametrize("spec", CLASSIC)
def test_the_moves_of_numbered_positions_are_those_of_the_rules(spec: str) -> None:
    """Also that a capture leads where the rules say: the number of goats is compared too."""
    game, rng = naadam.load(spec), random.Random(7)
    classes, finder = numbered(game)
    find = plain(find_position)
    tables = game.rulebook.tables
    points, tigers = int(tables.points), int(tables.tigers).bit_count()
    quiet = 0
    for captured in (0, 2, 4):
        layer = MovementLayer(classes, int(tables.goats) - captured, None)
        firsts, targets = np.zeros(2, np.int64), np.zeros(layer.most_moves + 1, np.int64)
        for _ in range(40):
            order = rng.sample(range(points), points)
            record = game.start().record.copy()
            record.hand, record.captured = 0, captured
            record.tigers = sum(1 << point for point in order[:tigers])
            record.goats = sum(1 << point for point in order[tigers : tigers + int(tables.goats) - captured])
            for side in (0, 1):
                record.waiting = 1 << side
                if game.rulebook.checks.end(record):  # type: ignore[attr-defined]
                    continue
                state = game.position(game.notation.format_position(record))
                place = find(finder, int(record.tigers), int(record.goats))
                layer.list_moves(side, np.array([place]), firsts, targets)
                after = [state.apply(action).record for action in state.actions()]
                expected = {find(finder, int(a.tigers), int(a.goats)) for a in after if a.captured == captured}
                assert set(targets[: firsts[1]].tolist()) == expected
                quiet += len(expected)
    assert quiet > 1000


# --- files ---


def test_the_tables_stand_the_check_and_a_wrong_value_does_not(copied: Game) -> None:
    check = verify_movement(copied, 3000)
    assert check.samples > 2990
    assert check.faults == 0
    file = movement_file(copied, 2, "values")
    header, packed = open_table(file, copied)
    values = [unpack(side, size) for side, size in zip(packed, header.sizes, strict=True)]
    values[0][values[0] == 0] = 1
    write_table(file, header, [pack(side) for side in values])
    check = verify_movement(copied, 3000)
    assert check.faults > 10
    assert copied.position(check.first).turn in (0, 1)


def test_samples_are_jobs_with_the_same_results_whoever_does_them(
    copied: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "naadam").symlink_to(tmp_path)  # where other processes look for tables
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    work = check_work(copied, [MOVEMENT], 3000)
    assert {sample.layer for sample in work.items} == set(range(5))
    assert len({sample.seed for sample in work.items}) == len(work.items)
    alone, by_two = (list(run(work, workers)) for workers in (1, 2))
    assert digest(alone) == digest(by_two)
    assert sum(done.result["samples"] for done in alone) == verify_movement(copied, 3000).samples
    assert not any(done.result["faults"] for done in alone)


def test_layers_that_are_there_are_not_solved_again(copied: Game) -> None:
    before = {captured: movement_file(copied, captured, "values").stat().st_mtime_ns for captured in range(5)}
    whole = solve_movement(copied)
    movement_file(copied, 1, "distances").unlink()
    file = movement_file(copied, 3, "values")
    file.write_bytes(file.read_bytes()[:-1] + b"\x55")
    assert solve_movement(copied) == whole
    after = {captured: movement_file(copied, captured, "values").stat().st_mtime_ns for captured in range(5)}
    assert [captured for captured in range(5) if before[captured] != after[captured]] == [1, 3]


def test_a_table_that_cannot_be_used_says_why(copied: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> str:
        with pytest.raises(naadam.TableError) as error:
            tablebase(copied)
        return str(error.value)

    file = movement_file(copied, 0, "values")
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    assert "damaged" in refused()
    file.write_bytes(b"something else")
    assert "is not a solved table" in refused()
    file.write_bytes(whole.replace(b'"format":1', b'"format":7'))
    assert "format 7" in refused()
    file.write_bytes(whole.replace(b'"rules":2', b'"rules":1'))
    assert "version 1 of the rules" in refused()
    file.write_bytes(whole.replace(b'"rules":2', b'"rules":x'))
    assert "header" in refused()
    file.unlink()
    assert f"naadam solve {copied.spec} --movement-only" in refused()
    file.write_bytes(whole)
    assert isinstance(tablebase(copied), Tablebase)


def test_a_damaged_table_does_not_pass_for_checked(copied: Game) -> None:
    file = movement_file(copied, 4, "distances")
    file.write_bytes(file.read_bytes()[:-1] + b"\x55")
    with pytest.raises(naadam.TableError, match="checksum"):
        verify_movement(copied, 10)


def test_a_table_is_for_its_own_game_and_phase(small: Game) -> None:
    table = tablebase(small)
    with pytest.raises(naadam.TableError, match="knows nothing of"):
        table.probe(naadam.load("bagh-chal").start())


@pytest.mark.parametrize("spec", ["bagh-chal:heroes=true", "hasami-shogi"])
def test_other_games_are_not_solved(spec: str) -> None:
    with pytest.raises(naadam.SpecError, match="cannot be solved"):
        naadam.tablebase(spec)


def test_packed_values_are_the_same_again() -> None:
    values = np.array([0, 1, 2, 3, 3, 2, 1], np.uint8)
    assert unpack(pack(values), 7).tolist() == values.tolist()
    assert len(pack(values)) == 2


def test_draws_have_no_distance_and_unused_numbers_no_value() -> None:
    plies = np.array([0, 1, 4, -1, -4, -32767], np.int16)
    solved = Solved((plies, plies))
    assert solved.values(0).tolist() == [0, 1, 1, 2, 2, 3]
    assert solved.distances(1).tolist() == [0, 0, 3, 0, 3, 0]
