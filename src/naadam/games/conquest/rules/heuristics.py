"""Heuristic evaluation: material, threatened pieces, Grail and capitals, and distances to them."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, rule
from naadam.games.conquest.rules.learned import learned_lead
from naadam.games.conquest.rules.pieces import cargo_of, is_vessel, kind_of, owner_of, soldiers_of
from naadam.games.conquest.rules.points import count_held, count_lost
from naadam.games.conquest.rules.state import (
    ANSWERING,
    CHARIOT,
    ELEPHANT,
    KNIGHT,
    MOVERS,
    MOVING,
    NOTHING,
    PINNED,
    SOLDIER,
    SPAN,
    STEPS,
    WORDS,
    is_friend,
)

# Chosen by hand, in soldiers
WORTH = (0.0, 1.0, 2.0, 2.0, 2.4, 1.6, 1.8)  # by kind
ALONE, GUARDED = 0.35, 0.15  # the share of a piece that is lost if an enemy is near, and if a friend is near too
MOVES = 0.25  # the part of its dangers that a player fears in the own turn, with time to strike first or to leave
ANSWERED = 0.8  # the share of a piece that is lost if it can be answered now
HELD, LOST, GRAIL = 2.0, 1.0, 0.5  # for each space held, lost; more for each Grail space than for the one before
PIN = 12.0
WAY, AFLOAT = 0.06, 0.03  # for each step nearer to a goal
FAR = 24  # steps from which on nothing is nearer
SCALE = 12.0  # a lead by so much is worth half of a win


@rule
def worth_of(piece):
    """The value of a piece with all pieces that it carries."""
    carried = WORTH[cargo_of(piece)] + soldiers_of(piece) * WORTH[SOLDIER]
    return WORTH[kind_of(piece)] + carried


@rule
def threatens(piece, other):
    """True if the kind of a piece allows it to take the other; distance is not checked."""
    if is_vessel(piece) != is_vessel(other):
        return False
    return kind_of(piece) != SOLDIER or kind_of(other) != ELEPHANT


@rule
def danger(tables, state, space, piece):
    """The share of a piece that is as good as lost to an enemy two steps away."""
    owner = owner_of(piece)
    attacked = False
    guarded = False
    for index in range(tables.near_first[space], tables.near_first[space + 1]):
        other = int(state.pieces[tables.near[index]])
        if other != 0:
            if is_friend(tables, owner_of(other), owner):
                guarded |= is_vessel(other) == is_vessel(piece)
            else:
                attacked |= threatens(other, piece)
    if not attacked:
        return 0.0
    share = GUARDED if guarded else ALONE
    return MOVES * share if state.phase == MOVING and state.mover == owner else share


@rule
def steps_to_goal(tables, state, seat, space, kind):
    """How far a figure is from a space worth holding: in an enemy capital or, for knights and soldiers, the Grail."""
    steps = FAR
    if kind == SOLDIER or kind == KNIGHT:
        steps = min(steps, int(tables.to_grail[space]))
    for other in range(tables.seats):
        if not is_friend(tables, other, seat) and state.figures[other] > 0:
            steps = min(steps, int(tables.to_capital[other, space]))
    return steps


@rule
def way_of(tables, state, seat, space, piece):
    """The value of a piece's place: closer to its goals, and to the goals of its cargo, is better."""
    kind = kind_of(piece)
    if is_vessel(piece):
        cargo = cargo_of(piece) if cargo_of(piece) != 0 else SOLDIER
        figures = (cargo_of(piece) != 0) + soldiers_of(piece)
        return AFLOAT * figures * (FAR - steps_to_goal(tables, state, seat, space, cargo))
    nearer = FAR - steps_to_goal(tables, state, seat, space, kind)
    if kind == ELEPHANT or kind == CHARIOT:
        nearer += soldiers_of(piece) * (FAR - steps_to_goal(tables, state, seat, space, SOLDIER))
    return WAY * nearer


@rule
def strength(tables, state, seat):
    """How strong a player is."""
    total = 0.0
    for word in range(WORDS):
        bits = int(state.own[seat, word])
        while bits != 0:
            space = word * SPAN + ctz(bits)
            bits &= bits - 1
            piece = int(state.pieces[space])
            total += worth_of(piece) * (1.0 - danger(tables, state, space, piece))
            total += way_of(tables, state, seat, space, piece)
    held = count_held(tables, state, seat)
    lost = count_lost(tables, state, seat, NOTHING, NOTHING, NOTHING)
    total += HELD * held + GRAIL * held * held + state.eliminated[seat] * 0.5 - LOST * lost
    if lost >= PINNED:
        total -= PIN
    if state.phase == ANSWERING and state.mover == seat:
        total -= ANSWERED * worth_of(int(state.pieces[state.target]))
    return total


@large_rule
def value(tables, state, seat):
    """The lead over the strongest enemy, and over all of them, alliances taken together."""
    seat = int(seat)
    own = 0.0
    most = 0.0
    others = 0.0
    enemies = 0
    for other in range(tables.seats):
        if other > (other ^ tables.friends):
            continue
        force = strength(tables, state, other)
        if tables.friends:
            force += strength(tables, state, other ^ tables.friends)
        if is_friend(tables, other, seat):
            own = force
        else:
            most = max(most, force)
            others += force
            enemies += 1
    lead = own - (most + others / enemies) / 2.0
    if tables.learned > 0.0 and state.mover != NOTHING:
        learned = learned_lead(tables, state, tables.net[:0])
        lead += tables.learned * (learned if seat == state.mover else -learned)
    return lead / (abs(lead) + SCALE)


@rule
def read(tag, tables, states, seats, leads, entries):
    """The lead and the entries of each state, for the net (core/parts/net.py): those of the player to move."""
    for row in range(len(states)):
        mover = int(states[row].mover)
        seats[row] = mover
        leads[row] = strength(tables, states[row], mover) - strength(tables, states[row], 1 - mover)
        learned_lead(tables, states[row], entries[row])


@rule
def on_turn(tables, state):
    return int(state.mover)


@rule
def noisy(tables, state, seat, action):
    """Whether something is taken."""
    seat, action = int(seat), int(action)
    if action < STEPS or action >= tables.exchange:
        return action >= tables.exchange and action < tables.first
    if action < tables.jump:
        there = int(state.pieces[tables.path_to[(action - STEPS) // MOVERS]])
    else:
        there = int(state.pieces[tables.jump_to[action - tables.jump]])
    return there != 0 and owner_of(there) != seat
