"""The turns and mirrors of a board that map its places onto places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naadam.drawing.stage import Place

TURNS_AND_MIRRORS = (
    (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip
NEAR = 0.01


def find_images(places: Sequence[Place]) -> Iterator[tuple[int, ...]]:
    """Where every place goes in each turn and mirror, the identity left out."""
    middle = [sum(axis) / len(places) for axis in zip(*places, strict=True)]
    centred = [(x - middle[0], y - middle[1]) for x, y in places]
    for a, b, c, d in TURNS_AND_MIRRORS:
        image = []
        for x, y in centred:
            to = (a * x + b * y, c * x + d * y)
            image += [n for n, (u, v) in enumerate(centred) if abs(u - to[0]) + abs(v - to[1]) < NEAR]
        if len(image) == len(places):
            yield tuple(image)


def turn_bits(bits: int, image: Sequence[int]) -> int:
    """A set of places as bits, on the turned board."""
    return sum(1 << to for place, to in enumerate(image) if bits >> place & 1)
