"""Positions of Yuan as one line of text (described in docs/notation.md).

The first word is the decision, then who takes it: `lay 2` player 2 lays a tile, `plan` all plan. Behind it come fields
`name=value`, each of which may be left out where there is nothing to say:

    first=2               the first player, until the last city stands
    hands=A,B/C           tiles in the hands of the players
    tiles=A(0,0)3         tiles on the table: centre and turn
    clans=mu,weyu         clans in play
    seats=mu,-            the clans of the players
    provinces=Bao:mu.doubled.wood.2.temple,Cao:temple      what stands on the provinces
    chao=4,3
    tied=13 ties=1        who bids (again), if not all without a clan; how often this bid has been tied
    bids=3/-  plans=Bao.D2.F1/-/pass     what is sealed; ? in a view
    turn=3
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from naadam.core.compiling import PlainRules, record
from naadam.core.contract import StateRecord
from naadam.core.errors import NotationError
from naadam.core.parts.field_position import FieldPositions
from naadam.core.seats import CHANCE
from naadam.games.yuan import rules
from naadam.games.yuan.board import CLAN_NAMES, LARGEST_PLACE
from naadam.games.yuan.checks import MOST_CHAO, TEXTS, expect, impossible, unsettled
from naadam.games.yuan.derived import derive, places_of
from naadam.games.yuan.names import Names
from naadam.games.yuan.rules import clauses
from naadam.games.yuan.rules.state import (
    BIDDING,
    DEALING,
    DRAWING,
    HEXES,
    HIGHEST_BID,
    IMPOSED,
    LAYING,
    LOT,
    NOTHING,
    OVER,
    STATE,
    TURNS,
    UNKNOWN,
    Tables,
)
from naadam.games.yuan.tables import Land, provinces_in

plain = PlainRules(rules)

PHASES = ("first", "deal", "lay", "clans", "cities", "draw", "bid", "lot", "take", "plan", "over")
SEATED = ("lay", "cities", "take")  # phases in which a player acts; in the first two chance acts too
ENDS = (clauses.GOAL_REACHED, clauses.SEVERAL_REACH_THE_GOAL, clauses.LAST_NOTCH, clauses.MU_WINS)
FIELDS = (
    "first", "hands", "tiles", "clans", "seats", "provinces", "chao", "tied", "ties", "bids", "turn", "plans",
)  # fmt: skip
BUILT = ("village", "city", "doubled")
WALLS = ("wood", "stone")
_TILE = re.compile(r"([A-Z](?:-II)?)\((-?\d{1,2}),(-?\d{1,2})\)([0-5])(?:,|$)")


class Positions(FieldPositions):
    texts = TEXTS
    known = FIELDS

    def __init__(self, land: Land, tables: Tables, names: Names) -> None:
        self.land = land
        self.tables = tables
        self.names = names

    # --- writing ---

    def write_head(self, state: StateRecord) -> list[str]:
        head = [PHASES[state.phase]]
        if state.phase == OVER:
            head.append(f"YN-{state.ended}")
        elif head[0] in SEATED and state.mover != NOTHING:
            head.append(str(state.mover + 1))
        return head

    def write_fields(self, state: StateRecord) -> dict[str, str]:
        seats, tables = range(self.tables.seats), self.tables
        fields = dict.fromkeys(FIELDS, "")
        if state.first != NOTHING:
            fields["first"] = str(state.first + 1)
        if state.phase in (DEALING, LAYING) and tables.scenario != IMPOSED and state.first != NOTHING:
            fields["hands"] = "/".join(self._hand(state, seat) for seat in seats)
        fields["tiles"] = self.write_tiles(state)
        fields["clans"] = ",".join(CLAN_NAMES[clan] for clan in range(tables.clans) if state.in_play >> clan & 1)
        clans = [int(state.clan[seat]) for seat in seats]
        if any(clan != NOTHING for clan in clans):
            fields["seats"] = ",".join("-" if clan == NOTHING else CLAN_NAMES[clan] for clan in clans)
        fields["provinces"] = ",".join(self._provinces(state))
        if state.phase > DRAWING:
            fields["chao"] = ",".join(str(state.chao[seat]) for seat in seats)
        if state.bidding and state.bidding != unsettled(tables, state):
            fields["tied"] = "".join(str(seat + 1) for seat in seats if state.bidding >> seat & 1)
        fields["ties"] = str(state.ties) if state.ties else ""
        if any(state.bids):
            fields["bids"] = "/".join(self._sealed(int(state.bids[seat]), str) for seat in seats)
        fields["turn"] = str(state.turn) if state.turn else ""
        if any(state.plans):
            fields["plans"] = "/".join(self._sealed(int(state.plans[seat]), self._plan) for seat in seats)
        return fields

    def _hand(self, state: StateRecord, seat: int) -> str:
        return ",".join(n for n, holder in zip(self.land.tile_names, state.holder, strict=False) if holder == seat)

    def _tiles(self, state: StateRecord) -> Iterator[str]:
        places = (state.tile_q.tolist(), state.tile_r.tolist(), state.tile_turn.tolist())
        rows = zip(self.land.tile_names, *places, strict=False)
        return (f"{name}({q},{r}){turn}" for name, q, r, turn in rows if turn != NOTHING)

    def write_tiles(self, state: StateRecord) -> str:
        """The tiles that are laid."""
        return ",".join(self._tiles(state))

    def _provinces(self, state: StateRecord) -> Iterator[str]:
        owner = {p: clan for clan in range(self.tables.clans) for p in provinces_in(state.held[clan])}
        sets = {name: set(provinces_in(state[name])) for name in ("cities", "doubled", "wood", "stone", "temples")}
        for province, name in enumerate(self.land.provinces):
            words = []
            if province in owner:
                built = (province in sets["cities"]) + (province in sets["doubled"])
                words = [CLAN_NAMES[owner[province]], BUILT[built]]
                words += [wall for wall in WALLS if province in sets[wall]]
                words += [str(state.armies[province])] if state.armies[province] else []
            words += ["temple"] if province in sets["temples"] else []
            if words:
                yield f"{name}:{'.'.join(words)}"

    def _plan(self, plan: int) -> str:
        return ".".join(self.names.plan_words(plan))

    @staticmethod
    def _sealed(number: int, write: Callable[[int], str]) -> str:
        if number == 0:
            return "-"
        return "?" if number == UNKNOWN else write(number - 1)

    # --- reading ---

    def blank(self) -> StateRecord:
        """A state without anything but the tiles that a scenario prints."""
        state = record(STATE)
        state.mover, state.first = NOTHING, NOTHING
        state.tile_turn[:], state.holder[:], state.clan[:] = NOTHING, NOTHING, NOTHING
        if self.tables.scenario == IMPOSED:
            for name, column in zip(("tile_q", "tile_r", "tile_turn"), self.tables.printed.T, strict=True):
                state[name][: self.tables.tiles] = column
        return state

    def read_head(self, state: StateRecord, head: list[str]) -> None:
        if not head or head[0] not in PHASES or len(head) > 2:
            raise impossible("head", phases=", ".join(PHASES))
        state.phase = PHASES.index(head[0])
        if state.phase == OVER:
            expect(len(head) == 2 and head[1] in [f"YN-{clause}" for clause in ENDS], "ended")
            state.ended = int(head[1].removeprefix("YN-"))
        elif len(head) == 2:
            expect(head[0] in SEATED, "mover")
            state.mover = self.names.find("player", head[1])

    def read_fields(self, state: StateRecord, fields: Mapping[str, str]) -> None:
        seats = self.tables.seats
        if "first" in fields:
            state.first = self.names.find("player", fields["first"])
        if "hands" in fields:
            hands = fields["hands"].split("/")
            expect(len(hands) == seats, "hands", seats=seats)
            for seat, hand in enumerate(hands):
                for tile in filter(None, hand.split(",")):
                    number = self.names.find("tile", tile)
                    expect(state.holder[number] == NOTHING, "tile-twice", tile=tile)
                    state.holder[number] = seat
        if "tiles" in fields:
            self._read_tiles(state, fields["tiles"])
        for clan in filter(None, fields.get("clans", "").split(",")):
            state.in_play |= 1 << self.names.find("clan", clan)
        for seat, clan in enumerate(self.row(fields, "seats", ",", seats)):
            state.clan[seat] = NOTHING if clan == "-" else self.names.find("clan", clan)
        for word in filter(None, fields.get("provinces", "").split(",")):
            self._read_province(state, word)
        for seat, chao in enumerate(self.row(fields, "chao", ",", seats)):
            state.chao[seat] = self.number(chao, MOST_CHAO)
        state.ties = self.number(fields.get("ties", "0"), 2)
        if state.phase in (BIDDING, LOT):
            tied = fields.get("tied")
            state.bidding = unsettled(self.tables, state)
            if tied is not None:
                state.bidding = sum(1 << self.names.find("player", player) for player in set(tied))
        for seat, bid in enumerate(self.row(fields, "bids", "/", seats)):
            state.bids[seat] = 0 if bid == "-" else 1 + self.number(bid, HIGHEST_BID)
        state.turn = self.number(fields.get("turn", "0"), TURNS)
        for seat, plan in enumerate(self.row(fields, "plans", "/", seats)):
            state.plans[seat] = 0 if plan == "-" else 1 + self.names.plan(plan.split("."))
        if state.phase == DRAWING:
            state.mover = next((seat for seat in range(seats) if state.clan[seat] == NOTHING), NOTHING)

    def read_tiles(self, text: str) -> dict[int, tuple[int, int, int]]:
        """The tiles of a text by their numbers, with q, r and turn; PositionError if they cannot lie so."""
        state = self.blank()
        try:
            self._read_tiles(state, text)
        except NotationError as error:
            raise impossible("unreadable", reason=error.text) from None
        rows = zip(
            *(state[name][: self.tables.tiles].tolist() for name in ("tile_q", "tile_r", "tile_turn")), strict=True
        )
        tiles = {tile: (q, r, turn) for tile, (q, r, turn) in enumerate(rows) if turn != NOTHING}
        expect(len(set(places_of(tuple(tiles.values())))) == HEXES * len(tiles), "tiles-overlap")
        return tiles

    def _read_tiles(self, state: StateRecord, text: str) -> None:
        state.tile_turn[:], state.tile_q[:], state.tile_r[:] = NOTHING, 0, 0
        end = 0
        while end < len(text):
            found = _TILE.match(text, end)
            if found is None:
                raise impossible("tile-form", text=repr(text[end : end + 20]))
            tile, q, r = self.names.find("tile", found[1]), int(found[2]), int(found[3])
            expect(max(abs(q), abs(r)) <= LARGEST_PLACE, "tile-far")
            expect(state.tile_turn[tile] == NOTHING, "tile-twice", tile=found[1])
            state.tile_q[tile], state.tile_r[tile], state.tile_turn[tile] = q, r, int(found[4])
            end = found.end()

    def _read_province(self, state: StateRecord, text: str) -> None:
        name, _, rest = text.partition(":")
        province, words = self.names.find("province", name), rest.split(".")
        taken = plain.has(state.temples, province) or any(plain.has(held, province) for held in state.held)
        expect(not taken, "province-twice", province=name)
        if words[-1] == "temple":
            plain.put(state.temples, province)
            words.pop()
        if not words:
            return
        expect(len(words) > 1 and words[1] in BUILT, "province-form", text=repr(text[:40]))
        plain.put(state.held[self.names.find("clan", words[0])], province)
        built = BUILT.index(words[1])
        for number, name in enumerate(("cities", "doubled")):
            if built > number:
                plain.put(state[name], province)
        rest_words = words[2:]
        if rest_words and rest_words[0] in WALLS:
            plain.put(state[rest_words.pop(0)], province)
        if rest_words:
            state.armies[province] = self.number(rest_words.pop(0), 9)
        expect(not rest_words, "province-form", text=repr(text[:40]))

    def complete(self, state: StateRecord, head: list[str]) -> None:
        phase = PHASES[state.phase]
        if phase == "bid":
            state.waiting = sum(
                1 << seat for seat in range(self.tables.seats) if state.bidding >> seat & 1 and not state.bids[seat]
            )
        elif phase == "plan":
            state.waiting = sum(1 << seat for seat in range(self.tables.seats) if not state.plans[seat])
        elif state.phase != OVER:
            state.waiting = 1 << int(state.mover) if len(head) > 1 else 1 << CHANCE
        derive(self.land, self.tables, state)
