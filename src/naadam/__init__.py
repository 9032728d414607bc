"""Naadam: a table for strategy games, with exact rules at native speed.

game = naadam.load("bagh-chal", board="pulijudam")
state = game.start()
state = state.apply(state.actions()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naadam.core.errors import BoardError as BoardError
from naadam.core.errors import IllegalAction as IllegalAction
from naadam.core.errors import LanguageError as LanguageError
from naadam.core.errors import NaadamError as NaadamError
from naadam.core.errors import NotationError as NotationError
from naadam.core.errors import PackageError as PackageError
from naadam.core.errors import PositionError as PositionError
from naadam.core.errors import RecordError as RecordError
from naadam.core.errors import SeatError as SeatError
from naadam.core.errors import SpecError as SpecError
from naadam.core.errors import TableError as TableError
from naadam.core.registry import game_names as game_names
from naadam.core.registry import load as load
from naadam.core.registry import read_state as read_state
from naadam.core.seats import CHANCE as CHANCE

if TYPE_CHECKING:
    from naadam.names import *  # noqa: F403

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """One of the names that are imported late, so that `import naadam` stays quick."""
    if not name.startswith("_"):
        import importlib

        names = importlib.import_module("naadam.names")
        if hasattr(names, name):
            return getattr(names, name)
    raise AttributeError(f"module 'naadam' has no attribute {name!r}")
