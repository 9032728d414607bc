"""The budget of a bot's thinking, its reports, and the clock that stops it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from naadam.core.errors import SpecError
from naadam.core.state import Action
from naadam.core.view import View

LOOKS_EVERY = 0.02  # seconds between two looks at the clock

NO_LIMIT = (1 << 63) - 1
STOP, NODES, LIMIT, PLIES = range(4)
"""The numbers of a control: set to 1 to stop a search; nodes so far; nodes allowed; plies simulated so far."""


@dataclass(frozen=True)
class Budget:
    """Bounds of a thought; None for no bound. The first that is reached ends it."""

    seconds: float | None = None
    nodes: int | None = None  # positions looked at, or games simulated; the same number gives the same choice
    depth: int | None = None  # actions looked ahead
    enough: Callable[[], bool] | None = None  # asked meanwhile: True ends the thought with its result so far

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            bound = getattr(self, name)
            if bound is None:
                continue
            if isinstance(bound, bool) or not isinstance(bound, int | float) or not bound > 0:
                raise SpecError(f"{name} of a budget must be a number above 0, not {bound!r}")
            if name != "seconds" and not isinstance(bound, int):
                raise SpecError(f"{name} of a budget must be a whole number, not {bound!r}")


@dataclass(frozen=True)
class Thought:
    """The result of thinking so far: the value for the bot's seat (-1 lost, 1 won) and the expected line, best action
    first.

    `values` are those of all actions that it has looked at. By UCT each is the mean result of the games simulated
    through the action. By alpha-beta the best action's is that of the search, and another's a bound: it is worth no
    more. Actions that a search has not come to, or that a program of others has not named, are not among them.
    """

    value: float
    line: Sequence[Action]
    depth: int  # of the search; 0 if it has no depth
    nodes: int
    seconds: float
    proven: bool = False  # whether the value is certain
    wins_in: int | None = None  # actions to a proven win, negative to a proven loss, where the search knows
    values: Mapping[Action, float] = field(default_factory=dict)
    mixed: Mapping[Action, float] = field(default_factory=dict)
    """The share of each action in an unpredictable choice, where several seats decide simultaneously; else empty."""
    expected: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    """The same for the other seats that decide simultaneously, by seat and number of the action."""
    tries: Mapping[Action, int] = field(default_factory=dict)  # by UCT: the games simulated through each action
    solved: bool = False  # whether a solved table says so
    converts_in: int | None = None  # actions to the next conversion (docs/solved.md), where such a table counts them


Watch = Callable[[Thought], None]


def ignore(_thought: Thought) -> None:
    """Watch nothing."""


class Bot(Protocol):
    """Anything that chooses an action from a view can sit at the table."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """The action for the view's own seat, which has one."""


class Stopped(Exception):
    """A thought was given up from outside."""


class Clock:
    """Stops a running search: at the end of the time, or when `cancelled` says so. To be used with `with`."""

    def __init__(self, budget: Budget, cancelled: Callable[[], bool] | None = None) -> None:
        self.begin = time.monotonic()
        self.control: npt.NDArray[np.int64] = np.zeros(4, np.int64)
        self.control[LIMIT] = NO_LIMIT if budget.nodes is None else budget.nodes
        self.was_cancelled = False
        self._end = None if budget.seconds is None else self.begin + budget.seconds
        self._cancelled = cancelled
        self._enough = budget.enough
        self._done = threading.Event()
        self._watcher: threading.Thread | None = None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begin

    @property
    def nodes(self) -> int:
        return int(self.control[NODES])

    @property
    def plies(self) -> int:
        """The actions of all simulated games."""
        return int(self.control[PLIES])

    @property
    def stopped(self) -> bool:
        return bool(self.control[STOP]) or self.control[NODES] >= self.control[LIMIT]

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """No limit of nodes stops the search for now; the end of the time does."""
        limit = int(self.control[LIMIT])
        self.control[LIMIT] = NO_LIMIT
        yield
        self.control[LIMIT] = limit

    def _watch(self) -> None:
        while not self.control[STOP]:
            if self._done.wait(LOOKS_EVERY if self._end is None else min(LOOKS_EVERY, self._left())):
                return
            self._look()

    def _look(self) -> None:
        if self._cancelled is not None and self._cancelled():
            self.was_cancelled = True
            self.control[STOP] = 1
        if (self._end is not None and not self._left()) or (self._enough is not None and self._enough()):
            self.control[STOP] = 1

    def _left(self) -> float:
        assert self._end is not None
        return max(0.0, self._end - time.monotonic())

    def __enter__(self) -> Clock:
        if self._end is not None or self._cancelled is not None or self._enough is not None:
            self._look()
            self._watcher = threading.Thread(target=self._watch, daemon=True)
            self._watcher.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self._done.set()
        if self._watcher is not None:
            self._watcher.join()
        if self.was_cancelled and kind is None:
            raise Stopped
