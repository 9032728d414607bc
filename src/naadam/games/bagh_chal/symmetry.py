"""The symmetries of a board of Bagh Chal: the turns and mirrors of the square that map its lines onto themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from naadam.core.contract import StateRecord
from naadam.core.symmetry import Symmetry
from naadam.games.bagh_chal.board import Grid
from naadam.games.bagh_chal.rules.state import NOWHERE

TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
MIRRORS = ((-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0))


class Image(Symmetry):
    """The board turned or mirrored: point p goes to `image[p]`."""

    def __init__(self, image: tuple[int, ...]) -> None:
        self.image = image

    def state(self, state: StateRecord) -> StateRecord:
        turned = state.copy()
        for field in ("tigers", "goats"):
            setattr(turned, field, sum(1 << to for point, to in enumerate(self.image) if state[field] >> point & 1))
        for field in ("alpha", "buck"):
            if state[field] != NOWHERE:
                setattr(turned, field, self.image[state[field]])
        for field in ("goats_barred", "tigers_barred"):
            if state[field] != NOWHERE:
                setattr(turned, field, self.action(int(state[field])))
        return turned

    def action(self, action: int) -> int:
        points = len(self.image)
        if action == points * points + points:
            return action
        if action >= points * points:
            return points * points + self.image[action - points * points]
        source, target = divmod(action, points)
        return self.image[source] * points + self.image[target]


def find_symmetries(grid: Grid) -> Iterator[Image]:
    """All of them but the identity."""
    middle_x = sum(x for x, _ in grid.places) / len(grid.places)
    middle_y = sum(y for _, y in grid.places) / len(grid.places)
    centred = [(x - middle_x, y - middle_y) for x, y in grid.places]
    steps = {frozenset(step) for line in grid.lines for step in pairwise(line)}
    jumps = {frozenset((source, over, target)) for source, over, target in grid.jumps()}
    for a, b, c, d in (*TURNS[1:], *MIRRORS):
        moved = [(a * x + b * y, c * x + d * y) for x, y in centred]
        image = tuple(
            next((p for p, (u, v) in enumerate(centred) if abs(u - x) + abs(v - y) < 0.01), NOWHERE) for x, y in moved
        )
        if NOWHERE in image:
            continue
        if {frozenset(image[p] for p in step) for step in steps} != steps:
            continue
        if {frozenset(image[p] for p in jump) for jump in jumps} == jumps:
            yield Image(image)
