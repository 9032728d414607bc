"""State and Action: a position of a game as a value, and the steps that lead on from it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, overload

import numpy as np
import numpy.typing as npt

from naadam.core import serialization
from naadam.core.compiling import record
from naadam.core.contract import HEADER, WORDING, StateRecord
from naadam.core.errors import IllegalAction, NotationError, SeatError, SpecError
from naadam.core.outcome import Outcome
from naadam.core.picture_files import WIDTH, save_picture
from naadam.core.refusals import Refusal, refuse
from naadam.core.seats import CHANCE, seats_in
from naadam.core.texts import CORE
from naadam.core.view import Possible, View

if TYPE_CHECKING:
    from naadam.core.game import Game
    from naadam.drawing.description import Description


class Random(Protocol):
    """A source of randomness: `random.Random` and NumPy's generators are sources."""

    def random(self) -> float: ...


class Action(int):
    """An action's number, with the seat that takes it; `str` gives its notation."""

    seat: int
    _state: State | Possible | None
    _text: str | None

    def __new__(cls, number: int, seat: int, state: State | Possible | None = None, text: str | None = None) -> Action:
        action = super().__new__(cls, number)
        action.seat, action._state, action._text = seat, state, text
        return action

    def __str__(self) -> str:
        if self._text is None:
            if self._state is None:
                return str(int(self))
            self._text = self._state.game.notation.format(self._state.record, self.seat, int(self))
        return self._text

    def __repr__(self) -> str:
        return f"<Action {int(self)} {self}>"

    def __reduce__(self) -> tuple[type[Action], tuple[int, int, None, str]]:
        return Action, (int(self), self.seat, None, str(self))


class Actions(Sequence[Action]):
    """Legal actions in ascending order, each made an Action when it is looked at."""

    __slots__ = ("_numbers", "_seat", "_state")

    def __init__(self, numbers: list[int], seat: int, state: State | Possible) -> None:
        self._numbers = numbers
        self._seat = seat
        self._state = state

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return Actions(self._numbers[index], self._seat, self._state)
        return Action(self._numbers[index], self._seat, self._state)

    def __contains__(self, action: object) -> bool:
        """Whether an action, its number or its notation is among them."""
        if isinstance(action, str):
            return action in map(str, self)
        return action in self._numbers

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Actions):
            return self._numbers == other._numbers
        return self._numbers == list(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._numbers))

    def __repr__(self) -> str:
        return f"<Actions {' '.join(map(str, self))}>"


_seats_in = functools.lru_cache(512)(seats_in)  # asked for many times in every move


class State:
    """A position with the part of its past that still matters. States are values: nothing changes one."""

    __slots__ = ("_memory", "_trail", "game", "record")

    def __init__(self, game: Game, memory: bytes | bytearray, trail: npt.NDArray[np.int64]) -> None:
        self.game = game
        self._memory = bytes(memory)  # much faster to copy than a NumPy record
        self.record: StateRecord = record(game.state_type, self._memory)  # cannot be written to
        self._trail = trail[: game.trail_rows(memory)]  # rows of `position` words, this position's last

    @property
    def trail(self) -> npt.NDArray[np.int64]:
        """The positions before this one that could come again, and its own, as rows of `position` words."""
        return self._trail

    # --- seats and actions ---

    @property
    def waiting(self) -> tuple[int, ...]:
        """All seats that may act now; (CHANCE,) before a chance step; () when the game is over."""
        return _seats_in(self._mask)

    @property
    def turn(self) -> int | None:
        """The seat to act (the lowest, if several may), CHANCE, or None when the game is over."""
        waiting = self._mask
        return (waiting & -waiting).bit_length() - 1 if waiting else None

    @property
    def _mask(self) -> int:
        return HEADER.unpack_from(self._memory)[0]  # type: ignore[no-any-return]

    def actions(self, seat: int | None = None) -> Sequence[Action]:
        """The legal actions of a seat (of `turn` if none is named), in ascending order; none if it may not act."""
        seat = self.turn if seat is None else self.game.check_seat(seat, chance=True)
        if seat is None:
            return Actions([], 0, self)
        if seat == CHANCE:
            return Actions([int(action) for action, _ in self.chance()], CHANCE, self)
        return Actions(self.numbers(seat), seat, self)

    def numbers(self, seat: int) -> list[int]:
        """The bare numbers of the legal actions of a seat, in ascending order."""
        buffer = self.game.buffers.actions
        count = self.game.bound.legal(self.record, seat, buffer)
        numbers: list[int] = buffer[:count].tolist()
        return numbers

    def refusal(self, action: int | str, seat: int | None = None) -> Refusal | None:
        """None if the action is legal, else the clause that forbids it and why."""
        try:
            seat, number = self.resolve_action(action, seat)
        except IllegalAction as illegal:  # the notation names a piece that is elsewhere
            return illegal.refusal
        code = self.game.bound.refusal(self.record, seat, number)
        return self._refuse(code, seat, number) if code else None

    def apply(self, action: int | str, seat: int | None = None) -> State:
        """The state after an action, given as itself, its number or its notation; IllegalAction if refused."""
        seat, number = self.resolve_action(action, seat)
        memory = bytearray(self._memory)
        rows, words = self._trail.shape
        trail = np.empty((rows + 1, words), np.int64)
        trail[:rows] = self._trail
        code = self.game.bound.attempt(record(self.game.state_type, memory), trail, seat, number)
        if code:
            raise IllegalAction(self._refuse(code, seat, number))
        return State(self.game, memory, trail)

    def resolve_action(self, action: int | str, seat: int | None) -> tuple[int, int]:
        """Seat and number of an action given in any form; errors for texts that name no action."""
        named: int | None = None
        if type(action) is int:  # as nearly always
            number = action
        elif isinstance(action, Action):
            named, number = action.seat, int(action)
            if action._state is not None and action._state.game != self.game:
                raise NotationError(f"{action} is an action of {action._state.game.spec}, not of {self.game.spec}")
        elif isinstance(action, str):
            named, number = self.game.notation.parse(self.record, action)
        elif isinstance(action, (int, np.integer)) and not isinstance(action, bool):
            number = int(action)
        else:
            raise NotationError(f"an action must be a number or a text, not {action!r}")
        if seat is None:
            seat = named if named is not None else self.turn
        elif named is not None and named != self.game.check_seat(seat, chance=True):
            raise SeatError.of(CORE, "seat-other", action=action, named=named, seat=seat)
        if not 0 <= number < self.game.sizes.actions:
            raise NotationError.of(
                CORE, "action-number", number=number, actions=self.game.sizes.actions, game=self.game.name
            )
        return 0 if seat is None else self.game.check_seat(seat, chance=True), number

    def _refuse(self, code: int, seat: int, number: int) -> Refusal:
        book = self.game.rulebook
        return refuse(book.prefix, code, self.game.face.parameters(self.record, seat, number), book.texts)

    def say(self, action: int | str, language: str = "en", seat: int | None = None) -> str:
        """The action in words."""
        seat, number = self.resolve_action(action, seat)
        face = self.game.face
        parameters = face.parameters(self.record, seat, number)
        return self.game.rulebook.texts.get("actions", face.phrase(self.record, seat, number), language, **parameters)

    def report(self, action: int | str, language: str = "en", seat: int | None = None) -> str:
        """The action as a report in the past tense, without its seat; in notation if the game's texts have no report.

        Actions of chance are worded as reports in any case.
        """
        return self.say_and_report(action, language, seat)[1]

    def say_and_report(self, action: int | str, language: str = "en", seat: int | None = None) -> tuple[str, str]:
        """The action in words, and as a report."""
        seat, number = self.resolve_action(action, seat)
        face, texts = self.game.face, self.game.rulebook.texts
        phrase, parameters = face.phrase(self.record, seat, number), face.parameters(self.record, seat, number)
        words = texts.get("actions", phrase, language, **parameters)
        if phrase in texts.sections(language).get("past", {}):
            return words, texts.get("past", phrase, language, **parameters)
        return words, words if seat == CHANCE else self.game.notation.format(self.record, seat, number)

    # --- chance ---

    def chance(self) -> Sequence[tuple[Action, float]]:
        """The outcomes of the chance step with their probabilities; none if chance is not to act."""
        if not self._mask >> CHANCE & 1:
            return ()
        actions, weights = self.game.buffers.actions, self.game.buffers.weights
        count = self.game.bound.chance(self.record, actions, weights)
        total = float(weights[:count].sum())
        return tuple((Action(int(actions[i]), CHANCE, self), float(weights[i]) / total) for i in range(count))

    def resolve(self, rng: Random) -> State:
        """Let chance play until a seat is to act or the game is over."""
        if not callable(getattr(rng, "random", None)):
            raise SpecError(f"resolve needs a source of randomness, such as random.Random(5), not {rng!r}")
        state = self
        while outcomes := state.chance():
            mark = rng.random()
            chosen = outcomes[-1][0]
            for action, probability in outcomes:
                mark -= probability
                if mark < 0:
                    chosen = action
                    break
            state = state.apply(chosen)
        return state

    # --- end, and views ---

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; else who has won, the scores and the clause that ended it."""
        if self._mask:
            return None
        scores = np.zeros(self.game.sizes.seats)
        winners = self.game.bound.outcome(self.record, scores)
        book = self.game.rulebook
        wording, clause = divmod(int(self.record["ended"]), WORDING)
        return Outcome(seats_in(winners), tuple(scores.tolist()), f"{book.prefix}-{clause}", book.texts, wording)

    def view(self, seat: int) -> View:
        """The view of a seat: the only input of a bot, page or log of that seat."""
        seat = self.game.check_seat(seat)
        known = self.game.view_record(self.record, seat)
        # A view has no reference to its state
        source = Possible(self.game, known, seat) if self.game.hides else self
        trail = None if self.game.hides else self._trail
        return View(self.game, seat, known, Actions(self.numbers(seat), seat, source), trail)

    def public(self) -> View:
        """The view of a spectator: only facts that every seat may know."""
        return View(self.game, CHANCE, self.game.view_record(self.record, CHANCE), (), None)

    def describe(self, seat: int = CHANCE) -> Description:
        """The description of a seat's view or the public view, for drawing; it costs less than making the view."""
        return self.game.face.describe(self.game.view_record(self.record, self.game.check_seat(seat, chance=True)))

    def side_name(self, seat: int, language: str = "en") -> str:
        """The public name of a seat's side: see `Game.side_names`."""
        return self.game.side_names(self.describe(), language)[seat]

    def discloses(self, action: int | str, witness: int, seat: int | None = None) -> bool:
        """Whether `witness` sees which action it is when it is taken now."""
        seat, number = self.resolve_action(action, seat)
        return bool(self.game.bound.discloses(self.record, seat, number, self.game.check_seat(witness)))

    def opens(self, action: int | str, seat: int | None = None) -> bool:
        """Whether all that seats have sealed is laid open when this action is taken now."""
        seat, number = self.resolve_action(action, seat)
        return bool(self.game.bound.opens(self.record, seat, number))

    def value(self, seat: int) -> float:
        """A guess how good the position is for a seat, from -1 to 1."""
        return float(self.game.bound.value(self.record, self.game.check_seat(seat)))

    # --- as text, bytes, JSON, picture ---

    @property
    def position(self) -> str:
        """The position as one line; `game.position` reads it."""
        return self.game.notation.format_position(self.record)

    @property
    def key(self) -> int:
        """A 64-bit hash of the position: equal positions have equal keys, whatever came before."""
        return int(self.game.bound.key(self.record, np.empty(self.game.sizes.words, np.int64)))

    def to_bytes(self) -> bytes:
        """The state as bytes, which also name the game, its options and its board."""
        return serialization.state_to_bytes(self)

    @classmethod
    def from_bytes(cls, data: bytes, game: Game) -> State:
        """The state of a game that `to_bytes` wrote; PositionError if the bytes are not that."""
        return serialization.state_from_bytes(data, game)

    def to_json(self) -> str:
        """The state as JSON, its fields by name."""
        return serialization.state_to_json(self)

    @classmethod
    def from_json(cls, text: str, game: Game) -> State:
        """The state of a game that `to_json` wrote; PositionError names the error."""
        return serialization.state_from_json(text, game)

    def svg(self, language: str = "en") -> str:
        """The whole position as an SVG picture; `view(seat).svg()` shows only what a seat may know."""
        return self.game.draw(self.game.face.describe(self.record), language)

    def save(self, file: str | Path, language: str = "en", width: int = WIDTH) -> None:
        """Write the picture to a file, x.svg or x.png; a PNG is `width` pixels wide."""
        save_picture(self.svg(language), file, width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.position

    def __repr__(self) -> str:
        return f"<State {self.game.spec} {self.position}>"

    # --- as a value ---

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same = self.game == other.game and self._memory == other._memory
        return same and self._trail.tobytes() == other._trail.tobytes()

    def __hash__(self) -> int:
        return hash((self.game, self._memory, self._trail.tobytes()))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> State:
        return self

    def __reduce__(self) -> tuple[Any, tuple[bytes, Game]]:
        return State.from_bytes, (self.to_bytes(), self.game)
