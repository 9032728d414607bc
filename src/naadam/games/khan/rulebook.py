"""The plain half of Khan: options, board, notation, checks, words, drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from naadam.core.boards import load_board
from naadam.core.compiled import plain
from naadam.core.contract import Description, Move, Rulebook, Sizes, StateRecord
from naadam.core.errors import IllegalAction, NotationError, SpecError
from naadam.core.options import BoardFile, Choice, Number, Option, Options
from naadam.core.refusals import Refusal
from naadam.core.seats import seats_in
from naadam.core.stage import Stage
from naadam.core.texts import Texts
from naadam.drawing.picture import draw_picture
from naadam.games.khan import rules
from naadam.games.khan.board import LANDSCAPE_NAMES, SCHEMA, make_realm
from naadam.games.khan.check import Checker
from naadam.games.khan.describing import Describer
from naadam.games.khan.drawing.sketch import sketch_board
from naadam.games.khan.drawing.stage import put_pieces, set_stage
from naadam.games.khan.notation import Notation
from naadam.games.khan.positions import Positions, cards_in
from naadam.games.khan.rules.heuristics import PLANES
from naadam.games.khan.rules.state import (
    ANSWERING,
    CARDS,
    DRAWING,
    HAND,
    LAST_RULER,
    MOST_SEATS,
    NOTHING,
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
            raise SpecError("on this board eight rulers cannot be spread three steps apart (KH-12)")
        seats = int(options["players"])
        self.tables = make_tables(self.realm, seats=seats, spread=spread)
        self.notation = Notation(self.realm, self.tables)
        self.positions = Positions(self.realm, self.tables, self.notation)
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

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        realm = self.realm
        verb, numbers = self.notation.split(action)
        told = dict.fromkeys(("cell", "card", "ruler", "shape", "cells", "landscape", "player", "value"), "")
        if verb in ("yurt", "anywhere"):
            told["cell"] = realm.names[numbers[0]]
        elif verb in ("invade", "discard", "card"):
            told["card"] = realm.card_names[numbers[0]]
            told["landscape"] = LANDSCAPE_NAMES[realm.cards[numbers[0]][1]]
            told["cell"] = realm.names[numbers[1]] if verb == "invade" else ""
        elif verb in ("chase", "ruler"):
            told["ruler"] = realm.rulers[numbers[0]].name
            told["cell"] = realm.names[numbers[1]] if verb == "ruler" else ""
        elif verb == "conquer":
            form = realm.forms[realm.orientations[numbers[0] % ORIENTATIONS].form]
            told |= {"shape": form.id, "cells": ", ".join(self.describer.cells(numbers[0])), "value": str(form.value)}
            told["cell"] = realm.names[numbers[0] // ORIENTATIONS]
        elif verb == "support" and numbers:
            told["landscape"] = LANDSCAPE_NAMES[numbers[0]]
        elif verb == "explore":
            told["shape"] = realm.forms[numbers[0]].id
        elif verb == "first":
            told["player"] = str(numbers[0] + 1)
        return told

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        verb, numbers = self.notation.split(action)
        if verb == "card":
            return "card" if state.phase == DRAWING or state.phase <= SETTING + 1 else "turn-up"
        if verb == "conquer":
            return "conquer" if numbers[0] % ORIENTATIONS < 90 else "bridge"
        return "support-region" if verb == "support" and numbers else verb

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """Cells by name; `hand-1` to `hand-4`, `shape-L5`, `special-morale`, `region-ice`, and `done`, `agree` ...

        A conquest is the shape and all its cells in reading order, a chase the cell of the ruler, D a free cell alone.
        """
        realm = self.realm
        verb, numbers = self.notation.split(action)
        match verb:
            case "yurt" | "anywhere":
                return [realm.names[numbers[0]]]
            case "invade":
                return [self._slot(state, seat, numbers[0]), realm.names[numbers[1]]]
            case "discard":
                return [self._slot(state, seat, numbers[0])]
            case "chase":
                cell = int(state.ruler[numbers[0]])
                return [realm.names[cell]] if cell != NOTHING else [self.notation.format(action)]
            case "conquer":
                form = realm.forms[realm.orientations[numbers[0] % ORIENTATIONS].form]
                return [f"shape-{form.id}", *self.describer.cells(numbers[0])]
            case "support":
                return ["special-support", *(f"region-{LANDSCAPE_NAMES[number]}" for number in numbers)]
            case "explore":
                return ["special-explore", f"shape-{realm.forms[numbers[0]].id}"]
            case "morale" | "protect":
                return [f"special-{verb}"]
        return [self.notation.format(action)]

    def _slot(self, state: StateRecord, seat: int, card: int) -> str:
        hand = cards_in(state.hand[seat]) if seat < self.tables.seats else []
        return f"hand-{hand.index(card) + 1}" if card in hand else self.realm.card_names[card]

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The action of the card, shape or cell touched first; a shape's cells may come in any order."""
        first, *rest = touched
        tables, cells = self.tables, [self.notation.cell_of[name] for name in touched if name in self.notation.cell_of]
        if first.startswith("hand-") and first[5:] in "1234":
            hand = cards_in(state.hand[seat])
            if int(first[5:]) > len(hand):
                raise NotationError("there is no card")
            card = hand[int(first[5:]) - 1]
            return Move(None, tables.invade + card * tables.cells + cells[0] if cells else tables.discard + card)
        if first.startswith("shape-") and cells:
            return Move(None, tables.conquer + self._conquest(state, self.notation.form(first[6:]), cells))
        if first.startswith("special-"):
            verb = first.removeprefix("special-")
            return self.parse(state, " ".join([verb, *(place.partition("-")[2] for place in rest)]))
        if cells:
            rulers = [number for number, cell in enumerate(state.ruler) if cell == cells[0]]
            if state.phase == SETTING:
                return Move(None, cells[0])
            return Move(None, tables.chase + rulers[0] if rulers else tables.anywhere + cells[0])
        return self.parse(state, " ".join(touched))

    def _conquest(self, state: StateRecord, form: int, cells: list[int]) -> int:
        """The way a shape covers these cells; IllegalAction if it covers others."""
        for number, orientation in enumerate(self.realm.orientations):
            conquest = min(cells) * ORIENTATIONS + number
            if orientation.form == form and self.realm.covered(conquest) == sorted(set(cells)):
                return conquest
        names = ", ".join(self.realm.names[cell] for cell in sorted(set(cells)))
        raise IllegalAction(Refusal("KH-35", "35.1", {"shape": self.realm.forms[form].id, "cells": names}, self.texts))

    def undo_barrier(self, state: StateRecord, seat: int, action: int) -> bool:
        """Only the last answer shows something: it opens all of them."""
        return bool(state.phase == ANSWERING and state.waiting == 1 << seat)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        """All that a picture needs: see describing.py; `pieces` and `winners` as core.stage says."""
        described = self.describer.describe(view)
        return described | {"pieces": put_pieces(described), "winners": self._winners(view)}

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
        return set_stage(description, lambda section, key: self.texts.sections(language)[section][key])

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
