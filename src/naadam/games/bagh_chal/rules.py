"""The compiled rules of Bagh Chal and Pulijudam, clause by clause (BC-1 to BC-49; the match is in match.py).

Sets of points are bit masks. An action is `source * points + target`; a goat put on a point has it as both.
Behind these come the exchanges for the Buck, one a point, and last the decline of the Alpha's extra move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiled import rule
from naadam.core.contract import WORDING, state_type
from naadam.core.intrinsics import ctz, popcount

GOATS = 0
TIGERS = 1
NOWHERE = -1  # the Buck beside the board; no Alpha; nothing barred

MAIN = 0  # the stages of a turn: its own move,
EXTRA = 1  # the Alpha's extra move (BC-41),
EXCHANGED = 2  # the goats' move after the exchange (BC-43)

CAPTURES_TO_WIN = 5  # BC-10
CAPTURES_FOR_THE_BUCK = 2  # BC-43
PEACEFUL_TURNS = 200  # BC-14: 100 by each player

STATE = state_type(
    ("tigers", "i8"),
    ("goats", "i8"),  # on the board, the Buck among them
    ("alpha", "i8"),
    ("buck", "i8"),
    ("hand", "i8"),
    ("captured", "i8"),
    ("peace", "i8"),  # turns of Phase II since its start or the last capture
    ("goats_barred", "i8"),  # the action that would undo the player's last step (BC-8)
    ("tigers_barred", "i8"),
    ("stage", "i8"),
)


class Tables(NamedTuple):
    """The board and the options as compiled rules see them."""

    points: int
    neighbours: Any  # [point]: mask of the points joined to it by a line
    beyond: Any  # [point, over]: mask of the point behind, 0 if there is none
    between: Any  # [point, point]: the point that a jump passes over, or NOWHERE
    tigers: int  # mask of their starting points
    goats: int
    alpha: int  # NOWHERE without Heroes of Asia
    memory: int  # 1 if BC-8 holds, 0 in `classic`


@rule
def start(tables, state):
    state.tigers = tables.tigers  # BC-2
    state.hand = tables.goats
    state.alpha = tables.alpha
    state.buck = NOWHERE
    state.goats_barred = NOWHERE
    state.tigers_barred = NOWHERE
    state.waiting = 1 << GOATS  # BC-3


@rule
def empty_points(tables, state):
    return ((1 << tables.points) - 1) & ~(state.tigers | state.goats)


@rule
def tiger_targets(tables, state, point):
    """Where the tiger on `point` can walk (BC-5) or jump (BC-6); none if it is trapped (BC-9)."""
    empty = empty_points(tables, state)
    targets = tables.neighbours[point] & empty
    overs = tables.neighbours[point] & state.goats
    while overs != 0:
        targets |= tables.beyond[point, ctz(overs)] & empty
        overs &= overs - 1
    return targets


@rule
def is_capture(tables, state, source, target):
    """Whether the tiger's move takes what it jumps over: always (BC-6), but for the Buck's protection (BC-44)."""
    over = tables.between[source, target]
    if over == NOWHERE:
        return False
    if state.buck == NOWHERE or over == state.buck or source == state.alpha:
        return True
    return tables.neighbours[state.buck] >> over & 1 == 0


@rule
def movable_goats(tables, state):
    """The goats with an empty point next to them: there are fewer empty points than goats to look at."""
    reached = 0
    empty = empty_points(tables, state)
    while empty != 0:
        reached |= tables.neighbours[ctz(empty)]
        empty &= empty - 1
    return reached & state.goats


@rule
def tigers_trapped(tables, state):
    """How many tigers are trapped (BC-9)."""
    trapped = 0
    tigers = int(state.tigers)
    while tigers != 0:
        if tiger_targets(tables, state, ctz(tigers)) == 0:
            trapped += 1
        tigers &= tigers - 1
    return trapped


@rule
def any_tiger_free(tables, state):
    tigers = int(state.tigers)
    while tigers != 0:
        if tiger_targets(tables, state, ctz(tigers)) != 0:
            return True
        tigers &= tigers - 1
    return False


@rule
def barred_step(tables, state, seat):
    """The action that BC-8 bars to `seat` unless there is no other, or NOWHERE."""
    if seat == GOATS:
        return state.goats_barred
    barred = state.tigers_barred
    if barred != NOWHERE and is_capture(tables, state, barred // tables.points, barred % tables.points):
        return NOWHERE  # a capture is never a step back
    return barred


@rule
def list_moves(tables, state, seat, pieces, actions):
    """Write the moves of these pieces of `seat`, without those that BC-8 bars; return how many."""
    count = 0
    barred = barred_step(tables, state, seat)
    place = NOWHERE
    empty = empty_points(tables, state)
    while pieces != 0:
        source = ctz(pieces)
        pieces &= pieces - 1
        targets = tiger_targets(tables, state, source) if seat == TIGERS else tables.neighbours[source] & empty
        while targets != 0:
            action = source * tables.points + ctz(targets)
            targets &= targets - 1
            if action == barred:
                place = count
            actions[count] = action
            count += 1
    if place != NOWHERE and count > 1:
        count -= 1
        for index in range(place, count):
            actions[index] = actions[index + 1]
    return count


@rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if state.waiting != 1 << seat:
        return 0
    points = tables.points
    pieces = int(state.goats if seat == GOATS else state.tigers)
    count = 0
    if seat == GOATS and state.hand > 0:
        empty = empty_points(tables, state)
        while empty != 0:
            actions[count] = ctz(empty) * (points + 1)
            empty &= empty - 1
            count += 1
    else:
        movers = movable_goats(tables, state) if seat == GOATS else pieces
        if state.stage == EXTRA:
            movers = 1 << int(state.alpha)
        count = list_moves(tables, state, seat, movers, actions)
    if state.stage == EXTRA:
        actions[count] = points * points + points
        count += 1
    elif seat == GOATS and may_exchange(tables, state):
        while pieces != 0:
            actions[count] = points * points + ctz(pieces)
            pieces &= pieces - 1
            count += 1
    return count


@rule
def may_exchange(tables, state):
    """Whether the Buck may enter the board now (BC-43)."""
    return tables.alpha != NOWHERE and state.buck == NOWHERE and state.captured >= CAPTURES_FOR_THE_BUCK


@rule
def refusal(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    if state.waiting == 0:
        return int(state.ended)
    if state.waiting != 1 << seat:
        return 3
    points = tables.points
    if action == points * points + points:
        if tables.alpha == NOWHERE:
            return 3 + WORDING
        return 0 if state.stage == EXTRA else 41
    if action >= points * points:
        return exchange_refusal(tables, state, seat, action - points * points)
    source = action // points
    target = action % points
    if seat == GOATS:
        code = goat_refusal(tables, state, source, target)
    else:
        code = tiger_refusal(tables, state, source, target)
    if code == 0 and action == barred_step(tables, state, seat) and has_choice(tables, state, seat):
        return 8
    return code


@rule
def exchange_refusal(tables, state, seat, point):
    if tables.alpha == NOWHERE:
        return 40
    if seat != GOATS:
        return 43
    if state.buck != NOWHERE:
        return 43 + WORDING
    if state.captured < CAPTURES_FOR_THE_BUCK:
        return 43 + 2 * WORDING
    if state.goats >> point & 1 == 0:
        return 43 + 3 * WORDING
    return 0


@rule
def goat_refusal(tables, state, source, target):
    target_taken = (state.tigers | state.goats) >> target & 1 == 1
    if source == target:
        if state.hand == 0:
            return 7
        return 4 if target_taken else 0
    if state.hand > 0:
        return 47 if source == state.buck else 4 + WORDING
    if state.goats >> source & 1 == 0:
        return 7 + WORDING
    if tables.neighbours[source] >> target & 1 == 0:
        return 7 + 3 * WORDING if tables.between[source, target] != NOWHERE else 7 + 2 * WORDING
    if target_taken:
        return 7 + 4 * WORDING
    return 0


@rule
def tiger_refusal(tables, state, source, target):
    if source == target:
        return 5 + 3 * WORDING
    if state.tigers >> source & 1 == 0:
        return 5
    if state.stage == EXTRA and source != state.alpha:
        return 41 + WORDING
    over = tables.between[source, target]
    target_taken = (state.tigers | state.goats) >> target & 1 == 1
    if tables.neighbours[source] >> target & 1 == 1:
        if target_taken:
            return 5 + WORDING
    elif over == NOWHERE:
        return 5 + 2 * WORDING
    elif state.goats >> over & 1 == 0:
        return 6 + WORDING
    elif target_taken:
        return 6
    return 0


@rule
def has_choice(tables, state, seat):
    """Whether the player has more than one move, BC-8 apart."""
    empty = empty_points(tables, state)
    pieces = int(state.tigers if seat == TIGERS else state.goats)
    found = 0
    while pieces != 0 and found < 2:
        source = ctz(pieces)
        pieces &= pieces - 1
        found += popcount(tiger_targets(tables, state, source) if seat == TIGERS else tables.neighbours[source] & empty)
    return found > 1


@rule
def finish(state, clause):
    state.waiting = 0
    state.ended = clause


@rule
def apply(tables, state, seat, action):
    action = int(action)
    points = tables.points
    if action == points * points + points:
        tigers_done(tables, state)
    elif action >= points * points:
        state.buck = action - points * points  # BC-43; BC-42 follows from it
        state.stage = EXCHANGED
        state.quiet = 0
    elif seat == GOATS:
        move_goat(tables, state, action // points, action % points)
    else:
        move_tiger(tables, state, action // points, action % points)


@rule
def move_goat(tables, state, source, target):
    if source == target:  # BC-4; BC-16: with the last one Phase II begins
        state.goats |= 1 << target
        state.hand -= 1
    else:
        state.goats ^= 1 << source | 1 << target
        if source == state.buck:
            state.buck = target
        pass_quietly(state)
        if tables.memory:
            state.goats_barred = target * tables.points + source
    state.stage = MAIN
    state.waiting = 1 << TIGERS
    if not any_tiger_free(tables, state):
        finish(state, 11)
    elif state.peace == PEACEFUL_TURNS:
        finish(state, 14)


@rule
def move_tiger(tables, state, source, target):
    phase_two = state.hand == 0
    extra = state.stage == EXTRA
    moved_alpha = source == state.alpha
    captures = is_capture(tables, state, source, target)
    state.tigers ^= 1 << source | 1 << target
    if moved_alpha:
        state.alpha = target
    if captures:
        over = tables.between[source, target]
        state.goats ^= 1 << over
        state.peace = 0
        state.quiet = 0
        state.tigers_barred = NOWHERE  # BC-17
        if over == state.buck:
            finish(state, 45)
            return
        state.captured += 1
        if state.captured == CAPTURES_TO_WIN:
            finish(state, 10)
            return
    elif phase_two:
        pass_quietly(state)
        if tables.memory:
            state.tigers_barred = target * tables.points + source
    if tables.alpha != NOWHERE and not phase_two and not extra and not moved_alpha and state.buck == NOWHERE:
        if tiger_targets(tables, state, state.alpha) != 0:  # BC-41, BC-42, BC-46
            state.stage = EXTRA
            return
    tigers_done(tables, state)


@rule
def pass_quietly(state):
    """A turn of Phase II without a capture has been taken."""
    state.peace += 1
    state.quiet += 1


@rule
def tigers_done(tables, state):
    state.stage = MAIN
    state.waiting = 1 << GOATS
    if state.hand == 0 and movable_goats(tables, state) == 0:
        finish(state, 13)
    elif state.peace == PEACEFUL_TURNS:
        finish(state, 14)


@rule
def repetition():
    return 3  # BC-12


@rule
def repeated(tables, state):
    finish(state, 12)


@rule
def position(tables, state, words):
    words[0] = state.tigers
    words[1] = state.goats
    words[2] = (
        state.waiting
        | state.stage << 2
        | state.hand << 4
        | (state.alpha + 1) << 10
        | (state.buck + 1) << 16
        | (state.goats_barred + 1) << 22
        | (state.tigers_barred + 1) << 36
    )


@rule
def outcome(tables, state, scores):
    winner = NOWHERE
    if state.ended == 11:
        winner = GOATS
    elif state.ended != 12 and state.ended != 14:
        winner = TIGERS
    for seat in range(2):
        scores[seat] = 0.0 if winner == NOWHERE else 1.0 if winner == seat else -1.0
    return 1 << GOATS | 1 << TIGERS if winner == NOWHERE else 1 << winner


@rule
def observe(tables, view, seat, tensor):
    """Eight planes of the points: tigers, goats, Alpha, Buck, the seat's barred step (where it would end);
    and, on every point alike, goats in hand, goats captured, and whether it is the seat's turn."""
    points = tables.points
    barred = view.goats_barred if seat == GOATS else view.tigers_barred
    for point in range(points):
        tensor[point] = view.tigers >> point & 1
        tensor[points + point] = view.goats >> point & 1
        tensor[2 * points + point] = view.alpha == point
        tensor[3 * points + point] = view.buck == point
        tensor[4 * points + point] = barred != NOWHERE and barred % points == point
        tensor[5 * points + point] = view.hand / tables.goats
        tensor[6 * points + point] = view.captured / CAPTURES_TO_WIN
        tensor[7 * points + point] = view.waiting == 1 << seat


@rule
def value(tables, state, seat):
    """Captured goats count for the tigers, trapped tigers and safe edges for the goats."""
    if state.waiting == 0:
        result = 0.0 if state.ended == 12 or state.ended == 14 else -1.0 if state.ended == 11 else 1.0
    else:
        trapped = tigers_trapped(tables, state) / popcount(state.tigers)
        result = 0.18 * state.captured - 0.5 * trapped - 0.1
    return result if seat == TIGERS else -result
