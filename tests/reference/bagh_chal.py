"""Bagh Chal, Pulijudam and Heroes of Asia: a slow and obvious reference, written from the rule clauses alone.

It exists to check a fast implementation against, so it shares nothing with one: points are names, positions hold
frozen sets, every position is a new object, and nothing is kept up to date that can be worked out afresh.

A move is a tuple of words:

    ("put", point)            a goat from hand (BC-4)
    ("move", origin, target)  any walk or jump, of either player (BC-5, BC-6, BC-7, BC-44)
    ("exchange", point)       the Buck enters in place of the goat on that point (BC-43)
    ("decline",)              the Alpha Tiger's extra move is not made (BC-41)

A turn is one step, except in Heroes of Asia: a turn of the goats may begin with an exchange, and a turn of the tigers
in Phase I may be followed by the Alpha Tiger's extra move or its refusal.

Run as a program it prints the perft table of all cases, or of one: `bagh_chal.py SPEC DEPTH`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

Point = str
Move = tuple[str, ...]
Path = tuple[Point, Point]  # origin and target of one step, which BC-17 remembers
Result = tuple[str, str]  # winner ("goats", "tigers" or "draw") and the clause that says so

GOATS = "goats"
TIGERS = "tigers"
DRAW = "draw"

CAPTURES_TO_WIN = 5  # BC-10, BC-32
CAPTURES_FOR_THE_BUCK = 2  # BC-43
OCCURRENCES_TO_DRAW = 3  # BC-12
QUIET_TURNS_TO_DRAW = 200  # BC-14: 100 turns by each player, and the players alternate


# ---------------------------------------------------------------------------------------------------------------------
# Boards


class Board(NamedTuple):
    """A board: its points, its lines, the jumps along its straight lines, and how a game starts on it."""

    name: str
    points: tuple[Point, ...]
    lines: frozenset[frozenset[Point]]  # each line is a set of its two end points
    neighbours: dict[Point, frozenset[Point]]  # the points joined to a point by a line
    jumps: dict[Point, frozenset[tuple[Point, Point]]]  # for an origin: pairs of the point jumped over and the target
    tigers: frozenset[Point]  # where the tigers start
    goats: int  # how many goats start in hand


def make_board(
    name: str, points: tuple[Point, ...], straight_lines: list[list[Point]], tigers: frozenset[Point], goats: int
) -> Board:
    """Make a board from its straight lines, each a list of all its points in order."""
    lines: set[frozenset[Point]] = set()
    neighbours: dict[Point, set[Point]] = {point: set() for point in points}
    jumps: dict[Point, set[tuple[Point, Point]]] = {point: set() for point in points}
    for straight_line in straight_lines:
        for first, second in pairwise(straight_line):
            assert frozenset((first, second)) not in lines, "each line belongs to one straight line only"
            lines.add(frozenset((first, second)))
            neighbours[first].add(second)
            neighbours[second].add(first)
        # BC-6, BC-30: a jump follows three consecutive points of one straight line, in either direction.
        for first, second, third in zip(straight_line, straight_line[1:], straight_line[2:], strict=False):
            jumps[first].add((second, third))
            jumps[third].add((second, first))
    for origin in points:
        targets = [target for _, target in jumps[origin]]
        assert len(targets) == len(set(targets)), "origin and target of a jump tell which point it goes over"
        assert not set(targets) & neighbours[origin], "origin and target tell a jump from a walk"
    return Board(
        name=name,
        points=points,
        lines=frozenset(lines),
        neighbours={point: frozenset(others) for point, others in neighbours.items()},
        jumps={point: frozenset(pairs) for point, pairs in jumps.items()},
        tigers=tigers,
        goats=goats,
    )


def make_bagh_chal() -> Board:
    """BC-1, BC-2: 5 by 5 points, joined along rows and columns, and by diagonals at points with an even sum."""

    def name_of(column: int, row: int) -> Point:
        return "abcde"[column - 1] + str(row)

    def run(column: int, row: int, column_step: int, row_step: int) -> list[Point]:
        """All points from a given one onward in one direction, to the edge of the board."""
        found: list[Point] = []
        while 1 <= column <= 5 and 1 <= row <= 5:
            found.append(name_of(column, row))
            column += column_step
            row += row_step
        return found

    points = tuple(name_of(column, row) for row in range(1, 6) for column in range(1, 6))
    straight_lines: list[list[Point]] = []
    for number in range(1, 6):
        straight_lines.append(run(1, number, 1, 0))  # a row
        straight_lines.append(run(number, 1, 0, 1))  # a column
    # Diagonals join points with an even sum only. A rising one begins on the left or lower edge, a falling one on the
    # left or upper edge; the sums of all its points are even if the first one's is.
    for column in range(1, 6):
        for row in range(1, 6):
            if (column + row) % 2 != 0:
                continue
            if column == 1 or row == 1:
                straight_lines.append(run(column, row, 1, 1))
            if column == 1 or row == 5:
                straight_lines.append(run(column, row, 1, -1))
    board = make_board("bagh-chal", points, straight_lines, frozenset({"a1", "e1", "a5", "e5"}), 20)
    assert len(board.points) == 25
    assert len(board.lines) == 56  # BC-1
    return board


def make_pulijudam() -> Board:
    """BC-30, BC-31: 23 points, named by rows from the apex down (a to e) and from left to right within a row."""
    row_lengths = {"a": 1, "b": 6, "c": 6, "d": 6, "e": 4}
    points = tuple(row + str(number) for row, length in row_lengths.items() for number in range(1, length + 1))
    straight_lines = [
        ["b1", "b2", "b3", "b4", "b5", "b6"],
        ["c1", "c2", "c3", "c4", "c5", "c6"],
        ["d1", "d2", "d3", "d4", "d5", "d6"],
        ["e1", "e2", "e3", "e4"],
        ["b1", "c1", "d1"],
        ["b6", "c6", "d6"],
        ["a1", "b2", "c2", "d2", "e1"],
        ["a1", "b3", "c3", "d3", "e2"],
        ["a1", "b4", "c4", "d4", "e3"],
        ["a1", "b5", "c5", "d5", "e4"],
    ]
    board = make_board("pulijudam", points, straight_lines, frozenset({"a1", "b3", "b4"}), 15)
    assert len(board.points) == 23
    assert len(board.lines) == 38  # BC-30
    return board


BOARDS: dict[str, Board] = {"bagh-chal": make_bagh_chal(), "pulijudam": make_pulijudam()}
RULES = ("ludos", "classic")


# ---------------------------------------------------------------------------------------------------------------------
# Positions


class State(NamedTuple):
    """All that changes in the course of a game."""

    turn: str  # whose turn it is, also when the game is over: then, whose turn it would be
    tigers: frozenset[Point]
    goats: frozenset[Point]  # with the Buck's point
    hand: int
    captured: int  # goats captured; the Buck is not one of them (BC-45)
    alpha: Point | None  # BC-40
    buck: Point | None  # where the Buck is on the board
    goats_memory: Path | None  # BC-17
    tigers_memory: Path | None  # BC-17
    peace: int  # turns of Phase II since its start or the last capture, both players together (BC-14)
    alpha_to_follow: bool  # the tigers are in the middle of a turn, before the Alpha's extra move (BC-41)
    exchanged: bool  # the goats are in the middle of a turn, after the exchange (BC-43)


# BC-12, BC-49: the identity of a position: player to move, tigers, goats, Alpha, Buck, and both memories
# (always empty in the classic rules: BC-15).
Sameness = tuple[str, frozenset[Point], frozenset[Point], Point | None, Point | None, Path | None, Path | None]


class Reference:
    """A position with its history. It never changes; `apply` returns a new one."""

    def __init__(self, board: str = "bagh-chal", rules: str = "ludos", heroes: bool = False) -> None:
        """Make the start position (BC-2, BC-3, BC-31, BC-40)."""
        if board not in BOARDS:
            raise ValueError(f"unknown board: {board}")
        if rules not in RULES:
            raise ValueError(f"unknown rules: {rules}")
        if heroes and board != "bagh-chal":
            raise ValueError("Heroes of Asia is played on the Bagh Chal board only (BC-33)")
        self.board: Board = BOARDS[board]
        self.rules: str = rules
        self.heroes: bool = heroes
        self.state: State = State(
            turn=GOATS,
            tigers=self.board.tigers,
            goats=frozenset(),
            hand=self.board.goats,
            captured=0,
            alpha="a1" if heroes else None,
            buck=None,
            goats_memory=None,
            tigers_memory=None,
            peace=0,
            alpha_to_follow=False,
            exchanged=False,
        )
        self.history: tuple[Sameness, ...] = ()  # the starts of the turns of Phase II, this one included (BC-12)
        self.result: Result | None = None
        self._moves: frozenset[Move] | None = None  # worked out when first asked for

    @classmethod
    def setup(
        cls,
        *,
        board: str = "bagh-chal",
        rules: str = "ludos",
        heroes: bool = False,
        tigers: Iterable[Point],
        goats: Iterable[Point],
        hand: int = 0,
        captured: int = 0,
        player: str = GOATS,
        alpha: Point | None = None,
        buck: Point | None = None,
        peace: int = 0,
        goats_memory: Path | None = None,
        tigers_memory: Path | None = None,
        alpha_to_follow: bool = False,
        exchanged: bool = False,
    ) -> Reference:
        """Make any position, with no history before it.

        `goats` includes the Buck's point. Without a Buck on the board, in Heroes of Asia, the Buck has yet to enter.
        At the start of a turn the position is looked at as if the other player had just ended theirs, so it may be
        over already, and in Phase II it counts as the first occurrence of itself.
        """
        reference = cls(board, rules, heroes)
        state = State(
            turn=player,
            tigers=frozenset(tigers),
            goats=frozenset(goats),
            hand=hand,
            captured=captured,
            alpha=alpha,
            buck=buck,
            goats_memory=goats_memory,
            tigers_memory=tigers_memory,
            peace=peace,
            alpha_to_follow=alpha_to_follow,
            exchanged=exchanged,
        )
        if player not in (GOATS, TIGERS):
            raise ValueError("the player is goats or tigers")
        if not (state.tigers | state.goats) <= set(reference.board.points):
            raise ValueError("a piece is off the board")
        if state.tigers & state.goats:
            raise ValueError("a tiger and a goat share a point")
        if hand < 0 or captured < 0 or peace < 0:
            raise ValueError("a number is negative")
        if heroes and alpha not in state.tigers:
            raise ValueError("one of the tigers is the Alpha Tiger (BC-40)")
        if not heroes and (alpha is not None or buck is not None):
            raise ValueError("the Alpha Tiger and the Buck belong to Heroes of Asia")
        if buck is not None and buck not in state.goats:
            raise ValueError("the Buck's point is one of the goats'")
        if (goats_memory is not None or tigers_memory is not None) and (rules == "classic" or hand > 0):
            raise ValueError("memories are kept in Phase II only, and not in the classic rules (BC-15, BC-16)")
        if peace > 0 and hand > 0:
            raise ValueError("turns are counted in Phase II only (BC-14)")
        if exchanged and (player != GOATS or buck is None):
            raise ValueError("an exchange is part of a turn of the goats and brings the Buck in (BC-43)")
        if alpha_to_follow and (player != TIGERS or not heroes or hand == 0 or buck is not None):
            raise ValueError("the extra move belongs to a turn of the tigers in Phase I, without the Buck (BC-41)")
        reference.state = state
        if not alpha_to_follow and not exchanged:
            reference._look_at_start_of_turn(earlier=())
        return reference

    # Queries of a position, for the tests.

    @property
    def player(self) -> str | None:
        """The player to act, or None when the game is over."""
        return None if self.result is not None else self.state.turn

    @property
    def tigers(self) -> frozenset[Point]:
        return self.state.tigers

    @property
    def goats(self) -> frozenset[Point]:
        """The points of all goats, the Buck's included."""
        return self.state.goats

    @property
    def alpha(self) -> Point | None:
        return self.state.alpha

    @property
    def buck(self) -> Point | None:
        return self.state.buck

    @property
    def hand(self) -> int:
        return self.state.hand

    @property
    def captured(self) -> int:
        return self.state.captured

    @property
    def peace(self) -> int:
        return self.state.peace

    @property
    def memory(self) -> dict[str, Path | None]:
        return {GOATS: self.state.goats_memory, TIGERS: self.state.tigers_memory}

    @property
    def phase(self) -> int:
        """BC-16: Phase II begins when the last goat has been put down."""
        return 1 if self.state.hand > 0 else 2

    @property
    def empty(self) -> frozenset[Point]:
        return frozenset(self.board.points) - self.state.tigers - self.state.goats

    def trapped(self, tiger: Point) -> bool:
        """BC-9: a tiger is trapped if it can neither walk nor jump, BC-8 apart. BC-48: any jump counts."""
        return not self._tiger_moves(tiger)

    def moves(self) -> set[Move]:
        """All legal moves; none when the game is over."""
        if self._moves is None:
            self._moves = frozenset(self._legal_moves())
        return set(self._moves)

    # How pieces move, apart from BC-8.

    def _tiger_moves(self, tiger: Point) -> set[Move]:
        """BC-5, BC-6: walks to adjacent empty points, and jumps over goats. BC-44: a jump need not capture."""
        empty = self.empty
        found: set[Move] = set()
        for target in self.board.neighbours[tiger]:
            if target in empty:
                found.add(("move", tiger, target))
        for over, target in self.board.jumps[tiger]:
            if over in self.state.goats and target in empty:
                found.add(("move", tiger, target))
        return found

    def _goat_moves(self) -> set[Move]:
        """BC-7: goats walk to adjacent empty points. BC-44: the Buck moves like a goat."""
        empty = self.empty
        found: set[Move] = set()
        for goat in self.state.goats:
            for target in self.board.neighbours[goat]:
                if target in empty:
                    found.add(("move", goat, target))
        return found

    def _jumped_over(self, origin: Point, target: Point) -> Point | None:
        """The point that a tiger's move goes over, or None if it is a walk."""
        if target in self.board.neighbours[origin]:
            return None
        for over, landing in self.board.jumps[origin]:
            if landing == target:
                return over
        raise ValueError(f"no walk or jump leads from {origin} to {target}")

    def _protected(self, goat: Point) -> bool:
        """BC-44: goats joined to the Buck by a line are protected; the Buck does not protect itself."""
        return self.state.buck is not None and goat in self.board.neighbours[self.state.buck]

    def _victim(self, origin: Point, target: Point) -> Point | None:
        """The point of the goat or Buck captured by a tiger's move, or None (BC-6, BC-44, BC-45)."""
        over = self._jumped_over(origin, target)
        if over is None:
            return None
        if self._protected(over) and origin != self.state.alpha:
            return None
        return over

    # Legal moves.

    def _legal_moves(self) -> set[Move]:
        if self.result is not None:
            return set()
        if self.state.turn == TIGERS:
            return self._legal_moves_of_tigers()
        return self._legal_moves_of_goats()

    def _legal_moves_of_tigers(self) -> set[Move]:
        if self.state.alpha_to_follow:
            # BC-41: one more move of the Alpha Tiger, or none.
            assert self.state.alpha is not None
            return self._tiger_moves(self.state.alpha) | {("decline",)}
        found: set[Move] = set()
        for tiger in self.state.tigers:
            found |= self._tiger_moves(tiger)
        return self._without_way_back(found)

    def _legal_moves_of_goats(self) -> set[Move]:
        if self.state.hand > 0:
            # BC-4, BC-47: in Phase I a goat is put down; goats and Buck on the board do not move.
            found: set[Move] = {("put", point) for point in self.empty}
        else:
            found = self._without_way_back(self._goat_moves())
        # BC-43: added after BC-8 has been applied, because the exchange does not count as a move.
        if (
            self.heroes
            and self.state.buck is None
            and not self.state.exchanged
            and self.state.captured >= CAPTURES_FOR_THE_BUCK
        ):
            found |= {("exchange", goat) for goat in self.state.goats}
        return found

    def _without_way_back(self, found: set[Move]) -> set[Move]:
        """BC-8: take out the step that undoes the player's last, unless it captures or is the only move.

        BC-49: it goes by points. There is no memory in Phase I, nor on a player's first turn of Phase II (BC-16), nor
        after a capture (BC-17), nor in the classic rules (BC-15).
        """
        memory = self.memory[self.state.turn]
        if memory is None:
            return found
        origin, target = memory
        way_back: Move = ("move", target, origin)
        if way_back not in found:
            return found
        if self.state.turn == TIGERS and self._victim(target, origin) is not None:
            return found  # a capture is never such a step
        if found == {way_back}:
            return found  # there is no other option
        return found - {way_back}

    # Making a move.

    def apply(self, move: Move) -> Reference:
        """The position after a legal move."""
        if move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        if move[0] == "put":
            return self._after_put(move[1])
        if move[0] == "exchange":
            return self._after_exchange(move[1])
        if move[0] == "decline":
            return self._after_turn(self.state)
        if self.state.turn == GOATS:
            return self._after_goat_move(move[1], move[2])
        return self._after_tiger_move(move[1], move[2])

    def _after_put(self, point: Point) -> Reference:
        """BC-4. Putting a goat down, even the last one, is a turn of Phase I: nothing is remembered or counted."""
        return self._after_turn(self.state._replace(goats=self.state.goats | {point}, hand=self.state.hand - 1))

    def _after_exchange(self, point: Point) -> Reference:
        """BC-43: the goat leaves the game, neither in hand nor captured. The turn goes on."""
        return self._in_mid_turn(self.state._replace(buck=point, exchanged=True))

    def _after_goat_move(self, origin: Point, target: Point) -> Reference:
        """BC-7: a step of Phase II."""
        return self._after_turn(
            self.state._replace(
                goats=self.state.goats - {origin} | {target},
                buck=target if origin == self.state.buck else self.state.buck,
                goats_memory=self._to_remember(origin, target),
                peace=self.state.peace + 1,
            )
        )

    def _after_tiger_move(self, origin: Point, target: Point) -> Reference:
        """BC-5, BC-6, and in Heroes of Asia BC-41 to BC-46."""
        victim = self._victim(origin, target)
        state = self.state._replace(
            tigers=self.state.tigers - {origin} | {target},
            alpha=target if origin == self.state.alpha else self.state.alpha,
        )
        if victim is not None:
            state = state._replace(goats=state.goats - {victim})
            if victim == state.buck:
                # BC-45: the goat player loses immediately.
                return self._over(state._replace(buck=None), (TIGERS, "BC-45"))
            state = state._replace(captured=state.captured + 1)
            if state.captured >= CAPTURES_TO_WIN:
                # BC-10, BC-46: looked at after each move.
                return self._over(state, (TIGERS, "BC-10"))
        if self.phase == 2:
            state = state._replace(
                tigers_memory=self._to_remember(origin, target) if victim is None else None,
                peace=state.peace + 1 if victim is None else 0,
            )
        # BC-41, BC-42: another tiger has moved, in Phase I, before the Buck has entered.
        if self.heroes and self.phase == 1 and state.buck is None and origin != self.state.alpha:
            following = self._in_mid_turn(state._replace(alpha_to_follow=True))
            assert following.alpha is not None
            if not following.trapped(following.alpha):  # BC-46: if the Alpha cannot move, the turn ends
                return following
        return self._after_turn(state)

    def _to_remember(self, origin: Point, target: Point) -> Path | None:
        """BC-17; nothing in the classic rules (BC-15)."""
        return None if self.rules == "classic" else (origin, target)

    # The position that follows.

    def _successor(self, state: State) -> Reference:
        following = Reference(self.board.name, self.rules, self.heroes)
        following.state = state
        following.history = self.history
        return following

    def _in_mid_turn(self, state: State) -> Reference:
        """The same player goes on with the same turn. No end of the game is looked at."""
        return self._successor(state)

    def _over(self, state: State, result: Result) -> Reference:
        """The position with this result: the game ends immediately."""
        following = self._successor(state._replace(alpha_to_follow=False, exchanged=False))
        following.result = result
        return following

    def _after_turn(self, state: State) -> Reference:
        """The turn has ended and the other player's begins, unless the game is over (BC-3)."""
        following = self._successor(
            state._replace(turn=TIGERS if self.state.turn == GOATS else GOATS, alpha_to_follow=False, exchanged=False)
        )
        following._look_at_start_of_turn(earlier=self.history)
        return following

    def _look_at_start_of_turn(self, earlier: tuple[Sameness, ...]) -> None:
        """Write down the position if it is one of Phase II, and see whether the game is over: wins first (BC-14)."""
        self.history = earlier
        if self.phase == 2:
            self.history = (*earlier, self._sameness())
        self.result = self._win() or self._draw()

    def _sameness(self) -> Sameness:
        return (
            self.state.turn,
            self.state.tigers,
            self.state.goats,
            self.state.alpha,
            self.state.buck,
            self.state.goats_memory,
            self.state.tigers_memory,
        )

    def _win(self) -> Result | None:
        if self.state.captured >= CAPTURES_TO_WIN:
            return (TIGERS, "BC-10")  # met here by a set-up only: in a game it is seen when the capture is made
        if self.state.turn == GOATS and self.phase == 2 and not self._goat_moves():
            return (TIGERS, "BC-13")  # BC-47: whether or not the exchange is still to come
        if self.state.turn == TIGERS and all(self.trapped(tiger) for tiger in self.state.tigers):
            return (GOATS, "BC-11")
        return None

    def _draw(self) -> Result | None:
        if self.phase == 2 and self.history.count(self._sameness()) >= OCCURRENCES_TO_DRAW:
            return (DRAW, "BC-12")
        if self.phase == 2 and self.state.peace >= QUIET_TURNS_TO_DRAW:
            return (DRAW, "BC-14")
        return None


# ---------------------------------------------------------------------------------------------------------------------
# Perft


def perft(reference: Reference, depth: int) -> int:
    """Count the sequences of exactly `depth` steps. Sequences that end earlier do not count."""
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
#     bagh-chal
#     bagh-chal:board=pulijudam,rules=classic
#     bagh-chal:heroes=true;tigers=a1,b2;goats=c3,c4;hand=0;captured=2;player=tigers;alpha=a1;buck=c3;peace=7
#     bagh-chal;tigers=...;goats=...;goats_memory=a1-a2;tigers_memory=b1-b2;moves=a2-a3,b2-b3
#     bagh-chal;moves=c3,a1-b1,c4
#
# Moves are written "c3" (put), "a1-b1" (walk or jump), "=c3" (exchange) and "--" (decline).


def write_move(move: Move) -> str:
    """Write a move as in a spec."""
    if move[0] == "put":
        return move[1]
    if move[0] == "move":
        return f"{move[1]}-{move[2]}"
    if move[0] == "exchange":
        return f"={move[1]}"
    return "--"


def read_move(text: str) -> Move:
    """Read a move of a spec."""
    if text == "--":
        return ("decline",)
    if text.startswith("="):
        return ("exchange", text[1:])
    if "-" in text:
        return ("move", *read_path(text))
    return ("put", text)


def read_path(text: str) -> Path:
    """Read two points, as in "a1-a2"."""
    origin, target = text.split("-")
    return (origin, target)


def read_spec(spec: str) -> Reference:
    """Make the position that a spec describes."""
    game, *parts = spec.split(";")
    name, _, options_text = game.partition(":")
    if name != "bagh-chal":
        raise ValueError(f"unknown game: {name}")
    options = dict(option.split("=") for option in options_text.split(",") if option)
    board = options.pop("board", "bagh-chal")
    rules = options.pop("rules", "ludos")
    heroes = options.pop("heroes", "false") == "true"
    if options:
        raise ValueError(f"unknown options: {options}")
    given = dict(part.split("=", 1) for part in parts)
    moves = given.pop("moves", "")
    if given:
        goats_memory = given.pop("goats_memory", None)
        tigers_memory = given.pop("tigers_memory", None)
        reference = Reference.setup(
            board=board,
            rules=rules,
            heroes=heroes,
            tigers=given.pop("tigers").split(","),
            goats=given.pop("goats").split(","),
            hand=int(given.pop("hand", "0")),
            captured=int(given.pop("captured", "0")),
            player=given.pop("player"),
            alpha=given.pop("alpha", None),
            buck=given.pop("buck", None),
            peace=int(given.pop("peace", "0")),
            goats_memory=None if goats_memory is None else read_path(goats_memory),
            tigers_memory=None if tigers_memory is None else read_path(tigers_memory),
        )
        if given:
            raise ValueError(f"unknown parts of a set-up: {given}")
    else:
        reference = Reference(board, rules, heroes)
    for move in moves.split(","):
        if move:
            reference = reference.apply(read_move(move))
    return reference


# ---------------------------------------------------------------------------------------------------------------------
# Cases: specs and how deep to count


def in_classic_rules(spec: str) -> str:
    """The same spec in the classic rules, which keep no memories."""
    game, *parts = spec.split(";")
    option = "rules=classic"
    return ";".join(
        [
            f"{game},{option}" if ":" in game else f"{game}:{option}",
            *(part for part in parts if not part.startswith(("goats_memory=", "tigers_memory="))),
        ]
    )


Case = tuple[str, int]

START_CASES: tuple[Case, ...] = (
    ("bagh-chal", 6),
    ("bagh-chal:rules=classic", 6),
    ("bagh-chal:board=pulijudam", 7),
    ("bagh-chal:board=pulijudam,rules=classic", 7),
    ("bagh-chal:heroes=true", 7),
    ("bagh-chal:heroes=true,rules=classic", 7),
)

# Each of these is counted in both sets of rules.
CASES_OF_BOTH_RULES: tuple[Case, ...] = (
    # Phase II on the Bagh Chal board, with BC-8 at work: steps barred, forced back, and captures only; BC-11, BC-13.
    (
        (
            "bagh-chal;tigers=a1,a2,a4,e5;goats=a5,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,d1,d3,d4,d5,e1,e2,e3,e4;hand=0;"
            "captured=1;player=tigers;peace=3;goats_memory=d2-e3;tigers_memory=a3-a2"
        ),
        8,
    ),
    (
        (
            "bagh-chal;tigers=a1,d4,d5,e5;goats=a2,a3,a4,a5,b1,b2,b3,b5,c1,c2,c3,c4,c5,d1,d2,e1,e2,e3,e4;hand=0;"
            "captured=1;player=goats;peace=3;goats_memory=b4-a4;tigers_memory=d3-d4"
        ),
        6,
    ),
    (
        (
            "bagh-chal;tigers=a1,a2,a4,e4;goats=b1,b2,b3,b4,b5,c1,c3,c4,c5,d1,d2,d3,d4,d5,e1,e2,e3,e5;hand=0;"
            "captured=2;player=tigers;peace=11;goats_memory=c2-b2;tigers_memory=a3-a2"
        ),
        7,
    ),
    (
        (
            "bagh-chal;tigers=a3,b5,d2,e3;goats=a1,a2,a4,a5,b1,b2,b3,b4,c1,c2,c3,c4,c5,d3,d4,d5,e1,e4;hand=0;"
            "captured=2;player=goats;goats_memory=e5-e4"
        ),
        6,
    ),
    (
        (
            "bagh-chal;tigers=a3,a4,a5,c3;goats=a1,b1,b2,b3,b4,b5,c1,c2,c4,c5,d1,d2,d3,d4,e1,e2,e5;hand=0;"
            "captured=3;player=goats;peace=10;goats_memory=e4-d4;tigers_memory=a2-a3"
        ),
        6,
    ),
    (
        (
            "bagh-chal;tigers=a1,a2,b1,b3;goats=a4,a5,b2,b4,b5,c2,c3,c5,d1,d2,d5,e1,e2,e3,e4,e5;hand=0;"
            "captured=4;player=tigers;peace=3;goats_memory=d4-c5;tigers_memory=a3-a2"
        ),
        6,
    ),
    # Near the draw of BC-14.
    (
        (
            "bagh-chal;tigers=a4,b5,d1,e4;goats=a3,a5,b2,b3,b4,c1,c2,c3,c4,c5,d3,d4,d5,e1,e2,e5;hand=0;"
            "captured=4;player=goats;peace=197;goats_memory=d2-e2;tigers_memory=e3-e4"
        ),
        4,
    ),
    (
        (
            "bagh-chal;tigers=d3,d5,e2,e4;goats=a1,a3,a4,a5,b1,b2,b4,b5,c1,c2,c3,c4,c5,d1,d2,d4,e1,e5;hand=0;"
            "captured=2;player=tigers;peace=197;goats_memory=b3-c3;tigers_memory=e3-e2"
        ),
        6,
    ),
    # Into Phase II: the last goats are put down.
    (
        (
            "bagh-chal;tigers=c2,c4,e1,e3;goats=a1,a2,a3,a4,a5,b1,b2,b3,b4,b5,c1,c3,c5,d1,d2,d3,d4,d5,e5;hand=1;"
            "captured=0;player=goats"
        ),
        8,
    ),
    (
        (
            "bagh-chal;tigers=b3,c1,e1,e2;goats=a1,a2,a3,a5,b1,b2,b4,b5,c2,c5,d1,d2,d3,d4,d5,e3,e4,e5;hand=1;"
            "captured=1;player=tigers"
        ),
        7,
    ),
    (
        (
            "bagh-chal;tigers=a1,a3,a4,c5;goats=a2,a5,b1,b2,b3,b5,c1,c2,c3,d1,d2,d3,d4,e1,e3,e4,e5;hand=2;"
            "captured=1;player=goats"
        ),
        8,
    ),
    # Pulijudam.
    (
        (
            "bagh-chal:board=pulijudam;tigers=a1,b6,c1;goats=b1,b2,b4,c2,c3,c5,c6,d1,d3,d4,d5,d6,e2,e4;hand=0;"
            "captured=1;player=tigers;peace=11;goats_memory=d2-d1;tigers_memory=b3-a1"
        ),
        6,
    ),
    (
        (
            "bagh-chal:board=pulijudam;tigers=d2,d4,e2;goats=b3,b4,c2,c3,c4,c5,c6,d3,d5,d6,e1,e3,e4;hand=0;"
            "captured=2;player=goats;peace=11;goats_memory=c1-c2;tigers_memory=d1-d2"
        ),
        6,
    ),
    (
        (
            "bagh-chal:board=pulijudam;tigers=c3,d2,e3;goats=a1,b4,c1,c2,c5,c6,d1,d4,e1,e2,e4;hand=0;captured=4;"
            "player=tigers;peace=11;goats_memory=b2-c2;tigers_memory=d3-d2"
        ),
        6,
    ),
    (
        (
            "bagh-chal:board=pulijudam;tigers=b4,b6,d6;goats=a1,b1,b2,b3,b5,c4,c5,c6,d1,d4,e1,e3;hand=0;"
            "captured=3;player=goats;peace=197;goats_memory=d3-d4;tigers_memory=d5-d6"
        ),
        7,
    ),
    (
        (
            "bagh-chal:board=pulijudam;tigers=c2,d2,d4;goats=a1,b1,b2,b4,c1,c3,c5,c6,d1,d3,d6,e1,e3,e4;hand=1;"
            "captured=0;player=goats"
        ),
        6,
    ),
    # Heroes of Asia in Phase II: exchanges, jumps without capture and their way back, the Buck captured.
    (
        (
            "bagh-chal:heroes=true;tigers=a4,d2,d4,e5;goats=a2,a3,a5,b1,b3,b4,b5,c1,c2,c3,c4,c5,d1,d3,d5,e2,e3,"
            "e4;hand=0;captured=2;player=goats;alpha=d4;peace=3;goats_memory=a1-a2;tigers_memory=e1-d2"
        ),
        5,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a3,a4,b1,c3;goats=a1,a2,a5,b3,b4,b5,c1,c2,c4,d1,d2,d3,d4,e2,e3,e4,e5;"
            "hand=0;captured=3;player=tigers;alpha=a3;buck=c2;peace=11;goats_memory=c5-b4;tigers_memory=b2-c3"
        ),
        5,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a2,a4,c1,d3;goats=a3,a5,b1,b2,b4,b5,c2,c4,c5,d1,d2,d5,e2,e3,e4,e5;"
            "hand=0;captured=4;player=tigers;alpha=a2;buck=b2;peace=2;goats_memory=c3-d2;tigers_memory=a1-a2"
        ),
        5,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a4,b4,c3,e2;goats=a2,a3,a5,b2,b3,b5,c1,c2,c4,c5,d1,d2,d3,d4,e3,e5;"
            "hand=0;captured=4;player=goats;alpha=c3;buck=d4;peace=197;goats_memory=b1-c1;tigers_memory=e1-e2"
        ),
        4,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a3,b4,c5,d3;goats=a1,a2,a4,b2,b3,b5,c1,c2,c3,c4,d1,d2,d4,d5,e1,e3;"
            "hand=0;captured=4;player=goats;alpha=c5;peace=3;goats_memory=e5-d5;tigers_memory=a5-b4"
        ),
        5,
    ),
    # Heroes of Asia in Phase I: extra moves and exchanges.
    (
        (
            "bagh-chal:heroes=true;tigers=a5,d2,d5,e1;goats=a1,a2,a3,a4,b1,b2,b3,b5,c2,c3,c4,c5,d1,d3,d4,e2,e3,"
            "e5;hand=1;captured=1;player=tigers;alpha=e1"
        ),
        6,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a4,b3,e3,e4;goats=a1,a2,a3,a5,b1,b4,c2,c3,c4,c5,d1,d2,d3,d4,e2,e5;"
            "hand=2;captured=2;player=tigers;alpha=a4"
        ),
        6,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=c2,c5,d1,e2;goats=a1,a2,a5,b1,b4,b5,c1,c3,c4,d2,d3,d4,e1,e3,e4,e5;"
            "hand=1;captured=3;player=goats;alpha=d1"
        ),
        5,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a2,a3,a4,c4;goats=a1,b1,b4,b5,c1,c5,d2,d3,e1,e2,e3,e4;hand=4;"
            "captured=4;player=tigers;alpha=c4"
        ),
        6,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=c5,d3,e1,e2;goats=a2,a3,a4,b1,b2,b3,b4,b5,c2,c3,c4,d1,d2,d4,d5,e4,e5;"
            "hand=1;captured=2;player=goats;alpha=e2;buck=c4"
        ),
        6,
    ),
    # Games played from the start into Phase II.
    (
        (
            "bagh-chal;moves=b3,a1-a2,c5,a5-b5,d3,e5-e4,c2,b5-d5,b5,d5-d4,e3,e1-e2,c5,a2-a1,d5,e2-e1,a3,a1-b2,e2,"
            "d4-e5,c1,b2-d2,d1,d2-c3,a2,c3-d2,a4,e5-d4,b1,d2-c2,e5,d4-c3,a1,e4-d4,c4,e1-d2,e4,d2-e1,b2,e1-d2,"
            "d1-e1,d2-d1,a3-b4"
        ),
        5,
    ),
    (
        (
            "bagh-chal;moves=a3,a5-a4,d4,e5-e4,b4,e4-c4,e2,c4-c3,e5,c3-c4,d3,c4-d4,c4,e1-d1,e3,d4-c3,c1,c3-d4,d2,"
            "d4-e4,d5,d1-e1,b1,a4-a5,a4,e1-d1,d4,a1-b2,b3,a5-b5,e1,b5-a5,a2,b2-c2,b5,c2-c3,a1,c3-c2,c3,c2-b2,"
            "b5-c5,a5-b5,b4-a5,b2-c2,a2-b2,b5-b4,c5-b5"
        ),
        7,
    ),
    (
        (
            "bagh-chal:board=pulijudam;moves=e4,a1-b5,b1,b3-a1,d6,a1-b2,d5,b5-a1,d3,b2-b3,c3,a1-b5,b6,b4-a1,e3,"
            "b5-c5,e1,b3-b4,c2,c5-c4,c1,b4-b3,e2,c4-b4,b2,b4-c4,b5,c4-b4,c4,b4-d4,b6-c6,a1-b4,b5-b6,b4-c4"
        ),
        6,
    ),
    (
        (
            "bagh-chal:board=pulijudam;moves=d3,a1-b5,e1,b5-b6,d2,b3-b2,d5,b4-c4,c2,b6-c6,b5,c6-c5,d1,b2-a1,b4,"
            "c5-c6,d4,a1-b2,b6,b2-b1,c3,b1-b2,a1,c6-c5,b3,c4-e3,e4,e3-d4,d6,c5-c4,c2-c1,b2-c2,e4-e3,c4-c5,b4-c4,"
            "c5-c6,b5-b4"
        ),
        7,
    ),
    (
        (
            "bagh-chal:heroes=true;moves=b5,e1-d1,a1-b2,d3,a5-c5,b2-a2,c4,d1-d2,--,c2,d2-b2,a2-a3,a2,b2-a1,a3-b4,"
            "b1,a1-b2,b4-a3,d2,c5-d4,a3-b3,a3,d4-e3,b3-b4,a1,b2-c2,b4-b5,d1,b5-a5,e1,c2-c3,a5-a4,b5,e5-d5,--,e5,"
            "a4-b4,d4,e3-e2,b4-a5,c1,c3-c2,a5-a4,c5,a4-a5,b3,c2-b2,a5-a4,a5,b2-c2,a4-b4,b2,b4-c3,e4,e2-e3,a3-b4,"
            "c3-a3,b4-b3,c2-c3,a5-b4,a3-a4"
        ),
        5,
    ),
    (
        (
            "bagh-chal:heroes=true;moves=b2,e5-e4,--,a4,e4-d4,a1-c3,c4,e1-e2,--,e4,a5-b5,c3-d3,d1,d3-c3,d3,e2-e3,"
            "c3-b2,a5,b2-b1,d5,d4-c5,b1-b2,b3,e3-e2,b2-c3,a2,c3-c2,b4,e2-e3,c2-d2,c3,e3-d4,d2-e3,e2,d4-e5,e3-d4,"
            "c1,c5-a3,--,=c3,b4,a3-b2,a1,d4-c5,b1,e5-d4,e5,b2-a3,d2,d4-e3,e1,e3-d4,e2-e3,a3-b2,c1-c2,b2-c1,b4-a3,"
            "b5-b4,e1-e2"
        ),
        6,
    ),
    # Repetition: pieces go round and round, and the third occurrence is near.
    (
        (
            "bagh-chal;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;hand=0;"
            "captured=4;player=tigers;peace=10;goats_memory=e5-d4;tigers_memory=b2-a1;moves=a1-a2,d4-d5,a2-b2,"
            "d5-e5,b2-a1,e5-d4,a1-a2,d4-d5,a2-b2,d5-e5"
        ),
        6,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;"
            "hand=0;captured=4;player=tigers;alpha=a1;buck=d4;peace=10;goats_memory=e5-d4;tigers_memory=b2-a1;"
            "moves=a1-a2,d4-d5,a2-b2,d5-e5,b2-a1,e5-d4,a1-a2,d4-d5,a2-b2,d5-e5"
        ),
        6,
    ),
    (
        (
            "bagh-chal:board=pulijudam;tigers=a1,b1,b6;goats=b3,b4,b5,c3,c4,c5,c6,d1,d2,d4,d5,e3,e4;hand=0;"
            "captured=2;player=tigers;peace=10;goats_memory=d3-d2;tigers_memory=c1-b1;moves=b1-b2,d2-e1,b2-c2,"
            "e1-e2,c2-c1,e2-d3,c1-b1,d3-d2,b1-b2,d2-e1,b2-c2,e1-e2,c2-c1,e2-d3"
        ),
        6,
    ),
    # Repetition: two tigers, one of them the Alpha, go round a triangle and change places; so do the Buck and a goat.
    (
        (
            "bagh-chal:heroes=true;tigers=a1,a2,c1,e1;goats=a4,a5,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;"
            "hand=0;captured=4;player=tigers;alpha=a1;buck=c4;peace=10;goats_memory=e5-d4;tigers_memory=b2-a1;"
            "moves=a2-b2,d4-d5,a1-a2,d5-e5,b2-a1,e5-d4,a2-b2,d4-d5,a1-a2,d5-e5"
        ),
        6,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a1,a2,c1,e1;goats=a4,a5,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;"
            "hand=0;captured=4;player=tigers;alpha=a1;buck=c4;peace=10;goats_memory=e5-d4;tigers_memory=b2-a1;"
            "moves=a2-b2,d4-d5,a1-a2,d5-e5,b2-a1,e5-d4,a2-b2,d4-d5,a1-a2,d5-e5,b2-a1,e5-d4,a2-b2,d4-d5,a1-a2,"
            "d5-e5,b2-a1,e5-d4,a2-b2,d4-d5,a1-a2,d5-e5"
        ),
        5,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e5;"
            "hand=0;captured=4;player=tigers;alpha=a1;buck=d4;peace=10;goats_memory=d5-d4;tigers_memory=b2-a1;"
            "moves=a1-a2,e5-d5,a2-b2,d4-e5,b2-a1,d5-d4,a1-a2,e5-d5,a2-b2,d4-e5"
        ),
        6,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e5;"
            "hand=0;captured=4;player=tigers;alpha=a1;buck=d4;peace=10;goats_memory=d5-d4;tigers_memory=b2-a1;"
            "moves=a1-a2,e5-d5,a2-b2,d4-e5,b2-a1,d5-d4,a1-a2,e5-d5,a2-b2,d4-e5,b2-a1,d5-d4,a1-a2,e5-d5,a2-b2,"
            "d4-e5,b2-a1,d5-d4,a1-a2,e5-d5,a2-b2,d4-e5"
        ),
        6,
    ),
)

# Repetition with memories: the set-up remembers nothing, so it is not the same as the later occurrences.
CASES_OF_LUDOS_RULES: tuple[Case, ...] = (
    (
        (
            "bagh-chal;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;hand=0;"
            "captured=4;player=tigers;peace=10;moves=a1-a2,d4-d5,a2-b2,d5-e5,b2-a1,e5-d4,a1-a2,d4-d5,a2-b2,d5-e5"
        ),
        7,
    ),
    (
        (
            "bagh-chal;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;hand=0;"
            "captured=4;player=tigers;peace=10;moves=a1-a2,d4-d5,a2-b2,d5-e5,b2-a1,e5-d4,a1-a2,d4-d5,a2-b2,d5-e5,"
            "b2-a1,e5-d4"
        ),
        7,
    ),
)

# Repetition by going back and forth, which BC-8 would bar. Written without the option; it is added below.
CASES_OF_CLASSIC_RULES: tuple[Case, ...] = (
    (
        (
            "bagh-chal;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;hand=0;"
            "captured=4;player=tigers;peace=10;moves=a1-a2,d4-d5,a2-a1,d5-d4,a1-a2,d4-d5"
        ),
        6,
    ),
    (
        (
            "bagh-chal:heroes=true;tigers=a1,a5,c1,e1;goats=a3,a4,b1,b3,b4,b5,c2,c4,c5,d1,d2,d3,d4,e2,e3,e4;"
            "hand=0;captured=4;player=tigers;alpha=a1;buck=c4;peace=10;moves=a1-a2,d4-d5,a2-a1,d5-d4,a1-a2,d4-d5"
        ),
        6,
    ),
    (
        (
            "bagh-chal:board=pulijudam;tigers=a1,b1,b6;goats=b3,b4,b5,c3,c4,c5,c6,d1,d2,d4,d5,e3,e4;hand=0;"
            "captured=2;player=tigers;peace=10;moves=b1-b2,d2-e1,b2-b1,e1-d2,b1-b2,d2-e1"
        ),
        7,
    ),
)

LATER_CASES: tuple[Case, ...] = (
    *CASES_OF_BOTH_RULES,
    *((in_classic_rules(spec), depth) for spec, depth in CASES_OF_BOTH_RULES),
    *CASES_OF_LUDOS_RULES,
    *((in_classic_rules(spec), depth) for spec, depth in CASES_OF_CLASSIC_RULES),
)


def table(cases: Iterable[Case]) -> Iterator[str]:
    """The lines of a perft table: spec, depth, leaves, for each depth up to a case's."""
    for spec, deepest in cases:
        reference = read_spec(spec)
        for depth in range(1, deepest + 1):
            yield f"{spec} {depth} {perft(reference, depth)}"


def main(arguments: list[str]) -> None:
    """Print the perft table of the case given, or of all cases."""
    cases = [(arguments[0], int(arguments[1]))] if len(arguments) == 2 else [*START_CASES, *LATER_CASES]
    for line in table(cases):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
