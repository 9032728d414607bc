"""The pieces of the Conquest reference: their loads (CQ-3, CQ-4), and their notation in a position.

A piece is written as its letter, its spent points, and its load in brackets: `E2(S1S)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

ALLOWANCE = {"S": 2, "E": 6, "C": 8, "K": 6, "H": 6, "G": 8}  # CQ-2
SOLDIERS = {"E": 2, "C": 1}  # CQ-3
FIGURES = {"S": 10, "E": 4, "C": 2, "K": 4, "H": 4, "G": 2}  # CQ-1


@dataclass(frozen=True)
class Piece:
    """A piece with all that it carries."""

    kind: str
    spent: int = 0
    load: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        load = "".join(map(str, self.load))
        return self.kind + (str(self.spent) if self.spent else "") + (f"({load})" if load else "")

    @property
    def vessel(self) -> bool:
        return self.kind in "HG"

    @property
    def figures(self) -> int:
        """CQ-76."""
        return 1 + self.cargo

    @property
    def cargo(self) -> int:
        return sum(piece.figures for piece in self.load)

    @property
    def carries_elephant(self) -> bool:
        return any(piece.kind == "E" for piece in self.load)

    def all_kinds(self) -> Iterator[str]:
        yield self.kind
        for piece in self.load:
            yield from piece.all_kinds()


def read_piece(text: str) -> Piece:
    """The piece that is written so."""
    (piece,) = _read_all(re.findall(r"[A-Z]\d*|[()]", text))
    assert str(piece) == text, f"{text} should be {piece}"
    return piece


def _read_all(words: list[str]) -> list[Piece]:
    """Read pieces up to a closing bracket, or the end; remove them from the words."""
    found: list[Piece] = []
    while words:
        word = words.pop(0)
        if word == ")":
            break
        if word == "(":
            found[-1] = replace(found[-1], load=tuple(_read_all(words)))
        else:
            found.append(Piece(word[0], int(word[1:] or 0)))
    return found


def rested(piece: Piece) -> Piece:
    """The piece with the full allowance for all its figures: it is another turn."""
    return Piece(piece.kind, 0, tuple(map(rested, piece.load)))


def taking_up(carrier: Piece, rider: Piece) -> Piece | None:
    """The carrier once the rider has mounted or boarded it, None if it has no room for it (CQ-3, CQ-4, CQ-34)."""
    if carrier.kind in SOLDIERS:
        if rider.kind != "S" or len(carrier.load) == SOLDIERS[carrier.kind]:
            return None
        return _with_soldiers(carrier, [*carrier.load, rider])
    if not carrier.vessel:
        return None
    if not carrier.load:
        return None if rider.vessel else replace(carrier, load=(rider,))
    if rider.kind != "S":
        return None
    if carrier.load[0].kind == "S":
        return None if len(carrier.load) == 2 else _with_soldiers(carrier, [*carrier.load, rider])
    inner = taking_up(carrier.load[0], rider)
    return None if inner is None else replace(carrier, load=(inner,))


def _with_soldiers(carrier: Piece, soldiers: list[Piece]) -> Piece:
    return replace(carrier, load=tuple(sorted(soldiers, key=lambda soldier: soldier.spent)))


def soldiers_on(piece: Piece) -> list[Piece]:
    """The soldiers that a piece carries, also on the piece aboard it; the one that has spent less first."""
    if piece.vessel and piece.load and piece.load[0].kind in SOLDIERS:
        return list(piece.load[0].load)
    return [rider for rider in piece.load if rider.kind == "S"]


def without_soldier(piece: Piece, soldier: Piece) -> Piece:
    """The carrier when this soldier has left it."""
    if piece.vessel and piece.load[0].kind in SOLDIERS:
        return replace(piece, load=(without_soldier(piece.load[0], soldier),))
    left = list(piece.load)
    left.remove(soldier)
    return replace(piece, load=tuple(left))


def parts(piece: Piece) -> Iterator[tuple[str, Piece, Piece | None]]:
    """The parts of a piece that can move: the prefix in the notation, the part that moves, and the rest that stays."""
    yield "", piece, None
    if piece.vessel and piece.load and piece.load[0].kind in "ECK":
        yield "a.", piece.load[0], replace(piece, load=())
    soldiers = soldiers_on(piece)
    if soldiers:
        yield "s.", soldiers[0], without_soldier(piece, soldiers[0])
    if len(soldiers) == 2 and soldiers[1].spent > soldiers[0].spent:
        yield "t.", soldiers[1], without_soldier(piece, soldiers[1])
