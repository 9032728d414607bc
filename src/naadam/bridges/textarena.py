"""TextArena: `textarena.make("Naadam-Yut-v0")` after an import of this module; refusals are the reasons of bad moves.

An environment draws all luck from the seed of `reset`, and never from the global generator. Each player is sent the
rule book, then its own view of every position; nothing that a seat does not know is in its observations.
"""

from __future__ import annotations

import random
import re
from typing import Any

from naadam.bots.telling import Telling
from naadam.core.errors import NotationError, SeatError, SpecError
from naadam.core.extras import need
from naadam.core.registry import game_names, load
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.llm.answers import read_move
from naadam.llm.prompting.prompts import Prompter

need("textarena", "the bridge to TextArena", "textarena")

import textarena as ta  # noqa: E402
from textarena.wrappers import LLMObservationWrapper  # noqa: E402

BRACKETS = re.compile(r"\[([^\[\]\n]{1,200})\]")
FORM = "Enclose your action in square brackets, such as [{move}]. The legal actions are not listed."


class NaadamState(ta.State):
    """TextArena's record of a game, for any number of players who act in the order of the rules."""

    def __init__(self, num_players: int) -> None:
        super().__init__(num_players=num_players, seed=None)  # a seed here would set the global generator

    def begin(self, prompts: list[str], roles: dict[int, str]) -> None:
        self.standard_resets(game_state={}, role_mapping=roles)
        for player, prompt in enumerate(prompts):
            self.add_observation(to_id=player, message=prompt, observation_type=ta.ObservationType.PROMPT)
        self.errors = 0

    def finish(self, rewards: dict[int, float], reason: str) -> None:
        """End the game."""
        self.rewards = rewards
        for info in self.game_info.values():
            info["reason"] = reason
        self.done = True


class NaadamEnv(ta.Env):
    """One game of Naadam. `error_allowance` is the number of bad moves in a row that a player may make up for."""

    def __init__(self, spec: str, error_allowance: int = 1, language: str = "en") -> None:
        self.game = load(spec)
        self.error_allowance = error_allowance
        self._prompter = Prompter(self.game, language)
        self._language = language

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Begin a game; without a seed, a game that cannot be repeated."""
        if num_players not in (None, self.game.seats):
            raise SpecError(f"{self.game.spec} has {self.game.seats} players, not {num_players}")
        self._rng = random.Random(seed)
        self.position: State = self.game.start()
        self._tellings = [Telling(seat, self._language) for seat in range(self.game.seats)]
        self._sent = [0] * self.game.seats
        roles = {seat: self.game.seat_name(seat, self._language) for seat in range(self.game.seats)}
        example = FORM.format(move=self.game.notation.format(*self._some_action()))
        prompts = [
            f"You are playing {self.game.title(self._language)} as {role}.\n\n{self._prompter.rule_book()}\n\n{example}"
            for role in roles.values()
        ]
        self.state = NaadamState(self.game.seats)
        self.state.begin(prompts, roles)
        self._resolve()
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the action of the current player, or say why it is refused."""
        seat = self.state.current_player_id
        problem, number = self._read(action, seat)
        if number is None:
            self._refuse(seat, problem)
            return bool(self.state.step()[0]), {"reason": problem}
        self.state.errors = 0
        self.state.game_info[seat]["turn_count"] += 1
        self._apply(number, seat)
        self._resolve()
        self._show()
        return bool(self.state.step()[0]), {}

    # --- inside ---

    def _read(self, action: str, seat: int) -> tuple[str, int | None]:
        found = BRACKETS.findall(action)
        move = found[-1].strip() if found else read_move(action) or action.strip()
        try:
            _, number = self.position.resolve_action(move, seat)
            refusal = self.position.refusal(number, seat)
        except (NotationError, SeatError) as error:
            return error.text(self._language), None
        return ("", number) if refusal is None else (f"{refusal.clause}: {refusal.text(self._language)}", None)

    def _refuse(self, seat: int, reason: str) -> None:
        """Let the player try again, or end the game with its defeat."""
        self.state.errors += 1
        if self.state.errors <= self.error_allowance:
            message = f"Your action is invalid. Reason: {reason} Choose another action."
            self.state.add_observation(to_id=seat, message=message, observation_type=ta.ObservationType.GAME_ADMIN)
            return
        self.state.game_info[seat]["invalid_move"] = True
        allies = self.game.rulebook.allies(seat)
        rewards = {one: -1.0 if one in allies else 1.0 if self.game.seats == 2 else 0.0 for one in self._seats()}
        self.state.finish(rewards, f"Invalid move of {self.game.seat_name(seat, self._language)}. {reason}")

    def _apply(self, number: int, seat: int) -> None:
        for telling in self._tellings:
            telling.add(self.position, number, seat)
        self.position = self.position.apply(number, seat)

    def _resolve(self) -> None:
        while self.position.turn == CHANCE:
            actions, weights = zip(*self.position.chance(), strict=True)
            self._apply(int(self._rng.choices(actions, weights)[0]), CHANCE)

    def _show(self) -> None:
        """Send the events to every player, and the position to the one whose turn it is."""
        for seat, telling in enumerate(self._tellings):
            new, self._sent[seat] = telling.told[self._sent[seat] :], len(telling.told)
            if new:
                lines = self._prompter.history(self.position.view(seat), new)
                kind = ta.ObservationType.GAME_ACTION_DESCRIPTION
                self.state.add_observation(to_id=seat, message="\n".join(lines), observation_type=kind)
        outcome = self.position.outcome
        if outcome is not None:
            reason = f"{outcome.text(self._language)} ({outcome.clause})"
            self.state.finish({seat: outcome.value(seat) for seat in self._seats()}, reason)
            return
        seat = self.position.waiting[0]
        self.state.current_player_id = seat
        board = self._prompter.position(self.position.view(seat))
        self.state.add_observation(to_id=seat, message=board, observation_type=ta.ObservationType.GAME_BOARD)

    def _seats(self) -> range:
        return range(self.game.seats)

    def _some_action(self) -> tuple[Any, int, int]:
        """A legal action of the beginning of some game, for the form of answers."""
        state = self.game.start().resolve(random.Random(0))
        return state.record, state.waiting[0], state.numbers(state.waiting[0])[0]


def environment_name(game: str) -> str:
    """The name under which TextArena knows a game: `Naadam-BaghChal-v0`."""
    return f"Naadam-{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register_all() -> None:
    """Register every game of this machine; a second call changes nothing."""
    for game in game_names():
        for name, wrappers in (
            (environment_name(game), [LLMObservationWrapper]),
            (f"{environment_name(game)}-raw", []),
        ):
            if name not in ta.envs.registration.ENV_REGISTRY:
                ta.register(id=name, entry_point=NaadamEnv, default_wrappers=wrappers, spec=game)


register_all()
