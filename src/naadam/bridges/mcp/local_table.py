"""A table inside the MCP server: one seat for the assistant, computer players on the others."""

from __future__ import annotations

import random
import threading
import time

from naadam.bots.budget import Bot
from naadam.bots.by_name import named
from naadam.bots.telling import Telling
from naadam.bridges.mcp.seats import LONGEST_WAIT, NOT_YOUR_TURN, OVER, YOUR_TURN, HeldSeat, rule_on
from naadam.core.errors import NaadamError, SpecError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.llm.prompting.prompts import Prompter

OPPONENTS = ("random", "greedy", "level1", "level2", "level3", "level4", "level5")
"""Players that an assistant may ask for: no command lines and no addresses."""

RECENT = 12  # actions that are shown
SOON = 2.0  # seconds for which a move waits for the answers of the others


class LocalTable(HeldSeat):
    """A game in memory. The other seats think in a thread, so that a tool never waits long for them."""

    def __init__(self, game: Game, seat: int, opponents: str, seed: int, language: str = "en") -> None:
        self.game, self.seat = game, game.check_seat(seat)
        if opponents not in OPPONENTS:
            raise SpecError(f"opponents are {', '.join(OPPONENTS)}, not {opponents!r}")
        self._language = language
        self._prompter = Prompter(game, language)
        self._history = History(game.start())
        self._telling = Telling(self.seat, language)
        self._rng = random.Random(seed)
        self._bots: dict[int, Bot] = {
            other: named(opponents, game, seed + other) for other in range(game.seats) if other != self.seat
        }
        self._changed = threading.Condition()
        self._closed = False
        self._failure = ""
        threading.Thread(target=self._run, daemon=True).start()
        self.wait(SOON)

    @property
    def _state(self) -> State:
        return self._history.state

    def look(self) -> str:
        with self._changed:
            state, told = self._state, self._telling.told[-RECENT:]
            lines = [self._prompter.position(state.view(self.seat))]
            if told:
                lines += ["", "What happened last:", *self._prompter.history(state.view(self.seat), told)]
            return "\n".join([*lines, "", self._standing()])

    def play(self, move: str) -> str:
        with self._changed:
            state = self._state
            try:
                _, number = state.resolve_action(move, self.seat)
                refusal = state.refusal(number, self.seat)
            except NaadamError:
                refusal, number = None, -1
            if number < 0 or refusal is not None:
                return rule_on(state, self.seat, move, self._language)
            self._take(number, self.seat)
            self._changed.notify_all()
        return self.wait(SOON)

    def why(self, move: str) -> str:
        with self._changed:
            return rule_on(self._state, self.seat, move, self._language)

    def wait(self, seconds: float) -> str:
        with self._changed:
            self._changed.wait_for(self._is_ready, min(seconds, LONGEST_WAIT))
        return self.look()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _is_ready(self) -> bool:
        state = self._state
        return bool(self._closed or self._failure or state.turn is None or self.seat in state.waiting)

    def _standing(self) -> str:
        outcome = self._state.outcome
        if self._failure:
            return self._failure
        if outcome is not None:
            names = [self.game.seat_name(seat, self._language) for seat in outcome.winners]
            return f"{OVER} {outcome.text(self._language)} ({outcome.clause}) Winners: {', '.join(names)}"
        return YOUR_TURN if self.seat in self._state.waiting else NOT_YOUR_TURN

    def _take(self, number: int, seat: int) -> None:
        before = self._state
        self._history.play(number, seat)
        self._telling.add(before, number, seat)

    def _run(self) -> None:
        """Let chance and the other seats act whenever they are to."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._others())
                if self._closed:
                    return
                state, seat = self._state, self._others()[0]
            try:
                if seat == CHANCE:
                    actions, weights = zip(*state.chance(), strict=True)
                    number = int(self._rng.choices(actions, weights)[0])
                else:
                    number = int(self._bots[seat].choose(state.view(seat)))
            except Exception as error:  # a player of others may fail in any way
                with self._changed:
                    self._failure = f"The game ends here: the player of seat {seat} failed ({error})."
                    self._changed.notify_all()
                return
            with self._changed:
                if seat in self._state.waiting:  # another seat may have acted meanwhile
                    self._take(number, seat)
                self._changed.notify_all()

    def _others(self) -> list[int]:
        return [seat for seat in self._state.waiting if seat != self.seat]


def next_seed() -> int:
    """A seed for a table whose seed was not given."""
    return time.time_ns() % (1 << 60)
