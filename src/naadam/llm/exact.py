"""Positions with exact values, from the solved tables of this machine: Bagh Chal, Pulijudam, and the end of Yut."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from naadam.bots.solved import probe_tables
from naadam.core.errors import TableError
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.view import View
from naadam.llm.prompting.positions import find_positions
from naadam.solve import load_endgame
from naadam.solve.probe import SCORES

DRY = 20_000  # positions in a row of which the tables know no new one, after which the search ends
SAME = 1e-9  # differences of value that count as no difference


@dataclass(frozen=True)
class Exact:
    """A position, and for every action of its seat the points to expect with best play: 1 a win, ½ a draw, 0 a loss.

    `phase` says whether the table counts plies to the next conversion there; `distance` is that number, if it does.
    """

    game: str
    state: str  # as JSON
    seat: int
    values: Mapping[str, float]
    phase: str  # "movement", "placement" or "race"
    distance: int | None

    @property
    def best(self) -> float:
        """The points of the best action."""
        return max(self.values.values())

    def load(self) -> State:
        """The state of the position."""
        return State.from_json(self.state, load(self.game))

    def regret(self, action: str) -> float:
        """The points that an action throws away."""
        return self.best - self.values[action]


def exact_positions(game: Game, count: int, seed: int = 0, only_choices: bool = True) -> Iterator[Exact]:
    """Different positions that the tables know; with `only_choices`, those in which something can be thrown away.

    TableError if the tables of this machine know none. There may be fewer than `count`.
    """
    rate = _find_tables(game)
    rng = random.Random(f"{seed}/exact/{game.spec}")
    seen: set[str] = set()
    dry = 0
    for found in find_positions(game, rng):
        if len(seen) >= count or dry >= DRY:
            break
        dry += 1
        state = found.state
        if state.turn in (None, CHANCE) or state.position in seen:
            continue
        state = game.position(state.position)  # a value knows nothing of the positions before
        exact = rate(state)
        if exact is None or (only_choices and max(exact.values.values()) - min(exact.values.values()) < SAME):
            continue
        dry = 0
        seen.add(state.position)
        yield exact
    if not seen:
        raise TableError(f"the solved tables of this machine know no position of {game.spec} that was tried")


def _find_tables(game: Game) -> Callable[[State], Exact | None]:
    if game.name == "yut":
        table = load_endgame(game)
        if table is None:
            raise TableError(f"{game.spec} is not solved on this machine: naadam solve yut:horses=2")

        def race(state: State) -> Exact | None:
            seat = state.waiting[0]
            if not table.covers(state):
                return None
            values = {str(action): _points(value) for action, value in table.rate(state.view(seat)).items()}
            return Exact(game.spec, state.to_json(), seat, values, "race", None)

        return race
    return _by_tablebase


def _by_tablebase(state: State) -> Exact | None:
    seat = state.waiting[0]
    found = probe_tables(state.view(seat))
    if found is None:
        return None
    table, _, probe = found
    values = {str(move.action): _points(SCORES[move.value]) for move in probe.moves}
    phase = "movement" if table.measures(state) else "placement"
    return Exact(state.game.spec, state.to_json(), seat, values, phase, probe.distance)


def _points(value: float) -> float:
    """Points from 0 to 1 for a value from -1 to 1."""
    return round((value + 1) / 2, 9)


def view_of(exact: Exact) -> View:
    """The view of the seat that is to act."""
    return exact.load().view(exact.seat)
