"""UCT that plays by a solved table where there is one: the end of a game is then without a flaw."""

from __future__ import annotations

from typing import Any

from naadam.bots.budget import Budget, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled
from naadam.bots.uct import Uct
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View
from naadam.solve import Table, load_endgame


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
