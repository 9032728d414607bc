"""Checks of simple board games: every number within its bounds, and the game over exactly when its rules say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from naadam.core.compiling import plain
from naadam.core.contract import StateRecord
from naadam.core.parts import checks
from naadam.core.texts import Texts
from naadam.kit.pieces import Kinds

if TYPE_CHECKING:
    from naadam.kit.rulebook import BoardGame

KIT = Texts(__package__)


class BoardChecks(checks.Checks):
    """Looks at a state with `board` and `turn`.

    `most` are the highest values of its other numbers. The rules have `end(tables, state)`: the clause by which the
    game is over before the seat `turn` moves, or 0. Ends that no position shows, such as a repetition, are `unseen`.
    `BoardGame.possible` has the game's further conditions.
    """

    def __init__(self, book: BoardGame, kinds: Kinds, most: Mapping[str, int], unseen: tuple[int, ...] = ()) -> None:
        self.book = book
        self.tables = book.tables
        self.seats = book.sizes.seats
        self.trail = book.sizes.trail
        self.kinds = kinds
        self.most = most
        self.unseen = unseen
        self.end = plain(book.rules.end)

    def settle(self, state: StateRecord) -> None:
        if state.waiting != 0 and self.is_sound(state):
            state.ended = self.end(self.tables, state)
            state.waiting = 0 if state.ended else state.waiting

    def is_sound(self, state: StateRecord) -> bool:
        """Whether the rules can look at the state at all."""
        good = all(0 <= number <= len(self.kinds.kinds) for number in state.board)
        good = good and 0 <= state.turn < self.seats and state.waiting in (0, 1 << int(state.turn))
        return good and all(0 <= state[name] <= most for name, most in self.most.items())

    def check(self, state: StateRecord) -> None:
        if not self.is_sound(state) or not 0 <= state.quiet < self.trail:
            raise KIT.impossible("places")
        board = state.board.tolist()
        for number, kind in enumerate(self.kinds.kinds, 1):
            if board.count(number) > kind.most:
                raise KIT.impossible("pieces", letter=kind.letter, most=kind.most, found=board.count(number))
        self.book.possible(state)
        end = int(self.end(self.tables, state))
        if state.waiting != 0 and (end or state.ended):
            raise KIT.impossible("over")
        if state.waiting == 0 and state.ended != end and (end or state.ended not in self.unseen):
            raise KIT.impossible("end")
