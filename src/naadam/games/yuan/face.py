"""What Yuan shows: what stands on the provinces, gestures, and words for actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from naadam.core import face
from naadam.core.contract import StateRecord
from naadam.core.face import winners_of
from naadam.core.notation import Move
from naadam.core.seats import seats_in
from naadam.core.texts import Texts, Word
from naadam.drawing.description import Description, Piece, Saying, Thing
from naadam.games.yuan import rules
from naadam.games.yuan.board import CLAN_NAMES
from naadam.games.yuan.drawing.sketch import sketch_map
from naadam.games.yuan.names import ACTIONS
from naadam.games.yuan.notation import Notation
from naadam.games.yuan.rules.state import NOTHING, Tables
from naadam.games.yuan.sheet import write_score
from naadam.games.yuan.tables import Land, provinces_in

TEXTS = Texts(__package__)
NAMED = ("province", "levels", "tile", "neighbour", "direction", "turn", "clan", "amount", "player")  # in sentences
ROMAN = ("", "I", "II", "III")
NONE = 0  # the level of an action that is left out


class Face(face.Face):
    """Provinces, tiles and clans are touched by their names. A plan is its province, then three levels: `D2`, or `D0`
    for none."""

    notation: Notation

    def __init__(self, land: Land, tables: Tables, notation: Notation) -> None:
        super().__init__(notation)
        self.land = land
        self.tables = tables

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        seats = range(self.tables.seats)
        sealed = any(plan > 0 for plan in view.plans) or any(bid > 0 for bid in view.bids)
        waiting = seats_in(int(view.waiting))
        return Description(
            pieces=tuple(self._pieces(view)),
            turn=waiting[0] if waiting and waiting[0] in seats else None,
            winners=winners_of(rules, self.tables, view, self.tables.seats),
            counts={"chao": tuple(int(view.chao[seat]) for seat in seats)},
            shelves={"hands": tuple(tuple(self._hand(view, seat)) for seat in seats)},
            notes=tuple(self._notes(view)),
            sheet=tuple(write_score(self.tables, view, seat) for seat in seats),
            secret=bool(sealed),
        )

    def _pieces(self, view: StateRecord) -> Iterator[Piece]:
        """Tiles, then temples, villages and cities with their walls, and armies; kinds are named after the clan."""
        rows = zip(self.land.tile_names, view.tile_q, view.tile_r, view.tile_turn, strict=False)
        for name, q, r, turn in rows:
            if turn != NOTHING:
                yield Piece(f"tile-{name}-{turn}", f"{q},{r}")
        names = self.land.provinces
        for province in provinces_in(view.temples):
            yield Piece("temple", names[province])
        sets = {name: set(provinces_in(view[name])) for name in ("cities", "doubled", "wood", "stone")}
        seat_of = {int(clan): seat for seat, clan in enumerate(view.clan) if clan != NOTHING}
        for clan in range(self.tables.clans):
            for province in provinces_in(view.held[clan]):
                built = "city" if province in sets["cities"] else "village"
                marks = tuple(mark for mark in ("doubled", "wood", "stone") if province in sets[mark])
                seat, point = seat_of.get(clan), names[province]
                yield Piece(f"{built}-{CLAN_NAMES[clan]}", point, seat, marks=marks)
                if view.armies[province]:
                    yield Piece(f"army-{CLAN_NAMES[clan]}", point, seat, count=int(view.armies[province]))

    def _hand(self, view: StateRecord, seat: int) -> Iterator[Thing]:
        for name, holder in zip(self.land.tile_names, view.holder, strict=False):
            if holder == seat:
                yield Thing(f"tile-{name}")

    def _notes(self, view: StateRecord) -> Iterator[Saying]:
        if view.turn:
            yield Saying("wheel", {"turn": int(view.turn), "temples": int(self.tables.needed[view.turn - 1])})

    def sketch(self, view: StateRecord) -> str:
        return sketch_map(self.land, self.tables.clans, view)

    def status(self, view: StateRecord, language: str = "en") -> str:
        if not view.turn:
            return ""
        needed = int(self.tables.needed[view.turn - 1])
        parts = [TEXTS.get("board", "wheel", language, turn=int(view.turn), temples=needed)]
        for seat in range(self.tables.seats):
            clan = Word(TEXTS, "clans", CLAN_NAMES[view.clan[seat]])
            temples = write_score(self.tables, view, seat).total
            told = {"player": seat + 1, "clan": clan, "chao": int(view.chao[seat]), "temples": temples}
            parts.append(TEXTS.get("board", "player", language, **told))
        return " ".join(parts)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        words = self.notation.write(action).split()
        if not 0 < action < self.tables.lay:
            return words
        levels = {word[0]: word for word in words[1:]}
        return [words[0], *(levels.get(letter, f"{letter}{NONE}") for letter in ACTIONS)]

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        left_out = [f"{letter}{NONE}" for letter in ACTIONS]
        return self.notation.read(" ".join(word for word in touched if word not in left_out))

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        verb, numbers = self.notation.split(action)
        if verb == "lay" and numbers[0] == numbers[1]:
            return "lay-first"
        return "pass" if action == 0 else verb

    def parameters(self, state: StateRecord, seat: int, action: int) -> Mapping[str, object]:
        verb, numbers = self.notation.split(action)
        names = self.notation.names.listed
        told: dict[str, object] = dict.fromkeys(NAMED, "")
        if verb == "plan" and action:
            province, *levels = self.notation.names.plan_words(action)
            told |= {"province": province, "levels": Levels(tuple(levels))}
        elif verb == "lay":
            tile, neighbour, direction, turn = numbers
            told |= {"tile": names["tile"][tile], "neighbour": names["tile"][neighbour], "turn": turn}
            told["direction"] = Word(TEXTS, "directions", names["direction"][direction])
        elif verb == "deal":
            told["tile"] = names["tile"][numbers[0]]
        elif verb in ("first", "lot"):
            told["player"] = numbers[0] + 1
        elif verb == "bid":
            told["amount"] = numbers[0]
        elif verb != "plan":
            told["clan"] = Word(TEXTS, "clans", CLAN_NAMES[numbers[0]])
            told["province"] = names["province"][numbers[1]] if verb == "city" else ""
        return told


@dataclass(frozen=True)
class Levels:
    """The levels of a plan in words: `Development II, Fortification I`."""

    words: tuple[str, ...]

    def __call__(self, language: str) -> str:
        named = ((TEXTS.get("levels", word[0], language), ROMAN[int(word[1])]) for word in self.words)
        return ", ".join(f"{name} {level}" for name, level in named)
