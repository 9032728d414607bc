"""A short game of Pig, for searches with chance."""

from __future__ import annotations

from typing import Any, ClassVar

from toybook import ToyBook

from naadam.core.contract import Sizes
from naadam.core.game import Game
from pig import rules


class PigBook(ToyBook):
    name = "pig"
    rules: ClassVar[Any] = rules
    names = ("throw", "hold", "1", "2", "3")

    def __init__(self, turns: int, most: int) -> None:
        sizes = Sizes(seats=2, actions=5, choices=2, length=turns * (2 * most + 2), words=2, outcomes=3)
        super().__init__(rules.Tables(turns, most), sizes)


def pig_game(turns: int = 4, most: int = 9) -> Game:
    return Game(PigBook(turns, most))
