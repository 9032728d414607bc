"""Signatures of Jarmo: their successors, the score of endless play in one, and their sizes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from naadam.solve.retrograde.groups import find_groups


class Side(NamedTuple):
    """The soldiers of one side."""

    archers: int  # outside the enemy camp, as the guards
    guards: int
    inside: int  # the enemy camp
    captured: int
    hand: int

    @property
    def outside(self) -> int:
        return self.archers + self.guards

    @property
    def beaten(self) -> bool:
        """True if no soldier is on the board or in hand (JA-11)."""
        return self.outside + self.inside + self.hand == 0

    @property
    def arrived(self) -> bool:
        """True if all soldiers on the board, at least one, are in the enemy camp (JA-10)."""
        return self.outside == 0 and self.inside > 0


class Signature(NamedTuple):
    green: Side
    blue: Side

    @property
    def over(self) -> bool:
        return any(side.beaten or side.arrived for side in self)

    @property
    def sign(self) -> int:
        """1 if green wins where the game is scored, -1 if blue does, 0 in a draw (JA-13)."""
        green, blue = ((side.outside + 2 * side.inside, side.inside) for side in self)
        return (green > blue) - (green < blue)

    def __str__(self) -> str:
        return " ".join("-".join(map(str, side)) for side in self)


def start_of(soldiers: int) -> Signature:
    return Signature(Side(soldiers, 0, 0, 0, 0), Side(soldiers, 0, 0, 0, 0))


def following(signature: Signature, mover: int) -> Iterator[Signature]:
    """The signatures that one turn of a side can lead to, other than the signature itself."""
    own, other = signature[mover], signature[1 - mover]
    turns = [(after, other) for after in _arrivals(own)]
    for taken, in_own_camp in _captures(other):
        turns += [(after, taken) for after in _promotions(own)]
        turns += [] if in_own_camp else [(after, taken) for after in _arrivals(own)]
    if own.hand:
        turns.append((own._replace(archers=own.archers + 1, hand=own.hand - 1), other))
    for after, rival in turns:
        yield Signature(rival, after) if mover else Signature(after, rival)


def _captures(side: Side) -> Iterator[tuple[Side, bool]]:
    """The side after the loss of a soldier, and whether that was in the camp of the capturer."""
    for kind in ("archers", "guards", "inside"):
        count = getattr(side, kind)
        if count:
            yield side._replace(**{kind: count - 1, "captured": side.captured + 1}), kind == "inside"


def _promotions(side: Side) -> Iterator[Side]:
    """The side after a capture outside the enemy camp (JA-5)."""
    if side.archers:
        yield side._replace(archers=side.archers - 1, guards=side.guards + 1)
    if side.guards:
        yield side


def _arrivals(side: Side) -> Iterator[Side]:
    """The side after one of its soldiers has entered the enemy camp (JA-6 to JA-8)."""
    if side.archers:
        yield side._replace(archers=side.archers - 1, inside=side.inside + 1)
    if side.guards:
        after = side._replace(guards=side.guards - 1, inside=side.inside + 1)
        yield after
        if side.captured:
            yield after._replace(captured=side.captured - 1, hand=side.hand + 1)
            yield after._replace(captured=side.captured - 1, archers=side.archers + 1)


def count_positions(signature: Signature, camp: int, field: int) -> int:
    """The positions of a signature with one side to move, where each camp has `camp` points, as there are soldiers."""
    return sum(count_by_field(signature, camp, field))


def count_by_field(signature: Signature, camp: int, field: int) -> list[int]:
    """The same by the number of green's soldiers in the field, which has so many points."""
    green, blue = signature
    kinds = comb(camp, green.inside) * comb(camp, blue.inside)
    kinds *= comb(green.outside, green.guards) * comb(blue.outside, blue.guards)
    return [
        kinds
        * comb(field, out)
        * comb(camp - blue.inside, green.outside - out)
        * comb(field - out + camp - green.inside, blue.outside)
        for out in range(camp + 1)
        if out <= green.outside
    ]


class Group(NamedTuple):
    """Signatures between which play can go to and fro."""

    number: int
    members: tuple[Signature, ...]
    sizes: tuple[int, ...]  # positions of each member with one side to move

    @property
    def positions(self) -> int:
        return 2 * sum(self.sizes)


@functools.lru_cache(maxsize=4)
def list_groups(soldiers: int, field: int) -> tuple[Group, ...]:
    """All groups that the start can lead to, each after those that it leads to, the small endings first."""
    after: dict[Signature, list[Signature]] = {}
    waiting = [start_of(soldiers)]
    while waiting:
        signature = waiting.pop()
        if signature not in after:
            found = {then for mover in (0, 1) for then in following(signature, mover) if not then.over}
            after[signature] = sorted(found)
            waiting += after[signature]
    sizes = {signature: count_positions(signature, soldiers, field) for signature in after}
    groups = find_groups(after)
    reach = [0] * len(groups)  # a mask of the groups that each one leads to, with itself
    owner = {signature: number for number, group in enumerate(groups) for signature in group}
    for number, group in enumerate(groups):
        reach[number] = 1 << number
        for other in {owner[then] for signature in group for then in after[signature]} - {number}:
            reach[number] |= reach[other]
    weights = [sum(sizes[signature] for signature in group) for group in groups]
    totals = [sum(weight for bit, weight in enumerate(weights) if mask >> bit & 1) for mask in reach]
    order = sorted(range(len(groups)), key=lambda number: (totals[number], reach[number].bit_count(), number))
    return tuple(
        Group(number, tuple(sorted(groups[old])), tuple(sizes[signature] for signature in sorted(groups[old])))
        for number, old in enumerate(order)
    )
