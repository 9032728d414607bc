"""Naadam's games as environments of TextArena, driven by its own registry and wrappers."""

from __future__ import annotations

import copy
import random
import re
from typing import Any

import pytest
import textarena as ta

import naadam
from naadam.bridges.textarena import NaadamEnv, environment_name
from naadam.core.registry import is_shipped

SMALL = ["bagh-chal", "hasami-shogi", "jarmo", "yut"]


def whole_game(env: Any, seed: int, luck: int, most: int = 400) -> list[tuple[int, str]]:
    """Play at random; each player's observation and action."""
    env.reset(num_players=2, seed=seed)
    rng = random.Random(luck)
    found = []
    for _ in range(most):
        player, observation = env.get_observation()
        state = env.position
        move = str(rng.choice(state.actions(player)))
        found.append((player, f"{observation}\n{move}"))
        done, _ = env.step(f"I take [{move}].")
        if done:
            return found
    return found


@pytest.mark.parametrize("name", SMALL)
def test_a_game_is_made_by_its_name_and_played_to_the_end(name: str) -> None:
    env = ta.make(environment_name(name))
    steps = whole_game(env, seed=1, luck=2)
    assert "## Rules" in steps[0][1]
    assert env.position.outcome is not None or len(steps) == 400
    if env.position.outcome is not None:
        rewards, info = env.close()
        assert rewards == {seat: env.position.outcome.value(seat) for seat in (0, 1)}
        assert env.position.outcome.clause in info[0]["reason"]


def test_all_games_are_registered() -> None:
    for name in filter(is_shipped, naadam.game_names()):
        ta.check_env_exists(environment_name(name))


def test_the_seed_is_honoured_and_the_global_generator_is_left_alone() -> None:
    env = ta.make("Naadam-Yut-v0-raw")
    random.seed(99)
    first = whole_game(env, seed=7, luck=1, most=30)
    after = random.random()
    random.seed(99)
    second = whole_game(ta.make("Naadam-Yut-v0-raw"), seed=7, luck=1, most=30)
    assert random.random() == after
    assert first == second
    assert whole_game(env, seed=8, luck=1, most=30) != first


def test_a_refusal_is_the_reason_and_the_second_one_loses() -> None:
    env = ta.make("Naadam-BaghChal-v0")
    env.reset(num_players=2, seed=0)
    assert env.get_observation()[0] == 0
    done, info = env.step("[Ga1]")
    assert not done
    assert info["reason"].startswith("BC-4: ")
    player, observation = env.get_observation()
    assert player == 0
    assert "Reason: BC-4: " in observation
    done, _ = env.step("[nonsense]")
    assert done
    rewards, game_info = env.close()
    assert rewards == {0: -1.0, 1: 1.0}
    assert game_info[0]["invalid_move"]


def test_a_good_move_makes_up_for_a_bad_one() -> None:
    env = ta.make("Naadam-BaghChal-v0", error_allowance=1)
    env.reset(num_players=2, seed=0)
    for action, player in (("[Ga1]", 0), ("[Gc3]", 1), ("[Ba1a5]", 1), ("[Ba1b1]", 0)):
        done, _ = env.step(action)
        assert not done
        assert env.get_observation()[0] == player


def test_deep_copies_go_their_own_ways() -> None:
    env = NaadamEnv("yut")
    env.reset(num_players=2, seed=3)
    twin = copy.deepcopy(env)
    for one in (env, twin):
        rng = random.Random(4)
        for _ in range(12):
            player, _ = one.get_observation()
            one.step(f"[{rng.choice(one.position.actions(player))}]")
    assert env.position == twin.position
    assert env.position is not twin.position


def test_nobody_is_sent_what_another_seat_has_sealed() -> None:
    env = NaadamEnv("yuan:players=4,scenario=river-control")
    env.reset(seed=2)
    rng = random.Random(0)
    while len(env.position.waiting) < 2:
        player, _ = env.get_observation()
        env.step(f"[{rng.choice(env.position.actions(player))}]")
    first = env.position.waiting[0]
    env.get_observation()
    plan = str(env.position.actions(first)[-1])
    env.step(f"[{plan}]")
    for other, sent in env.state.observations.items():
        if other != first:
            text = "\n".join(message for _, message, _ in sent)
            assert not re.search(rf"\b{re.escape(plan)}\b", text.split("## ")[-1])
            assert "has decided in secret" in text


def test_the_number_of_players_is_that_of_the_game() -> None:
    with pytest.raises(naadam.SpecError, match="has 2 players, not 5"):
        NaadamEnv("yut").reset(num_players=5)
