"""Gymnasium's own check over the games of the registry, alone and in batches, and further properties."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from bridged import ALL, played
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import naadam
from naadam.bridges.gymnasium import SeatEnv, environment_id
from naadam.bridges.vectors import SeatVectorEnv
from naadam.core.game import Game

NAMES = naadam.game_names()  # before the toy games are among them
EVERY_GAME = pytest.mark.parametrize("game", played(), ids=lambda game: game.spec)


@EVERY_GAME
def test_every_game_passes_the_check_without_a_warning(game: Game) -> None:
    for seat in range(game.seats) if ALL else (game.seats - 1,):
        made: Any = gymnasium.make(environment_id(game.name), game=game, seat=seat)
        check_env(made.unwrapped, skip_render_check=not ALL or seat > 0)


def test_every_game_is_registered_by_its_name() -> None:
    for name in NAMES:
        assert environment_id(name) in gymnasium.registry
    alone: Any = gymnasium.make("Naadam/BaghChal-v0", opponent=1, board="pulijudam")
    assert alone.unwrapped.game.spec == "bagh-chal:board=pulijudam"
    check_env(alone.unwrapped)
    many = gymnasium.make_vec("Naadam/BaghChal-v0", num_envs=2, seat=1)
    assert isinstance(many, SeatVectorEnv)
    assert many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def play(table: SeatEnv, seed: int) -> tuple[list[bytes], float, dict[str, Any]]:
    """A game played at random: all that was seen, the last reward and its info."""
    rng = np.random.default_rng(seed)
    observation, _ = table.reset(seed=seed)
    seen, over = [], False
    while not over:
        assert observation in table.observation_space
        seen.append(observation["observation"].tobytes())
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, over, _, info = table.step(action)
        assert reward == 0 or over
    return seen, reward, info


def test_a_seat_plays_bots_to_the_end_and_the_same_seed_plays_the_same_game() -> None:
    table = SeatEnv("yut:players=3,horses=1", seat=1, opponent=("greedy", "random"))
    first = play(table, 3)
    assert first == play(table, 3) != play(table, 4)
    outcome = table.state.outcome
    assert outcome is not None
    assert play(table, 3)[1:] == (first[1], first[2])
    assert first[2]["clause"].startswith("YU-")


def test_a_refused_action_is_not_taken() -> None:
    table = SeatEnv("bagh-chal", opponent=1, penalty=-0.5)
    with pytest.raises(naadam.SpecError, match="reset"):
        table.step(0)
    observation, _ = table.reset(seed=1)
    before = table.state
    forbidden = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, over, cut, info = table.step(forbidden)
    assert (reward, over, cut, table.state) == (-0.5, False, False, before)
    assert info["refusal"].startswith("BC-")
    for wrong in (-1, 10_000, "Gc3", True):
        with pytest.raises(naadam.NotationError):
            table.step(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wanted",
    [{"seat": 2}, {"seat": True}, {"opponent": 9}, {"opponent": ("random", "random")}, {"opponent": "nobody"},
     {"render_mode": "gif"}],
)  # fmt: skip
def test_an_environment_is_not_made_with_anything(wanted: dict[str, Any]) -> None:
    with pytest.raises((naadam.SpecError, naadam.SeatError)):
        SeatEnv("bagh-chal", **wanted)
    with pytest.raises((naadam.SpecError, naadam.SeatError)):
        SeatVectorEnv("bagh-chal", 2, **({"seat": (0, 1, 0)} if "seat" in wanted else wanted))


# --- batches ---


@EVERY_GAME
def test_many_games_stay_in_their_spaces_and_begin_anew(game: Game) -> None:
    many = SeatVectorEnv(game, 2, seat=(0, game.seats - 1))
    observations, _ = many.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(400 if ALL else 5):
        assert observations in many.observation_space
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in observations["action_mask"]]
        kept = observations["observation"].copy()
        last = observations
        observations, rewards, over, cut, infos = many.step(np.array(actions))
        assert (last["observation"] == kept).all(), "no later step writes to what was given"
        assert not infos
        assert not cut.any()
        assert (rewards[~over] == 0).all()


def test_many_games_do_what_a_batch_does_and_end_as_the_rules_say() -> None:
    game = naadam.load("yut:horses=1").uncompiled()
    many = SeatVectorEnv(game, 3, penalty=-1.5)
    observations, _ = many.reset(seed=7)
    again, _ = SeatVectorEnv(game, 3).reset(seed=7)
    assert (observations["observation"] == again["observation"]).all()
    ended = 0
    for _ in range(120):
        states = list(many.batch)
        for state, tensor, mask in zip(states, *observations.values(), strict=True):
            if state.waiting:
                assert state.turn == 0
                assert np.allclose(state.view(0).tensor(), tensor)
                assert np.flatnonzero(mask).tolist() == state.numbers(0)
        actions = observations["action_mask"].argmax(axis=1)
        observations, rewards, over, _, _ = many.step(actions)
        for index in np.flatnonzero(over).tolist():
            outcome = many.batch[index].outcome
            assert outcome is not None
            assert outcome.scores[0] == rewards[index]
            ended += 1
        assert all(over[index] or not many.batch[index].outcome for index in range(3))
    assert ended > 3
    refused = observations["action_mask"].argmin(axis=1)
    _, rewards, _, _, infos = many.step(refused)
    assert (infos["refused"] % 1000 > 0).tolist() == infos["_refused"].tolist()
    assert (rewards[infos["_refused"]] == -1.5).all()
    assert infos["_refused"].any()


@pytest.mark.parametrize(("name", "low", "high"), [("jarmo", 0, 10), ("conquest", 0, 1), ("yut", -1, 1)])
def test_rewards_are_scores_or_the_same_from_minus_one_to_one(name: str, low: float, high: float) -> None:
    """Low and high are those of docs/bridges.md."""
    game = naadam.load(name)
    assert game.sizes.scores == (low, high)
    alone, scaled = SeatEnv(game), SeatEnv(game, rewards="scaled")
    assert (alone._factor, alone._offset) == (1, 0)
    assert [scaled._factor * score + scaled._offset for score in (low, high)] == pytest.approx([-1, 1])


def test_scaled_rewards_are_those_of_the_same_games() -> None:
    plain, scaled = (SeatVectorEnv("jarmo", 4, rewards=rewards) for rewards in ("scores", "scaled"))
    (seen, _), (same, _) = plain.reset(seed=3), scaled.reset(seed=3)
    ended: list[float] = []
    while len(ended) < 3:
        actions = seen["action_mask"].argmax(axis=1)
        seen, rewards, over, _, _ = plain.step(actions)
        same, between, done, _, _ = scaled.step(actions)
        assert (seen["observation"] == same["observation"]).all()
        assert (over == done).all()
        assert (between[~over] == 0).all()
        assert between[over] == pytest.approx(rewards[over] / 5 - 1)
        ended.extend(between[over])


@pytest.mark.parametrize("make", [SeatEnv, SeatVectorEnv])
def test_unknown_rewards_are_refused(make: Any) -> None:
    with pytest.raises(naadam.SpecError, match="`rewards` must be 'scores' or 'scaled', not 'percent'"):
        make("jarmo", rewards="percent")
