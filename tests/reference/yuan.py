"""Yuan for two to eight players: a slow and obvious reference, written from the rule clauses alone.

It exists to check a fast implementation against, so it shares nothing with one. The map is in `yuan_map.py`, the
resolution of a turn in `yuan_resolution.py`; set-up, planning and the notation are here. The actions of a seat, and the
outcomes of chance, are written in the game's notation:

    pass, Bao D2 F1, lay A D ne 3, city mu Bao, bid 3, take mu; first 2, deal A, clan mu, draw mu, lot 2
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

from yuan_map import DIRECTIONS, Book, Hex, Laid, Map, add, distance, read_tiles
from yuan_pieces import CITY, TEMPLES, Plan, Site, Table, cost, read_site, write_site
from yuan_resolution import Resolution, Row
from yuan_victory import victory

CHANCE = 8
START = 4  # YN-15
AUCTION = 6  # YN-16
LOTS_AFTER = 3  # YN-17: the tie that is always drawn by lot
PLACED, RANDOM = "placed", "random"

BOOK = Book()


@dataclass(frozen=True)
class Options:
    """The options of a game."""

    players: int = 2
    scenario: str = "quick"
    auction: bool = False
    powers: bool = False
    volcanoes: bool = False
    capitals: str = PLACED
    wheel: str = "printed"


class Result(NamedTuple):
    """The end of a game."""

    winners: tuple[int, ...]
    clause: str


class Yuan:
    """A game in progress. `take` carries it on."""

    def __init__(self, options: Options, book: Book = BOOK) -> None:
        self.options, self.book = options, book
        self.players = options.players
        self.seats = range(self.players)
        self.imposed = book.scenarios.get(options.scenario)
        self.tiles = list(self.imposed.tiles) if self.imposed else book.tiles(self.players)
        self.provinces = book.provinces(self.tiles)
        self.phase = ""
        self.first: int | None = None
        self.hands: list[set[str]] = [set() for _ in self.seats]
        self.laid: dict[str, Laid] = dict(self.imposed.tiles) if self.imposed else {}
        self.clans: list[str] = []
        self.clan_of: list[str] = ["" for _ in self.seats]
        self.sites: dict[str, Site] = {}
        self.chao: list[int] = []
        self.bidding: set[int] = set()
        self.ties = 0
        self.bids: list[int | None] = [None for _ in self.seats]
        self.taking = 0  # the seat that has won the bid
        self.turn = 0
        self.plans: list[str] = ["" for _ in self.seats]
        self.result: Result | None = None
        self.events: list[Row] = []  # of the last turn
        self._map: Map | None = None
        self._go_on()

    # --- the map and the table ---

    @property
    def map(self) -> Map:
        if self._map is None:
            self._map = Map(self.book, self.laid)
        return self._map

    def table(self) -> Table:
        return Table(
            self.map,
            self.provinces,
            self.book.clans,
            self.options.powers,
            self.options.volcanoes,
            TEMPLES if self.players <= 4 else 2 * TEMPLES,
            self.book.wheels[self.options.wheel],
        )

    # --- next phase ---

    def _go_on(self) -> None:
        """The next phase of set-up."""
        options = self.options
        by_players = options.scenario != "quick" and options.capitals == PLACED and not self._cities_printed()
        if len(self.laid) == len(self.tiles) and not self.sites:
            self.sites = {name: Site(temple=self.map.kind[name] == "hills") for name in self.provinces}  # YN-13
        cities = len(self._with_city())
        if cities < self.players and self.first is None and (options.scenario == "free" or by_players):
            self.phase = "first"
        elif options.scenario == "free" and sum(map(len, self.hands)) + len(self.laid) < len(self.tiles):
            self.phase = "deal"
        elif len(self.laid) < len(self.tiles):
            self.phase = "lay"
        elif len(self._clans_in_play()) < self.players:
            self.phase = "clans"
        elif cities < self.players:
            self.phase = "cities"
            if self._cities_printed():
                assert self.imposed is not None
                for clan, province in self.imposed.cities.items():
                    self._put_city(clan, province)
                self._go_on()
        elif "" in self.clan_of:
            self.first = None
            if options.auction and not self.chao:
                self.chao = [AUCTION for _ in self.seats]  # YN-16
            self.phase = "bid" if options.auction else "draw"
            self.bidding = {seat for seat in self.seats if not self.clan_of[seat]}
        else:
            if not self.chao:
                corrections = self.book.corrections
                self.chao = [START + (corrections[clan] if options.powers else 0) for clan in self.clan_of]  # YN-15
            self.phase = "plan"
            self.turn = 1

    def _clans_in_play(self) -> list[str]:
        """YN-14, YN-85: those drawn, unless there is nothing to draw."""
        named = self.imposed.cities if self.imposed else {}
        there = self.book.drawn_from(self.players)
        if named or len(there) == self.players:
            self.clans = [clan for clan in there if clan in (named or there)]
        return self.clans

    def _cities_printed(self) -> bool:
        return self.imposed is not None and bool(self.imposed.cities)

    def _with_city(self) -> set[str]:
        return {site.clan for site in self.sites.values() if site.clan}

    def _put_city(self, clan: str, province: str) -> None:
        self.sites[province].settle(clan)
        self.sites[province].built = CITY

    # --- legal actions ---

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now, or CHANCE; empty when the game is over."""
        if self.phase == "over":
            return ()
        if self.phase == "plan":
            return tuple(seat for seat in self.seats if not self.plans[seat])
        if self.phase == "bid":
            return tuple(seat for seat in sorted(self.bidding) if self.bids[seat] is None)
        if self.phase == "take":
            return (self.taking,)
        if self.phase == "lay" and self.options.scenario == "free":
            assert self.first is not None
            return ((self.first + len(self.laid)) % self.players,)
        if self.phase == "cities" and self.first is not None and self.options.capitals == PLACED:
            return ((self.first + len(self._with_city())) % self.players,)
        return (CHANCE,)

    def legal(self, seat: int) -> set[str]:
        if seat not in self.waiting:
            return set()
        if self.phase == "plan":
            return self._plans_of(seat)
        if self.phase == "bid":
            return {f"bid {amount}" for amount in range(min(AUCTION, self.chao[seat]) + 1)}
        if self.phase == "take":
            return {f"take {clan}" for clan in self.clans if clan not in self.clan_of}
        if self.phase == "lot":
            return {f"lot {tied + 1}" for tied in self.bidding}
        if self.phase == "draw":
            return {f"draw {clan}" for clan in self.clans if clan not in self.clan_of}
        if self.phase == "clans":
            return {f"clan {clan}" for clan in self.book.drawn_from(self.players) if clan not in self.clans}
        if self.phase == "cities":
            return self._cities_of(seat)
        if self.phase == "lay":
            return self._layings_of(seat)
        if self.phase == "deal":
            dealt = set().union(*self.hands)
            return {f"deal {tile}" for tile in self.tiles if tile not in dealt}
        assert self.phase == "first"
        return {f"first {other + 1}" for other in self.seats}

    def _plans_of(self, seat: int) -> set[str]:
        """YN-22, YN-25."""
        clan, table = self.clan_of[seat], self.table()
        levels = [
            " ".join(f"{letter}{level}" for letter, level in zip("DFM", three, strict=True) if level)
            for three in itertools.product(range(4), repeat=3)
            if any(three) and cost(table, self.sites, clan, Plan(self.provinces[0], *three)) <= self.chao[seat]
        ]
        return {"pass", *(f"{province} {level}" for province in self.provinces for level in levels)}

    def _cities_of(self, seat: int) -> set[str]:
        """YN-14, YN-18."""
        without = [clan for clan in self.book.clans if clan in self.clans and clan not in self._with_city()]
        open_provinces = {name for name, site in self.sites.items() if not site.clan}
        if seat == CHANCE:
            without = without[:1]
            if self.options.scenario == "quick":
                open_provinces = self._spread(open_provinces)
        return {f"city {clan} {province}" for clan in without for province in open_provinces}

    def _spread(self, provinces: set[str]) -> set[str]:
        """YN-18."""
        roomy = {province for province in provinces if len(self.map.adjacent(province)) >= 2}
        places = [self.map.place[name] for name, site in self.sites.items() if site.clan]
        if not places:
            return roomy
        nearest = {province: min(distance(self.map.place[province], place) for place in places) for province in roomy}
        return {province for province in roomy if nearest[province] == max(nearest.values())}

    def _layings_of(self, seat: int) -> set[str]:
        """YN-11, YN-18."""
        if seat == CHANCE:
            tiles = {tile for tile in self.tiles if tile not in self.laid}
            places = {self.book.spiral(len(self.tiles))[len(self.laid)]}
        else:
            tiles, places = self.hands[seat], self.free_places()
        turns = range(6)
        if not self.laid:
            return {f"lay {tile} {tile} e {turn}" for tile in tiles for turn in turns}
        found = [self.beside(place) for place in places]
        return {f"lay {tile} {other} {side} {turn}" for tile in tiles for other, side in found for turn in turns}

    def free_places(self) -> set[Hex]:
        """Where on the lattice a tile would touch another."""
        centres = {laid.centre for laid in self.laid.values()}
        return {add(centre, step) for centre in centres for step in self.book.tile_steps} - centres

    def beside(self, place: Hex) -> tuple[str, str]:
        """The laid tile of the lowest number that touches a place, and on which side of it that is."""
        for tile in self.tiles:
            for side, step in zip(DIRECTIONS, self.book.tile_steps, strict=True):
                if tile in self.laid and add(self.laid[tile].centre, step) == place:
                    return tile, side
        raise ValueError(f"{place} touches no tile")

    # --- changes ---

    def take(self, seat: int, text: str) -> None:
        """Carry the game on by a legal action of a waiting seat, or an outcome of chance."""
        if text not in self.legal(seat):
            raise ValueError(f"{text} is illegal for {seat}")
        word, *rest = text.split()
        if self.phase == "plan":
            self.plans[seat] = text
            if all(self.plans):
                self.resolve([Plan.read(plan) for plan in self.plans])
        elif word == "bid":
            self.bids[seat] = int(rest[0])
            if not self.waiting:
                self._open_bids()
        elif word == "lot":
            self._win(int(rest[0]) - 1)
        else:
            self._set_up(word, rest, seat)
            self._go_on()

    def _set_up(self, word: str, rest: list[str], seat: int) -> None:
        if word == "first":
            self.first = int(rest[0]) - 1
        elif word == "deal":
            assert self.first is not None
            self.hands[(self.first + sum(map(len, self.hands))) % self.players].add(rest[0])
        elif word == "lay":
            tile, other, side, turn = rest
            place = (0, 0)
            if self.laid:
                place = add(self.laid[other].centre, self.book.tile_steps[DIRECTIONS.index(side)])
            self.laid[tile] = Laid(place, int(turn))
            for hand in self.hands:
                hand.discard(tile)
        elif word == "clan":
            self.clans = [clan for clan in self.book.clans if clan in (*self.clans, rest[0])]
        elif word == "city":
            self._put_city(*rest)
        elif word == "draw":
            self.clan_of[self.clan_of.index("")] = rest[0]
        else:
            assert word == "take"
            self.clan_of[seat] = rest[0]
            if self.clan_of.count("") == 1:  # YN-16
                (last,) = set(self.clans) - set(self.clan_of)
                self.clan_of[self.clan_of.index("")] = last

    # --- YN-16, YN-17: the auction ---

    def _open_bids(self) -> None:
        bids = {seat: bid for seat, bid in enumerate(self.bids) if bid is not None}
        highest = max(bids.values())
        tied = {seat for seat, bid in bids.items() if bid == highest}
        if len(tied) == 1:
            self._win(*tied)
            return
        self.ties += 1
        self.bidding = tied
        at_most = all(highest == min(AUCTION, self.chao[seat]) for seat in tied)
        if self.ties >= LOTS_AFTER or (self.ties == LOTS_AFTER - 1 and at_most):
            self.phase = "lot"
            self.bids = [bid if seat in tied else None for seat, bid in enumerate(self.bids)]
        else:
            self.bids = [None for _ in self.seats]

    def _win(self, seat: int) -> None:
        bid = self.bids[seat]
        assert bid is not None
        self.chao[seat] -= bid
        self.phase, self.taking = "take", seat
        self.bids, self.ties, self.bidding = [None for _ in self.seats], 0, set()

    # --- a turn ---

    def resolve(self, plans: Sequence[Plan | None]) -> list[Row]:
        """YN-27: resolve these plans of all; then the next turn begins or the game is over."""
        chao = dict(zip(self.clan_of, self.chao, strict=True))
        by_clan = dict(zip(self.clan_of, plans, strict=True))
        self.sites = deepcopy(self.sites)
        resolution = Resolution(self.table(), self.sites, chao, by_clan, self.turn)
        self.events = resolution.events
        self.chao = [chao[clan] for clan in self.clan_of]
        self.plans = ["" for _ in self.seats]
        if resolution.clause:
            self._finish(resolution.clause, resolution.winners)
        else:
            self.turn += 1  # YN-21
        return self.events

    def _finish(self, clause: int, winners: set[str]) -> None:
        self.phase = "over"
        self.result = Result(tuple(seat for seat in self.seats if self.clan_of[seat] in winners), f"YN-{clause}")

    # --- a position as one line ---

    def position(self) -> str:
        head = self.phase
        if self.phase == "over":
            assert self.result is not None
            head = f"over {self.result.clause}"
        elif self.phase in ("lay", "cities", "take") and self.waiting != (CHANCE,):
            head = f"{self.phase} {self.waiting[0] + 1}"
        without = {seat for seat in self.seats if not self.clan_of[seat]}
        bidding = self.phase in ("bid", "lot") and self.bidding != without
        standing = {name: write_site(self.sites[name]) for name in self.provinces if self.sites}
        fields = {
            "first": "" if self.first is None else str(self.first + 1),
            "hands": "/".join(",".join(self._in_order(hand)) for hand in self.hands),
            "tiles": ",".join(
                f"{tile}({self.laid[tile].centre[0]},{self.laid[tile].centre[1]}){self.laid[tile].turn}"
                for tile in self._in_order(self.laid)
            ),
            "clans": ",".join(self.clans),
            "seats": ",".join(clan or "-" for clan in self.clan_of) if any(self.clan_of) else "",
            "provinces": ",".join(f"{name}:{told}" for name, told in standing.items() if told),
            "chao": ",".join(map(str, self.chao)),
            "tied": "".join(str(seat + 1) for seat in sorted(self.bidding)) if bidding else "",
            "ties": str(self.ties or ""),
            "bids": "/".join("-" if bid is None else str(bid) for bid in self.bids),
            "turn": str(self.turn or ""),
            "plans": "/".join(plan.replace(" ", ".") or "-" for plan in self.plans),
        }
        if self.phase not in ("deal", "lay") or self.options.scenario != "free":
            fields["hands"] = ""
        empty = {"bids": "/".join("-" * self.players), "plans": "/".join("-" * self.players)}
        told = [f"{name}={value}" for name, value in fields.items() if value and value != empty.get(name)]
        return " ".join([head, *told])

    def _in_order(self, tiles: Mapping[str, Laid] | set[str]) -> list[str]:
        return [tile for tile in self.tiles if tile in tiles]

    @classmethod
    def from_position(cls, options: Options, text: str, book: Book = BOOK) -> Yuan:
        game = cls(options, book)
        told = text.split()
        fields = dict(field.split("=", 1) for field in told if "=" in field)
        head = [word for word in told if "=" not in word]
        game.phase = head[0]
        game.first = int(fields["first"]) - 1 if "first" in fields else None
        if "hands" in fields:
            game.hands = [{tile for tile in hand.split(",") if tile} for hand in fields["hands"].split("/")]
        game.laid = read_tiles(fields.get("tiles", ""))
        game._map = None
        game.clans = fields["clans"].split(",") if "clans" in fields else []
        if "seats" in fields:
            game.clan_of = ["" if clan == "-" else clan for clan in fields["seats"].split(",")]
        game.sites = {}
        if len(game.laid) == len(game.tiles):
            game.sites = {name: Site() for name in game.provinces}
        for told_site in fields.get("provinces", "").split(","):
            if told_site:
                name, words = told_site.split(":")
                game.sites[name] = read_site(words.split("."))
        game.chao = [int(number) for number in fields["chao"].split(",")] if "chao" in fields else []
        without = {seat for seat in game.seats if not game.clan_of[seat]}
        game.bidding = {int(number) - 1 for number in fields["tied"]} if "tied" in fields else without
        game.ties = int(fields.get("ties", "0"))
        if "bids" in fields:
            game.bids = [None if bid == "-" else int(bid) for bid in fields["bids"].split("/")]
        game.turn = int(fields.get("turn", "0"))
        if "plans" in fields:
            game.plans = ["" if plan == "-" else plan.replace(".", " ") for plan in fields["plans"].split("/")]
        if game.phase == "take":
            game.taking = int(head[1]) - 1
        if game.phase == "over":
            chao = dict(zip(game.clan_of, game.chao, strict=True))
            game._finish(*victory(game.table(), game.sites, chao, game.turn))
        return game
