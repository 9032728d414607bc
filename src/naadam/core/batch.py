"""Batch: many games side by side in one array, stepped and played out at native speed."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naadam.core.compiling import learning, mix, signed
from naadam.core.errors import IllegalAction, NotationError, SeatError, SpecError
from naadam.core.seats import CHANCE
from naadam.core.state import State

if TYPE_CHECKING:
    from naadam.core.game import Game

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


ALIGNMENT = 64  # bytes: JAX takes arrays that begin at a multiple of it without a copy


def zeros(shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """An array of zeros for other libraries to take by DLPack."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % ALIGNMENT
    found: npt.NDArray[Any] = memory[begin : begin + size].view(kind).reshape(shape)
    return found


class Learned(NamedTuple):
    """The result of a learner's step, one row per game. The arrays are new, so later steps do not change them."""

    observations: Floats
    masks: Flags  # the legal actions
    rewards: Floats  # the score of the seat in a game that this step ended, else 0
    over: Flags
    refused: Ints  # 0, or the clause by which the action was refused (see contract.WORDING)


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
        self._start = start
        self._generators: Ints | None = None

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
        """One game of the batch as a separate state."""
        index = range(len(self))[operator.index(index)]
        memory = bytearray(self._records[index].tobytes())
        return State(self.game, memory, self._trails[index if len(self._trails) > 1 else 0].copy())

    @property
    def waiting(self) -> Ints:
        """The mask of the waiting seats of each game."""
        return self._records["waiting"].copy()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games are over, as flags."""
        return np.asarray(self._records["waiting"] == 0)

    @property
    def turn(self) -> Ints:
        """The seat to act in each game (the lowest, if several may), CHANCE, or -1 where it is over."""
        waiting = self._records["waiting"]
        turn: Ints = np.bitwise_count((waiting & -waiting) - 1).astype(np.int64)  # the lowest bit
        turn[waiting == 0] = -1
        return turn

    def legal(self, seats: npt.ArrayLike | None = None, out: Flags | None = None) -> Flags:
        """One row of flags per game: which actions of the seats (of `turn`) are legal; written into `out` if given."""
        masks = self._out(out, (self.game.sizes.actions,), np.bool_)
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
        refused = self.game.bound.attempts(self._records, self._own_trails(), seat_of, chosen)
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
        if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
            raise SpecError(f"the threads must be 1 or more, not {threads!r}")
        self.game.bound.playouts  # noqa: B018  compiled before the threads start
        bounds = np.linspace(0, len(self), threads + 1).astype(int)
        with ThreadPoolExecutor(threads) as pool:
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
        scores = zeros((len(self), self.game.sizes.seats), np.float64)
        self.game.bound.all_scores(self._records, scores)
        return scores

    # --- for programs that learn ---

    def observe(self, seats: npt.ArrayLike | None = None, out: Floats | None = None) -> Floats:
        """The tensors of the seats to act, as in `View.tensor`; written into `out` if given. Zero where chance acts."""
        tensors = self._out(out, self.game.sizes.tensor, np.float32)
        flat = tensors.reshape(len(self), -1)
        self._kernel(learning.show_all, self._records, self._seats(seats), self._views, flat)
        return tensors

    def seed(self, seed: int) -> None:
        """Give every game a separate random generator, for `resolve` and `learn`."""
        first = self.game.check_seed(seed)
        self._generators = np.array([[mix(first + index)] for index in range(len(self))], np.int64)

    def resolve(self) -> None:
        """Let chance play in every game until a seat is to act or the game is over."""
        everybody = (1 << self.game.seats) - 1
        buffers = self.game.buffers
        trails, generators = self._own_trails(), self._seeded()
        scratch = (buffers.actions, buffers.weights)
        self._kernel(learning.play_all_on, self._records, trails, everybody, generators, *scratch)

    def renew(self) -> int:
        """Restart every game that is over; return how many there were."""
        return int(self._kernel(learning.begin_anew, self._records, self._own_trails(), *self._beginning))

    def learn(self, actions: npt.ArrayLike | None, seats: npt.ArrayLike) -> Learned:
        """In one compiled call: an action of one seat in every game, and all the others at random until that seat is
        to act again. A game that is over restarts instead, whatever the action. A refused action is not taken.

        Without actions it only plays on to where each seat is to act: call it so at first.
        """
        sizes, seat_of = self.game.sizes, self._integers(seats, "seats")
        if ((seat_of < 0) | (seat_of >= sizes.seats)).any():
            raise SeatError(f"a learner has a seat, 0 to {sizes.seats - 1}, in every game")
        if actions is None:
            chosen = np.full(len(self), -1, np.int64)
        else:
            chosen = self._integers(actions, "actions")
            outside = (chosen < 0) | (chosen >= sizes.actions)
            if outside.any():
                index = int(np.flatnonzero(outside)[0])
                raise NotationError(f"game {index}: {chosen[index]} is not one of the {sizes.actions} actions")
        count, buffers = len(self), self.game.buffers
        rewards, over, refused = (zeros((count,), kind) for kind in (np.float32, np.bool_, np.int64))
        tensors = zeros((count, *sizes.tensor), np.float32)
        masks = zeros((count, sizes.actions), np.bool_)
        where = (self._records, self._own_trails(), *self._beginning, seat_of, chosen, self._seeded())
        what = (rewards, over, refused, tensors.reshape(count, -1), masks)
        scratch = (np.zeros(sizes.seats), self._views, buffers.actions, buffers.weights)
        self._kernel(learning.learn, *where, *what, *scratch)
        return Learned(tensors, masks, rewards, over, refused)

    def _kernel(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a kernel of learning.py, compiled when it is first asked for."""
        known = self._kernels.get(function)
        if known is None:
            known = self._kernels[function] = self.game.bound.bind(function, *arguments)
        return known(*arguments)

    @functools.cached_property
    def _kernels(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        return {}

    @functools.cached_property
    def _views(self) -> npt.NDArray[Any]:
        """A view to use, and one that stays all zero."""
        return np.zeros(2, self.game.view_type)

    @functools.cached_property
    def _beginning(self) -> tuple[npt.NDArray[Any], Ints]:
        """The state that games begin with, and its trail."""
        starts = np.zeros(1, self.game.state_type)
        starts[0] = self._start.record
        return starts, np.ascontiguousarray(self._start.trail)

    def _own_trails(self) -> Ints:
        """A trail for each game."""
        if len(self._trails) < len(self):
            self._trails = np.repeat(self._trails, len(self), axis=0)
        return self._trails

    def _seeded(self) -> Ints:
        if self._generators is None:
            raise SpecError("call `seed` first: a batch has no randomness of its own")
        return self._generators

    def _out(self, out: npt.NDArray[Any] | None, shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
        """An array of one row per game for a result: a new one, or `out` if it is like that."""
        wanted = (len(self), *shape)
        if out is None:
            return zeros(wanted, kind)
        if not isinstance(out, np.ndarray) or out.shape != wanted or out.dtype != kind or not out.flags.carray:
            raise SpecError(f"`out` must be a writable {np.dtype(kind).name} array of the shape {wanted}, in C order")
        return out

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
