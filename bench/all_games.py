"""Speed of random play of every game, compiled and uncompiled, in one run.

`python bench/all_games.py [SPEC ...] [--seconds S]`, or `make bench`. The two are measured in alternation and the best
of the rounds is taken. It fails if a game is less than fifty times as fast compiled as uncompiled.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.table import Column, Table

import naadam
from naadam.cli.bench import random_play

ROUNDS = 3
RATIO = 50
AIMS = {  # moves, one core, quiet
    "hasami-shogi": 2_000_000,
    "jarmo": 5_000_000,
    "yut": 5_000_000,
    "khan": 300_000,
    "conquest": 1_000_000,
    "yuan": 200_000,
}
SPECS = {"yuan": "yuan:players=4"}  # measured instead of the default


def rates(spec: str, seconds: float) -> tuple[float, float]:
    """Moves per second, compiled and uncompiled."""
    game = naadam.load(spec)
    for _ in game.bound.warm():
        pass
    slow = game.uncompiled()
    pairs = [(random_play(game, seconds)[0], random_play(slow, seconds, at_once=1)[0]) for _ in range(ROUNDS)]
    return max(fast for fast, _ in pairs), max(uncompiled for _, uncompiled in pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="all games if none is named")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each round of each measurement")
    settings = parser.parse_args()
    console = Console()
    table = Table(Column("game", overflow="fold"), "moves/s, one core", "aim", "times uncompiled", "aim", box=None)
    slow = []
    for spec in settings.specs or [SPECS.get(name, name) for name in naadam.game_names()]:
        with console.status(spec):
            fast, uncompiled = rates(spec, settings.seconds)
        aim = AIMS.get(naadam.load(spec).name)
        table.add_row(spec, f"{fast:,.0f}", f"{aim:,}" if aim else "", f"{fast / uncompiled:,.0f}", f"{RATIO} or more")
        if fast / uncompiled < RATIO:
            slow.append(spec)
    console.print(table)
    if slow:
        print(f"less than {RATIO} times the uncompiled run: {', '.join(slow)}", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
