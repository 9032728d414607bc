"""One-ply searches by the game's own rules, compared with the values of a table."""

from __future__ import annotations

from naadam.core.compiling import copy_state, draw, rule
from naadam.core.contract import apply, legal
from naadam.games.bagh_chal.rules.ends import end_of_game, winner_of
from naadam.games.bagh_chal.rules.state import GOATS, NOWHERE, TIGERS
from naadam.solve.bagh_chal.movement_kernels import DRAW, LOSS, WIN, read_value
from naadam.solve.bagh_chal.placement_kernels import GOATS_DRAW, GOATS_LOSE, GOATS_WIN
from naadam.solve.bagh_chal.position_index import find_in_rows, find_position


@rule
def opposite(value):
    return DRAW if value == DRAW else WIN + LOSS - value


@rule
def put_at_random(rng, points, count, taken):
    """A random set of points that are not taken."""
    chosen = 0
    while count > 0:
        bit = 1 << draw(rng, points)
        if not (chosen | taken) & bit:
            chosen |= bit
            count -= 1
    return chosen


@rule
def better(value, distance, best, longest):
    """Whether a move is better than the best so far; LOSS < DRAW < WIN."""
    order, other = (value != LOSS) + (value == WIN), (best != LOSS) + (best == WIN)
    if order != other:
        return order > other
    return distance < longest if value == WIN else distance > longest


@rule
def rederive(tag, tables, finder, states, choices, counts, rng, samples, goats, tigers, next_goats, found):
    """Compare random positions with so many goats on the board; return how many have another value or distance.

    `goats` and `tigers` are values and distances of this layer by the side to move, `next_goats` the goats' values with
    one goat less. `counts` has the tigers and goats on the board and those captured. The first fault's tigers, goats
    and side are left in `found`.
    """
    faults = 0
    state, child, actions = states[1], states[2], choices[0]
    for _ in range(samples):
        side = draw(rng, 2)
        copy_state(state, states[0])
        state.tigers = put_at_random(rng, finder.points, counts[0], 0)
        empties = put_at_random(rng, finder.points, finder.points - counts[0] - counts[1], state.tigers)
        state.goats = ((1 << finder.points) - 1) & ~(state.tigers | empties)
        state.hand = 0
        state.captured = counts[2]
        state.waiting = 1 << side
        best, distance = LOSS, -1
        if end_of_game(tables, state, side) != 0:
            distance = 0
        else:
            for number in range(legal(tag, tables, state, side, actions)):
                copy_state(child, state)
                apply(tag, tables, child, side, actions[number])
                plies = 1
                if child.waiting == 0:
                    winner = winner_of(child)
                    value = DRAW if winner == NOWHERE else WIN if winner == side else LOSS
                elif child.captured != state.captured:
                    place = find_position(finder, child.tigers, child.goats)
                    value = opposite(read_value(next_goats, place))
                else:
                    place = find_position(finder, child.tigers, child.goats)
                    if side == 0:
                        value, plies = read_value(tigers.values, place), tigers.distances[place]
                    else:
                        value, plies = read_value(goats.values, place), goats.distances[place]
                    value, plies = opposite(value), 1 + plies
                if better(value, plies, best, distance):
                    best, distance = value, plies
        place = find_position(finder, state.tigers, state.goats)
        if side == 0:
            stored, plies = read_value(goats.values, place), goats.distances[place]
        else:
            stored, plies = read_value(tigers.values, place), tigers.distances[place]
        if stored != best or (best != DRAW and plies != distance):
            if faults == 0:
                found[0], found[1], found[2] = state.tigers, state.goats, side
            faults += 1
    return faults


@rule
def value_for_goats(state):
    """The value for the goats of a game that is over."""
    winner = winner_of(state)
    return GOATS_DRAW if winner == NOWHERE else GOATS_WIN if winner == GOATS else GOATS_LOSE


@rule
def worst_answer(tag, tables, finder, state, answer, actions, own, after):
    """The value for the goats of a position of the placement phase, tigers to move."""
    worst = GOATS_WIN
    for number in range(legal(tag, tables, state, TIGERS, actions)):
        copy_state(answer, state)
        apply(tag, tables, answer, TIGERS, actions[number])
        if answer.waiting == 0:
            worst &= value_for_goats(answer)
        else:
            table = own if answer.captured == state.captured else after
            worst &= read_value(table, find_in_rows(finder, answer.tigers, answer.goats))
    return worst


@rule
def rederive_placement(tag, tables, finder, states, choices, counts, rng, samples, own, after, movement, found):
    """Compare random positions with goats in hand, goats to move, two plies deep; return how many have another value.

    `own` and `after` are the rows with so many goats captured and with one more, `movement` the tigers' values in the
    movement phase. `counts` has the tigers on the board, the goats when none is in hand, and those captured.
    """
    faults = 0
    state, child, answer = states[1], states[2], states[3]
    actions, answers = choices[0], choices[1]
    for _ in range(samples):
        copy_state(state, states[0])
        state.tigers = put_at_random(rng, finder.points, counts[0], 0)
        goats = draw(rng, counts[1])
        state.goats = put_at_random(rng, finder.points, goats, state.tigers)
        state.hand = counts[1] - goats
        state.captured = counts[2]
        state.waiting = 1 << GOATS
        best = GOATS_LOSE
        for number in range(legal(tag, tables, state, GOATS, actions)):
            copy_state(child, state)
            apply(tag, tables, child, GOATS, actions[number])
            if child.waiting == 0:
                best |= value_for_goats(child)
            elif child.hand == 0:
                value = read_value(movement, find_position(finder, child.tigers, child.goats))
                best |= GOATS_DRAW if value == DRAW else GOATS_WIN if value == LOSS else GOATS_LOSE
            else:
                best |= worst_answer(tag, tables, finder, child, answer, answers, own, after)
        if read_value(own, find_in_rows(finder, state.tigers, state.goats)) != best:
            if faults == 0:
                found[0], found[1], found[2] = state.tigers, state.goats, GOATS
            faults += 1
    return faults
