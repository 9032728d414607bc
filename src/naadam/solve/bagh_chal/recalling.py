"""The number of any state with the memory of BC-8, and values worked out anew from the game's own rules."""

from __future__ import annotations

from naadam.core.compiling import copy_state, draw, rule
from naadam.core.contract import apply, legal
from naadam.games.bagh_chal.rules.ends import end_of_game, winner_of
from naadam.games.bagh_chal.rules.state import NOWHERE
from naadam.solve.bagh_chal.finding import free_set, places_of
from naadam.solve.bagh_chal.memory import (
    NO_BAR,
    NO_TURN,
    count_tiger_steps,
    goat_bar,
    tiger_bar,
    turn_to_smallest,
    turned_bit,
    turned_step,
)
from naadam.solve.bagh_chal.moves import number_of, turn
from naadam.solve.bagh_chal.rederiving import put_at_random


@rule
def is_open(finder, barred, pieces, taken):
    """Whether a barred step could be taken: its piece is there, and its point is empty."""
    if barred == NOWHERE:
        return False
    return pieces >> (barred // finder.points) & 1 == 1 and taken >> (barred % finder.points) & 1 == 0


@rule
def find_state(layer, firsts, finder, step_at, state):
    """The number of a state in its layer."""
    places = places_of(finder, state.tigers)
    number = finder.classes[places]
    taken = state.tigers | state.goats
    empties = free_set(finder, places, ((1 << finder.points) - 1) & ~taken)
    chosen = turn_to_smallest(layer, number, empties)
    if chosen != NO_TURN:
        empties = turn(layer.turn_images, chosen, empties)
    first = firsts[number * layer.size + number_of(layer.low, layer.starts, layer.withins, empties)]
    goats, tigers = NO_BAR, NO_BAR
    if is_open(finder, state.goats_barred, state.goats, taken):
        goat = turned_bit(layer, chosen, free_set(finder, places, 1 << state.goats_barred // finder.points))
        point = turned_bit(layer, chosen, free_set(finder, places, 1 << state.goats_barred % finder.points))
        goats = goat_bar(layer, number, empties, goat, point)
    if is_open(finder, state.tigers_barred, state.tigers, taken):
        source = finder.images[places, state.tigers_barred // finder.points]
        target = finder.images[places, state.tigers_barred % finder.points]
        tigers = tiger_bar(layer, number, empties, turned_step(layer, number, chosen, step_at[number, source, target]))
    return first + goats * (1 + count_tiger_steps(layer, number, empties)) + tigers


@rule
def bar_at_random(tables, rng, points, pieces, taken):
    """The number of a step of one of `pieces` to an empty point, or NOWHERE as often as chance has it."""
    source, target = draw(rng, points), draw(rng, points)
    if not pieces >> source & 1 or taken >> target & 1 or not tables.neighbours[source] >> target & 1:
        return NOWHERE
    return source * points + target


@rule
def rederive_states(tag, tables, finder, states, choices, counts, rng, samples, step_at, own, after, found):
    """Compare random states with so many goats on the board; return how many have other plies.

    `own` and `after` are this layer and the one that captures lead to, `counts` the tigers and goats on the board and
    the goats captured. The first fault's tigers, goats, side and bars are left in `found`.
    """
    faults = 0
    state, child, actions = states[1], states[2], choices[0]
    for _ in range(samples):
        side = draw(rng, 2)
        copy_state(state, states[0])
        state.tigers = put_at_random(rng, finder.points, counts[0], 0)
        state.goats = put_at_random(rng, finder.points, counts[1], state.tigers)
        taken = state.tigers | state.goats
        for _ in range(20):
            if state.goats_barred == NOWHERE:
                state.goats_barred = bar_at_random(tables, rng, finder.points, state.goats, taken)
            if state.tigers_barred == NOWHERE:
                state.tigers_barred = bar_at_random(tables, rng, finder.points, state.tigers, taken)
        state.hand = 0
        state.captured = counts[2]
        state.waiting = 1 << side
        best, longest, held = 0, 0, 0
        if end_of_game(tables, state, side) != 0:
            longest = 1
        else:
            for number in range(legal(tag, tables, state, side, actions)):
                copy_state(child, state)
                apply(tag, tables, child, side, actions[number])
                converts = child.waiting == 0 or child.captured != state.captured
                if child.waiting == 0:
                    value = -1 if winner_of(child) == side else 1
                elif converts:
                    value = int(after.goats[find_state(after.layer, after.firsts, finder, step_at, child)])
                else:
                    place = find_state(own.layer, own.firsts, finder, step_at, child)
                    value = int(own.tigers[place] if side == 0 else own.goats[place])
                plies = 2 if converts else abs(value) + 1
                if value < 0:
                    best = plies if best == 0 else min(best, plies)
                elif value > 0:
                    longest = max(longest, plies)
                else:
                    held += 1
        expected = best if best > 0 else 0 if held > 0 else -longest
        place = find_state(own.layer, own.firsts, finder, step_at, state)
        stored = int(own.goats[place] if side == 0 else own.tigers[place])
        if stored != expected:
            if faults == 0:
                found[0], found[1], found[2] = state.tigers, state.goats, side
                found[3], found[4] = state.goats_barred, state.tigers_barred
            faults += 1
    return faults
