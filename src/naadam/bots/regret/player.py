"""A player for games with simultaneous decisions: it learns for all seats by regret matching."""

from __future__ import annotations

from naadam.bots.budget import Budget, Clock, Thought, Watch, ignore
from naadam.bots.regret.matching import MOST
from naadam.bots.regret.workspace import Workspace
from naadam.bots.searcher import Cancelled, Searcher, check_number
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View

AT_ONCE = 8  # rounds between two looks at the time
REPORTS_EVERY = 0.25  # seconds


class Regret(Searcher[Workspace]):
    """Learns for all seats together which of their most plausible actions to take, and how often.

    - `rounds`: in which it judges the position that follows, for all actions;
    - `kept`: with so many actions of each seat it goes on and looks a turn further, until its budget is used up,
    - `answers`: with so many actions in that turn; with 0 it looks no further and goes on as before.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        rounds: int = 40,
        kept: int = 10,
        answers: int = 8,
        blur: float = 0.0,
        seed: int = 0,
        net: bool | str = False,
    ) -> None:
        super().__init__(budget, blur, seed, net)
        for name, number, least in (
            ("rounds", rounds, 1),
            ("kept", kept, 1),
            ("answers", answers, 0),
        ):
            check_number(name, number)
            if not isinstance(number, int) or not least <= number <= MOST:
                raise SpecError(f"{name} must be a whole number from {least} to {MOST}, not {number!r}")
        self.rounds, self.kept, self.answers = rounds, kept, answers

    def _make_workspace(self, game: Game) -> Workspace:
        return Workspace(game)

    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        thought = self.think(view, budget, watch, cancelled)
        if self.blur:
            return self._err(self.workspace(view.game).rate())  # a thought does not distinguish losses
        if thought.mixed:
            return self._rng.choices(list(thought.mixed), list(thought.mixed.values()))[0]
        return thought.line[0]

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        workspace = self._ready_workspace(view.game)
        clock = Clock(budget or self.budget, cancelled)
        workspace.lay_out(view, clock, self._rng.getrandbits(62))
        with clock.set_aside():  # however little time there is, it has looked at everything once
            workspace.match(0, 1)
        with clock:
            done = 1
            while done < self.rounds and not clock.stopped:
                workspace.match(0, min(AT_ONCE, self.rounds - done))
                done += AT_ONCE
            if self.answers and not clock.stopped:
                workspace.narrow(self.kept)
                workspace.match(self.answers, 1)
            reported = 0.0
            while not clock.stopped:
                workspace.match(self.answers, AT_ONCE)
                if clock.seconds - reported > REPORTS_EVERY:
                    reported = clock.seconds
                    watch(workspace.thought(clock))
            thought = workspace.thought(clock)
        watch(thought)
        return thought
