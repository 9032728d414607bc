"""The symmetries of a board of Bagh Chal: the turns and mirrors of the square that map its lines onto themselves."""

from __future__ import annotations

from collections.abc import Iterator

from naadam.core.contract import StateRecord
from naadam.core.parts.symmetry import Symmetry
from naadam.games.bagh_chal.board import Grid
from naadam.games.bagh_chal.rules.state import NOWHERE
from naadam.kit.images import find_images, turn_bits


class Image(Symmetry):
    """The board turned or mirrored: point p goes to `image[p]`."""

    def __init__(self, grid: Grid, image: tuple[int, ...]) -> None:
        self.moves = grid.moves
        self.image = image

    def state(self, state: StateRecord) -> StateRecord:
        turned = state.copy()
        for field in ("tigers", "goats"):
            turned[field] = turn_bits(int(state[field]), self.image)
        for field in ("alpha", "buck"):
            if state[field] != NOWHERE:
                turned[field] = self.image[state[field]]
        for field in ("goats_barred", "tigers_barred"):
            if state[field] != NOWHERE:
                turned[field] = self.action(int(state[field]))
        return turned

    def action(self, action: int) -> int:
        return self.moves.turned(action, self.image)


def find_symmetries(grid: Grid) -> Iterator[Image]:
    """All of them but the identity."""
    joined = {frozenset(line) for line in (*grid.steps(), *grid.jumps())}
    for image in find_images(grid.places):
        if {frozenset(image[point] for point in line) for line in joined} == joined:
            yield Image(grid, image)
