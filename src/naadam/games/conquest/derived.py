"""Fields of the state derived from the pieces, for the reader of positions and the checks."""

from __future__ import annotations

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.games.conquest import rules
from naadam.games.conquest.rules.state import SPAN, Tables

plain = PlainRules(rules)


def derive(tables: Tables, state: StateRecord) -> None:
    """Count the figures of each seat and note where its pieces are."""
    state.figures[:] = 0
    words = [[0] * state.own.shape[1] for _ in state.figures]
    for space, piece in enumerate(state.pieces[: tables.spaces].tolist()):
        if piece:
            state.figures[piece & 3] += plain.count_figures(piece)
            words[piece & 3][space // SPAN] |= 1 << space % SPAN
    state.own[:] = words
