"""Groups of scored layers with endless play between them, solved in rounds.

Play that changes its layer without an end is worth a draw. So a side wins a position only if it wins in finitely many
changes of the layer. In the first round every conversion to another layer of the group counts as a draw, in each
further one as what has been found before, until a round finds nothing new. The *stage* of a win says when it was found:
with its round and its member. A conversion of the winner leads to an earlier stage, so that no winner goes in circles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from naadam.core.errors import NaadamError
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.retrograde.layer import Layer
from naadam.solve.retrograde.scored import DRAW, NO_POSITION, solve_scored
from naadam.solve.table_files import pack, packed_length, unpack

Progress = Callable[[float], None]

MOST_ROUNDS = 255  # the rounds are bytes
LAYER = "layer"  # the part of a checkpoint for the layer under way


class Member:
    """A layer of a group: what has been found of it, and how it is made from what has been found of others."""

    def __init__(
        self, sizes: tuple[int, int], endless: int, leads_to: Sequence[int], make: Callable[[], Layer], alone: bool
    ) -> None:
        self.sizes, self.endless, self.leads_to, self.make = sizes, endless, leads_to, make
        self.values = [np.zeros(packed_length(size), np.uint8) for size in sizes]
        self.plies = [np.zeros(size, np.uint8) for size in sizes]
        self.rounds = [np.zeros(0 if alone else size, np.uint8) for size in sizes]  # 0 of a draw

    def lists(self) -> dict[str, list[Any]]:
        """All that has been found, by name and side to move."""
        return {"values": self.values, "plies": self.plies, "rounds": self.rounds}

    def solve(self, number: int, longest: int, threads: int, checkpoint: Checkpoint | None = None) -> bool:
        """Look at the layer in a round; whether more is won or lost than before."""
        solved = solve_scored(self.make(), self.endless, longest, threads=threads, checkpoint=checkpoint)
        more = False
        for side, size in enumerate(self.sizes):
            old = unpack(self.values[side], size)
            new = (solved.values[side] != old) & (solved.values[side] != NO_POSITION)
            more = more or bool(new.any())
            fresh = new | (old == DRAW)
            self.plies[side][fresh] = solved.plies[side][fresh]
            if len(self.rounds[side]):
                self.rounds[side][new] = number
            self.values[side] = pack(solved.values[side])
        return more


def solve_rounds(
    members: Sequence[Member],
    longest: int,
    progress: Progress = lambda _done: None,
    threads: int = 1,
    checkpoint: Checkpoint | None = None,
) -> int:
    """Solve all members; return the number of rounds. With a checkpoint the work goes on from the last one kept.

    A layer has a checkpoint too, which is removed when what the layer gives is kept.
    """
    kept = _Kept(members, checkpoint) if checkpoint is not None else None
    number, first, due = kept.take_up() if kept is not None else (1, 0, [True] * len(members))
    whole = sum(sum(member.sizes) for member in members)
    while any(due):
        if number > MOST_ROUNDS:
            raise NaadamError(f"a group needs more than {MOST_ROUNDS} rounds")
        done = 0
        for place in range(first, len(members)):
            member = members[place]
            if due[place]:
                due[place] = False
                layer = None if kept is None else kept.checkpoint.part(LAYER, f"{number} {place}")
                if member.solve(number, longest, threads, layer):
                    for other, before in enumerate(members):
                        due[other] = due[other] or place in before.leads_to
                if kept is not None:
                    kept.changed.add(place)
                    kept.keep(number, place + 1, due)
            done += sum(member.sizes)
            progress(1 - 0.5 ** (number - 1) * (1 - 0.5 * done / max(whole, 1)))
        number, first = number + 1, 0
    progress(1.0)
    return number - 1


class _Kept:
    """The checkpoint of a group: a file of each member that has been looked at, and one that says which of them count.

    A member's file is written under a new name, so that those of the last checkpoint count until the next is complete.
    """

    def __init__(self, members: Sequence[Member], checkpoint: Checkpoint) -> None:
        self.members, self.checkpoint = members, checkpoint
        self.changed: set[int] = set()  # members since the last checkpoint
        self._editions = [0] * len(members)  # of each member's file; 0 without one

    def take_up(self) -> tuple[int, int, list[bool]]:
        """The round and the member to go on from, and which members are due."""
        kept = self.checkpoint.load()
        if kept is None:
            return 1, 0, [True] * len(self.members)
        editions = [int(edition) for edition in kept["editions"]]
        found = {place: self._part(place, edition).load() for place, edition in enumerate(editions) if edition}
        for place, arrays in found.items():
            if arrays is None:
                raise NaadamError(f"{self._part(place, editions[place]).file} is damaged: remove it and all like it")
            for name, pair in self.members[place].lists().items():
                pair[:] = [arrays.pop(f"{name}-{side}") for side in (0, 1)]  # not copied: they may be very large
        self._editions = editions
        return int(kept["at"][0]), int(kept["at"][1]), [bool(due) for due in kept["due"]]

    def keep(self, number: int, place: int, due: list[bool]) -> None:
        """Keep the work if it is time, or if the last layer took so long that it has a checkpoint."""
        layer = self.checkpoint.part(LAYER)
        if not layer.files() and not self.checkpoint.due():
            return
        old = [self._part(changed, self._editions[changed]) for changed in self.changed]
        for changed in self.changed:
            self._editions[changed] += 1
            lists = self.members[changed].lists()
            arrays = {f"{name}-{side}": pair[side] for name, pair in lists.items() for side in (0, 1)}
            self._part(changed, self._editions[changed]).save(**arrays)
        self.checkpoint.save(at=np.array([number, place]), due=np.array(due), editions=np.array(self._editions))
        self.changed.clear()
        for each in (*old, layer):
            each.remove()

    def _part(self, place: int, edition: int) -> Checkpoint:
        return self.checkpoint.part(f"member-{place}-{edition}")
