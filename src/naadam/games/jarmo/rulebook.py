"""The plain half of Jarmo: its options, tables and parts."""

from __future__ import annotations

from typing import ClassVar

from naadam.core.contract import Sizes, StateRecord
from naadam.core.options import BoardFile, Choice, Options, Switch
from naadam.core.parts.boards import load_board
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.games.jarmo import rules
from naadam.games.jarmo.board import SCHEMA, make_grid, make_tables
from naadam.games.jarmo.checks import Checks
from naadam.games.jarmo.editor import Editor
from naadam.games.jarmo.face import Face
from naadam.games.jarmo.match import JarmoMatch
from naadam.games.jarmo.net import make_net
from naadam.games.jarmo.notation import Notation
from naadam.games.jarmo.rules.observation import PLANES
from naadam.games.jarmo.rules.state import JASYR, LEGENDARY, PEACEFUL_TURNS, PLAIN

VARIANTS = {"jarmo": PLAIN, "legendary": LEGENDARY, "jasyr": JASYR}


class Jarmo(Rulebook):
    name = "jarmo"
    version = 1
    prefix = "JA"
    length = "quick"
    clauses = (*range(1, 17), 20, *range(30, 34), *range(40, 46), *range(50, 65))
    declared = (
        BoardFile("board", "jarmo", ("jarmo",)),
        Choice("variant", "jarmo", tuple(VARIANTS)),
        Switch("golden"),
        Switch("remote_camps"),
    )
    rules: ClassVar = rules
    texts = Texts(__package__)
    planes = PLANES

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.grid = make_grid(self.board)
        self.variant = VARIANTS[str(options["variant"])]
        self.tables = make_tables(self.grid, self.variant, bool(options["golden"]), bool(options["remote_camps"]))
        self.notation = Notation(self.grid, self.tables)
        self.checks = Checks(self.tables)
        self.face = Face(self.grid, self.tables, self.notation)
        self.editor = Editor(self.grid, self.tables)
        self.net = make_net()
        self.match_rule = JarmoMatch(by_points=self.variant == PLAIN)
        points, soldiers = self.tables.points, self.tables.soldiers
        most_ways = max(int(mask).bit_count() for mask in self.tables.neighbours)
        self.sizes = Sizes(
            seats=2,
            actions=points * points + points + 3,
            choices=soldiers * (most_ways + 2) + 2,
            # In Legendary a soldier comes back for each one turned over, and by the remote camps, and makes progress
            # five times at most before it is gone; else captures and recoveries can go on for ever.
            length=(10 * (2 * soldiers + 1) + 1) * 2 * PEACEFUL_TURNS if self.variant == LEGENDARY else 0,
            words=rules.POSITION_WORDS,
            scores=(0.0, 2.0 * soldiers) if self.variant == PLAIN else (-1.0, 1.0),
            total=None if self.variant == PLAIN else 0.0,
            tensor=(len(PLANES), points),
        )

    def title(self, language: str = "en") -> str:
        if self.variant == PLAIN:
            return self.grid.title
        return self.texts.get("titles", str(self.options["variant"]), language)

    def aim_key(self, seat: int) -> str:
        return "points" if self.variant == PLAIN else "race"

    def applies(self, clause: int) -> bool:
        needed = dict.fromkeys((10, 13), self.variant == PLAIN)
        needed |= dict.fromkeys((30, 33), self.variant != PLAIN)
        needed[7] = self.variant != LEGENDARY  # JA-32 takes its place
        needed |= dict.fromkeys((31, 32), self.variant == LEGENDARY)
        needed |= dict.fromkeys(range(40, 46), self.variant == JASYR)
        needed |= dict.fromkeys(range(50, 60), bool(self.options["golden"]))
        needed |= dict.fromkeys(range(60, 65), bool(self.options["remote_camps"]))
        return needed.get(clause, True)

    def idle(self, state: StateRecord) -> int:
        return int(state.peace)
