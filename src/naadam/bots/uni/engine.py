"""The engine's side of uni: Naadam's own players, behind standard input and output."""

from __future__ import annotations

import queue
import random
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import BinaryIO

import naadam
from naadam.bots.budget import Budget
from naadam.bots.levels import LEVELS, level
from naadam.bots.searches import Search
from naadam.bots.uni.protocol import LONGEST_LINE, Order, WordsError, read_go, write_info, write_moves
from naadam.core.errors import IllegalAction, NaadamError
from naadam.core.game import Game
from naadam.core.lines import read_steps
from naadam.core.registry import game_names, load
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.view import View

Say = Callable[[str], None]


class Job:
    """A thought that was asked for."""

    def __init__(self, view: View, budget: Budget, infinite: bool) -> None:
        self.stop = threading.Event()
        self.view = view
        self.budget = replace(budget, enough=self.stop.is_set)
        self.infinite = infinite
        self.searching = False  # before, the search is being compiled


class UniEngine:
    """Follows one line after the other; `say` gets the lines that answer them, from several threads."""

    def __init__(self, say: Say, number: int = 5, seed: int = 0) -> None:
        self._say = say
        self._settings = {"level": number, "seed": seed}
        self._game: Game | None = None
        self._bot: Search | None = None
        self._state: State | None = None  # where nothing is hidden
        self._view: View | None = None  # where a view was given instead
        self._job: Job | None = None
        self._lock = threading.Lock()
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        threading.Thread(target=self._labour, daemon=True).start()

    def hear(self, line: str) -> bool:
        """Follow a line; whether to go on. Whatever is wrong is answered, and changes nothing."""
        command, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "uni": self._greet, "isready": self._ready, "setoption": self._set, "newgame": self._begin,
            "position": self._place, "view": self._look, "moves": self._list, "go": self._go, "stop": self._stop,
        }  # fmt: skip
        if command == "quit":
            return False
        try:
            if command in commands:
                commands[command](rest.strip())
            elif command:
                raise WordsError(f"there is no command {command[:40]!r}; there is {', '.join(commands)}, quit")
        except IllegalAction as error:
            self._say(f"refused {error.refusal.clause} {error.refusal.text()}")
        except NaadamError as error:
            self._say(f"error {' '.join(str(error).split())}")
        return True

    # --- the commands ---

    def _greet(self, rest: str) -> None:
        self._say(f"id name Naadam {naadam.__version__}")
        self._say("id author the Naadam authors")
        self._say(f"option name level type spin default {self._settings['level']} min {LEVELS[0]} max {LEVELS[-1]}")
        self._say(f"option name seed type spin default {self._settings['seed']} min 0 max 999999999")
        for name in game_names():
            self._say(f"game {name}")
        self._say("uniok")

    def _ready(self, rest: str) -> None:
        """Immediately while thinking, else when the search is compiled."""
        if self._job is not None:
            self._say("readyok")
        else:
            self._work.put(lambda: self._say("readyok"))

    def _set(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 4 or words[0] != "name" or words[2] != "value" or words[1] not in self._settings:
            raise WordsError(f"setoption: name {' or '.join(self._settings)} value NUMBER, not {rest[:60]!r}")
        most = LEVELS[-1] if words[1] == "level" else 999_999_999
        least = LEVELS[0] if words[1] == "level" else 0
        if not (words[3].isdecimal() and len(words[3]) < 10 and least <= int(words[3]) <= most):
            raise WordsError(f"setoption: {words[1]} is a number from {least} to {most}, not {words[3][:40]!r}")
        self._expect_quiet("setoption")
        self._settings[words[1]] = int(words[3])
        self._choose_bot()

    def _begin(self, rest: str) -> None:
        self._expect_quiet("newgame")
        game = load(rest)
        self._game, self._view = game, None
        self._state = None if game.hides else game.start()
        self._choose_bot()

    def _choose_bot(self) -> None:
        game = self._game
        if game is None:
            return
        bot = self._bot = level(game, self._settings["level"], self._settings["seed"])

        def prepare() -> None:
            for kernel in bot.workspace(game).kernels:
                if not kernel.is_ready():
                    self._say(f"info string compiling {kernel.name}")
                _ = kernel.bound

        self._work.put(prepare)

    def _place(self, rest: str) -> None:
        self._expect_quiet("position")
        game = self._expect_game()
        if game.hides:
            raise WordsError(f"position: {game.name} hides something from its seats; give a view")
        line, _, moves = f"{rest} ".partition(" moves ")
        state = game.start() if line.strip() == "start" else game.position(line.strip())
        for step in read_steps(moves):
            state = state.apply(step.text, step.seat)
        self._state, self._view = state, None

    def _look(self, rest: str) -> None:
        self._expect_quiet("view")
        self._view = View.from_json(rest, self._expect_game())
        self._state = None

    def _list(self, rest: str) -> None:
        self._say(f"moves {write_moves(list(map(str, self._own_view(None).actions())))}")

    def _go(self, rest: str) -> None:
        self._expect_quiet("go")
        order = read_go(rest)
        view = self._own_view(order.seat)
        self._expect_game()
        assert self._bot is not None
        bot, job = self._bot, Job(view, self._budget(order, view.seat), order.infinite)
        self._job = job
        self._work.put(lambda: self._think(bot, job))

    def _stop(self, rest: str) -> None:
        """Nothing if there is no thought: its answer may just have been said."""
        job = self._job
        if job is not None:
            job.stop.set()
            if not job.searching:
                self._answer(job, random.Random(self._settings["seed"]).choice(job.view.actions()))

    # --- requirements ---

    def _expect_quiet(self, command: str) -> None:
        if self._job is not None:
            raise WordsError(f"{command}: not while thinking; say stop first")

    def _expect_game(self) -> Game:
        if self._game is None:
            raise WordsError("there is no game yet; say newgame first")
        return self._game

    def _own_view(self, seat: int | None) -> View:
        """The view of the seat that is asked for, which has something to decide."""
        self._expect_game()
        if self._view is not None:
            if seat not in (None, self._view.seat):
                raise WordsError(f"this is the view of seat {self._view.seat}, not of seat {seat}")
            view = self._view
        elif self._state is None:
            raise WordsError("there is no position yet; give a view")
        elif self._state.turn == CHANCE:
            raise WordsError("chance is to act: what it brings comes with the position")
        else:
            view = self._state.view(self._state.turn or 0 if seat is None else seat)
        if not view.waiting:
            raise WordsError("the game is over")
        if not view.actions():
            raise WordsError(f"seat {view.seat} is not to act")
        return view

    def _budget(self, order: Order, seat: int) -> Budget:
        """The ordered budget, limited to the level's own depth and nodes."""
        assert self._bot is not None
        wanted, own = order.for_seat(seat), self._bot.budget
        if order.infinite:
            return Budget(nodes=own.nodes, depth=own.depth)
        if wanted.seconds is None and wanted.nodes is None and wanted.depth is None:
            return own

        def least(*bounds: int | None) -> int | None:
            return min((bound for bound in bounds if bound is not None), default=None)

        return replace(wanted, nodes=least(wanted.nodes, own.nodes), depth=least(wanted.depth, own.depth))

    # --- in the other thread ---

    def _labour(self) -> None:
        while True:
            work = self._work.get()
            try:
                work()
            except Exception as error:  # whatever it is, the table must hear of it
                self._job = None
                self._say(f"error {type(error).__name__}: {' '.join(str(error).split())}")

    def _think(self, bot: Search, job: Job) -> None:
        job.searching = True
        if self._job is not job:  # stopped and answered before its turn came
            return
        action = bot.choose(job.view, job.budget, lambda thought: self._say(write_info(thought)))
        if job.infinite:
            job.stop.wait()
        self._answer(job, action)

    def _answer(self, job: Job, action: int) -> None:
        with self._lock:
            if self._job is job:
                self._job = None
                self._say(f"bestmove {write_moves([str(action)])}")


def serve(number: int, seed: int) -> None:
    """Serve on standard input and output until `quit`, the end of the input, or a closed output."""
    source: BinaryIO = sys.stdin.buffer
    target: BinaryIO = sys.stdout.buffer
    lock = threading.Lock()
    gone = threading.Event()

    def say(line: str) -> None:
        with lock:
            try:
                target.write(line.encode() + b"\n")
                target.flush()
            except OSError:
                gone.set()

    engine = UniEngine(say, number, seed)
    while not gone.is_set() and (data := source.readline(LONGEST_LINE)):
        if len(data) == LONGEST_LINE and not data.endswith(b"\n"):
            say(f"error a line has {LONGEST_LINE} bytes at most")
            while data and not data.endswith(b"\n"):
                data = source.readline(LONGEST_LINE)
            continue
        try:
            line = data.decode()
        except UnicodeDecodeError:
            say("error a line is a text in UTF-8")
            continue
        if not engine.hear(line):
            break
