"""Exchanges: whether a piece can answer an elimination or a seizure, at most two steps away (CQ-50 to CQ-54).

Asked before the step that would be answered, too: `prize` is the piece that stands on the target after it, `vacated`
the space that it leaves empty, or NOTHING.
"""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.carrying import bar_mounting
from naadam.games.conquest.rules.elimination import bar_attack
from naadam.games.conquest.rules.paths import bar_path
from naadam.games.conquest.rules.pieces import (
    cargo_of,
    has_part,
    is_vessel,
    kind_of,
    owner_of,
    part_of,
    rest_of,
    soldiers_of,
)
from naadam.games.conquest.rules.state import (
    ABOARD,
    ANSWERERS,
    CHARIOT,
    ELEPHANT,
    KNIGHT,
    LAND,
    LANDING,
    NOTHING,
    ONE,
    SOLDIER,
    WHOLE,
    is_friend,
)


@large_rule
def reaches(tables, state, source, piece, carried, target, prize, vacated, put_one, put_two):
    """Whether a piece can go from a space to the target in one step or two and take the prize there (CQ-52).

    On its way there is a free space, none on which a soldier was put; a friend to jump over for a knight (CQ-25); or an
    own carrier with room, which it mounts and leaves again (CQ-30, CQ-33).
    """
    kind = kind_of(piece)
    for path in range(tables.path_first[source], tables.path_first[source + 1]):
        if int(tables.path_open[path]) >> kind & 1 == 0:
            continue
        middle = int(tables.path_to[path])
        if middle == target:
            if bar_attack(prize, piece, carried) == 0:
                return True
            continue
        there = int(state.pieces[middle])
        mounted = False
        if there == 0 or middle == vacated:
            if middle == put_one or middle == put_two or (kind <= KNIGHT and tables.ground[middle] != LAND):
                continue
        elif kind == KNIGHT and tables.ground[middle] == LAND:
            if not is_friend(tables, owner_of(there), owner_of(piece)):
                continue
        else:
            mounted = True
            if owner_of(there) != owner_of(piece) or bar_mounting(there, piece, carried) != 0:
                continue
        for onward in range(tables.path_first[middle], tables.path_first[middle + 1]):
            if tables.path_to[onward] == target and int(tables.path_open[onward]) >> kind & 1:
                if bar_attack(prize, piece, mounted) == 0:
                    return True
    return False


@rule
def can_exchange(tables, state, source, mover, target, prize, vacated):
    """Whether a part of the piece on a space can answer."""
    piece = int(state.pieces[source])
    if not has_part(piece, mover):
        return False
    part = part_of(piece, mover)
    return reaches(tables, state, source, part, mover == ONE, target, prize, vacated, NOTHING, NOTHING)


@large_rule
def has_exchange(tables, state, seat, target, prize, vacated):
    """Whether a seat has any exchange. One by a carrier alone needs no look: it could go with its load, too."""
    for index in range(tables.near_first[target], tables.near_first[target + 1]):
        source = int(tables.near[index])
        piece = int(state.pieces[source])
        if piece != 0 and owner_of(piece) == seat:
            for mover in range(ANSWERERS):
                if can_exchange(tables, state, source, mover, target, prize, vacated):
                    return True
    return False


@large_rule
def bar_way(tables, state, source, part, mover, put_one, put_two):
    """Against an exchange by a part of a piece, and the space where it is barred (CQ-52).

    CQ-41 is named first, then what bars a way of one step, or of two; CQ-52 if there is none on the board.
    """
    target = int(state.target)
    prize = int(state.pieces[target])
    carried = mover == ONE
    if reaches(tables, state, source, part, carried, target, prize, NOTHING, put_one, put_two):
        return 0, target
    reason = bar_answering(prize, part, False)
    if reason != 0:
        return reason, target
    reason, space = clauses.OUT_OF_REACH, target
    afloat = is_vessel(part) and not is_vessel(prize)
    for path in range(tables.path_first[source], tables.path_first[source + 1]):
        middle = int(tables.path_to[path])
        left = clauses.VESSEL_AGAINST_LAND_PIECE if afloat else bar_leaving(tables, part, mover, path)
        if middle == target:
            return (left if left != 0 else bar_last_step(tables, prize, part, carried, path)), target
        for onward in range(tables.path_first[middle], tables.path_first[middle + 1]):
            if tables.path_to[onward] != target or reason != clauses.OUT_OF_REACH:
                continue
            reason, space = left, target if afloat else middle
            if reason == 0:
                reason = bar_passing(tables, state, part, carried, middle, put_one, put_two)
            if reason == 0:
                there = int(state.pieces[middle])
                mounted = there != 0 and (kind_of(part) != KNIGHT or tables.ground[middle] != LAND)
                reason, space = bar_last_step(tables, prize, part, mounted, onward), target
    return reason, space


@rule
def bar_leaving(tables, part, mover, path):
    """Against a part that leaves its space along a path."""
    if mover != WHOLE and tables.ground[tables.path_from[path]] != LAND and tables.path_kind[path] != LANDING:
        return clauses.LEFT_IN_PORT_ONLY
    kind = kind_of(part)
    return 0 if int(tables.path_open[path]) >> kind & 1 else bar_path(tables, kind, path)


@rule
def bar_passing(tables, state, part, carried, middle, put_one, put_two):
    """Against a part that goes on from a space: what is there must be nothing, jumped, or mounted and left again."""
    there = int(state.pieces[middle])
    if middle == put_one or middle == put_two:
        return clauses.NO_WAY_WITHOUT_LOAD
    if there == 0:
        return clauses.NO_VESSEL_IN_PORT if kind_of(part) <= KNIGHT and tables.ground[middle] != LAND else 0
    jumps = kind_of(part) == KNIGHT and tables.ground[middle] == LAND
    if not is_friend(tables, owner_of(there), owner_of(part)):
        return clauses.ENEMY_JUMPED if jumps else clauses.ENEMY_IN_THE_WAY
    if jumps:
        return 0
    return bar_mounting(there, part, carried) if owner_of(there) == owner_of(part) else clauses.ALLY_THERE


@rule
def bar_last_step(tables, prize, part, carried, path):
    """Against a part that takes the prize at the end of a path."""
    kind = kind_of(part)
    if int(tables.path_open[path]) >> kind & 1 == 0:
        return bar_path(tables, kind, path)
    return bar_answering(prize, part, carried)


@rule
def bar_answering(prize, part, carried):
    """Against a part that eliminates or seizes the prize: in an exchange an elephant aboard is CQ-41's, by CQ-52."""
    reason = bar_attack(prize, part, carried)
    return clauses.SOLDIER_AGAINST_ELEPHANT if reason == clauses.SOLDIER_SEIZES_ELEPHANT else reason


@rule
def unloader(piece):
    """The mover that an elephant or chariot with soldiers is: a piece, or aboard a vessel; ONE if there is none."""
    if soldiers_of(piece) == 0:
        return ONE
    if kind_of(piece) == ELEPHANT or kind_of(piece) == CHARIOT:
        return WHOLE
    return ABOARD if cargo_of(piece) != 0 else ONE


@rule
def bar_exchange(tables, state, seat, source, mover):
    """Against an exchange by a part of the piece on a space."""
    piece = int(state.pieces[source])
    if piece == 0:
        return clauses.NO_PIECE_TO_ANSWER
    if owner_of(piece) != seat:
        return clauses.ANOTHERS_EXCHANGE
    if not has_part(piece, mover):
        return clauses.NOTHING_ABOARD if mover == ABOARD else clauses.NO_SOLDIER_CARRIED
    reason, _ = bar_way(tables, state, source, part_of(piece, mover), mover, NOTHING, NOTHING)
    return reason


@rule
def is_free(tables, state, path):
    """Whether a soldier can be put along a path (CQ-53)."""
    target = int(tables.path_to[path])
    is_open = int(tables.path_open[path]) >> SOLDIER & 1
    return is_open and tables.ground[target] == LAND and state.pieces[target] == 0


@rule
def bar_unloading(tables, state, seat, path, other):
    """Against an exchange by a carrier whose soldiers were put along a path, and another or NOTHING (CQ-53)."""
    source = int(tables.path_from[path])
    piece = int(state.pieces[source])
    if piece == 0:
        return clauses.NO_PIECE_TO_ANSWER
    if owner_of(piece) != seat:
        return clauses.ANOTHERS_EXCHANGE
    mover = unloader(piece)
    if mover == ONE or (other != NOTHING and soldiers_of(piece) < 2):
        return clauses.NO_CARRIER_TO_UNLOAD
    if not is_free(tables, state, path) or (other != NOTHING and not is_free(tables, state, other)):
        return clauses.SPACE_NOT_FREE
    part = rest_of(part_of(piece, mover), ONE)
    put_two = NOTHING
    if other != NOTHING:
        part = rest_of(part, ONE)
        put_two = int(tables.path_to[other])
    reason, _ = bar_way(tables, state, source, part, mover, int(tables.path_to[path]), put_two)
    return reason


@rule
def attacks_vessel(there, piece):
    """Whether a piece that moves there seizes a vessel."""
    return is_vessel(there) and not is_vessel(piece)
