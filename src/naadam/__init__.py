"""Naadam: a table for strategy games, with exact rules at native speed.

game = naadam.load("bagh-chal", board="pulijudam")
state = game.start()
state = state.apply(state.actions()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naadam.core.errors import (
    BoardError,
    IllegalAction,
    LanguageError,
    NaadamError,
    NotationError,
    PackageError,
    PositionError,
    RecordError,
    SeatError,
    SpecError,
)
from naadam.core.registry import game_names, load
from naadam.core.seats import CHANCE

if TYPE_CHECKING:
    from naadam.core.batch import Batch
    from naadam.core.game import Game
    from naadam.core.match import Match
    from naadam.core.outcome import Outcome
    from naadam.core.records import Record
    from naadam.core.refusals import Refusal
    from naadam.core.state import Action, State
    from naadam.core.view import View

__version__ = "0.1.0"

# These pull in NumPy and Numba, so they are imported when first used: `import naadam` stays quick.
_LATER = {
    "Action": "state",
    "Batch": "batch",
    "Game": "game",
    "Match": "match",
    "Outcome": "outcome",
    "Record": "records",
    "Refusal": "refusals",
    "State": "state",
    "View": "view",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'naadam' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"naadam.core.{_LATER[name]}"), name)


__all__ = [
    "CHANCE",
    "Action",
    "Batch",
    "BoardError",
    "Game",
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
    "View",
    "__version__",
    "game_names",
    "load",
]
