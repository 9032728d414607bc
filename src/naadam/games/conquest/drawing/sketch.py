"""The pieces of Conquest as lines of plain text, for a terminal: the board itself is too large for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from naadam.drawing.description import Piece
from naadam.games.conquest.drawing.pieces import KINDS

WIDEST = 78
LETTERS = dict(zip(KINDS, "SECKHG", strict=True))  # as in positions


def sketch_pieces(pieces: Sequence[Piece], seats: int) -> str:
    """A paragraph for each player: the letter of each kind with the spaces where it stands and its load."""
    return "\n".join(line for seat in range(seats) for line in sketch_side(pieces, seat))


def sketch_side(pieces: Sequence[Piece], seat: int) -> Iterator[str]:
    kinds: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.seat == seat:
            load = "".join(LETTERS[kind] for kind in piece.load)
            kinds.setdefault(piece.kind, []).append(piece.point + (f"({load})" if load else ""))
    words = "  ".join(f"{LETTERS[kind]} {' '.join(kinds[kind])}" for kind in KINDS if kind in kinds) or "-"
    yield from wrap(words, WIDEST, initial_indent=f"{seat + 1}: ", subsequent_indent="   ")
