"""Why a step without a capture is good, in the words of Conquest: places held, pieces guarded, the way ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.games.conquest import rules
from naadam.games.conquest.board import Atlas
from naadam.games.conquest.notation import Deed
from naadam.games.conquest.rules.state import KNIGHT, SHIP, SOLDIER, Tables

plain = PlainRules(rules)

CLAUSES = {
    "holds-grail": "CQ-62",
    "holds-capital": "CQ-60",
    "mounts": "CQ-24",
    "boards": "CQ-33",
    "leaves": "CQ-40",
    "guards": "CQ-50",
    "hunts": "CQ-40",
    "to-grail": "CQ-62",
    "to-capital": "CQ-60",
}


class Purpose(NamedTuple):
    """The purpose of a step: a key of the texts, the space that matters, the seat that owns it, and steps left."""

    key: str
    space: int = 0
    seat: int = 0
    steps: int = 0


class Reasons:
    def __init__(self, atlas: Atlas, tables: Tables) -> None:
        self.atlas = atlas
        self.tables = tables

    def find(self, state: StateRecord, seat: int, deed: Deed) -> Purpose | None:
        """The plainest thing that a step or jump does; None for captures and for all else."""
        if deed.verb not in ("step", "jump"):
            return None
        source, target = deed.spaces[0], deed.spaces[-1]
        piece, there = int(state.pieces[source]), int(state.pieces[target])
        if there and there & 3 != seat:
            return None
        part = int(plain.part_of(piece, deed.mover)) if plain.has_part(piece, deed.mover) else piece
        return next(self._purposes(state, seat, part, source, target), None)

    def _purposes(self, state: StateRecord, seat: int, part: int, source: int, target: int) -> Iterator[Purpose]:
        there = int(state.pieces[target])
        if there:
            yield Purpose("boards" if plain.kind_of(there) >= SHIP else "mounts", target)
            return
        if self.tables.is_grail[target] and not self.tables.is_grail[source]:
            yield Purpose("holds-grail", target)
        for enemy in self._enemies(state, seat):
            capital = self.tables.capital[enemy].tolist()
            if target in capital and source not in capital:
                yield Purpose("holds-capital", target, enemy)
        before = self._threats(state, seat, part, source)
        if before and not self._threats(state, seat, part, target):
            yield Purpose("leaves", before[0])
        for space in self._near(target):
            if space not in (source, *self._near(source)) and self._needs_guard(state, seat, part, space):
                yield Purpose("guards", space)
        yield from self._hunts(state, seat, part, source, target)
        yield from self._ways(state, seat, part, source, target)

    def _enemies(self, state: StateRecord, seat: int) -> list[int]:
        """The enemies that are not out."""
        others = range(self.tables.seats)
        return [other for other in others if not plain.is_friend(self.tables, other, seat) and state.figures[other] > 0]

    def _near(self, space: int) -> list[int]:
        """The spaces at most two steps away."""
        first, last = self.tables.near_first[space], self.tables.near_first[space + 1]
        return [int(each) for each in self.tables.near[first:last]]

    def _threats(self, state: StateRecord, seat: int, part: int, space: int) -> list[int]:
        """Where enemies stand, at most two steps from a space, that could take a piece there."""
        return [near for near in self._near(space) if self._fights(seat, int(state.pieces[near]), part)]

    def _fights(self, seat: int, piece: int, part: int) -> bool:
        return bool(piece) and not plain.is_friend(self.tables, piece & 3, seat) and bool(plain.threatens(piece, part))

    def _needs_guard(self, state: StateRecord, seat: int, part: int, space: int) -> bool:
        """True if a piece of the same kind could be taken there, and no friend that could answer is near."""
        piece = int(state.pieces[space])
        if not piece or piece & 3 != seat or plain.is_vessel(piece) != plain.is_vessel(part):
            return False
        friends = (int(state.pieces[near]) for near in self._near(space))
        guarded = any(
            other and plain.is_friend(self.tables, other & 3, seat) and plain.is_vessel(other) == plain.is_vessel(piece)
            for other in friends
        )
        return not guarded and bool(self._threats(state, seat, piece, space))

    def _hunts(self, state: StateRecord, seat: int, part: int, source: int, target: int) -> Iterator[Purpose]:
        """An enemy two steps away at most that could be taken, and was not so near before."""
        before = {source, *self._near(source)}
        for space in self._near(target):
            other = int(state.pieces[space])
            strange = other and not plain.is_friend(self.tables, other & 3, seat)
            if strange and space not in before and plain.threatens(part, other):
                yield Purpose("hunts", space, other & 3)

    def _ways(self, state: StateRecord, seat: int, part: int, source: int, target: int) -> Iterator[Purpose]:
        """Nearer to the Grail, or to the capital of an enemy, for the piece itself or for its load."""
        walkers = {int(plain.kind_of(part))} if not plain.is_vessel(part) else set()
        if plain.cargo_of(part):
            walkers.add(int(plain.cargo_of(part)))
        if plain.soldiers_of(part):
            walkers.add(SOLDIER)
        ways: list[Purpose] = []
        if walkers & {SOLDIER, KNIGHT} and self.tables.to_grail[target] < self.tables.to_grail[source]:
            ways.append(Purpose("to-grail", steps=int(self.tables.to_grail[target])))
        if walkers:
            rows = ((enemy, self.tables.to_capital[enemy]) for enemy in self._enemies(state, seat))
            ways += [
                Purpose("to-capital", seat=enemy, steps=int(row[target]))
                for enemy, row in rows
                if row[target] < row[source]
            ]
        yield from sorted((way for way in ways if way.steps > 0), key=lambda way: way.steps)
