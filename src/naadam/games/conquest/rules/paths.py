"""Paths that are closed to a kind of piece (CQ-6, CQ-61, CQ-85, CQ-86)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.state import BY_SEA, KNIGHT


@rule
def bar_path(tables, kind, path):
    """Against a kind of piece on a path that is not open to it."""
    if kind > KNIGHT:
        return clauses.VESSEL_ON_LAND
    if tables.path_kind[path] == BY_SEA:
        return clauses.LAND_PIECE_AT_SEA
    if tables.is_grail[tables.path_to[path]]:
        return clauses.GRAIL_FOR_FEW
    return clauses.NOT_DOWN_AT_V if tables.path_up[path] else clauses.NO_ELEPHANT_ON_X
