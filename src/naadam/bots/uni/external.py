"""A bot that is another program: any engine that speaks uni, in a separate process."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator

from naadam.bots.budget import Budget, Stopped, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled
from naadam.bots.uni.process import EngineError as EngineError
from naadam.bots.uni.process import Process, TimeIsUp
from naadam.bots.uni.protocol import Order, read_info, read_move, write_go
from naadam.bots.uni.route import Route, find_route
from naadam.core.errors import NaadamError, RecordError, SpecError
from naadam.core.game import Game
from naadam.core.lines import read_steps
from naadam.core.state import Action
from naadam.core.view import View, check_chooser

LOOKS_EVERY = 0.02  # seconds between two looks whether to stop
MOST_LINES = 100_000  # in answer to one question


class ExternalEngine:
    """Runs a command that speaks uni. Whatever goes wrong is one EngineError, and the process is ended.

    The process is started with the first move, and again after a failure. It learns no more than the view.

    - `handshake`: seconds for its introduction,
    - `preparing`: seconds that it may take to make itself ready for a game,
    - `patience`: seconds for a move without a time limit,
    - `grace`: seconds beyond its time, before it is given up.
    """

    def __init__(
        self,
        command: str,
        *,
        seed: int = 0,
        handshake: float = 10.0,
        preparing: float = 180.0,
        patience: float = 60.0,
        grace: float = 2.0,
    ) -> None:
        try:
            self._command = shlex.split(command, posix=sys.platform != "win32")
        except ValueError as error:
            raise SpecError(f"{command!r} is not a command line: {error}") from None
        if not self._command:
            raise SpecError("a command line names a program")
        self.command = command
        self.name = ""  # as the engine calls itself
        self.games: tuple[str, ...] = ()  # that it says it plays; () if it says nothing
        self._seed = seed
        self._handshake, self._preparing, self._patience, self._grace = handshake, preparing, patience, grace
        self._process: Process | None = None
        self._route: Route | None = None
        self._owes = False  # a late answer, which is dropped

    def choose(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Action:
        """The action for the view's seat; EngineError if the engine gives none that is legal."""
        check_chooser(view)
        if len(view.actions()) == 1:
            return view.actions()[0]
        try:
            return self._ask(view, budget or Budget(seconds=1.0), watch, cancelled)
        except Stopped:
            raise
        except EngineError as error:
            self.close()
            raise EngineError(f"the engine {self.name or self.command!r} {error}") from None
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Start it and read its introduction; EngineError if it does not speak uni."""
        try:
            self._start()
        except EngineError as error:
            self.close()
            raise EngineError(f"the engine {self.command!r} {error}") from None

    def close(self) -> None:
        """End the process and its children."""
        process, self._process, self._route, self._owes = self._process, None, None, False
        if process is not None:
            process.close()

    def __enter__(self) -> ExternalEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the conversation ---

    def _start(self) -> Process:
        if self._process is not None:
            return self._process
        process = self._process = Process(self._command)
        process.write("uni")
        games, options = [], set()
        for line in self._lines(process, self._handshake, "does not say uniok"):
            word, _, rest = line.partition(" ")
            if word == "uniok":
                break
            if word == "game":
                games.append(rest.strip())
            elif line.startswith("id name "):
                self.name = rest.removeprefix("name ").strip()[:80]
            elif line.startswith("option name "):
                options.add(rest.split()[1])
        self.games = tuple(games)
        if "seed" in options:
            process.write(f"setoption name seed value {self._seed % 1_000_000_000}")
        return process

    def _lines(self, process: Process, seconds: float, otherwise: str) -> Iterator[str]:
        """The engine's lines within some seconds, until the caller stops reading; EngineError when the time is over."""
        deadline = time.monotonic() + seconds
        for _ in range(MOST_LINES):
            try:
                line = process.read(deadline)
            except TimeIsUp:
                raise EngineError(f"{otherwise} within {seconds:g} s") from None
            yield line
        raise EngineError("talks without end")

    def _begin(self, process: Process, game: Game) -> None:
        if self.games and game.name not in self.games:
            raise EngineError(f"does not play {game.name}; it plays {', '.join(self.games)}"[:300])
        process.write(f"newgame {game.spec}")
        process.write("isready")
        for line in self._lines(process, self._preparing, f"is not ready for {game.spec}"):
            self._expect_no_complaint(line)
            if line == "readyok":
                return

    def _expect_no_complaint(self, line: str) -> None:
        if line.partition(" ")[0] in ("error", "refused"):
            raise EngineError(f"says: {line}"[:300])

    def _settle(self, process: Process) -> None:
        """Hear the answer to a question that was withdrawn."""
        if self._owes:
            for line in self._lines(process, self._grace, "does not stop"):
                if line.partition(" ")[0] in ("bestmove", "error", "refused"):
                    break
            self._owes = False

    def _ask(self, view: View, budget: Budget, watch: Watch, cancelled: Cancelled | None) -> Action:
        process = self._start()
        self._settle(process)
        route, is_new = find_route(view, self._route)
        if is_new:
            self._begin(process, view.game)
        self._route = route
        process.write(route.line(view))
        process.write(write_go(Order(view.seat, budget)))
        self._owes = True
        text = self._answer(process, view, budget, watch, cancelled)
        self._owes = False
        action = _legal(view, text)
        self._route = route.after(action)
        return action

    def _answer(self, process: Process, view: View, budget: Budget, watch: Watch, cancelled: Cancelled | None) -> str:
        allowed = self._patience if budget.seconds is None else budget.seconds + self._grace
        deadline = time.monotonic() + allowed
        stopped = False
        count = 0
        asked: tuple[Callable[[], bool], ...] = tuple(filter(None, (cancelled, budget.enough)))
        while count < MOST_LINES:
            if cancelled is not None and cancelled():
                process.write("stop")
                raise Stopped
            if not stopped and (time.monotonic() > deadline or (budget.enough is not None and budget.enough())):
                stopped = True
                process.write("stop")
                deadline = time.monotonic() + self._grace
            try:
                line = process.read(min(deadline, time.monotonic() + LOOKS_EVERY) if asked else deadline)
            except TimeIsUp:
                if stopped and time.monotonic() >= deadline:
                    raise EngineError(f"has not answered within {allowed:g} s, nor after stop") from None
                continue
            count += 1
            self._expect_no_complaint(line)
            word, _, rest = line.partition(" ")
            if word == "bestmove":
                return read_move(rest)
            if word == "info":
                _tell(rest, view, watch)
        raise EngineError("talks without end")


def _legal(view: View, text: str) -> Action:
    """The view's action of this notation, in any way the game reads it."""
    found = next((action for action in view.actions() if str(action) == text), None)
    if found is not None:
        return found
    try:
        state = view.complete(0)
        _, number = state.resolve_action(text, view.seat)
        refusal = state.refusal(number, view.seat)
    except NaadamError as error:
        raise EngineError(f"has played what is no move: {error}"[:300]) from None
    if refusal is not None:
        raise EngineError(f"has played {text}, which is refused by {refusal}")
    return next(action for action in view.actions() if action == number)


def _tell(text: str, view: View, watch: Watch) -> None:
    """Pass on the parts of the engine's `info` that can be parsed."""
    found = read_info(text) if watch is not ignore else None
    if found is None:
        return
    numbers, line = found
    actions: list[Action] = []
    try:
        for step in read_steps(line):
            actions.append(_legal(view, step.text))
            if view.game.hides:
                break
            state = view.complete(0).apply(actions[-1])
            if not state.waiting or state.turn not in range(view.game.seats):
                break
            view = state.view(state.turn or 0)
    except (EngineError, RecordError):
        pass
    if actions:
        wins = numbers.get("wins")
        watch(
            Thought(
                value=max(-1.0, min(1.0, numbers["value"])),
                line=actions,
                depth=int(numbers.get("depth", 0)),
                nodes=int(numbers.get("nodes", 0)),
                seconds=numbers.get("seconds", 0.0),
                wins_in=None if wins is None else int(wins),
            )
        )
