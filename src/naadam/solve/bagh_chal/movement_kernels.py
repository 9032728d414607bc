"""Compiled moves of Bagh Chal on numbered positions: successors, and exits from a layer.

Position `class * size + number` has the tigers of the class, and the empties with that number among its free points.
Where symmetries leave the tigers in their places, only the smallest of the sets that they turn into each other counts.
"""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.solve.retrograde.waves import EXIT_DRAW, EXIT_LOSS, EXIT_WIN, OPEN, OVER_LOSS, UNUSED

DRAW, WIN, LOSS = range(3)  # values in tables; 3 stands for no position


@rule
def number_of(low, starts, withins, mask):
    """The number of a set (see Numbering)."""
    return starts[mask >> low] + withins[mask & ((1 << low) - 1)]


@rule
def read_value(packed, number):
    """One of four values in a byte."""
    return packed[number >> 2] >> (2 * (number & 3)) & 3


@rule
def turn(images, row, mask):
    """The set of the images of a set."""
    turned = 0
    while mask != 0:
        turned |= images[row, ctz(mask)]
        mask &= mask - 1
    return turned


@rule
def smallest(classes, number, mask):
    """The smallest of the sets that symmetries of a class make of one."""
    least = mask
    for row in range(classes.turn_firsts[number], classes.turn_firsts[number + 1]):
        least = min(least, turn(classes.turn_images, row, mask))
    return least


@rule
def place_of(classes, layer, number, mask):
    """The number of the position with these empties."""
    return number * layer.size + number_of(layer.low, layer.starts, layer.withins, smallest(classes, number, mask))


@rule
def list_goat_moves(classes, layer, positions, firsts, targets):
    """Steps of goats; they can be taken back, so that these lead to the positions before as well."""
    count = 0
    for index in range(len(positions)):
        firsts[index] = count
        number = positions[index] // layer.size
        empties = layer.masks[positions[index] - number * layer.size]
        bits = empties
        while bits != 0:
            target = ctz(bits)
            bits &= bits - 1
            sources = classes.near[number, target] & ~empties
            while sources != 0:
                source = sources & -sources
                sources ^= source
                targets[count] = place_of(classes, layer, number, empties ^ (1 << target) ^ source)
                count += 1
    firsts[len(positions)] = count
    return 0


@rule
def list_tiger_steps(classes, layer, positions, firsts, targets):
    """Steps of tigers, without captures; they too can be taken back."""
    count = 0
    for index in range(len(positions)):
        firsts[index] = count
        number = positions[index] // layer.size
        empties = layer.masks[positions[index] - number * layer.size]
        for step in range(classes.step_firsts[number], classes.step_firsts[number + 1]):
            if empties & classes.step_enters[step]:
                targets[count] = place_of(
                    classes, layer, classes.step_classes[step], turn(classes.step_images, step, empties)
                )
                count += 1
    firsts[len(positions)] = count
    return 0


@rule
def capture_leads_to(classes, layer, jump, empties):
    """The number, in the layer with one goat less, of the position after a capture."""
    number = classes.jump_classes[jump]
    mask = smallest(classes, number, turn(classes.jump_images, jump, empties | classes.jump_overs[jump]))
    return number * layer.next_size + number_of(layer.low, layer.next_starts, layer.withins, mask)


@rule
def judge_goats(classes, layer, positions, exits):
    """Goats never leave the layer; without a move they lose (BC-13)."""
    for index in range(len(positions)):
        number = positions[index] // layer.size
        empties = layer.masks[positions[index] - number * layer.size]
        if smallest(classes, number, empties) != empties:
            exits[index] = UNUSED
            continue
        exits[index] = OVER_LOSS
        bits = empties
        while bits != 0:
            if classes.near[number, ctz(bits)] & ~empties:
                exits[index] = OPEN
                break
            bits &= bits - 1
    return 0


@rule
def judge_tigers(classes, layer, after, positions, exits):
    """The best capture; `after` has the values for the goats in the next layer, or nothing if a capture wins (BC-10).

    Tigers that are trapped, all of them, lose (BC-11).
    """
    for index in range(len(positions)):
        number = positions[index] // layer.size
        empties = layer.masks[positions[index] - number * layer.size]
        if smallest(classes, number, empties) != empties:
            exits[index] = UNUSED
            continue
        best = OPEN
        for jump in range(classes.jump_firsts[number], classes.jump_firsts[number + 1]):
            if empties & classes.jump_enters[jump] and not empties & classes.jump_overs[jump]:
                value = LOSS if len(after) == 0 else after[capture_leads_to(classes, layer, jump, empties)]
                if value == LOSS:
                    best = EXIT_WIN
                    break
                best = max(best, EXIT_DRAW if value == DRAW else EXIT_LOSS)
        if best == OPEN:
            best = OVER_LOSS
            for step in range(classes.step_firsts[number], classes.step_firsts[number + 1]):
                if empties & classes.step_enters[step]:
                    best = OPEN
                    break
        exits[index] = best
    return 0
