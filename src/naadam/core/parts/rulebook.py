"""Rulebook: the plain half of a game package, made for chosen options; each of its parts has a contract.

| part | file | content |
|---|---|---|
| `notation` | `notation.py` | actions and positions as text |
| `checks` | `checks.py` | which states are possible |
| `face` | `face.py`, `drawing/` | positions to draw, gestures, words |
| `editor` | `editor.py` | optional: positions put together by hand |
| `match_rule` | `match.py` | optional: several games that make a match |
| `symmetries` | `symmetry.py` | optional: the board turned |
| `net` | `net.py` | optional: how positions are read for a learned evaluation |
| `weight_schema` | `weights.py` | optional: weights of the game's own evaluation that can be fitted to games |
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Literal

from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import SpecError
from naadam.core.options import Option, Options, Value
from naadam.core.parts.boards import Board
from naadam.core.parts.checks import Checks
from naadam.core.parts.clock import Glass
from naadam.core.parts.editor import Editor
from naadam.core.parts.face import Face
from naadam.core.parts.match_rule import MatchRule
from naadam.core.parts.net import Net
from naadam.core.parts.notation import Notation
from naadam.core.parts.symmetry import Symmetry
from naadam.core.parts.weights import WeightSchema
from naadam.core.texts import Texts


class Rulebook(ABC):
    """A game with its options chosen: what it is called, its tables, and its parts. `RULEBOOK` of a package is one."""

    name: ClassVar[str]  # "bagh-chal", the package's name with hyphens
    version: ClassVar[int]  # of the rules: raised by every change that a record could notice
    prefix: ClassVar[str]  # of the clauses: "BC"
    clauses: ClassVar[tuple[int, ...]]  # all clauses of the game
    declared: ClassVar[tuple[Option, ...]]
    rules: ClassVar[ModuleType]  # the compiled rules
    texts: ClassVar[Texts]

    length: ClassVar[Literal["quick", "medium", "long"]] = "medium"  # of a game, for the groups of the home page
    only_sealed: ClassVar[bool] = False  # `view` hides nothing but simultaneous decisions of others

    options: Options
    tables: Any  # a named tuple that the rules read
    sizes: Sizes
    board: Board | None = None

    notation: Notation
    checks: Checks
    face: Face
    editor: Editor | None = None
    match_rule: MatchRule | None = None
    symmetries: Sequence[Symmetry] = ()  # the identity left out
    net: Net | None = None
    weight_schema: WeightSchema | None = None
    clashes_known: ClassVar[bool] = False  # whether `clash` knows all, so that no board need be loaded
    planes: Sequence[str] = ()  # the meaning of each plane of the tensor of `observe`

    @abstractmethod
    def __init__(self, options: Options) -> None:
        """Load the board, make tables and parts; SpecError or BoardError if the options do not fit."""

    @classmethod
    def clash(cls, options: Mapping[str, Value]) -> SpecError | None:  # noqa: ARG003 (for games to say)
        """The reason why the rules forbid this combination of values, if it is known without loading a board."""
        return None

    @classmethod
    def allows(cls, options: Mapping[str, Value]) -> bool:
        """Whether the rules allow this combination of values, if that is known without loading a board."""
        return cls.clash(options) is None

    def title(self, language: str = "en") -> str:
        """The name of the game, on this board."""
        return self.texts.get("game", "title", language)

    def seat_key(self, seat: int) -> str:
        """The key, under [seats] in the texts, of a seat's name."""
        return str(seat)

    def aim_key(self, seat: int) -> str:
        """The key, under [aim] in the texts, of a seat's aim; a game without this section has none."""
        return "all"

    def allies(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with a seat, itself among them, in ascending order."""
        return (seat,)

    def applies(self, clause: int) -> bool:
        """Whether a clause has a say in the game with these options."""
        return True

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """Whether the action reveals something to the seat that takes it, so that it cannot be taken back.

        Where something is hidden every action is taken to do so, unless the game knows better.
        """
        return hasattr(self.rules, "view")

    def sets_off(self, state: StateRecord, last: tuple[int, int] | None) -> tuple[int, str] | None:
        """Whose word the step of chance that is due waits for, and the item of the stage by which it is given.

        Sticks fly when a person throws them, and cards are drawn when a person has ended the turn, so that all before
        can still be taken back. `last` is the last step, an action and who took it; None at the start. None where
        chance comes by itself. It depends only on facts that all may know.
        """
        return None

    def glasses(self, state: StateRecord) -> Mapping[int, Glass]:
        """The hourglasses that run in a state, by waiting seat; none where the rules know no clock.

        They are seen by all, so they depend only on facts that all may know.
        """
        return {}

    def idle(self, state: StateRecord) -> int:
        """The turns since something happened that play cannot undo; 0 where the rules do not count them."""
        return 0

    def talks(self, state: StateRecord, seat: int) -> int:
        """The mask of the seats that a seat may talk to in a state; none where the rules say nothing of talk."""
        return 0
