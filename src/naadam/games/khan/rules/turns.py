"""The course of a game: set-up, the five steps of a turn, the final phase (KH-10 to KH-20, KH-30, KH-57 to KH-65)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, popcount, rule
from naadam.core.seats import CHANCE
from naadam.games.khan.rules.chase import chase, keeps_away
from naadam.games.khan.rules.conquer import can_conquer, judge, lay
from naadam.games.khan.rules.ends import end_of_game, finish
from naadam.games.khan.rules.special import can_act_again, can_use_special, take_back, use_special
from naadam.games.khan.rules.state import (
    ACTING,
    ACTIONS,
    AGREE,
    ANSWERING,
    BY_HAND,
    BY_LOT,
    CARD_WORD,
    CHASING,
    CHOOSING,
    CONQUERING,
    DEALING,
    DISCARDING,
    DONE,
    DRAWING,
    FINAL,
    HAND,
    IN_WORD,
    MORALE,
    NOTHING,
    ORIENTATIONS,
    PLACING,
    PORTRAIT,
    PRINTED,
    RULERS,
    SETTING,
    SPECIALS,
    SPREADING,
    TO_WORD,
    TURNING,
    USE_MORALE,
    USE_NONE,
    USING,
    WORDS,
    has,
    in_pile,
    put_yurt,
    spot_of,
)

# The step that is due after an action, until the next decision of a player
DECIDED, TURN_DUE, ACTION_DUE, SPECIAL_DUE, CARDS_DUE, CONQUEST_DUE = range(6)


@rule
def start(tables, state):
    for form in range(len(tables.copies)):
        state.stock[form] = tables.copies[form]
    for seat in range(tables.seats):
        for special in range(SPECIALS):
            state.cards[seat, special] = tables.specials[special]  # KH-11
    state.mover = NOTHING
    state.chased = NOTHING
    state.proposed = NOTHING
    state.turned = NOTHING
    state.fled_ruler = NOTHING
    state.fled_from = NOTHING
    state.fled_to = NOTHING
    state.fled_card = NOTHING
    clear_rulers(tables, state)
    for ruler in range(RULERS):
        state.portrait[ruler] = PORTRAIT  # KH-10
        if tables.rulers == PRINTED:  # KH-12
            stand(tables, state, ruler, int(tables.start[ruler]))
    state.phase = SPREADING if tables.rulers == BY_LOT else CHOOSING
    state.waiting = 1 << CHANCE


@rule
def clear_rulers(tables, state):
    for ruler in range(RULERS):
        state.ruler[ruler] = NOTHING
    for word in range(WORDS):
        state.free[word] = tables.land[word]


@rule
def stand(tables, state, ruler, cell):
    spot = spot_of(tables, cell)
    state.ruler[ruler] = cell
    state.free[spot >> TO_WORD] &= ~(1 << (spot & IN_WORD))


@large_rule
def apply(tables, state, seat, action):
    seat, action = int(seat), int(action)
    phase = int(state.phase)
    mover = int(state.mover)
    due = DECIDED
    conquest = NOTHING
    if action >= tables.card:
        due = take_card(tables, state, phase, mover, action - tables.card)
    elif action >= tables.ruler and phase == PLACING:
        place_ruler(tables, state, seat, action - tables.ruler)
    elif action >= tables.ruler:
        draw_lots(tables, state, phase, action)
    elif action < tables.chase or tables.anywhere <= action < tables.discard:
        due = place_yurt(tables, state, phase, seat, action)
    elif action < tables.conquer:
        state.chased = action - tables.chase
        state.refused = 0
        state.phase = CHASING
        state.waiting = 1 << CHANCE
    elif action < tables.anywhere:
        conquest = propose(tables, state, seat, action - tables.conquer)
    elif action < tables.special:
        play_card(state, seat, action - tables.discard)
        due = ACTION_DUE if state.held[seat] == 0 else DECIDED
    elif action == tables.special + DONE:
        due = ACTION_DUE
    elif phase == ANSWERING:
        conquest, due = answer(state, seat, action == tables.special + AGREE)
    else:
        due = use(state, seat, action - tables.special)
    if conquest != NOTHING:
        lay(tables, state, conquest)
        state.actions -= 1
        state.refused = 0
        due = next_due(state)
    go_on(tables, state, due)


@rule
def draw_lots(tables, state, phase, action):
    """The set-up by chance: where a ruler stands (KH-12), who begins (KH-13)."""
    if phase == CHOOSING:
        state.mover = action - tables.first
        state.phase = PLACING if tables.rulers == BY_HAND else SETTING
        state.waiting = 1 << state.mover
        return
    ruler = (action - tables.ruler) // tables.cells
    stand(tables, state, ruler, (action - tables.ruler) % tables.cells)
    if ruler == RULERS - 1:
        state.phase = CHOOSING
        return
    for cell in range(tables.cells):
        if has(state.free, spot_of(tables, cell)) and keeps_away(tables, state, cell):
            return
    clear_rulers(tables, state)


@rule
def place_ruler(tables, state, seat, placing):
    """KH-12 by hand: the next seat puts the next ruler; behind the last the first player sets a yurt (KH-14)."""
    ruler = placing // tables.cells
    stand(tables, state, ruler, placing % tables.cells)
    if ruler == RULERS - 1:
        state.phase = SETTING
        state.mover = (seat - ruler) % tables.seats
    else:
        state.mover = (seat + 1) % tables.seats
    state.waiting = 1 << state.mover


@rule
def place_yurt(tables, state, phase, seat, action):
    """A yurt of the set-up (KH-14), of an invasion (KH-31) or anywhere (KH-41); what is due then."""
    if phase == SETTING:
        put_yurt(state, seat, spot_of(tables, action))
        state.mover = (seat + 1) % tables.seats
        state.waiting = 1 << state.mover
        placed = 0
        for word in range(WORDS):
            placed += popcount(int(state.yurts[state.mover, word]))
        if placed == tables.rounds:
            state.phase = DEALING
            state.waiting = 1 << CHANCE
        return DECIDED
    state.refused = 0
    if action < tables.chase:
        card = (action - tables.invade) // tables.cells
        put_yurt(state, seat, spot_of(tables, (action - tables.invade) % tables.cells))
        play_card(state, seat, card)
        state.actions -= 1
        return ACTION_DUE
    put_yurt(state, seat, spot_of(tables, action - tables.anywhere))
    state.actions = 0
    state.phase = DISCARDING
    return ACTION_DUE if state.held[seat] == 0 else DECIDED


@rule
def play_card(state, seat, card):
    """A card of the hand goes to the discards."""
    word = card // CARD_WORD
    bit = 1 << card % CARD_WORD
    state.hand[seat, word] &= ~bit
    state.held[seat] -= 1
    state.discards[word] |= bit
    if state.old[word] & bit:
        state.old[word] &= ~bit
        state.old_held[seat] -= 1


@rule
def propose(tables, state, seat, conquest):
    """KH-42: ask those whose agreement a conquest needs; the conquest itself, to be laid, if it needs none."""
    cell = conquest // ORIENTATIONS
    spot = spot_of(tables, cell)
    mask = int(tables.mask[conquest - cell * ORIENTATIONS])
    needed = judge(tables, state, seat, spot, mask)
    if needed == 0:
        return conquest
    state.proposed = conquest
    state.asked = needed
    state.phase = ANSWERING
    state.waiting = needed
    return NOTHING


@rule
def answer(state, seat, agrees):
    """KH-42: the conquest to be laid if all have agreed; and what is due then."""
    state.answered |= 1 << seat
    if agrees:
        state.agreed |= 1 << seat
    state.waiting &= ~(1 << seat)
    if state.waiting != 0:
        return NOTHING, DECIDED
    against = state.asked & ~state.agreed
    conquest = int(state.proposed) if against == 0 else NOTHING
    state.refused |= against
    state.proposed = NOTHING
    state.asked = 0
    state.answered = 0
    state.agreed = 0
    return conquest, next_due(state)


@rule
def next_due(state):
    """The step that is due after a conquest, made or refused."""
    return CONQUEST_DUE if state.final == FINAL else ACTION_DUE


@rule
def use(state, seat, number):
    """Step 4."""
    if number == USE_MORALE:  # KH-47
        state.cards[seat, MORALE] -= 1
        state.third = 1
        state.actions = 1
        return ACTION_DUE
    if number != USE_NONE:
        use_special(state, seat, number)
    return CARDS_DUE


@rule
def take_card(tables, state, phase, mover, card):
    """A card comes from the pile: to a hand, or face up (KH-21, KH-28, KH-33); what is due then."""
    word = card // CARD_WORD
    bit = 1 << card % CARD_WORD
    if phase == DEALING or phase == DRAWING:
        state.hand[mover, word] |= bit
        state.held[mover] += 1
        if phase == DRAWING:
            return CARDS_DUE
        if state.held[mover] == HAND:
            state.mover = (mover + 1) % tables.seats
            if state.held[state.mover] == HAND:
                return TURN_DUE
        return DECIDED
    state.discards[word] |= bit
    state.turned = card
    ruler = int(state.chased) if phase == CHASING else int(tables.card_ruler[card])
    if state.ruler[ruler] == NOTHING:  # KH-28
        return DECIDED
    chase(tables, state, ruler, card, phase == TURNING)
    if phase == CHASING:
        state.chased = NOTHING
        state.actions -= 1
        return ACTION_DUE
    if state.final:  # KH-61
        return TURN_DUE
    state.actions = ACTIONS
    return ACTION_DUE


@rule
def go_on(tables, state, due):
    """Take all automatic steps, until a player or chance must decide."""
    while due != DECIDED:
        if due == TURN_DUE:
            due = begin_turn(state)
        elif due == ACTION_DUE:
            due = offer_action(tables, state)
        elif due == SPECIAL_DUE:
            due = offer_special(tables, state)
        elif due == CARDS_DUE:
            due = refill_hand(tables, state)
        else:
            due = offer_conquest(tables, state)
    if state.waiting == 1 << CHANCE and state.phase >= TURNING:
        shuffle(tables, state)


@rule
def decide(state, phase):
    """The mover has to decide."""
    state.phase = phase
    state.waiting = 1 << state.mover
    return DECIDED


@rule
def draw_by_chance(state, phase):
    """A card comes from the pile."""
    state.phase = phase
    state.waiting = 1 << CHANCE
    return DECIDED


@rule
def pass_on(tables, state):
    """The next seat is the mover."""
    state.mover = (int(state.mover) + 1) % tables.seats
    return TURN_DUE


@rule
def begin_turn(state):
    """Step 1, or the first conquest of a turn in the final phase; what is due then, as in the next ones."""
    mover = int(state.mover)
    state.exploring[mover] = 0  # KH-56
    if state.final == 0:
        state.actions = 0
        return draw_by_chance(state, TURNING)
    state.final = FINAL
    take_back(state, mover)  # KH-64
    state.returned = 0
    state.actions = ACTIONS
    return CONQUEST_DUE


@rule
def offer_action(tables, state):
    """Step 2, an action if one is possible, and behind the last one step 3; or the third action of High Morale."""
    mover = int(state.mover)
    if state.actions == 0:
        if state.third:
            return CARDS_DUE
        take_back(state, mover)
        return SPECIAL_DUE
    anywhere = state.actions == ACTIONS and state.free[0] | state.free[1] | state.free[2] != 0
    if anywhere or can_act_again(tables, state, mover):
        return decide(state, ACTING)
    state.actions -= 1  # KH-30
    state.refused = 0
    return ACTION_DUE


@rule
def offer_special(tables, state):
    """Step 4."""
    return decide(state, USING) if can_use_special(tables, state, int(state.mover)) else CARDS_DUE


@rule
def refill_hand(tables, state):
    """Step 5 (KH-57), and the end of the turn."""
    state.third = 0
    state.returned = 0
    return draw_by_chance(state, DRAWING) if state.held[state.mover] < HAND else pass_on(tables, state)


@rule
def offer_conquest(tables, state):
    """In the final phase: the end of the game, a conquest, or the end of the turn (KH-63, KH-65)."""
    clause = end_of_game(tables, state)
    if clause != 0:
        finish(state, clause)
        return DECIDED
    if state.actions > 0 and can_conquer(tables, state, int(state.mover)):
        return decide(state, CONQUERING)
    state.refused = 0
    return pass_on(tables, state)


@rule
def shuffle(tables, state):
    """KH-15: with no card left, the discards become the pile; whose hand a card was in is then known no more."""
    if in_pile(state, tables, 0) | in_pile(state, tables, 1):
        return
    for word in range(2):
        state.discards[word] = 0
        state.old[word] = 0
        for seat in range(tables.seats):
            state.old[word] |= state.hand[seat, word]
    for seat in range(tables.seats):
        state.old_held[seat] = state.held[seat]
