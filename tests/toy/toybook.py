"""The plain half of toy games: actions named by a list, positions written as numbers, no board."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from naadam.core.contract import Description, Move, Rulebook, StateRecord
from naadam.core.engine import record
from naadam.core.errors import NotationError, PositionError
from naadam.core.options import Options
from naadam.core.texts import Texts


class ToyBook(Rulebook):
    """Whatever the compiled rules can do without."""

    version = 1
    prefix = "T"
    clauses = (1,)
    declared = ()
    texts = Texts("caravan")  # never read
    names: ClassVar[tuple[str, ...]]

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options((), {})

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.names[action]

    def parse(self, state: StateRecord, text: str) -> Move:
        if text not in self.names:
            raise NotationError(f"{text[:40]!r} is no action of {self.name}")
        return Move(None, self.names.index(text))

    def check(self, state: StateRecord) -> None:
        pass

    def format_position(self, state: StateRecord) -> str:
        return " ".join(str(number) for name in self.rules.STATE.names for number in np.ravel(state[name]))

    def parse_position(self, text: str) -> StateRecord:
        state = record(self.rules.STATE)
        numbers = [int(word) for word in text.split()]
        for name in self.rules.STATE.names:
            shape = self.rules.STATE[name].shape
            count = int(np.prod(shape))
            if len(numbers) < count:
                raise PositionError("too few numbers")
            state[name] = numbers[:count] if shape else numbers[0]
            del numbers[:count]
        return state

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        return {}

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        return self.names[action]

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        return [self.names[action]]

    def describe(self, view: StateRecord) -> Description:
        return {}

    def draw(self, description: Description, language: str = "en") -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'

    def sketch(self, view: StateRecord) -> Any:
        return self.format_position(view)
