"""Coach: whether a choice loses much against the best one, and the answer that punishes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.analysis import MARKS, Analyst
from naadam.bots.searcher import Cancelled
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.view import View

BAD = MARKS[1][0]  # what a choice must lose to be warned of
TAKEN = MARKS[2][0] / 2  # and what if the answer takes something, as after the best choice nobody could
NODES = 20_000  # of a look at one position: far more than a beginner sees, and quick


class Caution(NamedTuple):
    """What is wrong with a choice: what it loses, what is best instead, and the answer that punishes it, if any."""

    loss: float
    better: int
    reply: int | None
    seat: int | None  # whose answer it is


def can_coach(game: Game) -> bool:
    """Whether an answer is certain enough to warn of: for two seats, without chance and secrets."""
    return AlphaBeta.plays(game)


def caution(analyst: Analyst, view: View, action: int, cancelled: Cancelled | None = None) -> Caution | None:
    """What to warn of before a seat takes an action; None if it is as good as others, or nothing can be known."""
    if len(view.actions()) < 2 or not can_coach(view.game):
        return None
    thought = analyst.think(view, cancelled)
    best = int(thought.line[0])
    if best == action:
        return None
    state = view.complete(seed=0)
    after = state.apply(action, view.seat)
    if after.outcome is not None:
        return _judge(thought.value - after.outcome.value(view.seat), BAD, best, None, None)
    assert after.turn is not None
    ahead = analyst.think(after.view(after.turn), cancelled)
    if after.turn == view.seat:
        return _judge(thought.value - ahead.value, BAD, best, None, None)
    loss, reply, seat = thought.value + ahead.value, int(ahead.line[0]), after.turn
    others = list(_answers(state, view.seat, best))
    if _loses(after, seat, reply, view.seat) and not any(_loses(*answer, view.seat) for answer in others):
        return Caution(max(BAD, loss), best, reply, seat)
    takes = _takes(after, seat, reply) and not any(_takes(*answer) for answer in others)
    return _judge(loss, TAKEN if takes else BAD, best, reply, seat)


def _judge(loss: float, least: float, better: int, reply: int | None, seat: int | None) -> Caution | None:
    return Caution(loss, better, reply, seat) if loss >= least else None


def _takes(state: State, seat: int, action: int) -> bool:
    return "captures" in state.game.face.preview(state.record, seat, action)


def _loses(state: State, seat: int, action: int, loser: int) -> bool:
    """Whether an answer ends the game at once, with a loss."""
    outcome = state.apply(action, seat).outcome
    return outcome is not None and outcome.value(loser) < 0


def _answers(state: State, seat: int, action: int) -> Iterator[tuple[State, int, int]]:
    """All answers of others to an action: the state that it leads to, the seat, and the answer."""
    after = state.apply(action, seat)
    for other in after.waiting:
        if other not in (seat, CHANCE):
            yield from ((after, other, answer) for answer in after.numbers(other))
