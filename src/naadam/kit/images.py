"""The turns and mirrors of a board that map its places onto places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from naadam.drawing.stage import Place
from naadam.kit.moves import NOWHERE

TURNS_AND_MIRRORS = (
    (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip
NEAR = 0.01
AROUND = tuple(product((-1, 0, 1), repeat=2))


def find_images(places: Sequence[Place]) -> Iterator[tuple[int, ...]]:
    """Where every place goes in each turn and mirror, the identity left out; a point near a place is that place."""
    middle = [sum(axis) / len(places) for axis in zip(*places, strict=True)]
    centred = [((x - middle[0]) / NEAR, (y - middle[1]) / NEAR) for x, y in places]
    at = {(round(x) + i, round(y) + j): number for number, (x, y) in enumerate(centred) for i, j in AROUND}
    for a, b, c, d in TURNS_AND_MIRRORS:
        image = tuple(at.get((round(a * x + b * y), round(c * x + d * y)), NOWHERE) for x, y in centred)
        if NOWHERE not in image and len(set(image)) == len(places):
            yield image


def turn_bits(bits: int, image: Sequence[int]) -> int:
    """A set of places as bits, on the turned board."""
    return sum(1 << to for place, to in enumerate(image) if bits >> place & 1)
