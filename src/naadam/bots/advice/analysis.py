"""Analysis of a game that was played: the value of every move, and the better moves."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from naadam.bots.advice.foresight import foresee
from naadam.bots.budget import Budget, Thought
from naadam.bots.levels import level
from naadam.bots.searcher import Cancelled
from naadam.bots.solved import think_by_tables
from naadam.core.errors import NaadamError, RecordError
from naadam.core.game import Game
from naadam.core.records import Record
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.core.view import View

MARKS = ((0.5, "??"), (0.25, "?"), (0.1, "?!"))
"""The least loss of a move with each mark; between won and lost there are 2."""
LITTLE = 0.03  # the loss up to which a move counts as good as the best
LONGER = 4  # times as long it thinks before it calls a move a mistake, or gives a hint
SECONDS = 0.25  # default for each position of a game

Verdict = Literal["best", "equal", "good", "inaccuracy", "mistake", "blunder", "unknown"]
BY_MARK: dict[str, Verdict] = {"??": "blunder", "?": "mistake", "?!": "inaccuracy"}


@dataclass(frozen=True)
class Judgement:
    """A move as the analysis sees it. Values are those of the seat that moved, -1 for lost to 1 for won."""

    number: int  # of the action in the record, from 1
    seat: int
    action: str
    value: float  # before it, with the best play
    best: str  # the best action instead, or the same
    line: tuple[str, ...]  # expected after it, itself first
    proven: bool  # whether the value is certain
    wins_in: int | None  # actions to a proven win; negative to a proven loss
    after: float  # the value of the played move; as before it if nothing is known of that
    values: tuple[float | None, ...]  # after it, of every seat; None for one that has not thought yet
    given_away: bool  # whether it has made a loss certain, or let a certain win go, as another would not have
    nodes: int
    known: bool = True  # whether the search has looked at the played move
    solved: bool = False  # whether the value is that of a solved table
    converts_in: int | None = None  # actions to the next conversion, where such a table counts them
    settled: bool = False  # whether the value after it is certain as well

    @property
    def loss(self) -> float:
        """The loss of the move against the best one."""
        return 0.0 if self.action == self.best else max(0.0, self.value - self.after)

    @property
    def threw(self) -> Literal["win", "draw"] | None:
        """The proven result that the move has thrown away."""
        if not (self.proven and self.settled and self.after < self.value):
            return None
        return "win" if self.value == 1.0 else "draw"

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing, as commentators have it; `??` also for a game given away."""
        if self.given_away and self.loss >= MARKS[-1][0]:
            return MARKS[0][1]
        return next((mark for least, mark in MARKS if self.loss >= least), "")

    @property
    def verdict(self) -> Verdict:
        """The verdict on the move."""
        if self.action == self.best:
            return "best"
        if not self.known:
            return "unknown"
        return BY_MARK.get(self.mark, "good" if self.loss > LITTLE else "equal")


@dataclass(frozen=True)
class Weighed:
    """An action against the best one, for its seat."""

    thought: Thought  # about the position before it
    value: float  # of that position, with the best play
    worth: float | None  # of the action; None if the search has not looked at it
    ahead: Thought | None  # about the position after it, where that was thought about

    @property
    def loss(self) -> float:
        """The loss of the action; 0 if the search has not looked at it."""
        return 0.0 if self.worth is None else max(0.0, self.value - self.worth)


class Analyst:
    """Thinks about the positions of one game, by the strongest search there is for it.

    Where the solved tables of this machine know the position they are asked instead, if `tables` are to have a say.
    """

    def __init__(self, game: Game, budget: Budget | None = None, seed: int = 0, tables: bool = True) -> None:
        self.search = level(game, 5, seed, tables)
        self.game = game
        self.budget = budget or self.search.budget
        self.longer = dataclasses.replace(
            self.budget,
            seconds=self.budget.seconds and LONGER * self.budget.seconds,
            nodes=self.budget.nodes and LONGER * self.budget.nodes,
        )
        self._tables = tables
        self._opposed = game.seats == 2 and not game.hides  # one seat's gain is the other's loss

    def think(self, view: View, cancelled: Cancelled | None = None, budget: Budget | None = None) -> Thought:
        """The best line from a view, and its value for the view's seat."""
        if self._tables and (thought := think_by_tables(view)) is not None:
            return thought
        return self.search.think(view, budget or self.budget, cancelled=cancelled)

    def weigh(
        self,
        before: State,
        seat: int,
        action: int,
        cancelled: Cancelled | None = None,
        thought: Thought | None = None,
    ) -> Weighed:
        """An action of a seat against the best one; `thought` is about the position, if that was thought about."""
        thought = thought or self.think(before.view(seat), cancelled)
        after = before.apply(action, seat)
        worth, ahead = self._look_on(after, seat, cancelled)
        if worth is None:
            worth = thought.values.get(Action(action, seat))
        if worth is None and after.waiting == (seat,):
            worth = self.think(after.view(seat), cancelled).value
        value, best = thought.value, int(thought.line[0])
        if action == best and worth is not None:
            return Weighed(thought, min(value, worth), worth, ahead)
        if not self._opposed or thought.proven or worth is None:
            return Weighed(thought, value, worth, ahead)
        for budget in (self.budget, self.longer):  # as far behind the best as behind the action, a mistake for sure
            if value - worth < (LITTLE if budget is self.budget else MARKS[-1][0]):
                break
            fair, _ = self._look_on(before.apply(best, seat), seat, cancelled, budget)
            if fair is None:
                break  # chance comes between
            if budget is self.longer:
                again, ahead = self._look_on(after, seat, cancelled, budget)
                worth = worth if again is None else again
                value = max(fair, worth)
            else:
                value = min(value, max(fair, worth))
        return Weighed(thought, value, worth, ahead)

    def weigh_any(self, before: State, seat: int, action: int, cancelled: Cancelled | None = None) -> Weighed:
        """The same, where an action that the search has left out is foreseen, if the game has its own guess."""
        weighed = self.weigh(before, seat, action, cancelled)
        if weighed.worth is not None or not hasattr(self.game.rulebook.rules, "value"):
            return weighed
        view, expected = before.view(seat), weighed.thought.expected
        chosen, best = (foresee(view, each, expected, cancelled) for each in (action, int(weighed.thought.line[0])))
        return dataclasses.replace(weighed, worth=weighed.value - max(0.0, best.value - chosen.value))

    def _look_on(
        self, after: State, seat: int, cancelled: Cancelled | None, budget: Budget | None = None
    ) -> tuple[float | None, Thought | None]:
        """The value of a position for the seat whose action has led to it, if the end or another thought has one."""
        if after.outcome is not None:
            return after.outcome.value(seat), None
        if not self._opposed or after.turn == CHANCE:
            return None, None
        assert after.turn is not None
        ahead = self.think(after.view(after.turn), cancelled, budget)
        return (ahead.value if after.turn == seat else -ahead.value), ahead

    def judge(self, record: Record, cancelled: Cancelled | None = None) -> Iterator[Judgement]:
        """The judgement of each move, in order; chance is not judged.

        A seat is judged by its own view at the time. RecordError if the record does not replay, Stopped if cancelled.
        """
        states = record.replay()
        values: list[float | None] = [None] * self.game.seats
        ahead: Thought | None = None
        for index, step in enumerate(record.steps):
            before, after = states[index], states[index + 1]
            seat, number = before.resolve_action(step.text, step.seat)
            if seat == CHANCE:
                ahead = None
                continue
            weighed = self.weigh(before, seat, number, cancelled, ahead)
            thought, ahead = weighed.thought, weighed.ahead
            worth = thought.value if weighed.worth is None else weighed.worth
            if after.outcome is not None:
                values = [after.outcome.value(each) for each in range(self.game.seats)]
            elif self._opposed:
                values = [worth if each == seat else -worth for each in range(2)]
            else:
                values[seat] = worth
            yield Judgement(
                number=index + 1,
                seat=seat,
                action=str(step.text),
                value=weighed.value,
                best=str(thought.line[0]),
                line=tuple(map(str, thought.line)),
                proven=thought.proven,
                wins_in=thought.wins_in,
                after=worth,
                values=tuple(values),
                given_away=_gives_away(thought, worth, after.outcome is not None, ahead),
                nodes=thought.nodes,
                known=weighed.worth is not None,
                solved=thought.solved,
                converts_in=thought.converts_in,
                settled=after.outcome is not None or (ahead is not None and ahead.proven),
            )


def _gives_away(thought: Thought, worth: float, over: bool, ahead: Thought | None) -> bool:
    """Whether a move threw away a result that the thought before it, at the same depth, could hold."""
    if thought.proven and thought.value == 1.0:
        return worth < 1.0
    certain = over or (ahead is not None and ahead.proven)
    distance = 0 if ahead is None else abs(ahead.wins_in or 0)
    seen = thought.depth == 0 or distance < thought.depth  # else the loss was only out of sight
    return certain and worth == -1.0 and not thought.proven and seen


@dataclass(frozen=True)
class Analysis:
    """The analysis of a record."""

    record: Record
    moves: tuple[Judgement, ...]

    def worst(self, count: int = 3) -> Sequence[Judgement]:
        """The moves that lost most, the worst first; fewer if no more have lost anything worth a mark."""
        marked = [move for move in self.moves if move.mark]
        return sorted(marked, key=lambda move: (-move.loss, move.number))[:count]

    def to_json(self) -> str:
        moves = [asdict(move) | {"loss": move.loss, "mark": move.mark} for move in self.moves]
        return json.dumps(
            {"game": self.record.game, "seats": list(self.record.seats), "moves": moves}, ensure_ascii=False, indent=1
        )

    def plot(self, file: Path, language: str = "en") -> None:
        """Draw the values of all seats, move by move, into a file; its ending says of which kind it is."""
        try:
            from matplotlib.figure import Figure
        except ModuleNotFoundError:
            raise NaadamError("graphs need matplotlib: pip install 'naadam[arena]'") from None
        game = self.record.load()
        figure = Figure(figsize=(8.0, 3.6), layout="constrained")
        axes = figure.add_subplot()
        axes.axhline(0.0, color="0.8", linewidth=1.0)
        for seat in range(game.seats):
            points = [(move.number, move.values[seat]) for move in self.moves if move.values[seat] is not None]
            axes.plot(*zip(*points, strict=True) if points else ((), ()), label=game.seat_name(seat, language))
        for move in self.worst(5):
            axes.annotate(f"{move.action}{move.mark}", (move.number, move.after), fontsize="small")
        axes.set_ylim(-1.08, 1.08)
        axes.set_title(game.title(language))
        axes.legend(loc="best", fontsize="small")
        try:
            figure.savefig(file)
        except (OSError, ValueError) as error:
            raise NaadamError(f"{file} cannot be drawn: {error}") from None


def analyse(
    record: Record,
    budget: Budget | None = None,
    seed: int = 0,
    progress: Callable[[Judgement], None] = lambda _move: None,
    cancelled: Cancelled | None = None,
) -> Analysis:
    """The analysis of a whole record, with this budget for each position; the same nodes give the same analysis."""
    if not isinstance(record, Record):
        hint = ": Record.read(text) makes one" if isinstance(record, str) else ""
        raise RecordError(f"analyse needs a record, not a {type(record).__name__}{hint}")
    moves = []
    for move in Analyst(record.load(), budget, seed).judge(record, cancelled):
        progress(move)
        moves.append(move)
    return Analysis(record, tuple(moves))
