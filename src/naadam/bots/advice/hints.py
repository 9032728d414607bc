"""Hints: the best move by the analysis, and its reason if the rules show one."""

from __future__ import annotations

from typing import Literal, NamedTuple

from naadam.bots.advice.analysis import MARKS, Analyst
from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.budget import Budget, Thought
from naadam.bots.searcher import Cancelled
from naadam.bots.simple import unsealed
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.teaching.lessons import captured
from naadam.core.teaching.reasons import Reason
from naadam.core.view import View

OTHERS = 24  # moves that the advised one is compared with, to find the threat that it prevents
OFFERED = 2  # moves in addition to the best one
CLOSE = MARKS[1][0]  # the most that these lose
QUICK = Budget(depth=2)  # of the search that rates them

Sure = Literal["solved-win", "solved-win-later", "solved-draw", "solved-loss", "solved-loss-later"]


class Exact(NamedTuple):
    """The entry of a solved table for a move: its value, and the moves to the next conversion if it has distances."""

    sure: Sure
    number: int = 0


class Hint(NamedTuple):
    """The advice with its reason, if one is plain, and with the exact value, if a table has one."""

    action: int
    reason: Reason | None
    exact: Exact | None = None
    others: tuple[Hint, ...] = ()  # moves that lose little against it, the better first


def advise(analyst: Analyst, view: View, cancelled: Cancelled | None = None) -> Hint:
    """The best move for a view's seat. It is judged as the analysis judges, so that this never calls it a mistake."""
    if len(view.actions()) == 1:
        return Hint(int(view.actions()[0]), None)
    thought = analyst.think(view, cancelled, analyst.longer)
    state, action = view.complete(0), int(thought.line[0])
    weighed = analyst.weigh(state, view.seat, action, cancelled)
    if weighed.loss >= MARKS[-1][0]:
        thought = weighed.thought
        action = int(thought.line[0])
    others = _others(analyst, view, action, thought, cancelled)
    return Hint(action, reason_in(state, view.seat, thought), _exact(thought), others)


def _others(analyst: Analyst, view: View, best: int, thought: Thought, cancelled: Cancelled | None) -> tuple[Hint, ...]:
    """Other sensible moves. The values of an alpha-beta search are bounds, so it rates the moves again, quickly."""
    search = analyst.search
    rated = search.rate(view, QUICK, cancelled) if isinstance(search, AlphaBeta) else thought.values
    values = {int(action): value for action, value in rated.items()}
    least = values.get(best, thought.value) - CLOSE
    close = sorted((-value, action) for action, value in values.items() if action != best and value > least)
    state = view.complete(0)
    state = unsealed(state, view.seat) if state.game.hides else state
    return tuple(Hint(action, _simple_reason(state, view.seat, action)) for _, action in close[:OFFERED])


def _simple_reason(state: State, seat: int, action: int) -> Reason | None:
    after = state.apply(action, seat)
    return find_plain_reason(state, seat, action, after) or _describe_position(state, seat, action, after)


def reason_in(state: State, seat: int, thought: Thought) -> Reason | None:
    """The reason for the best move of a thought, without any use of the sealed actions of others."""
    state = unsealed(state, seat) if state.game.hides else state
    return find_reason(state, seat, int(thought.line[0]), [str(step) for step in thought.line], thought.wins_in)


def _exact(thought: Thought) -> Exact | None:
    if not thought.solved:
        return None
    if thought.value == 0.0:
        return Exact("solved-draw")
    if thought.converts_in is None:
        return Exact("solved-win" if thought.value > 0 else "solved-loss")
    return Exact("solved-win-later" if thought.value > 0 else "solved-loss-later", thought.converts_in)


def find_reason(state: State, seat: int, action: int, line: list[str], wins_in: int | None) -> Reason | None:
    """The plainest thing that a move does, by the rules and by the line that is expected."""
    after = state.apply(action, seat)
    found = find_plain_reason(state, seat, action, after)
    if wins_in is not None and wins_in > 0 and (found is None or found.why == "points"):
        return Reason("wins-for-certain", wins_in)
    if found is not None or after.outcome is not None:
        return found
    found = _prevents(state, seat, action, after) or _prepares(after, seat, line[1:])
    return found or _describe_position(state, seat, action, after)


def find_plain_reason(state: State, seat: int, action: int, after: State) -> Reason | None:
    """The immediate effect of a move: it wins, captures, or gains points."""
    if after.outcome is not None:
        return Reason("wins") if after.outcome.value(seat) > 0 else None
    taken = captured(state, seat, action)
    if taken:
        return Reason("captures", len(taken))
    points = _points(after, seat) - _points(state, seat)
    return Reason("points", points) if points > 0 else None


def pays(state: State, seat: int, action: int) -> bool:
    """Whether an action wins the game or takes something."""
    outcome = state.apply(action, seat).outcome
    return (outcome is not None and outcome.value(seat) > 0) or bool(captured(state, seat, action))


def _points(state: State, seat: int) -> int:
    sheet = state.describe(seat).sheet
    return sheet[seat].total if seat < len(sheet) else 0


def _prevents(state: State, seat: int, action: int, after: State) -> Reason | None:
    """The threat that exists after most other moves but not after this one; only where nothing is hidden."""
    if state.game.hides or state.game.seats != 2 or after.turn in (None, seat, CHANCE):
        return None
    rival = after.turn
    numbers = [number for number in state.numbers(seat) if number != action][:OTHERS]
    others = [other for number in numbers if (other := state.apply(number, seat)).turn == rival]
    reasons = ((Reason("prevents-win", seat=rival), _wins), (Reason("prevents-capture", seat=rival), _captures))
    for reason, does in reasons:
        if 2 * sum(does(other, rival) for other in others) > len(numbers) and not does(after, rival):
            return reason
    return None


def _describe_position(state: State, seat: int, action: int, after: State) -> Reason | None:
    """The merit of a quiet move: the opponent can capture nothing, or has few moves. Only where nothing is hidden."""
    rival = after.turn
    if state.game.hides or state.game.seats != 2 or rival in (None, seat, CHANCE):
        return None
    numbers = [number for number in state.numbers(seat) if number != action][:OTHERS]
    others = [other for number in numbers if (other := state.apply(number, seat)).turn == rival]
    if not _captures(after, rival) and any(_captures(other, rival) for other in others):
        return Reason("safe", seat=rival)
    left, replies = len(after.numbers(rival)), [len(other.numbers(rival)) for other in others]
    return Reason("limits", left, rival) if replies and left < sum(replies) / len(replies) else None


def _wins(state: State, seat: int) -> bool:
    outcomes = (state.apply(number, seat).outcome for number in state.numbers(seat))
    return any(outcome is not None and outcome.value(seat) > 0 for outcome in outcomes)


def _captures(state: State, seat: int) -> bool:
    return any(captured(state, seat, number) for number in state.numbers(seat))


def _prepares(state: State, seat: int, line: list[str]) -> Reason | None:
    """The next move of the seat in the line, if it takes something or wins; of a turn of many moves, the first of
    these."""
    for length, text in enumerate(line, 1):
        if state.turn in (None, CHANCE):
            return None
        actor, number = state.resolve_action(text, None)
        if state.refusal(number, actor) is not None:
            return None
        after = state.apply(number, actor)
        if actor == seat:
            if pays(state, seat, number):
                return Reason("prepares", then=tuple(line[:length]))
            if after.turn != seat:
                return None
        state = after
    return None
