"""The compiled rules with the memory of BC-8: a position with the step that each side may not take back.

A position has so many *goat steps* (a goat next to an empty point) and *tiger steps*, in a fixed order. A state is a
position, 0 or one more than the number of the goat step that is barred, and the same for the tiger step. A bar that
can no longer be broken, as its goat is gone or its point is taken, is none. All states of a position lie together.
"""

from __future__ import annotations

from naadam.core.compiling import ctz, popcount, rule
from naadam.solve.bagh_chal.moves import number_of, place_of, turn

NO_BAR = 0
NO_TURN = -1
CLASS, EMPTIES, TURN, FIRST, WIDTH, BAR, VALUE, CONVERTS = range(8)
"""What is kept of a move: the class and the empties that it leads to, by which turn, the first state there, how many of
them differ in the tigers' bar only, the bar that the move makes, and in the end its value for the other side."""
KEPT = 8


@rule
def turn_to_smallest(layer, number, mask):
    """The symmetry of a class that makes the smallest set of one, or NO_TURN."""
    least, chosen = mask, NO_TURN
    for row in range(layer.turn_firsts[number], layer.turn_firsts[number + 1]):
        turned = turn(layer.turn_images, row, mask)
        if turned < least:
            least, chosen = turned, row
    return chosen


@rule
def count_goat_steps(layer, number, empties):
    count, bits = 0, empties
    while bits != 0:
        count += popcount(layer.near[number, ctz(bits)] & ~empties)
        bits &= bits - 1
    return count


@rule
def goat_bar(layer, number, empties, goat, point):
    """One more than the number of the step of `goat`, a bit, to the empty `point`, a bit too."""
    bar, bits = 1 + popcount(layer.near[number, ctz(point)] & ~empties & (goat - 1)), empties & (point - 1)
    while bits != 0:
        bar += popcount(layer.near[number, ctz(bits)] & ~empties)
        bits &= bits - 1
    return bar


@rule
def count_tiger_steps(layer, number, empties):
    count = 0
    for step in range(layer.step_firsts[number], layer.step_firsts[number + 1]):
        count += empties & layer.step_enters[step] != 0
    return count


@rule
def tiger_bar(layer, number, empties, step):
    """One more than the number of a step that can be taken."""
    bar = 1
    for earlier in range(layer.step_firsts[number], step):
        bar += empties & layer.step_enters[earlier] != 0
    return bar


@rule
def count_states(layer, positions, counts):
    """How many states each of some positions has; none for a number without a position."""
    for index in range(len(positions)):
        number = positions[index] // layer.size
        empties = layer.masks[positions[index] - number * layer.size]
        counts[index] = 0
        if turn_to_smallest(layer, number, empties) == NO_TURN:
            goats, tigers = count_goat_steps(layer, number, empties), count_tiger_steps(layer, number, empties)
            counts[index] = (1 + goats) * (1 + tigers)
    return 0


@rule
def settle(layer, size, starts, firsts, number, mask, moves, row):
    """Keep where a move leads: to the set `mask` of a class, turned into the one that stands for it."""
    chosen = turn_to_smallest(layer, number, mask)
    if chosen != NO_TURN:
        mask = turn(layer.turn_images, chosen, mask)
    moves[row, CLASS], moves[row, EMPTIES], moves[row, TURN] = number, mask, chosen
    moves[row, FIRST] = firsts[number * size + number_of(layer.low, starts, layer.withins, mask)]
    moves[row, WIDTH] = 1 + count_tiger_steps(layer, number, mask)


@rule
def turned_bit(layer, chosen, bit):
    return bit if chosen == NO_TURN else layer.turn_images[chosen, ctz(bit)]


@rule
def turned_step(layer, number, chosen, step):
    return step if chosen == NO_TURN else layer.turn_steps[chosen, step - layer.step_firsts[number]]


@rule
def decide_bars(moves, count, bars, wave, plies, state, stride):
    """Decide states that differ in the bar of the side to move only; return how many a wave has decided.

    The bar i is that of move i - 1; it counts for nothing if there is no other move (BC-8).
    """
    if count == 0:
        new = plies[state] == 0
        plies[state] = -1
        return int(new)
    best, best_at, second = 0, -1, 0
    longest, longest_at, shorter = 0, -1, 0
    held = 0
    for row in range(count):
        value = moves[row, VALUE]
        converts = moves[row, CONVERTS] == 1
        length = 2 if converts else abs(value) + 1
        if value != 0 and length <= wave + 2:
            if value < 0:
                held += 1
                if best == 0 or length < best:
                    best, best_at, second = length, row, best
                elif second == 0 or length < second:
                    second = length
            elif length > longest:
                longest, longest_at, shorter = length, row, longest
            else:
                shorter = max(shorter, length)
        else:
            held += 1
    found = 0
    for bar in range(1 + bars):
        place = state + bar * stride
        if plies[place] != 0:
            continue
        barred = bar - 1 if count > 1 else -1
        win = best if best_at != barred or barred < 0 else second
        kept = held - (barred >= 0 and is_held(moves, barred, wave))
        if win > 0:
            plies[place] = win
            found += 1
        elif kept == 0:
            plies[place] = -(longest if longest_at != barred or barred < 0 else shorter)
            found += 1
    return found


@rule
def is_held(moves, row, wave):
    """Whether a move is not known to lose."""
    value = moves[row, VALUE]
    return value <= 0 or (moves[row, CONVERTS] == 0 and value > wave + 1)


@rule
def judge_goats(layer, position, wave, goats, tigers, firsts, moves):
    """Decide the states of a position with goats to move; `goats` and `tigers` are plies by side to move."""
    number = position // layer.size
    empties = layer.masks[position - number * layer.size]
    count, bits = 0, empties
    while bits != 0:
        point = bits & -bits
        bits ^= point
        sources = layer.near[number, ctz(point)] & ~empties
        while sources != 0:
            goat = sources & -sources
            sources ^= goat
            settle(layer, layer.size, layer.starts, firsts, number, empties ^ point ^ goat, moves, count)
            chosen = moves[count, TURN]
            moved, left = turned_bit(layer, chosen, point), turned_bit(layer, chosen, goat)
            moves[count, BAR] = goat_bar(layer, number, moves[count, EMPTIES], moved, left)
            moves[count, CONVERTS] = 0
            moves[count, VALUE] = point
            count += 1
    for row in range(count):  # the point that the goat enters is needed for every bar of the tigers
        moves[row, FIRST] += moves[row, BAR] * moves[row, WIDTH]
        moves[row, BAR] = moves[row, VALUE]
    steps = count_tiger_steps(layer, number, empties)
    found, bar = 0, 0
    for step in range(layer.step_firsts[number] - 1, layer.step_firsts[number + 1]):
        none = step < layer.step_firsts[number]
        if not none and not empties & layer.step_enters[step]:
            continue
        for row in range(count):
            place = moves[row, FIRST]
            if not none and layer.step_enters[step] != moves[row, BAR]:
                other = turned_step(layer, number, moves[row, TURN], step)
                place += tiger_bar(layer, number, moves[row, EMPTIES], other)
            moves[row, VALUE] = tigers[place]
        found += decide_bars(moves, count, count, wave, goats, firsts[position] + bar, 1 + steps)
        bar += 1
    return found


@rule
def judge_tigers(layer, position, wave, tigers, goats, after, firsts, next_firsts, moves):
    """Decide the states of a position with tigers to move; `after` are the goats' plies in the next layer.

    It is empty in the last layer, where a capture wins (BC-10).
    """
    number = position // layer.size
    empties = layer.masks[position - number * layer.size]
    count = 0
    for step in range(layer.step_firsts[number], layer.step_firsts[number + 1]):
        if empties & layer.step_enters[step]:
            other = layer.step_classes[step]
            mask = turn(layer.step_images, step, empties)
            settle(layer, layer.size, layer.starts, firsts, other, mask, moves, count)
            back = turned_step(layer, other, moves[count, TURN], layer.step_backs[step])
            moves[count, FIRST] += tiger_bar(layer, other, moves[count, EMPTIES], back)
            moves[count, CONVERTS], moves[count, BAR] = 0, step
            count += 1
    steps = count
    for jump in range(layer.jump_firsts[number], layer.jump_firsts[number + 1]):
        if empties & layer.jump_enters[jump] and not empties & layer.jump_overs[jump]:
            if len(after) > 0:
                mask = turn(layer.jump_images, jump, empties | layer.jump_overs[jump])
                size, starts = layer.next_size, layer.next_starts
                settle(layer, size, starts, next_firsts, layer.jump_classes[jump], mask, moves, count)
            moves[count, CONVERTS], moves[count, BAR] = 1, jump
            count += 1
    state = firsts[position]
    found = judge_behind_goat(layer, wave, tigers, goats, after, moves, steps, count, state, 0, 0)
    bits = empties
    while bits != 0:
        point = bits & -bits
        bits ^= point
        sources = layer.near[number, ctz(point)] & ~empties
        while sources != 0:
            goat = sources & -sources
            sources ^= goat
            state += 1 + steps
            found += judge_behind_goat(layer, wave, tigers, goats, after, moves, steps, count, state, goat, point)
    return found


@rule
def judge_behind_goat(layer, wave, tigers, goats, after, moves, steps, count, state, goat, point):
    """Decide the states in which the goats' bar is the step of `goat` to `point`, or none if these are 0."""
    for row in range(count):
        move, converts = moves[row, BAR], moves[row, CONVERTS] == 1
        if converts and len(after) == 0:
            moves[row, VALUE] = -1
            continue
        bar = NO_BAR
        if converts:
            lost = layer.jump_enters[move] | layer.jump_overs[move]
        else:
            lost = layer.step_enters[move]
        if goat != 0 and not (goat | point) & lost:
            if converts:
                here, there = layer.jump_images[move, ctz(goat)], layer.jump_images[move, ctz(point)]
            else:
                here, there = layer.step_images[move, ctz(goat)], layer.step_images[move, ctz(point)]
            chosen = moves[row, TURN]
            here, there = turned_bit(layer, chosen, here), turned_bit(layer, chosen, there)
            bar = goat_bar(layer, moves[row, CLASS], moves[row, EMPTIES], here, there)
        place = moves[row, FIRST] + bar * moves[row, WIDTH]
        moves[row, VALUE] = after[place] if converts else goats[place]
    return decide_bars(moves, count, steps, wave, tigers, state, 1)


@rule
def mark_before(layer, position, side, dirty):
    """Mark the positions from which a move of the other side leads here."""
    number = position // layer.size
    empties = layer.masks[position - number * layer.size]
    if side == 0:
        for step in range(layer.step_firsts[number], layer.step_firsts[number + 1]):
            if empties & layer.step_enters[step]:
                dirty[place_of(layer, layer.step_classes[step], turn(layer.step_images, step, empties))] = 1
        return
    bits = empties
    while bits != 0:
        point = bits & -bits
        bits ^= point
        sources = layer.near[number, ctz(point)] & ~empties
        while sources != 0:
            dirty[place_of(layer, number, empties ^ point ^ (sources & -sources))] = 1
            sources &= sources - 1


@rule
def run_wave(layer, side, first, last, wave, plies, others, after, firsts, next_firsts, dirty, following, moves):
    """One wave over the dirty positions from `first` to below `last`; return how many states it has decided.

    What it decides makes positions of the other side dirty, in `following`, for the next wave.
    """
    total = 0
    for position in range(first, last):
        if dirty[position] == 0:
            continue
        dirty[position] = 0
        if firsts[position] == firsts[position + 1]:
            continue
        if side == 0:
            found = judge_goats(layer, position, wave, plies, others, firsts, moves)
        else:
            found = judge_tigers(layer, position, wave, plies, others, after, firsts, next_firsts, moves)
        if found > 0:
            mark_before(layer, position, side, following)
        total += found
    return total
