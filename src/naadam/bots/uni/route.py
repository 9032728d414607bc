"""The way of a game as an engine is sent it: a beginning and the moves since, found from one view to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from naadam.core.game import Game
from naadam.core.lines import Step
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.core.view import View

LOOK_FOR = 1000  # positions looked at to find the moves of the others


@dataclass(frozen=True)
class Route:
    """An engine's knowledge of a game: only views where something is hidden, else the moves from the start."""

    game: Game
    begin: State | None = None
    steps: tuple[Step, ...] = ()
    state: State | None = None  # that they lead to

    def line(self, view: View) -> str:
        """The line of uni that says where the game is."""
        if self.begin is None:
            return f"view {view.to_json()}"
        begin = "start" if self.begin == self.game.start() else self.begin.position
        moves = f" moves {' '.join(map(str, self.steps))}" if self.steps else ""
        return f"position {begin}{moves}"

    def after(self, action: Action) -> Route:
        """The route with an action of the engine's own."""
        if self.state is None:
            return self
        return replace(self, steps=(*self.steps, make_step(self.state, action)), state=self.state.apply(action))


def find_route(view: View, last: Route | None) -> tuple[Route, bool]:
    """The route to a view, and whether it belongs to another game than the last one did."""
    game = view.game
    if last is not None and last.game != game:
        last = None
    if game.hides:
        return (last, False) if last is not None else (Route(game), True)
    state, start = view.complete(0), game.start()
    known = None if last is None or last.state is None else find_steps(last.state, state)
    if known is not None and last is not None:
        return replace(last, steps=(*last.steps, *known), state=state), False
    known = find_steps(start, state)
    if known is not None:
        return Route(game, start, tuple(known), state), True
    return Route(game, state, (), state), True  # earlier moves are not known


def find_steps(known: State, wanted: State) -> list[Step] | None:
    """The fewest steps that lead from one state to another; None if they are not soon found."""
    if known == wanted:
        return []
    level: list[tuple[State, list[Step]]] = [(known, [])]
    looked_at = 0
    while level:
        following = []
        for state, steps in level:
            for action in (action for seat in state.waiting for action in state.actions(seat)):
                after, way = state.apply(action), [*steps, make_step(state, action)]
                if after == wanted:
                    return way
                following.append((after, way))
                looked_at += 1
                if looked_at == LOOK_FOR:
                    return None
        level = following
    return None


def make_step(state: State, action: Action) -> Step:
    return Step(action.seat if action.seat == CHANCE or action.seat != state.turn else None, str(action))
