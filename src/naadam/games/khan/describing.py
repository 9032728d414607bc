"""A view of Khan in plain values, for pictures and pages."""

from __future__ import annotations

from typing import Any

from naadam.core.contract import StateRecord
from naadam.core.seats import CHANCE
from naadam.games.khan.board import DIRECTION_NAMES, LANDSCAPE_NAMES, Realm
from naadam.games.khan.derived import cards_in, cells_in
from naadam.games.khan.rules.state import (
    ACTING,
    ANSWERING,
    CARDS,
    CHASING,
    CONQUERING,
    DISCARDING,
    DRAWING,
    EVERYWHERE,
    FINAL,
    FORMS,
    NEUTRAL,
    NOTHING,
    ORIENTATIONS,
    OVER,
    SETTING,
    TURNING,
    USING,
    Tables,
)
from naadam.games.khan.sheet import score_sheet

SPECIAL_NAMES = ("morale", "protect", "support", "explore")
STEPS = {TURNING: 1, ACTING: 2, CHASING: 2, DISCARDING: 2, ANSWERING: 2, USING: 4, DRAWING: 5}


class Describer:
    """Describes states and views of one game."""

    def __init__(self, realm: Realm, tables: Tables) -> None:
        self.realm = realm
        self.tables = tables

    def describe(self, view: StateRecord) -> dict[str, Any]:
        realm, tables = self.realm, self.tables
        seats, names = range(tables.seats), realm.names
        viewer = int(view.viewer) - 1
        seen = viewer in seats
        return {
            "game": "khan",
            "columns": realm.columns,
            "rows": realm.rows,
            "terrain": [LANDSCAPE_NAMES[ground] for ground in realm.ground],
            "closed": [names[cell] for cell in sorted(realm.closed)],
            "yurts": [[names[cell] for cell in cells_in(realm, view.yurts[seat])] for seat in seats],
            "neutral": [names[cell] for cell in cells_in(realm, view.yurts[NEUTRAL])],
            "laid": self._laid(view),
            "rulers": [
                {
                    "letter": ruler.letter,
                    "name": ruler.name,
                    "realm": ruler.realm,
                    "colour": ruler.colour,
                    "cell": names[cell] if cell != NOTHING else None,
                    "portrait": int(left),
                    "removed": bool(cell == NOTHING and view.phase >= SETTING),
                }
                for ruler, cell, left in zip(realm.rulers, view.ruler, view.portrait, strict=True)
            ],
            "viewer": viewer if seen else None,
            "hand": [self.card(card) for card in cards_in(view.hand[viewer])] if seen else None,
            "hands": [int(view.held[seat]) for seat in seats],
            "pile": CARDS - len(cards_in(view.discards)) - sum(int(view.held[seat]) for seat in seats),
            "discards": len(cards_in(view.discards)),
            "discarded": [realm.card_names[card] for card in cards_in(view.discards)],
            "turned": self.card(int(view.turned)) if view.turned != NOTHING else None,
            "shapes": self._shapes(view),
            "specials": [self._specials(view, seat) for seat in seats],
            "phase": self._phase(view),
            "step": STEPS.get(int(view.phase)),
            "actions_left": int(view.actions),
            "third": bool(view.third),
            "proposal": self._proposal(view),
            "refused": [seat for seat in seats if view.refused >> seat & 1],
            "fled": self._flight(view),
            "named": realm.rulers[view.chased].letter if view.chased != NOTHING else None,
            "turn": int(view.mover) if view.mover != NOTHING else None,
            "waiting": [seat for seat in (*seats, CHANCE) if view.waiting >> seat & 1],
            "score": score_sheet(realm, tables, view),
        }

    def card(self, card: int) -> dict[str, str]:
        ruler, landscape, direction = self.realm.cards[card]
        return {
            "name": self.realm.card_names[card],
            "ruler": self.realm.rulers[ruler].letter,
            "landscape": LANDSCAPE_NAMES[landscape],
            "direction": DIRECTION_NAMES[direction],
        }

    def _laid(self, view: StateRecord) -> list[dict[str, Any]]:
        found = []
        for conquest, mask in zip(view.laid[: view.laid_count], view.owners, strict=False):
            orientation = self.realm.orientations[conquest % ORIENTATIONS]
            form = self.realm.forms[orientation.form]
            found.append(
                {
                    "shape": form.id,
                    "kind": form.kind,
                    "cells": self.cells(int(conquest)),
                    "owners": [seat for seat in range(self.tables.seats) if mask >> seat & 1],
                    "value": form.value,
                    "placement": orientation.code,
                }
            )
        return found

    def cells(self, conquest: int) -> list[str]:
        return [self.realm.names[cell] for cell in self.realm.covered(conquest) or ()]

    def _shapes(self, view: StateRecord) -> list[dict[str, Any]]:
        return [
            {
                "id": form.id,
                "kind": form.kind,
                "left": int(view.stock[number]),
                "copies": form.copies,
                "value": form.value,
                "drawing": list(form.drawing),
                "reserved": {str(seat): 1 for seat in range(self.tables.seats) if view.exploring[seat] == number + 1},
            }
            for number, form in zip(range(FORMS), self.realm.forms, strict=True)
        ]

    def _specials(self, view: StateRecord, seat: int) -> dict[str, Any]:
        active: dict[str, Any] = {}
        support = int(view.supporting[seat]) - 1
        if view.protecting >> seat & 1:
            active["protect"] = True
        if support >= 0:
            active["support"] = LANDSCAPE_NAMES[support] if support != EVERYWHERE else True
        left = {name: int(count) for name, count in zip(SPECIAL_NAMES, view.cards[seat], strict=True)}
        return left | {"active": active}

    def _phase(self, view: StateRecord) -> str:
        if view.phase == OVER:
            return "over"
        if view.phase == CONQUERING or (view.phase == ANSWERING and view.final == FINAL):
            return "final"
        return "setup" if view.phase < TURNING else "turn"

    def _proposal(self, view: StateRecord) -> dict[str, Any] | None:
        seats = range(self.tables.seats)
        if view.proposed == NOTHING:
            return None
        orientation = self.realm.orientations[view.proposed % ORIENTATIONS]
        return {
            "shape": self.realm.forms[orientation.form].id,
            "cells": self.cells(int(view.proposed)),
            "placement": orientation.code,
            "proposer": int(view.mover),
            "asked": [seat for seat in seats if view.asked >> seat & 1],
            "answered": [seat for seat in seats if view.answered >> seat & 1],
        }

    def _flight(self, view: StateRecord) -> dict[str, Any] | None:
        if view.fled_ruler == NOTHING:
            return None
        return {
            "ruler": self.realm.rulers[view.fled_ruler].letter,
            "from": self.realm.names[view.fled_from],
            "to": self.realm.names[view.fled_to] if view.fled_to != NOTHING else None,
            "card": self.realm.card_names[view.fled_card],
        }
