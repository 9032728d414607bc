"""The plain half of toy games: actions named by a list, positions written as numbers, no board."""

from __future__ import annotations

from typing import Any, ClassVar

from naadam.core.contract import Sizes
from naadam.core.options import Options
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.kit.words import AnyState, WordFace, WordNotation


class ToyBook(Rulebook):
    """Whatever the compiled rules can do without."""

    version = 1
    prefix = "T"
    clauses = (1,)
    declared = ()
    texts = Texts("caravan")  # never read
    names: ClassVar[tuple[str, ...]]

    def __init__(self, tables: Any, sizes: Sizes) -> None:
        self.options = Options((), {})
        self.tables = tables
        self.sizes = sizes
        self.notation = WordNotation(self.names, self.rules.STATE)
        self.checks = AnyState()
        self.face = WordFace(self.notation)
