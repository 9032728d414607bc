"""End conditions and winner (CQ-70 to CQ-77, CQ-80, CQ-97)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.points import count_lost, is_pinned, score
from naadam.games.conquest.rules.state import LAST_TWO, MOST_SEATS, NOTHING, OVER, PINNED, is_friend


@rule
def last_standing(tables, state, vacated, target, taker, victim, fallen):
    """CQ-71: the only player who is neither pinned nor out, with alliances the first seat of the one that has pinned
    both opponents; NOTHING if there is none. Of the victim's figures so many are gone (see points.py)."""
    standing = 0
    last = NOTHING
    for seat in range(tables.seats):
        figures = state.figures[seat] - (fallen if seat == victim else 0)
        if figures > 0 and count_lost(tables, state, seat, vacated, target, taker) < PINNED:
            if last == NOTHING or not is_friend(tables, last, seat):
                standing += 1
                last = seat
    return last if standing == 1 else NOTHING


@rule
def takes_last_two(tables, state, victim, figures):
    """CQ-70: whether the mover, who takes so many more figures, has taken the last two of a player."""
    if tables.friends:
        return False
    return state.figures[victim] == figures and state.taken[victim] + figures >= LAST_TWO


@rule
def finish(state, clause):
    """End the game by a clause."""
    state.ended = clause
    state.waiting = 0
    state.phase = OVER
    state.target = NOTHING
    state.victim = NOTHING
    state.asked = NOTHING
    if clause != clauses.LAST_TWO_TAKEN:
        state.mover = NOTHING


@large_rule
def outcome(tables, state, scores):
    """1 for the winners, 0 for the others; if all players are pinned, all share a draw."""
    winners = find_winners(tables, state)
    for seat in range(tables.seats):
        scores[seat] = float(winners >> seat & 1)
    return winners if winners != 0 else (1 << tables.seats) - 1


@rule
def find_winners(tables, state):
    """The mask of the winners of a game that is over."""
    if state.ended == clauses.LAST_TWO_TAKEN:
        return 1 << state.mover
    if state.ended == clauses.ALL_OTHERS_PINNED:
        return allies_of(tables, last_standing(tables, state, NOTHING, NOTHING, NOTHING, NOTHING, 0))
    if state.ended == clauses.OPPONENT_WIPED_OUT:
        for seat in range(MOST_SEATS):
            if state.figures[seat] == 0:
                return allies_of(tables, seat ^ 1)
    return find_best(tables, state)


@rule
def allies_of(tables, seat):
    """The mask of a seat and its ally."""
    return 1 << seat | 1 << (seat ^ tables.friends)


@rule
def find_best(tables, state):
    """CQ-74: the mask of those with most points, pinned players left out, those of allies added."""
    most = -1
    winners = 0
    for seat in range(tables.seats):
        if tables.friends:
            points = score(tables, state, seat) + score(tables, state, seat ^ tables.friends)
        elif is_pinned(tables, state, seat):
            continue
        else:
            points = score(tables, state, seat)
        if points > most:
            most = points
            winners = 0
        if points == most:
            winners |= 1 << seat
    return winners
