"""Solves Bagh Chal layer by layer and keeps the tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from naadam.core.compiling.cache_key import rules_sources, source_stamp
from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, GOATS, PEACEFUL_TURNS
from naadam.solve.bagh_chal.memory_kernels import LONGEST
from naadam.solve.bagh_chal.movement import MovementLayer
from naadam.solve.bagh_chal.movement_with_memory import RememberedLayer
from naadam.solve.bagh_chal.placement import PlacementLayer
from naadam.solve.bagh_chal.placement_kernels import GOATS_DRAW, GOATS_LOSE, GOATS_WIN
from naadam.solve.bagh_chal.tables import (
    BaghChalTable,
    Counted,
    about,
    check_solvable,
    folder_of,
    layer_size,
    movement_file,
    numbered,
    open_answers,
    placement_file,
)
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.retrograde import Solved, solve_layer
from naadam.solve.table_files import PER_BYTE, Header, check_table, open_table, pack, read_header, unpack, write_table

Progress = Callable[[float], None]


def solve_movement(game: Game, progress: Progress = lambda _done: None, threads: int = 2) -> list[Counted]:
    """Solve the movement phase, keep its tables, and count; layers that are there already are not solved again."""
    check_solvable(game)
    if not game.bound.compiled:
        raise SpecError("solving wants compiled rules")
    if game.rulebook.tables.memory:
        return solve_remembered(game, progress, threads)
    classes, _ = numbered(game)
    sizes = [layer_size(game, captured) for captured in range(CAPTURES_TO_WIN)]
    after = None
    counted: list[Counted] = []
    for captured in reversed(range(CAPTURES_TO_WIN)):
        goats = int(game.rulebook.tables.goats) - captured
        header = find_layer(game, captured)
        if header is None:
            layer = MovementLayer(classes, goats, after)
            unfinished = checkpoint_of(game, f"movement-{captured}")
            part = _part_of(progress, sum(sizes[captured + 1 :]), sizes[captured], sum(sizes))
            header = keep_layer(game, captured, solve_layer(layer, part, threads, unfinished, PEACEFUL_TURNS))
            unfinished.remove()
        counted[:0] = [Counted(goats, 0, side, *header.counts[side], header.longest) for side in (0, 1)]
        _, packed = open_table(movement_file(game, captured, "values"), game)
        after = unpack(packed[0], header.sizes[0])
    progress(1.0)
    return counted


def _part_of(progress: Progress, before: int, size: int, whole: int) -> Progress:
    """Progress on a part of the work, reported as progress on the whole."""
    return lambda part: progress((before + size * part) / whole)


def solve_remembered(game: Game, progress: Progress, threads: int) -> list[Counted]:
    """The same with the memory of BC-8: values are those of states, a position with its bars."""
    classes, _ = numbered(game)
    after: Any = None
    counted: list[Counted] = []
    sizes = [layer_size(game, captured) for captured in range(CAPTURES_TO_WIN)]
    for captured in reversed(range(CAPTURES_TO_WIN)):
        goats = int(game.rulebook.tables.goats) - captured
        header = find_layer(game, captured, "values", "answers")
        if header is None:
            layer = RememberedLayer(classes, goats, after, threads)
            unfinished = checkpoint_of(game, f"movement-{captured}")
            part = _part_of(progress, sum(sizes[captured + 1 :]), sizes[captured], sum(sizes))
            layer.solve(part, unfinished)
            header = keep_answers(game, captured, layer)
            unfinished.remove()
            del layer
        counted[:0] = [Counted(goats, 0, side, *header.counts[side], header.longest) for side in (0, 1)]
        after = np.array(open_answers(game, captured).answers[: sizes[captured]])
    progress(1.0)
    return counted


def keep_answers(game: Game, captured: int, layer: RememberedLayer) -> Header:
    """Write the goats' answers, then the values at the beginning of the phase: with these a layer is whole."""
    text = about(game, f"movement-{captured}")
    counts = layer.count()
    of_states = tuple((int(row[0]), int(row[1]), int(row[2])) for row in counts)
    longest = int(counts[:, LONGEST].max()) - 1
    header = Header(**text, kind="answers", sizes=(len(layer.answers),), bits=32, longest=longest, counts=of_states)
    written = write_table(movement_file(game, captured, "answers"), header, [layer.answers])
    values = layer.beginnings()
    header = Header(**text, kind="values", sizes=(len(values),), bits=2)
    write_table(movement_file(game, captured, "values"), header, [pack(values)])
    return written


def checkpoint_of(game: Game, layer: str) -> Checkpoint:
    """Where unfinished work on a layer is kept; it is worth nothing to another solver or other rules."""
    stamp = source_stamp(rules_sources(game.rulebook.rules), Path(__file__).parent.parent)
    return Checkpoint(folder_of(game) / f"{layer}.unfinished", stamp)


def find_layer(game: Game, captured: int, first: str = "distances", last: str = "values") -> Header | None:
    """The header of a layer's last file if both files are there, whole, and of this game and version."""
    try:
        check_table(movement_file(game, captured, first), game)
        return check_table(movement_file(game, captured, last), game)
    except TableError:
        return None


def keep_layer(game: Game, captured: int, solved: Solved) -> Header:
    """Write the distances, then the values: where there are values a layer is whole."""
    longest = max(int(solved.distances(side).max()) for side in (0, 1))
    small = longest < 256
    layer = about(game, f"movement-{captured}")
    sizes = tuple(len(plies) for plies in solved.plies)
    distances = [solved.distances(side).astype(np.uint8 if small else np.uint16) for side in (0, 1)]
    header = Header(**layer, kind="distances", sizes=sizes, bits=8 if small else 16, longest=longest)
    write_table(movement_file(game, captured, "distances"), header, distances)
    values = [solved.values(side) for side in (0, 1)]
    counts = tuple((int(n[0]), int(n[1]), int(n[2])) for n in (np.bincount(v, minlength=4) for v in values))
    header = Header(**layer, kind="values", sizes=sizes, bits=2, longest=longest, counts=counts)
    return write_table(movement_file(game, captured, "values"), header, [pack(side) for side in values])


def solve_placement(game: Game, progress: Progress = lambda _done: None, threads: int = 2) -> list[Counted]:
    """Solve the placement phase, the movement phase being solved; keep its tables, and count."""
    classes, _ = numbered(game)
    table = BaghChalTable(game)
    after: Any = None
    counted: list[Counted] = []
    for done, captured in enumerate(reversed(range(CAPTURES_TO_WIN))):
        goats = int(game.rulebook.tables.goats) - captured
        file = placement_file(game, captured)
        try:
            header = check_table(file, game)
            after = np.fromfile(file, np.uint8, offset=read_header(file)[1]).reshape(classes.total, -1)
        except TableError:
            layer = PlacementLayer(classes, goats, after, threads)
            movement = np.array(table.tigers_values(captured))
            unfinished = checkpoint_of(game, f"placement-{captured}")
            part = _part_of(progress, done, 1, CAPTURES_TO_WIN)
            layer.solve(movement, part, unfinished)
            header = keep_placement(game, captured, layer)
            unfinished.remove()
            after = layer.values
        for number, counts in enumerate(header.counts):
            side, level = divmod(number, goats)
            if level > 0 or side == GOATS:  # a goat is on the board whenever tigers are to move
                counted.append(Counted(level, goats - level, side, *counts))
        progress((done + 1) / CAPTURES_TO_WIN)
    return counted


def keep_placement(game: Game, captured: int, layer: PlacementLayer) -> Header:
    """Write the rows; the counts are those of goats to move by goats on the board, then those of tigers to move."""
    goats, tigers = layer.counts[:, :, [GOATS_DRAW, GOATS_WIN, GOATS_LOSE]].tolist()
    counts = [*goats[:-1], *([draws, losses, wins] for draws, wins, losses in tigers[:-1])]
    header = Header(
        **about(game, f"placement-{captured}"),
        kind="goats",
        sizes=(layer.values.size * PER_BYTE,),
        bits=2,
        counts=tuple((row[0], row[1], row[2]) for row in counts),
    )
    return write_table(placement_file(game, captured), header, [layer.values.reshape(-1)])
