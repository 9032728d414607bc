"""Games without a board: actions are words, positions are the numbers of the state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from naadam.core.compiling import record
from naadam.core.contract import StateRecord
from naadam.core.errors import NotationError, PositionError
from naadam.core.parts.checks import Checks
from naadam.core.parts.face import Face
from naadam.core.parts.notation import Move, Notation
from naadam.core.seats import CHANCE
from naadam.drawing.description import Description
from naadam.drawing.stage import Stage
from naadam.kit.table import table_stage

COMMON = ("waiting", "ended", "quiet")  # fields that every state has


class WordNotation(Notation):
    """Every action has a name; a position is all numbers of the state, in the order of its fields."""

    def __init__(self, names: Sequence[str], state_type: np.dtype[Any]) -> None:
        self.names = tuple(names)
        self.state_type = state_type

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.names[action]

    def parse(self, state: StateRecord, text: str) -> Move:
        if text not in self.names:
            raise NotationError(f"{text[:40]!r} is no action; the actions are {', '.join(self.names)[:200]}")
        return Move(None, self.names.index(text))

    def format_position(self, state: StateRecord) -> str:
        return " ".join(str(number) for name in state.dtype.names for number in np.ravel(state[name]))

    def parse_position(self, text: str) -> StateRecord:
        state = record(self.state_type)
        words = text.split()
        sizes = {name: int(np.prod(self.state_type[name].shape)) for name in self.state_type.names or ()}
        if len(words) != sum(sizes.values()):
            raise PositionError(f"a position must be {sum(sizes.values())} numbers, not {len(words)}")
        try:
            for name, size in sizes.items():
                numbers, words = [int(word) for word in words[:size]], words[size:]
                shape = self.state_type[name].shape
                state[name] = np.reshape(numbers, shape) if shape else numbers[0]
        except (ValueError, OverflowError):
            raise PositionError("a position must be whole numbers") from None
        return state


class WordFace(Face):
    """Words are touched, numbers are seen: a page shows an empty table and a button for every choice.

    Override `set_stage` and `describe` to lay cards, dice and bids on it: `table_stage` of naadam/kit/table.py.
    """

    notation: WordNotation

    def set_stage(self, language: str) -> Stage | None:
        """An empty table."""
        return table_stage({})

    def describe(self, view: StateRecord) -> Description:
        acting = int(view.waiting) & ~(1 << CHANCE)
        return Description(
            pieces=(),
            turn=(acting & -acting).bit_length() - 1 if acting else None,
            counts={
                name: tuple(np.ravel(view[name]).tolist()) if view[name].shape else int(view[name])
                for name in view.dtype.names
                if name not in COMMON
            },
        )

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        return [self.notation.names[action]]

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        return self.notation.names[action].split()[0]

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        return {"action": self.notation.names[action]}


class AnyState(Checks):
    """Takes every state, for games whose states never come from outside."""

    def check(self, state: StateRecord) -> None:
        pass
