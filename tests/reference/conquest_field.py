"""The board of the Conquest reference with its pieces: the effect of one step, and the possible exchanges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from conquest_board import Board
from conquest_pieces import ALLOWANCE, SOLDIERS, Piece, parts, rested, soldiers_on, taking_up, without_soldier

Standing = dict[str, tuple[int, Piece]]  # by space, the owner and the piece


@dataclass(frozen=True)
class Step:
    """The effect of entering a space."""

    how: str  # "move", "mount", "take" (the piece there is eliminated) or "seize" (the vessel there changes hands)
    loser: int = -1
    eliminated: int = 0  # figures
    lost: int = 0  # figures, a seized vessel included

    @property
    def takes(self) -> bool:
        return self.how in ("take", "seize")


@dataclass(frozen=True)
class Move:
    """A step or jump of the player whose turn it is."""

    start: str
    end: str
    mover: Piece
    stays: Piece | None
    cost: int
    step: Step


@dataclass(frozen=True)
class Exchange:
    """An exchange: its origin, the parts that move and stay, and the spaces of soldiers put down."""

    start: str
    mover: Piece
    stays: Piece | None
    put: tuple[str, ...]


class Field:
    """The board with the pieces on it."""

    def __init__(self, board: Board, teams: list[int], standing: Standing) -> None:
        self.board = board
        self.teams = teams  # by seat, its side: its own, or that of its alliance
        self.standing = standing

    def friends(self, seat: int, other: int) -> bool:
        """CQ-99: oneself and an ally."""
        return self.teams[seat] == self.teams[other]

    def own(self, seat: int) -> list[tuple[str, Piece]]:
        return [(space, piece) for space, (owner, piece) in self.standing.items() if owner == seat]

    def figures(self, seat: int) -> int:
        return sum(piece.figures for _, piece in self.own(seat))

    # --- one step ---

    def enter(self, seat: int, mover: Piece, start: str, end: str, carried: bool) -> Step | None:
        """One step of a piece, which may so far be carried on `start`, along a path; None if it may not be taken."""
        for path in self.board.paths[start]:
            if path.end == end:
                break
        else:
            return None  # CQ-5
        if mover.vessel != (path.kind == "sea"):
            return None  # CQ-6, CQ-9
        if mover.kind == "E" and path.no_elephants:
            return None  # CQ-86
        if mover.kind in "EC" and path.downwards:
            return None  # CQ-85
        if self.board.spaces[end].grail and mover.kind not in "SK":
            return None  # CQ-61
        return self.arrive(seat, mover, end, carried)

    def arrive(self, seat: int, mover: Piece, end: str, carried: bool) -> Step | None:
        """The effect of a piece's arrival at the end of a way that it may take; None if the arrival is not allowed."""
        afloat = self.board.spaces[end].kind != "land"
        if end not in self.standing:
            return None if afloat and not mover.vessel else Step("move")  # CQ-6
        owner, there = self.standing[end]
        soldier = mover.kind == "S"
        if owner == seat:
            if taking_up(there, mover) is None or (soldier and carried):
                return None  # CQ-23, CQ-31
            return Step("mount")
        if self.friends(seat, owner):
            return None  # CQ-99
        if mover.vessel or not afloat:
            if soldier and there.kind == "E":
                return None  # CQ-41
            return Step("take", owner, there.figures, there.figures)  # CQ-40
        if soldier and (there.carries_elephant or carried):
            return None  # CQ-43, CQ-31
        return Step("seize", owner, there.cargo, there.figures)

    def jump(self, seat: int, mover: Piece, start: str, over: str, end: str) -> Step | None:
        """CQ-25: a knight jumps over a friendly piece."""
        if mover.kind != "K" or end == start or self.board.spaces[over].kind != "land" or over not in self.standing:
            return None
        if not self.friends(seat, self.standing[over][0]):
            return None
        if not any(path.end == over and path.kind != "sea" for path in self.board.paths[start]):
            return None
        if not any(path.end == end and path.kind != "sea" for path in self.board.paths[over]):
            return None
        if end in self.standing and self.friends(seat, self.standing[end][0]):
            return None
        return self.arrive(seat, mover, end, carried=False)

    def moves(self, seat: int, points: int) -> Iterator[tuple[str, Move]]:
        """All steps and jumps that a player with so many points left may take, by their notation."""
        for start, piece in self.own(seat):
            for prefix, mover, stays in parts(piece):
                left = min(points, ALLOWANCE[mover.kind] - mover.spent)  # CQ-20, CQ-22
                for first in self.board.paths[start]:
                    step = self.enter(seat, mover, start, first.end, carried=stays is not None)
                    if step and left >= 1:
                        yield f"{prefix}{start}-{first.end}", Move(start, first.end, mover, stays, 1, step)
                    for second in self.board.paths[first.end]:
                        step = self.jump(seat, mover, start, first.end, second.end)
                        if step and left >= 2:
                            text = f"{start}^{first.end}-{second.end}"
                            yield text, Move(start, second.end, mover, stays, 2, step)

    def carry_out(self, seat: int, move: Move) -> None:
        """Move the pieces, and count the points they have spent (CQ-22, CQ-24, CQ-44)."""
        mover = replace(move.mover, spent=0 if move.step.eliminated else move.mover.spent + move.cost)
        self._leave(move.start, move.stays)
        if move.step.how == "mount":
            loaded = taking_up(self.standing[move.end][1], mover)
            assert loaded is not None
            self.standing[move.end] = seat, loaded
        elif move.step.how == "seize":
            vessel = self.standing[move.end][1].kind
            self.standing[move.end] = seat, Piece(vessel, ALLOWANCE[vessel], (mover,))  # CQ-43
        else:
            self.standing[move.end] = seat, mover

    def _leave(self, start: str, stays: Piece | None) -> None:
        owner, _ = self.standing.pop(start)
        if stays is not None:
            self.standing[start] = owner, stays

    # --- exchanges ---

    def exchanges(self, seat: int, target: str) -> dict[str, Exchange]:
        """All exchanges of a player against the piece on a space, by their notation (CQ-50 to CQ-54)."""
        found = {}
        for start, piece in self.own(seat):
            for prefix, mover, stays in parts(piece):
                if self._reaches(seat, start, mover, stays, (), target):
                    found[f"x.{prefix}{start}"] = Exchange(start, mover, stays, ())
            for put in self._ways_to_put(seat, start, piece):
                left = piece
                for _ in put:
                    left = without_soldier(left, soldiers_on(left)[0])
                mover = left.load[0] if left.vessel else left
                stays = replace(left, load=()) if left.vessel else None
                if self._reaches(seat, start, mover, stays, put, target):
                    found[f"x.{start}/{','.join(put)}"] = Exchange(start, mover, stays, put)
        return found

    def _ways_to_put(self, seat: int, start: str, piece: Piece) -> Iterator[tuple[str, ...]]:
        """CQ-53: the free neighbouring spaces on which an elephant or a chariot may put one soldier or both."""
        carrier = piece.load[0] if piece.vessel and piece.load else piece
        if carrier.kind not in SOLDIERS or not carrier.load:
            return
        ends = sorted((path.end for path in self.board.paths[start]), key=self.board.order.__getitem__)
        free = [end for end in ends if self.enter(seat, Piece("S"), start, end, carried=True) == Step("move")]
        for number in range(1, len(carrier.load) + 1):
            yield from combinations(free, number)

    def _reaches(
        self, seat: int, start: str, mover: Piece, stays: Piece | None, put: tuple[str, ...], target: str
    ) -> bool:
        """Whether a piece can take the pieces on the target, in at most two steps that take nothing else (CQ-52)."""
        field = Field(self.board, self.teams, dict(self.standing))
        field._leave(start, stays)
        for space in put:
            field.standing[space] = seat, Piece("S")
        carried = stays is not None
        for first in self.board.paths[start]:
            step = field.enter(seat, mover, start, first.end, carried)
            if step and first.end == target:
                return True
            if step and not step.takes:
                second = field.enter(seat, mover, first.end, target, carried=step.how == "mount")
                if second:
                    return True
            if field.jump(seat, mover, start, first.end, target):
                return True
        return False

    def exchange(self, seat: int, exchange: Exchange, target: str) -> Step:
        """Carry out an exchange; it costs nothing (CQ-51)."""
        self._leave(exchange.start, exchange.stays)
        for space in exchange.put:
            self.standing[space] = seat, Piece("S")
        step = self.arrive(seat, exchange.mover, target, carried=False)
        assert step is not None
        assert step.takes
        mover = rested(exchange.mover)
        if step.how == "seize":
            mover = Piece(self.standing[target][1].kind, 0, (mover,))
        self.standing[target] = seat, mover
        return step
