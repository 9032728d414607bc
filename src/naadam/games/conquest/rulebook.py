"""The plain half of Conquest: its options, tables and parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from naadam.core.compiling import PlainRules
from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Number, Option, Options, Switch
from naadam.core.parts.boards import load_board
from naadam.core.parts.clock import Glass
from naadam.core.parts.net import by_entry
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.games.conquest import rules
from naadam.games.conquest.board import FORCE, SCHEMA, make_atlas
from naadam.games.conquest.checks import Checks
from naadam.games.conquest.face import PREFIX, Face
from naadam.games.conquest.notation import Notation
from naadam.games.conquest.rules import heuristics, learned
from naadam.games.conquest.rules.observation import PLANES
from naadam.games.conquest.rules.state import (
    ANSWERING,
    CALM_START,
    CALM_TURNS,
    END,
    FIRST_SPACE,
    LET,
    MOST_SEATS,
    MOVING,
    OVER,
    POINTS,
)
from naadam.games.conquest.tables import PLAYERS_OF, count_choices, make_tables

plain = PlainRules(rules)

ASKED_SECONDS = 10  # CQ-91
TWO = 2  # players: for more nothing is learned

LONGEST_TURN = POINTS + 2 * POINTS + 1  # steps, after each of them two answers, and its end


class Conquest(Rulebook):
    name = "conquest"
    version = 2
    prefix = PREFIX
    length = "long"
    clauses = (
        *range(1, 13), *range(20, 27), *range(30, 37), *range(40, 46), *range(50, 57), *range(60, 66), *range(70, 78),
        80, 81, 85, 86, 90, 91, *range(95, 100),
    )  # fmt: skip
    declared: ClassVar[tuple[Option, ...]] = (
        BoardFile("board", "conquest", ("conquest",)),
        Number("players", 4, (4, 3, 2), lowest=2, highest=4),
        Switch("alliances"),
        Option("hourglass", 180, (0, 60, 120, 180, 300), tried=(180,)),
    )
    rules: ClassVar = rules
    texts = Texts(__package__)
    planes = PLANES
    notation: Notation

    def __init__(self, options: Options) -> None:
        self.options = options
        seats, allied = int(options["players"]), bool(options["alliances"])
        if allied and seats != MOST_SEATS:
            raise SpecError.of(self.texts, "alliances")
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.atlas = make_atlas(self.board)
        self.tables = make_tables(self.atlas, seats=seats, allied=allied)
        figures = sum(FORCE.values()) * seats
        rounds = CALM_START + (CALM_TURNS + 1) * (figures + 1)  # CQ-73
        spaces = len(self.atlas.names)
        self.sizes = Sizes(
            seats=seats,
            actions=self.tables.first + MOST_SEATS,
            choices=count_choices(self.atlas, self.tables, seats),
            length=1 + rounds * seats * LONGEST_TURN,
            words=FIRST_SPACE + (spaces + 1) // 2,
            outcomes=seats,
            scores=(0.0, 1.0),
            tensor=(len(PLANES), spaces),
        )
        self.notation = Notation(self.atlas, self.tables)
        self.checks = Checks(self.atlas, self.tables)
        self.face = Face(self.board, self.atlas, self.tables, self.notation)
        self.net = by_entry(heuristics.read, learned.LOOKUPS, learned.ENTRIES) if seats == TWO else None

    def seat_key(self, seat: int) -> str:
        """A seat is called by the colour of its island (CQ-12)."""
        return str(PLAYERS_OF[self.tables.seats][seat])

    def aim_key(self, seat: int) -> str:
        return "alliances" if self.tables.friends else "all"

    def allies(self, seat: int) -> tuple[int, ...]:
        """CQ-95, CQ-97: an alliance wins as one."""
        return tuple(sorted({seat, seat ^ self.tables.friends}))

    def applies(self, clause: int) -> bool:
        allied = bool(self.tables.friends)
        needed = {**dict.fromkeys((95, 96, 97, 99), allied), **dict.fromkeys((70, 72, 80, 81), not allied)}
        return needed.get(clause, True)

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """Captures and answers cannot be taken back, because other players have a say in them."""
        if state.phase == ANSWERING:
            return True
        deed = self.notation.split(action)
        if deed.verb not in ("step", "jump"):
            return False
        there = int(state.pieces[deed.spaces[-1]])
        return there != 0 and there & 3 != seat

    def glasses(self, state: StateRecord) -> Mapping[int, Glass]:
        """CQ-90, CQ-91: the glass of a turn, and ten seconds for the player who may exchange."""
        seconds, turn = int(self.options["hourglass"]), int(state.turn)
        if seconds == 0:
            return {}
        if state.phase == MOVING:
            return {int(state.mover): Glass(f"turn-{turn}", seconds, END, self._glass_before(state), "CQ-90")}
        if state.phase == ANSWERING:
            name = f"exchange-{turn}-{int(state.spent)}-{int(state.asked)}"
            return {int(state.asked): Glass(name, ASKED_SECONDS, LET)}
        return {}

    def _glass_before(self, state: StateRecord) -> str:
        """The glass of the turn before, without turns that passed immediately (CQ-65); empty before the first.

        A pinned player's turn was played if the last piece to fall is of that player and no turn has counted since
        (CQ-73): an answer took it, and pinned. One that seized an empty vessel instead (CQ-45) leaves no such trace.
        """
        turn, seat = int(state.turn), int(state.mover)
        for _ in range(self.tables.seats - 1):
            seat = (seat - 1) % self.tables.seats
            while state.figures[seat] == 0:
                seat = (seat - 1) % self.tables.seats
            turn -= 1
            if not plain.is_pinned(self.tables, state, seat) or (state.loser == seat and state.calm == 0):
                break
        return f"turn-{turn}" if turn > 0 else ""

    def talks(self, state: StateRecord, seat: int) -> int:
        """CQ-98: every player may talk to all others, but with alliances to no player before the game is over."""
        if self.tables.friends and state.phase != OVER:
            return 0
        return ((1 << self.sizes.seats) - 1) & ~(1 << seat)
