"""Warnings of positions that the editor accepts and that no play can lead to."""

from __future__ import annotations

import random
from collections.abc import Sequence

from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.parts.editor import Edited
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.testing.promises import warn

BOARDS = 120  # random ones, which show where pieces are accepted
MORE = 5  # pieces than one of each kind
VAIN = 1000  # further boards in a row without a move to one of the places in doubt

Placed = set[tuple[str, str]]  # points, and the kinds of the pieces on them


def placed(state: State) -> Placed:
    editor = state.game.editor
    assert editor is not None
    return set(editor.read(state.describe()).pieces.items())


def check_set_up(game: Game, states: Sequence[State], rng: random.Random) -> None:
    """A piece can be set up only where the start or a move puts one of its kind. (A warning: a game may mean it.)"""
    if game.editor is None or any(CHANCE in state.waiting for state in states):
        return
    accepted: dict[tuple[str, str], State] = {}
    reached = placed(states[0])
    moved = set[str]()
    tries, vain = 0, 0
    while tries < BOARDS or (vain < VAIN and accepted.keys() - reached):
        tries += 1
        board = random_board(game, rng)
        if board is None:
            vain += 1
            continue
        if tries <= BOARDS:
            accepted |= dict.fromkeys(placed(board), board)
        new = set[tuple[str, str]]().union(*(placed(board.apply(each)) - placed(board) for each in board.actions()))
        moved |= {kind for _, kind in new}
        vain = 0 if new & accepted.keys() - reached else vain + 1
        reached |= new
    for point, kind in sorted(each for each in accepted.keys() - reached if each[1] in moved)[:1]:
        problem = f"a piece {kind} can be set up on {point}, and no move leads one there: does `possible` forbid it?"
        warn(problem, accepted[point, kind])


def random_board(game: Game, rng: random.Random) -> State | None:
    """A position with a piece of each kind and a few more in which a seat is to move, if the game accepts it."""
    editor = game.editor
    assert editor is not None
    numbers = {counter.name: counter.lowest for counter in editor.counters}
    kinds = [*editor.kinds, *rng.choices(editor.kinds, k=rng.randint(0, MORE))]
    pieces = dict(zip(rng.sample(editor.points, len(editor.points)), kinds, strict=False))
    try:
        board = game.position(editor.write(Edited(pieces, rng.randrange(game.seats), numbers)))
    except NaadamError:
        return None
    return board if board.waiting else None
