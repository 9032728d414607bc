"""Effects of actions: steps and captures, windows for an exchange, the order of turns."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.elimination import capture, counted_player, put_off, put_on, rest
from naadam.games.conquest.rules.ends import finish, last_standing, takes_last_two
from naadam.games.conquest.rules.exchange import has_exchange, unloader
from naadam.games.conquest.rules.movement import jumper
from naadam.games.conquest.rules.pieces import SPENT, count_figures, load, owner_of, part_of, rest_of
from naadam.games.conquest.rules.points import is_pinned, mover_points
from naadam.games.conquest.rules.state import (
    ANSWERERS,
    ANSWERING,
    CALM_START,
    CALM_TURNS,
    CHOOSING,
    END,
    JUMP,
    LET,
    MOST_SEATS,
    MOVERS,
    MOVING,
    NOTHING,
    ONE,
    SPAN,
    STEP,
    STEPS,
    VULNERABLE,
    WORDS,
    player_after,
)
from naadam.games.conquest.rules.vulnerability import may_answer


@rule
def start(tables, state):
    state.mover = NOTHING
    state.first = NOTHING
    state.loser = NOTHING
    state.target = NOTHING
    state.victim = NOTHING
    state.asked = NOTHING
    state.turn = 1
    state.phase = CHOOSING
    state.waiting = 1 << CHANCE
    for space in range(tables.spaces):
        piece = int(tables.setup[space])
        if piece != 0:
            state.pieces[space] = piece
            state.figures[owner_of(piece)] += 1
            put_on(state, owner_of(piece), space)


@large_rule
def apply(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if action >= tables.first:
        state.first = action - tables.first
        begin_turn(state, state.first, 1)
    elif action == END:
        end_turn(tables, state)
    elif action == LET:
        let_be(tables, state)
    elif action < tables.jump:
        path = (action - STEPS) // MOVERS
        mover = action - STEPS - MOVERS * path
        advance(tables, state, seat, int(tables.path_from[path]), mover, int(tables.path_to[path]), STEP)
    elif action < tables.exchange:
        jump = action - tables.jump
        source = int(tables.jump_from[jump])
        mover = jumper(int(state.pieces[source]))
        advance(tables, state, seat, source, mover, int(tables.jump_to[jump]), JUMP)
    else:
        exchange(tables, state, seat, action)


# --- the own turn ---


@rule
def advance(tables, state, seat, source, mover, target, cost):
    """Move a part of a piece to the next space, or over one: mount, eliminate, seize, or just stand there."""
    part = take_off(state, seat, source, mover) + (cost << SPENT)
    state.spent += cost
    there = int(state.pieces[target])
    if there == 0:
        state.pieces[target] = part
        put_on(state, seat, target)
    elif owner_of(there) == seat:
        state.pieces[target] = load(there, part)
    else:
        take(tables, state, seat, target, part, owner_of(there), count_figures(there))
        return
    if tables.matters[target]:
        end_if_all_pinned(tables, state)


@rule
def take_off(state, seat, source, mover):
    """Take a part of a piece off its space."""
    piece = int(state.pieces[source])
    left = rest_of(piece, mover)
    state.pieces[source] = left
    if left == 0:
        put_off(state, seat, source)
    return part_of(piece, mover)


@rule
def take(tables, state, seat, target, part, victim, figures):
    """Eliminate or seize what is on a space; then see whether that ends the game, or can be answered (CQ-77)."""
    vulnerable = state.figures[seat] <= VULNERABLE
    wins = takes_last_two(tables, state, victim, figures)
    capture(tables, state, seat, target, part)
    if wins:
        finish(state, clauses.LAST_TWO_TAKEN)
    elif tables.friends and state.figures[victim] == 0:
        finish(state, clauses.OPPONENT_WIPED_OUT)
    else:
        end_if_all_pinned(tables, state)
    if state.waiting == 0:
        return
    state.target = target
    state.victim = victim
    ask(tables, state, victim)
    if state.phase == ANSWERING:
        state.risked |= vulnerable and not tables.friends


@rule
def end_if_all_pinned(tables, state):
    """CQ-71."""
    if last_standing(tables, state, NOTHING, NOTHING, NOTHING, NOTHING, 0) != NOTHING:
        finish(state, clauses.ALL_OTHERS_PINNED)


# --- exchanges ---


@rule
def ask(tables, state, asked):
    """Ask who has lost a piece and then, with alliances, the ally, if there is an exchange; else go on (CQ-96)."""
    left = mover_points(tables, state)
    while True:
        if may_answer(tables, state, asked, state.victim, left, NOTHING, NOTHING, NOTHING) and has_exchange(
            tables, state, asked, state.target, int(state.pieces[state.target]), NOTHING
        ):
            state.phase = ANSWERING
            state.asked = asked
            state.waiting = 1 << asked
            return
        if tables.friends == 0 or asked != state.victim:
            close(state)
            return
        asked ^= tables.friends


@rule
def close(state):
    """The mover goes on."""
    state.target = NOTHING
    state.victim = NOTHING
    state.asked = NOTHING
    state.phase = MOVING
    state.waiting = 1 << state.mover


@rule
def let_be(tables, state):
    """No exchange by the one who is asked: the ally, who is asked next, is the last."""
    if tables.friends and state.asked == state.victim:
        ask(tables, state, state.asked ^ tables.friends)
    else:
        close(state)


@rule
def exchange(tables, state, seat, action):
    if action < tables.alone:
        source = (action - tables.exchange) // ANSWERERS
        part = take_off(state, seat, source, action - tables.exchange - ANSWERERS * source)
    else:
        path, other = action - tables.alone, NOTHING
        if action >= tables.parted:
            path = int(tables.pair_one[action - tables.parted])
            other = int(tables.pair_two[action - tables.parted])
        source = int(tables.path_from[path])
        part = take_off(state, seat, source, unloader(int(state.pieces[source])))
        part = put_down(tables, state, seat, part, path)
        if other != NOTHING:
            part = put_down(tables, state, seat, part, other)
    capture(tables, state, seat, state.target, part)
    if state.figures[state.mover] == 0:
        finish(state, clauses.OPPONENT_WIPED_OUT if tables.friends else clauses.LAST_PIECE_EXCHANGED)
    else:
        end_if_all_pinned(tables, state)
    if state.waiting == 0:
        return
    close(state)
    if is_pinned(tables, state, state.mover):  # CQ-65
        end_turn(tables, state)


@rule
def put_down(tables, state, seat, carrier, path):
    """Put a soldier of a carrier down along a path; return the carrier without it (CQ-53)."""
    space = int(tables.path_to[path])
    state.pieces[space] = part_of(carrier, ONE)
    put_on(state, seat, space)
    return rest_of(carrier, ONE)


# --- the order of turns ---


@rule
def begin_turn(state, seat, turn):
    state.mover = seat
    state.turn = turn
    state.spent = 0
    state.risked = 0
    for other in range(MOST_SEATS):
        state.taken[other] = 0
    state.phase = MOVING
    state.waiting = 1 << seat


@large_rule
def end_turn(tables, state):
    """End the turn, see whether that ends the game, and pass over the turns of pinned players (CQ-65)."""
    while True:
        if state.figures[state.mover] == 1 and tables.friends == 0:
            finish(state, clauses.SINGLE_PIECE_LEFT)
            return
        if is_calm(tables, state):
            finish(state, clauses.CALM)
            return
        for word in range(WORDS):
            bits = int(state.own[state.mover, word])
            while bits != 0:
                space = word * SPAN + ctz(bits)
                bits &= bits - 1
                state.pieces[space] = rest(int(state.pieces[space]))
        begin_turn(state, player_after(tables, state, state.mover), state.turn + 1)
        if not is_pinned(tables, state, state.mover):
            return


@rule
def is_calm(tables, state):
    """CQ-73: count the turn that ends, if it is one that counts, and say whether it was the last."""
    state.calm += counted_player(tables, state) == state.mover
    return state.calm == (CALM_START if state.loser == NOTHING else CALM_TURNS)
