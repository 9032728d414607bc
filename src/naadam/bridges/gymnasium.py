"""Gymnasium: one seat against computer players, as `gymnasium.make("Naadam/BaghChal-v0", opponent=3)`.

Importing this module registers every game, under its name without hyphens. Batches of games are in `vectors.py`, which
`gymnasium.make_vec` takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from naadam.bots.budget import Bot
from naadam.bots.by_name import named
from naadam.bridges import rendering
from naadam.bridges.spaces import Observed, find_game, observation_space, observe, read_action, reward_scale
from naadam.core.errors import NotationError, SpecError
from naadam.core.extras import need
from naadam.core.game import Game
from naadam.core.registry import game_names
from naadam.core.seats import CHANCE
from naadam.core.state import State

need("gymnasium", "the bridge to Gymnasium", "bridges")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

NAMESPACE = "Naadam"
RANDOM = "random"


class SeatEnv(gymnasium.Env):
    """A seat of a game. The others are bots: `opponent` is a level, 1 to 5, or a name such as "greedy", or one of
    these for every other seat in order.

    An action that the rules refuse is not taken: the reward is `penalty`, and `info["refusal"]` says why. Otherwise
    the reward is the seat's score, at the end of the game; `info["clause"]` then has the clause that ended it. Scores
    are those of the rules (`game.sizes.scores` has their bounds), or from -1 to 1 with `rewards="scaled"`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(rendering.MODES),
        "render_fps": rendering.FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        opponent: int | str | Sequence[int | str] = RANDOM,
        penalty: float = 0.0,
        render_mode: str | None = None,
        rewards: str = "scores",
        **options: Any,
    ) -> None:
        self.game = find_game(game, options)
        self.seat = self.game.check_seat(seat)
        self.penalty = float(penalty)
        self._factor, self._offset = reward_scale(self.game, rewards)
        self.render_mode = rendering.check_mode(render_mode)
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.sizes.actions)
        others = [other for other in range(self.game.seats) if other != seat]
        self._names = dict(zip(others, name_bots(opponent, len(others)), strict=True))
        self._bots: dict[int, Bot] = {other: named(name, self.game) for other, name in self._names.items()}
        self._state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:  # bots with their own randomness restart, too
            seeds = self.np_random.integers(1 << 31, size=len(self._names)).tolist()
            self._bots = {
                other: named(name, self.game, own)
                for (other, name), own in zip(self._names.items(), seeds, strict=True)
            }
        self._state = self._play_on(self.game.start())
        return observe(self._state, self.seat), {}

    def step(self, action: np.int64 | int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        state, number = self.state, read_action(action)
        if not 0 <= number < self.game.sizes.actions:
            raise NotationError(f"{number} is not one of the {self.game.sizes.actions} actions")
        if not state.waiting:
            raise SpecError("the game is over: call `reset`")
        refusal = state.refusal(number, self.seat)
        if refusal is not None:
            return observe(state, self.seat), self.penalty, False, False, {"refusal": str(refusal)}
        self._state = state = self._play_on(state.apply(number, self.seat))
        outcome = state.outcome
        seen = observe(state, self.seat)
        if outcome is None:
            return seen, 0.0, False, False, {}
        reward = outcome.scores[self.seat] * self._factor + self._offset
        return seen, reward, True, False, {"clause": outcome.clause}

    @property
    def state(self) -> State:
        """The state of the game, with all that is hidden; SpecError before the first `reset`."""
        if self._state is None:
            raise SpecError("call `reset` first")
        return self._state

    def _play_on(self, state: State) -> State:
        """The others and chance play until the seat is to act, or the game is over."""
        while state.waiting and self.seat not in state.waiting:
            other = state.waiting[0]
            if other == CHANCE:
                state = state.resolve(self.np_random)
            else:
                state = state.apply(int(self._bots[other].choose(state.view(other))), other)
        return state

    def render(self) -> Any:
        """The seat's view, in the environment's render mode."""
        return rendering.show(self.state.view(self.seat), self.render_mode)


def name_bots(opponent: int | str | Sequence[int | str], count: int) -> list[str]:
    """The names of so many bots, from a level or a name for all of them, or one for each."""
    listed = [opponent] * count if isinstance(opponent, (int, str)) else list(opponent)
    if len(listed) != count:
        raise SpecError(
            f"there are {count} other seats, so `opponent` must be one for all or {count}, not {opponent!r}"
        )
    return [one if isinstance(one, str) else f"level{one}" for one in listed]


def environment_id(name: str) -> str:
    """The name under which Gymnasium knows a game: `Naadam/BaghChal-v0`."""
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in name.split('-'))}-v0"


def register() -> None:
    """Register every game of the registry with Gymnasium."""
    for name in game_names():
        gymnasium.register(
            environment_id(name),
            entry_point="naadam.bridges.gymnasium:SeatEnv",
            vector_entry_point="naadam.bridges.vectors:SeatVectorEnv",
            kwargs={"game": name},
        )


register()
