"""Mining puzzles from solved tables: positions of games between computers in which exactly one move wins."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from naadam.bots.levels import level
from naadam.bots.puzzles.from_games import LEAST_CHOICES, LONGEST, MOST_OF_A_GAME, Found, explain
from naadam.core.errors import NaadamError, TableError
from naadam.core.game import Game
from naadam.core.state import State
from naadam.core.teaching.puzzles import GRADES
from naadam.solve import Tablebase, tablebase
from naadam.solve.probe import Value

SHORTEST = 3  # plies to the next conversion: a shorter win is too easy
DEEPEST = (5, 11)  # plies of the first two grades; more is the third
AT_RANDOM = 0.35  # of the moves of a game, so that games differ and mistakes happen
MOST_GAMES = 400  # for each puzzle, before it is given up


def mine_table(
    game: Game, count: int, seed: int = 0, report: Callable[[Found], None] = lambda _found: None
) -> list[Found]:
    """So many puzzles, the quickest first: as many of each grade, and of each grade as many for both seats.

    TableError if the game is not solved on this machine.
    """
    table, rng = tablebase(game), random.Random(seed)
    room = {(grade, seat): _share(count, grade, seat) for grade in GRADES for seat in range(game.seats)}
    found: dict[str, Found] = {}
    for _ in range(MOST_GAMES * count):
        of_game = 0
        for state in _play(game, rng):
            puzzle = look_up(table, state) if of_game < MOST_OF_A_GAME else None
            if puzzle is None or not room[puzzle.grade, puzzle.seat] or puzzle.position in found:
                continue
            room[puzzle.grade, puzzle.seat] -= 1
            found[puzzle.position] = explain(game, puzzle)
            of_game += 1
            report(found[puzzle.position])
        if len(found) == count:
            return sorted(found.values(), key=lambda puzzle: (puzzle.distance or 0, puzzle.position))
    raise NaadamError(f"only {len(found)} of {count} puzzles were found")


def _share(count: int, grade: int, seat: int) -> int:
    """How many of all puzzles are of a grade and for a seat."""
    kinds, number = 2 * len(GRADES), 2 * GRADES.index(grade) + seat
    return (count + number) // kinds


def _play(game: Game, rng: random.Random) -> Iterator[State]:
    """The positions of a game of the second level against itself, with some moves at random."""
    player, state = level(game, 2, rng.getrandbits(30)), game.start()
    for _ in range(LONGEST):
        if state.turn is None:
            return
        yield state
        by_chance = rng.random() < AT_RANDOM
        state = state.apply(rng.choice(state.actions()) if by_chance else player.choose(state.view(state.turn)))


def look_up(table: Tablebase, state: State) -> Found | None:
    """The puzzle that a position is by the tables.

    None if no move wins, or several do, or it is plain, or if the tables do not know it.
    """
    game, seat = state.game, state.turn
    assert seat is not None
    if not table.measures(state) or len(state.actions()) < LEAST_CHOICES:
        return None
    state = game.position(state.position)  # as the solver will see it, without a past
    try:
        judged = table.judge(state)
    except TableError:
        return None
    if judged.value != Value.WIN or judged.distance is None or judged.distance < SHORTEST:
        return None
    winning = [move.action for move in table.probe(state).moves if move.value == Value.WIN]
    if len(winning) != 1:
        return None
    grade = GRADES[sum(judged.distance > deepest for deepest in DEEPEST)]
    return Found(game.spec, state.position, seat, str(winning[0]), grade, judged.distance)
