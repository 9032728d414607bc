"""Naadam: an engine, a web app and a lab for strategy board games, with exact rules at native speed.

>>> import naadam
>>> game = naadam.load("bagh-chal", board="pulijudam")
>>> state = game.start()
>>> state = state.apply(state.actions()[0])
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
    from naadam.names import Action as Action
    from naadam.names import Batch as Batch
    from naadam.names import Game as Game
    from naadam.names import History as History
    from naadam.names import Match as Match
    from naadam.names import Outcome as Outcome
    from naadam.names import Record as Record
    from naadam.names import Refusal as Refusal
    from naadam.names import State as State
    from naadam.names import View as View
    from naadam.names import read_record as read_record
    from naadam.names import tablebase as tablebase

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Action",
    "Batch",
    "BoardError",
    "Game",
    "History",
    "IllegalAction",
    "LanguageError",
    "Match",
    "NaadamError",
    "NotationError",
    "Outcome",
    "PackageError",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "SeatError",
    "SpecError",
    "State",
    "TableError",
    "View",
    "game_names",
    "load",
    "read_record",
    "read_state",
    "tablebase",
]


def __dir__() -> list[str]:
    """All names, those that are imported late among them, for tab completion and `help`."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """One of the names that are imported late, so that `import naadam` stays quick."""
    if name in __all__:
        import importlib

        return getattr(importlib.import_module("naadam.names"), name)
    from naadam.core.spelling import suggest

    raise AttributeError(f"module 'naadam' has no attribute {name!r}{suggest(name, __all__)}")
