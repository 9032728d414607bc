"""Immediate wins: the actions with which a seat wins the game, which every level takes."""

from __future__ import annotations

from naadam.core.state import Action, State
from naadam.core.view import View

COMPLETIONS = 8  # of the hidden facts, in each of which the action must win


def find_win(view: View) -> Action | None:
    """An action that ends the game as a win of the view's seat, or None.

    An action whose result depends on chance, or on seats that decide simultaneously, is not an immediate win.
    """
    if view.waiting != (view.seat,):
        return None
    winning = list(view.actions())
    for seed in range(COMPLETIONS if view.game.hides else 1):
        state = view.complete(seed)
        winning = [action for action in winning if wins(state, action)]
        if not winning:
            return None
    return winning[0]


def wins(state: State, action: Action) -> bool:
    """True if an action of a state ends the game as a win of its seat."""
    outcome = state.apply(int(action), action.seat).outcome
    return outcome is not None and outcome.value(action.seat) == 1.0
