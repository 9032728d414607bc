"""History: a game in progress, which can be taken back and recorded."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from naadam.core.checkpoints import Checkpoints, States
from naadam.core.errors import RecordError, SpecError
from naadam.core.hashing import hash_secret
from naadam.core.lines import Step
from naadam.core.randomness import draw_chance
from naadam.core.records import Record, Result
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.texts import CORE


class History:
    """A game in progress: its states and actions, which can be taken back and recorded."""

    def __init__(self, start: State, seats: tuple[str, ...] = (), seed: str | None = None) -> None:
        if not isinstance(start, State):
            raise SpecError(f"a history begins with a state, such as naadam.load(spec).start(), not with {start!r}")
        if isinstance(seats, str):
            raise SpecError(f"seats are a tuple with a name for each seat, not the text {seats!r}")
        game = start.game
        if seats and len(seats) != game.seats:
            raise RecordError.of(CORE, "record-seats", seats=game.seats, found=len(seats))
        first = start if start == game.start() else game.position(start.position)  # as a record can hold it
        self.state = first
        self._past = Checkpoints(first)
        self._line = [0]  # the numbers of the states on the way to this one
        self.steps: list[tuple[int, int]] = []  # action and seat
        self.seats = seats
        self.seed = seed if game.sizes.outcomes else None  # of all chance, for an audit

    @property
    def states(self) -> Sequence[State]:
        """All states from the start on; few are kept, the others are played again when they are looked at."""
        return States(self._past, self._line)

    @property
    def number(self) -> int:
        """The number of the state in the past, by which it is found again, also after it was taken back."""
        return self._line[-1]

    def reached(self, number: int) -> State:
        """A state that was reached before, by its number."""
        return self._past.state(number)

    def play(self, action: int | str, seat: int | None = None) -> State:
        """Take an action; IllegalAction if it is refused, and nothing is changed."""
        acting, number = self.state.resolve_action(action, seat)
        return self.reach(self.state.apply(number, acting), number, acting)

    def reach(self, state: State, number: int, acting: int) -> State:
        """Go on to a state that an action of a seat leads to from this one."""
        self.state = state
        self._line.append(self._past.add(self.number, number, acting, self.state))
        self.steps.append((number, acting))
        return self.state

    def play_chance(self) -> State:
        """Take the step of chance that is due, as the seed gives it."""
        assert self.seed is not None, "chance needs a seed"
        return self.play(draw_chance(self.state, self.seed, len(self.steps)))

    def undo(self, seat: int) -> bool:
        """Take back the last own step, not past a chance step, a reveal or another seat's act; whether it was."""
        seat = self.state.game.check_seat(seat)
        if not self.steps or self.steps[-1][1] != seat or seat == CHANCE:
            return False
        number, _ = self.steps[-1]
        if self.state.game.rulebook.undo_barrier(self.states[-2].record, seat, number):
            return False
        self.take_back()
        return True

    def steps_to_undo(self, seats: Collection[int]) -> int:
        """How many steps go back to the last action of one of these seats; 0 if chance or a reveal bars the way."""
        for back, (number, actor) in enumerate(reversed(self.steps), 1):
            before = self.states[-1 - back].record
            if actor == CHANCE or self.state.game.rulebook.undo_barrier(before, actor, number):
                return 0
            if actor in seats:
                return back
        return 0

    def steps_to_withdraw(self, seat: int) -> int:
        """How many steps go back to the last act of a seat, if it and all after it are sealed still; 0 if they are not.

        A sealed act is one that no other seat has been shown.
        """
        for back, (number, actor) in enumerate(reversed(self.steps), 1):
            before = self.states[-1 - back]
            if actor == CHANCE or self.state.game.rulebook.undo_barrier(before.record, actor, number):
                return 0
            others = (other for other in range(self.state.game.seats) if other != actor)
            if any(before.discloses(number, other, actor) for other in others):
                return 0
            if actor == seat:
                return back
        return 0

    def withdraw(self, seat: int) -> bool:
        """Take back a seat's own sealed act alone, those of others stay; whether there was one."""
        seat = self.state.game.check_seat(seat)
        back = self.steps_to_withdraw(seat)
        if not back:
            return False
        later = self.steps[len(self.steps) - back + 1 :]
        for _ in range(back):
            self.take_back()
        for number, actor in later:
            self.play(number, actor)
        return True

    def take_back(self) -> None:
        """Take back the last step of any seat; RecordError if there is no step."""
        if not self.steps:
            raise RecordError("there is nothing to take back")
        self.steps.pop()
        self._line.pop()
        self.state = self._past.state(self.number)

    def record(self, over: bool = False) -> Record:
        """The record so far; the seed is revealed when the game is over, by its rules or for another reason."""
        game, first, outcome = self.state.game, self.states[0], self.state.outcome
        steps = []
        for state, (number, seat) in zip(self.states, self.steps, strict=False):
            text = game.notation.format(state.record, seat, number)
            marked = seat if seat == CHANCE or seat != state.turn else None
            steps.append(Step(marked, text, seat))
        return Record(
            game=game.spec,
            rules=game.rules_version,
            board=game.board_hash,
            seats=self.seats,
            result=Result.of(outcome) if outcome else None,
            start=None if first == game.start() else first.position,
            steps=tuple(steps),
            seed=self.seed if over or outcome else None,
            seed_hash=hash_secret(self.seed) if self.seed else None,
        )
