"""The effect of moves and catches on standings, by the rules of Yut themselves."""

from __future__ import annotations

from naadam.core.compiling import copy_state, rule
from naadam.core.contract import apply, legal
from naadam.games.yut.rules.state import MOST_THROWS, NOWHERE, THROWS
from naadam.games.yut.rules.turns import catch


@rule
def set_side(tables, state, side, nodes):
    """Put the horses of a side where a standing has them."""
    size = tables.stations
    for horse in range(tables.horses):
        node = int(nodes[horse])
        if node == 2 * size:
            state.off[side] += 1
        elif node > 2 * size:
            state.home[side] += 1
        else:
            state.held[side] |= 1 << node % size
            state.ways |= (node // size) << node % size
            state.stack[node % size] += 1


@rule
def read_side(tables, state, side, nodes):
    """The key of the side's standing; `nodes` is scratch."""
    size = tables.stations
    count = 0
    for way in range(2):
        for station in range(size):
            if state.held[side] >> station & 1 and state.ways >> station & 1 == way:
                for _ in range(int(state.stack[station])):
                    nodes[count] = station + way * size
                    count += 1
    for _ in range(int(state.off[side])):
        nodes[count] = 2 * size
        count += 1
    key = 0
    for horse in range(tables.horses):
        node = nodes[horse] if horse < count else 2 * size + 1
        key = key * (2 * size + 2) + node
    return key


@rule
def list_all_moves(tag, tables, states, standings, index, firsts, targets, stations, actions, nodes):
    """For every standing and throw where each move leads, and on which station it lands, NOWHERE for home.

    `firsts` says where those of a standing and a throw begin; the first of `states` is all zero, the others scratch.
    """
    count = 0
    state, child = states[1], states[2]
    for standing in range(len(standings)):
        for throw in range(1, THROWS + 1):
            firsts[standing * THROWS + throw - 1] = count
            copy_state(state, states[0])
            set_side(tables, state, 0, standings[standing])
            if state.home[0] == tables.horses:
                continue
            state.off[1] = tables.horses
            state.wild = NOWHERE
            state.waiting = 1
            state.throws = MOST_THROWS
            state.pending = 1 << 2 * throw
            for number in range(legal(tag, tables, state, 0, actions)):
                copy_state(child, state)
                apply(tag, tables, child, 0, actions[number])
                targets[count] = index[read_side(tables, child, 0, nodes)]
                stations[count] = NOWHERE
                for station in range(tables.stations):
                    if child.stack[station] > state.stack[station]:
                        stations[count] = station
                count += 1
    firsts[len(standings) * THROWS] = count
    return count


@rule
def list_all_catches(tag, tables, states, standings, index, caught, nodes):
    """caught[station, standing]: the standing of a side whose horses on the station are caught."""
    state = states[1]
    for standing in range(len(standings)):
        for station in range(tables.stations):
            copy_state(state, states[0])
            set_side(tables, state, 1, standings[standing])
            catch(tables, state, 0, station)
            caught[station, standing] = index[read_side(tables, state, 1, nodes)]
    return 0
