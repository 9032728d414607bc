"""A player that thinks by UCT: it simulates games, more of them where they go well."""

from __future__ import annotations

from naadam.bots.budget import Budget, Clock, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled, Searcher, check_number, check_room
from naadam.bots.uct.simulation import Plan
from naadam.bots.uct.workspace import Workspace
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View

REPORTS_EVERY = 0.25  # seconds
AT_LEAST = 32  # simulations, however little time there is
AT_ONCE = 256  # simulations between two looks at the time


class Uct(Searcher[Workspace]):
    """Simulates games from a view; hidden facts are completed at random for every game.

    - `cutoff`: plies of random play before the game's own value is taken; None plays to the end.
    - `exploration`: the share of trials for rarely tried actions.
    - `widening`: looks at this many actions of a node at first, at more with the root of its visits; None at all.
    - `observers`: "all" gives every seat a tree by its own view, "one" has one tree, of the thinking seat.
    - `room`: most nodes of its tree, a power of two.
    - `margin`: from 0, only to win counts, to 1, only by how much.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        cutoff: int | None = None,
        exploration: float = 0.7,
        widening: float | None = None,
        observers: str = "all",
        margin: float = 0.0,
        blur: float = 0.0,
        seed: int = 0,
        room: int = 1 << 18,
        net: bool | str = False,
    ) -> None:
        super().__init__(budget, blur, seed, net)
        if observers not in ("all", "one"):
            raise SpecError(f"observers are 'all' or 'one', not {observers!r}")
        check_room("room", room)
        settings = {"cutoff": cutoff or 0, "exploration": exploration, "widening": widening or 0, "margin": margin}
        for name, value in settings.items():
            check_number(name, value)
        self.cutoff = cutoff
        self.exploration = exploration
        self.widening = widening
        self.observers = observers
        self.margin = margin
        self._room = room

    def _make_workspace(self, game: Game) -> Workspace:
        return Workspace(game, self._room)

    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        thought = self.think(view, budget, watch, cancelled)
        if thought.mixed:
            return self._rng.choices(list(thought.mixed), list(thought.mixed.values()))[0]
        return self._err(thought.values) if self.blur and thought.values else thought.line[0]

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        budget = budget or self.budget
        workspace = self._ready_workspace(view.game)
        clock = Clock(budget, cancelled)
        reuse = budget.nodes is None  # a number of nodes promises the same choice every time
        workspace.lay_out(view, clock, self.plan(view), self._rng.getrandbits(62), reuse)
        workspace.simulate(AT_LEAST)
        with clock:
            reported = 0.0
            while not clock.stopped and not workspace.proven:
                workspace.simulate(AT_ONCE)
                if clock.seconds - reported > REPORTS_EVERY:
                    reported = clock.seconds
                    watch(self._thought(workspace, view, clock))
            thought = self._thought(workspace, view, clock)
        watch(thought)
        return thought

    def plan(self, view: View) -> Plan:
        """The settings for a search from a view."""
        game = view.game
        low, high = game.sizes.scores
        return Plan(
            seat=view.seat,
            seats=game.seats,
            observers=game.seats if game.hides and self.observers == "all" else 1,
            hides=int(game.hides),
            proves=int(not game.hides and not self.widening),
            cutoff=-1 if self.cutoff is None else self.cutoff,
            exploration=self.exploration,
            widening=self.widening or 0.0,
            margin=self.margin,
            spread=max(high - low, 1e-9),
        )

    def _thought(self, workspace: Workspace, view: View, clock: Clock) -> Thought:
        thought = workspace.thought(clock)
        if thought is None:
            return Thought(0.0, [self._rng.choice(view.actions())], 0, clock.nodes, clock.seconds)
        return thought
