"""Mining puzzles: positions of games between computers in which one move is best by a clear margin."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from naadam.bots.advice.analysis import Analyst
from naadam.bots.advice.hints import find_plain_reason, find_reason, pays
from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.budget import Budget
from naadam.bots.levels import level
from naadam.bots.regret import Regret
from naadam.bots.searches import Search
from naadam.bots.turns import Turns
from naadam.bots.uct import Uct
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.core.teaching.puzzles import GRADES
from naadam.core.teaching.reasons import Reason
from naadam.core.view import View

CLEAR = 0.2  # the least loss of every other move, in games without chance
LIKELY = 0.08  # and where chance or secrets decide much
SLIGHT = 0.03  # and where a turn is many moves, of which one alone changes little
LEAST_CHOICES = 4
MOST_CHOICES = 40  # where a turn is many moves, of which every one is followed by a search
MOST_OF_A_GAME = 2  # puzzles, so that they differ
LONGEST = 1000  # steps of a game that is played for them
LOOKS_BY = 3  # the level whose search looks at positions: its memory is small, and quick to clear
RIVALS = 3  # moves that the check compares the solution with
DEPTHS = (1, 2, 3, 4)  # of looks by alpha-beta; the first two make a grade, the last two a puzzle
NODES = (1200, 4800)  # of the other looks that make a puzzle,
TURN_NODES = (400, 1200)  # the same for every move, where a turn is many of them
FINDERS = (1, 3)  # the levels that make a grade there: a solution that both of them miss is hard
TRIES = 5  # of which most must find the solution, since these searches draw lots
PLANNER = 4  # the level whose plan for a whole turn must begin with the solution
DEEPER_NODES = 8000  # for every move of the check, where a turn is many of them
LONGEST_THEN = 8  # moves that are shown after a solution
DEEPER = {AlphaBeta: 400_000, Uct: 12_000, Regret: 12_000}  # nodes of a thought of the check, far more than of a look


@dataclass(frozen=True)
class Found:
    """A puzzle as it was found."""

    spec: str
    position: str
    seat: int
    solution: str
    grade: int
    distance: int | None = None  # plies to the next conversion, of one from a solved table
    then: tuple[str, ...] = ()  # the line that follows, up to the gain of the solution
    reason: Reason | None = None  # the gain, where the solution itself does not show it


def margin_of(game: Game) -> float:
    """By how much the solution of a puzzle must be better than any other move."""
    if AlphaBeta.plays(game):
        return CLEAR
    return SLIGHT if isinstance(level(game, LOOKS_BY), Turns) else LIKELY


def mine(
    game: Game,
    count: int,
    seed: int = 0,
    report: Callable[[Found], None] = lambda _found: None,
    grades: Collection[int] = GRADES,
) -> list[Found]:
    """So many puzzles of some grades, the easy ones first; in the first games two thirds at most of one grade."""
    found: list[Found] = []
    rng = random.Random(seed)
    search = level(game, LOOKS_BY, rng.getrandbits(30))
    for games in itertools.count():
        of_game = 0
        if len(found) == count:
            break
        for state in _play(game, rng):
            if of_game == MOST_OF_A_GAME or len(found) == count:
                break
            puzzle = look(state, search)
            if puzzle is None or any(puzzle.position == other.position for other in found):
                continue
            alike = sum(puzzle.grade == other.grade for other in found)
            if puzzle.grade not in grades or (len(grades) > 1 and 3 * alike >= 2 * count and games < count):
                continue
            if check(game, puzzle, rng.getrandbits(30)):
                found.append(explain(game, puzzle))
                of_game += 1
                report(found[-1])
    return sorted(found, key=lambda puzzle: puzzle.grade)


def _play(game: Game, rng: random.Random) -> Iterator[State]:
    """The positions of a game of the second level against itself, at which a seat has much to choose from."""
    players = [level(game, 2, rng.getrandbits(30)) for _ in range(game.seats)]
    state = game.start()
    for _ in range(LONGEST):
        state = state.resolve(rng)
        seat = state.turn
        if seat is None or seat == CHANCE:
            return
        view = state.view(seat)
        if len(view.actions()) >= LEAST_CHOICES:
            yield state
        state = state.apply(players[seat].choose(view), seat)


def look(state: State, search: Search) -> Found | None:
    """The puzzle that a position is, at a quick look; None if several moves are good."""
    game, seat = state.game, state.turn
    assert seat is not None
    state = game.position(state.position)  # as the solver will see it, without a past
    view = state.view(seat)
    if not _stands_out(_rate(search, view, 2), game):
        return None
    rated = _rate(search, view, 3)
    if not _stands_out(rated, game):
        return None
    best = max(rated, key=rated.__getitem__)
    grade = grade_of(search, view, best)
    solution = game.notation.format(state.record, seat, best)
    return Found(game.spec, state.position, seat, solution, grade)


def grade_of(search: Search, view: View, best: int) -> int:
    """How hard a solution is to find: 1 if the shortest look does, 2 if the next one does, else 3."""
    return next((number + 1 for number in range(2) if _finds(search, view, number, best)), GRADES[-1])


def _finds(search: Search, view: View, number: int, best: int) -> bool:
    """Whether a short look would play an action; mostly, where it draws lots."""
    if isinstance(search, AlphaBeta):
        rated = _rate(search, view, number)
        return max(rated, key=rated.__getitem__) == best
    finders = (level(view.game, FINDERS[number], seed) for seed in range(TRIES))
    return 2 * sum(int(finder.think(view).line[0]) == best for finder in finders) > TRIES


def _stands_out(rated: Mapping[int, float], game: Game) -> bool:
    """Whether one action is better than all others by the margin of a puzzle."""
    first, second = sorted(rated.values(), reverse=True)[:2] if len(rated) > 1 else (0.0, 0.0)
    return first - second >= margin_of(game)


def _rate(search: Search, view: View, number: int) -> Mapping[int, float]:
    """The values of the actions by one of the looks, from -1 to 1."""
    if isinstance(search, Turns):
        planner = search if number == 2 else level(view.game, PLANNER)
        return _rate_turns(search, view, Budget(nodes=TURN_NODES[number - 2]), planner)
    if isinstance(search, AlphaBeta):
        rated: Mapping[Action, float] = search.rate(view, Budget(depth=DEPTHS[number]))
    else:
        rated = search.think(view, Budget(nodes=NODES[number - 2])).values
    return {int(action): max(-1.0, min(1.0, value)) for action, value in rated.items()}


def _rate_turns(search: Turns, view: View, budget: Budget, planner: Search) -> Mapping[int, float]:
    """The value of every action with the best rest of the turn; empty if there are too many.

    One that hands the turn on, or asks another seat, has the worth that the plan for the turn gives it: a search from
    there would not see the actions of the others. It is left out where no plan begins with it.
    """
    if len(view.actions()) > MOST_CHOICES:
        return {}
    state = view.complete(0)
    rated = {int(action): value for action, value in planner.think(view).values.items()}
    for action in view.actions():
        after = state.apply(action)
        if after.waiting == (view.seat,):
            rated[int(action)] = search.think(after.view(view.seat), budget).value
    return rated


def check(game: Game, puzzle: Found, seed: int = 0, budget: Budget | None = None) -> bool:
    """Whether a much longer search finds the same solution, and all that come near it worse by half the margin."""
    analyst = Analyst(game, budget or _deeper(game), seed)
    state = game.position(puzzle.position)
    view = state.view(puzzle.seat)
    _, solution = state.resolve_action(puzzle.solution, puzzle.seat)
    if isinstance(analyst.search, Turns):
        planner = level(game, PLANNER, seed)
        if int(planner.think(view).line[0]) != solution:
            return False
        rated = _rate_turns(analyst.search, view, Budget(nodes=DEEPER_NODES), planner)
        others = [value for action, value in rated.items() if action != solution]
        return rated[solution] - max(others, default=-1.0) >= margin_of(game) / 2
    thought = analyst.think(view)
    if int(thought.line[0]) != solution:
        return False
    rated = _rate(analyst.search, view, 2)
    rivals = sorted((action for action in rated if action != solution), key=lambda action: -rated[action])[:RIVALS]
    weighed = [analyst.weigh(state, puzzle.seat, action, thought=thought) for action in rivals]
    return all(each.loss >= margin_of(game) / 2 for each in weighed)


def _deeper(game: Game) -> Budget:
    """The budget of a thought of the check."""
    nodes = next((nodes for kind, nodes in DEEPER.items() if isinstance(level(game, LOOKS_BY), kind)), DEEPER_NODES)
    return Budget(nodes=nodes)


def explain(game: Game, puzzle: Found, budget: Budget | None = None) -> Found:
    """The puzzle with the gain of its solution, and the moves up to that, where no secret intervenes."""
    if game.hides:
        return puzzle
    state, seat = game.position(puzzle.position), puzzle.seat
    thought = Analyst(game, budget or _deeper(game)).think(state.view(seat))
    line = [str(action) for action in thought.line]
    _, solution = state.resolve_action(puzzle.solution, seat)
    after = state.apply(solution, seat)
    if int(thought.line[0]) != solution or find_plain_reason(state, seat, solution, after) is not None:
        return puzzle
    longest = LONGEST_THEN if puzzle.distance is None else puzzle.distance - 1
    reason = find_reason(state, seat, solution, line, thought.wins_in)
    return replace(puzzle, then=_then(after, seat, line[1:], longest), reason=reason)


def _then(state: State, seat: int, line: list[str], longest: int) -> tuple[str, ...]:
    """The moves of a line up to the first by which the seat takes something or wins; none if that is too far off."""
    for number, text in enumerate(line[:longest], 1):
        if state.turn in (None, CHANCE):
            break
        actor, action = state.resolve_action(text, None)
        if state.refusal(action, actor) is not None:
            break
        if actor == seat and pays(state, seat, action):
            return tuple(line[:number])
        state = state.apply(action, actor)
    return ()
