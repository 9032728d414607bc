"""A vector environment of Gymnasium on a Batch: one compiled call per step, for one seat against random players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from naadam.bridges.spaces import Observed, find_game, observation_space, reward_scale
from naadam.core.batch import Learned
from naadam.core.errors import SpecError
from naadam.core.extras import need
from naadam.core.game import Game

need("gymnasium", "the bridge to Gymnasium", "bridges")

from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

RANDOM = "random"


class SeatVectorEnv(VectorEnv):
    """Many games, in each a seat against random players. The step after the end of a game restarts it.

    `seat` is that of all games, or one for each of them. An action that the rules refuse is not taken: the reward is
    `penalty`, and `infos["refused"]` has the number of its clause. With `rewards="scaled"` scores become -1 to 1. Every
    array is new: no later step writes to it.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seat: int | Sequence[int] = 0,
        opponent: str = RANDOM,
        penalty: float = 0.0,
        render_mode: None = None,
        rewards: str = "scores",
        **options: Any,
    ) -> None:
        if opponent != RANDOM:
            raise SpecError(
                f"many games at once are played against {RANDOM!r}, not {opponent!r}; "
                "against levels let Gymnasium run one environment per process: vectorization_mode='async'"
            )
        if render_mode is not None:
            raise SpecError("many games at once are not rendered; `env.batch[index]` draws itself in a notebook")
        self.game = find_game(game, options)
        self.num_envs = num_envs
        self.batch = self.game.batch(num_envs)
        seats = [seat] * num_envs if isinstance(seat, (int, np.integer)) else list(seat)
        if len(seats) != num_envs:
            raise SpecError(f"`seat` must be one number, or one for each of the {num_envs} games, not {seat!r}")
        self.seats = np.array([self.game.check_seat(one) for one in seats], np.int64)
        self.penalty = float(penalty)
        self._factor, self._offset = reward_scale(self.game, rewards)
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.sizes.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch = self.game.batch(self.num_envs)
        self.batch.seed(int(self.np_random.integers(1 << 62)))
        return observed(self.batch.learn(None, self.seats)), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observed, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        learned = self.batch.learn(actions, self.seats)
        learned.rewards[learned.over] = learned.rewards[learned.over] * self._factor + self._offset
        infos: dict[str, Any] = {}
        if learned.refused.any():
            infos = {"refused": learned.refused, "_refused": learned.refused != 0}
            learned.rewards[infos["_refused"]] = self.penalty
        return observed(learned), learned.rewards, learned.over, np.zeros(self.num_envs, np.bool_), infos


def observed(learned: Learned) -> Observed:
    """Tensors and masks as the observation space has them, not copied."""
    return {"observation": learned.observations, "action_mask": learned.masks.view(np.int8)}
