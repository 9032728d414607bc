"""Carrying: who may mount or board what (CQ-3, CQ-4, CQ-23, CQ-30 to CQ-35)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.pieces import cargo_of, has_room, is_vessel, kind_of
from naadam.games.conquest.rules.state import KNIGHT, SOLDIER


@rule
def bar_mounting(carrier, piece, carried):
    """Against a piece that steps onto a friendly one; `carried` says of a soldier that it comes from a carrier."""
    if kind_of(piece) == SOLDIER:
        if kind_of(carrier) == SOLDIER or kind_of(carrier) == KNIGHT:
            return clauses.SPACE_TAKEN
        if carried:
            return clauses.FROM_CARRIER_TO_CARRIER
        if has_room(carrier, piece):
            return 0
        return clauses.NO_ROOM_ABOARD if is_vessel(carrier) else clauses.NO_ROOM_ON_CARRIER
    if kind_of(carrier) == SOLDIER and kind_of(piece) != KNIGHT:
        return clauses.CARRIER_ONTO_SOLDIER
    if not is_vessel(carrier) or is_vessel(piece):
        return clauses.SPACE_TAKEN
    if has_room(carrier, piece):
        return 0
    if cargo_of(carrier) == 0 and kind_of(piece) != KNIGHT:
        return clauses.SOLDIERS_ABOARD
    return clauses.NO_ROOM_ABOARD
