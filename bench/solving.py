"""Speed of solving Bagh Chal (`rules=classic`): positions per second of the processor, on one core.

`python bench/solving.py [--captured N]`. A layer of the movement phase is solved from nothing: the one with so many
goats captured, as if a further capture won. Every position is evaluated once with all its moves, and once more, with
all that leads to it, when it is decided. Of the placement phase a few classes of tigers are solved on all levels.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from rich.console import Console
from rich.table import Table

import naadam
from naadam.solve.bagh_chal.movement import MovementLayer
from naadam.solve.bagh_chal.placement import CLASSES_AT_ONCE, PlacementLayer
from naadam.solve.bagh_chal.tables import numbered
from naadam.solve.retrograde import Solved, solve_layer
from naadam.solve.subset_index import number_sets
from naadam.solve.table_files import pack

SPEC = "bagh-chal:rules=classic"
AIM = 3_000_000


def solve_movement(layer: MovementLayer) -> tuple[Solved, int, float]:
    """The layer solved; how many positions were evaluated, and the seconds of the processor that it took."""
    begin = time.process_time()
    solved = solve_layer(layer)
    spent = time.process_time() - begin
    counts = [np.bincount(solved.values(side), minlength=4) for side in (0, 1)]
    used = sum(int(count[:3].sum()) for count in counts)
    decided = sum(int(count[1:3].sum()) for count in counts)
    return solved, used + decided, spent


def solve_placement(layer: PlacementLayer, movement: np.ndarray) -> tuple[int, float]:
    """The first classes of a layer on all levels: positions of both sides to move, and seconds."""
    positions = 0
    begin = time.process_time()
    for level in range(layer.goats, 0, -1):
        numbering = number_sets(layer.classes.free, level)
        last = movement if level == layer.goats else movement[:0]
        layer.solve_classes(0, 0, level, numbering, last)
        below = number_sets(layer.classes.free, level - 1).size
        positions += CLASSES_AT_ONCE * (below + (numbering.size if level < layer.goats else 0))
    return positions, time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--captured", type=int, default=3, choices=range(5), help="the layer of the movement phase")
    captured = parser.parse_args().captured
    game = naadam.load(SPEC)
    classes, _ = numbered(game)
    goats = int(game.rulebook.tables.goats) - captured
    console = Console()
    table = Table("phase", "positions evaluated", "seconds", "per second and core", "aim", box=None)
    with console.status("movement phase"):
        solve_layer(MovementLayer(classes, int(game.rulebook.tables.goats), None))  # compiles
        solved, positions, spent = solve_movement(MovementLayer(classes, goats, None))
    table.add_row("movement", f"{positions:,}", f"{spent:.1f}", f"{positions / spent:,.0f}", f"{AIM:,} or more")
    with console.status("placement phase"):
        layer = PlacementLayer(classes, goats, None, threads=1)
        positions, spent = solve_placement(layer, pack(solved.values(1)))
    table.add_row("placement", f"{positions:,}", f"{spent:.1f}", f"{positions / spent:,.0f}", "")
    console.print(table)


if __name__ == "__main__":
    main()
