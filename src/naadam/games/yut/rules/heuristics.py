"""Heuristic evaluation of a state."""

from __future__ import annotations

import math

from naadam.core.compiling import large_rule, rule
from naadam.games.yut.rules.ends import WORST, standing
from naadam.games.yut.rules.state import THROWS, node_on, side_of, waiting_throws

NEW_HORSE = 1.15
CARRIED = 0.3  # of the throws of a horse that is carried along by another
EXPOSED = 1.3
SAFER = 0.65  # the side to throw can run away
TEMPO = 0.7  # throws that the side to throw is ahead
STEEP = 1.55
LEAST = 0.1  # throws


@rule
def effort(tables, state, side):
    """About how many throws a side needs to bring its horses home, those that it may lose by a catch included.

    The factors, and those of `value`, fit the exact values of the game with two horses a side.
    """
    new = float(tables.throws[side, 2 * tables.stations])
    total = NEW_HORSE * new * int(state.off[side])
    to_throw = state.mover >= 0 and side_of(tables, state.mover) == side
    fear = SAFER if to_throw else EXPOSED
    for station in range(tables.stations):
        if state.held[side] >> station & 1:
            horses = int(state.stack[station])
            throws = float(tables.throws[side, node_on(tables, state, station)])
            total += throws * (1.0 + CARRIED * (horses - 1))
            total += fear * danger(tables, state, side, station) * (horses * new - throws)
    if to_throw:
        waiting = 0
        for throw in range(1, THROWS + 1):
            waiting += waiting_throws(state, throw)
        total -= max(TEMPO, 1.0 * waiting)
    return max(total, LEAST)


@rule
def danger(tables, state, side, station):
    """The chance that some rival's next throw catches what the side has on a station."""
    chance = 0.0
    for rival in range(tables.sides):
        if rival == side:
            continue
        if state.off[rival] > 0:
            chance += tables.hits[rival, 2 * tables.stations, station]
        for start in range(tables.stations):
            if state.held[rival] >> start & 1:
                chance += tables.hits[rival, node_on(tables, state, start), station]
    return min(chance, 1.0)


@large_rule
def value(tables, state, seat):
    """How much less effort the side has before it than the best rival, as a share of both."""
    own = side_of(tables, seat)
    if state.waiting == 0:
        mine = standing(tables, state, own)
        best = WORST
        for side in range(tables.sides):
            if side != own:
                best = max(best, standing(tables, state, side))
        return 1.0 if mine > best else -1.0 if mine < best else 0.0
    rival = 1e9
    for side in range(tables.sides):
        if side != own:
            rival = min(rival, effort(tables, state, side))
    mine = effort(tables, state, own)
    return max(-0.99, min(0.99, math.tanh(STEEP * (rival - mine) / (rival + mine))))
