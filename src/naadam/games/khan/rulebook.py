"""The plain half of Khan: its options, tables and parts."""

from __future__ import annotations

from importlib import resources
from typing import ClassVar

from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Choice, Number, Option, Options
from naadam.core.parts.boards import load_board
from naadam.core.parts.net import by_entry
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.games.khan import rules
from naadam.games.khan.board import SCHEMA, make_realm
from naadam.games.khan.checks import Checks
from naadam.games.khan.drawing.stage import END_TURN
from naadam.games.khan.face import Face
from naadam.games.khan.notation import Notation
from naadam.games.khan.rules import heuristics, learned
from naadam.games.khan.rules.observation import PLANES
from naadam.games.khan.rules.state import (
    ANSWERING,
    BY_HAND,
    BY_LOT,
    CARDS,
    DRAWING,
    HAND,
    LAST_RULER,
    MOST_SEATS,
    PORTRAIT,
    PRINTED,
    RULERS,
    SHAPES,
    SPECIAL_ACTIONS,
    TURNING,
    USE_NONE,
)
from naadam.games.khan.tables import count_conquests, has_room, make_tables
from naadam.games.khan.weights import WEIGHT_SCHEMA

PLACES = {"printed": PRINTED, "spread": BY_LOT, "hand": BY_HAND}  # KH-12
TURNS = PORTRAIT * (LAST_RULER - 1) + (PORTRAIT - 1) * (RULERS - LAST_RULER + 1) + 1  # KH-26: until the fifth is gone
TURNED = 2 * CARDS // RULERS * (LAST_RULER - 1) + 1  # KH-28: cards for removed rulers, the pile shuffled once
ACTION = 2 + 2 * MOST_SEATS  # a proposal that is refused, answers, another action and its card
LONGEST_TURN = TURNED + 3 * ACTION + 2 * HAND + 3
LARGEST_BONUS = 10  # KH-72
TWO = 2  # players: for more nothing is learned


class Khan(Rulebook):
    name = "khan"
    version = 2
    prefix = "KH"
    length = "long"
    clauses = (
        *range(1, 9), *range(10, 16), *range(20, 29), *range(30, 43), *range(45, 58), *range(60, 66), *range(70, 76),
    )  # fmt: skip
    declared: ClassVar[tuple[Option, ...]] = (
        BoardFile("board", "khan", ("khan",)),
        Number("players", 2, (2, 3, 4), lowest=2, highest=4),
        Choice("rulers", "printed", tuple(PLACES)),
    )
    rules: ClassVar = rules
    texts = Texts(__package__)
    planes = PLANES
    weight_schema = WEIGHT_SCHEMA

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.realm = make_realm(self.board)
        rulers = PLACES[str(options["rulers"])]
        if rulers == BY_LOT and not has_room(self.realm):
            raise SpecError.of(self.texts, "no-room")
        seats = int(options["players"])
        self.tables = make_tables(self.realm, seats=seats, rulers=rulers)
        values = sum(form.value * form.copies for form in self.realm.forms)
        setup = 1 + RULERS + seats * (self.tables.rounds + HAND)
        self.sizes = Sizes(
            seats=seats,
            actions=self.tables.card + CARDS,
            choices=(HAND + 1) * self.tables.cells + count_conquests(self.realm) + SPECIAL_ACTIONS,
            length=0 if rulers == BY_LOT else setup + TURNS * LONGEST_TURN + SHAPES * ACTION + seats,
            words=rules.POSITION_WORDS,
            outcomes=max(CARDS, self.tables.cells),
            scores=(0.0, float(values + LARGEST_BONUS)),
            tensor=(len(PLANES), self.realm.rows, self.realm.columns),
        )
        self.notation = Notation(self.realm, self.tables)
        self.checks = Checks(self.realm, self.tables, self.sizes.choices)
        self.face = Face(self.realm, self.tables, self.notation)
        usual = options["board"] == "khan" and rulers == PRINTED
        if seats == TWO:
            shipped = resources.files(__package__) / "nets" / "two.npz" if usual else None
            self.net = by_entry(heuristics.read, learned.LOOKUPS, learned.ENTRIES, shipped=shipped)

    def applies(self, clause: int) -> bool:
        four = bool(self.tables.seats == MOST_SEATS)
        needed = {51: not four, 52: not four, 53: four, 54: not four, 55: four}
        return needed.get(clause, True)

    def sets_off(self, state: StateRecord, last: tuple[int, int] | None) -> tuple[int, str] | None:
        """The player who took the last action of a turn ends it; cards are drawn and turned up only then (KH-20).

        The choice to use no special card ends the turn, too.
        """
        if last is None or state.phase not in (TURNING, DRAWING) or last[0] == self.tables.special + USE_NONE:
            return None
        mover = (int(state.mover) - int(state.phase == TURNING)) % self.tables.seats
        return (mover, END_TURN) if last[1] == mover else None

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """Only the last answer shows something: it opens all of them."""
        return bool(state.phase == ANSWERING and state.waiting == 1 << seat)
