"""The face of Conquest: pieces with their loads, points and deductions, gestures, and words for actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import ClassVar

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.errors import IllegalAction
from naadam.core.parts import face
from naadam.core.parts.boards import Board
from naadam.core.parts.face import winners_of
from naadam.core.parts.notation import Move
from naadam.core.parts.touches import Place, Touches, touches_by_gestures
from naadam.core.refusals import refuse
from naadam.core.state import State
from naadam.core.texts import Texts, Word
from naadam.drawing.description import Description, Meter, Piece, Saying, ScoreLine, Thing
from naadam.drawing.stage import Stage
from naadam.games.conquest import rules
from naadam.games.conquest.board import KIND_NAMES, Atlas
from naadam.games.conquest.drawing.grounds import name_grounds
from naadam.games.conquest.drawing.sketch import sketch_pieces
from naadam.games.conquest.drawing.stage import ALONE, PARTS, set_stage
from naadam.games.conquest.notation import PARTS as NOTATED
from naadam.games.conquest.notation import Deed, Notation
from naadam.games.conquest.reasons import CLAUSES, Reasons
from naadam.games.conquest.rules.state import (
    ALLOWANCE,
    ANSWERING,
    CALM_TURNS,
    MOVING,
    NOTHING,
    ONE,
    PINNED,
    PRICE,
    SHIP,
    VULNERABLE,
    WHOLE,
    Tables,
)
from naadam.games.conquest.sheet import held_by, write_scores
from naadam.games.conquest.tables import PLAYERS_OF
from naadam.games.conquest.walks import Barred, Walks

plain = PlainRules(rules)

TEXTS = Texts(__package__)
PREFIX = "CQ"  # of the clauses
SAID = ("source", "target", "over", "put", "piece", "other", "player", "price", "left")  # blanks of the sentences
SOON = 2  # turns of CQ-73 that are left when it is said


class Face(face.Face):
    """Spaces are touched by their names. Between the space of a loaded piece and the next one the part is named that
    moves: `whole`, `aboard`, `soldier`, `other`, or `alone` for a carrier that puts its soldiers down. A jump and an
    exchange name the spaces between, too."""

    colours: ClassVar = {}
    notation: Notation

    def __init__(self, board: Board, atlas: Atlas, tables: Tables, notation: Notation) -> None:
        super().__init__(notation)
        self.board = board
        self.atlas = atlas
        self.tables = tables
        self.walks = Walks(atlas, tables)
        self.reasons = Reasons(atlas, tables)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        known = fields(view)
        seats, sheets = range(self.tables.seats), write_scores(self.atlas, self.tables, known)
        return Description(
            pieces=tuple(self._pieces(known)),
            turn=self._acting(known),
            winners=winners_of(rules, self.tables, view, self.tables.seats),
            shelves={"standing": tuple((*self._allies(seat), *self._standing(known, seat)) for seat in seats)},
            counts={"points": tuple(sheet.total for sheet in sheets)},
            tasks=tuple(self._tasks(known)),
            notes=tuple(self._notes(known)),
            meter=self._meter(known),
            sheet=sheets,
        )

    def _acting(self, view: SimpleNamespace) -> int | None:
        if view.phase == MOVING:
            return int(view.mover)
        return int(view.asked) if view.phase == ANSWERING else None

    def _pieces(self, view: SimpleNamespace) -> Iterator[Piece]:
        for name, piece in zip(self.atlas.names, view.pieces, strict=False):
            if piece:
                kind, spent = plain.kind_of(piece), plain.spent_of(piece)
                carried = [plain.cargo_of(piece)] if plain.cargo_of(piece) else []
                load = tuple(KIND_NAMES[each] for each in (*carried, *[1] * plain.soldiers_of(piece)))
                left = ALLOWANCE[kind] - spent if spent else None
                yield Piece(KIND_NAMES[kind], name, piece & 3, load=load, left=left)

    def _enemies(self, seat: int) -> list[int]:
        return [other for other in range(self.tables.seats) if (other ^ seat) & ~self.tables.friends]

    def _lost(self, view: SimpleNamespace, seat: int) -> tuple[list[str], list[str]]:
        """The spaces of the own capital, and of the Grail, that cost a player points (CQ-60, CQ-62)."""

        def held(spaces: Sequence[int]) -> list[str]:
            enemies = self._enemies(seat)
            return [self.atlas.names[space] for enemy in enemies for space in held_by(view, spaces, enemy)]

        return held(self.tables.capital[seat].tolist()), held(self.atlas.grail)

    def _left(self, view: SimpleNamespace) -> tuple[int, int]:
        """The points that the mover has left, and those of the turn."""
        if view.mover == NOTHING or view.phase not in (MOVING, ANSWERING):
            return 0, 0
        total = int(plain.turn_points(self.tables, view))
        lost = sum(map(len, self._lost(view, view.mover)))
        return max(0, total - PRICE * lost - view.spent), total

    def _meter(self, view: SimpleNamespace) -> Meter | None:
        """The points of the mover, and why they are fewer (CQ-64)."""
        left, total = self._left(view)
        if not total:
            return None
        less = (
            ScoreLine(Saying(say, {"count": len(spaces)}, points=tuple(spaces)), -PRICE * len(spaces))
            for say, spaces in zip(("less-capital", "less-grail"), self._lost(view, view.mover), strict=True)
            if spaces
        )
        return Meter(Saying("movement", seat=view.mover), left, total, tuple(less), "end")

    def _allies(self, seat: int) -> tuple[Thing, ...]:
        """Things in a player's row about the ally (CQ-95)."""
        return (Thing(f"ally-{seat}"),) if self.tables.friends else ()

    def _standing(self, view: SimpleNamespace, seat: int) -> Iterator[Thing]:
        """Things in a player's row: Grail and capital spaces held, capital spaces lost, and warnings."""
        lost, grail = map(len, self._lost(view, seat))
        capitals = [space for enemy in self._enemies(seat) for space in self.tables.capital[enemy].tolist()]
        for item, spaces in (("grail", self.atlas.grail), ("capital", capitals)):
            held = len(held_by(view, spaces, seat))
            if held:
                yield Thing(item, held, len(spaces))
        if lost:
            yield Thing("lost", lost, len(self.tables.capital[seat]))
        if view.figures[seat] == 0:
            yield Thing("out")
        elif lost + grail >= PINNED:
            yield Thing("pinned")
        elif view.figures[seat] <= VULNERABLE and not self.tables.friends:
            yield Thing("vulnerable")

    def _tasks(self, view: SimpleNamespace) -> Iterator[Saying]:
        if view.phase == ANSWERING:
            yield Saying("answer", seat=view.asked)
        elif view.phase == MOVING:
            yield Saying("move-pieces" if self._left(view)[0] else "end-turn", seat=view.mover)

    def _notes(self, view: SimpleNamespace) -> Iterator[Saying]:
        """The exchange that is decided, who is in trouble, an end that is near."""
        if view.mover == NOTHING or view.phase not in (MOVING, ANSWERING):
            return
        if view.target != NOTHING:
            space = self.atlas.names[view.target]
            yield Saying("exchange", {"space": space}, seat=view.victim, seats=(view.asked,), points=(space,))
        if view.risked:
            yield Saying("risked", seat=view.mover, soft=True)
        for seat in range(self.tables.seats):
            for thing in self._standing(view, seat):
                if thing.count is None:
                    yield Saying(thing.item, seat=seat, soft=True)
        turns = CALM_TURNS - view.calm
        if view.loser != NOTHING and turns <= SOON:
            yield Saying("calm", {"turns": turns}, seat=int(plain.counted_player(self.tables, view)), soft=True)

    def set_stage(self, language: str) -> Stage:
        return set_stage(self.board.data, PLAYERS_OF[self.tables.seats], TEXTS.sections(language))

    def grounds(self, language: str = "en", scene: str = "") -> Mapping[str, Sequence[str]]:
        return name_grounds(self.board.data, PLAYERS_OF[self.tables.seats], TEXTS.sections(language))

    def sketch(self, view: StateRecord) -> str:
        return sketch_pieces(tuple(self._pieces(fields(view))), self.tables.seats)

    def status(self, view: StateRecord, language: str = "en") -> str:
        known = fields(view)
        sheets = write_scores(self.atlas, self.tables, known)
        parts = [
            TEXTS.get("board", "points", language, player=seat + 1, points=sheet.total)
            for seat, sheet in enumerate(sheets)
        ]
        left, total = self._left(known)
        if total:
            parts.append(TEXTS.get("board", "left", language, left=left, total=total))
        if known.target != NOTHING:
            space = self.atlas.names[known.target]
            parts.append(TEXTS.get("board", "asked", language, player=known.asked + 1, space=space))
        return " ".join(parts)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        deed = self.notation.split(action)
        if not deed.spaces or deed.verb == "first":
            return self.notation.write(action).split()
        names = [self.atlas.names[space] for space in deed.spaces]
        piece, mover = int(state.pieces[deed.spaces[0]]), deed.mover
        if deed.verb == "jump":
            mover = int(plain.jumper(piece)) if piece else WHOLE
        part = [PARTS[mover]] if (piece and plain.has_part(piece, ONE)) or plain.cargo_of(piece) else []
        if deed.verb == "unload":
            part = [ALONE]
        if deed.verb in ("exchange", "unload") and state.target != NOTHING:
            names.append(self.atlas.names[state.target])
        return [names[0], *part, *names[1:]]

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The action that touches mean: a step, a jump, or an exchange while one is decided."""
        names = [name for name in touched if name not in (*PARTS, ALONE)]
        part = next((f"{name[0] if name != 'other' else 't'}." for name in touched if name in PARTS[1:]), "")
        if state.phase == ANSWERING and names[0] in self.atlas.number_of:
            target = self.atlas.names[state.target]
            put = ",".join(name for name in names[1:] if name != target)
            return self.notation.read(f"x.{part}{names[0]}" + (f"/{put}" if put else ""))
        if len(names) == 3:
            return self.notation.read(f"{names[0]}^{names[1]}-{names[2]}")
        self._bar_walk(state, seat, names, NOTATED.index(part))
        return self.notation.read(part + "-".join(names))

    def _bar_walk(self, state: StateRecord, seat: int, names: Sequence[str], mover: int) -> None:
        """IllegalAction if a piece, or a far space that it cannot walk to, was touched in vain."""
        spaces = [self.atlas.number_of[name] for name in names if name in self.atlas.number_of]
        if len(spaces) < len(names) or tuple(spaces) in self.atlas.path_of:
            return
        if len(spaces) == 1:
            barred = Barred(self.walks.bar_piece(state, seat, mover, spaces[0]))
        else:
            barred = self.walks.bar(state, seat, mover, *spaces)
        said = {"source": names[0], "target": names[-1], "price": barred.price, "left": barred.left}
        if barred.reason:
            raise IllegalAction(refuse(PREFIX, barred.reason, dict.fromkeys(SAID, "") | said, TEXTS))

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        """In the own turn a piece may be sent to any space it can reach, step by step; else as the gestures say."""
        if state.record["phase"] != MOVING or seat != state.record["mover"]:
            alone = list(touched[1:2]) == [ALONE]
            return self._unloading(state, seat, touched) if alone else touches_by_gestures(state, seat, touched)
        return self.walks.touches(state, seat, touched)

    def _unloading(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        """Next touches for a carrier that answers alone: its soldiers are put down in any order (CQ-53)."""
        begun, put, places = list(touched[:2]), set(touched[2:]), set()
        for action in map(int, state.actions(seat)):
            gesture = self.gesture(state.record, seat, action)
            if gesture[:2] != begun or len(put) != len(touched) - 2:
                continue
            spaces, target = set(gesture[2:-1]), gesture[-1]
            if put == spaces | {target} and touched[-1] == target:
                return Touches(actions=(action,))
            if put <= spaces:
                places |= (spaces - put) or {target}
        return Touches(tuple(Place(name) for name in sorted(places, key=lambda name: self.atlas.number_of[name])))

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        """The piece that would be taken or seized."""
        deed = self.notation.split(action)
        if deed.verb in ("exchange", "unload"):
            return {"captures": [self.atlas.names[state.target]]} if state.target != NOTHING else {}
        if deed.verb in ("step", "jump"):
            there = int(state.pieces[deed.spaces[-1]])
            if there and there & 3 != seat:
                return {"captures": [self.atlas.names[deed.spaces[-1]]]}
        return {}

    # --- words ---

    def reason(self, state: State, seat: int, action: int, language: str) -> str:
        purpose = self.reasons.find(state.record, seat, self.notation.split(action))
        if purpose is None:
            return ""
        values = dict(self.parameters(state.record, seat, action))
        values["space"] = self.atlas.names[purpose.space]
        values["other"] = piece_word(plain.kind_of(int(state.record.pieces[purpose.space])))
        values["player"], values["steps"] = self._colour(purpose.seat), purpose.steps
        key = f"{purpose.key}-one" if purpose.steps == 1 else purpose.key
        return TEXTS.get("reasons", key, language, **values)

    def clause(self, state: StateRecord, seat: int, action: int) -> str | None:
        purpose = self.reasons.find(state, seat, self.notation.split(action))
        return CLAUSES[purpose.key] if purpose else super().clause(state, seat, action)

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        deed = self.notation.split(action)
        if deed.verb not in ("step", "jump"):
            return deed.verb
        there = int(state.pieces[deed.spaces[-1]])
        jumps = "jump-" if deed.verb == "jump" else ""
        if there == 0:
            return deed.verb
        if there & 3 == seat:
            return "mount" if not jumps else "jump"
        moving = self._moving(state, deed.spaces[0], deed.mover)
        return jumps + ("seize" if plain.kind_of(there) >= SHIP and moving < SHIP else "take")

    def _colour(self, seat: int) -> Word:
        """The name of a seat; lots can be drawn for seats without a player, too."""
        players = PLAYERS_OF[self.tables.seats]
        return Word(TEXTS, "seats", str(players[seat] if seat < len(players) else seat))

    def _moving(self, state: StateRecord, source: int, mover: int) -> int:
        """The kind of the part that moves, 0 if there is none."""
        piece = int(state.pieces[source])
        if not piece or not plain.has_part(piece, mover):
            return 0
        return int(plain.kind_of(plain.part_of(piece, mover)))

    def parameters(self, state: StateRecord, seat: int, action: int) -> Mapping[str, object]:
        said: dict[str, object] = dict.fromkeys(SAID, "")
        deed = self.notation.split(action)
        if deed.verb == "first":
            return said | {"player": self._colour(deed.spaces[0])}
        if not deed.spaces:
            return said
        names = [self.atlas.names[space] for space in deed.spaces]
        target, mover = deed.spaces[-1], deed.mover
        if deed.verb in ("exchange", "unload"):
            target = int(state.target)
            said["put"] = ", ".join(names[1:])
        if deed.verb == "unload" and state.pieces[deed.spaces[0]]:
            mover = int(plain.unloader(int(state.pieces[deed.spaces[0]])))
        said["source"], said["over"] = names[0], names[1] if len(names) > 1 else ""
        said["target"] = self.atlas.names[target] if target != NOTHING else ""
        if deed.verb in ("exchange", "unload") and state.phase == ANSWERING:
            said["over"] = said["target"] = self.atlas.names[self._barred(state, deed, mover)]
        said["piece"] = piece_word(self._moving(state, deed.spaces[0], mover))
        there = int(state.pieces[target]) if target != NOTHING else 0
        said["other"] = piece_word(plain.kind_of(there))
        return said

    def _barred(self, state: StateRecord, deed: Deed, mover: int) -> int:
        """The space where an exchange is barred (CQ-52), or that of the attacker."""
        source, *put = deed.spaces
        piece = int(state.pieces[source])
        if (
            not piece
            or not plain.has_part(piece, mover)
            or plain.soldiers_of(piece) < len(put)
            or (put and mover == ONE)
        ):
            return int(state.target)
        part = plain.part_of(piece, mover)
        for _ in put:
            part = plain.rest_of(part, ONE)
        put_one, put_two = (*put, NOTHING, NOTHING)[:2]
        _, space = plain.bar_way(self.tables, state, source, part, mover, put_one, put_two)
        return int(space)


def piece_word(kind: int) -> Word | str:
    """The name of a kind of piece, empty if there is no piece."""
    return Word(TEXTS, "pieces", KIND_NAMES[kind]) if kind else ""
