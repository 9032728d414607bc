"""Compile rules and computer players of games into the cache, for the tests: `python scripts/compile_games.py GAME...`

One process compiles them once. Where tests begin before, several servers and processes compile the same at a time.
"""

from __future__ import annotations

import sys
import time

import naadam
from naadam.bots.level_kernels import parts


def compile_game(name: str) -> None:
    game = naadam.load(name)
    for _ in game.bound.warm():
        pass
    for _, compile_part in parts(game):
        compile_part()


def main() -> None:
    for name in sys.argv[1:]:
        begin = time.process_time()
        compile_game(name)
        print(f"{name}: {time.process_time() - begin:.1f} s CPU", flush=True)


if __name__ == "__main__":
    main()
