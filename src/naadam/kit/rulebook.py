"""The rulebook of simple board games: it makes every part from a ground, kinds of pieces and numbers of actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import PackageError
from naadam.core.options import Option, Options
from naadam.core.parts.rulebook import Rulebook
from naadam.kit.checks import BoardChecks
from naadam.kit.editor import BoardEditor
from naadam.kit.face import BoardFace
from naadam.kit.ground import Ground
from naadam.kit.moves import Moves
from naadam.kit.notation import STANDARD, BoardNotation
from naadam.kit.pieces import Kind, Kinds


class BoardGame(Rulebook):
    """A game for two whose state has an array `board` of numbers of pieces, and `turn`, the seat to move.

    A subclass sets the game's data and calls `set_up`. Parts that are not plain enough for it are put in their place
    there.
    """

    declared: ClassVar[tuple[Option, ...]] = ()
    ground: ClassVar[Ground]
    kinds: ClassVar[tuple[Kind, ...]]
    moves: ClassVar[Moves]
    most: ClassVar[Mapping[str, int]] = {}  # the highest values of the other numbers of the state
    spots: ClassVar[tuple[str, ...]] = ()  # numbers of the state that are places: 0 for none, n for the nth place
    unseen: ClassVar[tuple[int, ...]] = ()  # ends that no position shows, such as a repetition
    marked: ClassVar[tuple[str, ...]] = ()  # places of the board with a tint
    dark: ClassVar[int] = 1  # the seat with the dark pieces

    def possible(self, state: StateRecord) -> None:
        """Raise `self.texts.impossible(KEY)` if no game can have this state, whose numbers are within their bounds."""

    def set_up(self, options: Options, tables: object, sizes: Sizes) -> None:
        """Make every part of the game from the class’s data."""
        kinds = Kinds(self.kinds)
        most = {**self.most, **dict.fromkeys(self.spots, len(self.ground.names))}
        for field in self.rules.STATE.names:
            if field not in (*STANDARD, *most) or (field in most and self.rules.STATE[field].shape):
                problem = f"`most` must bound the field {field} of the state, a single number, or `spots` name it"
                raise PackageError(f"{self.name}: {problem}")
        self.options = options
        self.tables = tables
        self.sizes = sizes
        self.notation = notation = BoardNotation(type(self), self.ground, kinds, self.moves, self.spots)
        self.checks = BoardChecks(self, kinds, most, self.unseen)
        self.face = BoardFace(self, notation, [self.ground.number_of[name] for name in self.marked])
        self.editor = BoardEditor(notation, most)
