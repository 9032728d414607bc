"""Loops over any game, written once on the hooks of the contract and compiled for each game by its tag.

The *trail* is an array of position words that goes with a state, one row per position. Row r holds the words of the
position after which play went on to row r + 1; of the rows before a state's own, the last `state.quiet` can be its
equals. In play that never goes back, row `state.quiet` is always the right one for a new position.
"""

from __future__ import annotations

from naadam.core.compiling.compiled import KERNELS as KERNELS
from naadam.core.compiling.compiled import kernel, rule
from naadam.core.compiling.intrinsics import copy_state, ctz, draw, mix, uniform
from naadam.core.compiling.kinds import Floats, Int, Ints, Masks, State, States, Table, Trail, Trails
from naadam.core.contract import apply, chance, expire, legal, outcome, position, refusal, repeated, repetition
from naadam.core.seats import CHANCE


@kernel
def remember(tag, tables, state: State, trail: Trail, row: Int):
    """Write the words of `state` into `row` of the trail, and tell the game of a repetition."""
    position(tag, tables, state, trail[row])
    seen = 1
    for earlier in range(row - 1, row - 1 - state.quiet, -1):
        same = True
        for word in range(trail.shape[1]):
            if trail[row, word] != trail[earlier, word]:
                same = False
                break
        if same:
            seen += 1
            if seen == repetition(tag):
                repeated(tag, tables, state)
                return


@rule
def step(tag, tables, state, trail, row, seat, action):
    """Carry out a legal action; `row` is that of the new position, or -1 in play that never goes back."""
    apply(tag, tables, state, seat, action)
    if repetition(tag) > 0 and state.waiting != 0:
        remember(tag, tables, state, trail, state.quiet if row < 0 else row)
    if state.waiting != 0:
        expire(tag, tables, state)


@kernel
def attempt(tag, tables, state: State, trail: Trail, seat: Int, action: Int):
    """Carry out an action if it is legal and return 0, or change nothing and return its refusal."""
    code = refusal(tag, tables, state, seat, action)
    if code == 0:
        step(tag, tables, state, trail, -1, seat, action)
    return code


@rule
def pick(weights, count, rng):
    """The index of one of `count` weighted outcomes, drawn at random."""
    total = 0.0
    for index in range(count):
        total += weights[index]
    mark = uniform(rng) * total
    for index in range(count - 1):
        mark -= weights[index]
        if mark < 0.0:
            return index
    return count - 1


@rule
def random_action(tag, tables, state, seat, rng, actions, weights):
    """A legal action drawn uniformly, or an outcome of chance by its weight."""
    if seat == CHANCE:
        count = chance(tag, tables, state, actions, weights)
        return actions[pick(weights, count, rng)]
    return actions[draw(rng, legal(tag, tables, state, seat, actions))]


@kernel
def playout(tag, tables, state: State, trail: Trail, rng: Ints, actions: Ints, weights: Floats):
    """Play at random to the end of the game; return the number of actions."""
    played = 0
    while state.waiting != 0:
        seat = ctz(state.waiting)
        action = random_action(tag, tables, state, seat, rng, actions, weights)
        step(tag, tables, state, trail, -1, seat, action)
        played += 1
    return played


@kernel
def playouts(
    tag,
    tables,
    states: States,
    trails: Trails,
    trail: Trail,
    first_seed: Int,
    rng: Ints,
    actions: Ints,
    weights: Floats,
):
    """Play each of many states to its end, each with the next seed; return the number of actions.

    `trails` has the trail of each state, or a single one for all; `trail` is room for one game.
    """
    played = 0
    for index in range(len(states)):
        rng[0] = mix(first_seed + index)
        own = trails[min(index, len(trails) - 1)]
        rows = states[index].quiet + 1 if states[index].waiting != 0 else 0
        for row in range(rows):
            for word in range(trail.shape[1]):
                trail[row, word] = own[row, word]
        played += playout(tag, tables, states[index], trail, rng, actions, weights)
    return played


@kernel
def attempts(tag, tables, states: States, trails: Trails, seats: Ints, chosen: Ints):
    """Carry out one action in each of many states, all or none; return the index of the first refused, or -1."""
    for index in range(len(states)):
        if states[index].waiting != 0 and refusal(tag, tables, states[index], seats[index], chosen[index]) != 0:
            return index
    for index in range(len(states)):
        if states[index].waiting != 0:
            step(tag, tables, states[index], trails[index], -1, seats[index], chosen[index])
    return -1


@kernel
def legal_masks(tag, tables, states: States, seats: Ints, masks: Masks, actions: Ints, weights: Floats):
    """Set masks[i, a] for every legal action (or chance outcome) `a` of seats[i] in states[i]."""
    for index in range(len(states)):
        masks[index, :] = False
        if states[index].waiting == 0:
            continue
        if states[index].waiting >> seats[index] & 1 == 0:
            count = 0
        elif seats[index] == CHANCE:
            count = chance(tag, tables, states[index], actions, weights)
        else:
            count = legal(tag, tables, states[index], seats[index], actions)
        for number in range(count):
            masks[index, actions[number]] = True


@kernel
def all_scores(tag, tables, states: States, scores: Table):
    """The scores of every game that is over; 0 for the others."""
    for index in range(len(states)):
        scores[index, :] = 0.0
        if states[index].waiting == 0:
            outcome(tag, tables, states[index], scores[index])


@rule
def branches(tag, tables, state, seats, actions, weights):
    """All ways to go on: every action of every waiting seat, or the outcomes of chance; return how many."""
    if state.waiting >> CHANCE & 1:
        count = chance(tag, tables, state, actions, weights)
        seats[:count] = CHANCE
        return count
    count = 0
    waiting = int(state.waiting)
    while waiting != 0:
        seat = ctz(waiting)
        waiting &= waiting - 1
        more = legal(tag, tables, state, seat, actions[count:])
        seats[count : count + more] = seat
        count += more
    return count


@kernel
def perft(
    tag,
    tables,
    states: States,
    trail: Trail,
    row: Int,
    depth: Int,
    seats: Trail,
    actions: Trail,
    weights: Floats,
    branch: Ints,
    width: Ints,
):
    """How many sequences of exactly `depth` actions there are from states[0], whose trail row is `row`.

    All other arrays are scratch with a row, or a number, for every depth.
    """
    counts = 0
    level = 0
    branch[0] = 0
    width[0] = branches(tag, tables, states[0], seats[0], actions[0], weights)
    if depth == 1:
        return width[0]
    while level >= 0:
        if branch[level] == width[level]:
            level -= 1
            continue
        number = branch[level]
        branch[level] += 1
        child = states[level + 1]
        copy_state(child, states[level])
        step(tag, tables, child, trail, row + level + 1, seats[level, number], actions[level, number])
        count = branches(tag, tables, child, seats[level + 1], actions[level + 1], weights)
        if level + 2 == depth:
            counts += count
        else:
            level += 1
            branch[level] = 0
            width[level] = count
    return counts


@kernel
def key(tag, tables, state: State, words: Ints):
    """A 64-bit hash of the position."""
    position(tag, tables, state, words)
    return hash_words(words)


@rule
def hash_words(words):
    """A 64-bit hash of some words."""
    result = 0
    for word in range(len(words)):
        result = mix(result ^ int(words[word])) ^ word
    return mix(result)
