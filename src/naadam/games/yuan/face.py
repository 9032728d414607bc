"""The face of Yuan: pieces on the provinces, gestures, and words for actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.errors import NotationError
from naadam.core.parts import face
from naadam.core.parts.face import winners_of
from naadam.core.parts.notation import Move
from naadam.core.parts.touches import Touches, touches_by_gestures
from naadam.core.seats import seats_in
from naadam.core.state import State
from naadam.core.texts import Texts, Word
from naadam.drawing.description import Description, Piece, Saying, Thing, piece_of, thing_of
from naadam.drawing.stage import Stage
from naadam.drawing.story import Frame
from naadam.games.yuan import rules
from naadam.games.yuan.board import CLAN_NAMES, DIRECTIONS, TILE_STEPS
from naadam.games.yuan.drawing.chart import name_site
from naadam.games.yuan.drawing.sketch import sketch_map
from naadam.games.yuan.drawing.stage import SEAL, set_stage
from naadam.games.yuan.notation import Notation
from naadam.games.yuan.planning import Planning, plan_of
from naadam.games.yuan.rows import ROMAN, find_standing, name_rows
from naadam.games.yuan.rules.state import (
    ARMIES,
    BIDDING,
    CODES,
    DRAWING,
    LAYING,
    NOTHING,
    PLACING,
    PLANNING,
    QUICK,
    RICE,
    TAKING,
    Tables,
)
from naadam.games.yuan.sheet import write_score
from naadam.games.yuan.story import Storyteller
from naadam.games.yuan.tables import Land, opened, provinces_in

plain = PlainRules(rules)

TEXTS = Texts(__package__)
NAMED = ("province", "levels", "tile", "neighbour", "direction", "turn", "clan", "amount", "player", "cost", "purse")
PARTS = (  # of plans, those that change most first: the part, whose the target is and whether it has a city, the clause
    ("M", ("enemy", None), "YN-46"),
    ("D", ("free", None), "YN-31"),
    ("D", ("own", None), "YN-33"),
    ("M", ("own", True), "YN-45"),
    ("F", ("own", True), "YN-41"),
    ("F", ("own", False), "YN-40"),
)

MARKS = ("doubled", "wood", "stone")  # of cities
TASKS = {LAYING: "lay-tile", PLACING: "put-city", BIDDING: "bid", TAKING: "take-clan", PLANNING: "plan-turn"}


class Face(face.Face):
    """Provinces are touched by their names. A plan is its province, then levels such as `D2`, and the seal; a tile is
    laid by `tile-A`, its turn `r3` and the site `3,-2`; a city by `clan-mu` and a province; a clan is
    taken by touching its capital."""

    notation: Notation

    def __init__(self, land: Land, tables: Tables, notation: Notation) -> None:
        super().__init__(notation)
        self.land = land
        self.tables = tables
        self.needed: Sequence[int] = tables.needed.tolist()  # temples that win, by turn
        self.sentences: Mapping[str, str] = TEXTS.sections("en")["sayings"]
        self.storyteller = Storyteller(self)
        self._provinces = frozenset(land.provinces)
        self.planning = Planning(tables, notation, self.storyteller)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        known, seats = opened(view), range(self.tables.seats)
        waiting = seats_in(known.waiting)
        sheets = tuple(write_score(self.tables, known, seat) for seat in seats)
        return Description(
            pieces=tuple(self.pieces(known)),
            turn=waiting[0] if waiting and waiting[0] in seats else None,
            winners=winners_of(rules, self.tables, known, self.tables.seats),
            counts={
                "chao": tuple(known.chao[: self.tables.seats].tolist()),
                "temples": tuple(sheet.total for sheet in sheets),
                "needed": self.needed[max(0, known.turn - 1)],
            },
            tasks=tuple(self._task(known, seat) for seat in waiting if known.phase in TASKS and seat in seats),
            shelves={
                "wheel": (tuple(self._wheel(known)),),
                "standing": tuple(tuple(self._standing(known, seat, sheets[seat].total)) for seat in seats),
                "hands": tuple(tuple(self._hand(known, seat)) for seat in seats),
            },
            notes=tuple(self._notes(known)),
            sheet=sheets,
            sides=tuple(self._sides(known)),
            scene=self.scene(known),
            secret=known.phase in (BIDDING, PLANNING),
        )

    def _task(self, view: StateRecord, seat: int) -> Saying:
        """The task of a seat; in the first turn it names the city that the seat has."""
        owned = provinces_in(view.held[view.clan[seat]]) if view.phase == PLANNING and view.turn == 1 else []
        if len(owned) != 1:
            return Saying(TASKS[view.phase], seat=seat)
        capital = self.land.provinces[owned[0]]
        return Saying("plan-first", {"province": capital}, seat=seat)

    def scene(self, view: StateRecord) -> str:
        """The tiles that are laid, as a position writes them."""
        return self.notation.positions.write_tiles(view)

    def on_board(self, place: str) -> bool:
        """Provinces are points of every map, and `3,-2` is a site."""
        return place in self._provinces or "," in place

    def set_stage(self, language: str) -> Stage:
        """Before a tile lies: where chance will lay them, the tiles in play are shown as they are in the box."""
        quick = self.tables.scenario == QUICK
        places = self.tables.spiral[: self.tables.tiles].tolist() if quick else []
        return self._set({tile: (q, r, 0) for tile, (q, r) in enumerate(places)}, language)

    def set_scene(self, language: str, scene: str) -> Stage:
        return self._set(self.notation.positions.read_tiles(scene), language)

    def _set(self, tiles: Mapping[int, tuple[int, int, int]], language: str) -> Stage:
        return set_stage(self.land, tiles, self.tables.clans, self.needed, TEXTS.sections(language))

    def _sides(self, view: StateRecord) -> Iterator[str]:
        """The clan of each player, once one is known."""
        clans = view.clan[: self.tables.seats].tolist()
        if any(clan != NOTHING for clan in clans):
            for clan in clans:
                yield "" if clan == NOTHING else f"clan-{CLAN_NAMES[clan]}"

    def _wheel(self, view: StateRecord) -> Iterator[Thing]:
        for turn in range(1, len(self.needed) + 1 if view.turn else 1):
            yield thing_of(f"wheel-{turn}", state="now" if turn == view.turn else "done" if turn < view.turn else None)

    def _standing(self, view: StateRecord, seat: int, temples: int) -> Iterator[Thing]:
        """Things in a player's row: temples of those needed, production, Chão, armies, and a sealed plan."""
        clan = int(view.clan[seat])
        if clan != NOTHING and view.turn:
            yield thing_of("temples", temples, self.needed[view.turn - 1], counted=True)
            for number, item in enumerate(("rice", "forest", "mines")):
                yield thing_of(item, int(plain.production(self.tables, view, clan, RICE + number)), counted=True)
        if view.phase > DRAWING:
            yield thing_of("chao", int(view.chao[seat]), counted=True)
        if clan != NOTHING and view.turn:
            yield thing_of("armies", ARMIES - int(view.raised[clan]), ARMIES)
        if view.waiting and (view.plans[seat] or view.bids[seat]):
            yield thing_of("sealed")

    def pieces(self, view: StateRecord) -> Iterator[Piece]:
        """Temples, villages and cities with their walls, armies, and plans; kinds are named after the clan."""
        names, armies = self.land.provinces, view.armies.tolist()
        for province in provinces_in(view.temples):
            yield piece_of("temple", names[province])
        cities = set(provinces_in(view.cities))
        marked = {mark: set(provinces_in(getattr(view, mark))) for mark in MARKS}
        seat_of = {clan: seat for seat, clan in enumerate(view.clan.tolist()) if clan != NOTHING}
        for clan in range(self.tables.clans):
            for province in provinces_in(view.held[clan]):
                built = "city" if province in cities else "village"
                marks = tuple(mark for mark in MARKS if province in marked[mark])
                seat, point = seat_of.get(clan), names[province]
                yield piece_of(f"{built}-{CLAN_NAMES[clan]}", point, seat, marks=marks)
                if armies[province]:
                    yield piece_of(f"army-{CLAN_NAMES[clan]}", point, seat, count=armies[province])
        for seat, plan in enumerate(view.plans[: self.tables.seats].tolist()):
            if plan > 1:
                yield piece_of("plan", names[(plan - 2) // CODES], seat)

    def _hand(self, view: StateRecord, seat: int) -> Iterator[Thing]:
        for name, holder in zip(self.land.tile_names, view.holder.tolist(), strict=False):
            if holder == seat:
                yield thing_of(f"tile-{name}")

    def _notes(self, view: StateRecord) -> Iterator[Saying]:
        if view.turn:
            yield Saying("wheel", {"turn": int(view.turn), "temples": self.needed[view.turn - 1]})

    def sketch(self, view: StateRecord) -> str:
        return sketch_map(self.land, self.tables.clans, view)

    def status(self, view: StateRecord, language: str = "en") -> str:
        if not view.turn:
            return ""
        needed = self.needed[view.turn - 1]
        parts = [TEXTS.get("board", "wheel", language, turn=int(view.turn), temples=needed)]
        for seat in range(self.tables.seats):
            clan = Word(TEXTS, "clans", CLAN_NAMES[view.clan[seat]])
            temples = write_score(self.tables, view, seat).total
            values = {"player": seat + 1, "clan": clan, "chao": int(view.chao[seat]), "temples": temples}
            parts.append(TEXTS.get("board", "player", language, **values))
        return " ".join(parts)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        words = self.notation.write(action).split()
        if 0 < action < self.tables.lay:
            return [*words, SEAL]
        verb, numbers = self.notation.split(action)
        if verb == "lay":
            return [f"tile-{words[1]}", f"r{numbers[3]}", name_site(self._site(state, *numbers[:3]))]
        if verb == "city":
            return [f"clan-{words[1]}", words[2]]
        if verb == "take":
            return [self.land.provinces[provinces_in(state.held[numbers[0]])[0]]]
        return [f"bid-{words[1]}"] if verb == "bid" else words

    def lasts(self, seat: int, action: int) -> bool:
        return action < self.tables.lay

    def words_last(self, seat: int, action: int) -> bool:
        return action == 0  # the rows of a plan are named after the province as it is

    def _site(self, state: StateRecord, tile: int, neighbour: int, direction: int) -> tuple[int, int]:
        if tile == neighbour:
            return 0, 0
        x, y = TILE_STEPS[direction]
        return int(state.tile_q[neighbour]) + x, int(state.tile_r[neighbour]) + y

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        words = plan_of([word for word in touched if word != SEAL])
        first, _, name = words[0].partition("-") if words else ("", "", "")
        if state.phase == TAKING and words[0] in self.land.provinces:
            province = self.land.provinces.index(words[0])
            clan = plain.owner_of(self.tables, state, province)
            words = ["take", CLAN_NAMES[clan] if clan != NOTHING else words[0]]
        elif first == "bid":
            words = ["bid", name]
        elif first == "clan":
            words = ["city", name, *words[1:]]
        elif first == "tile":
            words = ["lay", name, *self._beside(state, name, words[1:])]
        return self.notation.read(" ".join(words))

    def _beside(self, state: StateRecord, tile: str, words: Sequence[str]) -> Sequence[str]:
        """Neighbour, direction and turn that a turn and a site mean; NotationError if no tile can be laid there."""
        if len(words) != 2:
            return words
        turn, site = words
        places = zip(state.tile_q.tolist(), state.tile_r.tolist(), state.tile_turn.tolist(), strict=True)
        laid = {(q, r): number for number, (q, r, turned) in enumerate(places) if turned != NOTHING}
        touching = [
            (laid[q, r], direction)
            for q, r in laid
            for direction, (x, y) in enumerate(TILE_STEPS)
            if name_site((q + x, r + y)) == site
        ]
        if site in map(name_site, laid) or not (touching if laid else site == name_site((0, 0))):
            raise NotationError.of(TEXTS, "site", tile=tile)
        neighbour, direction = min(touching) if touching else (-1, 0)
        beside = self.land.tile_names[neighbour] if touching else tile
        return [beside, DIRECTIONS[direction], turn.removeprefix("r")]

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        phase = state.record["phase"]
        if phase == PLANNING and seat in state.waiting:
            return self.planning.touches(state, seat, touched)
        found = touches_by_gestures(state, seat, touched)
        return replace(found, ways=self._ways(state, seat, touched[0])) if phase == LAYING and touched else found

    def _ways(self, state: State, seat: int, tile: str) -> tuple[int, ...]:
        return tuple(
            action for action in map(int, state.actions(seat)) if self.gesture(state.record, seat, action)[0] == tile
        )

    # --- reasons ---

    def reason(self, state: State, seat: int, action: int, language: str) -> str:
        """The gains of a plan if all others pass, as the reason of a suggestion."""
        if state.record.phase != PLANNING or action >= self.tables.lay:
            return ""
        after = state.apply(action, seat)
        for other in after.waiting if seat not in after.waiting else ():
            after = after.apply(0, other)
        if after.outcome is not None and seat in after.outcome.winners:
            return TEXTS.get("reasons", "wins", language)
        before, then = (self._possessions(each.record, seat) for each in (state, after))
        gains = {name: then[name] - before[name] for name in before if then[name] > before[name]}
        if action:
            gains.pop("chao", None)
        brought = [TEXTS.get("reasons", name, language, count=count) for name, count in gains.items()]
        return TEXTS.get("reasons", "brings", language, gains=", ".join(brought)) if brought else ""

    def _possessions(self, state: StateRecord, seat: int) -> dict[str, int]:
        """Counts that a plan can raise: a seat's possessions, and the provinces that its rivals lose."""
        clan, held = int(state.clan[seat]), [set(provinces_in(words)) for words in state.held[: self.tables.clans]]
        own = held[clan]
        built = {
            name: len(own.intersection(provinces_in(state[name]))) for name in ("cities", "doubled", "wood", "stone")
        }
        return {
            "temples": len(own.intersection(provinces_in(state.temples))),
            "provinces": len(own),
            "taken": -sum(map(len, held)) + len(own),
            "cities": built["cities"] + built["doubled"],
            "ramparts": built["wood"] + 2 * built["stone"],
            "armies": int(state.raised[clan]),
            "chao": int(state.chao[seat]),
        }

    def clause(self, state: StateRecord, seat: int, action: int) -> str | None:
        """Of a plan: the clause of its strongest part, by whose the target is now."""
        if state.phase != PLANNING or action >= self.tables.lay:
            return None
        if action == 0:
            return "YN-65"
        province, *levels = self.notation.names.plan_words(action)
        number = self.land.provinces.index(province)
        whose = find_standing(self.tables, state, int(state.clan[seat]), number)
        city = number in provinces_in(state.cities)
        parts = {word[0] for word in levels}
        for part, (of, built), clause in PARTS:
            if part in parts and of == whose and built in (None, city):
                return clause
        return "YN-26"

    # --- stories ---

    def tells(self, state: StateRecord, seat: int, action: int) -> bool:
        """The last plan, or bid, opens all of them."""
        return bool(state.phase in (BIDDING, PLANNING) and state.waiting == 1 << seat)

    def story(self, state: State, seat: int, action: int) -> Sequence[Frame]:
        return self.storyteller.story(state, seat, action)

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        verb, numbers = self.notation.split(action)
        if verb == "lay" and numbers[0] == numbers[1]:
            return "lay-first"
        return "pass" if action == 0 else verb

    def parameters(self, state: StateRecord, seat: int, action: int) -> Mapping[str, object]:
        verb, numbers = self.notation.split(action)
        names = self.notation.names.listed
        values: dict[str, object] = dict.fromkeys(NAMED, "")
        if verb == "plan" and action:
            province, *levels = self.notation.names.plan_words(action)
            clan = int(state.clan[seat]) if seat < len(state.clan) else NOTHING  # a plan of chance is refused
            number = self.land.provinces.index(province)
            rows = name_rows(self.tables, state, clan, number)
            named = tuple((rows[word[0]], int(word[1])) for word in levels)
            values |= {"province": province, "levels": Levels(named)}
            if clan != NOTHING:
                values |= {
                    "cost": int(plain.cost_of(self.tables, state, clan, 1 + (action - 1) % CODES)),
                    "purse": int(state.chao[seat]),
                }
        elif verb == "lay":
            tile, neighbour, direction, turn = numbers
            values |= {"tile": names["tile"][tile], "neighbour": names["tile"][neighbour], "turn": turn}
            values["direction"] = Word(TEXTS, "directions", names["direction"][direction])
        elif verb == "deal":
            values["tile"] = names["tile"][numbers[0]]
        elif verb in ("first", "lot"):
            values["player"] = numbers[0] + 1
        elif verb == "bid":
            values["amount"] = numbers[0]
        elif verb != "plan":
            values["clan"] = Word(TEXTS, "clans", CLAN_NAMES[numbers[0]])
            values["province"] = names["province"][numbers[1]] if verb == "city" else ""
        return values


@dataclass(frozen=True)
class Levels:
    """The actions of a plan in words: `Development: expand II, Fortification: reinforce I`."""

    rows: tuple[tuple[str, int], ...]

    def __call__(self, language: str) -> str:
        named = ((TEXTS.get("sayings", f"row-{row}", language), ROMAN[level]) for row, level in self.rows)
        return ", ".join(f"{name} {level}" for name, level in named)
