"""The symmetries of Hasami Shogi: the camps leave only the mirror, the war game all turns and mirrors of the square."""

from __future__ import annotations

from collections.abc import Iterator

from naadam.core.contract import StateRecord
from naadam.core.symmetry import Symmetry
from naadam.games.hasami_shogi.board import cells_of, masks
from naadam.games.hasami_shogi.rules.state import CELLS, NOWHERE, SIDE


class Image(Symmetry):
    """The board turned or mirrored: cell c goes to `image[c]`."""

    def __init__(self, image: tuple[int, ...]) -> None:
        self.image = image

    def state(self, state: StateRecord) -> StateRecord:
        turned = state.copy()
        for seat in range(2):
            turned.near[seat], turned.far[seat] = self._set(state.near[seat], state.far[seat])
            if state.shogun[seat] != NOWHERE:
                turned.shogun[seat] = self.image[state.shogun[seat]]
        turned.taken_near, turned.taken_far = self._set(state.taken_near, state.taken_far)
        return turned

    def _set(self, near: int, far: int) -> tuple[int, int]:
        return masks(self.image[cell] for cell in cells_of(near, far))

    def action(self, action: int) -> int:
        source, target = divmod(action, CELLS)
        return self.image[source] * CELLS + self.image[target]


def find_symmetries(war: bool) -> Iterator[Image]:
    """All of them but the identity. (The half turn of the game with camps would exchange the players.)"""
    last = SIDE - 1
    for transposed in (False, True):
        for upside_down in (False, True):
            for mirrored in (False, True):
                image = []
                for cell in range(CELLS):
                    rank, file = divmod(cell, SIDE)
                    if transposed:
                        rank, file = file, rank
                    image.append((last - rank if upside_down else rank) * SIDE + (last - file if mirrored else file))
                only_mirrored = mirrored and not upside_down and not transposed
                if only_mirrored or (war and image != list(range(CELLS))):
                    yield Image(tuple(image))
