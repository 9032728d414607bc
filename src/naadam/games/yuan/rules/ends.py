"""End conditions and winner (YN-70 to YN-72, YN-80)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, popcount, rule
from naadam.games.yuan.rules import clauses
from naadam.games.yuan.rules.events import tell
from naadam.games.yuan.rules.state import (
    MINE,
    MU,
    NOTHING,
    OVER,
    RICE,
    TURNS,
    has_power,
    lowest,
    without_lowest,
)

PROVINCES_A_TEMPLE = 3  # YN-80: of the goal


@rule
def count_of(state, clan, other):
    """How many of a clan's provinces are in a set."""
    return popcount(int(state.held[clan, 0]) & int(other[0])) + popcount(int(state.held[clan, 1]) & int(other[1]))


@rule
def temples_of(state, clan):
    return count_of(state, clan, state.temples)


@rule
def count_for_mu(state):
    """YN-80: its provinces, those with a temple twice."""
    return popcount(state.held[MU, 0]) + popcount(state.held[MU, 1]) + temples_of(state, MU)


@rule
def mines_of(tables, state, clan):
    return count_of(state, clan, tables.kinds[MINE - RICE])


@rule
def armies_of(state, clan):
    total = 0
    low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
    while low | high != 0:
        total += int(state.armies[lowest(low, high)])
        low, high = without_lowest(low, high)
    return total


@rule
def reaches_goal(tables, state, clan, needed):
    """YN-70, YN-80."""
    if temples_of(state, clan) >= needed:
        return True
    return has_power(tables, clan, MU) and count_for_mu(state) >= PROVINCES_A_TEMPLE * needed


@rule
def reaching(tables, state, needed):
    """The seats whose clans reach their goal, as a mask."""
    found = 0
    for seat in range(tables.seats):
        if reaches_goal(tables, state, int(state.clan[seat]), needed):
            found |= 1 << seat
    return found


@rule
def temples_at_last(tables, state, clan):
    """YN-72: the temples that count after the last notch."""
    count = temples_of(state, clan)
    if has_power(tables, clan, MU):
        count = max(count, count_for_mu(state) // PROVINCES_A_TEMPLE)
    return count


@rule
def rank(tables, state, seat, temples):
    """YN-71 as one number: temples, mine provinces, Chão, armies on the map."""
    clan = int(state.clan[seat])
    chao = min(int(state.chao[seat]), (1 << 20) - 1)
    return ((temples << 8 | mines_of(tables, state, clan)) << 20 | chao) << 8 | armies_of(state, clan)


@rule
def mu_among(tables, state, seats):
    """The seat of Mu, as a mask, if it is one of these and powers are played."""
    for seat in range(tables.seats):
        if seats >> seat & 1 and has_power(tables, int(state.clan[seat]), MU):
            return 1 << seat
    return 0


@large_rule
def winners(tables, state):
    """The seats that win at the end of this turn, as a mask; none if the game goes on."""
    needed = int(tables.needed[state.turn - 1])
    found = reaching(tables, state, needed)
    last = found == 0
    if last and state.turn < TURNS:
        return 0
    if not last:
        mu = mu_among(tables, state, found)
        return mu if mu != 0 else best_of(tables, state, found, False)
    most, leading = -1, 0
    for seat in range(tables.seats):
        temples = temples_at_last(tables, state, int(state.clan[seat]))
        if temples > most:
            most, leading = temples, 0
        if temples == most:
            leading |= 1 << seat
    mu = mu_among(tables, state, leading)
    return mu if mu != 0 else best_of(tables, state, leading, True)


@rule
def best_of(tables, state, seats, last):
    """Those of some seats that rank highest."""
    best, found = -1, 0
    for seat in range(tables.seats):
        if seats >> seat & 1 == 0:
            continue
        clan = int(state.clan[seat])
        temples = temples_at_last(tables, state, clan) if last else temples_of(state, clan)
        height = rank(tables, state, seat, temples)
        if height > best:
            best, found = height, 0
        if height == best:
            found |= 1 << seat
    return found


@rule
def end_of_turn(tables, state):
    """The clause by which the game is over at the end of this turn, or 0."""
    needed = int(tables.needed[state.turn - 1])
    found = reaching(tables, state, needed)
    if found == 0:
        return clauses.LAST_NOTCH if state.turn == TURNS else 0
    mu = mu_among(tables, state, found)
    if mu != 0 and (found != mu or temples_of(state, MU) < needed):
        return clauses.MU_WINS
    return clauses.GOAL_REACHED if popcount(found) == 1 else clauses.SEVERAL_REACH_THE_GOAL


@rule
def finish(tables, state, clause, events):
    state.phase = OVER
    state.waiting = 0
    state.ended = clause
    if len(events) > 0:
        won = winners(tables, state)
        for seat in range(tables.seats):
            if won >> seat & 1:
                tell(events, clause, state.clan[seat], NOTHING, temples_of(state, int(state.clan[seat])))


@rule
def outcome(tables, state, scores):
    won = winners(tables, state)
    for seat in range(tables.seats):
        scores[seat] = float(won >> seat & 1)
    return won
