"""The what-if mode: the outcome of a simultaneous decision by a seat's guesses, from that seat's view alone."""

from __future__ import annotations

from collections.abc import Mapping

from naadam.core.errors import IllegalAction, NotationError, SeatError
from naadam.core.state import State
from naadam.server.protocol.errors import UserError
from naadam.server.table.table import Table


def assumed_state(table: Table, seat: int) -> State:
    """The state before a simultaneous decision, completed from a seat's view alone.

    It is made from the seat's view alone, in the same way each time, so that it shows nothing more.
    """
    if table.over:
        raise UserError("game-over")
    state = table.state_at(min(table.seals.sealed) - 1) if table.seals.sealed else table.state
    if seat not in state.waiting or len(state.waiting) < 2:
        raise UserError("nothing-to-suppose")
    return state.view(seat).complete(0) if table.game.hides else state


def apply_guesses(table: Table, seat: int, guesses: Mapping[int, str]) -> tuple[State, int, int]:
    """The state before the last act, and that act, if all act as a seat guesses; raises if there is no story of it.

    A seat without a guess takes its first action; the seat itself the action that it has sealed.
    """
    state = assumed_state(table, seat)
    if not set(guesses) <= set(state.waiting):
        raise UserError("nothing-to-suppose")
    sealed = [seq for seq, sealer in table.seals.sealed.items() if sealer == seat]
    own = int(table.events[sealed[0] - 1].data["action"]) if sealed else None
    acts = [(actor, _act(state, actor, guesses.get(actor), own if actor == seat else None)) for actor in state.waiting]
    for actor, action in acts[:-1]:
        state = state.apply(action, actor)
    actor, action = acts[-1]
    if not table.game.face.tells(state.record, actor, action):
        raise UserError("nothing-to-suppose")
    return state, actor, action


def _act(state: State, seat: int, guess: str | None, sealed: int | None) -> int:
    """The number of the action supposed of a seat; it must be legal."""
    if guess is None:
        return int(state.numbers(seat)[0]) if sealed is None else sealed
    try:
        _, number = state.resolve_action(guess, seat)
    except (NotationError, SeatError):
        raise UserError("no-action", action=guess) from None
    refusal = state.refusal(number, seat)
    if refusal is not None:
        raise IllegalAction(refusal)
    return number
