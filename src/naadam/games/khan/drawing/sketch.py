"""The board of Khan as lines of plain text, for a terminal."""

from __future__ import annotations

from string import ascii_lowercase

from naadam.core.contract import StateRecord
from naadam.core.seats import seats_in
from naadam.games.khan.board import TERRAIN, Realm
from naadam.games.khan.rules.state import ANY, NEUTRAL, NOTHING, ORIENTATIONS, TILES

LETTERS = {"mountain": "^", "ice": "*", "tundra": '"', "rocky": ":", "sand": ".", "forest": "%", "river": "~"}


def sketch_board(realm: Realm, view: StateRecord) -> str:
    """Yurts by the number of their player, `o` for neutral ones, rulers by their letters; `[1]` is a cell of a tile,
    `=1=` of a bridge, with its owner, or `+` for several."""
    cells = [f" {LETTERS[TERRAIN[ground]]} " for ground in realm.ground]
    for owner, words in enumerate(view.yurts[:ANY]):
        for cell in realm.cells_in(words):
            cells[cell] = " o " if owner == NEUTRAL else f" {owner + 1} "
    for ruler, cell in zip(realm.rulers, view.ruler, strict=True):
        if cell != NOTHING:
            cells[cell] = f" {ruler.letter} "
    for conquest, owners in zip(view.laid[: view.laid_count], view.owners, strict=False):
        seats = seats_in(int(owners))
        owner_of = str(seats[0] + 1) if len(seats) == 1 else "+"
        for cell in realm.covered(int(conquest)) or ():
            cells[cell] = f"[{owner_of}]" if conquest % ORIENTATIONS < TILES else f"={owner_of}="
    head = "   " + "".join(f" {letter} " for letter in ascii_lowercase[: realm.columns])
    rows = ("".join(cells[row * realm.columns : (row + 1) * realm.columns]) for row in range(realm.rows))
    return "\n".join((head.rstrip(), *(f"{row:>2} {line}".rstrip() for row, line in enumerate(rows, 1))))
