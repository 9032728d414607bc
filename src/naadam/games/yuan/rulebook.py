"""The plain half of Yuan: its options, tables and parts."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from naadam.core.contract import Sizes, StateRecord
from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Choice, Named, Number, Option, Options, Switch, Value
from naadam.core.parts.boards import Board, load_board
from naadam.core.parts.net import by_entry
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts, Word
from naadam.games.yuan import rules
from naadam.games.yuan.board import SCHEMA, Atlas, Scenario, read_atlas
from naadam.games.yuan.checks import Checks
from naadam.games.yuan.face import Face
from naadam.games.yuan.notation import Notation
from naadam.games.yuan.rules import heuristics, learned
from naadam.games.yuan.rules.auction import MOST_TIES
from naadam.games.yuan.rules.observation import PLANES
from naadam.games.yuan.rules.state import BIDDING, CODES, MU, PLANNING, SIDES, SUHEY, TURNS, WEYU, XIANGI
from naadam.games.yuan.tables import make_land, make_tables
from naadam.games.yuan.weights import WEIGHT_SCHEMA


class Imposes(NamedTuple):
    """Option values that a scenario requires."""

    players: int
    cities: bool
    auction: bool


SHIPPED = {
    "river-control": Imposes(4, False, False),
    "crossing-the-waters": Imposes(3, True, True),
    "general-conflict": Imposes(5, True, False),
}
TWO = 2  # clans: for more nothing is learned
POWERS = {80: MU, 81: SUHEY, 82: WEYU, 83: XIANGI}  # the clauses of the clans


def imposes(scenario: Scenario) -> Imposes:
    return Imposes(scenario.players, bool(scenario.cities), scenario.auction)


def load(board: str) -> tuple[Board, Atlas]:
    found = load_board(board, __package__, SCHEMA)
    return found, read_atlas(found)


@functools.cache
def shipped() -> tuple[Board, Atlas]:
    """The file that comes with the game, read once: there are hundreds of variants."""
    return load("yuan")


class Yuan(Rulebook):
    name = "yuan"
    version = 2
    prefix = "YN"
    clauses = (
        *range(1, 9), *range(10, 19), *range(20, 28), *range(30, 44), *range(45, 61), *range(65, 68), *range(70, 73),
        *range(75, 78), *range(80, 87),
    )  # fmt: skip
    declared: ClassVar[tuple[Option, ...]] = (
        BoardFile("board", "yuan", ("yuan",)),
        Number("players", 2, (2, 3, 4, 5, 6, 7, 8), lowest=2, highest=8),
        Named("scenario", "quick", ("quick", "free", *SHIPPED)),
        Switch("auction"),
        Switch("powers"),
        Switch("volcanoes"),
        Choice("capitals", "placed", ("placed", "random")),
        Choice("wheel", "printed", ("printed", "short")),
    )
    rules: ClassVar = rules
    texts = Texts(__package__)
    planes = PLANES
    weight_schema = WEIGHT_SCHEMA
    only_sealed = True
    clashes_known = True

    def __init__(self, options: Options) -> None:
        self.options = options
        seats, scenario = int(options["players"]), str(options["scenario"])
        self.board, self.atlas = shipped() if options["board"] == "yuan" else load(str(options["board"]))
        if scenario not in ("quick", "free", *self.atlas.scenarios):
            known = ", ".join(("quick", "free", *self.atlas.scenarios))
            raise SpecError.of(self.texts, "no-scenario", name=scenario, known=known)
        asked = imposes(self.atlas.scenarios[scenario]) if scenario in self.atlas.scenarios else None
        problem = clash_of(options, asked)
        if problem:
            raise problem
        self.land = make_land(self.atlas, seats, scenario)
        self.tables = make_tables(
            self.atlas,
            self.land,
            seats=seats,
            scenario=scenario,
            auction=bool(options["auction"]),
            powers=bool(options["powers"]),
            volcanoes=bool(options["volcanoes"]),
            random=options["capitals"] == "random",
            wheel=str(options["wheel"]),
        )
        tiles, provinces, clans = self.tables.tiles, self.tables.provinces, self.tables.clans
        hand = -(-tiles // seats)
        laying = hand * (4 * tiles + 2) * SIDES  # a row of tiles has the most places next to it
        auction = seats * (MOST_TIES * seats + 2)
        self.sizes = Sizes(
            seats=seats,
            actions=self.tables.lot + seats,
            choices=max(seats * (1 + CODES * provinces), laying, clans * provinces),
            length=1 + 2 * tiles + clans + seats + max(seats, auction) + TURNS * seats,
            words=rules.POSITION_WORDS,
            outcomes=max(tiles * SIDES, provinces, clans, seats),
            scores=(0.0, 1.0),
            tensor=(len(PLANES), provinces),
        )
        self.notation = Notation(self.land, self.tables)
        self.checks = Checks(self.land, self.tables)
        self.face = Face(self.land, self.tables, self.notation)
        self.net = by_entry(heuristics.read, learned.LOOKUPS, learned.ENTRIES, absolute=True) if seats == TWO else None

    @classmethod
    def clash(cls, options: Mapping[str, Value]) -> SpecError | None:
        return clash_of(options, SHIPPED.get(str(options["scenario"])) if options["board"] == "yuan" else None)

    def applies(self, clause: int) -> bool:
        tables = self.tables
        if clause in POWERS:
            return bool(tables.powers and (not tables.named or tables.named >> POWERS[clause] & 1))
        needed = {16: tables.auction, 17: tables.auction, 18: tables.scenario == rules.QUICK, 84: tables.powers}
        needed |= {75: tables.volcanoes, 76: tables.volcanoes, 77: tables.volcanoes, 85: tables.seats > 4}
        needed |= {11: tables.scenario == rules.FREE, 12: tables.scenario == rules.IMPOSED}
        return bool(needed.get(clause, True))

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """Only the last plan or bid shows something: it opens all of them."""
        return bool(state.phase in (BIDDING, PLANNING) and state.waiting == 1 << seat)

    def talks(self, state: StateRecord, seat: int) -> int:
        """YN-86: everybody may talk to everybody."""
        return (1 << self.sizes.seats) - 1 & ~(1 << seat)


def clash_of(options: Mapping[str, Value], asked: Imposes | None) -> SpecError | None:
    """The conflict between the options and the scenario's requirements, or None."""
    key = str(options["scenario"])
    known = Yuan.texts.sections("en")["options"]["scenario"]
    name = Word(Yuan.texts, "options.scenario", key) if key in known else key
    if asked and options["players"] != asked.players:
        return SpecError.of(Yuan.texts, "scenario-players", name=name, players=asked.players)
    if asked and asked.auction and not options["auction"]:
        return SpecError.of(Yuan.texts, "scenario-auction", name=name)
    if options["capitals"] == "random" and key == "quick":
        return SpecError.of(Yuan.texts, "quick-capitals")
    if options["capitals"] == "random" and asked and asked.cities:
        return SpecError.of(Yuan.texts, "scenario-capitals", name=name)
    return None
