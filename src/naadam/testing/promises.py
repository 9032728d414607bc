"""How a promise is checked, and over which seats and actions."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from typing import TypeVar

from naadam.core.seats import CHANCE
from naadam.core.state import State

Number = TypeVar("Number", bound=int)
SAMPLE = 500  # actions of a seat: of one that is not to act, and of one that has very many choices


class ConformanceWarning(UserWarning):
    """Something that is a fault in most games, and may be meant in this one."""


def warn(promise: str, state: State) -> None:
    """Warn of behaviour that most games do not have."""
    warnings.warn(f"{promise} in {state.game.spec}, {state}", ConformanceWarning, stacklevel=2)


def expect(holds: object, promise: str, state: State | None = None) -> None:
    """AssertionError that quotes a promise, and the position in which it is broken."""
    if not holds:
        where = f" in {state.game.spec}, {state}" if state is not None else ""
        raise AssertionError(f"{promise}{where}")


def everyone(state: State) -> Sequence[int]:
    return (*range(state.game.seats), CHANCE)


def sampled(actions: Sequence[Number], rng: random.Random) -> Sequence[Number]:
    """All of some actions, or a sample where they are very many."""
    return actions if len(actions) <= SAMPLE else rng.sample(list(actions), SAMPLE)
