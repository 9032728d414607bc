"""The plain half of Jarmo: options, board, notation, checks, drawing, texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from naadam.core.boards import load_board
from naadam.core.compiled import plain
from naadam.core.contract import Description, Move, Rulebook, Sizes, StateRecord
from naadam.core.editing import Edited, Editor
from naadam.core.options import BoardFile, Choice, Options, Switch
from naadam.core.seats import seats_in
from naadam.core.stage import Stage
from naadam.core.texts import Texts
from naadam.drawing.picture import draw_picture
from naadam.games.jarmo import rules
from naadam.games.jarmo.board import SCHEMA, make_grid, make_tables
from naadam.games.jarmo.checking import check_state, end_position
from naadam.games.jarmo.drawing.sketch import sketch_board
from naadam.games.jarmo.drawing.stage import set_stage
from naadam.games.jarmo.editing import make_editor, write_position
from naadam.games.jarmo.match import LENGTHS, USUAL_LENGTH, JarmoMatch
from naadam.games.jarmo.notation import Notation
from naadam.games.jarmo.rules.observation import PLANES
from naadam.games.jarmo.rules.state import (
    BLUE,
    GREEN,
    JASYR,
    LEGENDARY,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    PLAIN,
    RECOVERY,
    points_of,
)

VARIANTS = {"jarmo": PLAIN, "legendary": LEGENDARY, "jasyr": JASYR}
STAGES = ("move", "recovery", "camps")
SIDES = ("green", "blue")
SEATS = (GREEN, BLUE)

_points_of = plain(points_of)
_outcome = plain(rules.outcome)


class Jarmo(Rulebook):
    name = "jarmo"
    version = 1
    prefix = "JA"
    clauses = (*range(1, 17), 20, *range(30, 34), *range(40, 46), *range(50, 65))
    declared = (
        BoardFile("board", "jarmo", ("jarmo",)),
        Choice("variant", "jarmo", tuple(VARIANTS)),
        Switch("golden"),
        Switch("remote_camps"),
    )
    rules: ClassVar = rules
    match_lengths: ClassVar = LENGTHS
    colours: ClassVar = {"[AG]": "bold green", "g|a(?! +b)": "bold blue", r"\*": "bold yellow"}
    texts = Texts(__package__)

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.grid = make_grid(self.board)
        self.variant = VARIANTS[str(options["variant"])]
        self.tables = make_tables(self.grid, self.variant, bool(options["golden"]), bool(options["remote_camps"]))
        self.notation = Notation(self.grid, self.tables)
        points, soldiers = self.tables.points, self.tables.soldiers
        most_ways = max(int(mask).bit_count() for mask in self.tables.neighbours)
        self.sizes = Sizes(
            seats=2,
            actions=points * points + points + 3,
            choices=soldiers * (most_ways + 2) + 2,
            # In Legendary a soldier comes back for each one turned over, and by the remote camps, and makes progress
            # five times at most before it is gone; else captures and recoveries can go on for ever.
            length=(10 * (2 * soldiers + 1) + 1) * 2 * PEACEFUL_TURNS if self.variant == LEGENDARY else 0,
            words=rules.POSITION_WORDS,
            scores=(0.0, 2.0 * soldiers) if self.variant == PLAIN else (-1.0, 1.0),
            tensor=(PLANES, points),
        )

    # --- notation, positions, checks ---

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.notation.format(state, seat, action)

    def parse(self, state: StateRecord, text: str) -> Move:
        return self.notation.parse(state, text)

    def format_position(self, state: StateRecord) -> str:
        return self.notation.format_position(state)

    def parse_position(self, text: str) -> StateRecord:
        state = self.notation.parse_position(text)
        end_position(self.tables, state)
        self.check(state)
        return state

    def check(self, state: StateRecord) -> None:
        check_state(self.tables, state)

    def editor(self) -> Editor:
        return make_editor(self.tables)

    def edit(self, edited: Edited) -> str:
        return write_position(self.grid, self.tables, edited)

    # --- words ---

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        act = self.notation.split(action)
        names = [self.grid.names[point] if point != NOWHERE else "" for point in (act.source, act.target)]
        return {"source": names[0], "target": names[1]}

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        kind, source, target = self.notation.split(action)
        if kind in ("put", "none") and state.phase != MAIN:
            return f"{kind}-recovered" if state.phase == RECOVERY else f"{kind}-redeployed"
        if kind != "move":
            return kind
        soldier = "guard" if state.guards >> source & 1 else "archer"
        captures = any(state.tops[owner] >> target & 1 for owner in SEATS if owner != seat)
        return f"capture-with-{soldier}" if captures else f"move-{soldier}"

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        act = self.notation.split(action)
        touched = [self.grid.names[point] for point in (act.source, act.target) if point != NOWHERE]
        return touched or [act.kind]

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        act = self.notation.split(action)
        if act.kind == "move" and state.tops[1 - seat] >> act.target & 1:
            return {"captures": [self.grid.names[act.target]]}
        return {}

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        """All that is needed to draw a position.

        `points`, `lines`, `dotted` (with `dotted_used`) and `camps` (by seat) are the board. `pieces` are the soldiers,
        those of a stack from the bottom up: `kind` is archer, guard, golden-archer or golden-guard, `depth` how many
        lie above it; and `arrived` in the enemy camp, `hostage` or `rescued` below another. A piece of the kind
        marker, without a seat, is a remote camp, while it lies there. `hand`, `captured` and `lost` (a golden soldier
        out of the game) count for each seat those beside the board, `peace` the turns without progress; `markers` is 1
        while the remote camps lie there. `stage` is move, recovery, turned or camps: what
        the seat `turn` has to decide. `scores` are the points of each seat as they stand, None where none are counted;
        `winners` the seats that have won, both in a draw.
        """
        names, tables = self.grid.names, self.tables
        markers = [{"kind": "marker", "point": names[point]} for point in self.grid.markers if view.markers]
        lost = [tables.golden[seat] != NOWHERE and view.golden[seat] == NOWHERE for seat in SEATS]
        scores = [int(_points_of(tables, view, seat)) for seat in SEATS]
        return {
            "game": self.name,
            "variant": str(self.options["variant"]),
            "title": self.title(),
            "points": {name: list(place) for name, place in zip(names, self.grid.places, strict=True)},
            "lines": [[names[point] for point in line] for line in self.grid.lines],
            "dotted": [[names[point] for point in line] for line in self.grid.dotted],
            "dotted_used": self.variant == JASYR,
            "camps": [[names[point] for point in camp] for camp in self.grid.camps],
            "pieces": [*markers, *(piece for point in range(len(names)) for piece in self._soldiers(view, point))],
            "hand": view.hand.tolist(),
            "captured": view.captured.tolist(),
            "lost": [int(gone) for gone in lost],
            "peace": int(view.peace),
            "markers": int(view.markers != 0),
            "soldiers": tables.soldiers,
            "stage": self._stage(view),
            "scores": scores if self.variant == PLAIN else None,
            "winners": list(seats_in(_outcome(tables, view, [0.0, 0.0]))) if view.waiting == 0 else [],
            "turn": None if view.waiting == 0 else int(view.waiting) - 1,
        }

    def _stage(self, view: StateRecord) -> str:
        turned = view.phase == RECOVERY and self.variant == LEGENDARY
        return "turned" if turned else STAGES[view.phase]

    def _soldiers(self, view: StateRecord, point: int) -> Iterator[dict[str, Any]]:
        """Who stands or lies on a point, from the bottom up."""
        top = next((seat for seat in SEATS if view.tops[seat] >> point & 1), NOWHERE)
        if top == NOWHERE:
            return
        for seat in reversed(self.notation.below(view, point)):
            mark = "rescued" if seat == top else "hostage"
            yield self._soldier("golden-archer", seat, point) | {"depth": int(view.depth[seat]), mark: True}
        golden = "golden-" if view.golden[top] == point and view.depth[top] == 0 else ""
        arrived = bool(self.tables.camps[1 - top] >> point & 1)
        kind = "guard" if view.guards >> point & 1 else "archer"
        yield self._soldier(golden + kind, top, point) | {"arrived": arrived}

    def _soldier(self, kind: str, seat: int, point: int) -> dict[str, Any]:
        return {"kind": kind, "seat": seat, "point": self.grid.names[point]}

    def draw(self, description: Description, language: str = "en") -> str:
        return draw_picture(self, description, language)

    def stage(self, description: Description, language: str = "en") -> Stage:
        return set_stage(description, lambda section, key: self.texts.sections(language)[section][key])

    def sketch(self, view: StateRecord) -> str:
        return sketch_board(self.grid, lambda point: self.notation.letters(view, point), self.variant == JASYR)

    def title(self, language: str = "en") -> str:
        return (
            self.grid.title
            if self.variant == PLAIN
            else self.texts.get("titles", str(self.options["variant"]), language)
        )

    def status(self, view: StateRecord, language: str = "en") -> str:
        numbers = {
            f"{name}_{side}": str(view[name][seat]) for seat, side in enumerate(SIDES) for name in ("hand", "captured")
        }
        lines = [self.texts.get("board", "status", language, **numbers)]
        if self.variant == PLAIN:
            points = {side: str(_points_of(self.tables, view, seat)) for seat, side in enumerate(SIDES)}
            lines.append(self.texts.get("board", "points", language, **points))
        if view.markers:
            named = " ".join(self.grid.names[point] for point in self.grid.markers)
            lines.append(self.texts.get("board", "markers", language, markers=named))
        if view.phase != MAIN:
            lines.append(self.texts.get("board", self._stage(view), language))
        return " ".join(lines)

    def applies(self, clause: int) -> bool:
        needed = dict.fromkeys((10, 13), self.variant == PLAIN)
        needed |= dict.fromkeys((30, 33), self.variant != PLAIN)
        needed |= dict.fromkeys((31, 32), self.variant == LEGENDARY)
        needed |= dict.fromkeys(range(40, 46), self.variant == JASYR)
        needed |= dict.fromkeys(range(50, 60), bool(self.options["golden"]))
        needed |= dict.fromkeys(range(60, 65), bool(self.options["remote_camps"]))
        return needed.get(clause, True)

    def match_rule(self, games: int | None = None) -> JarmoMatch:
        return JarmoMatch(games or USUAL_LENGTH, self.variant == PLAIN)
