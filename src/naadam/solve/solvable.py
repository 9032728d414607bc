"""The interface of a game that is solved backwards to all that use its tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from naadam.core.game import Game
from naadam.solve.probe import Tablebase

Progress = Callable[[float], None]


class Effort(NamedTuple):
    """The approximate cost of solving a phase: seconds of one core, and bytes of files."""

    seconds: float
    bytes: int


class Coverage(NamedTuple):
    """Which phases are solved, and what solving each of them takes.

    The movement phase is the end of a game, which is solved first, and the placement phase the rest of it: in Jarmo
    the smallest endings and all others.
    """

    movement: bool
    placement: bool
    movement_effort: Effort
    placement_effort: Effort


class Solvable(NamedTuple):
    """How a game is solved, by its name."""

    check: Callable[[Game], None]  # SpecError if this variant cannot be solved
    folder_of: Callable[[Game], Path]
    open: Callable[[Game], Tablebase]
    cover: Callable[[Game, bool], Coverage]  # by whether there are any tables
    solve_end: Callable[[Game, Progress, int], Any]  # the part that can be solved from the page; by so many threads
