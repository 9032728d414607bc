"""Searches that play by a solved table where there is one: positions in the table are then played without a flaw."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, NamedTuple

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.budget import Budget, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled
from naadam.bots.uct import Uct
from naadam.core.errors import TableError
from naadam.core.game import Game
from naadam.core.state import Action, State
from naadam.core.view import View
from naadam.solve import Table, Tablebase, load_endgame
from naadam.solve.coverage import find_tablebase
from naadam.solve.probe import SCORES, Probe, Value

LONGEST_LINE = 12  # actions that are shown of a way to a conversion


class SolvedUct(Uct):
    """Looks into the table that `naadam solve` has left on this machine; simulates games where it does not help."""

    def __init__(self, budget: Budget | None = None, **settings: Any) -> None:
        super().__init__(budget, **settings)
        self._tables: dict[Game, Table | None] = {}

    def table(self, game: Game) -> Table | None:
        """The table for the end of a game, if one has been solved."""
        if game not in self._tables:
            self._tables[game] = load_endgame(game)
        return self._tables[game]

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        table = self._covering(view)
        if table is None:
            return super().think(view, budget, watch, cancelled)
        rated = table.rate(view)
        best = max(rated, key=rated.__getitem__)
        thought = Thought(rated[best], [best], 0, len(rated), 0.0, proven=True, values=rated)
        watch(thought)
        return thought

    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        if self._covering(view) is None:
            return super()._choose(view, budget, watch, cancelled)
        return self.think(view, budget, watch, cancelled).line[0]

    def _covering(self, view: View) -> Table | None:
        """The table, if it knows the position."""
        table = self.table(view.game)
        return table if table is not None and table.covers(view.complete(0)) else None


def probe_tables(view: View) -> tuple[Tablebase, State, Probe] | None:
    """The entry of the solved tables for a position, if there is one."""
    table = find_tablebase(view.game)
    if table is None:
        return None
    state = view.complete(0)
    try:
        return table, state, table.probe(state)
    except TableError:
        return None


class Replies(NamedTuple):
    """The replies to an action: how many of them give away half a point or more, and how many there are."""

    errors: int
    total: int

    @property
    def share(self) -> float:
        return self.errors / self.total if self.total else 0.0


def count_replies(table: Tablebase, state: State, action: Action) -> Replies:
    """How easily an action is answered wrongly; after one that draws, errors are the replies that lose.

    None are counted where they would have to be searched, or where the tables do not know them.
    """
    after = state.apply(action)
    if after.outcome is not None or after.turn == action.seat or not table.is_kept(after):
        return Replies(0, 0)
    try:
        scores = [SCORES[move.value] for move in table.probe(after).moves]
    except TableError:
        return Replies(0, 0)
    return Replies(sum(score < max(scores) for score in scores), len(scores))


def think_by_tables(view: View, rng: random.Random | None = None) -> Thought | None:
    """The best line by the tables; None where they know nothing.

    Of actions that are equal it is the one with the largest share of replies that err; of those one at random, or the
    first.
    """
    found = probe_tables(view)
    if found is None:
        return None
    table, state, probe = found
    best = list(probe.best)
    if len(best) > 1:
        shares = {action: count_replies(table, state, action).share for action in best}
        best = [action for action in best if shares[action] == max(shares.values())]
    first = best[0] if rng is None else rng.choice(best)
    values: dict[Action, float] = {move.action: SCORES[move.value] for move in probe.moves}
    return Thought(
        SCORES[probe.value],
        [first] if probe.distance is None else _follow(table, state, first),
        depth=0,
        nodes=len(values),
        seconds=0.0,
        proven=True,
        values=values,
        solved=True,
        converts_in=probe.distance,
    )


class Explored(NamedTuple):
    """An action by the tables: its value for who takes it, its distance, and how the replies to it are."""

    action: int
    value: Value
    distance: int | None
    replies: Replies


def explore_tables(view: View) -> tuple[Explored, ...] | None:
    """All that can be done in a position, the best first; None where the tables know nothing."""
    found = probe_tables(view)
    if found is None:
        return None
    table, state, probe = found
    moves = sorted(probe.moves, key=lambda move: move.rank, reverse=True)
    return tuple(
        Explored(int(move.action), move.value, move.distance, count_replies(table, state, move.action))
        for move in moves
    )


def _follow(table: Tablebase, state: State, action: Action) -> list[Action]:
    """The line that both sides hold on to by the tables, from an action to the next conversion."""
    line = [action]
    while len(line) < LONGEST_LINE:
        after = state.apply(line[-1])
        if after.outcome is not None or table.converts(state, after):
            break
        state = after
        try:
            line.append(table.probe(state).best[0])
        except TableError:
            break
    return line


class SolvedAlphaBeta(AlphaBeta):
    """Plays a won or lost position by the tables; where they hold several moves for equal, the search chooses."""

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        found = probe_tables(view)
        if found is None:
            return super().think(view, budget, watch, cancelled)
        probe = found[2]
        best = probe.best
        values: dict[Action, float] = {move.action: SCORES[move.value] for move in probe.moves}
        thought = Thought(SCORES[probe.value], [best[0]], 0, len(values), 0.0, proven=True, values=values, solved=True)
        if probe.distance is None and len(best) > 1:
            searched = super().think(view, budget, ignore, cancelled)
            line = searched.line
            if line[0] not in best:
                line = [max(best, key=lambda action: searched.values.get(action, -1.0))]
            thought = replace(thought, line=line, depth=searched.depth, nodes=searched.nodes, seconds=searched.seconds)
        watch(thought)
        return thought


class Perfect(AlphaBeta):
    """Plays by the tables where they know the position, and lays traps there; searches elsewhere."""

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        thought = think_by_tables(view, self._rng)
        if thought is None:
            return super().think(view, budget, watch, cancelled)
        watch(thought)
        return thought
