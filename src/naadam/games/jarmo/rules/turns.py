"""Effects of actions, and the order of a turn (JA-2 to JA-9, JA-12, JA-15, JA-31 to JA-64)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.jarmo.rules.ends import end_turn
from naadam.games.jarmo.rules.state import (
    CAMPS,
    GREEN,
    JASYR,
    KEEP,
    LEGENDARY,
    MAIN,
    NOWHERE,
    PASS,
    PLAIN,
    RECOVERY,
    STEPS_IN_A_ROW,
    may_redeploy,
)


@rule
def start(tables, state):
    state.guards = 0
    for seat in range(2):
        state.tops[seat] = tables.camps[seat]  # JA-2
        state.golden[seat] = tables.golden[seat]
        state.last[seat] = NOWHERE
        if tables.golden[seat] != NOWHERE:
            state.guards |= 1 << tables.golden[seat]  # JA-50
    state.markers = tables.markers
    state.winner = NOWHERE
    state.waiting = 1 << GREEN  # JA-3


@rule
def apply(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    points = tables.points
    if state.phase != MAIN:
        choose(tables, state, seat, action)
    elif action >= points * points:
        break_row(state, seat)
        if action == points * points + points + PASS:
            state.peace += 1
            go_on(tables, state, seat, False)
        else:  # JA-32
            state.guards ^= 1 << (action - points * points)
            state.peace = 0
            state.phase = RECOVERY
    elif action // points == action % points:  # JA-8
        state.hand[seat] -= 1
        put_down(state, seat, action % points)
        go_on(tables, state, seat, False)
    else:
        move(tables, state, seat, action // points, action % points)


@rule
def move(tables, state, seat, source, target):
    captures = state.tops[1 - seat] >> target & 1 == 1
    arrives = tables.camps[1 - seat] >> target & 1 == 1
    golden = state.golden[seat] == source and state.depth[seat] == 0
    guard = state.guards >> source & 1 == 1
    if captures:
        take(tables, state, 1 - seat, target)
        if not arrives and not golden:
            guard = True  # JA-5, JA-51
    state.tops[seat] ^= 1 << source | 1 << target
    state.guards &= ~(1 << source)
    if golden:
        state.golden[seat] = target
    uncover(state, source)
    recovers = False
    if arrives and guard and tables.variant != LEGENDARY:  # JA-7, JA-32
        guard = False
        recovers = tables.variant == PLAIN and state.captured[seat] > 0  # JA-44
    if guard:
        state.guards |= 1 << target
    if captures or arrives:
        state.peace = 0
        break_row(state, seat)
    else:
        state.peace += 1
        lengthen_row(tables, state, seat, source, target)
    if recovers:
        state.phase = RECOVERY
    else:
        go_on(tables, state, seat, arrives)


@rule
def take(tables, state, owner, point):
    """Capture the owner's soldier on top of a point."""
    guard = state.guards >> point & 1 == 1
    state.tops[owner] ^= 1 << point
    state.guards &= ~(1 << point)
    if state.golden[owner] == point and state.depth[owner] == 0:
        if not guard:
            state.golden[owner] = NOWHERE  # JA-51
            return
        state.depth[owner] = 1  # JA-52, JA-59
        if state.golden[1 - owner] == point:
            state.depth[1 - owner] += 1  # JA-56
    elif guard and tables.variant == JASYR:
        state.hand[owner] += 1  # JA-43
    else:
        state.captured[owner] += 1


@rule
def uncover(state, point):
    """The top soldier has left: who lay directly below it is free (JA-53, JA-54)."""
    for seat in range(2):
        if state.golden[seat] == point and state.depth[seat] > 0:
            state.depth[seat] -= 1
            if state.depth[seat] == 0:
                state.tops[seat] |= 1 << point


@rule
def choose(tables, state, seat, action):
    """Take up or let go what the move has brought: a recovered soldier, or the use of the remote camps."""
    points = tables.points
    last = points * points + points
    phase = int(state.phase)
    state.phase = MAIN
    if action < points * points:
        state.captured[seat] -= 1
        put_down(state, seat, action % points)
        if phase == CAMPS:
            state.markers = 0  # JA-61
    elif action == last + KEEP:
        state.captured[seat] -= 1
        state.hand[seat] += 1
    if phase == RECOVERY:
        go_on(tables, state, seat, False)
    else:
        end_turn(tables, state, seat, False)


@rule
def put_down(state, seat, point):
    """A soldier of the seat comes on the board, as an archer."""
    state.tops[seat] |= 1 << point
    state.peace = 0
    break_row(state, seat)


@rule
def go_on(tables, state, seat, arrived):
    """After move and recovery come the remote camps, and then the end of the turn (JA-15)."""
    if may_redeploy(tables, state, seat):
        state.phase = CAMPS
    else:
        end_turn(tables, state, seat, arrived)


@rule
def break_row(state, seat):
    state.last[seat] = NOWHERE
    state.row[seat] = 0


@rule
def lengthen_row(tables, state, seat, source, target):
    """Count the steps that one soldier has gone to and fro (JA-12)."""
    back = state.last[seat] == target * tables.points + source
    state.row[seat] = min(state.row[seat] + 1, STEPS_IN_A_ROW) if back else 1
    state.last[seat] = source * tables.points + target
