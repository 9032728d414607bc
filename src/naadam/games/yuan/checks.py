"""Validity checks of Yuan's positions, with reasons."""

from __future__ import annotations

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import checks
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.yuan import rules
from naadam.games.yuan.board import lie_apart, on_lattice
from naadam.games.yuan.derived import list_laid, make_map
from naadam.games.yuan.rules import clauses
from naadam.games.yuan.rules.auction import MOST_TIES
from naadam.games.yuan.rules.state import (
    ARMIES,
    BIDDING,
    CHOOSING,
    CLANS,
    DEALING,
    DRAWING,
    FIRST,
    FREE,
    HIGHEST_BID,
    HILLS,
    IMPOSED,
    LAYING,
    LOT,
    MAP_FIELDS,
    MOST_ARMIES,
    MOST_SEATS,
    MOST_TILES,
    NOTHING,
    OVER,
    PLACED,
    PLACING,
    PLANNING,
    PRINTED,
    QUICK,
    RICE,
    SCRATCH_FIELDS,
    SIDES,
    TAKING,
    TURNS,
    Tables,
)
from naadam.games.yuan.rules.turns import AUCTION_PURSE
from naadam.games.yuan.tables import Land, provinces_in

plain = PlainRules(rules)

MOST_CHAO = 9999
SETS = ("cities", "doubled", "wood", "stone", "temples")

TEXTS = Texts(__package__)
impossible, expect = TEXTS.impossible, TEXTS.expect


def unsettled(tables: Tables, state: StateRecord) -> int:
    """The seats without a clan, as a mask."""
    return sum(1 << seat for seat in range(tables.seats) if state.clan[seat] == NOTHING)


class Checks(checks.Checks):
    """Looks at states of one game: first at every field, then at their combinations."""

    def __init__(self, land: Land, tables: Tables) -> None:
        self.land = land
        self.tables = tables

    def check(self, state: StateRecord) -> None:
        self._check_ranges(state)
        self._check_tiles(state)
        self._check_map(state)
        self._check_pieces(state)
        self._check_seats(state)
        phase = int(state.phase)
        if phase in (PLANNING, OVER):
            self._check_turn(state)
        else:
            self._check_set_up(state)
        self._check_waiting(state)

    # --- fields ---

    def _check_ranges(self, state: StateRecord) -> None:
        tables = self.tables
        limits = {
            "phase": (0, OVER), "mover": (NOTHING, tables.seats - 1), "first": (NOTHING, tables.seats - 1),
            "turn": (0, TURNS), "ties": (0, MOST_TIES), "tile_turn": (NOTHING, SIDES - 1), "tile_q": (-99, 99),
            "tile_r": (-99, 99), "holder": (NOTHING, tables.seats - 1), "clan": (NOTHING, tables.clans - 1),
            "armies": (0, MOST_ARMIES), "raised": (0, ARMIES), "chao": (0, MOST_CHAO), "bids": (0, HIGHEST_BID + 1),
            "plans": (0, tables.lay), "in_play": (0, (1 << tables.clans) - 1), "bidding": (0, (1 << tables.seats) - 1),
            "quiet": (0, 0),
        }  # fmt: skip
        for name, (low, high) in limits.items():
            expect((state[name] >= low).all() and (state[name] <= high).all(), "range", field=name)
        for name in ("held", *SETS):
            inside = ((state[name] & ~tables.everywhere) == 0).all()
            expect(inside, "range", field=name)
        expect(not any(state[name].any() for name in SCRATCH_FIELDS), "scratch")
        count = tables.tiles
        unused = [state.tile_turn[count:], state.holder[count:], state.clan[tables.seats :]]
        expect(all((row == NOTHING).all() for row in unused), "range", field="tile_turn")
        beyond = [state.tile_q[count:], state.tile_r[count:], state.armies[tables.provinces :]]
        beyond += [state[name][tables.seats :] for name in ("chao", "bids", "plans")]
        expect(not any(row.any() for row in beyond), "range", field="armies")

    def _check_tiles(self, state: StateRecord) -> None:
        count = self.tables.tiles
        known = fields(state, ("tile_q", "tile_r", "tile_turn", "holder"))
        laid = [n for n in range(count) if known.tile_turn[n] != NOTHING]
        places = [(known.tile_q[number], known.tile_r[number]) for number in laid]
        rest = [n for n in range(MOST_TILES) if known.tile_turn[n] == NOTHING]
        expect(all(known.tile_q[n] == known.tile_r[n] == 0 for n in rest), "tiles-unlaid")
        expect(all(on_lattice(q - places[0][0], r - places[0][1]) for q, r in places), "tiles-lattice")
        expect(len(set(places)) == len(places), "tiles-overlap")
        expect(lie_apart(places) is None, "tiles-apart")
        phase, scenario = int(state.phase), self.tables.scenario
        if scenario == IMPOSED:
            printed = [tuple(row) for row in self.tables.printed.tolist()]
            expect([(*place, known.tile_turn[n]) for n, place in zip(laid, places, strict=True)] == printed, "printed")
        elif phase > LAYING:
            expect(len(laid) == count, "tiles-missing")
        if scenario == QUICK:
            spiral = {tuple(place) for place in self.tables.spiral.tolist()[: len(laid)]}
            expect(set(places) == spiral, "spiral")
        elif scenario == FREE:
            expect(not laid or (0, 0) in places, "tiles-origin")
        self._check_hands(state, known.holder[:count], set(laid))

    def _check_hands(self, state: StateRecord, holder: list[int], laid: set[int]) -> None:
        held = {tile for tile, seat in enumerate(holder) if seat != NOTHING}
        phase, count, seats = int(state.phase), self.tables.tiles, self.tables.seats
        expect(not held & laid, "hand-laid")
        if phase not in (DEALING, LAYING) or self.tables.scenario != FREE:
            expect(not held, "hands-over")
            return
        expect(state.first != NOTHING, "first-missing")
        expect(not laid if phase == DEALING else len(held) + len(laid) == count > len(laid), "hands-count")
        expect(phase == LAYING or len(held) < count, "hands-count")
        dealt = len(held) if phase == DEALING else count
        for ahead in range(seats):
            share = len(range(ahead, dealt, seats)) - len(range(ahead, len(laid), seats))
            expect(holder.count((int(state.first) + ahead) % seats) == share, "hands-share")

    def _check_map(self, state: StateRecord) -> None:
        laid = list_laid(self.land, state)
        if laid is None:
            expect(not any(state[name].any() for name in MAP_FIELDS), "map")
            return
        rows = make_map(self.land, laid, bool(self.tables.volcanoes))
        expect(all((state[name] == rows[name]).all() for name in MAP_FIELDS), "map")

    def _check_pieces(self, state: StateRecord) -> None:
        tables = self.tables
        held = [provinces_in(words) for words in state.held]
        owned = [province for provinces in held for province in provinces]
        expect(len(set(owned)) == len(owned), "two-clans")
        expect(all(state.in_play >> clan & 1 or not held[clan] for clan in range(CLANS)), "not-in-play")
        sets = {name: set(provinces_in(state[name])) for name in SETS}
        expect(sets["cities"] <= set(owned), "city-nobodys")
        expect(sets["doubled"] | sets["wood"] | sets["stone"] <= sets["cities"], "walls")
        expect(not sets["wood"] & sets["stone"], "two-walls")
        manned = {province for province, armies in enumerate(state.armies.tolist()) if armies}
        expect(manned <= set(owned), "army-nobodys")
        raised = [sum(int(state.armies[province]) for province in provinces) for provinces in held]
        expect(max(raised) <= ARMIES, "armies", most=ARMIES)
        expect(raised == state.raised.tolist(), "raised")
        hills = set(provinces_in(tables.kinds[HILLS - RICE])) if list_laid(self.land, state) else set()
        expect(hills <= sets["temples"], "hills")
        expect(len(sets["temples"]) <= tables.temple_limit, "temples", most=tables.temple_limit)
        if state.phase < PLANNING:
            expect(sets["temples"] == hills, "temples-early")

    def _check_seats(self, state: StateRecord) -> None:
        tables, phase = self.tables, int(state.phase)
        clans = [clan for clan in state.clan.tolist() if clan != NOTHING]
        expect(len(set(clans)) == len(clans), "clan-twice")
        expect(all(state.in_play >> clan & 1 for clan in clans), "not-in-play")
        in_play = int(state.in_play).bit_count()
        if phase > CHOOSING:
            expect(in_play == tables.seats, "clans-count", seats=tables.seats)
        else:
            expect(not clans, "clans-early")
            expect(in_play < tables.seats and (phase == CHOOSING or not in_play), "clans-early")
        expect(not tables.named or state.in_play in (0, tables.named), "clans-named")
        if phase in (PLANNING, OVER):
            expect(len(clans) == tables.seats, "seats")
        elif phase not in (DRAWING, BIDDING, LOT, TAKING):
            expect(not clans, "clans-early")

    # --- decisions and the seats that make them ---

    def _check_set_up(self, state: StateRecord) -> None:
        tables, phase = self.tables, int(state.phase)
        expect(not state.turn and not any(state.plans) and not any(state.raised), "set-up")
        expect(not (any(state.doubled) or any(state.wood) or any(state.stone)), "set-up")
        held = [provinces_in(words) for words in state.held]
        villages = any(len(provinces) > 1 for provinces in held)
        cities = sum(map(len, held))
        expect(not villages and len(provinces_in(state.cities)) == cities, "set-up")
        if phase < PLACING:
            expect(not cities, "cities-early")
        elif phase == PLACING:
            expect(cities < tables.seats and tables.capitals != PRINTED, "cities-late")
        else:
            expect(cities == tables.seats, "cities-missing")
        if tables.capitals == PRINTED and phase > PLACING:
            expect(all(held[c] == [p] for c, p in enumerate(tables.capital.tolist()) if p != NOTHING), "cities-printed")
        self._check_phase(state)
        drawn = phase > FIRST and phase <= PLACING and (tables.scenario == FREE or tables.capitals == PLACED)
        expect((state.first != NOTHING) == drawn, "first")
        self._check_auction(state)

    def _check_phase(self, state: StateRecord) -> None:
        """Whether a game with these options comes to this phase."""
        tables, phase = self.tables, int(state.phase)
        if phase == FIRST:
            expect(tables.scenario == FREE or (tables.scenario == IMPOSED and tables.capitals == PLACED), "phase")
            expect(tables.scenario == IMPOSED or not (state.tile_turn != NOTHING).any(), "phase")
        elif phase in (DEALING, LAYING):
            expect(tables.scenario == FREE or (phase == LAYING and tables.scenario == QUICK), "phase")
            expect((state.tile_turn[: tables.tiles] == NOTHING).any(), "phase")
        elif phase == CHOOSING:
            expect(not tables.named, "phase")
        elif phase in (BIDDING, LOT, TAKING):
            expect(tables.auction, "phase")
        elif phase == DRAWING:
            expect(not tables.auction, "phase")
            drawn = [clan != NOTHING for clan in state.clan[: tables.seats].tolist()]
            expect(drawn == sorted(drawn, reverse=True) and not all(drawn), "drawn")

    def _check_auction(self, state: StateRecord) -> None:
        tables, phase = self.tables, int(state.phase)
        without, seats = unsettled(tables, state), range(tables.seats)
        if phase not in (BIDDING, LOT, TAKING):
            expect(not state.bidding and not state.ties and not any(state.bids) and not any(state.chao), "no-auction")
            return
        expect(without.bit_count() > 1, "auction-over")
        bidders = [seat for seat in seats if without >> seat & 1 and not (phase == TAKING and seat == state.mover)]
        expect(all(state.chao[seat] == AUCTION_PURSE for seat in bidders), "auction-chao")
        expect((state.chao <= AUCTION_PURSE).all(), "auction-chao")
        if phase == TAKING:
            expect(not state.bidding and not state.ties and not any(state.bids), "no-auction")
            return
        tied, bids = int(state.bidding), state.bids.tolist()
        expect(not tied & ~without and tied.bit_count() > 1, "tied")
        expect(not any(bids[seat] for seat in range(MOST_SEATS) if not tied >> seat & 1), "bids")
        if phase == BIDDING:
            expect(state.ties < MOST_TIES and (state.ties or tied == without), "ties")
            expect(any(not bids[seat] for seat in seats if tied >> seat & 1), "bids")
        else:
            amounts = {bids[seat] for seat in seats if tied >> seat & 1}
            expect(len(amounts) == 1 and 0 not in amounts, "bids")
            at_most = state.ties == MOST_TIES or (state.ties > 1 and amounts == {HIGHEST_BID + 1})
            expect(at_most, "ties")

    def _check_turn(self, state: StateRecord) -> None:
        tables, turn = self.tables, int(state.turn)
        expect(turn, "turn")
        expect(not (state.bidding or state.ties or any(state.bids)) and state.first == NOTHING, "no-auction")
        if turn == 1 and state.phase == PLANNING:
            held = [provinces_in(words) for words in state.held]
            cities = len(provinces_in(state.cities))
            alone = all(len(provinces) <= 1 for provinces in held) and cities == sum(map(len, held)) == tables.seats
            built = any(state.doubled) or any(state.wood) or any(state.stone) or any(state.raised)
            expect(alone and not built, "first-turn")
        if state.phase == OVER:
            expect(not any(state.plans), "plans-over")
            expect(state.ended == plain.end_of_turn(tables, state), "ended")
        else:
            for seat in range(tables.seats):
                plan = int(state.plans[seat])
                expect(plan == 0 or plain.bar_plan(tables, state, seat, plan - 1) == 0, "plan", player=seat + 1)
            expect(any(state.plans[seat] == 0 for seat in range(tables.seats)), "all-planned")
            over = turn > 1 and plain.reaching(tables, state, int(tables.needed[turn - 2]))
            expect(not over, "won-before")

    def _check_waiting(self, state: StateRecord) -> None:
        tables, phase, mover = self.tables, int(state.phase), int(state.mover)
        by_chance = 1 << CHANCE
        wanted = {
            BIDDING: sum(1 << s for s in range(tables.seats) if state.bidding >> s & 1 and not state.bids[s]),
            PLANNING: sum(1 << s for s in range(tables.seats) if not state.plans[s]),
            OVER: 0,
        }.get(phase, by_chance if mover == NOTHING or phase == DRAWING else 1 << mover)
        expect(mover == self._mover(state), "mover")
        expect(state.waiting == wanted, "waiting")
        ends = (clauses.GOAL_REACHED, clauses.SEVERAL_REACH_THE_GOAL, clauses.LAST_NOTCH, clauses.MU_WINS)
        expect((state.ended in ends) if phase == OVER else not state.ended, "ended")

    def _mover(self, state: StateRecord) -> int:
        """The mover implied by the other fields; MOST_SEATS if it can be any auction winner without a clan."""
        tables, phase = self.tables, int(state.phase)
        if phase == LAYING and tables.scenario == FREE:
            laid = int((state.tile_turn != NOTHING).sum())
            return int(state.first + laid) % tables.seats
        if phase == PLACING and tables.capitals == PLACED:
            return int(state.first + len(provinces_in(state.cities))) % tables.seats
        if phase == DRAWING:
            return int(state.clan.tolist().index(NOTHING))
        if phase == TAKING:
            without = unsettled(tables, state)
            return int(state.mover) if state.mover != NOTHING and without >> int(state.mover) & 1 else MOST_SEATS
        return NOTHING
