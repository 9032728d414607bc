"""The workspace of a UCT player: its tree for one game, and the compiled simulation bound to it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from naadam.bots.budget import Clock, Thought
from naadam.bots.searcher import Kernel
from naadam.bots.uct.simulation import Plan, make_scratch, simulate
from naadam.bots.uct.tree import NONE, clear, make_tree, new_node, next_node
from naadam.core.compiling import plain, signed
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.core.view import View

FULL = 0.5  # a tree this full is not kept for the next move
LOOK_FOR = 2000  # positions looked at to find the next root
LINE = 12  # actions shown of the expected line

_new_node = plain(new_node)
_next_node = plain(next_node)


class Workspace:
    """Simulates games from views of one game."""

    def __init__(self, game: Game, nodes: int) -> None:
        self.game = game
        self.tree = make_tree(game, nodes)
        self._scratch = make_scratch(game)
        view = np.zeros(1, game.view_type)[0]
        plan = Plan(0, 1, 1, 0, 0, -1, 1.0, 0.0, 0.0, 1.0)
        self._simulate = Kernel(game, simulate, self.tree, self._scratch, plan, view, 0, 0, 1)
        self.kernels = (self._simulate,)
        self._state: State | None = None  # at the root of the tree; None where something is hidden
        self._view: View | None = None
        self.root = 0

    def lay_out(self, view: View, clock: Clock, plan: Plan, seed: int, reuse: bool) -> None:
        """Put a view in the workspace; `reuse` keeps the part of the tree that belongs to it."""
        self._scratch = self._scratch._replace(control=clock.control)
        self._scratch.rng[0] = signed(seed)
        self._view, self._plan = view, plan
        state = None if self.game.hides else view.complete(0)
        kept = self._find(state) if reuse and state is not None else None
        if kept is None or self.tree.used[0] > FULL * len(self.tree.first):
            clear(self.tree)
            for _ in range(plan.observers):
                _new_node(self.tree)
            kept = 0
        self.root, self._state = kept, state
        self._rows = 0 if state is None else len(state.trail)
        if state is not None:
            self._scratch.roots[: self._rows] = state.trail

    def simulate(self, games: int) -> None:
        """Simulate some games; fewer if the clock says so."""
        assert self._view is not None
        root = self.root if self._plan.observers == 1 else 0
        self._simulate(self.tree, self._scratch, self._plan, self._view.record, self._rows, root, games)

    @property
    def node(self) -> int:
        """The node of the decision to be taken."""
        assert self._view is not None
        return self.root if self._plan.observers == 1 else self._view.seat

    @property
    def proven(self) -> bool:
        """Whether the results of the decision are known for sure."""
        return bool(self.tree.proven[self.node])

    @property
    def size(self) -> int:
        """The nodes and edges of the tree."""
        return int(self.tree.used.sum())

    def edges(self, node: int) -> Iterator[int]:
        edge = int(self.tree.first[node])
        while edge != NONE:
            yield edge
            edge = int(self.tree.after[edge])

    def value(self, edge: int) -> float:
        """The mean result of an edge for the seat that takes it; the true one if it is proven."""
        return float(self.tree.total[edge] / max(1, self.tree.tries[edge]))

    def thought(self, clock: Clock) -> Thought | None:
        """The result of the simulations; None if there was no room for a single action."""
        assert self._view is not None
        tree, edges = self.tree, list(self.edges(self.node))
        if not edges:
            return None
        actions = {int(action): action for action in self._view.actions()}
        own = {edge: actions[int(tree.action[edge])] for edge in edges}

        def worth(edge: int) -> tuple[float, int]:
            """The action tried most is the best, except where a result is proven."""
            known = self.value(edge) if tree.known[edge] else 0.0
            return (known if abs(known) >= 1.0 else 0.0, int(tree.tries[edge]))

        best = max(edges, key=worth)
        played = sum(float(tree.policy[edge]) for edge in edges)
        return Thought(
            value=self.value(best),
            line=self.line(own[best]),
            depth=0,
            nodes=clock.nodes,
            seconds=clock.seconds,
            proven=self.proven,
            values={own[edge]: self.value(edge) for edge in edges if tree.tries[edge]},
            mixed={own[edge]: float(tree.policy[edge]) / played for edge in edges} if played > 0 else {},
            tries={own[edge]: int(tree.tries[edge]) for edge in edges if tree.tries[edge]},
        )

    def line(self, first: Action) -> list[Action]:
        """The expected line after an action, up to the first chance step or hidden fact."""
        line, state, node = [first], self._state, self.node
        while state is not None and len(line) < LINE:
            edge = next((edge for edge in self.edges(node) if self.tree.action[edge] == line[-1]), None)
            state = state.apply(line[-1])
            if edge is None or not state.waiting or state.turn == CHANCE:
                break
            node = int(self.tree.child[edge])
            best = (
                max(self.edges(node), key=lambda edge: int(self.tree.tries[edge]), default=None)
                if node != NONE
                else None
            )
            if best is None or not self.tree.tries[best]:
                break
            assert state.turn is not None
            line.append(Action(int(self.tree.action[best]), state.turn, state))
        return line

    def _find(self, wanted: State) -> int | None:
        """The node of a state that play has come to since the last time, if the tree has it."""
        if self._state is None:
            return None
        level = [(self._state, self.root)]
        looked_at = 0
        while level and looked_at < LOOK_FOR:
            found = next((node for state, node in level if state == wanted), None)
            if found is not None:
                return found
            looked_at += len(level)
            level = [child for state, node in level for child in self.children(state, node)]
        return None

    def children(self, state: State, node: int) -> Iterator[tuple[State, int]]:
        """The positions that follow one in the tree, with their nodes."""
        if state.turn == CHANCE:
            for action, _ in state.chance():
                child = _next_node(self.tree, node, CHANCE, int(action))
                if child != NONE:
                    yield state.apply(action), child
        elif state.waiting:
            for edge in self.edges(node):
                child = int(self.tree.child[edge])
                if child != NONE:
                    yield state.apply(int(self.tree.action[edge])), child
