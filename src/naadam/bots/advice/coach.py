"""Coach: whether a choice loses much against the best one, and the answer that punishes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naadam.bots.advice.analysis import MARKS, Analyst
from naadam.bots.advice.foresight import foresee
from naadam.bots.advice.hints import reason_in
from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.searcher import Cancelled
from naadam.bots.turns import Turns
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.teaching.lessons import captured
from naadam.core.teaching.reasons import Reason
from naadam.core.view import View

BAD = MARKS[1][0]  # the least loss of a choice that deserves a warning
TAKEN = MARKS[2][0] / 2  # the least loss if the answer captures something that is safe after the best choice
LIKELY = MARKS[2][0]  # the least loss where chance, secrets or several others intervene: one choice decides less there
NODES = 20_000  # of a look at one position: far more than a beginner sees, and quick


class Caution(NamedTuple):
    """A warning about a choice: its loss, the best choice instead, and the answer that punishes it, if any.

    The answer is written from the position before it, which is one that the seat must think possible.
    """

    loss: float
    better: int
    reply: int | None = None
    seat: int | None = None  # whose answer it is
    before: State | None = None
    odds: float = 1.0  # how likely such an answer is, where chance or secrets come between
    reason: Reason | None = None  # the effect of the better choice, where no answer explains it


def can_coach(game: Game) -> bool:
    """Whether there is something to judge a choice by: a search that looks ahead, or the game's own guess."""
    return AlphaBeta.plays(game) or hasattr(game.rulebook.rules, "value")


def caution(analyst: Analyst, view: View, action: int, cancelled: Cancelled | None = None) -> Caution | None:
    """The warning before a seat takes an action; None if it is as good as others, or if its value is unknown."""
    if len(view.actions()) < 2 or not can_coach(view.game):
        return None
    look = _look_ahead if AlphaBeta.plays(view.game) else _look_around
    return look(analyst, view, action, cancelled)


def _look_ahead(analyst: Analyst, view: View, action: int, cancelled: Cancelled | None) -> Caution | None:
    """For two seats, without chance and secrets: the line that a search finds after the choice."""
    thought = analyst.think(view, cancelled)
    best = int(thought.line[0])
    if best == action:
        return None
    state = view.complete(seed=0)
    after = state.apply(action, view.seat)
    if after.outcome is not None:
        return _judge(thought.value - after.outcome.value(view.seat), BAD, Caution(0.0, best))
    assert after.turn is not None
    ahead = analyst.think(after.view(after.turn), cancelled)
    if after.turn == view.seat:
        return _judge(thought.value - ahead.value, BAD, Caution(0.0, best))
    loss, reply, seat = thought.value + ahead.value, int(ahead.line[0]), after.turn
    others = list(_answers(state, view.seat, best))
    found = Caution(loss, best, reply, seat, after)
    if _loses(after, seat, reply, view.seat) and not any(_loses(*answer, view.seat) for answer in others):
        return found._replace(loss=max(BAD, loss))
    takes = captured(after, seat, reply) and not any(captured(*answer) for answer in others)
    return _judge(loss, TAKEN if takes else BAD, found)


def _look_around(analyst: Analyst, view: View, action: int, cancelled: Cancelled | None) -> Caution | None:
    """Where chance, secrets or several others come between: the search's expectation, and possible actions of others
    after it."""
    state = view.complete(seed=0)
    if isinstance(analyst.search, Turns) and state.apply(action, view.seat).turn == view.seat:
        return None  # it plans a turn as a whole; until that is over, its steps can be taken back
    thought = analyst.think(view, cancelled)
    best = int(thought.line[0])
    if best == action:
        return None
    worth = next((value for each, value in thought.values.items() if int(each) == action), None)
    if worth is not None and thought.value - worth < LIKELY:
        return None
    chosen, instead = (foresee(view, each, thought.expected, cancelled) for each in (action, best))
    loss = instead.value - chosen.value if worth is None else thought.value - worth
    found = Caution(loss, best, reason=reason_in(state, view.seat, thought))
    blow = chosen.blow
    if blow is not None and chosen.harm - instead.harm >= LIKELY / 2:
        found = found._replace(reply=blow.action, seat=blow.seat, before=blow.before, odds=chosen.odds)
    return _judge(loss, LIKELY, found)


def _judge(loss: float, least: float, found: Caution) -> Caution | None:
    return found._replace(loss=loss) if loss >= least else None


def _loses(state: State, seat: int, action: int, loser: int) -> bool:
    """Whether an answer ends the game immediately, with a loss."""
    outcome = state.apply(action, seat).outcome
    return outcome is not None and outcome.value(loser) < 0


def _answers(state: State, seat: int, action: int) -> Iterator[tuple[State, int, int]]:
    """All answers of others to an action: the state that it leads to, the seat, and the answer."""
    after = state.apply(action, seat)
    for other in after.waiting:
        if other not in (seat, CHANCE):
            yield from ((after, other, answer) for answer in after.numbers(other))
