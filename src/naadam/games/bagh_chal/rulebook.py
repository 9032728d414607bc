"""The plain half of Bagh Chal: options, board, notation, checks, drawing, texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from naadam.core.boards import load_board
from naadam.core.compiled import plain
from naadam.core.contract import Description, Move, Rulebook, Sizes, StateRecord
from naadam.core.editing import Counter, Edited, Editor
from naadam.core.engine import fields
from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Choice, Options, Switch
from naadam.core.seats import seats_in
from naadam.core.stage import Stage
from naadam.core.texts import Texts
from naadam.drawing.picture import draw_picture
from naadam.drawing.sketch import sketch_board
from naadam.games.bagh_chal import rules
from naadam.games.bagh_chal.board import SCHEMA, make_grid, make_tables
from naadam.games.bagh_chal.checks import Checks
from naadam.games.bagh_chal.drawing.stage import set_stage
from naadam.games.bagh_chal.match import BaghChalMatch
from naadam.games.bagh_chal.notation import KINDS, Notation
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_TO_WIN,
    EXCHANGED,
    EXTRA,
    GOATS,
    NOWHERE,
    PEACEFUL_TURNS,
    TIGERS,
    any_tiger_free,
    is_capture,
    may_exchange,
    movable_goats,
    tiger_targets,
)
from naadam.games.bagh_chal.symmetry import Turn, find_symmetries

_tiger_targets = plain(tiger_targets)
_any_tiger_free = plain(any_tiger_free)
_movable_goats = plain(movable_goats)
_is_capture = plain(is_capture)
_outcome = plain(rules.outcome)
_may_exchange = plain(may_exchange)


class BaghChal(Rulebook):
    name = "bagh-chal"
    version = 1
    prefix = "BC"
    clauses = (*range(1, 18), 20, *range(30, 34), *range(40, 50))
    declared = (
        BoardFile("board", "bagh-chal", ("bagh-chal", "pulijudam")),
        Choice("rules", "ludos", ("ludos", "classic")),
        Switch("heroes"),
    )
    rules: ClassVar = rules
    colours: ClassVar = {"B": "bold red", "A": "bold yellow", "G": "bold cyan", "K": "bold magenta"}
    texts = Texts(__package__)

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.grid = make_grid(self.board)
        if options["heroes"] and self.grid.alpha == NOWHERE:
            raise SpecError.of(self.texts, "heroes", board=self.grid.title)
        self.tables = make_tables(self.grid, options["rules"] == "ludos", bool(options["heroes"]))
        self.notation = Notation(self.grid, self.tables)
        self.checks = Checks(self.grid, self.tables)
        points, goats = len(self.grid.names), self.grid.goats
        steps = 2 * sum(1 for _ in self.grid.steps())
        jumps = 2 * sum(1 for _ in self.grid.jumps())
        self.sizes = Sizes(
            seats=2,
            actions=points * points + points + 1,
            choices=steps + jumps + points + 1,
            # Phase I with an extra move each turn and the exchange; then BC-14 after each capture but the last
            length=3 * goats + 1 + CAPTURES_TO_WIN * (PEACEFUL_TURNS + 1),
            words=rules.POSITION_WORDS,
            trail=PEACEFUL_TURNS + 2,
            tensor=(8, points),
        )

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.notation.format(state, seat, action)

    def parse(self, state: StateRecord, text: str) -> Move:
        return self.notation.parse(state, text)

    def format_position(self, state: StateRecord) -> str:
        return self.notation.format_position(state)

    def parse_position(self, text: str) -> StateRecord:
        state = self.notation.parse_position(text)
        if state.waiting != 0:
            side = int(state.waiting)
            state.ended = self.checks.end(state)
            state.waiting = 0 if state.ended else side
        self.check(state)
        return state

    def check(self, state: StateRecord) -> None:
        self.checks.check(state)

    def editor(self) -> Editor:
        heroes = ("alpha", "buck") if self.options["heroes"] else ()
        counters = (
            Counter("hand", self.grid.goats),
            Counter("captured", CAPTURES_TO_WIN),
            Counter("peace", PEACEFUL_TURNS),
        )
        return Editor(("tiger", "goat", *heroes), counters)

    def edit(self, edited: Edited) -> str:
        return self.notation.write_position(edited)

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        source, target = self.notation.split(action)
        names = self.grid.names
        if source == NOWHERE:
            source = target = min(target, self.tables.points - 1)
        over = self.tables.between[source, target]
        return {
            "source": names[source],
            "target": names[target],
            "over": names[over] if over != NOWHERE else names[target],
            "goats": str(self.grid.goats),
        }

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        source, target = self.notation.split(action)
        if source == NOWHERE:
            return "decline" if target == self.tables.points else "exchange"
        if source == target:
            return "put"
        if seat == GOATS:
            return "move-buck" if source == state.buck else "move-goat"
        if _is_capture(self.tables, state, source, target):
            return "capture-buck" if self.tables.between[source, target] == state.buck else "capture"
        return "jump" if self.tables.between[source, target] != NOWHERE else "walk"

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        source, target = self.notation.split(action)
        if source == NOWHERE:
            return ["decline"] if target == self.tables.points else ["buck", self.grid.names[target]]
        return [self.grid.names[point] for point in dict.fromkeys((source, target))]

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        source, target = self.notation.split(action)
        if seat != TIGERS or source == NOWHERE or not _is_capture(self.tables, state, source, target):
            return {}
        return {"captures": [self.grid.names[self.tables.between[source, target]]]}

    def describe(self, view: StateRecord) -> Description:
        view = fields(view)
        pieces: list[dict[str, Any]] = []
        for point in range(self.tables.points):
            letter = self.notation.letter(view, point)
            if letter:
                piece: dict[str, Any] = {"kind": KINDS[letter], "point": self.grid.names[point]}
                if letter in "AB":
                    piece["trapped"] = not _tiger_targets(self.tables, view, point)
                elif view.buck not in (NOWHERE, point):
                    piece["protected"] = bool(self.tables.neighbours[view.buck] >> point & 1)
                pieces.append(piece)
        return {
            "game": self.name,
            "look": self.grid.look,
            "title": self.grid.title,
            "points": {name: list(place) for name, place in zip(self.grid.names, self.grid.places, strict=True)},
            "lines": [[self.grid.names[point] for point in line] for line in self.grid.lines],
            "pieces": pieces,
            "hand": int(view.hand),
            "captured": int(view.captured),
            "peace": int(view.peace),
            "goats": self.grid.goats,
            "captures_to_win": CAPTURES_TO_WIN,
            "buck_beside": bool(self.tables.alpha != NOWHERE and view.buck == NOWHERE),
            "stage": ("main", "extra-move", "exchanged")[view.phase],
            "winners": self._winners(view),
            "turn": None if view.waiting == 0 else int(view.waiting) - 1,
        }

    def _winners(self, view: StateRecord) -> list[int]:
        """The sides that have won a game that is over, both in a draw."""
        if view.waiting != 0:
            return []
        return list(seats_in(_outcome(self.tables, view, [0.0, 0.0])))

    def draw(self, description: Description, language: str = "en") -> str:
        return draw_picture(self, description, language)

    def stage(self, description: Description, language: str = "en") -> Stage:
        return set_stage(description, lambda section, key: self.texts.sections(language)[section][key])

    def sketch(self, view: StateRecord) -> str:
        return sketch_board(self.grid, lambda point: self.notation.letter(view, point))

    def title(self, language: str = "en") -> str:
        return self.grid.title

    def status(self, view: StateRecord, language: str = "en") -> str:
        numbers = {"hand": str(view.hand), "captured": str(view.captured), "needed": str(CAPTURES_TO_WIN)}
        lines = [self.texts.get("board", "status", language, **numbers)]
        if view.phase == EXTRA:
            lines.append(self.texts.get("board", "extra-move", language))
        elif view.phase == EXCHANGED:
            lines.append(self.texts.get("board", "exchanged", language))
        elif view.waiting == 1 << GOATS and _may_exchange(self.tables, view):
            lines.append(self.texts.get("board", "buck-may-enter", language))
        return " ".join(lines)

    def symmetries(self) -> Sequence[Turn]:
        return tuple(find_symmetries(self.grid))

    def applies(self, clause: int) -> bool:
        pulijudam, memory = self.options["board"] == "pulijudam", bool(self.tables.memory)
        told = {1: not pulijudam, 2: not pulijudam, 8: memory, 15: not memory, 17: memory}
        told |= dict.fromkeys(range(30, 34), pulijudam) | dict.fromkeys(range(40, 50), bool(self.options["heroes"]))
        return told.get(clause, True)

    def match_rule(self, games: int | None = None) -> BaghChalMatch:
        return BaghChalMatch()
