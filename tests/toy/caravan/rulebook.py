"""The plain half of Caravan."""

from __future__ import annotations

from typing import Any, ClassVar

from caravan import rules
from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import PositionError, SpecError
from naadam.core.options import Number, Options, Switch
from naadam.core.parts import checks
from naadam.core.parts.clock import Glass
from naadam.core.parts.rulebook import Rulebook
from naadam.core.seats import CHANCE, seats_in
from naadam.core.state import State
from naadam.core.texts import Texts
from naadam.drawing.description import Saying
from naadam.drawing.stage import Stage
from naadam.drawing.story import Frame
from naadam.kit.table import table_stage
from naadam.kit.words import WordFace, WordNotation

NAMES = (
    *(f"deal {card}" for card in range(1, rules.CARDS + 1)),
    *(f"lot {seat}" for seat in range(8)),
    *(f"bid {amount}" for amount in range(4)),
    "take",
    "stop",
    "challenge",
    "let",
)


class Caravan(Rulebook):
    name = "caravan"
    version = 1
    prefix = "CV"
    clauses = (1, 2, 3, 4, 5, 6)
    declared = (Number("players", 3, (2, 4, 8), lowest=2, highest=8), Switch("teams"))
    rules: ClassVar[Any] = rules
    texts = Texts("caravan")
    planes = ("cards, by seat", "bids, by seat", "coins, by seat")

    def __init__(self, options: Options) -> None:
        self.options = options
        seats = int(options["players"])
        if options["teams"] and seats % 2:
            raise SpecError("teams need an even number of players (CV-6)")
        self.tables = rules.Tables(seats, int(options["teams"]))
        self.sizes = Sizes(
            seats=seats,
            actions=rules.ACTIONS,
            choices=4 * seats,
            length=seats + 3 * (2 * seats + 4),
            words=4,
            outcomes=rules.CARDS,
            scores=(-24.0, 24.0),
            tensor=(3, 8),
        )
        self.notation = WordNotation(NAMES, rules.STATE)
        self.checks = Checks(seats)
        self.face = Face(self.notation)

    def allies(self, seat: int) -> tuple[int, ...]:
        """CV-6: every other seat, with `teams`."""
        return tuple(range(seat % 2, self.sizes.seats, 2)) if self.options["teams"] else (seat,)

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """The last bid or answer opens all of them."""
        return state.phase in (rules.BIDDING, rules.ANSWERING) and state.waiting == 1 << seat

    def glasses(self, state: StateRecord) -> dict[int, Glass]:
        """A bid, and an answer, must come in time; the leader's glass is that of the last answers, turned."""
        waiting = seats_in(int(state.waiting) & ~(1 << CHANCE))
        if state.phase == rules.LEADING:
            return {seat: Glass(f"lead-{state.lap}", 30, rules.STOP, f"answers-{state.lap - 1}") for seat in waiting}
        if state.phase == rules.ANSWERING:
            return {seat: Glass(f"answers-{state.lap}", 10, rules.LET) for seat in waiting}
        return {seat: Glass(f"bid-{state.lap}-{seat}", 20, rules.BID) for seat in waiting}

    def talks(self, state: StateRecord, seat: int) -> int:
        """Seats of a team talk to each other while they bid."""
        if not self.options["teams"] or state.phase != rules.BIDDING:
            return 0
        return sum(1 << other for other in range(self.sizes.seats) if other != seat and (other - seat) % 2 == 0)


class Face(WordFace):
    """The last bid, or answer, opens all of them; the story tells each."""

    def set_stage(self, language: str) -> Stage | None:
        return table_stage({}, sayings={"bid": "bids {number}", "answer": "answers {number}"})

    def tells(self, state: StateRecord, seat: int, action: int) -> bool:
        return bool(state.phase in (rules.BIDDING, rules.ANSWERING) and state.waiting == 1 << seat)

    def story(self, state: State, seat: int, action: int) -> list[Frame]:
        bidding, after = state.record["phase"] == rules.BIDDING, state.apply(action, seat).describe()
        acts = (state.record["bids"] if bidding else state.record["answers"]).tolist()
        acts[seat] = 1 + action - (rules.BID if bidding else rules.CHALLENGE)
        said, clause = ("bid", "CV-2") if bidding else ("answer", "CV-4")
        return [
            Frame(Saying(said, {"number": act - 1}, seat=actor), after, clause) for actor, act in enumerate(acts) if act
        ]

    def sketch(self, view: StateRecord) -> str:
        return f"cards {view.cards} bids {view.bids} coins {view.coins}"


class Checks(checks.Checks):
    def __init__(self, seats: int) -> None:
        self.seats = seats

    def check(self, state: StateRecord) -> None:
        limits = {"phase": 4, "lap": 4, "leader": self.seats - 1, "taken": 2}
        limits |= {"cards": rules.CARDS, "bids": 4, "answers": 2, "shown": 1}
        good = all((state[name] >= 0).all() and (state[name] <= most).all() for name, most in limits.items())
        dealt = [card for card in state.cards.tolist() if card]
        good = (
            good
            and len(set(dealt)) == len(dealt)
            and (state.coins >= -6).all()
            and (state.coins <= 6).all()
            and state.quiet == 0
        )
        good = good and dealt == state.cards.tolist()[: len(dealt)] and len(dealt) <= self.seats
        good = good and (state.phase == 0) == (len(dealt) < self.seats) and (state.lap == 0) == (state.phase == 0)
        if not good or state.waiting != self._waiting(state) or state.ended != (6 if state.waiting == 0 else 0):
            raise PositionError("no game of Caravan can have this state")

    def _waiting(self, state: StateRecord) -> int:
        everyone = range(self.seats)
        if state.lap == 4:
            return 0
        if state.phase in (rules.DEALING, rules.DRAWING):
            return 1 << CHANCE
        if state.phase == rules.LEADING:
            return 1 << int(state.leader)
        given = state.bids if state.phase == rules.BIDDING else state.answers
        leader = int(state.leader) if state.phase == rules.ANSWERING else -1
        return sum(1 << seat for seat in everyone if not given[seat] and seat != leader)
