"""The base of all searching players: a budget, plausible mistakes, and a workspace for each game."""

from __future__ import annotations

import functools
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from naadam.bots.budget import Budget, Thought, Watch, ignore
from naadam.bots.win_in_one import find_win
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View, check_chooser

Cancelled = Callable[[], bool]
Choice = TypeVar("Choice")


def check_number(name: str, value: float) -> None:
    """SpecError unless a setting is a number from 0 up."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise SpecError(f"{name} is a number from 0 up, not {value!r}")


def check_room(name: str, value: int) -> None:
    """SpecError unless a setting is a power of two, from 16 up."""
    if not isinstance(value, int) or value < 16 or value & value - 1:
        raise SpecError(f"{name} is a power of two from 16 up, not {value!r}")


class Kernel:
    """Compiled code of a search for one game, made ready when first needed, for arguments like the given ones."""

    def __init__(self, game: Game, function: Callable[..., Any], *arguments: Any) -> None:
        self.name = function.__name__
        self._game, self._function, self._arguments = game, function, arguments

    def is_ready(self) -> bool:
        """Whether it has been compiled on this machine."""
        return self._game.bound.is_bound(self._function, *self._arguments)

    @functools.cached_property
    def bound(self) -> Callable[..., Any]:
        return self._game.bound.bind(self._function, *self._arguments)

    def __call__(self, *arguments: Any) -> Any:
        return self.bound(*arguments)


class Workspace(Protocol):
    """A search with its memory, for one game."""

    @property
    def kernels(self) -> tuple[Kernel, ...]: ...


WorkspaceType = TypeVar("WorkspaceType", bound=Workspace)


class Searcher(ABC, Generic[WorkspaceType]):
    """A player that searches. With `blur` it errs: an action worse by that much is e times less likely.

    An immediate win it takes in any case.

    With `net` it evaluates by the game's own net, if there is one, or by the net of a file; by its weights, if it is
    TOML.
    """

    moves: ClassVar[int] = 1  # whose time one thought may take, since it decides about them all

    def __init__(self, budget: Budget | None, blur: float, seed: int, net: bool | str = False) -> None:
        check_number("blur", blur)
        self.budget = Budget(seconds=1.0) if budget is None else budget
        self.blur = blur
        self._rng = random.Random(seed)
        self._net = net
        self.made_for = ""  # the name of the only game it plays, if its settings are of that game
        self._workspaces: dict[Game, WorkspaceType] = {}

    @abstractmethod
    def _make_workspace(self, game: Game) -> WorkspaceType:
        """A workspace for a game; SpecError if this search cannot play it."""

    @abstractmethod
    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        """The best line from a view and its value."""

    def choose(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Action:
        """The action for the view's seat; `watch` receives the thoughts so far, `cancelled` says whether to give up."""
        check_chooser(view)
        if self.made_for not in ("", view.game.name):
            raise SpecError(f"this computer player is one of {self.made_for}, not of {view.game.name}")
        if len(view.actions()) == 1:
            return view.actions()[0]
        win = find_win(view)  # also with blur: a player errs in judgement, never by passing over a win in one
        return win if win is not None else self._choose(view, budget, watch, cancelled)

    @abstractmethod
    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        """One of several actions."""

    def workspace(self, game: Game) -> WorkspaceType:
        """Its workspace for a game, made when it is first asked for."""
        if game not in self._workspaces:
            judged = game.judged_by(Path(self._net)) if isinstance(self._net, str) else game.learned
            self._workspaces[game] = self._make_workspace(judged if self._net else game)
        return self._workspaces[game]

    def _ready_workspace(self, game: Game) -> WorkspaceType:
        """The workspace, compiled: the time for that is not the thought's."""
        workspace = self.workspace(game)
        for kernel in workspace.kernels:
            _ = kernel.bound
        return workspace

    def _err(self, rated: Mapping[Choice, float]) -> Choice:
        """One of the rated actions or plans, the better the likelier."""
        best = max(rated.values())
        weights = [math.exp((value - best) / self.blur) for value in rated.values()]
        return self._rng.choices(list(rated), weights)[0]
