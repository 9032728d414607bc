"""Read by every Python process that finds this folder: Bagh Chal has one more board, which is solved in a second.

A server, its workers and what it starts know `bagh-chal:board=small`; the board is the file that SMALL_BOARD names.
They all have the same priority: tests wait for what is solved, and other tests run meanwhile.
"""

import dataclasses
import os
from pathlib import Path

from naadam.core.parts import boards
from naadam.core.texts import LANGUAGES
from naadam.games.bagh_chal.board import SCHEMA
from naadam.games.bagh_chal.rulebook import BaghChal

board, *others = BaghChal.declared
BaghChal.declared = (dataclasses.replace(board, values=(*board.values, "small")), *others)  # type: ignore[assignment]
boards._shipped["naadam.games.bagh_chal", "small"] = boards.read_board(Path(os.environ["SMALL_BOARD"]), SCHEMA)
for language in LANGUAGES:
    BaghChal.texts.sections(language)["options"]["board"]["small"] = "Small board"

os.nice = lambda _increment: 0
