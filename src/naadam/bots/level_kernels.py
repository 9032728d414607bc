"""The compiled kernels that the levels of a game need."""

from __future__ import annotations

import functools

from naadam.bots.levels import LEVELS, level
from naadam.bots.searcher import Kernel
from naadam.core.game import Game
from naadam.core.warming import Part


def kernels_of(game: Game) -> list[Kernel]:
    """All compiled code that the levels of a game need."""
    found = {kernel.name: kernel for number in LEVELS for kernel in level(game, number).workspace(game).kernels}
    return list(found.values())


def is_ready(game: Game) -> bool:
    """Whether every level of a game has been compiled on this machine."""
    return all(kernel.is_ready() for kernel in kernels_of(game))


def parts(game: Game) -> list[Part]:
    """The kernels of a game's levels that are not compiled yet (see core/warming.py)."""
    missing = [kernel for kernel in kernels_of(game) if not kernel.is_ready()]
    return [(kernel.name, functools.partial(getattr, kernel, "bound")) for kernel in missing]
