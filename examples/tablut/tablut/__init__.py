"""Tablut, the Sámi game of king and siege that Linnaeus saw in 1732."""

from typing import ClassVar

from naadam.core.contract import Sizes, StateRecord
from naadam.core.options import Options
from naadam.core.texts import Texts
from naadam.kit.ground import make_cells
from naadam.kit.moves import Moves
from naadam.kit.pieces import Kind
from naadam.kit.rulebook import BoardGame
from tablut import rules


class Tablut(BoardGame):
    name = "tablut"
    version = 1
    prefix = "TB"
    clauses = tuple(range(1, 12))
    rules: ClassVar = rules
    texts = Texts("tablut")
    planes = ("attackers", "defenders", "king", "the seat's turn")
    ground = make_cells(rules.SIDE, rules.SIDE)
    kinds = (Kind("A", "attacker", 0, most=16), Kind("D", "defender", 1, most=8), Kind("K", "king", 1, 1, crowned=True))
    moves = Moves(rules.CELLS)
    most: ClassVar = {"peace": rules.PEACEFUL_TURNS}
    unseen = (rules.REPEATED,)
    marked = ("e5",)

    def __init__(self, options: Options) -> None:
        sizes = Sizes(
            seats=2,
            actions=self.moves.count,
            choices=24 * 2 * (rules.SIDE - 1),
            length=25 * rules.PEACEFUL_TURNS,  # a capture puts off the end by TB-11
            words=3,
            trail=rules.PEACEFUL_TURNS + 2,
            total=0.0,
            tensor=(len(self.planes), rules.SIDE, rules.SIDE),
        )
        self.set_up(options, rules.Tables(rules.THRONE), sizes)

    def possible(self, state: StateRecord) -> None:
        if state.board[rules.THRONE] in (rules.ATTACKER, rules.DEFENDER):
            raise self.texts.impossible("throne")


RULEBOOK = Tablut
