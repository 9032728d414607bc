"""A resolution: the seven steps of YN-27 in their order, and the victory check (YN-20)."""

from __future__ import annotations

from naadam.core.compiling import large_rule
from naadam.games.yuan.rules.attacks import attack
from naadam.games.yuan.rules.development import clash, develop, pay
from naadam.games.yuan.rules.ends import end_of_turn, finish
from naadam.games.yuan.rules.events import open_step
from naadam.games.yuan.rules.fortification import fortify, fortify_after_attack
from naadam.games.yuan.rules.income import adjust, earn
from naadam.games.yuan.rules.recruitment import recruit


@large_rule
def resolve(tables, state, events):
    """Carry out the plans of all seats, and end the game if it is won; write what happens into `events`."""
    open_step(events, 1)
    cancelled = clash(tables, state, events)
    pay(tables, state, cancelled, events)
    earning = develop(tables, state, cancelled, events)
    open_step(events, 2)
    waiting = fortify(tables, state, cancelled, events)
    open_step(events, 3)
    recruit(tables, state, cancelled, events)
    open_step(events, 4)
    victorious = attack(tables, state, cancelled, events)
    open_step(events, 5)
    fortify_after_attack(tables, state, waiting, victorious, events)
    open_step(events, 6)
    earn(tables, state, cancelled, earning, events)
    open_step(events, 7)
    adjust(tables, state, events)
    open_step(events, 8)
    clause = end_of_turn(tables, state)
    if clause != 0:
        finish(tables, state, clause, events)
