"""Analysis of a game that was played: what every move was worth, and what would have been better."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from naadam.bots.budget import Budget, Thought
from naadam.bots.levels import level
from naadam.bots.searcher import Cancelled
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.records import Record
from naadam.core.seats import CHANCE
from naadam.core.state import Action
from naadam.core.view import View

MARKS = ((0.5, "??"), (0.25, "?"), (0.1, "?!"))
"""What a move must lose, of the two between won and lost, to be marked."""


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
    after: float  # the value of what was played
    values: tuple[float | None, ...]  # after it, of every seat; None for one that has not thought yet
    given_away: bool  # whether it has made a loss certain, or let a certain win go, as another would not have
    nodes: int

    @property
    def loss(self) -> float:
        """What the move has lost against the best one."""
        return 0.0 if self.action == self.best else max(0.0, self.value - self.after)

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing, as commentators have it; `??` also for a game given away."""
        if self.given_away and self.loss >= MARKS[-1][0]:
            return MARKS[0][1]
        return next((mark for least, mark in MARKS if self.loss >= least), "")


class Analyst:
    """Thinks about the positions of one game, by the strongest search there is for it."""

    def __init__(self, game: Game, budget: Budget | None = None, seed: int = 0) -> None:
        self.search = level(game, 5, seed)
        self.game = game
        self.budget = budget or self.search.budget
        self._opposed = game.seats == 2 and not game.hides  # one seat's gain is the other's loss

    def think(self, view: View, cancelled: Cancelled | None = None) -> Thought:
        """The best line from a view, and its value for the view's seat."""
        return self.search.think(view, self.budget, cancelled=cancelled)

    def judge(self, record: Record, cancelled: Cancelled | None = None) -> Iterator[Judgement]:
        """What is to be said of each move, one after the other; chance is not judged.

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
            view = before.view(seat)
            thought = ahead or self.think(view, cancelled)
            worth = thought.values.get(Action(number, seat), thought.value)
            ahead = None
            if after.outcome is not None:
                values = [after.outcome.value(each) for each in range(self.game.seats)]
                worth = after.outcome.value(seat)
            elif self._opposed:
                assert after.turn is not None
                if after.turn != CHANCE:
                    ahead = self.think(after.view(after.turn), cancelled)
                    worth = ahead.value if after.turn == seat else -ahead.value
                values = [worth if each == seat else -worth for each in range(2)]
            else:
                values[seat] = worth
            yield Judgement(
                number=index + 1,
                seat=seat,
                action=str(step.text),
                value=thought.value,
                best=str(thought.line[0]),
                line=tuple(map(str, thought.line)),
                proven=thought.proven,
                wins_in=thought.wins_in,
                after=worth,
                values=tuple(values),
                given_away=_gives_away(thought, worth, after.outcome is not None, ahead),
                nodes=thought.nodes,
            )


def _gives_away(thought: Thought, worth: float, over: bool, ahead: Thought | None) -> bool:
    """Whether a move threw away what the thought before it, looking as far, could hold."""
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
    moves = []
    for move in Analyst(record.load(), budget, seed).judge(record, cancelled):
        progress(move)
        moves.append(move)
    return Analysis(record, tuple(moves))
