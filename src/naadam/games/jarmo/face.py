"""The face of Jarmo: soldiers on and off the board, gestures, and words for moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import face
from naadam.core.parts.face import winners_of
from naadam.core.seats import seats_in
from naadam.core.state import State
from naadam.core.texts import Texts
from naadam.drawing.description import Description, Piece, Saying, Score, ScoreLine, piece_of
from naadam.drawing.stage import Stage
from naadam.games.jarmo import rules
from naadam.games.jarmo.board import Grid
from naadam.games.jarmo.drawing.sketch import sketch_board
from naadam.games.jarmo.drawing.stage import set_stage
from naadam.games.jarmo.notation import Notation
from naadam.games.jarmo.rules.state import (
    BLUE,
    GREEN,
    JASYR,
    LEGENDARY,
    MAIN,
    NOWHERE,
    PLAIN,
    RECOVERY,
    Tables,
)

plain = PlainRules(rules)

SEATS = (GREEN, BLUE)
SIDES = ("green", "blue")
TEXTS = Texts(__package__)


class Face(face.Face):
    colours: ClassVar = {"[AG]": "bold green", "g|a(?! +b)": "bold blue", r"\*": "bold yellow"}
    notation: Notation

    def __init__(self, grid: Grid, tables: Tables, notation: Notation) -> None:
        super().__init__(notation)
        self.grid = grid
        self.tables = tables

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        view = fields(view)
        winners = winners_of(rules, self.tables, view, 2)
        points = tuple(int(plain.points_of(self.tables, view, seat)) for seat in SEATS)
        lost = (self.tables.golden[seat] != NOWHERE and view.golden[seat] == NOWHERE for seat in SEATS)
        return Description(
            pieces=(*self._markers(view), *self._soldiers(view)),
            turn=None if view.waiting == 0 else view.waiting - 1,
            winners=winners,
            counts={
                "hand": tuple(view.hand),
                "captured": tuple(reversed(view.captured)),  # by each seat: of the other's
                "points": points,
                "lost": tuple(map(int, lost)),
                "peace": view.peace,
                "markers": int(view.markers != 0),
            },
            tasks=tuple(Saying(self._task(view, seat), seat=seat) for seat in seats_in(view.waiting)),
            sheet=tuple(self._score(view, seat) for seat in SEATS) if self.tables.variant == PLAIN else (),
            notes=tuple(self._notes(points, winners)),
        )

    def _task(self, view: StateRecord, seat: int) -> str:
        """The instruction for the side to act, as a key of the texts."""
        free = plain.free_camp(self.tables, view, seat) != 0
        if view.phase == RECOVERY:
            return "put-recovered" if free else "keep-recovered"
        if view.phase != MAIN:
            return "use-camps"
        closed = plain.closed_points(self.tables, view, seat)
        own = (point for point in range(self.tables.points) if view.tops[seat] >> point & 1)
        possible = {
            "move": any(int(self.tables.ways[seat][point]) & ~closed for point in own),
            "put": view.hand[seat] > 0 and free,
            "turn": plain.guards_to_turn(self.tables, view, seat) != 0,
        }
        return "-or-".join(name for name, can in possible.items() if can) or "only-pass"

    def _notes(self, points: tuple[int, ...], winners: tuple[int, ...]) -> Iterator[Saying]:
        """The tiebreak between equal points (JA-13)."""
        if self.tables.variant == PLAIN and len(winners) == 1 and len(set(points)) == 1:
            yield Saying("more-arrived", seat=winners[0])

    def _score(self, view: StateRecord, seat: int) -> Score:
        """The points of a seat as they stand (JA-10)."""
        names, camp = self.grid.names, self.tables.camps[1 - seat]
        own = [point for point in range(self.tables.points) if view.tops[seat] >> point & 1]
        arrived = tuple(names[point] for point in own if camp >> point & 1)
        outside = [names[point] for point in own if not camp >> point & 1]
        if plain.is_rescued(view, seat):
            outside.append(names[view.golden[seat]])
        lines = (
            ScoreLine(Saying("arrived", {"count": len(arrived)}, points=arrived), 2 * len(arrived)),
            ScoreLine(Saying("outside", {"count": len(outside)}, points=tuple(outside)), len(outside)),
        )
        return Score(lines, sum(line.worth for line in lines))

    def _markers(self, view: StateRecord) -> Iterator[Piece]:
        """The remote camps, while they lie there."""
        return (piece_of("marker", self.grid.names[point]) for point in self.grid.markers if view.markers)

    def _soldiers(self, view: StateRecord) -> Iterator[Piece]:
        """The soldiers on the points, from the bottom up."""
        for point, name in enumerate(self.grid.names):
            top = next((seat for seat in SEATS if view.tops[seat] >> point & 1), NOWHERE)
            if top == NOWHERE:
                continue
            for seat in reversed(self.notation.below(view, point)):
                mark = "rescued" if seat == top else "hostage"
                yield piece_of("golden-archer", name, seat, depth=int(view.depth[seat]), marks=(mark,))
            golden = "golden-" if view.golden[top] == point and view.depth[top] == 0 else ""
            kind = "guard" if view.guards >> point & 1 else "archer"
            arrived = self.tables.camps[1 - top] >> point & 1
            yield piece_of(golden + kind, name, top, marks=("arrived",) if arrived else ())

    def set_stage(self, language: str) -> Stage:
        return set_stage(self.grid, self.tables, TEXTS.sections(language))

    def sketch(self, view: StateRecord) -> str:
        view, dotted = fields(view), self.tables.variant == JASYR
        return sketch_board(self.grid, lambda point: self.notation.letters(view, point), dotted)

    def status(self, view: StateRecord, language: str = "en") -> str:
        numbers = {
            f"{name}_{side}": view[name][seat] for seat, side in enumerate(SIDES) for name in ("hand", "captured")
        }
        lines = [TEXTS.get("board", "status", language, **numbers)]
        if self.tables.variant == PLAIN:
            points = {side: plain.points_of(self.tables, view, seat) for seat, side in enumerate(SIDES)}
            lines.append(TEXTS.get("board", "points", language, **points))
        if view.markers:
            named = " ".join(self.grid.names[point] for point in self.grid.markers)
            lines.append(TEXTS.get("board", "markers", language, markers=named))
        if view.phase == RECOVERY:
            turned = self.tables.variant == LEGENDARY
            lines.append(TEXTS.get("board", "turned" if turned else "recovery", language))
        elif view.phase != MAIN:
            lines.append(TEXTS.get("board", "camps", language))
        return " ".join(lines)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        act = self.notation.moves.split(action)
        touched = [self.grid.names[point] for point in (act.source, act.target) if point != NOWHERE]
        return touched or [act.kind]

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        act = self.notation.moves.split(action)
        return {"captures": [self.grid.names[act.target]]} if self.notation.captures(state, seat, act) else {}

    # --- words ---

    def reason(self, state: State, seat: int, action: int, language: str) -> str:
        """How near a quiet move forward brings a soldier to the enemy camp."""
        act = self.notation.moves.split(action)
        if act.kind != "move" or self.notation.captures(state.record, seat, act):
            return ""
        before, left = (int(self.tables.distance[seat, point]) for point in (act.source, act.target))
        if left >= before:
            return ""
        return TEXTS.get("reasons", "arrives" if left == 0 else "nears", language, count=left)

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        act = self.notation.moves.split(action)
        if act.kind in ("put", "none") and state.phase != MAIN:
            return f"{act.kind}-recovered" if state.phase == RECOVERY else f"{act.kind}-redeployed"
        if act.kind != "move":
            return act.kind
        soldier = "guard" if state.guards >> act.source & 1 else "archer"
        return f"capture-with-{soldier}" if self.notation.captures(state, seat, act) else f"move-{soldier}"

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        act = self.notation.moves.split(action)
        source, target = (self.grid.names[point] if point != NOWHERE else "" for point in (act.source, act.target))
        return {"source": source, "target": target}
