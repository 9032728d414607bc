"""The past of a game: all states that play has reached, of which every nth is kept; the others are played again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from naadam.core.state import State

EVERY = 32  # of how many states in a row one is kept
RECENT = 16  # states that are kept as well: those that were reached or asked for last


class Checkpoints:
    """A tree of states: states that were taken back stay in it. Each state has a number; 0 is the start."""

    def __init__(self, start: State) -> None:
        self._kept = {0: start}
        self._recent: dict[int, State] = {}
        self._before: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]  # the state before, action, seat, and the depth

    def add(self, before: int, action: int, seat: int, state: State) -> int:
        """The number of a state that an action leads to."""
        depth = self._before[before][3] + 1
        number = len(self._before)
        self._before.append((before, action, seat, depth))
        if depth % EVERY == 0:
            self._kept[number] = state
        self._remember(number, state)
        return number

    def state(self, number: int) -> State:
        """The state of a number."""
        missing = []
        while (found := self._recent.get(number) or self._kept.get(number)) is None:
            missing.append(number)
            number = self._before[number][0]
        for each in reversed(missing):
            _, action, seat, _ = self._before[each]
            found = found.apply(action, seat)
            self._remember(each, found)
        return found

    def _remember(self, number: int, state: State) -> None:
        self._recent.pop(number, None)
        self._recent[number] = state
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]


class States(Sequence[State]):
    """The states of a line of play, from its start on."""

    def __init__(self, checkpoints: Checkpoints, numbers: Sequence[int]) -> None:
        self._checkpoints, self._numbers = checkpoints, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> State: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[State]: ...

    def __getitem__(self, index: int | slice) -> State | Sequence[State]:
        if isinstance(index, slice):
            return States(self._checkpoints, self._numbers[index])
        return self._checkpoints.state(self._numbers[index])

    def __iter__(self) -> Iterator[State]:
        return map(self._checkpoints.state, self._numbers)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))
