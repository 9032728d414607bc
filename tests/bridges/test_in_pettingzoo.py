"""PettingZoo's own tests over the games of the registry, and checks that they lack."""

from __future__ import annotations

import copy
import functools
import pickle
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from bridged import ALL, CYCLES, played
from pettingzoo.utils import parallel_to_aec

import naadam
from naadam.bridges.pettingzoo import SeatsAtOnce, SeatsInTurn, env, parallel_env
from naadam.core.game import Game

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of its connect four, which it imports where it can
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

# An observation with a mask is a dictionary, as in PettingZoo's own board games, which these warnings do not know from
# others; and after the end of a game no seat has a legal action
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
EVERY_GAME = pytest.mark.parametrize("game", played(), ids=lambda game: game.spec)


@EVERY_GAME
def test_seats_in_turn_pass_the_api_test(game: Game) -> None:
    api_test(env(game), num_cycles=CYCLES)


@EVERY_GAME
def test_seats_at_once_pass_the_api_test(game: Game) -> None:
    parallel_api_test(parallel_env(game), num_cycles=CYCLES)


@EVERY_GAME
def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    seed_test(functools.partial(env, game), num_cycles=CYCLES)
    parallel_seed_test(functools.partial(parallel_env, game), num_cycles=CYCLES)


@EVERY_GAME
def test_a_game_is_cut_after_so_many_cycles(game: Game) -> None:
    max_cycles_test(
        SimpleNamespace(
            parallel_env=functools.partial(parallel_env, game),
            env=lambda max_cycles: parallel_to_aec(parallel_env(game, max_cycles=max_cycles)),
        )
    )


@pytest.mark.parametrize("game", played() if ALL else played(("yut",)), ids=lambda game: game.spec)
def test_every_render_mode_shows_something(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(functools.partial(env, game), custom_tests={"ansi": bool})
    assert capsys.readouterr().out.count(game.face.status(game.start().record)[:4]) >= 5


def play(table: SeatsInTurn, steps: int, seed: int = 0) -> list[Any]:
    """Play on at random; all that was seen on the way."""
    rng, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        observation, *rest = table.last()
        assert observation is not None
        seen.append((table.agent_selection, observation["observation"].tobytes(), rest))
        if rest[1] or rest[2]:
            break
        table.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return seen


@pytest.mark.parametrize("spec", ["yut:players=4", "caravan"])
def test_a_copied_or_pickled_environment_goes_on_as_the_first(spec: str) -> None:
    table = env(naadam.load(spec).uncompiled())
    table.reset(seed=5)
    play(table, 7)
    copies = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    expected = play(table, 40, seed=1)
    assert len(expected) > 10
    for other in copies:
        assert play(other, 40, seed=1) == expected


def test_a_forbidden_action_names_its_clause_and_changes_nothing() -> None:
    table = env("bagh-chal")
    with pytest.raises(naadam.SpecError, match="reset"):
        table.observe("seat_0")
    table.reset()
    before = table.position
    tiger = int(before.apply("Gc3").actions()[0])
    with pytest.raises(naadam.IllegalAction) as refused:
        table.step(tiger)
    assert refused.value.refusal.clause.startswith("BC-")
    assert (table.position, table.agent_selection) == (before, "seat_0")
    with pytest.raises(naadam.NotationError):
        table.step(True)


def test_seats_that_decide_at_once_act_in_one_step() -> None:
    table = parallel_env(naadam.load("caravan", players=3).uncompiled())
    told, _ = table.reset(seed=1)
    assert table.position.waiting == (0, 1, 2)
    bids = {agent: int(np.flatnonzero(seen["action_mask"])[-1]) for agent, seen in told.items()}
    told, *_ = table.step(bids)
    masks = [seen["action_mask"] for seen in told.values()]
    assert len(table.position.waiting) == 1
    assert sum(bool(mask[table.wait]) for mask in masks) == 2, "the others can only wait"


def test_a_refused_seat_at_once_is_told_why_and_still_waits() -> None:
    table = parallel_env("bagh-chal")
    table.reset()
    before = table.position
    tiger = int(before.apply("Gc3").actions()[0])
    *_, infos = table.step({"seat_0": tiger, "seat_1": tiger})
    assert infos["seat_0"]["refusal"].startswith("BC-")
    assert "refusal" not in infos["seat_1"], "it was not to act, so nobody looked at its action"
    assert table.position == before
    with pytest.raises(naadam.SeatError, match="seat_7"):
        table.step({"seat_7": 0})


def test_rewards_are_the_scores_of_the_rules_and_the_end_names_its_clause() -> None:
    table = env("bagh-chal")
    table.reset(seed=2)
    last = play(table, 2000)[-1]
    outcome = table.position.outcome
    assert outcome is not None
    assert [table.rewards[agent] for agent in table.agents] == list(outcome.scores)
    assert last[2][3] == {"clause": outcome.clause}


def test_the_state_of_all_seats_is_in_its_space() -> None:
    for table in (env("yut", players=3), parallel_env("yut", players=3)):
        table.reset(seed=1)
        assert table.state() in table.state_space


@pytest.mark.parametrize("wanted", [{"render_mode": "gif"}, {"max_cycles": 0}, {"max_cycles": True}])
def test_an_environment_is_not_made_with_anything(wanted: dict[str, Any]) -> None:
    with pytest.raises(naadam.SpecError):
        env("yut", **wanted)
    with pytest.raises(naadam.SpecError, match="options go with a spec"):
        parallel_env(naadam.load("yut"), players=3)
    assert isinstance(parallel_env("yut"), SeatsAtOnce)
