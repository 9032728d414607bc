"""Value iteration: one sweep renews the value of every pair of standings, those nearest to the end first.

`waits[own, rival]` is the chance to win of a player whose rival is to throw. Inside a turn, after its last throw,
`ones[throw]` and `twos[pair]` are the chances of the player to move with one or two throws left: a pair of standings
needs them of further pairs only, so that only catches look at values of the sweep before.
"""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yut.rules.state import THROWS


@rule
def best_with(moves, table, own, rival, throw):
    """Use a throw when all have been thrown: a catch gives nothing more (YU-5). `table` has the chances after it."""
    best = 0.0
    for move in range(moves.firsts[own * THROWS + throw], moves.firsts[own * THROWS + throw + 1]):
        station = moves.stations[move]
        then = rival if station < 0 else moves.caught[station, rival]
        best = max(best, float(table[moves.targets[move], then]))
    return best


@rule
def throw_last(moves, ones, own, rival):
    """A third throw with none waiting."""
    total = 0.0
    for throw in range(THROWS):
        total += moves.chances[throw] * ones[throw, own, rival]
    return total


@rule
def throw_last_beside(moves, twos, own, rival, waiting):
    """A third throw with one waiting."""
    total = 0.0
    for throw in range(THROWS):
        total += moves.chances[throw] * twos[moves.pairs[waiting, throw], own, rival]
    return total


@rule
def best_of_second(moves, waits, ones, own, rival, throw):
    """One throw waits, two have been thrown: a catch gives the third (YU-10)."""
    best = 0.0
    for move in range(moves.firsts[own * THROWS + throw], moves.firsts[own * THROWS + throw + 1]):
        station, target = moves.stations[move], moves.targets[move]
        then = rival if station < 0 else moves.caught[station, rival]
        value = float(waits[target, rival]) if then == rival else throw_last(moves, ones, target, then)
        best = max(best, value)
    return best


@rule
def best_of_two(moves, waits, ones, twos, own, rival, throw, other):
    """Two throws wait, two have been thrown: use `throw` first."""
    best = 0.0
    for move in range(moves.firsts[own * THROWS + throw], moves.firsts[own * THROWS + throw + 1]):
        station, target = moves.stations[move], moves.targets[move]
        then = rival if station < 0 else moves.caught[station, rival]
        if target == moves.done:
            value = 1.0
        elif then == rival:
            value = best_of_second(moves, waits, ones, target, rival, other)
        else:
            value = throw_last_beside(moves, twos, target, then, other)
        best = max(best, value)
    return best


@rule
def best_of_first(moves, waits, ones, twos, own, rival, throw):
    """The only throw so far, 1, 2 or 3: a catch gives another, and that one perhaps a third."""
    best = 0.0
    for move in range(moves.firsts[own * THROWS + throw], moves.firsts[own * THROWS + throw + 1]):
        station, target = moves.stations[move], moves.targets[move]
        then = rival if station < 0 else moves.caught[station, rival]
        if then == rival:
            value = float(waits[target, rival])
        else:
            value = 0.0
            for extra in range(THROWS):
                if extra >= 3:  # YU-4
                    later = throw_last_beside(moves, twos, target, then, extra)
                else:
                    later = best_of_second(moves, waits, ones, target, then, extra)
                value += moves.chances[extra] * later
        best = max(best, value)
    return best


@rule
def best_of_three(moves, twos, own, rival, one, two, three):
    """Three throws wait."""
    best = best_with(moves, twos[moves.pairs[two, three]], own, rival, one)
    if two != one:
        best = max(best, best_with(moves, twos[moves.pairs[one, three]], own, rival, two))
    if three != one and three != two:
        best = max(best, best_with(moves, twos[moves.pairs[one, two]], own, rival, three))
    return best


@rule
def start_turn(moves, waits, ones, twos, own, rival):
    """The chance to win of the player who is to throw."""
    total = 0.0
    for first in range(THROWS):
        if first < 3:
            value = best_of_first(moves, waits, ones, twos, own, rival, first)
        else:
            value = 0.0
            for second in range(THROWS):
                if second < 3:
                    later = best_of_two(moves, waits, ones, twos, own, rival, first, second)
                    later = max(later, best_of_two(moves, waits, ones, twos, own, rival, second, first))
                else:
                    later = 0.0
                    for third in range(THROWS):
                        later += moves.chances[third] * best_of_three(moves, twos, own, rival, first, second, third)
                value += moves.chances[second] * later
        total += moves.chances[first] * value
    return total


@rule
def renew_pairs(tag, tables, moves, level, part, parts, waits, ones, twos):
    """Renew all pairs whose levels add up to `level`, a part of them; return the largest change."""
    change = 0.0
    for own in range(1 + part, len(waits), parts):
        rivals = level - moves.levels[own]
        if rivals < 1 or rivals + 1 >= len(moves.starts):
            continue
        for rival in range(moves.starts[rivals], moves.starts[rivals + 1]):
            if moves.masks[own] & moves.masks[rival]:  # two sides never share a station
                continue
            for throw in range(THROWS):
                ones[throw, own, rival] = best_with(moves, waits, own, rival, throw)
            for throw in range(THROWS):
                for other in range(throw, THROWS):
                    best = best_with(moves, ones[other], own, rival, throw)
                    best = max(best, best_with(moves, ones[throw], own, rival, other))
                    twos[moves.pairs[throw, other], own, rival] = best
            value = 1.0 - start_turn(moves, waits, ones, twos, own, rival)
            change = max(change, abs(value - waits[rival, own]))
            waits[rival, own] = value
    return change
