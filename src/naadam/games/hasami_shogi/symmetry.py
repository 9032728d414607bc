"""The symmetries of Hasami Shogi: the camps leave only the mirror, the war game all turns and mirrors of the square."""

from __future__ import annotations

from collections.abc import Iterator

from naadam.core.contract import StateRecord
from naadam.core.parts.symmetry import Symmetry
from naadam.games.hasami_shogi.board import GROUND, cells_of, masks, rows
from naadam.games.hasami_shogi.rules.state import CELLS, NOWHERE
from naadam.kit.images import find_images


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
    """All of them but the identity; with camps those that leave a camp where it is. (The half turn would exchange the
    players.)
    """
    for image in find_images(GROUND.places):
        if war or {image[cell] for cell in rows(1)} == rows(1):
            yield Image(image)
