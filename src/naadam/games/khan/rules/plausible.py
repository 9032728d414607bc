"""Candidate actions for search, the best first: a few of hundreds in a turn."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, popcount, rule
from naadam.games.khan.rules.chase import keeps_away
from naadam.games.khan.rules.groups import ROW, grown
from naadam.games.khan.rules.heuristics import rulers_on
from naadam.games.khan.rules.prospects import best_conquest
from naadam.games.khan.rules.state import (
    ACTING,
    ANY,
    CARD_WORD,
    CONQUERING,
    IN_WORD,
    MOST_ROWS,
    NEUTRAL,
    NOTHING,
    ORIENTATIONS,
    PLACING,
    ROW_BITS,
    SETTING,
    TO_WORD,
    USE_EXPLORE,
    USE_NONE,
    USING,
    WORD_BITS,
    around,
    spot_of,
)

MOST = 24  # actions kept
SCORE = 32  # bits of an action behind which its score is noted
ACTION = (1 << SCORE) - 1

NEXT = 1 << 7 | 1 << 11 | 1 << 13 | 1 << 17  # of five rows of five cells, those that share an edge with the middle
SECOND = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 14 | 1 << 16 | 1 << 18 | 1 << 22  # and those two steps away

# Scores, chosen by hand. For an own yurt: objects next to its cell, and two steps away;
OWN, FREE, RIVAL, RULER, HOME = (9, 3), (10, 3), (8, 2), (4, 1), (3, 0)
ANYWHERE = 30  # less this if it takes the second action too
CHASE_OWN, CHASE_FREE, CHASE_RIVAL, CHASE = (8, 3), (5, 2), (-4, -1), -6  # for a chase, which leaves a neutral yurt
# and for a conquest: points, yurts of others, less own ones and shared points; more for cells next to own shapes
EARNED, TAKEN, SPENT, SHARED, JOINED = 10, 8, 6, 5, 2


@large_rule
def plausible(tables, state, seat, rng, actions, count):
    """Conquests by what they earn, yurts and chases by what is near, special cards that could matter, rulers apart."""
    seat, count = int(seat), int(count)
    phase = int(state.phase)
    if phase == USING:
        return keep_useful(tables, state, seat, actions, count)
    if phase == PLACING:
        return keep_apart(tables, state, actions, count)
    if phase != SETTING and phase != ACTING and phase != CONQUERING:
        return count
    ruler_0, ruler_1, ruler_2 = rulers_on(tables, state)
    near_0, near_1, near_2 = grown(
        int(state.yurts[ANY, 0]) | ruler_0, int(state.yurts[ANY, 1]) | ruler_1, int(state.yurts[ANY, 2]) | ruler_2
    )
    if phase == SETTING:
        near_0, near_1, near_2 = grown(near_0, near_1, near_2)
    scored = 0
    for index in range(count):
        action = int(actions[index])
        if tables.conquer <= action < tables.anywhere:
            score = rate_conquest(tables, state, seat, action - tables.conquer)
        else:
            card = NOTHING
            cell, cost = action, 0
            if action >= tables.anywhere:
                cell, cost = action - tables.anywhere, ANYWHERE
            elif action >= tables.chase:
                cell = int(state.ruler[action - tables.chase])
            elif action >= tables.invade:
                card = (action - tables.invade) // tables.cells
                cell = action - tables.invade - card * tables.cells
            spot = spot_of(tables, cell)
            close = near_0 if spot < WORD_BITS else near_1 if spot < 2 * WORD_BITS else near_2
            if close >> (spot & IN_WORD) & 1 == 0:
                continue
            if card != NOTHING and not is_best_card(tables, state, seat, card, spot):
                continue
            neutral = tables.chase <= action < tables.conquer
            score = rate_cell(state, seat, spot, ruler_0, ruler_1, ruler_2, neutral) - cost
        if score > 0:
            actions[index] = actions[scored]
            actions[scored] = score << SCORE | action
            scored += 1
    if scored == 0:
        return count
    kept = min(scored, MOST)
    for place in range(kept):
        best = place
        for index in range(place + 1, scored):
            if actions[index] > actions[best]:
                best = index
        actions[place], actions[best] = actions[best], actions[place]
    for index in range(scored):
        actions[index] &= ACTION
    return kept


@rule
def is_best_card(tables, state, seat, card, spot):
    """Whether no card of the hand that fits fewer cells could be played to the same cell."""
    landscape = int(tables.card_landscape[card])
    for word in range(2):
        bits = int(state.hand[seat, word])
        while bits != 0:
            other = word * CARD_WORD + ctz(bits)
            bits &= bits - 1
            ground = int(tables.card_landscape[other])
            if ground < landscape or (ground == landscape and other < card):
                if int(tables.fits[ground, spot >> TO_WORD]) >> (spot & IN_WORD) & 1:
                    return False
    return True


@rule
def near_middle(one, two, three, row, column):
    """The cells of a bit board around a cell: five rows of five bits."""
    bits = 0
    for step in range(5):
        line = row + step - 2
        if 0 <= line < MOST_ROWS:
            word = one if line < 4 else two if line < 8 else three
            bits |= ((word >> ROW_BITS * (line & 3) & ROW) << 2 >> column & 0x1F) << 5 * step
    return bits


@rule
def rate_cell(state, seat, spot, ruler_0, ruler_1, ruler_2, neutral):
    """How promising a yurt on a cell is, an own one or a neutral one."""
    row = spot >> 4
    column = spot & 15
    own = near_middle(int(state.yurts[seat, 0]), int(state.yurts[seat, 1]), int(state.yurts[seat, 2]), row, column)
    all_ = near_middle(int(state.yurts[ANY, 0]), int(state.yurts[ANY, 1]), int(state.yurts[ANY, 2]), row, column)
    free = near_middle(
        int(state.yurts[NEUTRAL, 0]), int(state.yurts[NEUTRAL, 1]), int(state.yurts[NEUTRAL, 2]), row, column
    )
    home = near_middle(int(state.owned[seat, 0]), int(state.owned[seat, 1]), int(state.owned[seat, 2]), row, column)
    rival = all_ & ~own & ~free
    if neutral:
        if own & (NEXT | SECOND) == 0:
            return 0
        return weigh(own, CHASE_OWN) + weigh(free, CHASE_FREE) + weigh(rival, CHASE_RIVAL) + CHASE
    rulers = near_middle(ruler_0, ruler_1, ruler_2, row, column)
    return weigh(own, OWN) + weigh(free, FREE) + weigh(rival, RIVAL) + weigh(rulers, RULER) + weigh(home, HOME)


@rule
def weigh(cells, scores):
    """The score of some cells around a cell: those next to it, and those two steps away."""
    return scores[0] * popcount(cells & NEXT) + scores[1] * popcount(cells & SECOND)


@rule
def rate_conquest(tables, state, seat, conquest):
    """The score of a conquest for a seat: points earned, rivals' yurts taken, own yurts used, and shapes joined."""
    cell = conquest // ORIENTATIONS
    orientation = conquest - cell * ORIENTATIONS
    spot = spot_of(tables, cell)
    mask = int(tables.mask[orientation])
    own = popcount(around(tables, state.yurts[seat], spot) & mask)
    owners = 1
    lost = 0
    for other in range(tables.seats):
        if other != seat:
            count = popcount(around(tables, state.yurts[other], spot) & mask)
            lost += count
            owners += count == own
    points = int(tables.values[int(tables.form[orientation])])
    score = EARNED * ((points + owners - 1) // owners) + TAKEN * lost - SPENT * own
    if owners > 1:
        score -= SHARED * points // owners
    beside = mask << 1 | mask >> 1 | mask << ROW_BITS | mask >> ROW_BITS
    if around(tables, state.owned[seat], spot) & beside:
        score += JOINED * popcount(mask)
    return max(1, score)


@rule
def keep_apart(tables, state, actions, count):
    """The cells well away from other rulers, as KH-12 advises; all if there is none."""
    kept = 0
    for index in range(count):
        if keeps_away(tables, state, (int(actions[index]) - tables.ruler) % tables.cells):
            actions[index], actions[kept] = actions[kept], actions[index]
            kept += 1
    return kept if kept > 0 else count


@rule
def keep_useful(tables, state, seat, actions, count):
    """All special cards, but Exploration only for a form that the seat itself or the next one could use best."""
    kept = 0
    for index in range(count):
        number = int(actions[index]) - tables.special
        if not USE_EXPLORE <= number < USE_NONE:
            actions[index], actions[kept] = actions[kept], actions[index]
            kept += 1
    for user in range(2):
        conquest, _ = best_conquest(tables, state, (seat + user) % tables.seats)
        if conquest == NOTHING:
            continue
        wanted = tables.special + USE_EXPLORE + int(tables.form[conquest % ORIENTATIONS])
        for index in range(kept, count):
            if actions[index] == wanted:
                actions[index], actions[kept] = actions[kept], actions[index]
                kept += 1
                break
    return kept
