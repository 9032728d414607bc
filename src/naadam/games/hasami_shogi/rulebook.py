"""The plain half of Hasami Shogi: its options, tables and parts."""

from __future__ import annotations

from typing import ClassVar

from naadam.core.contract import Sizes
from naadam.core.options import Choice, Options, Switch
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.games.hasami_shogi import rules
from naadam.games.hasami_shogi.board import make_tables
from naadam.games.hasami_shogi.checks import Checks
from naadam.games.hasami_shogi.editor import Editor
from naadam.games.hasami_shogi.face import Face
from naadam.games.hasami_shogi.net import make_net
from naadam.games.hasami_shogi.notation import Notation
from naadam.games.hasami_shogi.rules.observation import PLANES
from naadam.games.hasami_shogi.rules.state import CELLS, PEACEFUL_TURNS, SIDE
from naadam.games.hasami_shogi.symmetry import find_symmetries


class HasamiShogi(Rulebook):
    name = "hasami-shogi"
    version = 2
    prefix = "HS"
    clauses = (*range(1, 13), *range(20, 25), *range(30, 33))
    declared = (Choice("variant", "five", ("five", "war")), Switch("shoguns"))
    rules: ClassVar = rules
    texts = Texts(__package__)
    planes = PLANES

    def __init__(self, options: Options) -> None:
        self.options = options
        self.war = options["variant"] == "war"
        shoguns = bool(options["shoguns"])
        self.tables = make_tables(self.war, shoguns)
        self.notation = Notation(self.tables)
        self.checks = Checks(self.tables)
        self.face = Face(self.tables, self.notation)
        self.editor = Editor(shoguns)
        self.symmetries = tuple(find_symmetries(self.war))
        self.net = make_net(self.war, shoguns)
        before_the_last = 2 * (self.tables.captures - 1)
        self.sizes = Sizes(
            seats=2,
            actions=CELLS * CELLS,
            choices=self.tables.pieces * 2 * (SIDE - 1) + 2 * (SIDE - 1),
            length=(before_the_last + 1) * PEACEFUL_TURNS,  # HS-11 after each capture but the last
            words=rules.POSITION_WORDS,
            trail=PEACEFUL_TURNS + 2,
            total=0.0,
            tensor=(len(PLANES), SIDE, SIDE),
        )

    def title(self, language: str = "en") -> str:
        return self.texts.get("game", "war-title" if self.war else "title", language)

    def aim_key(self, seat: int) -> str:
        return "war" if self.war else "five"

    def applies(self, clause: int) -> bool:
        special = dict.fromkeys((5, 8, 9), not self.war) | dict.fromkeys(range(20, 25), self.war)  # HS-24
        special |= dict.fromkeys(range(30, 33), bool(self.options["shoguns"]))
        return special.get(clause, True)
