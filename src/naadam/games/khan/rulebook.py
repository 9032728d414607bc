"""The plain half of Khan: options, board, notation, checks, words, drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from naadam.core.boards import load_board
from naadam.core.compiled import plain
from naadam.core.contract import Description, Move, Rulebook, Sizes, StateRecord
from naadam.core.errors import SpecError
from naadam.core.options import BoardFile, Choice, Number, Option, Options
from naadam.core.seats import seats_in
from naadam.core.stage import Stage
from naadam.core.texts import Texts, Word
from naadam.drawing.picture import draw_picture
from naadam.games.khan import rules
from naadam.games.khan.board import DIRECTION_NAMES, LANDSCAPE_NAMES, SCHEMA, make_realm
from naadam.games.khan.check import Checker
from naadam.games.khan.describing import Describer
from naadam.games.khan.drawing.beside import put_beside
from naadam.games.khan.drawing.sketch import sketch_board
from naadam.games.khan.drawing.stage import put_pieces, set_stage
from naadam.games.khan.gestures import Gestures
from naadam.games.khan.notation import Notation
from naadam.games.khan.positions import Positions
from naadam.games.khan.rules.observation import PLANES
from naadam.games.khan.rules.state import (
    ANSWERING,
    CARDS,
    DRAWING,
    HAND,
    LAST_RULER,
    MOST_SEATS,
    ORIENTATIONS,
    PORTRAIT,
    RULERS,
    SETTING,
    SHAPES,
    SPECIAL_ACTIONS,
)
from naadam.games.khan.sheet import score_sheet
from naadam.games.khan.tables import count_conquests, has_room, make_tables

_outcome = plain(rules.outcome)

TURNS = PORTRAIT * (LAST_RULER - 1) + (PORTRAIT - 1) * (RULERS - LAST_RULER + 1) + 1  # KH-26: until the fifth is gone
TURNED = 2 * CARDS // RULERS * (LAST_RULER - 1) + 1  # KH-28: cards for removed rulers, the pile shuffled once
ACTION = 2 + 2 * MOST_SEATS  # a proposal that is refused, answers, another action and its card
LONGEST_TURN = TURNED + 3 * ACTION + 2 * HAND + 3
NAMED = ("cell", "ruler", "landscape", "direction", "shape", "cells", "player", "value")  # in sentences


class Khan(Rulebook):
    name = "khan"
    version = 1
    prefix = "KH"
    clauses = (
        *range(1, 9), *range(10, 16), *range(20, 29), *range(30, 43), *range(45, 58), *range(60, 66), *range(70, 76),
    )  # fmt: skip
    declared: ClassVar[tuple[Option, ...]] = (
        BoardFile("board", "khan", ("khan",)),
        Number("players", 2, (2, 3, 4), lowest=2, highest=4),
        Choice("rulers", "printed", ("printed", "spread")),
    )
    rules: ClassVar = rules
    colours: ClassVar = {"1": "bold red", "2": "bold blue", "3": "bold yellow", "4": "bold magenta", "~": "cyan"}
    texts = Texts(__package__)

    def __init__(self, options: Options) -> None:
        self.options = options
        self.board = load_board(str(options["board"]), __package__, SCHEMA)
        self.realm = make_realm(self.board)
        spread = options["rulers"] == "spread"
        if spread and not has_room(self.realm):
            raise SpecError.of(self.texts, "no-room")
        seats = int(options["players"])
        self.tables = make_tables(self.realm, seats=seats, spread=spread)
        self.notation = Notation(self.realm, self.tables)
        self.positions = Positions(self.realm, self.tables, self.notation)
        self.gestures = Gestures(self.realm, self.tables, self.notation)
        self.describer = Describer(self.realm, self.tables)
        values = sum(form.value * form.copies for form in self.realm.forms)
        setup = 1 + seats * (self.tables.rounds + HAND)
        self.sizes = Sizes(
            seats=seats,
            actions=self.tables.card + CARDS,
            choices=(HAND + 1) * self.tables.cells + count_conquests(self.realm) + SPECIAL_ACTIONS,
            length=0 if spread else setup + TURNS * LONGEST_TURN + SHAPES * ACTION + seats,
            words=rules.POSITION_WORDS,
            outcomes=max(CARDS, self.tables.cells),
            scores=(0.0, values + 10.0),
            tensor=(PLANES, self.realm.rows, self.realm.columns),
        )
        self.checker = Checker(self.realm, self.tables, self.sizes.choices)

    # --- notation and checks ---

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.notation.format(action)

    def parse(self, state: StateRecord, text: str) -> Move:
        return self.notation.parse(text)

    def format_position(self, state: StateRecord) -> str:
        return self.positions.format(state)

    def parse_position(self, text: str) -> StateRecord:
        state = self.positions.parse(text)
        self.checker.check(state)
        return state

    def check(self, state: StateRecord) -> None:
        self.checker.check(state)

    # --- words ---

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, object]:
        realm = self.realm
        verb, numbers = self.notation.split(action)
        told: dict[str, object] = dict.fromkeys(NAMED, "")
        if verb in ("yurt", "anywhere"):
            told["cell"] = realm.names[numbers[0]]
        elif verb in ("invade", "discard", "card"):
            ruler, landscape, direction = realm.cards[numbers[0]]
            told["ruler"] = self._name_ruler(ruler)
            told["landscape"] = Word(self.texts, "landscapes", LANDSCAPE_NAMES[landscape])
            told["direction"] = Word(self.texts, "directions", DIRECTION_NAMES[direction])
            told["cell"] = realm.names[numbers[1]] if verb == "invade" else ""
        elif verb in ("chase", "ruler"):
            told["ruler"] = self._name_ruler(numbers[0])
            told["cell"] = realm.names[numbers[1]] if verb == "ruler" else ""
        elif verb == "conquer":
            form = realm.forms[realm.orientations[numbers[0] % ORIENTATIONS].form]
            told |= {"shape": form.id, "cells": ", ".join(self.describer.cells(numbers[0])), "value": str(form.value)}
            told["cell"] = realm.names[numbers[0] // ORIENTATIONS]
        elif verb == "support" and numbers:
            told["landscape"] = Word(self.texts, "landscapes", LANDSCAPE_NAMES[numbers[0]])
        elif verb == "explore":
            told["shape"] = realm.forms[numbers[0]].id
        elif verb == "first":
            told["player"] = str(numbers[0] + 1)
        return told

    def _name_ruler(self, number: int) -> Word | str:
        name = self.realm.rulers[number].name
        known = name in self.texts.sections("en")["rulers"]  # others come from a board of one's own
        return Word(self.texts, "rulers", name) if known else name

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        verb, numbers = self.notation.split(action)
        if verb == "card":
            return "card" if state.phase == DRAWING or state.phase <= SETTING + 1 else "turn-up"
        if verb == "conquer":
            return "conquer" if numbers[0] % ORIENTATIONS < 90 else "bridge"
        return "support-region" if verb == "support" and numbers else verb

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        return self.gestures.gesture(state, action)

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        return self.gestures.meant(state, seat, touched)

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        return self.gestures.preview(state, seat, action)

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """Only the last answer shows something: it opens all of them."""
        return bool(state.phase == ANSWERING and state.waiting == 1 << seat)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        """All that a picture needs: see describing.py; `pieces` and `winners` as core.stage says."""
        described = self.describer.describe(view)
        return described | put_beside(described) | {"pieces": put_pieces(described), "winners": self._winners(view)}

    def _winners(self, view: StateRecord) -> list[int]:
        if view.waiting != 0:
            return []
        return list(seats_in(_outcome(self.tables, view, [0.0] * self.tables.seats)))

    def score_sheet(self, state: StateRecord) -> list[dict[str, Any]]:
        """Where every seat's points come from (see sheet.py)."""
        return score_sheet(self.realm, self.tables, state)

    def draw(self, description: Description, language: str = "en") -> str:
        return draw_picture(self, description, language)

    def stage(self, description: Description, language: str = "en") -> Stage:
        texts = self.texts.sections(language)
        rulers = tuple(
            ruler._replace(
                name=texts["rulers"].get(ruler.name, ruler.name), realm=texts["realms"].get(ruler.name, ruler.realm)
            )
            for ruler in self.realm.rulers  # a board of one's own may have others
        )
        realm = self.realm._replace(rulers=rulers)
        return set_stage(realm, self.tables.seats, lambda section, key: texts[section][key])

    def sketch(self, view: StateRecord) -> str:
        return sketch_board(self.describe(view))

    def status(self, view: StateRecord, language: str = "en") -> str:
        say, described = self.texts.get, self.describer.describe(view)
        told = {"pile": str(described["pile"]), "discards": str(described["discards"])}
        parts = [
            say("board", "points", language, player=str(seat + 1), points=str(sheet["total"]))
            for seat, sheet in enumerate(described["score"])
        ]
        parts.append(say("board", "cards", language, **told))
        if described["hand"] is not None:
            hand = ", ".join(card["name"] for card in described["hand"]) or "-"
            parts.append(say("board", "hand", language, cards=hand))
        return " ".join(parts)

    def applies(self, clause: int) -> bool:
        seats = self.tables.seats
        needed = {54: seats < MOST_SEATS, 55: seats == MOST_SEATS, 51: seats < MOST_SEATS, 53: seats == MOST_SEATS}
        return needed.get(clause, True) and not (clause == 52 and seats == MOST_SEATS)
