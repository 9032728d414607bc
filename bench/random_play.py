"""Speed of Bagh Chal (`rules=classic`), as ratios measured in one run on one machine.

`python bench/random_play.py [--seconds S]`, or `make bench`. Each pair is measured in alternation and the best of
the rounds is taken, so that a busy moment of the machine does not favour one side.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import naadam
from naadam.core.game import Game

SPEC = "bagh-chal:rules=classic"
ROUNDS = 5


def other_package_games(seconds: float) -> float:
    """Random games per second of the package `baghchal` from PyPI."""
    where = Path.cwd()
    from baghchal.env import Board  # it changes the working directory

    os.chdir(where)
    rng = random.Random(0)
    games = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        board = Board()
        while not board.is_game_over():
            board.move(rng.choice(list(board.possible_moves())))
        games += 1
    return games / (time.perf_counter() - begin)


def batch_games(game: Game, seconds: float, threads: int = 1, count: int = 4000) -> float:
    """Random games per second in batch play."""
    games, spent, seed = 0, 0.0, 0
    while spent < seconds:
        batch = game.batch(count * threads)
        begin = time.perf_counter()
        batch.playout(seed, threads)
        spent += time.perf_counter() - begin
        games += len(batch)
        seed += len(batch)
    return games / spent


def face_and_call(game: Game, rounds: int = 5000) -> tuple[float, float]:
    """Seconds of a move through `State.apply`, and of the compiled call inside it."""
    import numpy as np

    from naadam.core.compiling import record

    state = game.start()
    action = state.actions()[7]
    memory = bytearray(state._memory)
    target = record(game.state_type, memory)
    trail = np.empty((2, game.sizes.words), np.int64)
    number = int(action)
    attempt = game.bound.attempt
    begin = time.perf_counter()
    for _ in range(rounds):
        memory[:] = state._memory
        attempt(target, trail, 0, number)
    call = time.perf_counter() - begin
    begin = time.perf_counter()
    for _ in range(rounds):
        state.apply(action)
    return (time.perf_counter() - begin) / rounds, call / rounds


FIRST_MOVE = "import naadam; s = naadam.load('bagh-chal').start(); s.apply(s.actions()[0])"


def seconds_of(code: str, cache: str) -> float:
    """How long a new process takes for some code, with this folder as the compiler's cache."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"NUMBA_CACHE_DIR": cache})
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each round of each measurement")
    seconds = parser.parse_args().seconds
    game = naadam.load(SPEC)
    console = Console()
    with console.status("compiling"):
        for _ in game.bound.warm():
            pass
    slow = game.uncompiled()
    measures: dict[str, Callable[[], float]] = {
        "compiled": lambda: batch_games(game, seconds),
        "two threads": lambda: batch_games(game, seconds, threads=2),
        "baghchal from PyPI": lambda: other_package_games(seconds),
        "uncompiled": lambda: batch_games(slow, seconds, count=5),
    }
    found: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(ROUNDS):
        for name, measure in measures.items():
            with console.status(f"round {number + 1} of {ROUNDS}: {name}"):
                found[name].append(measure())
    games = {name: max(rates) for name, rates in found.items()}
    with console.status("face"):
        face, call = (min(column) for column in zip(*(face_and_call(game) for _ in range(ROUNDS)), strict=True))
    with console.status("first moves"), tempfile.TemporaryDirectory() as cache:
        cold = seconds_of(FIRST_MOVE, cache)
        warm_cache = cache
        subprocess.run(
            [sys.executable, "-m", "naadam.core.warming", "bagh-chal"],
            check=True,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"NUMBA_CACHE_DIR": cache},
        )
        warm = statistics.median(seconds_of(FIRST_MOVE, warm_cache) for _ in range(3))
        bare = statistics.median(seconds_of("pass", cache) for _ in range(3))
        imported = statistics.median(seconds_of("import naadam", cache) for _ in range(3)) - bare

    table = Table("measured", "value", "aim", box=None)
    plies = 50.4  # of a random game
    table.add_row(
        "random play, one core", f"{games['compiled']:,.0f} games/s ({games['compiled'] * plies:,.0f} moves/s)"
    )
    for name, aim in (("baghchal from PyPI", 500), ("uncompiled", 100)):
        table.add_row(
            f"times {name} ({games[name]:,.0f} games/s)", f"{games['compiled'] / games[name]:,.0f}", f"{aim} or more"
        )
    table.add_row("two threads, times one", f"{games['two threads'] / games['compiled']:.2f}", "1.7 or more")
    table.add_row("a move through the face, beyond the compiled call", f"{(face - call) * 1e6:.1f} µs", "at most 15 µs")
    table.add_row("import naadam", f"{imported:.2f} s", "under 0.5 s")
    table.add_row("first move, nothing compiled yet", f"{cold:.2f} s", "within 5 s")
    table.add_row("first move later", f"{warm:.2f} s", "within 1.5 s")
    console.print(table)


if __name__ == "__main__":
    main()
