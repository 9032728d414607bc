"""The contract of a game: all that a game package provides, and what each part promises.

A game package has two halves.

1. A module of *compiled rules*: free functions on a state, written with `@rule`, which promise what the
   hooks of this file say. A hook is called with the game's tag first, the game's own function without it:
   the kernels of core call `legal(tag, tables, state, seat, actions)`, and Bagh Chal defines
   `legal(tables, state, seat, actions)`.
2. A `Rulebook`: plain Python, made once for a game with its options chosen: board, tables, notation,
   checks, drawing, texts.

Words used throughout:

- *state*: one NumPy record whose type `STATE` (made by `state_type`) the rules module defines. It begins with

      waiting   a mask of the seats that may act now; bit `CHANCE` for chance; 0 when the game is over
      ended     the number of the clause that ended the game (see WORDING); 0 before
      quiet     how many positions directly before this one could be the same as this one (0 after
                anything that cannot be undone by play)

- *tables*: a named tuple of arrays and integers made from board and options. Rules read it, never write it.
- *seat*: 0 to seats - 1, or `CHANCE`. Seats may be as many as eight.
- *action*: an integer from 0 to sizes.actions - 1, with the same meaning for every seat.
- *clause*: its number in the rules (5 for BC-5).
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from naadam.core.boards import Board
from naadam.core.compiled import HOOKS as HOOKS
from naadam.core.compiled import hook, rule
from naadam.core.editing import Edited, Editor
from naadam.core.errors import PackageError
from naadam.core.intrinsics import copy_state
from naadam.core.kinds import Floats, Int, Ints, State, View
from naadam.core.options import Option, Options, Value
from naadam.core.seats import CHANCE as CHANCE
from naadam.core.stage import Stage
from naadam.core.texts import Texts

StateRecord = Any  # a np.record of the game's STATE: its fields are known to the rules only
Description = Mapping[str, Any]  # a position in words and numbers that JSON can carry

HEADER = struct.Struct("=qqq")
"""The common fields at the head of a state's bytes: waiting, ended, quiet."""

FOREVER = 1 << 30
"""The `patience` of a position that no counter will end."""

WORDING = 1000
"""A refusal, or an end, is the clause's number, plus WORDING times the number of its wording if it has several."""


def state_type(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The type of a state with these fields behind the common ones."""
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise PackageError(f"a field cannot be named {name!r}: a NumPy record has a method of that name")
    return np.dtype((np.record, [("waiting", "i8"), ("ended", "i8"), ("quiet", "i8"), *fields]))


# --- Compiled rules -------------------------------------------------------------------------------------


@hook
def start(tables, state: State):
    """Turn `state`, all zero, into the start of a game, chance steps of the set-up still to come."""


@hook
def legal(tables, state: State, seat: Int, actions: Ints):
    """Write the legal actions of `seat`, in ascending order, into `actions`; return how many they are.

    None for a seat that is not waiting. `actions` has room for sizes.choices.
    """


@hook
def refusal(tables, state: State, seat: Int, action: Int):
    """0 if `action` is legal for `seat`, else the clause that forbids it (see WORDING).

    This is the one source of legality: it is 0 exactly for what `legal` or, for CHANCE, `chance` lists.
    It is defined for every seat and every action, also when the game is over.
    """


@hook
def apply(tables, state: State, seat: Int, action: Int):
    """Carry out a legal action of a waiting seat, or an outcome of chance."""


@hook
@rule
def chance(tables, state: State, actions: Ints, weights: Floats):
    """Write the outcomes of the chance step and their positive weights; return how many they are.

    `actions` and `weights` have room for sizes.outcomes. Games without chance leave this out.
    """
    return 0


@hook
@rule
def repetition():
    """The occurrence of a position that counts as its repetition (3 for "the third time"), or 0 for none."""
    return 0


@hook
@rule
def repeated(tables, state: State):
    """The position has come up for the `repetition()`th time: end the game, or do what the rules say."""


@hook
def position(tables, state: State, words: Ints):
    """Write what makes two positions the same, as sizes.words integers: all that future play depends on.

    Counters of turns stay out of it. The words are compared for repetition and hashed for `State.key`.
    """


@hook
def outcome(tables, state: State, scores: Floats):
    """Write each seat's score of a game that is over; return the mask of the seats that have won.

    In a draw those who share it have won.
    """


@hook
@rule
def view(tables, state: State, seat: Int, view: View):
    """Write what `seat` may know into `view`, a record of type VIEW (STATE if not defined) that is all zero.

    With CHANCE for a seat it is what every seat may know, for those who only watch.
    Left out where nothing is hidden: then a view is the state.
    """
    copy_state(view, state)


@hook
@rule
def complete(tables, view: View, seat: Int, rng: Ints, state: State):
    """Write into `state` a random state that `seat`, seeing `view`, must think possible."""
    copy_state(state, view)


@hook
@rule
def unseal(tables, state: State, seat: Int):
    """Take back what other seats have sealed in a decision that `seat` takes at once with them: they wait again.

    A search so chooses for them as they would, instead of guessing at random what they have chosen. Left out where
    nothing is sealed.
    """


@hook
@rule
def discloses(tables, state: State, seat: Int, action: Int, witness: Int):
    """Whether `witness` sees which action it is when `seat` (or CHANCE) now takes `action` in `state`."""
    return True


@hook
@rule
def observe(tables, view: View, seat: Int, tensor: Floats):
    """Write `view` as `seat` sees it into `tensor`, sizes.tensor numbers, all zero, mostly 0 and 1."""


@hook
@rule
def value(tables, state: State, seat: Int):
    """A guess how good `state` is for `seat`, from -1 (lost) to 1 (won)."""
    return 0.0


@hook
@rule
def noisy(tables, state: State, seat: Int, action: Int):
    """Whether a legal action may change the value so much that a search should not stop before it: a capture."""
    return False


@hook
@rule
def patience(tables, state: State):
    """How many actions at least can still be taken before a counter of the rules ends the game.

    An action lowers it by one at most. `position` leaves such counters out, so a search asks here.
    """
    return FOREVER


@hook
@rule
def plausible(tables, state: State, seat: Int, rng: Ints, actions: Ints, count: Int):
    """Bring the actions worth a search to the front of the `count` legal ones; return how many they are, one at least.

    For games with very many actions; a search by turns of chance looks at no others, and at the first ones first. It
    may depend on what `seat` knows only.
    """
    return count


REQUIRED = ("start", "legal", "refusal", "apply", "position", "outcome")
DEFAULTS: dict[str, Any] = {n: vars(function)["default"] for n, function in HOOKS.items() if n not in REQUIRED}
INNER = ("apply", "repetition", "repeated")  # called by kernels alone


# --- The plain half -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sizes:
    """The bounds of a game with its options: buffers are made by them, the conformance suite checks them."""

    seats: int
    actions: int  # numbers of actions, legal or not
    choices: int  # most legal actions of all waiting seats together
    length: int  # most actions, chance included, in a game; 0 if the rules set no bound
    words: int  # of `position`
    outcomes: int = 0  # most outcomes of a chance step
    trail: int = 1  # most positions in a row of which one could be another's repetition
    scores: tuple[float, float] = (-1.0, 1.0)
    tensor: tuple[int, ...] = (0,)


class Move(NamedTuple):
    """What a notation names: an action, and the seat if the text tells it."""

    seat: int | None
    action: int


class Rulebook(ABC):
    """The plain half of a game package, made for chosen options. `RULEBOOK` of the package is its subclass."""

    name: ClassVar[str]  # "bagh-chal", the package's name with hyphens
    version: ClassVar[int]  # of the rules: raised by every change that a record could notice
    prefix: ClassVar[str]  # of the clauses: "BC"
    clauses: ClassVar[tuple[int, ...]]  # all clauses of the game
    declared: ClassVar[tuple[Option, ...]]
    rules: ClassVar[ModuleType]  # the compiled rules
    match_lengths: ClassVar[tuple[int, ...]] = ()  # how many games players may agree on for a match, if they may
    colours: ClassVar[Mapping[str, str]] = {}  # of the letters in the sketch, as Rich names them

    options: Options
    tables: Any
    sizes: Sizes
    texts: ClassVar[Texts]
    board: Board | None = None

    @abstractmethod
    def __init__(self, options: Options) -> None:
        """Load the board, make the tables; SpecError or BoardError if the options do not fit."""

    @abstractmethod
    def format(self, state: StateRecord, seat: int, action: int) -> str:
        """The notation of an action in a state, one line without quotes; the same action never has two."""

    @abstractmethod
    def parse(self, state: StateRecord, text: str) -> Move:
        """The action that a notation names, legal or not; NotationError if it names none.

        It reads all that `format` writes, whatever the state.
        """

    @abstractmethod
    def check(self, state: StateRecord) -> None:
        """Raise PositionError, with the reason, if no game can have this state. Takes any bytes."""

    @abstractmethod
    def format_position(self, state: StateRecord) -> str:
        """The position as one line of text (what came before it is not told)."""

    @abstractmethod
    def parse_position(self, text: str) -> StateRecord:
        """The state that a line tells; PositionError with the reason if there is none such."""

    @abstractmethod
    def parameters(self, state: StateRecord, seat: int, action: int) -> Mapping[str, object]:
        """What the texts of actions and refusals may name: points, pieces, numbers; a Word where languages differ."""

    @abstractmethod
    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        """The key, under [actions] in the texts, of the sentence that says the action in words."""

    @abstractmethod
    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """The places of the drawing that a player touches, in this order, to make the action."""

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The action that a player means who touches these places, though no legal action has this gesture.

        NotationError if it is none at all; IllegalAction if only its clause can be named.
        """
        return self.parse(state, "".join(touched))

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        """What a legal action would do beside its gesture, to be shown before it is made: places of the drawing.

        `captures` are those of the pieces it would take, `line` those of the line it would win by, `way` those that
        the piece would pass from its start to its end, `spends` those of what would be used up. By their numbers,
        `owners` are the seats that would own what is laid, `asks` those that must agree first. A key is left out
        where there is nothing. It tells only what the seat may know.
        """
        return {}

    @abstractmethod
    def describe(self, view: StateRecord) -> Description:
        """All that is needed to draw a view, as plain values; `core.stage` says which of them a page reads."""

    @abstractmethod
    def draw(self, description: Description, language: str = "en") -> str:
        """A description as a complete SVG picture."""

    def stage(self, description: Description, language: str = "en") -> Stage | None:
        """The empty board with the artwork apart, for a page that moves the pieces itself.

        It is the same for all descriptions of a game with its options. Without one a page cannot be played on.
        """
        return None

    @abstractmethod
    def sketch(self, view: StateRecord) -> str:
        """The board as lines of text, for the terminal."""

    def editor(self) -> Editor | None:
        """What a person may change of a position; None if positions of this game cannot be edited."""
        return None

    def edit(self, edited: Edited) -> str:
        """The one-line position, possible or not, that is chosen among what `editor` offers."""
        raise PackageError(f"positions of {self.name} cannot be edited")

    def title(self, language: str = "en") -> str:
        """The name of the game, on this board."""
        return self.texts.get("game", "title", language)

    def status(self, view: StateRecord, language: str = "en") -> str:
        """What the sketch does not show, such as pieces in hand, in one line."""
        return ""

    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries of the board, the identity left out."""
        return ()

    def match_rule(self, games: int | None = None) -> MatchRule | None:
        """How several games make a match, if the rules say so; `games` is None (as usual) or one of match_lengths."""
        return None

    def applies(self, clause: int) -> bool:
        """Whether a clause has a say in the game with these options."""
        return True

    def began(self, states: Iterable[StateRecord]) -> int | None:
        """The seat that began a game with these states, which a match may want to know."""
        seats = (1 << self.sizes.seats) - 1
        acting = (int(state.waiting) & seats for state in states)
        first = next((mask for mask in acting if mask), 0)
        return (first & -first).bit_length() - 1 if first else None

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """Whether taking this action shows its seat something new, so that it cannot be taken back.

        Where something is hidden every action is taken to do so, unless the game knows better.
        """
        return hasattr(self.rules, "view")


class Symmetry(ABC):
    """A way to turn the board that the rules do not notice."""

    @abstractmethod
    def state(self, state: StateRecord) -> StateRecord:
        """The state turned."""

    @abstractmethod
    def action(self, action: int) -> int:
        """The action turned."""


class MatchRule(ABC):
    """How several games make a match: players change seats, and a sum of results decides."""

    clause: str
    by_points: bool = False  # whether the points of all games are added, not the games won

    @abstractmethod
    def seatings(self, played: Sequence[GameResult]) -> Sequence[tuple[int, ...]]:
        """The possible seatings of the next game (who sits on seat 0, 1, ...), drawn by lot if several; or none."""

    def options(self, played: Sequence[GameResult]) -> Mapping[str, Value]:
        """The options of the next game that the match decides, if any."""
        return {}

    @abstractmethod
    def winners(self, played: Sequence[GameResult]) -> tuple[int, ...]:
        """The players who have won a match that is over; all who share it in a drawn one."""


class GameResult(NamedTuple):
    """A game of a match: who sat where, and each *player's* result."""

    seating: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    began: int | None = None  # the seat that began, where the match was told
