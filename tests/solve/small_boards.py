"""A small board of Bagh Chal, and its games solved by the rules alone: slow, and written without the solver."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from pathlib import Path

import naadam
from naadam.core.game import Game
from naadam.core.state import State

BOARD = """
game = "bagh-chal"
title = "Small"
rows = ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1"]
lines = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]
tigers = "a1 c3"
goats = {goats}

[points]
a1 = [0, 0]
b1 = [1, 0]
c1 = [2, 0]
a2 = [0, 1]
b2 = [1, 1]
c2 = [2, 1]
a3 = [0, 2]
b3 = [1, 2]
c3 = [2, 2]
"""

WHEEL = """
game = "bagh-chal"
title = "Wheel"
rows = ["a3 b3", "a2 b2 c2", "a1 b1"]
lines = ["a1 b2 b3", "b1 b2 a3", "a2 b2 c2", "a1 b1", "b1 c2", "c2 b3", "b3 a3", "a3 a2", "a2 a1"]
tigers = "a1 b2"
goats = 5

[points]
a1 = [1, 0]
b1 = [3, 0]
a2 = [0, 2]
b2 = [2, 2]
c2 = [4, 2]
a3 = [1, 4]
b3 = [3, 4]
"""

Values = dict[tuple[int, ...], tuple[int, int]]
Moves = dict[tuple[int, ...], list[tuple[tuple[int, ...], bool]]]


def small_game(folder: Path, goats: int = 5, rules: str = "classic") -> Game:
    """Bagh Chal with two tigers on three by three points."""
    file = folder / f"small-{goats}.toml"
    file.write_text(BOARD.format(goats=goats), encoding="utf-8")
    return naadam.load("bagh-chal", board=str(file), rules=rules)


def wheel_game(folder: Path) -> Game:
    """Bagh Chal with two tigers on a wheel of seven points, with the memory of BC-8."""
    file = folder / "wheel.toml"
    file.write_text(WHEEL, encoding="utf-8")
    return naadam.load("bagh-chal", board=str(file), rules="ludos")


def key_of(state: State) -> tuple[int, ...]:
    names = ("tigers", "goats", "hand", "captured", "waiting", "goats_barred", "tigers_barred")
    return tuple(int(state.record[name]) for name in names)


@functools.cache
def all_positions(game: Game) -> dict[tuple[int, ...], State]:
    """Every position of the movement phase that the game accepts, with no turns counted."""
    tables = game.rulebook.tables
    size, tigers = int(tables.points), int(tables.tigers).bit_count()
    rows = game.rulebook.grid.rows  # type: ignore[attr-defined]
    found = {}
    for beasts in (mask for mask in range(1 << size) if mask.bit_count() == tigers):
        for goats in (mask for mask in range(1 << size) if not mask & beasts):
            captured = int(tables.goats) - goats.bit_count()
            if not 0 <= captured <= 4:
                continue
            letters = ["B" if beasts >> point & 1 else "G" if goats >> point & 1 else "." for point in range(size)]
            drawn = "/".join("".join(letters[point] for point in row if point is not None) for row in rows)
            for seat in "GB":
                state = game.position(f"{numbered(drawn)} {seat} 0 {captured} - - 0")
                found[key_of(state)] = state
    return found


def all_states(game: Game) -> dict[tuple[int, ...], State]:
    """Every position of the movement phase with every memory of BC-17 that play can come to from any of them."""
    found = dict(all_positions(game))
    waiting = deque(found.values())
    while waiting:
        state = waiting.popleft()  # the first way there is a short one, so that BC-12 and BC-14 are far away
        for action in () if state.outcome is not None else state.actions():
            after = state.apply(int(action))
            if after.record.captured < 5 and key_of(after) not in found:
                found[key_of(after)] = after
                waiting.append(after)
    return found


def numbered(drawn: str) -> str:
    """Runs of empty points as numbers, the way positions are written."""
    text, empty = "", 0
    for letter in [*drawn, "/"]:
        if letter == ".":
            empty += 1
            continue
        text += (str(empty) if empty else "") + letter
        empty = 0
    return text[:-1]


def solve_by_rules(states: dict[tuple[int, ...], State]) -> Values:
    """(1, 0 or -1 for the side to move, plies to the next capture or end), by going over all positions until nothing
    changes: a value follows from moves that were decided in earlier rounds."""
    moves: Moves = {}
    values: Values = {}
    for key, state in states.items():
        if state.outcome is not None:
            values[key] = (-1, 0)  # the player to move has lost: a fifth capture is never looked at here
            continue
        moves[key] = []
        for action in state.actions():
            after = state.apply(int(action))
            captured = after.record.captured != state.record.captured
            moves[key].append((key_of(after), bool(captured)))
            if after.record.captured == 5:
                values[key_of(after)] = (-1, 0)
    # layer by layer, so that the distance to a capture is that of the best play towards it
    for captured in range(4, -1, -1):
        layer = {key: rows for key, rows in moves.items() if key[3] == captured}
        rounds = 0
        changed: Values = {}
        while rounds < 2 or changed:
            changed = {}
            for key, rows in layer.items():
                if key in values:
                    continue
                seen = [(values.get(then, (0, 0)), out) for then, out in rows]
                wins = [0 if out else plies for (value, plies), out in seen if value == -1]
                if wins and min(wins) <= rounds:
                    changed[key] = (1, 1 + min(wins))
                elif all(value == 1 for (value, _), _ in seen):
                    longest = max(0 if out else plies for (_, plies), out in seen)
                    if longest <= rounds:
                        changed[key] = (-1, 1 + longest)
            values |= changed
            rounds += 1
        for key in layer:
            values.setdefault(key, (0, 0))
    return values


def solve_placement_by_rules(game: Game, movement: Callable[[State], int]) -> dict[State, int]:
    """The value for the goats of every position of the placement phase that play can reach, by looking at all of it."""
    values: dict[tuple[int, ...], int] = {}
    states: dict[State, int] = {}

    def value_of(state: State) -> int:
        if state.outcome is not None:
            return 0 if state.outcome.draw else 1 if 0 in state.outcome.winners else -1
        if state.record.hand == 0:
            return movement(state)
        key = key_of(state)
        if key not in values:
            best = max if state.turn == 0 else min
            values[key] = states[state] = best(value_of(state.apply(action)) for action in state.actions())
        return values[key]

    value_of(game.start())
    return states
