"""The legal actions and the outcomes of chance, listed."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.conquest.rules.exchange import bar_unloading, can_exchange, is_free, unloader
from naadam.games.conquest.rules.movement import bar_entry, bar_jump, jumper
from naadam.games.conquest.rules.pieces import has_part, kind_of, owner_of, part_of, soldiers_of, spent_of
from naadam.games.conquest.rules.points import mover_points
from naadam.games.conquest.rules.state import (
    ALLOWANCE,
    ANSWERERS,
    END,
    JUMP,
    LAND,
    LANDING,
    LET,
    MOVERS,
    MOVING,
    NOTHING,
    ONE,
    OTHER,
    SPAN,
    STEP,
    STEPS,
    WHOLE,
    WORDS,
)
from naadam.games.conquest.rules.vulnerability import bar_risk


@large_rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if seat >= tables.seats or state.waiting >> seat & 1 == 0:
        return 0
    if state.phase != MOVING:
        return list_exchanges(tables, state, seat, actions)
    actions[0] = END
    count = 1
    left = mover_points(tables, state)
    if left < STEP:
        return count
    for word in range(WORDS):
        bits = int(state.own[seat, word])
        while bits != 0:
            count = list_steps(tables, state, seat, word * SPAN + ctz(bits), actions, count)
            bits &= bits - 1
    if left < JUMP:
        return count
    for word in range(WORDS):
        bits = int(state.own[seat, word])
        while bits != 0:
            source = word * SPAN + ctz(bits)
            bits &= bits - 1
            if jumper(int(state.pieces[source])) != OTHER:
                for jump in range(tables.jump_first[source], tables.jump_first[source + 1]):
                    if bar_jump(tables, state, seat, jump, left) == 0:
                        actions[count] = tables.jump + jump
                        count += 1
    return count


@rule
def list_steps(tables, state, seat, source, actions, count):
    """Write the steps from a space; return how many actions there are then."""
    piece = int(state.pieces[source])
    able = 0  # mask of the movers that have allowance left
    for mover in range(MOVERS):
        if has_part(piece, mover):
            part = part_of(piece, mover)
            if spent_of(part) + STEP <= ALLOWANCE[kind_of(part)]:
                able |= 1 << mover
    if able == 0:
        return count
    ashore = tables.ground[source] == LAND
    for path in range(tables.path_first[source], tables.path_first[source + 1]):
        moving = able if ashore or tables.path_kind[path] == LANDING else able & 1 << WHOLE
        while moving != 0:
            mover = ctz(moving)
            moving &= moving - 1
            if bar_entry(tables, state, part_of(piece, mover), mover >= ONE, path) == 0:
                if bar_risk(tables, state, seat, source, mover, int(tables.path_to[path]), STEP) == 0:
                    actions[count] = STEPS + MOVERS * path + mover
                    count += 1
    return count


@rule
def list_exchanges(tables, state, seat, actions):
    actions[0] = LET
    count = 1
    target = state.target
    prize = int(state.pieces[target])
    first, last = int(tables.near_first[target]), int(tables.near_first[target + 1])
    for index in range(first, last):
        source = int(tables.near[index])
        piece = int(state.pieces[source])
        if piece != 0 and owner_of(piece) == seat:
            for mover in range(ANSWERERS):
                if can_exchange(tables, state, source, mover, target, prize, NOTHING):
                    actions[count] = tables.exchange + ANSWERERS * source + mover
                    count += 1
    for index in range(first, last):
        source = int(tables.near[index])
        if is_unloading(state, seat, source, 1):
            for path in range(tables.path_first[source], tables.path_first[source + 1]):
                if is_free(tables, state, path) and bar_unloading(tables, state, seat, path, NOTHING) == 0:
                    actions[count] = tables.alone + path
                    count += 1
    for index in range(first, last):
        source = int(tables.near[index])
        if is_unloading(state, seat, source, 2):
            for pair in range(tables.pair_first[source], tables.pair_first[source + 1]):
                path, other = int(tables.pair_one[pair]), int(tables.pair_two[pair])
                if bar_unloading(tables, state, seat, path, other) == 0:
                    actions[count] = tables.parted + pair
                    count += 1
    return count


@rule
def is_unloading(state, seat, source, soldiers):
    """Whether a seat has an elephant or chariot there with so many soldiers at least."""
    piece = int(state.pieces[source])
    return piece != 0 and owner_of(piece) == seat and unloader(piece) != ONE and soldiers_of(piece) >= soldiers


@rule
def chance(tables, state, actions, weights):
    if state.waiting != 1 << CHANCE:
        return 0
    for seat in range(tables.seats):
        actions[seat] = tables.first + seat
        weights[seat] = 1.0
    return tables.seats
