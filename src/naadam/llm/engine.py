"""A uni engine whose moves come from a language model, so that it can be registered and sit at a table in the page.

`naadam engines add qwen "naadam llm engine http://localhost:8000/v1#qwen3"` registers it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import naadam
from naadam.bots.budget import Budget
from naadam.bots.telling import Telling, Told
from naadam.bots.uni.protocol import DELAY, WordsError, read_go
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.lines import Step, read_steps
from naadam.core.registry import game_names, load
from naadam.core.seats import CHANCE
from naadam.core.view import View
from naadam.llm.seat import ModelSeat, make_seat

Say = Callable[[str], None]


class ModelEngine:
    """Follows the lines of a table. A model that gives no legal action in time is an error, and loses its seat."""

    def __init__(self, say: Say, model: str) -> None:
        self._say = say
        self._model = model
        self._seat: ModelSeat | None = None
        self._game: Game | None = None
        self._history: History | None = None  # where nothing is hidden
        self._view: View | None = None  # where the table gives a view
        self._own: list[Told] = []  # the actions of the model itself, where it is sent views only
        self._order = 0  # the number of the thought that may still answer
        self._lock = threading.Lock()

    def hear(self, line: str) -> bool:
        """Follow a line; False at the end."""
        command, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "uni": self._greet, "isready": lambda _: self._say("readyok"), "setoption": lambda _: None,
            "newgame": self._begin, "position": self._place, "view": self._look, "go": self._go, "stop": self._stop,
        }  # fmt: skip
        if command == "quit":
            return False
        try:
            if command in commands:
                commands[command](rest.strip())
            elif command:
                raise WordsError(f"there is no command {command[:40]!r}; there is {', '.join(commands)}, quit")
        except NaadamError as error:
            self._complain(error)
        return True

    def _greet(self, rest: str) -> None:
        self._say(f"id name {self._model.partition('#')[2].partition(',')[0]} by Naadam {naadam.__version__}")
        self._say("id author the Naadam authors")
        for name in game_names():
            self._say(f"game {name}")
        self._say("uniok")

    def _begin(self, rest: str) -> None:
        self._game = load(rest)
        self._seat = make_seat(self._model, self._game)
        self._history = self._view = None
        self._own = []

    def _place(self, rest: str) -> None:
        game = self._expect_game()
        line, _, moves = f"{rest} ".partition(" moves ")
        history = History(game.start() if line.strip() == "start" else game.position(line.strip()))
        for step in read_steps(moves):
            history.play(step.text, step.seat)
        self._history, self._view = history, None

    def _look(self, rest: str) -> None:
        self._view, self._history = View.from_json(rest, self._expect_game()), None

    def _go(self, rest: str) -> None:
        order = read_go(rest)
        view = self._own_view(order.seat)
        budget = order.for_seat(view.seat)
        if budget.seconds is not None:
            budget = Budget(seconds=max(DELAY, budget.seconds - DELAY))
        self._order += 1
        threading.Thread(target=self._think, args=(self._order, view, budget), daemon=True).start()

    def _think(self, number: int, view: View, budget: Budget) -> None:
        assert self._seat is not None
        try:
            action = self._seat.choose(view, budget)
            answer = f"bestmove {Step(None, str(action))}"
            state, language = view.complete(0), self._seat.manner.language
            self._own.append(Told(view.seat, str(action), state.say(int(action), language, view.seat)))
        except NaadamError as error:
            answer = f"error {' '.join(str(error).split())}"
        self._answer(number, answer)

    def _answer(self, number: int, answer: str) -> None:
        """Say the answer of a thought, unless it was stopped before."""
        with self._lock:
            if number == self._order:
                self._order += 1
                self._say(answer)

    def _stop(self, rest: str) -> None:
        self._answer(self._order, "error the model has not answered yet")

    def _own_view(self, seat: int | None) -> View:
        if self._view is not None:
            view = self._view
            if self._seat is not None:
                self._seat.telling = Telling(view.seat, self._seat.manner.language)
                self._seat.telling.told = list(self._own)
        elif self._history is not None and self._history.state.turn not in (None, CHANCE):
            turn = self._history.state.turn if seat is None else seat
            assert turn is not None
            view = self._history.state.view(turn)
            assert self._seat is not None
            self._seat.telling = Telling.of(self._history, turn, self._seat.manner.language)
        else:
            raise WordsError("go: there is no position with a seat to act")
        if seat not in (None, view.seat) or not view.actions():
            raise WordsError(f"go: seat {seat} is not to act")
        return view

    def _expect_game(self) -> Game:
        if self._game is None:
            raise WordsError("there is no game yet; say newgame first")
        return self._game

    def _complain(self, error: NaadamError) -> None:
        self._say(f"error {' '.join(str(error).split())}")


def serve(model: str) -> None:
    """Play over standard input and output until the end of the input."""
    lock = threading.Lock()

    def say(line: str) -> None:
        with lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    engine = ModelEngine(say, model)
    for line in sys.stdin:
        if not engine.hear(line):
            return
