"""The tables of Conquest that compiled rules read, made from a checked board."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations

import numpy as np

from naadam.games.conquest.board import Atlas, Path
from naadam.games.conquest.rules.pieces import KIND
from naadam.games.conquest.rules.state import (
    ANSWERERS,
    BY_LAND,
    BY_SEA,
    CHARIOT,
    ELEPHANT,
    GALLEON,
    KNIGHT,
    LAND,
    LANDING,
    MOST_SEATS,
    MOVERS,
    SHIP,
    SOLDIER,
    STEPS,
    Tables,
)

PLAYERS_OF = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # CQ-12: which of the board's players play
WALKERS = 1 << SOLDIER | 1 << ELEPHANT | 1 << CHARIOT | 1 << KNIGHT
VESSELS = 1 << SHIP | 1 << GALLEON
FAR = 99  # steps to unreachable spaces


def make_tables(atlas: Atlas, *, seats: int, allied: bool) -> Tables:
    spaces, paths = len(atlas.names), atlas.paths
    jumps = list_jumps(atlas)
    pairs = [pair for leaving in atlas.leaving for pair in combinations(leaving, 2)]
    near = [sorted(find_near(atlas, space)) for space in range(spaces)]
    players = PLAYERS_OF[seats]
    capital = [atlas.capital[player] for player in players]
    jump = STEPS + MOVERS * len(paths)
    exchange = jump + len(jumps)
    alone = exchange + ANSWERERS * spaces
    parted = alone + len(paths)
    grail = set(atlas.grail)
    return Tables(
        seats=seats,
        friends=2 if allied else 0,
        spaces=spaces,
        jump=jump,
        exchange=exchange,
        alone=alone,
        parted=parted,
        first=parted + len(pairs),
        path_first=starts_of(spaces, (path.source for path in paths)),
        path_from=ints(path.source for path in paths),
        path_to=ints(path.target for path in paths),
        path_kind=ints(path.kind for path in paths),
        path_open=ints(open_to(path, path.target in grail) for path in paths),
        path_up=ints(path.up for path in paths),
        jump_first=starts_of(spaces, (source for source, _, _ in jumps)),
        jump_from=ints(source for source, _, _ in jumps),
        jump_over=ints(over for _, over, _ in jumps),
        jump_to=ints(target for _, _, target in jumps),
        pair_first=starts_of(spaces, (paths[one].source for one, _ in pairs)),
        pair_one=ints(one for one, _ in pairs),
        pair_two=ints(two for _, two in pairs),
        near_first=ints([0, *accumulate(map(len, near))]),
        near=ints(space for spaces_near in near for space in spaces_near),
        ground=ints(atlas.ground),
        grail=ints(atlas.grail),
        is_grail=ints(space in grail for space in range(spaces)),
        capital=np.array(capital, np.int64),
        matters=ints(space in grail or any(space in each for each in capital) for space in range(spaces)),
        setup=set_up(atlas, players),
        to_grail=ints(count_steps(atlas, atlas.grail)),
        to_capital=np.array([count_steps(atlas, each) for each in capital], np.int64),
        net=np.zeros(1, np.int16),
        learned=0.0,
    )


def ints(values: Iterable[int]) -> np.ndarray:
    return np.array(list(values), np.int64)


def starts_of(spaces: int, sources: Iterable[int]) -> np.ndarray:
    """Where those of each space begin, in a list sorted by space."""
    counts = [0] * spaces
    for source in sources:
        counts[source] += 1
    return ints([0, *accumulate(counts)])


def open_to(path: Path, to_grail: bool) -> int:
    """The kinds of pieces that may take a path."""
    if path.kind == BY_SEA:
        return VESSELS
    kinds = WALKERS
    if to_grail or path.down:  # CQ-61, CQ-85
        kinds &= ~(1 << ELEPHANT | 1 << CHARIOT)
    if path.crossed:  # CQ-86
        kinds &= ~(1 << ELEPHANT)
    return kinds


def list_jumps(atlas: Atlas) -> list[tuple[int, int, int]]:
    """Every jump of a knight: from, over a land space, to (CQ-25)."""
    walks = {path: (path.source, path.target) for path in atlas.paths if path.kind in (BY_LAND, LANDING)}
    onward: list[list[int]] = [[] for _ in atlas.names]
    for source, target in walks.values():
        onward[source].append(target)
    return [
        (source, over, target)
        for source, over in walks.values()
        if atlas.ground[over] == LAND
        for target in onward[over]
        if target != source
    ]


def find_near(atlas: Atlas, space: int) -> set[int]:
    """The spaces at most two paths away."""
    next_to = {atlas.paths[path].target for path in atlas.leaving[space]}
    behind = {atlas.paths[path].target for other in next_to for path in atlas.leaving[other]}
    return (next_to | behind) - {space}


def set_up(atlas: Atlas, players: Sequence[int]) -> np.ndarray:
    """CQ-10: the pieces at the start."""
    pieces = [0] * len(atlas.names)
    for seat, player in enumerate(players):
        for space, kind in atlas.starts[player].items():
            pieces[space] = seat | kind << KIND
    return ints(pieces)


def count_steps(atlas: Atlas, targets: Sequence[int]) -> list[int]:
    """The steps from each space to the nearest target, regardless of pieces; pieces on land never look for ships."""
    steps = dict.fromkeys(targets, 0)
    queue = deque(targets)
    while queue:
        space = queue.popleft()
        for number in atlas.leaving[space]:
            path = atlas.paths[number]
            afoot = path.kind == BY_LAND or atlas.ground[path.target] != LAND
            if afoot and path.target not in steps:
                steps[path.target] = steps[space] + 1
                queue.append(path.target)
    return [steps.get(space, FAR) for space in range(len(atlas.names))]


def count_choices(atlas: Atlas, tables: Tables, seats: int) -> int:
    """The most legal actions that a seat can have.

    Every figure goes along every path, every knight jumps; or it answers with every figure, and every elephant and
    chariot puts soldiers along every path and pair of paths.
    """
    figures = 20 + 6 * min(seats, MOST_SEATS)  # CQ-1, and all vessels seized
    most = max(map(len, atlas.leaving))
    steps = figures * most + 4 * int(np.diff(tables.jump_first).max())
    answers = ANSWERERS * figures + 6 * (most + most * (most - 1) // 2)
    return 1 + max(steps, answers)
