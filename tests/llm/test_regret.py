"""Regret against solved tables: nothing for a perfect player, the expected amount for a random one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import platformdirs
import pytest
from small_boards import small_game
from stub_model import Messages, stub_model

import naadam
from naadam.core.compiling.compiled import COMPILING
from naadam.core.game import Game
from naadam.lab import run
from naadam.llm.exact import Exact, exact_positions
from naadam.llm.regret import Player, mean_regret, regret_work, sum_up
from naadam.solve import solve_game, tablebase
from naadam.solve.bagh_chal.solution import solve_movement
from naadam.solve.probe import SCORES

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("data")
    patch = pytest.MonkeyPatch()
    patch.setattr(platformdirs, "user_data_dir", lambda *_args, **_options: str(folder))
    yield folder
    patch.undo()


@pytest.fixture(scope="module")
def small(folder: Path) -> Game:
    game = small_game(folder)
    with pytest.raises(naadam.TableError):
        next(exact_positions(game, 1))
    solve_movement(game)
    return game


@pytest.fixture(scope="module")
def positions(small: Game) -> list[Exact]:
    return list(exact_positions(small, 40))


def test_values_are_those_of_the_table(small: Game, positions: list[Exact]) -> None:
    table = tablebase(small)
    assert len(positions) == len({one.state for one in positions}) == 40
    for one in positions:
        state = small.from_json(one.state)
        probe = table.probe(state)
        assert one.values == {str(move.action): (SCORES[move.value] + 1) / 2 for move in probe.moves}
        assert len(set(one.values.values())) > 1, "something can be thrown away"


def test_the_same_seed_gives_the_same_positions(small: Game, positions: list[Exact]) -> None:
    assert list(exact_positions(small, 10)) == positions[:10]
    assert list(exact_positions(small, 10, seed=1)) != positions[:10]


@pytest.fixture
def loaded(small: Game) -> str:
    """The spec of the small board, which is a file."""
    return small.spec


def test_the_best_action_has_no_regret_and_a_random_one_the_mean(loaded: str, positions: list[Exact]) -> None:
    perfect = list(run(regret_work(Player(loaded, "level5"), positions), workers=1))
    found = mean_regret(positions, perfect)
    assert found is not None
    assert found.regret == 0
    assert found.faultless == 1
    many = [list(run(regret_work(Player(loaded, "random", seed), positions), workers=1)) for seed in range(25)]
    regrets = [mean.regret for done in many if (mean := mean_regret(positions, done)) is not None]
    assert fmean(regrets) == pytest.approx(found.chance, abs=0.03)
    assert 0 < found.chance < found.worst <= 1


def test_a_model_is_measured_and_a_forfeit_has_no_regret(loaded: str, positions: list[Exact]) -> None:
    def answer(messages: Messages, number: int) -> str:
        return "" if number > 4 else "MOVE: " + next(iter(positions[number - 1].values))

    with stub_model(answer) as url:
        player = Player(loaded, f"llm:{url}#stub,attempts=1")
        done = list(run(regret_work(player, positions[:6]), workers=1))
    found = sum_up(player, positions[:6], done)
    assert found["forfeits"] == 2
    assert found["all"]["count"] == 4
    assert sum(group["count"] for group in found["by_phase"].values() if group) == 4
    assert [one.result["regret"] for one in done[:4]] == [one.regret(next(iter(one.values))) for one in positions[:4]]


def test_yut_has_exact_odds(folder: Path) -> None:
    game = naadam.load("yut:horses=1")
    solve_game(game)
    found = list(exact_positions(game, 12))
    assert len(found) == 12
    assert all(0 <= value <= 1 for one in found for value in one.values.values())
    assert any(0 < one.regret(action) < 0.5 for one in found for action in one.values)
    done = list(run(regret_work(Player(game.spec, "level5"), found), workers=1))
    mean = mean_regret(found, done)
    assert mean is not None
    assert mean.regret == pytest.approx(0, abs=1e-9)
