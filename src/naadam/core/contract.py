"""The contract of compiled rules: the functions that a game's module of rules provides, and the promise of each.

They are free functions on a state, written with `@rule`. A hook is called with the game's tag first, the game's own
function without it: the kernels of core call `legal(tag, tables, state, seat, actions)`, and Bagh Chal defines
`legal(tables, state, seat, actions)`. The plain half of a game package is a `Rulebook` (core/parts/rulebook.py).

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
from dataclasses import dataclass
from typing import Any

import numpy as np

from naadam.core.compiling.compiled import HOOKS as HOOKS
from naadam.core.compiling.compiled import hook, rule
from naadam.core.compiling.intrinsics import copy_state, ctz
from naadam.core.compiling.kinds import Floats, Int, Ints, State, View
from naadam.core.errors import PackageError
from naadam.core.seats import CHANCE as CHANCE

StateRecord = Any  # a FieldRecord of the game's STATE: its fields are known to the rules only

HEADER = struct.Struct("=qqq")
"""The common fields at the head of a state's bytes: waiting, ended, quiet."""

FOREVER = 1 << 30
"""The `patience` of a position with no counter running."""

WORDING = 1000
"""A refusal, or an end, is the clause's number, plus WORDING times the number of its wording if it has several."""


class FieldRecord(np.void):  # type: ignore[misc]  # its base is final to type checkers alone
    """A NumPy record whose fields are attributes, as those of np.record are, but read and written much faster."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def state_type(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The type of a state with these fields behind the common ones."""
    for name, *_ in fields:
        if hasattr(FieldRecord, name):
            raise PackageError(f"a field cannot be named {name!r}: a NumPy record has a method of that name")
    return np.dtype((FieldRecord, [("waiting", "i8"), ("ended", "i8"), ("quiet", "i8"), *fields]))


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

    This is the one source of legality: it is 0 exactly for the actions that `legal` or, for CHANCE, `chance` lists.
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
    """The position has come up for the `repetition()`th time: end the game, or apply the rule for it."""


@hook
@rule
def expire(tables, state: State):
    """End the game if a counter of turns has run out; asked after each action that has not ended it in another way.

    A game that names a repetition before its counter has the counter here. Others may end by it in `apply`.
    """


@hook
def position(tables, state: State, words: Ints):
    """Write the identity of a position, as sizes.words integers: all that future play depends on.

    Counters of turns stay out of it. The words are compared for repetition and hashed for `State.key`.
    """


@hook
def outcome(tables, state: State, scores: Floats):
    """Write each seat's score of a game that is over; return the mask of the seats that have won.

    In a draw all seats that share it have won.
    """


@hook
@rule
def view(tables, state: State, seat: Int, view: View):
    """Write the facts that `seat` may know into `view`, a record of type VIEW (STATE if not defined) that is all zero.

    With CHANCE for a seat it is the view of a spectator: only facts that every seat may know. Left out where nothing is
    hidden: then a view is the state.
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
    """Take back the sealed actions of other seats in a decision that `seat` takes simultaneously: they wait again.

    The search then chooses for them as they would, instead of guessing their choice at random. Left out where nothing
    is sealed.
    """


@hook
@rule
def discloses(tables, state: State, seat: Int, action: Int, witness: Int):
    """Whether `witness` sees which action it is when `seat` (or CHANCE) now takes `action` in `state`."""
    return True


@hook
@rule
def opens(tables, state: State, seat: Int, action: Int):
    """Whether `action` of `seat` lays open all that seats have sealed since the last opening.

    The actions of a seat follow from its view of the start and from all it has seen since: the acts that were disclosed
    to it, and all others from the moment they are opened.
    """
    return False


@hook
@rule
def observe(tables, view: View, seat: Int, tensor: Floats):
    """Write `view` as `seat` sees it into `tensor`, sizes.tensor numbers from 0 to 1, all zero at first.

    For programs that learn; nothing of Naadam itself reads it. `Rulebook.planes` names the planes.
    """


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

    An action lowers it by one at most. `position` leaves these counters out, so a search asks here.
    """
    return FOREVER


@hook
@rule
def plausible(tables, state: State, seat: Int, rng: Ints, actions: Ints, count: Int):
    """Bring the actions worth a search to the front of the `count` legal ones; return how many they are, one at least.

    For games with very many actions: UCT considers no others, and these in order. It may depend only on facts that
    `seat` knows.
    """
    return count


@hook
@rule
def on_turn(tables, state: State):
    """The seat whose turn it is in a game that is not over, also while it waits for the answers of others.

    A search over whole turns plans until the turn passes on. Left out where a turn is over as soon as another seat is
    to act.
    """
    return ctz(state.waiting)


REQUIRED = ("start", "legal", "refusal", "apply", "position", "outcome")
DEFAULTS: dict[str, Any] = {n: vars(function)["default"] for n, function in HOOKS.items() if n not in REQUIRED}
INNER = ("apply", "repetition", "repeated", "expire")  # called by kernels alone


@dataclass(frozen=True)
class Sizes:
    """The bounds of a game with its options: buffers are allocated from them, the conformance suite checks them."""

    seats: int
    actions: int  # numbers of actions, legal or not
    choices: int  # most legal actions of all waiting seats together
    length: int  # most actions, chance included, in a game; 0 if the rules set no bound
    words: int  # of `position`
    outcomes: int = 0  # most outcomes of a chance step
    trail: int = 1  # longest run of positions within which one can repeat another
    scores: tuple[float, float] = (-1.0, 1.0)
    total: float | None = None  # of the scores of all seats, where it is the same however a game ends
    tensor: tuple[int, ...] = (0,)  # of `observe`: planes first, then the places of the board
