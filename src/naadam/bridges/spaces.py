"""The spaces of a game as Gymnasium and PettingZoo know them: a tensor with a mask of legal actions, and a number."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from naadam.core.errors import NotationError, SpecError
from naadam.core.extras import need
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.core.state import State

Observed = dict[str, npt.NDArray[Any]]
REWARDS = ("scores", "scaled")


def find_game(game: Game | str, options: dict[str, Any]) -> Game:
    """A game by its spec and options, or as it is; SpecError if it shows nothing to learn from."""
    if isinstance(game, str):
        game = load(game, **options)
    elif options:
        raise SpecError("options go with a spec: this game has its own")
    if not np.prod(game.sizes.tensor):
        raise SpecError(f"{game.name} has no `observe`, so there is nothing to learn from")
    return game


def observation_space(game: Game, actions: int | None = None) -> Any:
    """The tensor of a view, and which actions are legal."""
    spaces = need("gymnasium.spaces", "an environment", "bridges")
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, game.sizes.tensor, np.float32),
            "action_mask": spaces.Box(0, 1, (game.sizes.actions if actions is None else actions,), np.int8),
        }
    )


def observe(state: State, seat: int, actions: int | None = None) -> Observed:
    """Observation of a seat, with the mask of its actions."""
    mask = np.zeros(state.game.sizes.actions if actions is None else actions, np.int8)
    mask[state.numbers(seat)] = 1
    return {"observation": tensor_of(state, seat).astype(np.float32), "action_mask": mask}


def tensor_of(state: State, seat: int) -> npt.NDArray[np.float64]:
    """Observation of a seat, as `state.view(seat).tensor()`, made with less."""
    game = state.game
    tensor = np.zeros(game.sizes.tensor)
    game.bound.observe(game.view_record(state.record, seat), seat, tensor.reshape(-1))
    return tensor


def reward_scale(game: Game, rewards: str) -> tuple[float, float]:
    """Factor and offset that turn a score into a reward: the score itself, or the same from -1 to 1."""
    if rewards not in REWARDS:
        raise SpecError(f"`rewards` must be {' or '.join(map(repr, REWARDS))}, not {rewards!r}")
    if rewards == "scores":
        return 1.0, 0.0
    low, high = game.sizes.scores
    return 2 / (high - low), -(high + low) / (high - low)


def read_action(action: object) -> int:
    """An action as a plain number, or NotationError."""
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        raise NotationError(f"an action must be a whole number, not {action!r}")
    return int(action)
