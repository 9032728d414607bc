"""The board of Hasami Shogi as lines of plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from naadam.games.hasami_shogi.board import FILES
from naadam.games.hasami_shogi.rules.state import SIDE

EMPTY = "·"


def sketch_board(letters: Sequence[str], camps: bool) -> str:
    """A letter for each piece, `+` before a Shogun, a dot for each empty cell; lines part the camps from the field."""
    edge = "   " + "─" * (2 * SIDE - 1)
    lines = []
    for rank in range(SIDE - 1, -1, -1):
        cells = "".join(f"{letter or EMPTY:>2}" for letter in letters[SIDE * rank : SIDE * rank + SIDE])
        lines.append(f"{rank + 1} {cells}")
        if camps and rank in (SIDE - 2, 2):
            lines.append(edge)
    return "\n".join((*lines, f"   {' '.join(FILES)}"))
