"""Searches that play by a solved table where there is one: what it covers is then played without a flaw."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.budget import Budget, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled
from naadam.bots.uct import Uct
from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View
from naadam.solve import Table, Tablebase, load_endgame, solved_at, tablebase
from naadam.solve.probing import SCORES, Probe


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


def find_tablebase(game: Game) -> Tablebase | None:
    """The tables of a game that has been solved on this machine, or None; those that are made later are noticed."""
    return _find_tablebase(game, solved_at(game))


@functools.lru_cache(maxsize=8)
def _find_tablebase(game: Game, _changed: int) -> Tablebase | None:
    try:
        return tablebase(game)
    except (SpecError, TableError):
        return None


class SolvedAlphaBeta(AlphaBeta):
    """Plays a won or lost position by the tables; where they hold several moves for equal, the search chooses."""

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        probe = self._probe(view)
        if probe is None:
            return super().think(view, budget, watch, cancelled)
        best = probe.best
        values: dict[Action, float] = {move.action: SCORES[move.value] for move in probe.moves}
        thought = Thought(SCORES[probe.value], [best[0]], 0, len(values), 0.0, proven=True, values=values)
        if probe.distance is None and len(best) > 1:
            searched = super().think(view, budget, ignore, cancelled)
            line = searched.line
            if line[0] not in best:
                line = [max(best, key=lambda action: searched.values.get(action, -1.0))]
            thought = replace(thought, line=line, depth=searched.depth, nodes=searched.nodes, seconds=searched.seconds)
        watch(thought)
        return thought

    def _probe(self, view: View) -> Probe | None:
        """What the tables say, if there are any for this position."""
        table = find_tablebase(view.game)
        try:
            return None if table is None else table.probe(view.complete(0))
        except TableError:
            return None
