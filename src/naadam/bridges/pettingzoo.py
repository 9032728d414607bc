"""PettingZoo: `env("yut:players=4")` asks one seat after the other, `parallel_env` all that decide simultaneously.

Chance is resolved inside, by the seed of `reset`. Rewards are the scores of the rules, at the end of a game.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from naadam.bridges import rendering
from naadam.bridges.spaces import Observed, find_game, observation_space, observe, read_action
from naadam.core.errors import SeatError, SpecError
from naadam.core.extras import need
from naadam.core.game import Game
from naadam.core.state import State

need("pettingzoo", "the bridge to PettingZoo", "bridges")

from gymnasium import spaces  # noqa: E402
from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

VERSION = 0


class Seats:
    """Base of both kinds of environment: a game, its state, and an agent for every seat."""

    metadata: dict[str, Any]
    agents: list[str]
    extra_actions: ClassVar[int] = 0

    def __init__(self, game: Game, render_mode: str | None, max_cycles: int | None) -> None:
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise SpecError(f"max_cycles must be 1 or more, not {max_cycles!r}")
        self.game = game
        self.render_mode = rendering.check_mode(render_mode)
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"naadam_{game.name.replace('-', '_')}_v{VERSION}",
            "render_modes": list(rendering.MODES),
            "render_fps": rendering.FRAMES_PER_SECOND,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents = []
        actions = game.sizes.actions + self.extra_actions
        self.observation_spaces: dict[str, Any] = {a: observation_space(game, actions) for a in self.possible_agents}
        self.action_spaces: dict[str, Any] = {a: spaces.Discrete(actions) for a in self.possible_agents}
        self.state_space = spaces.Box(0.0, 1.0, (game.seats, *game.sizes.tensor), np.float32)
        self._rng: np.random.Generator | None = None
        self._now: State | None = None
        self._steps = 0

    @property
    def position(self) -> State:
        """The state of the game; SpecError before the first `reset`."""
        if self._now is None:
            raise SpecError("call `reset` first")
        return self._now

    def begin(self, seed: int | None) -> None:
        """Start a new game, with fresh randomness if a seed is given."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self._now = self.game.start().resolve(self._rng)
        self._steps = 0
        self.agents = list(self.possible_agents)

    def play(self, state: State) -> None:
        """Go on to a state, and let chance play."""
        assert self._rng is not None, "begin makes one"
        self._now = state.resolve(self._rng)

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        try:
            return self.possible_agents.index(agent)
        except ValueError:
            raise SeatError(f"there is no agent {agent!r}; agents are {', '.join(self.possible_agents)}") from None

    def scores(self) -> dict[str, float]:
        """The scores of a game that is over, else nothing for everybody."""
        outcome = self.position.outcome
        scores = outcome.scores if outcome else (0.0,) * self.game.seats
        return {agent: scores[self.seat_of(agent)] for agent in self.agents}

    def ending(self) -> dict[str, Any]:
        """Info for all agents about a finished game: the clause that ended it."""
        outcome = self.position.outcome
        return {"clause": outcome.clause} if outcome else {}

    def observation_space(self, agent: str) -> Any:
        """The observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def state(self) -> Any:
        """The observations of all seats, seat by seat."""
        position = self.position
        return np.stack([observe(position, seat)["observation"] for seat in range(self.game.seats)])

    def render(self) -> Any:
        """Public knowledge, in the environment's render mode."""
        return rendering.show(self.position.public(), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game.spec}>"


class SeatsInTurn(Seats, AECEnv):
    """One seat after the other; of several that may act, the lowest first. A forbidden action is an IllegalAction."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> Observed:
        return observe(self.position, self.seat_of(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play(self.position.apply(read_action(action), self.seat_of(agent)))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.scores()
        over = self.position.turn is None
        cut = self.max_cycles is not None and self._steps >= self.max_cycles * self.game.seats
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut and not over)
        self.infos = {agent: self.ending() for agent in self.agents}
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        turn = self.position.turn
        self.agent_selection = self.agents[0] if turn is None else self.possible_agents[turn]


class SeatsAtOnce(Seats, ParallelEnv):
    """All seats simultaneously. A seat that is not to act takes the last action, which waits; its mask has no other.

    An action that is refused is not taken, and `infos[agent]["refusal"]` says why. The seats that may act when a step
    begins act in their order, each if the rules then still allow it.
    """

    extra_actions = 1

    @property
    def wait(self) -> int:
        """The number of the action that waits."""
        return self.game.sizes.actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        self.begin(seed)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        chosen = {self.seat_of(agent): read_action(action) for agent, action in actions.items()}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat in self.position.waiting:
            refusal = self._take(seat, chosen.get(seat, self.wait))
            if refusal:
                infos[self.possible_agents[seat]]["refusal"] = refusal
        self.play(self.position)
        self._steps += 1
        over = self.position.turn is None
        cut = self.max_cycles is not None and self._steps >= self.max_cycles
        seen, rewards = self._observed(), self.scores()
        terminated, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut and not over)
        infos = {agent: info | self.ending() for agent, info in infos.items()}
        if over or cut:
            self.agents = []
        return seen, rewards, terminated, truncated, infos

    def _take(self, seat: int, action: int) -> str:
        """Let a seat act; why it is refused, if it is."""
        if action == self.wait:
            return ""
        refusal = self.position.refusal(action, seat)
        if refusal is None:
            self._now = self.position.apply(action, seat)
        return str(refusal or "")

    def _observed(self) -> dict[str, Observed]:
        seen = {}
        for agent in self.agents:
            seen[agent] = observe(self.position, self.seat_of(agent), self.wait + 1)
            if not seen[agent]["action_mask"].any():
                seen[agent]["action_mask"][self.wait] = 1
        return seen


def env(
    spec: Game | str, *, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
) -> SeatsInTurn:
    """The game of a spec for PettingZoo, seat by seat; `max_cycles` actions of each seat at most."""
    return SeatsInTurn(find_game(spec, options), render_mode, max_cycles)


def parallel_env(
    spec: Game | str, *, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
) -> SeatsAtOnce:
    """The game of a spec for PettingZoo, all seats simultaneously; `max_cycles` steps at most."""
    return SeatsAtOnce(find_game(spec, options), render_mode, max_cycles)
