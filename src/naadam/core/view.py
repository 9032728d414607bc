"""View: the facts of a state that one seat may know. Bots, pages and logs are given views, never states."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from naadam.core import serialization
from naadam.core.compiling import record, signed
from naadam.core.contract import StateRecord
from naadam.core.errors import NaadamError, PositionError, SeatError, SpecError
from naadam.core.picture_files import WIDTH, save_picture
from naadam.core.seats import seats_in
from naadam.drawing.description import Description

if TYPE_CHECKING:
    from naadam.core.game import Game
    from naadam.core.state import Action, Actions, State


class Possible:
    """Some state that a seat must think possible, made when it is asked for: to write the seat's actions as text."""

    def __init__(self, game: Game, known: StateRecord, seat: int) -> None:
        self.game = game
        self._known, self._seat = known, seat

    @functools.cached_property
    def record(self) -> StateRecord:
        return completed(self.game, self._known, self._seat, 0)


def check_chooser(view: object) -> None:
    """SpecError or SeatError unless it is a view of a seat that is to act, as a bot needs one to choose."""
    if not isinstance(view, View):
        hint = ": use state.view(seat)" if hasattr(view, "view") else ""
        raise SpecError(f"a bot chooses from a view, not from a {type(view).__name__}{hint}")
    if not view.actions():
        waiting = ", ".join(map(str, view.waiting)) or "none: the game is over"
        raise SeatError(f"seat {view.seat} is not to act here; to act: {waiting}")


def completed(game: Game, known: StateRecord, seat: int, seed: int) -> StateRecord:
    """The record of a random state that a seat must think possible, seeing `known`."""
    state = record(game.state_type)
    game.bound.complete(known, seat, np.array([signed(seed)], np.int64), state)
    return state


class View:
    """A state as one seat knows it, with the seat's legal actions; or as all know it, with CHANCE for a seat."""

    __slots__ = ("_actions", "game", "record", "seat", "trail")

    def __init__(
        self,
        game: Game,
        seat: int,
        record: StateRecord,
        actions: Sequence[Action],
        trail: npt.NDArray[np.int64] | None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.record = record  # of the type VIEW of the rules; not to be written to
        self._actions = actions
        self.trail = trail  # the positions that could come again; None where something is hidden

    @property
    def waiting(self) -> tuple[int, ...]:
        """All seats that may act now, as in `State.waiting`."""
        return seats_in(int(self.record["waiting"]))

    def actions(self) -> Sequence[Action]:
        """The legal actions of the view's own seat."""
        return self._actions

    def complete(self, seed: int) -> State:
        """A random state that the seat must think possible."""
        self.game.check_seat(self.seat)
        state = completed(self.game, self.record, self.seat, self.game.check_seed(seed))
        return self.game.restore(state, self.trail)

    def uncompiled(self) -> View:
        """The same view of the game run by the uncompiled rules."""
        return View(self.game.uncompiled(), self.seat, self.record, self._actions, self.trail)

    def tensor(self) -> npt.NDArray[np.float64]:
        """The view as numbers for learning, of the shape `game.sizes.tensor`."""
        self.game.check_seat(self.seat)
        tensor = np.zeros(self.game.sizes.tensor)
        self.game.bound.observe(self.record, self.seat, tensor.reshape(-1))
        return tensor

    def describe(self) -> Description:
        """All that is needed to draw it."""
        return self.game.face.describe(self.record)

    def to_bytes(self) -> bytes:
        """The view as bytes: equal bytes, equal knowledge."""
        return serialization.view_to_bytes(self)

    def to_json(self) -> str:
        """The view as JSON on one line, its fields by name, with the seat's legal actions in their notation."""
        return serialization.view_to_json(self)

    @classmethod
    def from_json(cls, text: str, game: Game) -> View:
        """The view that `to_json` wrote; PositionError unless it is one that a state of the game gives."""
        seat, known, trail, actions = serialization.read_view(text, game)
        return cls(game, seat, known, (), trail)._checked(actions)

    def _checked(self, actions: object) -> View:
        """The same view, of a state that it is a view of; the uncompiled rules bear whatever it may be instead."""
        impossible = PositionError(f"seat {self.seat} can see no such thing in {self.game.spec}")
        try:
            state = self.uncompiled().complete(0)
        except NaadamError:
            raise
        except Exception:
            raise impossible from None
        view = self.game.restore(state.record.copy(), state.trail if len(state.trail) else None).view(self.seat)
        if view.record.tobytes() != self.record.tobytes() or list(map(str, view.actions())) != actions:
            raise impossible
        return view

    def svg(self, language: str = "en") -> str:
        """The view as an SVG picture."""
        return self.game.draw(self.describe(), language)

    def save(self, file: str | Path, language: str = "en", width: int = WIDTH) -> None:
        """Write the picture to a file, x.svg or x.png; a PNG is `width` pixels wide."""
        save_picture(self.svg(language), file, width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.game, self.seat, self.to_bytes()) == (other.game, other.seat, other.to_bytes())

    def __hash__(self) -> int:
        return hash((self.game, self.seat, self.to_bytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = [int(action) for action in self._actions]
        kind = type(self._actions)  # of a module that imports this one
        return _restore, (self.game, self.seat, self.record.tobytes(), kind, numbers, self.trail)


def _restore(
    game: Game, seat: int, data: bytes, kind: type[Actions], numbers: list[int], trail: npt.NDArray[np.int64] | None
) -> View:
    known = record(game.view_type, bytearray(data))
    return View(game, seat, known, kind(numbers, seat, Possible(game, known, seat)), trail)
