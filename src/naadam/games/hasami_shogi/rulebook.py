"""The plain half of Hasami Shogi: options, notation, checks, drawing, texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from naadam.core.compiled import plain
from naadam.core.contract import WORDING, Description, Move, Rulebook, Sizes, StateRecord
from naadam.core.editing import Counter, Edited, Editor
from naadam.core.options import Choice, Options, Switch
from naadam.core.seats import seats_in
from naadam.core.stage import Stage
from naadam.core.texts import Texts
from naadam.drawing.picture import draw_picture
from naadam.games.hasami_shogi import rules
from naadam.games.hasami_shogi.board import NAMES, cells_of, make_tables, winning_line
from naadam.games.hasami_shogi.check import check_state
from naadam.games.hasami_shogi.drawing.sketch import sketch_board
from naadam.games.hasami_shogi.drawing.stage import set_stage
from naadam.games.hasami_shogi.notation import Notation
from naadam.games.hasami_shogi.rules import clauses
from naadam.games.hasami_shogi.rules.captures import captures
from naadam.games.hasami_shogi.rules.ends import end_of_game
from naadam.games.hasami_shogi.rules.refusals import step_between
from naadam.games.hasami_shogi.rules.state import (
    CELLS,
    GREEN,
    PEACEFUL_TURNS,
    RED,
    SIDE,
    captured_by,
    near_bit,
)
from naadam.games.hasami_shogi.symmetry import Turn, find_symmetries

KINDS = {"": "samurai", "+": "shogun"}

_captures = plain(captures)
_captured_by = plain(captured_by)
_end_of_game = plain(end_of_game)
_outcome = plain(rules.outcome)
_step_between = plain(step_between)
_near_bit = plain(near_bit)


class HasamiShogi(Rulebook):
    name = "hasami-shogi"
    version = 1
    prefix = "HS"
    clauses = (*range(1, 13), *range(20, 25), *range(30, 33))
    declared = (Choice("variant", "five", ("five", "war")), Switch("shoguns"))
    rules: ClassVar = rules
    colours: ClassVar = {"G": "bold green", "R": "bold red", r"\+G": "bold reverse green", r"\+R": "bold reverse red"}
    texts = Texts(__package__)

    def __init__(self, options: Options) -> None:
        self.options = options
        self.war = options["variant"] == "war"
        self.tables = make_tables(self.war, bool(options["shoguns"]))
        self.notation = Notation(self.tables)
        before_the_last = 2 * (self.tables.captures - 1)
        self.sizes = Sizes(
            seats=2,
            actions=CELLS * CELLS,
            choices=self.tables.pieces * 2 * (SIDE - 1) + 2 * (SIDE - 1),
            length=(before_the_last + 1) * PEACEFUL_TURNS,  # HS-11 after each capture but the last
            words=rules.POSITION_WORDS,
            trail=PEACEFUL_TURNS + 2,
            tensor=(8, SIDE, SIDE),
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
            state.ended = _end_of_game(self.tables, state)
            state.waiting = 0 if state.ended else state.waiting
        self.check(state)
        return state

    def check(self, state: StateRecord) -> None:
        check_state(self.tables, state)

    def editor(self) -> Editor:
        kinds = ("samurai", "shogun") if self.options["shoguns"] else ("samurai",)
        return Editor(
            tuple(f"{kind}-{seat}" for kind in kinds for seat in (GREEN, RED)),
            (Counter("quiet_turns", PEACEFUL_TURNS - 1),),
        )

    def edit(self, edited: Edited) -> str:
        return self.notation.write_position(edited)

    def _taken(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """The names of the cells where an action captures."""
        return self._names(*_captures(self.tables, state, seat, *divmod(action, CELLS)))

    @staticmethod
    def _names(near: int, far: int) -> list[str]:
        return [NAMES[cell] for cell in cells_of(near, far)]

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        source, target = divmod(action, CELLS)
        return {
            "source": NAMES[source],
            "target": NAMES[target],
            "over": NAMES[self._first_on_the_way(state, source, target)],
            "taken": ", ".join(self._taken(state, seat, action)) if seat in (GREEN, RED) else "",
            "captures": str(self.tables.captures),
        }

    def _first_on_the_way(self, state: StateRecord, source: int, target: int) -> int:
        """The first piece between two cells of a row, column or diagonal, or else the target."""
        up, right = abs(target // SIDE - source // SIDE), abs(target % SIDE - source % SIDE)
        if up == right or not up or not right:
            step = _step_between(source, target)
            for cell in range(source + step, target, step) if step else ():
                if self.notation.letter(state, cell):
                    return cell
        return target

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        source, target = divmod(action, CELLS)
        piece = "shogun" if source == state.shogun[seat] else "samurai"
        way = "slide" if self._first_on_the_way(state, source, target) == target else "jump"
        return f"{piece}-{way}{'-capture' if self._taken(state, seat, action) else ''}"

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        return [NAMES[cell] for cell in divmod(action, CELLS)]

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        source, target = divmod(action, CELLS)
        shown = {"captures": self._taken(state, seat, action)}
        if not self.war:
            shown["line"] = winning_line(int(state.near[seat]) & ~_near_bit(source) | _near_bit(target))
        return {name: places for name, places in shown.items() if places}

    def describe(self, view: StateRecord) -> Description:
        """A position to draw:

        - `variant`, five or war; `shoguns`, whether they are played with; `camp_rows`, of each player;
        - `points`: the cells by name, each with the place of its middle, as file and rank from 0 at a1;
        - `pieces`: each with `kind` (samurai or shogun), `point` and `seat`;
        - `captured`: how many each seat has captured, of `captures_to_win`; `pieces_each` at the start;
        - `last_capture`: what the last move captured, as `seat` that lost it and `points`, or None;
        - `decisive`: the cells of the line of five that has won (HS-8), else none;
        - `quiet_turns` without a capture, of `quiet_turns_to_draw` (HS-11);
        - `turn`, None when the game is over; `winners`, both in a draw; `end`, the clause or None.
        """
        letters = {name: self.notation.letter(view, cell) for cell, name in enumerate(NAMES)}
        taken = self._names(view.taken_near, view.taken_far)
        mover = 1 - int(view.turn)
        tables = self.tables
        return {
            "game": self.name,
            "look": "battlefield",
            "title": self.title(),
            "variant": str(self.options["variant"]),
            "shoguns": bool(self.options["shoguns"]),
            "points": {name: [cell % SIDE, cell // SIDE] for cell, name in enumerate(NAMES)},
            "camp_rows": 1 if self.war else 2,
            "pieces": [
                {"kind": KINDS[letter[:-1]], "point": name, "seat": "GR".index(letter[-1])}
                for name, letter in letters.items()
                if letter
            ],
            "captured": [int(_captured_by(tables, view, seat)) for seat in (GREEN, RED)],
            "captures_to_win": tables.captures,
            "pieces_each": tables.pieces,
            "last_capture": {"seat": int(view.turn), "points": taken} if taken else None,
            "decisive": winning_line(int(view.near[mover])) if view.ended == clauses.FIVE_IN_LINE else [],
            "quiet_turns": int(view.peace),
            "quiet_turns_to_draw": PEACEFUL_TURNS,
            "end": f"HS-{view.ended % WORDING}" if view.ended else None,
            "winners": [] if view.waiting else list(seats_in(_outcome(tables, view, [0.0, 0.0]))),
            "turn": int(view.turn) if view.waiting else None,
        }

    def draw(self, description: Description, language: str = "en") -> str:
        return draw_picture(self, description, language)

    def stage(self, description: Description, language: str = "en") -> Stage:
        return set_stage(description, lambda section, key: self.texts.sections(language)[section][key])

    def sketch(self, view: StateRecord) -> str:
        return sketch_board(lambda cell: self.notation.letter(view, cell), camps=not self.war)

    def title(self, language: str = "en") -> str:
        return self.texts.get("game", "war-title" if self.war else "title", language)

    def status(self, view: StateRecord, language: str = "en") -> str:
        numbers = {
            "green": str(_captured_by(self.tables, view, GREEN)),
            "red": str(_captured_by(self.tables, view, RED)),
            "needed": str(self.tables.captures),
            "quiet": str(view.peace),
        }
        return self.texts.get("board", "status", language, **numbers)

    def symmetries(self) -> Sequence[Turn]:
        return tuple(find_symmetries(self.war))

    def applies(self, clause: int) -> bool:
        told = dict.fromkeys((5, 8, 9), not self.war) | dict.fromkeys(range(20, 25), self.war)  # HS-24
        told |= dict.fromkeys(range(30, 33), bool(self.options["shoguns"]))
        return told.get(clause, True)
