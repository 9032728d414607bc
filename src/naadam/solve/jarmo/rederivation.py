"""Turns of numbered positions, played by the game's own rules."""

from __future__ import annotations

from naadam.core.compiling import copy_state, ctz, popcount, rule
from naadam.core.contract import apply, legal
from naadam.games.jarmo.rules.ends import end_of_game
from naadam.games.jarmo.rules.state import BLUE, GREEN, MAIN
from naadam.solve.jarmo.kernels import OVER, SIDE_BITS
from naadam.solve.jarmo.numbering import CAPTURED, COLUMNS, HAND, place_of, position_at

QUIET = 0  # the row of the signature itself


@rule
def carry(numbers, mask):
    """A set of points of the numbering as one of the board's points, or back, by what each point becomes."""
    carried = 0
    while mask != 0:
        carried |= 1 << numbers[ctz(mask)]
        mask &= mask - 1
    return carried


@rule
def set_up(numbers, shapes, order, state, side, place):
    """The state of a numbered position, with no turns counted."""
    green, blue, guards = position_at(numbers, shapes, QUIET, place)
    state.tops[GREEN], state.tops[BLUE] = carry(order, green), carry(order, blue)
    state.guards = carry(order, guards)
    for seat in range(2):
        state.hand[seat] = shapes[QUIET, seat * COLUMNS + HAND]
        state.captured[seat] = shapes[QUIET, seat * COLUMNS + CAPTURED]
    state.waiting = 1 << side
    state.phase = MAIN
    state.peace = 0


@rule
def side_id(tables, known, state, seat):
    """The number of a side, by its soldiers."""
    own = int(state.tops[seat])
    inside = popcount(own & tables.camps[1 - seat])
    guards = popcount(own & state.guards)
    word = (popcount(own) - inside - guards) | guards << SIDE_BITS | inside << 2 * SIDE_BITS
    return known.side_ids[word | int(state.captured[seat]) << 3 * SIDE_BITS | int(state.hand[seat]) << 4 * SIDE_BITS]


@rule
def note(tables, numbers, shapes, known, points, state, slots, places, count):
    """Write the signature and the number of a position after a turn, or how the game has ended."""
    if state.ended != 0:
        slots[count] = OVER
        places[count] = 0 if state.winner < 0 else 1 - 2 * int(state.winner)
        return count + 1
    slots[count] = known.slots[side_id(tables, known, state, GREEN), side_id(tables, known, state, BLUE)]
    green, blue = carry(points, int(state.tops[GREEN])), carry(points, int(state.tops[BLUE]))
    places[count] = place_of(numbers, shapes, slots[count], green, blue, carry(points, int(state.guards)))
    return count + 1


@rule
def list_turns(
    tag, tables, numbers, shapes, known, order, points, states, choices, side, chosen, firsts, slots, places
):
    """Play all turns of the positions `chosen`, and write where they lead; a position that is over has no turns."""
    state, child, last = states[1], states[2], states[3]
    count = 0
    for index in range(len(chosen)):
        firsts[index] = count
        copy_state(state, states[0])
        set_up(numbers, shapes, order, state, side, chosen[index])
        if end_of_game(tables, state, side, False) != 0:
            continue
        for number in range(legal(tag, tables, state, side, choices[0])):
            copy_state(child, state)
            apply(tag, tables, child, side, choices[0, number])
            if child.ended != 0 or child.phase == MAIN:
                count = note(tables, numbers, shapes, known, points, child, slots, places, count)
                continue
            for option in range(legal(tag, tables, child, side, choices[1])):  # JA-8
                copy_state(last, child)
                apply(tag, tables, last, side, choices[1, option])
                count = note(tables, numbers, shapes, known, points, last, slots, places, count)
    firsts[len(chosen)] = count
    return count
