"""Retrograde analysis knows no game: random games are solved as by going over all positions."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import naadam
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.retrograde import Exit, Solved, solve_layer, solver
from naadam.solve.retrograde.scored import solve_scored
from naadam.solve.retrograde.waves import BLOCK_BITS

Position = tuple[int, int]  # side to move, number
OVER = {Exit.OVER_LOSS: -1, Exit.OVER_DRAW: 0, Exit.OVER_WIN: 1}
OUT = {Exit.LOSS: -1, Exit.DRAW: 0, Exit.WIN: 1}


class Listed:
    """A layer whose moves are written down one by one."""

    def __init__(self, moves: list[list[list[int]]], exits: list[list[int]], reversible: bool) -> None:
        self.moves, self.exits, self.reversible = moves, exits, reversible
        self.sizes = (len(moves[0]), len(moves[1]))
        self.unmoves: list[list[list[int]]] = [[[] for _ in side] for side in moves]
        for side in (0, 1):
            for source, targets in enumerate(moves[side]):
                for target in set(targets):
                    self.unmoves[1 - side][target].append(source)
        self.most_moves = max(len(row) for rows in (*moves, *self.unmoves) for row in rows)

    def judge_exits(self, side: int, positions: Any, exits: Any) -> None:
        exits[:] = [self.exits[side][position] for position in positions]

    def list_moves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        self._list(self.moves[side], positions, firsts, targets)

    def list_unmoves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        assert self.reversible
        self._list(self.unmoves[side], positions, firsts, targets)

    def _list(self, rows: list[list[int]], positions: Any, firsts: Any, targets: Any) -> None:
        listed = [rows[position] for position in positions]
        firsts[0 : len(listed) + 1] = np.cumsum([0, *map(len, listed)])
        flat = [target for row in listed for target in row]
        targets[: len(flat)] = flat


def random_layer(seed: int, size: int, reversible: bool) -> Listed:
    """A game that goes to and fro, with moves that lead to the same place more than once."""
    rng = random.Random(seed)
    sizes = (size, size + 7)
    moves: list[list[list[int]]] = [[], []]
    exits: list[list[int]] = [[], []]
    for side in (0, 1):
        for _ in range(sizes[side]):
            out = rng.choices(list(Exit), (30, 6, 2, 2, 2, 1, 1, 0))[0]
            count = 0 if out in OVER else rng.choice((1, 1, 2, 2, 3, 5)) if out == Exit.OPEN else rng.randrange(4)
            moves[side].append([rng.randrange(sizes[1 - side]) for _ in range(count)])
            exits[side].append(out)
    return Listed(moves, exits, reversible)


def go_over(layer: Listed, most: int = 500) -> dict[Position, tuple[int, int]]:
    """Value for the side to move and plies to the conversion, round by round."""
    values: dict[Position, tuple[int, int]] = {}
    positions = [(side, number) for side in (0, 1) for number in range(layer.sizes[side])]
    for side, number in positions:
        out = layer.exits[side][number]
        if out in OVER:
            values[side, number] = (OVER[Exit(out)], 0)
        elif out == Exit.WIN:
            values[side, number] = (1, 1)
    for rounds in range(1, most):
        changed = {}
        for side, number in positions:
            if (side, number) in values:
                continue
            out = layer.exits[side][number]
            after = [values.get((1 - side, target), (0, 0)) for target in layer.moves[side][number]]
            wins = [plies for value, plies in after if value == -1 and plies < rounds]
            losses = [plies for value, plies in after if value == 1 and plies < rounds]
            if wins:
                changed[side, number] = (1, 1 + min(wins))
            elif out != Exit.DRAW and len(losses) == len(after):
                changed[side, number] = (-1, 1 + max(losses, default=0))
        values |= changed
    return values


def as_pairs(solved: Solved) -> dict[Position, tuple[int, int]]:
    return {
        (side, number): ((0, 1, -1)[value], int(distance))
        for side in (0, 1)
        for number, (value, distance) in enumerate(zip(solved.values(side), solved.distances(side), strict=True))
    }


@pytest.mark.parametrize("reversible", [True, False])
@pytest.mark.parametrize("threads", [1, 3])
def test_random_games_are_solved_as_by_going_over_all_positions(reversible: bool, threads: int) -> None:
    seen = set()
    for seed in range(12):
        layer = random_layer(seed, 120, reversible)
        told: list[float] = []
        found = as_pairs(solve_layer(layer, told.append, threads))
        slow = go_over(layer)
        assert found == {position: slow.get(position, (0, 0)) for position in found}
        assert told == sorted(told)
        assert told[-1] == 1.0
        seen |= set(found.values())
    assert {(1, 3), (-1, 3), (0, 0), (-1, 0), (1, 1)} <= seen


@pytest.mark.parametrize("reversible", [True, False])
def test_what_is_further_away_than_a_game_lasts_is_drawn(reversible: bool) -> None:
    cut = 0
    for seed in range(4):
        layer = random_layer(seed, 120, reversible)
        whole = as_pairs(solve_layer(layer))
        short = as_pairs(solve_layer(layer, longest=4))
        assert short == {place: pair if pair[1] <= 4 else (0, 0) for place, pair in whole.items()}
        cut += len([pair for pair in whole.values() if pair[1] > 4])
    assert cut > 10


def test_more_positions_than_are_looked_at_in_one_go() -> None:
    """Many corridors of a hundred steps: of each only the end is decided, and one has a door that draws."""
    size, length = 40_000, 100
    moves = [[[n + 1] for n in range(size)], [[n] for n in range(size)]]
    exits = [[int(Exit.OPEN)] * size, [int(Exit.OPEN)] * size]
    for number in range(length - 1, size, length):
        moves[0][number], exits[0][number] = [], int(Exit.OVER_LOSS)
    moves[1][20_050], exits[1][20_050] = [], int(Exit.DRAW)
    for threads in (1, 2):
        solved = solve_layer(Listed(moves, exits, True), threads=threads)
        assert np.flatnonzero(solved.values(0) != 2).tolist() == list(range(20_000, 20_050))
        assert np.flatnonzero(solved.values(1) != 1).tolist() == list(range(20_000, 20_051))
        assert solved.distances(0)[:length].tolist() == [2 * (length - 1 - n) for n in range(length)]
        assert solved.distances(1)[20_051:20_100].tolist() == [2 * (length - 1 - n) + 1 for n in range(51, 100)]


def morris() -> Listed:
    """Three men's morris once all six men are down: a man moves to a point next to it, three in a line win."""
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    near = {(line[i], line[i + 1]) for line in lines for i in (0, 1)}
    near |= {(there, here) for here, there in near}
    places = sorted({"".join(men) for men in permutations("aaabbb...")})
    numbers = {men: number for number, men in enumerate(places)}

    def has_line(men: str, side: str) -> bool:
        return any(all(men[int(point)] == side for point in line) for line in lines)

    moves: list[list[list[int]]] = [[], []]
    exits: list[list[int]] = [[], []]
    for side, other, row, ends in (("a", "b", moves[0], exits[0]), ("b", "a", moves[1], exits[1])):
        for men in places:
            over = Exit.OVER_LOSS if has_line(men, other) else Exit.OVER_WIN if has_line(men, side) else Exit.OPEN
            row.append([])
            for here, there in sorted(near) if over == Exit.OPEN else ():
                if men[int(here)] == side and men[int(there)] == ".":
                    after = list(men)
                    after[int(here)], after[int(there)] = ".", side
                    row[-1].append(numbers["".join(after)])
            ends.append(int(Exit.OVER_LOSS if over == Exit.OPEN and not row[-1] else over))
    return Listed(moves, exits, True)


def test_a_game_of_another_kind_is_solved_as_by_going_over_all_positions() -> None:
    layer = morris()
    solved = solve_layer(layer)
    slow = go_over(layer, 30)
    found = as_pairs(solved)
    assert found == {position: slow.get(position, (0, 0)) for position in found}
    assert len(found) == 2 * 1680
    assert {value for value, _ in found.values()} == {1, 0, -1}
    assert max(plies for _, plies in found.values()) > 5


class Killed(Exception):
    pass


def test_work_goes_on_from_the_last_wave_that_was_kept(tmp_path: Path) -> None:
    """Killed after each wave in turn, also in the middle of writing, it ends with the same values."""
    layer = random_layer(3, 150, reversible=True)
    whole, file = solve_layer(layer), tmp_path / "unfinished"
    waves = 0
    for _ in range(200):
        told: list[float] = []

        def kill(done: float, told: list[float] = told) -> None:
            told.append(done)
            if len([part for part in told if part > 0.5]) == 2:
                raise Killed

        try:
            solved = solve_layer(layer, kill, checkpoint=Checkpoint(file, "a stamp", every=0.0))
            break
        except Killed:
            waves += 1
    assert waves > 3
    assert as_pairs(solved) == as_pairs(whole)
    assert Checkpoint(file, "a stamp").load() is not None
    assert Checkpoint(file, "another stamp").load() is None
    file.write_bytes(file.read_bytes()[:-10])
    assert Checkpoint(file, "a stamp").load() is None
    Checkpoint(file, "a stamp").remove()
    assert not file.exists()


@pytest.mark.parametrize("endless", [0, 1, -1])
def test_a_scored_layer_goes_on_from_the_batch_or_wave_that_was_kept(
    tmp_path: Path, endless: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in each of its batches it ends with the same values, and no position is judged twice."""
    monkeypatch.setattr(solver, "BATCH", 1 << BLOCK_BITS)
    monkeypatch.setattr(Checkpoint, "due", lambda _checkpoint: True)
    layer = random_layer(5, (2 << BLOCK_BITS) + 50, reversible=True)
    whole, checkpoint = solve_scored(layer, endless, 200), Checkpoint(tmp_path / "layer.unfinished", "a stamp")
    judged, stops, solved = 0, 0, None
    judge = layer.judge_exits
    left = [0]

    def judge_or_stop(side: int, positions: Any, exits: Any) -> None:
        nonlocal judged
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        judged += len(positions)
        judge(side, positions, exits)

    monkeypatch.setattr(layer, "judge_exits", judge_or_stop)

    while solved is None and stops < 20:
        left[0] = 1
        try:
            solved = solve_scored(layer, endless, 200, checkpoint=checkpoint)
        except Killed:
            stops += 1
    assert solved is not None
    for side in (0, 1):
        assert np.array_equal(solved.values[side], whole.values[side])
        assert np.array_equal(solved.plies[side], whole.plies[side])
    assert judged == sum(layer.sizes) * (2 if endless else 1)
    assert stops >= 5
    assert checkpoint.files()
    checkpoint.remove()
    assert not list(tmp_path.iterdir())


def test_a_position_without_a_move_must_be_over() -> None:
    with pytest.raises(naadam.NaadamError, match="position 1 of side 0 has no move"):
        solve_layer(Listed([[[0], []], [[0, 1]]], [[0, 0], [0]], True))


def test_a_layer_with_too_many_moves_is_refused() -> None:
    layer = random_layer(0, 20, reversible=True)
    layer.most_moves = 255
    with pytest.raises(naadam.NaadamError, match="254"):
        solve_layer(layer)


def test_unfinished_work_that_a_loss_of_power_has_emptied_is_begun_again(tmp_path: Path) -> None:
    file = tmp_path / "work.npz"
    for damaged in (b"", b"PK"):
        file.write_bytes(damaged)
        assert Checkpoint(file, "a stamp").load() is None
