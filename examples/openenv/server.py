"""An OpenEnv server for one seat of a game: `uvicorn --app-dir examples/openenv server:app`.

The seed of `reset` decides all luck and the opponents, and an illegal move is answered by the clause that forbids it.
"""

import os
import random

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

import naadam
from naadam.bots.by_name import named
from naadam.core.seats import CHANCE
from naadam.llm.prompting.prompts import Prompter

GAME = os.environ.get("NAADAM_GAME", "yut")
OPPONENTS = os.environ.get("NAADAM_OPPONENTS", "level1")
SEAT = 0


class Move(Action):
    move: str


class Seen(Observation):
    text: str = ""
    refusal: str = ""


class NaadamEnvironment(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._game = naadam.load(GAME)
        self._prompter = Prompter(self._game)
        self._state = State()
        self.reset(seed=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: object) -> Seen:
        self._rng = random.Random(seed)
        self._bot = named(OPPONENTS, self._game, self._rng.getrandbits(30))
        self._state = State(episode_id=episode_id, step_count=0)
        self._position = self._game.start()
        return self._go_on(str(self._prompter.rule_book()))

    def step(self, action: Move, timeout_s: float | None = None, **_: object) -> Seen:
        self._state.step_count += 1
        try:
            self._position = self._position.apply(action.move, SEAT)
        except naadam.NaadamError as error:
            return self._seen(refusal=str(error))
        return self._go_on()

    @property
    def state(self) -> State:
        return self._state

    def _go_on(self, before: str = "") -> Seen:
        """Let chance and the other seats act until it is our turn."""
        while self._position.waiting and SEAT not in self._position.waiting:
            seat = self._position.waiting[0]
            if seat == CHANCE:
                self._position = self._position.resolve(self._rng)
            else:
                self._position = self._position.apply(self._bot.choose(self._position.view(seat)))
        return self._seen(before)

    def _seen(self, before: str = "", refusal: str = "") -> Seen:
        outcome = self._position.outcome
        text = self._prompter.position(self._position.view(SEAT))
        reward = None if outcome is None else outcome.value(SEAT)
        return Seen(text=f"{before}\n\n{text}".strip(), refusal=refusal, done=outcome is not None, reward=reward)


app = create_app(NaadamEnvironment, Move, Seen, env_name="naadam")
