"""Seconds of the processor that compiling takes on a new machine: the rules of a big game, and its computer players.

`python bench/compiling.py [SPEC ...]`, or `make bench`. Each game is compiled in a separate process with an empty
cache. The figures are reported and nothing fails: they depend on the machine.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table

SPECS = ("khan", "conquest", "yuan")
AIMS = {"conquest": (45, 15), "yuan": (45, 15)}  # seconds, for rules and search
MEASURE = "--measure"


def measure(spec: str) -> tuple[float, float]:
    """Compile times of a game's rules and players in this process."""
    import naadam
    from naadam.bots.level_kernels import parts

    game = naadam.load(spec)
    begin = time.process_time()
    for _ in game.bound.warm():
        pass
    between = time.process_time()
    for _, compile_part in parts(game):
        compile_part()
    return between - begin, time.process_time() - between


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="*", default=SPECS, metavar="SPEC")
    settings = parser.parse_args()
    console = Console()
    table = Table("game", "rules, s", "aim", "search, s", "aim", box=None)
    for spec in settings.specs:
        with console.status(spec), tempfile.TemporaryDirectory() as empty:
            told = subprocess.run(
                [sys.executable, __file__, MEASURE, spec],
                env=os.environ | {"NUMBA_CACHE_DIR": empty},
                capture_output=True,
                text=True,
                check=True,
            )
        rules, search = map(float, told.stdout.split())
        aims = [f"{aim} or less" for aim in AIMS.get(spec.partition(":")[0], ())] or ["", ""]
        table.add_row(spec, f"{rules:.0f}", aims[0], f"{search:.0f}", aims[1])
    console.print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == [MEASURE]:
        print(*measure(sys.argv[2]))
    else:
        main()
