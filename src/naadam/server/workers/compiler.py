"""Compiling in the background: every game from the first start on, one at a time, those on a screen first.

The process that compiles has the lowest priority. Until a game is compiled its computers play by the uncompiled rules.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import naadam
from naadam.bots.level_kernels import is_ready
from naadam.core.game import Game
from naadam.core.registry import load_shipped
from naadam.core.warming import Progress, Warming

log = logging.getLogger(__name__)

# The rules that a server calls
CALLED = ("start", "attempt", "legal", "refusal", "position", "outcome", "view", "discloses", "chance")
SEARCHES = "naadam.bots.level_kernels:parts"
MOST_SPECS = 256  # of which it is remembered whether they are compiled
SECONDS_BETWEEN_LOOKS = 0.25
SECONDS_BEFORE_OTHERS = 1.0  # between two games, so that the user who has started the server does not notice it


class Compiler:
    """Which games are compiled, and the process that compiles those which are not."""

    def __init__(self, report: Callable[[str, Progress], None] = lambda *_: None) -> None:
        self.report = report  # called with the name of a game as its compiling goes on, and at its end
        self._ready: dict[str, bool] = {}  # by spec
        self._known: set[str] = set()  # games that are compiled, or wait for it
        self._on_screen: list[str] = []  # specs to compile, the latest request last
        self._others: list[str] = []
        self._under_way: tuple[str, Warming] | None = None
        self._task: asyncio.Task[None] | None = None

    def is_ready(self, game: Game) -> bool:
        """Whether the levels of a game are compiled: looked up once, and once more when they have been."""
        if game.spec not in self._ready:
            if len(self._ready) >= MOST_SPECS:
                self._ready.clear()
            self._ready[game.spec] = is_ready(game)
        return self._ready[game.spec]

    def is_awaited(self, game: Game) -> bool:
        """Whether a game is being compiled, or queued; after a failure, its first user compiles it."""
        return any(name_of(spec) == game.name for spec in self._asked()) and not self.is_ready(game)

    def want(self, game: Game) -> None:
        """Compile the game of a table first, unless it is compiled."""
        if game.name not in self._known:
            self._known.add(game.name)
            if self.is_ready(game) and rules_are_ready(game):
                return
            self._on_screen.append(game.spec)
        elif game.name in map(name_of, self._others):
            self._others = [spec for spec in self._others if name_of(spec) != game.name]
            self._on_screen.append(game.spec)
        else:
            return
        self._go_on()

    async def want_all(self) -> None:
        """Have all games compiled that are not, after those on a screen."""
        for name in naadam.game_names():
            await asyncio.sleep(SECONDS_BEFORE_OTHERS)
            if not await asyncio.to_thread(_is_compiled, name) and name not in self._known:
                self._known.add(name)
                self._others.append(name)
                self._go_on()

    async def wait(self, game: Game) -> None:
        """Wait until a game is compiled, or can not be."""
        while self.is_awaited(game):
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._under_way is not None:
            self._under_way[1].close()

    def _asked(self) -> list[str]:
        under_way = [] if self._under_way is None else [self._under_way[0]]
        return [*under_way, *self._on_screen, *self._others]

    def _go_on(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._on_screen or self._others:
            shown = bool(self._on_screen)
            spec = self._on_screen.pop() if shown else self._others.pop(0)
            warming = Warming(spec, *CALLED, SEARCHES)
            self._under_way = spec, warming
            while not warming.progress.finished and (shown or not self._on_screen):
                self.report(name_of(spec), warming.progress)
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            finished = warming.progress.finished
            await asyncio.to_thread(warming.close)
            self._under_way = None
            if not finished:  # it is interrupted for a game at a table, and resumed later
                self._others.insert(0, spec)
                continue
            if warming.progress.failed:
                log.error("%s cannot be compiled: %s", spec, warming.progress.failed)
            self._ready.clear()
            self.report(name_of(spec), warming.progress)


def name_of(spec: str) -> str:
    return spec.partition(":")[0]


def rules_are_ready(game: Game) -> bool:
    """Whether all functions that a server calls are compiled."""
    return all(game.bound.is_ready(name) for name in CALLED)


def _is_compiled(name: str) -> bool:
    """Whether a game is compiled, or cannot be."""
    try:
        game = load_shipped(name)
        return is_ready(game) and rules_are_ready(game)
    except Exception as error:  # a package of others may fail in any way, and spoils nothing but itself
        log.error("%s cannot be compiled: %s", name, error)
        return True
