"""The movement phase with the memory of BC-8: every value follows from the rules and the values one ply further.

As distances get smaller on the way to a conversion, a table in which all of them do so is the right one.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from small_boards import all_positions, all_states, small_game, solve_by_rules, wheel_game
from verifying import verify_movement, verify_placement

import naadam
from naadam.core.compiling.compiled import COMPILING
from naadam.solve import tablebase
from naadam.solve.bagh_chal import movement_with_memory
from naadam.solve.bagh_chal.solution import solve_movement, solve_placement
from naadam.solve.bagh_chal.tables import folder_of, movement_file
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.probe import SCORES, Value
from naadam.solve.table_files import open_table, write_table

pytestmark = [
    pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules"),
    pytest.mark.rule("BC-8"),
    pytest.mark.rule("BC-17"),
]


def test_a_small_board_with_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    game = small_game(tmp_path, goats=6, rules="ludos")
    told: list[float] = []
    counted = solve_movement(game, told.append, threads=2)
    assert told == sorted(told)
    assert solve_movement(game) == counted
    assert [row.draws + row.wins + row.losses for row in counted[::2]] == [294, 1628, 3990, 4890, 3128]
    assert counted[2][3:] == (1265, 134, 229, 10)  # these were found by going over all states, too
    assert counted[3][3:] == (828, 746, 54, 10)
    assert verify_movement(game, 50_000).faults == 0
    check_probes(game)
    solve_placement(game, threads=1)
    assert verify_placement(game, 2000).faults == 0
    assert tablebase(game).judge(game.start()).distance is None
    spoil(game)


def test_every_state_of_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that play can come to, by the tables and by going over the rules."""
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    game = wheel_game(tmp_path)
    solve_movement(game, threads=2)
    table, states = tablebase(game), all_states(game)
    slow = solve_by_rules(states)
    plain = {key: slow[key] for key in all_positions(game)}
    differing = 0
    for key, state in states.items():
        if state.outcome is None:
            value, distance = slow[key]
            expected = ((Value.DRAW, Value.WIN, Value.LOSS)[value], distance if value else None)
            assert table.judge(state) == expected, state
            differing += value != plain[*key[:5], -1, -1][0]
    assert differing > 100  # bars matter here
    assert {value for value, _ in slow.values()} == {1, 0, -1}


def check_probes(game: naadam.Game) -> None:
    """Along random games from random positions, with their barred moves."""
    table, rng = tablebase(game), random.Random(9)
    barred, states = 0, [state for state in all_positions(game).values() if state.outcome is None]
    for start in rng.sample(states, 40):
        state = start
        for _ in range(6):
            if state.outcome is not None:
                break
            probe = table.probe(state)
            barred += int(state.record.goats_barred >= 0 or state.record.tigers_barred >= 0)
            assert max(SCORES[move.value] for move in probe.moves) == SCORES[probe.value]
            if probe.value != Value.DRAW:
                assert {move.distance for move in probe.moves if move.action in probe.best} == {probe.distance}
            state = state.apply(rng.choice(state.actions()))
    assert barred > 50


def spoil(game: naadam.Game) -> None:
    file = movement_file(game, 1, "answers")
    header, (answers,) = open_table(file, game)
    write_table(file, header, [np.where(answers == 0, 9, answers).astype(np.int32)])
    check = verify_movement(game, 50_000)
    assert check.faults > 100
    assert game.position(check.first).turn in (0, 1)


def test_a_killed_solution_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    monkeypatch.setattr(Checkpoint, "due", lambda _self: True)
    game = wheel_game(tmp_path)
    whole = solve_movement(game, threads=1)
    answers = open_table(movement_file(game, 2, "answers"), game)[1][0].tolist()
    for file in folder_of(game).glob("*-2.*"):
        file.unlink()
    told: list[float] = []

    def stop(done: float) -> None:
        told.append(done)
        if len(told) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_movement(game, stop, threads=1)
    assert [file.name for file in folder_of(game).glob("*-2.*")] == ["movement-2.unfinished"]
    assert solve_movement(game, threads=1) == whole
    assert open_table(movement_file(game, 2, "answers"), game)[1][0].tolist() == answers


def test_a_board_that_takes_too_much_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(tmp_path))
    monkeypatch.setattr(movement_with_memory, "MOST_BYTES", 6000)
    with pytest.raises(naadam.SpecError, match="bytes of memory, more than 6,000"):
        solve_movement(small_game(tmp_path, goats=6, rules="ludos"))
