"""Strength: level 5 against the minimax of the package `baghchal` from PyPI, on Bagh Chal (`rules=classic`).

`python bench/against_baghchal.py [--games N] [--time T] [--depth D] [--workers W] [--json FILE]`, from both sides.
The package keeps its own board next to ours: it receives our moves, thinks on its board, and before each of its moves
both boards must agree in position and legal moves. Two things are done for it. It counts repetitions without regard to
the side to move, so that its game can be over where ours goes on: then it forgets its count. And where it sees every
move lost, it names none: then one of its moves is played.
"""

from __future__ import annotations

import argparse
import functools
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console

from naadam.bots import Budget
from naadam.bots.arena import Contest, Entrant
from naadam.cli.arena import hold
from naadam.cli.progress import Workers
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View

SPEC = "bagh-chal:rules=classic"


def theirs(move: str) -> str:
    """Our notation in theirs: `Bxa1c3` is Bx5133, row by row from above."""
    head = "Bx" if move.startswith("Bx") else move[0]
    squares = move[len(head) :]
    return head + "".join(
        f"{6 - int(r)}{'abcde'.index(f) + 1}" for f, r in zip(squares[::2], squares[1::2], strict=True)
    )


class Minimax:
    """The package's engine behind our table."""

    def __init__(self, depth: int, seed: int) -> None:
        where = Path.cwd()
        from baghchal.engine import Engine
        from baghchal.env import Bagh, Board, Goat  # it changes the working directory

        os.chdir(where)
        rng = random.Random(seed)

        class ShuffledBoard(Board):  # type: ignore[misc]
            """Lists moves in an order by the seed, and not by Python's hash of the day."""

            def possible_moves(self) -> Any:
                moves = super().possible_moves()
                return moves and rng.sample(sorted(moves), len(moves))

        self._make_board = ShuffledBoard
        self._pieces = {"B": Bagh, "G": Goat}
        self._engine = Engine(depth)
        self._board: Any = None

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        position = view.complete(0).position.split()
        if self._board is None:
            self._board = self._set_up(position)
        else:
            self._follow(position)
        board = self._board
        if board.check_draw():
            board.fen_count = Counter([board.fen.split()[0]])
        ours = {theirs(str(action)): action for action in view.actions()}
        if board.fen.split()[:2] != position[:2] or set(ours) != set(board.possible_moves()):
            raise RuntimeError(f"the boards differ: {board.fen} and {position}")
        move = self._engine.get_best_move(board)[0] or board.possible_moves()[0]
        board.move(move)
        return ours[move]

    def _set_up(self, position: list[str]) -> Any:
        """Their board of a position: rows, the side to move, goats in hand, goats captured."""
        board = self._make_board()
        board.board = [[0] * 5 for _ in range(5)]
        board.bagh_points, board.goat_points = set(), set()
        for row, column, piece in _pieces(position[0]):
            self._pieces[piece](board, (row, column))
        board.next_turn = position[1]
        board.goats_placed = board.no_of_goat_moves = 20 - int(position[2])
        board.no_of_bagh_moves = board.no_of_goat_moves - (position[1] == "B")
        board.goats_captured = int(position[3])
        board.fen = board.board_to_fen()
        board.fen_history = [board.fen]
        board.fen_count = Counter([board.fen.split()[0]])
        return board

    def _follow(self, position: list[str]) -> None:
        """Play on their board the one move that has been played on ours."""
        board = self._board
        now = {kind: {(row, column) for row, column, piece in _pieces(position[0]) if piece == kind} for kind in "BG"}
        side = board.next_turn
        before = board.bagh_points if side == "B" else board.goat_points
        taken = "x" if side == "B" and now["G"] != board.goat_points else ""
        squares = (*(before - now[side]), *(now[side] - before))
        board.move(side + taken + "".join(f"{row}{column}" for row, column in squares))


def _pieces(rows: str) -> list[tuple[int, int, str]]:
    found = []
    for row, text in enumerate(rows.split("/"), 1):
        column = 1
        for mark in text:
            if mark.isdigit():
                column += int(mark)
            else:
                found.append((row, column, mark))
                column += 1
    return found


def make_minimax(depth: int, game: Game, seed: int) -> Minimax:
    return Minimax(depth, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=1.0, help="times the second that level 5 thinks")
    parser.add_argument("--bot", default="level5")
    parser.add_argument("--depth", type=int, default=3, help="of the package's minimax")
    parser.add_argument("--opening", type=int, default=2, help="random actions at the beginning")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--json", type=Path)
    settings = parser.parse_args()
    rival = Entrant(f"baghchal, depth {settings.depth}", functools.partial(make_minimax, settings.depth))
    contest = Contest(SPEC, (settings.bot, rival), settings.games, settings.seed, settings.opening, settings.time)
    hold(contest, Workers(settings.workers), None, settings.json, None, Console(), Console(stderr=True))


if __name__ == "__main__":
    main()
