"""Hasami Shogi, the war game and Shoguns: a slow and obvious reference, written from the rule clauses alone.

It exists to check a fast implementation against, so it shares nothing with one: cells are names, a position is a
dictionary of pieces, every position is a new object, and nothing is kept up to date that can be worked out afresh.

A move is a pair of cells, origin and target. No piece slides over another, so the pair tells a slide from a jump.

Run as a program it prints the perft table.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

Cell = str
Move = tuple[Cell, Cell]
Result = tuple[str, str]  # winner ("green", "red" or "draw") and the clause that says so

GREEN, RED, DRAW = "green", "red", "draw"
FIVE, WAR = "five", "war"
COLUMNS, ROWS = "abcdefghi", "123456789"
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)  # HS-1
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))

LINE_TO_WIN = 5  # HS-8
CAPTURES_TO_WIN = 14  # HS-9
OCCURRENCES_TO_DRAW = 3  # HS-10
QUIET_TURNS_TO_DRAW = 200  # HS-11: 100 turns by each player, and the players alternate

BATTLEFIELD = frozenset(cell for cell in CELLS if cell[1] in "34567")  # HS-1
CAMP_ROWS = {FIVE: {GREEN: "12", RED: "89"}, WAR: {GREEN: "1", RED: "9"}}  # HS-1, HS-20
SHOGUNS = {FIVE: {GREEN: "e2", RED: "e8"}, WAR: {GREEN: "e1", RED: "e9"}}  # HS-30
CORNERS = {"a1": ("a2", "b1"), "i1": ("i2", "h1"), "a9": ("a8", "b9"), "i9": ("i8", "h9")}  # HS-22


class Piece(NamedTuple):
    owner: str
    shogun: bool


def other(player: str) -> str:
    return RED if player == GREEN else GREEN


@cache
def step(cell: Cell, direction: tuple[int, int], length: int = 1) -> Cell | None:
    """The cell so many steps away in a direction, or None beyond the edge."""
    column = COLUMNS.index(cell[0]) + length * direction[0]
    row = ROWS.index(cell[1]) + length * direction[1]
    return COLUMNS[column] + ROWS[row] if 0 <= column < 9 and 0 <= row < 9 else None


class Reference:
    """A position with its history. It never changes; `apply` returns a new one."""

    def __init__(self, variant: str = FIVE, shoguns: bool = False) -> None:
        """Make the start position (HS-1, HS-2, HS-20, HS-30)."""
        if variant not in CAMP_ROWS:
            raise ValueError(f"unknown variant: {variant}")
        self.variant = variant
        self.shoguns = shoguns
        self.turn = GREEN  # whose turn it is, also when the game is over: then, whose turn it would be
        self.pieces: Mapping[Cell, Piece] = {
            cell: Piece(owner, shoguns and cell == SHOGUNS[variant][owner])
            for owner in (GREEN, RED)
            for cell in CELLS
            if self._in_camp(cell, owner)
        }
        self.quiet = 0  # turns since the last capture, of both players (HS-11)
        self.history: tuple[tuple[str, frozenset[tuple[Cell, Piece]]], ...] = (self._sameness(),)  # HS-10
        self.result: Result | None = None

    @classmethod
    def setup(
        cls,
        variant: str = FIVE,
        shoguns: bool = False,
        *,
        green: Iterable[Cell],
        red: Iterable[Cell],
        green_shogun: Cell | None = None,
        red_shogun: Cell | None = None,
        player: str = GREEN,
        quiet: int = 0,
    ) -> Reference:
        """Make any position in which the game goes on, with no history before it.

        `green` and `red` include the Shoguns' cells. Enemies captured are those missing from the board.
        """
        reference = cls(variant, shoguns)
        pieces: dict[Cell, Piece] = {}
        for owner, cells, shogun in ((GREEN, green, green_shogun), (RED, red, red_shogun)):
            for cell in cells:
                if cell not in CELLS or cell in pieces:
                    raise ValueError(f"{cell} is no cell, or is taken twice")
                pieces[cell] = Piece(owner, cell == shogun)
            if shogun is not None and (not shoguns or pieces[shogun].owner != owner):
                raise ValueError("a Shogun is one of its player's pieces, and belongs to an option")
        reference.pieces = pieces
        reference.turn = player
        reference.quiet = quiet
        reference.history = (reference._sameness(),)
        return reference

    # Queries of a position, for the tests.

    @property
    def player(self) -> str | None:
        """The player to move, or None when the game is over."""
        return None if self.result is not None else self.turn

    def count(self, owner: str) -> int:
        return sum(piece.owner == owner for piece in self.pieces.values())

    def captured_by(self, player: str) -> int:
        """How many enemy pieces a player has captured: pieces leave the board in no other way."""
        full = 18 if self.variant == FIVE else 9  # HS-1, HS-20
        return full - self.count(other(player))

    def moves(self) -> set[Move]:
        """All legal moves; none when the game is over."""
        return set() if self.result is not None else self._moves_of(self.turn)

    # How pieces move.

    def _moves_of(self, player: str) -> set[Move]:
        return {
            (origin, target)
            for origin, piece in self.pieces.items()
            if piece.owner == player
            for target in self._targets(origin, piece)
            if self._may_enter(piece.owner, origin, target)
        }

    def _targets(self, origin: Cell, piece: Piece) -> set[Cell]:
        found: set[Cell] = set()
        # HS-31: a Shogun slides and jumps diagonally in the same way.
        for direction in STRAIGHT + DIAGONAL if piece.shogun else STRAIGHT:
            # HS-3: any number of empty cells.
            target = step(origin, direction)
            while target is not None and target not in self.pieces:
                found.add(target)
                target = step(target, direction)
            # HS-4: over exactly one adjacent piece of either colour, to the empty cell directly behind; single.
            over, behind = step(origin, direction), step(origin, direction, 2)
            if over in self.pieces and behind is not None and behind not in self.pieces:
                found.add(behind)
        return found

    def _in_camp(self, cell: Cell, owner: str) -> bool:
        return cell[1] in CAMP_ROWS[self.variant][owner]

    def _may_enter(self, owner: str, origin: Cell, target: Cell) -> bool:
        """HS-5, HS-32: not the enemy camp; the own camp only from inside, where the piece has never left it."""
        if self.variant == WAR:
            return True  # HS-20, HS-24
        if self._in_camp(target, other(owner)):
            return False
        return not self._in_camp(target, owner) or self._in_camp(origin, owner)

    # Making a move.

    def apply(self, move: Move) -> Reference:
        """The position after a legal move."""
        if move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        origin, target = move
        pieces = dict(self.pieces)
        pieces[target] = pieces.pop(origin)
        taken = captures(pieces, target, corners=self.variant == WAR)
        for cell in taken:  # HS-12: all captures happen simultaneously
            del pieces[cell]
        following = Reference(self.variant, self.shoguns)
        following.pieces = pieces
        following.turn = other(self.turn)
        following.quiet = 0 if taken else self.quiet + 1
        following.history = (*self.history, following._sameness())
        following.result = following._win(mover=self.turn) or following._draw()
        return following

    def _sameness(self) -> tuple[str, frozenset[tuple[Cell, Piece]]]:
        """HS-10: the identity of a position: the player to move and the pieces."""
        return self.turn, frozenset(self.pieces.items())

    # HS-12: the order in which ends are looked at. Only the mover can win.

    def _win(self, mover: str) -> Result | None:
        if self.variant == FIVE:
            if self._has_line(mover):
                return mover, "HS-8"
            if self.captured_by(mover) >= CAPTURES_TO_WIN:
                return mover, "HS-9"
        elif self.count(other(mover)) <= 1:
            return mover, "HS-23"
        if not self._moves_of(self.turn):
            return mover, "HS-10"
        return None

    def _has_line(self, player: str) -> bool:
        """HS-8: five in an unbroken line along a row, a column or a diagonal, all on the battlefield."""
        own = {cell for cell, piece in self.pieces.items() if piece.owner == player} & BATTLEFIELD
        return any(
            all(step(cell, direction, length) in own for length in range(LINE_TO_WIN))
            for cell in own
            for direction in STRAIGHT + DIAGONAL
        )

    def _draw(self) -> Result | None:
        if self.history.count(self.history[-1]) >= OCCURRENCES_TO_DRAW:
            return DRAW, "HS-10"
        if self.quiet >= QUIET_TURNS_TO_DRAW:
            return DRAW, "HS-11"
        return None


def captures(pieces: Mapping[Cell, Piece], moved: Cell, corners: bool) -> set[Cell]:
    """HS-6, HS-7: the captures of the piece that has just moved to a cell; with HS-22 if corners count."""
    owner = pieces[moved].owner
    taken: set[Cell] = set()
    for direction in STRAIGHT:
        enclosed: list[Cell] = []
        cell = step(moved, direction)
        while cell is not None and cell in pieces and pieces[cell].owner != owner:
            enclosed.append(cell)
            cell = step(cell, direction)
        if cell in pieces:  # an own piece, at the other end
            taken.update(enclosed)
    if corners:
        for corner, sides in CORNERS.items():
            both = all(side in pieces and pieces[side].owner == owner for side in sides)
            if moved in sides and both and corner in pieces and pieces[corner].owner != owner:
                taken.add(corner)
    return taken


# ---------------------------------------------------------------------------------------------------------------------
# Perft


def perft(reference: Reference, depth: int) -> int:
    """Count the sequences of exactly `depth` moves. Sequences that end earlier do not count."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(reference.moves())
    return sum(perft(reference.apply(move), depth - 1) for move in reference.moves())


# ---------------------------------------------------------------------------------------------------------------------
# Positions as text
#
# A spec is a game with its options, and then, after semicolons, a set-up or moves or both, without spaces:
#
#     hasami-shogi:variant=war,shoguns=true;green=a1,b2;red=c3,d4;green_shogun=a1;player=red;quiet=7;moves=c3-c4,a1-b2


def read_spec(spec: str) -> Reference:
    """Make the position that a spec describes."""
    game, *parts = spec.split(";")
    name, _, options_text = game.partition(":")
    if name != "hasami-shogi":
        raise ValueError(f"unknown game: {name}")
    options = dict(option.split("=") for option in options_text.split(",") if option)
    variant, shoguns = options.pop("variant", FIVE), options.pop("shoguns", "false") == "true"
    given = dict(part.split("=", 1) for part in parts)
    moves = given.pop("moves", "")
    reference = Reference(variant, shoguns)
    if given:
        reference = Reference.setup(
            variant,
            shoguns,
            green=given.pop("green").split(","),
            red=given.pop("red").split(","),
            green_shogun=given.pop("green_shogun", None),
            red_shogun=given.pop("red_shogun", None),
            player=given.pop("player"),
            quiet=int(given.pop("quiet", "0")),
        )
    if options or given:
        raise ValueError(f"unknown parts: {options} {given}")
    for move in filter(None, moves.split(",")):
        origin, target = move.split("-")
        reference = reference.apply((origin, target))
    return reference


def write_position(reference: Reference) -> str:
    """The spec of a position, without its history."""
    cells = {
        owner: ",".join(cell for cell in CELLS if cell in reference.pieces and reference.pieces[cell].owner == owner)
        for owner in (GREEN, RED)
    }
    parts = [f"hasami-shogi:variant={reference.variant},shoguns={str(reference.shoguns).lower()}"]
    parts += [f"{owner}={cells[owner]}" for owner in (GREEN, RED)]
    parts += [f"{piece.owner}_shogun={cell}" for cell, piece in sorted(reference.pieces.items()) if piece.shogun]
    return ";".join([*parts, f"player={reference.turn}", f"quiet={reference.quiet}"])


# ---------------------------------------------------------------------------------------------------------------------
# Cases: specs and how deep to count

Case = tuple[str, int]

START_CASES: tuple[Case, ...] = (
    ("hasami-shogi:variant=five,shoguns=false", 4),
    ("hasami-shogi:variant=five,shoguns=true", 3),
    ("hasami-shogi:variant=war,shoguns=false", 3),
    ("hasami-shogi:variant=war,shoguns=true", 3),
)

SPECIAL_CASES: tuple[Case, ...] = (
    # Few pieces, so that deep counts meet captures in corners, the last piece but one, repetition and the bound.
    ("hasami-shogi:variant=war;green=b1,c3,e5;red=a1,i9,d7;player=green;quiet=0", 4),
    ("hasami-shogi:variant=war,shoguns=true;green=b1,c4,e5;green_shogun=c4;red=a1,h8;red_shogun=h8;player=green", 4),
    ("hasami-shogi:variant=war;green=a1,b2;red=h9,i8;player=green;moves=a1-a2,i8-i7,a2-a1,i7-i8,a1-a2,i8-i7", 4),
    ("hasami-shogi:variant=war;green=a1,b2;red=h9,i8;player=red;quiet=197", 4),
    # A player shut in; a line of five and the fourteenth capture close by.
    (
        "hasami-shogi;green=a1,b1,c1,d1,f1,g1,h1,i1,e2,d3,c4,d4,a5,b5,c5,a6,b6;red=a3,b3,c3,a4,b4;player=green;quiet=9",
        3,
    ),
    ("hasami-shogi;green=a1,b1,b3,c4,d5,e6,a7;red=a9,b9,b7,c6,d4,e3;player=red;quiet=3", 3),
    ("hasami-shogi;green=a5,c2,d5,e5,f5,g5,b3;red=b5,a9,c9,e6,i3;player=green;quiet=198", 3),
    (
        "hasami-shogi:shoguns=true;green=a5,c3,d5,e5,f5,g6;green_shogun=c3;red=b5,a9,c8,e6,i3;red_shogun=c8;player=red",
        3,
    ),
)


def later_cases() -> Iterator[Case]:
    """Positions met in random games that like captures."""
    for spec, _ in START_CASES:
        for seed in range(3):
            rng = random.Random(seed)
            reference = read_spec(spec)
            for turn in range(1, 121):
                moves = sorted(reference.moves())
                if rng.random() < 0.5:
                    moves = [move for move in moves if reference.apply(move).quiet == 0] or moves
                following = reference.apply(rng.choice(moves))
                if following.result is not None:
                    break
                reference = following
                if turn % 40 == 0:
                    yield write_position(reference), 3 if turn == 80 else 2


def main() -> None:
    """Print the perft table: spec, depth, leaves."""
    for spec, deepest in (*START_CASES, *SPECIAL_CASES, *later_cases()):
        for depth in range(1, deepest + 1):
            print(spec, depth, perft(read_spec(spec), depth), flush=True)


if __name__ == "__main__":
    main()
