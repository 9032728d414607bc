"""The plain half of Bagh Chal: its options, tables and parts."""

from __future__ import annotations

from typing import ClassVar

from naadam.core.contract import Sizes
from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Choice, Options, Switch
from naadam.core.parts.boards import load_board
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.games.bagh_chal import rules
from naadam.games.bagh_chal.board import SCHEMA, make_grid, make_tables
from naadam.games.bagh_chal.checks import Checks
from naadam.games.bagh_chal.editor import Editor
from naadam.games.bagh_chal.face import Face
from naadam.games.bagh_chal.match import BaghChalMatch
from naadam.games.bagh_chal.notation import Notation
from naadam.games.bagh_chal.rules.observation import PLANES
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, NOWHERE, PEACEFUL_TURNS
from naadam.games.bagh_chal.symmetry import find_symmetries


class BaghChal(Rulebook):
    name = "bagh-chal"
    version = 2
    prefix = "BC"
    length = "quick"
    clauses = (*range(1, 18), 20, *range(30, 34), *range(40, 50))
    declared = (
        BoardFile("board", "bagh-chal", ("bagh-chal", "pulijudam")),
        Choice("rules", "ludos", ("ludos", "classic")),
        Switch("heroes"),
    )
    rules: ClassVar = rules
    texts = Texts(__package__)
    planes = PLANES

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.grid = make_grid(self.board)
        heroes = bool(options["heroes"])
        if heroes and self.grid.alpha == NOWHERE:
            raise SpecError.of(self.texts, "heroes", board=self.grid.title)
        self.tables = make_tables(self.grid, options["rules"] == "ludos", heroes)
        self.notation = Notation(self.grid, self.tables)
        self.checks = Checks(self.grid, self.tables, options["board"] == "pulijudam")
        self.face = Face(self.grid, self.tables, self.notation)
        self.editor = Editor(self.grid, heroes)
        self.match_rule = BaghChalMatch()
        self.symmetries = tuple(find_symmetries(self.grid))
        points, goats = len(self.grid.names), self.grid.goats
        steps = 2 * sum(1 for _ in self.grid.steps())
        jumps = 2 * sum(1 for _ in self.grid.jumps())
        self.sizes = Sizes(
            seats=2,
            actions=self.grid.moves.count,
            choices=steps + jumps + points + 1,
            # Phase I with an extra move each turn and the exchange; then BC-14 after each capture but the last
            length=3 * goats + 1 + CAPTURES_TO_WIN * (PEACEFUL_TURNS + 1),
            words=rules.POSITION_WORDS,
            trail=PEACEFUL_TURNS + 2,
            total=0.0,
            tensor=(len(PLANES), points),
        )

    def title(self, language: str = "en") -> str:
        return self.grid.title

    def aim_key(self, seat: int) -> str:
        return str(seat)

    def applies(self, clause: int) -> bool:
        pulijudam, memory = self.options["board"] == "pulijudam", bool(self.tables.memory)
        special = {1: not pulijudam, 2: not pulijudam, 8: memory, 15: not memory, 17: memory}
        special |= dict.fromkeys(range(30, 34), pulijudam) | dict.fromkeys(range(40, 50), bool(self.options["heroes"]))
        return special.get(clause, True)
