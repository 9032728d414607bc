"""Conquest for two to four players: a slow and obvious reference, written from the rule clauses alone.

It exists to check a fast implementation against, so it shares nothing with one: pieces are in a dictionary by the
names of their spaces, every step is tried, and its consequences are found by taking it on a copy.

Actions and positions are written in the game's notation (docs/notation.md). `conquest_field.py` contains the pieces on
the board and their movement; turns, points, windows and ends are here.
"""

from __future__ import annotations

import copy
from typing import NamedTuple

from conquest_board import Board
from conquest_field import Field, Move, Standing, Step
from conquest_pieces import Piece, read_piece, rested

CHANCE = 8
POINTS = 20  # CQ-20
FIRST_ROUND = 5  # CQ-21: more for each player
PRICE = 4  # CQ-60, CQ-62
PINNED = 5  # CQ-63
QUIET_TURNS = 4  # CQ-73
QUIET_OPENING = 12
VULNERABLE = 2  # CQ-80

BOARD = Board()


class Sheet(NamedTuple):
    """CQ-74: where the points of a player come from."""

    pieces: int
    eliminated: int
    grail: int
    capitals: int

    @property
    def total(self) -> int:
        return sum(self)


class Result(NamedTuple):
    """The end of a game."""

    winners: tuple[int, ...]
    clause: str


class Window(NamedTuple):
    """An exchange that is being decided: where the piece stands that took, who lost a piece, who is asked."""

    space: str
    loser: int
    asked: int


class Conquest:
    """A game in progress. `take` carries it on."""

    def __init__(self, players: int = 4, alliances: bool = False, board: Board = BOARD) -> None:
        self.players = players
        self.seats = range(players)
        self.alliances = alliances
        self.board = board
        self.islands = board.islands(players)
        teams = [seat % 2 if alliances else seat for seat in self.seats]  # CQ-95
        self.field = Field(board, teams, self._set_up())
        self.first: int | None = None
        self.mover: int | None = None
        self.turn = 1
        self.spent = 0
        self.quiet: tuple[int | None, int] = (None, 0)  # CQ-73: the owner of the last piece eliminated, turns counted
        self.eliminated = [0 for _ in self.seats]  # by each seat
        self.taken = [0 for _ in self.seats]  # by the mover in this turn, from each seat
        self.risked = False  # CQ-81
        self.window: Window | None = None
        self.result: Result | None = None
        self._allowed: set[str] | None = None  # cache of the waiting seat's legal actions
        self.happened: set[str] = set()  # special cases met so far, which tests count

    def _set_up(self) -> Standing:
        """CQ-10."""
        return {
            space.name: (self.islands.index(space.owner), Piece(space.start))
            for space in self.board.spaces.values()
            if space.start and space.owner in self.islands
        }

    # --- questions and answers ---

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat to act, or CHANCE; empty when the game is over."""
        if self.result is not None:
            return ()
        if self.window is not None:
            return (self.window.asked,)
        return (CHANCE if self.mover is None else self.mover,)

    def legal(self, seat: int) -> set[str]:
        if seat not in self.waiting:
            return set()
        if self._allowed is None:
            self._allowed = self._work_out(seat)
        return self._allowed

    def _work_out(self, seat: int) -> set[str]:
        if seat == CHANCE:
            return {f"first {first + 1}" for first in self.seats}  # CQ-11
        if self.window is not None:
            return {"let", *self.field.exchanges(seat, self.window.space)}
        return {"end", *(text for text, move in self._steps(seat).items() if not self._too_risky(text, move))}

    def take(self, text: str, seat: int) -> None:
        """Carry the game on by a legal action of the waiting seat, or an outcome of chance."""
        if text not in self.legal(seat):
            raise ValueError(f"{text} is illegal for {seat}")
        self._allowed = None
        if seat == CHANCE:
            self.first = int(text.split()[1]) - 1
            self._begin_turn(self.first)
        elif text == "end":
            self._end_turn()
        elif text == "let":
            self._let()
        elif text.startswith("x."):
            self._exchange(seat, text)
        else:
            self._step(seat, text)

    # --- points ---

    def price(self, seat: int) -> int:
        """How many spaces cost this player points (CQ-60, CQ-62, CQ-95)."""
        standing = self.field.standing
        spaces = self.board.capitals[self.islands[seat]] + self.board.grail
        return sum(space in standing and not self.field.friends(seat, standing[space][0]) for space in spaces)

    def points_left(self, seat: int) -> int:
        """CQ-64, for the player whose turn it is."""
        total = min(POINTS, FIRST_ROUND * self.turn) if self.turn <= self.players else POINTS  # CQ-21
        return max(0, total - PRICE * self.price(seat) - self.spent)

    def pinned(self, seat: int) -> bool:
        """CQ-63."""
        return self.price(seat) >= PINNED

    def out(self, seat: int) -> bool:
        """CQ-75."""
        return self.field.figures(seat) == 0

    def sheet(self, seat: int) -> Sheet:
        """CQ-74."""
        enemies = [
            island for other, island in enumerate(self.islands) if not self.field.friends(seat, other)
        ]  # CQ-12, CQ-95
        held = {space for space, _ in self.field.own(seat)}
        capitals = {space for island in enemies for space in self.board.capitals[island]}
        return Sheet(
            self.field.figures(seat), self.eliminated[seat], len(held & set(self.board.grail)), len(held & capitals)
        )

    def after(self, seat: int) -> int:
        """The next player in turn order (CQ-11, CQ-75)."""
        following = [(seat + distance) % self.players for distance in range(1, self.players + 1)]
        return next(other for other in following if not self.out(other))

    # --- turns ---

    def _begin_turn(self, seat: int) -> None:
        self.mover = seat
        if self.pinned(seat):
            self.happened.add("CQ-65 passed")
            self._end_turn()

    def _end_turn(self) -> None:
        seat = self.mover
        assert seat is not None
        if self.field.figures(seat) == 1 and not self.alliances:
            self._end_on_points("CQ-72")
            return
        owner, turns = self.quiet
        if seat == self._whose_turns_count(owner):
            self.quiet = owner, turns + 1
            if owner is not None and self.out(owner):
                self.happened.add("CQ-73 out")
        if self.quiet[1] == (QUIET_OPENING if owner is None else QUIET_TURNS):
            self.happened.add("CQ-73 before the first" if owner is None else "CQ-73 after an elimination")
            self._end_on_points("CQ-73")
            return
        standing = self.field.standing
        self.field.standing = {space: (owner, rested(piece)) for space, (owner, piece) in standing.items()}
        self.turn += 1
        self.spent = 0
        self.taken = [0 for _ in self.seats]
        self.risked = False
        self._begin_turn(self.after(seat))

    def _whose_turns_count(self, owner: int | None) -> int:
        """CQ-73."""
        counted = self.first if owner is None else owner
        assert counted is not None
        return self.after(counted) if self.out(counted) else counted

    def _steps(self, seat: int) -> dict[str, Move]:
        return dict(self.field.moves(seat, self.points_left(seat)))

    def vulnerable(self, seat: int) -> bool:
        """CQ-80."""
        return self.field.figures(seat) <= VULNERABLE and not self.alliances  # CQ-97

    def _too_risky(self, text: str, move: Move) -> bool:
        """CQ-81: whether a vulnerable player would risk another exchange by this step, and not win by it."""
        assert self.mover is not None
        if not (self.risked and self.vulnerable(self.mover) and move.step.takes):
            return False
        ahead = copy.deepcopy(self)
        ahead._step(self.mover, text)
        if ahead.window is not None:
            self.happened.add("CQ-81 refused")
        elif ahead.result is None:
            self.happened.add("CQ-81 free")
        return ahead.window is not None

    def _step(self, seat: int, text: str) -> None:
        move = self._steps(seat)[text]
        vulnerable = self.vulnerable(seat)
        self.field.carry_out(seat, move)
        self.spent += move.cost
        self._note_step(text, move)
        if not move.step.takes:
            self._check_pins()
            return
        loser = move.step.loser
        self._note_loss(seat, move.step)
        self.taken[loser] += move.step.lost
        if self.out(loser):
            self.happened.add("CQ-75")
        if self.alliances and self.out(loser):
            self._end("CQ-97", self._team(seat))
        elif self.out(loser) and self.taken[loser] >= 2:
            self._end("CQ-70", {seat})
        else:
            self._check_pins()
        if self.result is None:
            self._ask(move.end, loser)
            if self.window is not None and vulnerable:
                self.happened.add("CQ-81 risked")
                self.risked = True

    def _note_loss(self, taker: int, step: Step) -> None:
        """Count eliminated pieces, which starts the count of quiet turns again (CQ-45, CQ-73, CQ-74)."""
        if not step.eliminated:
            return
        self.eliminated[taker] += step.eliminated
        own_turn = self._whose_turns_count(step.loser) == self.mover
        self.quiet = step.loser, -1 if own_turn else 0

    # --- exchanges ---

    def _ask(self, space: str, loser: int) -> None:
        """Open the window for the loser, then for the ally, if there is an exchange (CQ-50, CQ-55, CQ-63, CQ-96)."""
        assert self.mover is not None
        if self.points_left(self.mover) == 0 and self.after(self.mover) == loser:
            self.happened.add("CQ-55")
            return
        if self.pinned(loser):
            self.happened.add("CQ-63 no exchange")
            return
        for asked in self._who_may_answer(loser):
            if self.pinned(asked):
                self.happened.add("CQ-96 pinned ally")
            elif self.field.exchanges(asked, space):
                if asked != loser:
                    self.happened.add("CQ-96 ally only")
                self.window = Window(space, loser, asked)
                return

    def _who_may_answer(self, loser: int) -> list[int]:
        return [loser, (loser + 2) % self.players] if self.alliances else [loser]

    def _let(self) -> None:
        assert self.window is not None
        space, loser, asked = self.window
        self.window = None
        self.happened.add("let")
        if self.alliances and asked == loser:
            ally = self._who_may_answer(loser)[1]
            if not self.pinned(ally) and self.field.exchanges(ally, space):
                self.happened.add("CQ-96 ally after the loser")
                self.window = Window(space, loser, ally)

    def _exchange(self, seat: int, text: str) -> None:
        assert self.window is not None
        assert self.mover is not None
        space = self.window.space
        exchange = self.field.exchanges(seat, space)[text]
        step = self.field.exchange(seat, exchange, space)
        self.window = None
        self._note_exchange(text, exchange.mover, step)
        self._note_loss(seat, step)
        if self.out(self.mover):
            if self.alliances:
                self._end("CQ-97", self._team(seat))
            else:
                self._end_on_points("CQ-80")
            return
        self._check_pins()
        if self.result is None and self.pinned(self.mover):
            self.happened.add("CQ-65 ended")
            self._end_turn()

    # --- ends ---

    def _team(self, seat: int) -> set[int]:
        return {other for other in self.seats if self.field.friends(seat, other)}

    def _check_pins(self) -> None:
        """CQ-71, CQ-97."""
        free = {seat for seat in self.seats if not self.pinned(seat) and not self.out(seat)}
        sides = {self.field.teams[seat] for seat in free}
        if len(sides) == 1:
            winner = min(free)
            self._end("CQ-71", self._team(winner))

    def _end_on_points(self, clause: str) -> None:
        """CQ-74, CQ-97."""
        points = {seat: self.sheet(seat).total for seat in self.seats}
        if self.alliances:
            sums = {seat: sum(points[other] for other in self._team(seat)) for seat in self.seats}
            self._end(clause, {seat for seat in self.seats if sums[seat] == max(sums.values())})
            return
        eligible = {seat for seat in self.seats if not self.pinned(seat)}
        most = max((points[seat] for seat in eligible), default=0)
        if any(points[seat] >= most for seat in set(self.seats) - eligible):
            self.happened.add("CQ-74 pinned left out")
        self._end(clause, {seat for seat in eligible if points[seat] == most})

    def _end(self, clause: str, winners: set[int]) -> None:
        self.result = Result(tuple(sorted(winners)), clause)
        self.happened.add(clause)
        if len({self.field.teams[seat] for seat in winners}) > 1:
            self.happened.add("CQ-74 shared")

    # --- history ---

    def _note_step(self, text: str, move: Move) -> None:
        step = move.step
        kind = move.mover.kind
        port = self.board.spaces[move.start].kind == "port" and not move.mover.vessel
        self.happened.add(f"{step.how} {kind}")
        if "^" in text:
            self.happened |= {"jump", f"jump {step.how}", *(["jump ashore"] if port else [])}
        if port:
            self.happened.add(f"ashore {step.how} {kind}")
        if text[1] == ".":
            self.happened.add(f"{text[0]} {step.how}")
        if step.how == "seize":
            self.happened.add("seize full" if step.eliminated else "seize empty")
        if self.board.spaces[move.end].grail:
            self.happened.add("Grail")
        if self.board.spaces[move.end].capital and step.takes:
            self.happened.add("capital")

    def _note_exchange(self, text: str, mover: Piece, step: Step) -> None:
        form = text[2] if text[3] == "." else "whole"
        if "/" in text:
            form = f"put {text.count(',') + 1}"
        self.happened |= {f"x {form}", f"x {step.how}", f"x {mover.kind}"}

    # --- positions ---

    def position(self) -> str:
        """The position in one line."""
        pieces = []
        for seat in self.seats:
            own = sorted(self.field.own(seat), key=lambda one: self.board.order[one[0]])
            pieces.append(",".join(f"{space}:{piece}" for space, piece in own) or "-")
        over = self.result is not None
        owner, turns = self.quiet
        window = self.window and f"{self.window.space}:{self.window.loser + 1}:{self.window.asked + 1}"
        return " ".join(
            [
                "/".join(pieces),
                "-" if over else _player(self.mover),
                str(self.turn),
                str(self.spent),
                _player(self.first),
                f"{_player(owner)}:{turns}",
                ",".join(map(str, self.eliminated)),
                ",".join(map(str, self.taken)),
                str(int(self.risked)),
                window or "-",
                self.result.clause if self.result is not None else "-",
            ]
        )


def _player(seat: int | None) -> str:
    return "-" if seat is None else str(seat + 1)


def _seat(text: str) -> int | None:
    return None if text == "-" else int(text) - 1


def from_position(text: str, players: int = 4, alliances: bool = False, board: Board = BOARD) -> Conquest:
    """The game of a position that is not over."""
    pieces, mover, turn, spent, first, quiet, eliminated, taken, risked, window, ended = text.split(" ")
    assert ended == "-", "the game is over"
    game = Conquest(players, alliances, board)
    game.field.standing = {}
    for seat, own in enumerate(pieces.split("/")):
        for one in own.split(",") if own != "-" else ():
            space, piece = one.split(":")
            game.field.standing[space] = seat, read_piece(piece)
    game.mover, game.first = _seat(mover), _seat(first)
    game.turn, game.spent = int(turn), int(spent)
    owner, turns = quiet.split(":")
    game.quiet = _seat(owner), int(turns)
    game.eliminated = [int(number) for number in eliminated.split(",")]
    game.taken = [int(number) for number in taken.split(",")]
    game.risked = risked == "1"
    if window != "-":
        space, loser, asked = window.split(":")
        game.window = Window(space, int(loser) - 1, int(asked) - 1)
    assert game.position() == text, f"{text} should be {game.position()}"
    return game
