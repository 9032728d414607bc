"""Values with the memory of BC-8: looked up, and recomputed by the game's own rules."""

from __future__ import annotations

from naadam.core.compiling import copy_state, draw, rule
from naadam.core.contract import apply, legal
from naadam.games.bagh_chal.rules.ends import end_of_game, winner_of
from naadam.games.bagh_chal.rules.state import GOATS, NOWHERE, TIGERS
from naadam.solve.bagh_chal.memory_kernels import LIMIT, NO_MOVE, answer_place, goat_bar, plies_of, position_place
from naadam.solve.bagh_chal.movement_kernels import DRAW, LOSS, WIN, read_value
from naadam.solve.bagh_chal.position_index import find_position, free_set, places_of
from naadam.solve.bagh_chal.rederivation import put_at_random


@rule
def is_open(finder, barred, pieces, taken):
    """Whether a barred step could be taken: its piece is there, and its point is empty."""
    if barred == NOWHERE:
        return False
    return pieces >> (barred // finder.points) & 1 == 1 and taken >> (barred % finder.points) & 1 == 0


@rule
def find_plies(classes, layer, answers, finder, state):
    """The plies of a state with goats to move."""
    places = places_of(finder, state.tigers)
    number = finder.classes[places]
    taken = state.tigers | state.goats
    empties = free_set(finder, places, ((1 << finder.points) - 1) & ~taken)
    barred = NO_MOVE
    if is_open(finder, state.goats_barred, state.goats, taken):
        goat = free_set(finder, places, 1 << state.goats_barred // finder.points)
        barred = goat_bar(goat, free_set(finder, places, 1 << state.goats_barred % finder.points))
    place = position_place(layer, number, empties)
    if is_open(finder, state.tigers_barred, state.tigers, taken):
        source = finder.images[places, state.tigers_barred // finder.points]
        target = finder.images[places, state.tigers_barred % finder.points]
        place = answer_place(classes, layer, finder.step_at[number, source, target], empties)
    return plies_of(int(answers[place]), barred)


@rule
def bar_at_random(tables, rng, points, pieces, taken):
    """The number of a step of one of `pieces` to an empty point, or NOWHERE as often as chance has it."""
    for _ in range(40):
        source, target = draw(rng, points), draw(rng, points)
        if pieces >> source & 1 and not taken >> target & 1 and tables.neighbours[source] >> target & 1:
            return source * points + target
    return NOWHERE


@rule
def best_plies(quickest, longest, held):
    """The plies of the side that has moves of these kinds, within the limit of BC-14."""
    if 0 < quickest <= LIMIT:
        return quickest
    return 0 if held > 0 or quickest > 0 or longest > LIMIT else -longest


@rule
def rederive_tigers(tag, tables, classes, finder, state, child, actions, own, after):
    """The plies of a state with tigers to move, from those after all that they can do."""
    if end_of_game(tables, state, TIGERS) != 0:
        return -1
    quickest, longest, held = 0, 0, 0
    for number in range(legal(tag, tables, state, TIGERS, actions)):
        copy_state(child, state)
        apply(tag, tables, child, TIGERS, actions[number])
        converts = child.captured != state.captured
        if child.waiting == 0:
            value = -1 if winner_of(child) == TIGERS else 1
        elif converts:
            value = find_plies(classes, after.layer, after.answers, finder, child)
        else:
            value = find_plies(classes, own.layer, own.answers, finder, child)
        plies = 2 if converts else abs(value) + 1
        if value < 0:
            quickest = plies if quickest == 0 else min(quickest, plies)
        elif value > 0:
            longest = max(longest, plies)
        else:
            held += 1
    return best_plies(quickest, longest, held)


@rule
def rederive_goats(tag, tables, classes, finder, states, choices, own, after):
    """The plies of the state states[1] with goats to move, from those two plies further."""
    state, child = states[1], states[2]
    if end_of_game(tables, state, GOATS) != 0:
        return -1
    quickest, longest, held = 0, 0, 0
    for number in range(legal(tag, tables, state, GOATS, choices[0])):
        copy_state(child, state)
        apply(tag, tables, child, GOATS, choices[0][number])
        if child.waiting == 0:
            value = -1 if winner_of(child) == GOATS else 1
        else:
            value = rederive_tigers(tag, tables, classes, finder, child, states[3], choices[1], own, after)
        if value < 0:
            quickest = 1 - value if quickest == 0 else min(quickest, 1 - value)
        elif value > 0:
            longest = max(longest, 1 + value)
        else:
            held += 1
    return best_plies(quickest, longest, held)


@rule
def rederive_states(tag, tables, finder, states, choices, counts, rng, samples, classes, own, after, begin, found):
    """Compare random states with so many goats on the board; return how many have other plies or another value.

    Those with goats to move have random bars, and are in `own`. Those with tigers to move have none, and are in
    `begin`, the values at the beginning of the phase. `after` is the layer that captures lead to; `counts` are the
    tigers and goats on the board and the goats captured. The first fault is left in `found`.
    """
    faults = 0
    state = states[1]
    for _ in range(samples):
        side = TIGERS if draw(rng, 4) == 0 else GOATS
        copy_state(state, states[0])
        state.tigers = put_at_random(rng, finder.points, counts[0], 0)
        empties = put_at_random(rng, finder.points, finder.points - counts[0] - counts[1], state.tigers)
        taken = ((1 << finder.points) - 1) & ~empties
        state.goats = taken & ~state.tigers
        state.hand = 0
        state.captured = counts[2]
        state.waiting = 1 << side
        if side == GOATS:
            if draw(rng, 8) != 0:
                state.goats_barred = bar_at_random(tables, rng, finder.points, state.goats, taken)
            if draw(rng, 8) != 0:
                state.tigers_barred = bar_at_random(tables, rng, finder.points, state.tigers, taken)
            stored = find_plies(classes, own.layer, own.answers, finder, state)
            same = stored == rederive_goats(tag, tables, classes, finder, states, choices, own, after)
        else:
            plies = rederive_tigers(tag, tables, classes, finder, state, states[2], choices[0], own, after)
            value = DRAW if plies == 0 else WIN if plies > 0 else LOSS
            same = value == read_value(begin, find_position(finder, state.tigers, state.goats))
        if not same:
            if faults == 0:
                found[0], found[1], found[2] = state.tigers, state.goats, side
                found[3], found[4] = state.goats_barred, state.tigers_barred
            faults += 1
    return faults
