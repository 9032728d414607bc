"""Solves Jarmo group by group of signatures and keeps the tables."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling.cache_key import rules_sources, source_stamp
from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.games.jarmo.rules.state import PEACEFUL_TURNS
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.jarmo.layer import SignatureLayer
from naadam.solve.jarmo.memory import check_memory
from naadam.solve.jarmo.signatures import Group, Signature, following
from naadam.solve.jarmo.tables import check_solvable, folder_of, group_file, groups_of, kinds_of, numbers_of, places_of
from naadam.solve.retrograde.rounds import Member, solve_rounds
from naadam.solve.table_files import Header, check_table, open_table, unpack, write_table

Progress = Callable[[float], None]


class Counted(NamedTuple):
    """Draws, wins and losses of a group with one side to move."""

    group: Group
    side: int
    draws: int
    wins: int
    losses: int


def choose_groups(game: Game, up_to: int | None) -> tuple[Group, ...]:
    """The groups to be solved: the smallest endings of so many positions in all, or all."""
    chosen, total = [], 0
    for group in groups_of(game):
        total += group.positions
        if up_to is not None and total > up_to:
            break
        chosen.append(group)
    return tuple(chosen)


def solve_groups(
    game: Game, progress: Progress = lambda _done: None, threads: int = 2, up_to: int | None = None
) -> list[Counted]:
    """Solve groups, keep their tables, and count; groups that are there already are not solved again."""
    check_solvable(game)
    if not game.bound.compiled:
        raise SpecError("solving wants compiled rules")
    chosen = choose_groups(game, up_to)
    if not chosen:
        raise SpecError(f"the smallest ending of {game.spec} has {groups_of(game)[0].positions:,} positions")
    check_memory(game, chosen)
    whole, done = sum(group.positions for group in chosen), 0
    counted = []
    for group in chosen:
        part = _part_of(progress, done / whole, group.positions / whole)
        header = find_group(game, group) or solve_group(game, group, part, threads)
        counts = np.array(header.counts).reshape(-1, 2, 3).sum(axis=0)
        counted += [Counted(group, side, *map(int, counts[side])) for side in (0, 1)]
        done += group.positions
    progress(1.0)
    return counted


def _part_of(progress: Progress, before: float, share: float) -> Progress:
    """Progress on a part of the work, reported as progress on the whole."""
    return lambda part: progress(before + share * part)


def find_group(game: Game, group: Group) -> Header | None:
    """The header of a group's last file if all are there, whole, and of this game and version."""
    try:
        return [check_table(group_file(game, group.number, kind), game) for kind in kinds_of(group)][-1]
    except TableError:
        return None


def solve_group(game: Game, group: Group, progress: Progress, threads: int) -> Header:
    """Solve a group, those that it leads to being solved, and keep its tables."""
    numbers = numbers_of(game)
    places = {signature: place for place, signature in enumerate(group.members)}
    opened: dict[int, list[Any]] = {}
    members: list[Member] = []

    def values(signature: Signature, side: int) -> Any:
        if signature in places:
            return members[places[signature]].values[side]
        other, place = places_of(game)[signature]
        if other.number not in opened:
            opened[other.number] = open_table(group_file(game, other.number, "values"), game)[1]
        return opened[other.number][2 * place + side]

    for signature, size in zip(group.members, group.sizes, strict=True):
        then = {after for mover in (0, 1) for after in following(signature, mover)}
        leads_to = [places[after] for after in then if after in places]
        make = functools.partial(SignatureLayer, numbers, signature, values)
        members.append(Member((size, size), signature.sign, leads_to, make, alone=len(group.members) == 1))
    stamp = source_stamp(rules_sources(game.rulebook.rules), Path(__file__).parent.parent)
    unfinished = Checkpoint(folder_of(game) / f"group-{group.number}.unfinished", stamp)
    solve_rounds(members, PEACEFUL_TURNS, progress, threads, unfinished)
    header = keep_group(game, group, members)
    unfinished.remove()
    return header


def keep_group(game: Game, group: Group, members: list[Member]) -> Header:
    """Write the values last: where there are values a group is whole."""
    sizes = tuple(size for size in group.sizes for _ in (0, 1))
    about: dict[str, Any] = {
        "game": game.spec,
        "board": game.board_hash,
        "rules": game.rules_version,
        "layer": f"group-{group.number}",
        "sizes": sizes,
    }
    plies = [array for member in members for array in member.plies]
    found = {"rounds": [array for member in members for array in member.rounds], "distances": plies}
    for kind in kinds_of(group)[:-1]:
        write_table(group_file(game, group.number, kind), Header(**about, kind=kind, bits=8), found[kind])
    packed = [array for member in members for array in member.values]
    counts = []
    for array, size in zip(packed, sizes, strict=True):
        draws, wins, losses = np.bincount(unpack(array, size), minlength=3)[:3]
        counts.append((int(draws), int(wins), int(losses)))
    longest = max((int(array.max()) for array in plies if len(array)), default=0)
    header = Header(**about, kind="values", bits=2, longest=longest, counts=tuple(counts))
    return write_table(group_file(game, group.number, "values"), header, packed)
