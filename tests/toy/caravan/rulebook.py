"""The plain half of Caravan."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from caravan import rules
from naadam.core.contract import Description, Move, Rulebook, Sizes, StateRecord
from naadam.core.engine import record
from naadam.core.errors import NotationError, PositionError, SpecError
from naadam.core.options import Number, Options, Switch
from naadam.core.texts import Texts

FIELDS = rules.STATE.names or ()
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

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return NAMES[action]

    def parse(self, state: StateRecord, text: str) -> Move:
        if text not in NAMES:
            raise NotationError(f"{text[:40]!r} is no action of Caravan")
        return Move(None, NAMES.index(text))

    def check(self, state: StateRecord) -> None:
        limits = {"phase": 4, "lap": 4, "leader": self.sizes.seats - 1, "taken": 2}
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
        good = good and dealt == state.cards.tolist()[: len(dealt)] and len(dealt) <= self.sizes.seats
        good = good and (state.phase == 0) == (len(dealt) < self.sizes.seats) and (state.lap == 0) == (state.phase == 0)
        if not good or state.waiting != self._waiting(state) or state.ended != (6 if state.waiting == 0 else 0):
            raise PositionError("no game of Caravan can have this state")

    def _waiting(self, state: StateRecord) -> int:
        everyone = range(self.sizes.seats)
        if state.lap == 4:
            return 0
        if state.phase in (rules.DEALING, rules.DRAWING):
            return 1 << 8
        if state.phase == rules.LEADING:
            return 1 << int(state.leader)
        given = state.bids if state.phase == rules.BIDDING else state.answers
        leader = int(state.leader) if state.phase == rules.ANSWERING else -1
        return sum(1 << seat for seat in everyone if not given[seat] and seat != leader)

    def format_position(self, state: StateRecord) -> str:
        return " ".join(str(number) for name in FIELDS for number in np.ravel(state[name]))

    def parse_position(self, text: str) -> StateRecord:
        state = record(rules.STATE)
        try:
            numbers = [int(word) for word in text.split()]
            for name in FIELDS:
                count = int(np.prod(rules.STATE[name].shape))
                state[name] = numbers[:count] if rules.STATE[name].shape else numbers[0]
                del numbers[:count]
        except (ValueError, OverflowError, IndexError):
            raise PositionError("a position of Caravan is its numbers") from None
        self.check(state)
        return state

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        return {"action": NAMES[action]}

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        return NAMES[action].split()[0]

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        return [NAMES[action]]

    def describe(self, view: StateRecord) -> Description:
        return {name: np.asarray(view[name]).tolist() for name in FIELDS}

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """The last bid or answer opens all of them."""
        return state.phase in (rules.BIDDING, rules.ANSWERING) and state.waiting == 1 << seat

    def draw(self, description: Description, language: str = "en") -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{description["coins"]}</text></svg>'

    def sketch(self, view: StateRecord) -> str:
        return f"cards {view.cards} bids {view.bids} coins {view.coins}"
