"""Batch: many games side by side in one array, stepped and played out at native speed."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from naadam.core.compiling import signed
from naadam.core.errors import IllegalAction, NotationError, SeatError, SpecError
from naadam.core.seats import CHANCE, MOST_SEATS
from naadam.core.state import State

if TYPE_CHECKING:
    from naadam.core.game import Game

Ints = npt.NDArray[np.int64]


class Batch:
    """Games of one kind in arrays. `step` moves all that are not over; a batch changes, unlike a state."""

    def __init__(self, game: Game, count: int, start: State) -> None:
        if isinstance(count, bool) or not isinstance(count, (int, np.integer)) or count < 1:
            raise SpecError(f"a batch must have 1 or more games, not {count!r}")
        self.game = game
        self._records: npt.NDArray[Any] = np.zeros(count, game.state_type)
        self._records[:] = start.record
        self._trails = np.zeros((1, game.sizes.trail, game.sizes.words), np.int64)  # one for all, until `step`
        self._trails[:, : len(start._trail)] = start._trail

    @property
    def records(self) -> npt.NDArray[Any]:
        """The states of all games, to look at."""
        view = self._records.view()
        view.flags.writeable = False
        return view

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[State]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> State:
        """One game of the batch as a state of its own."""
        index = range(len(self))[operator.index(index)]
        memory = bytearray(self._records[index].tobytes())
        return State(self.game, memory, self._trails[index if len(self._trails) > 1 else 0].copy())

    @property
    def waiting(self) -> Ints:
        """The mask of the waiting seats of each game."""
        return self._records["waiting"].copy()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self._records["waiting"] == 0)

    @property
    def turn(self) -> Ints:
        """The seat to act in each game (the lowest, if several may), CHANCE, or -1 where it is over."""
        waiting = self._records["waiting"]
        turn = np.full(len(self), -1, np.int64)
        for seat in range(MOST_SEATS, -1, -1):
            turn[waiting >> seat & 1 == 1] = seat
        return turn

    def legal(self, seats: npt.ArrayLike | None = None) -> npt.NDArray[np.bool_]:
        """One row of flags per game: which actions of the seats (of `turn`) are legal."""
        masks = np.zeros((len(self), self.game.sizes.actions), np.bool_)
        buffers = self.game.buffers
        self.game.bound.legal_masks(self._records, self._seats(seats), masks, buffers.actions, buffers.weights)
        return masks

    def step(self, actions: npt.ArrayLike, seats: npt.ArrayLike | None = None) -> None:
        """Take one action in every game that is not over; if any is refused, none is taken."""
        chosen = self._integers(actions, "actions")
        outside = (chosen < 0) | (chosen >= self.game.sizes.actions)
        if outside[~self.over].any():
            index = int(np.flatnonzero(outside & ~self.over)[0])
            raise NotationError(f"game {index}: {chosen[index]} is not one of the {self.game.sizes.actions} actions")
        seat_of = self._seats(seats)
        if len(self._trails) < len(self):
            self._trails = np.repeat(self._trails, len(self), axis=0)
        refused = self.game.bound.attempts(self._records, self._trails, seat_of, chosen)
        if refused >= 0:
            refusal = self[refused].refusal(int(chosen[refused]), int(seat_of[refused]))
            assert refusal is not None
            error = IllegalAction(refusal)
            error.args = (f"game {refused}: {refusal}",)
            raise error

    def playout(self, seed: int, threads: int = 1) -> int:
        """Play every game at random to its end; return how many actions that took.

        The same seed plays the same games, whatever the number of threads.
        """
        seed = self.game.check_seed(seed)
        self.game.bound.playouts  # noqa: B018  compiled before the threads start
        bounds = np.linspace(0, len(self), max(1, threads) + 1).astype(int)
        with ThreadPoolExecutor(max(1, threads)) as pool:
            parts = [
                pool.submit(self._play, signed(seed + low), low, high)
                for low, high in zip(bounds.tolist(), bounds[1:].tolist(), strict=False)
            ]
            return sum(part.result() for part in parts)

    def _play(self, seed: int, low: int, high: int) -> int:
        trails = self._trails[low:high] if len(self._trails) > 1 else self._trails
        buffers = self.game.make_buffers()
        part = self._records[low:high]
        rng = np.empty(1, np.int64)
        return int(self.game.bound.playouts(part, trails, buffers.trail, seed, rng, buffers.actions, buffers.weights))

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The scores of every seat in every game that is over; 0 in the others."""
        scores = np.zeros((len(self), self.game.sizes.seats))
        self.game.bound.all_scores(self._records, scores)
        return scores

    def _integers(self, values: npt.ArrayLike, what: str) -> Ints:
        try:
            array = np.asarray(values)
        except ValueError:  # lists of different lengths
            array = np.empty(())
        if array.shape != (len(self),) or array.dtype.kind not in "iu":
            raise NotationError(f"{what} must be {len(self)} whole numbers, one per game")
        return np.ascontiguousarray(array, np.int64)

    def _seats(self, seats: npt.ArrayLike | None) -> Ints:
        if seats is None:
            return self.turn
        chosen = self._integers(seats, "seats")
        wrong = ~self.over & ((chosen < 0) | (chosen >= self.game.seats)) & (chosen != CHANCE)
        if wrong.any():
            index = int(np.flatnonzero(wrong)[0])
            raise SeatError(f"game {index}: there is no seat {chosen[index]}; seats are 0 to {self.game.seats - 1}")
        return chosen
