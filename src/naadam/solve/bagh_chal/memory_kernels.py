"""Compiled rules with the memory of BC-8: values of positions for each pair of forbidden take-backs.

A bar takes one step away from a side. So the value of a position for the side to move differs for one of that side's
bars at most, that of its best move, or of its last one that does not lose. An *answer* is three numbers: the plies (as
in `Solved`) that nearly all own bars lead to, those of the one bar that makes a difference, and which bar that is.

A bar of the other side is kept with the answer. Tigers have few steps, so with goats to move there is an answer for
every step that tigers may have barred. With tigers to move a position has one answer for nearly all bars of the goats;
those of some goats are exceptions, and are worked out when they are asked for.

Plies of more than `limit` count as not known yet: a wave decides what has exactly as many plies as its number.
"""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.bagh_chal.rules.state import PEACEFUL_TURNS
from naadam.solve.bagh_chal.movement_kernels import number_of, smallest, turn

PLIES_BITS, PLIES_MASK, PLIES_SIGN = 9, 511, 256
BAR_MASK = 1023
POINT_BITS = 5
EXCEPTIONS_AT = 32
NO_MOVE = 0  # as a bar of either side, and as a goat
ANSWER_MASK = (1 << EXCEPTIONS_AT) - 1
LIMIT = 1 + PEACEFUL_TURNS  # plies are one more than the distance; what is further away is drawn (BC-14)
DRAWS, WINS, LOSSES, LONGEST = range(4)
MOVE, ANSWER, VALUE = range(3)  # columns of a list of moves; captures come behind the steps


@rule
def pack_answer(plies, otherwise, bar):
    """The plies, those with the bar that makes a difference, and this bar; 0 if nothing is known."""
    return plies & PLIES_MASK | (otherwise & PLIES_MASK) << PLIES_BITS | bar << 2 * PLIES_BITS


@rule
def plies_of(answer, barred):
    """The plies if this is barred to the side to move."""
    if barred != NO_MOVE and barred == bar_of(answer):
        answer >>= PLIES_BITS
    return ((answer & PLIES_MASK) ^ PLIES_SIGN) - PLIES_SIGN


@rule
def bar_of(answer):
    """The bar that makes a difference, or NO_MOVE."""
    return answer >> 2 * PLIES_BITS & BAR_MASK


@rule
def is_new(answer, wave):
    """Whether a wave has decided a part of an answer."""
    return abs(plies_of(answer, NO_MOVE)) == wave or abs(plies_of(answer, bar_of(answer))) == wave


@rule
def is_whole(answer):
    """Whether all of an answer is decided."""
    return plies_of(answer, NO_MOVE) != 0 and plies_of(answer, bar_of(answer)) != 0


@rule
def goat_bar(goat, point):
    """The bar of the step of a goat to a point, both as bits."""
    return ctz(goat) << POINT_BITS | ctz(point)


@rule
def position_place(layer, number, empties):
    return number * layer.size + number_of(layer.low, layer.starts, layer.withins, empties)


@rule
def answer_place(classes, layer, step, empties):
    """Where the answer of goats to move is if `step` is barred to the tigers; the point that it enters is empty."""
    enters = classes.step_enters[step]
    others = empties & (enters - 1) | (empties & -enters ^ enters) >> 1
    rest = number_of(layer.rest_low, layer.rest_starts, layer.rest_withins, others)
    return classes.total * layer.size + step * layer.rest_size + rest


@rule
def weigh(moves, count, steps, limit):
    """The answer of a side with these moves; the bar in it is one more than the row of the move.

    Of the moves the first so many are steps; all others are captures, which nothing bars.
    """
    if count == 0:
        return pack_answer(-1, -1, NO_MOVE)
    win, win_at, next_win = 0, -1, 0
    longest, longest_at, shorter = 0, -1, 0
    held, held_at = 0, -1
    for row in range(count):
        value = moves[row, VALUE]
        length = 2 if row >= steps else abs(value) + 1
        if value == 0 or length > limit:
            held += 1
            held_at = row
        elif value < 0:
            if win == 0 or length < win:
                win, win_at, next_win = length, row, win
            elif next_win == 0 or length < next_win:
                next_win = length
        elif length > longest:
            longest, longest_at, shorter = length, row, longest
        else:
            shorter = max(shorter, length)
    if win > 0:
        plies, row = win, win_at
        otherwise = next_win if next_win > 0 else 0 if held > 0 else -longest
    elif held > 0:
        plies, row, otherwise = 0, held_at, 0 if held > 1 else -longest
    else:
        plies, row, otherwise = -longest, longest_at, -shorter
    if plies == otherwise or count == 1 or row >= steps:  # an only move is not barred (BC-8)
        return pack_answer(plies, plies, NO_MOVE)
    return pack_answer(plies, otherwise, 1 + row)


@rule
def with_bar(answer, bar):
    """An answer with another name of the bar that makes a difference."""
    return answer & ((1 << 2 * PLIES_BITS) - 1) | bar << 2 * PLIES_BITS


# --- tigers to move ---


@rule
def list_tiger_moves(classes, layer, number, empties, answers, after, moves):
    """The tigers' moves with the goats' answers to them; return how many moves there are, and how many are steps.

    `after` are the goats' answers in the next layer, or nothing if a capture wins (BC-10).
    """
    count = 0
    for step in range(classes.step_firsts[number], classes.step_firsts[number + 1]):
        if empties & classes.step_enters[step]:
            back = classes.step_backs[step]
            then = turn(classes.step_images, step, empties)
            moves[count, MOVE] = step
            moves[count, ANSWER] = answers[answer_place(classes, layer, back, then)]
            count += 1
    steps = count
    for jump in range(classes.jump_firsts[number], classes.jump_firsts[number + 1]):
        if empties & classes.jump_enters[jump] and not empties & classes.jump_overs[jump]:
            moves[count, MOVE] = jump
            moves[count, ANSWER] = pack_answer(-1, -1, NO_MOVE)
            if len(after) > 0:
                then = turn(classes.jump_images, jump, empties | classes.jump_overs[jump])
                place = number_of(layer.low, layer.next_starts, layer.withins, then)
                moves[count, ANSWER] = after[classes.jump_classes[jump] * layer.next_size + place]
            count += 1
    return count, steps


@rule
def barred_behind(images, move, lost, goat, point):
    """The goats' bar after a tigers' move: none if the goat or its point is lost by it."""
    if goat == NO_MOVE or (goat | point) & lost:
        return NO_MOVE
    return goat_bar(images[move, ctz(goat)], images[move, ctz(point)])


@rule
def tigers_answer(classes, number, moves, count, steps, goat, point, limit):
    """The tigers' answer if the goats may not step from `goat` to `point`, bits, or may step anywhere if these are 0.

    The bar in it is one more than the number of the step among all of the class.
    """
    for row in range(count):
        move, answer = moves[row, MOVE], moves[row, ANSWER]
        barred = NO_MOVE
        if bar_of(answer) != NO_MOVE:
            if row < steps:
                barred = barred_behind(classes.step_images, move, classes.step_enters[move], goat, point)
            else:
                lost = classes.jump_enters[move] | classes.jump_overs[move]
                barred = barred_behind(classes.jump_images, move, lost, goat, point)
        moves[row, VALUE] = plies_of(answer, barred)
    answer = weigh(moves, count, steps, limit)
    if bar_of(answer) == NO_MOVE:
        return answer
    return with_bar(answer, 1 + moves[bar_of(answer) - 1, MOVE] - classes.step_firsts[number])


@rule
def judge_tigers(classes, layer, position, wave, answers, after, words, following, moves):
    """Decide what a wave decides of a position with tigers to move, and mark the positions before it.

    A word is the answer and, above it, the goats whose bars may be exceptions. Return how many were marked.
    """
    number = position // layer.size
    empties = layer.masks[position - number * layer.size]
    count, steps = list_tiger_moves(classes, layer, number, empties, answers, after, moves)
    usual = tigers_answer(classes, number, moves, count, steps, NO_MOVE, NO_MOVE, wave)
    exceptions, marked = 0, 0
    for row in range(count):
        move, bar = moves[row, MOVE], bar_of(moves[row, ANSWER])
        if bar == NO_MOVE:
            continue
        if row < steps:
            goat = 1 << classes.step_origins[move, bar >> POINT_BITS]
            point = 1 << classes.step_origins[move, bar & ((1 << POINT_BITS) - 1)]
            enters = classes.step_enters[move]
        else:
            goat = 1 << classes.jump_origins[move, bar >> POINT_BITS]
            point = 1 << classes.jump_origins[move, bar & ((1 << POINT_BITS) - 1)]
            enters = classes.jump_enters[move]
        if point == enters or not empties & point:
            continue  # the tiger came from there, or took a goat there: nothing that could have been barred
        answer = tigers_answer(classes, number, moves, count, steps, goat, point, wave)
        if answer != usual:
            exceptions |= goat
            if is_new(answer, wave):
                following[position_place(layer, number, empties ^ point ^ goat)] = 1
                marked += 1
    words[position] = usual | exceptions << EXCEPTIONS_AT
    if is_new(usual, wave):
        bits = empties
        while bits != 0:
            point = bits & -bits
            bits ^= point
            goats = classes.near[number, ctz(point)] & ~empties
            while goats != 0:
                following[position_place(layer, number, empties ^ point ^ (goats & -goats))] = 1
                goats &= goats - 1
                marked += 1
    return marked


@rule
def answer_behind_goat(classes, layer, number, empties, goat, point, limit, answers, after, words, moves):
    """The tigers' answer to a goat that has gone to `goat` and may not go back to `point`."""
    word = words[position_place(layer, number, empties)]
    if not word >> EXCEPTIONS_AT & goat:
        return word & ANSWER_MASK
    count, steps = list_tiger_moves(classes, layer, number, empties, answers, after, moves)
    return tigers_answer(classes, number, moves, count, steps, goat, point, limit)


# --- goats to move ---


@rule
def is_decided(classes, layer, position, number, empties, answers):
    """Whether all answers of a position with goats to move are decided."""
    if not is_whole(answers[position]):
        return False
    for step in range(classes.step_firsts[number], classes.step_firsts[number + 1]):
        if empties & classes.step_enters[step] and not is_whole(answers[answer_place(classes, layer, step, empties)]):
            return False
    return True


@rule
def goats_answer(moves, count, barred, limit):
    """The goats' answer if this is barred to the tigers; its bar is one more than the row of the move."""
    for row in range(count):
        moves[row, VALUE] = plies_of(moves[row, ANSWER], barred)
    answer = weigh(moves, count, count, limit)
    return answer if bar_of(answer) == NO_MOVE else with_bar(answer, moves[bar_of(answer) - 1, MOVE])


@rule
def judge_goats(classes, layer, position, wave, answers, after, words, following, moves, scratch):
    """Decide what a wave decides of a position with goats to move, and mark the positions before it."""
    number = position // layer.size
    empties = layer.masks[position - number * layer.size]
    if is_decided(classes, layer, position, number, empties, answers):
        return 0
    count, differing, bits = 0, 0, empties
    while bits != 0:
        point = bits & -bits
        bits ^= point
        goats = classes.near[number, ctz(point)] & ~empties
        while goats != 0:
            goat = goats & -goats
            goats ^= goat
            then = empties ^ point ^ goat
            answer = answer_behind_goat(
                classes, layer, number, then, point, goat, wave - 1, answers, after, words, scratch
            )
            moves[count, MOVE] = goat_bar(goat, point)
            moves[count, ANSWER] = answer
            differing |= 1 << bar_of(answer)
            count += 1
    usual = goats_answer(moves, count, NO_MOVE, wave)
    answers[position] = usual
    marked = 0
    for step in range(classes.step_firsts[number], classes.step_firsts[number + 1]):
        if not empties & classes.step_enters[step]:
            continue
        bar = 1 + step - classes.step_firsts[number]
        answer = goats_answer(moves, count, bar, wave) if differing >> bar & 1 else usual
        if is_new(answer, wave):
            answers[answer_place(classes, layer, step, empties)] = answer
            mark_before_step(classes, layer, step, empties, following)
            marked += 1
    return marked


@rule
def mark_before_step(classes, layer, step, empties, following):
    """Mark the position that the tigers came from, whose step may not be taken back, and those that equal it."""
    number = classes.step_classes[step]
    before = turn(classes.step_images, step, empties)
    following[position_place(layer, number, before)] = 1
    for row in range(classes.turn_firsts[number], classes.turn_firsts[number + 1]):
        following[position_place(layer, number, turn(classes.turn_images, row, before))] = 1


@rule
def run_wave(classes, layer, side, first, last, wave, answers, after, words, dirty, following, scratch):
    """One wave over the dirty positions from `first` to below `last`, and how many it has marked in `following`.

    These are positions of the other side, for the next wave. All parts of an answer are decided by the wave that has
    the number of their plies, so that waves of both sides, and threads, may go on at the same time.
    """
    total = 0
    for position in range(first, last):
        if dirty[position] == 0:
            continue
        dirty[position] = 0
        if side == 0:
            total += judge_goats(
                classes, layer, position, wave, answers, after, words, following, scratch[0], scratch[1]
            )
        else:
            total += judge_tigers(classes, layer, position, wave, answers, after, words, following, scratch[0])
    return total


# --- counting ---


@rule
def tally(answer, bars, counts):
    """Count the states of an answer: as many as there are bars, with none among them."""
    bar = bar_of(answer)
    count_plies(plies_of(answer, NO_MOVE), bars if bar == NO_MOVE else bars - 1, counts)
    if bar != NO_MOVE:
        count_plies(plies_of(answer, bar), 1, counts)


@rule
def count_plies(plies, states, counts):
    counts[DRAWS if plies == 0 else WINS if plies > 0 else LOSSES] += states
    counts[LONGEST] = max(counts[LONGEST], abs(plies))


@rule
def count_states(classes, layer, first, last, answers, after, words, scratch, counts):
    """Count draws, wins and losses of the states of positions, with goats and with tigers to move.

    Of positions that symmetries turn into each other one counts, with all its bars.
    """
    moves = scratch[0]
    for position in range(first, last):
        number = position // layer.size
        empties = layer.masks[position - number * layer.size]
        if smallest(classes, number, empties) != empties:
            continue
        count, steps = list_tiger_moves(classes, layer, number, empties, answers, after, moves)
        word, goat_bars, bits = words[position], 1, empties
        tally(word & ANSWER_MASK, 1 + steps, counts[1])
        while bits != 0:
            point = bits & -bits
            bits ^= point
            goats = classes.near[number, ctz(point)] & ~empties
            while goats != 0:
                goat = goats & -goats
                goats ^= goat
                answer = word & ANSWER_MASK
                if word >> EXCEPTIONS_AT & goat:
                    answer = tigers_answer(classes, number, moves, count, steps, goat, point, LIMIT)
                tally(answer, 1 + steps, counts[1])
                goat_bars += 1
        tally(int(answers[position]), goat_bars, counts[0])
        for row in range(steps):
            place = answer_place(classes, layer, moves[row, MOVE], empties)
            tally(int(answers[place]), goat_bars, counts[0])
    return 0
