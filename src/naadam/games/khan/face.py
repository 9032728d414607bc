"""The face of Khan: the board and the items next to it, gestures, and words for actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import face
from naadam.core.parts.face import winners_of
from naadam.core.parts.notation import Move
from naadam.core.parts.touches import Touches, touches_by_gestures
from naadam.core.seats import seats_in
from naadam.core.state import State
from naadam.core.texts import Texts, Word
from naadam.drawing.description import Description, Piece, Saying, Shown, Thing, piece_of, thing_of
from naadam.drawing.stage import Stage
from naadam.games.khan import rules
from naadam.games.khan.board import DIRECTION_NAMES, LANDSCAPE_NAMES, SPECIAL_NAMES, Realm
from naadam.games.khan.derived import cards_in
from naadam.games.khan.drawing.sketch import sketch_board
from naadam.games.khan.drawing.stage import FINAL_TURN, TURN, set_stage
from naadam.games.khan.forms import Form
from naadam.games.khan.notation import Notation
from naadam.games.khan.reasons import Reasons
from naadam.games.khan.rules.state import (
    ACTING,
    ACTIONS,
    ANSWERING,
    ANY,
    BY_HAND,
    CARDS,
    CHASING,
    CONQUERING,
    DEALING,
    DISCARDING,
    DRAWING,
    EVERYWHERE,
    FINAL,
    LAST_RULER,
    NEUTRAL,
    NOTHING,
    ORIENTATIONS,
    OVER,
    PLACING,
    PORTRAIT,
    SETTING,
    TILES,
    TURNING,
    USING,
    Tables,
)
from naadam.games.khan.sheet import Laid, list_laid, write_score, write_sheets

plain = PlainRules(rules)

TEXTS = Texts(__package__)
unreadable = TEXTS.unreadable

STEP_OF = {TURNING: 1, ACTING: 2, CHASING: 2, DISCARDING: 2, ANSWERING: 2, USING: 4, DRAWING: 5}  # KH-20
TASKS = {PLACING: "place-ruler", DISCARDING: "discard-cards", ANSWERING: "agree-or-refuse", USING: "use-special"}
JUDGED = ("yurts", "protecting", "supporting", "refused")  # state fields that decide who must agree to a conquest
RULER = "ruler-"
CLAUSES = {"yurt": "KH-14", "invade": "KH-31", "chase": "KH-33", "conquer": "KH-35", "bridge": "KH-37"}
CLAUSES |= {"anywhere": "KH-41", "morale": "KH-47", "protect": "KH-48", "support": "KH-51", "support-region": "KH-53"}
CLAUSES |= {"explore": "KH-54"}
NAMED = ("cell", "ruler", "landscape", "direction", "towards", "shape", "cells", "player", "value")  # in sentences


class Face(face.Face):
    """Cells, cards, shapes and special cards are touched by their names, rulers as `ruler-S`. A conquest is the shape,
    its orientation, and the cell of its notation."""

    colours: ClassVar = {"1": "bold red", "2": "bold blue", "3": "bold yellow", "4": "bold green", "~": "cyan"}
    clauses: ClassVar = CLAUSES
    notation: Notation

    def __init__(self, realm: Realm, tables: Tables, notation: Notation) -> None:
        super().__init__(notation)
        self.realm = realm
        self.tables = tables
        self.reasons = Reasons(realm, tables)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        known, laid = fields(view), list_laid(self.realm, view)
        hand, sheets = self._hand(known), write_sheets(self.tables, view, laid)
        return Description(
            pieces=tuple(self._pieces(known, laid)),
            turn=None if known.mover == NOTHING else known.mover,
            winners=winners_of(rules, self.tables, view, self.tables.seats),
            shelves={
                "steps": (tuple(self._steps(known)),),
                "hand": (hand or self._no_hand(known),),
                "shapes": (tuple(self._shapes(known)),),
                "rulers": (tuple(self._rulers(known)),),
                "specials": tuple(tuple(self._specials(known, seat)) for seat in range(self.tables.seats)),
            },
            counts={
                "points": tuple(sheet.total for sheet in sheets),
                "removed": self._gone(known),
            },
            tasks=tuple(self._tasks(known)),
            notes=tuple(self._notes(known)),
            shown=self._shown(known),
            sheet=tuple(map(write_score, sheets)),
            secret=bool(hand),
        )

    def _gone(self, view: StateRecord) -> int:
        """How many rulers have gone; those whom the fifth takes with it are not counted (KH-60)."""
        gone = sum(1 for cell in view.ruler if cell == NOTHING) if view.phase >= SETTING else 0
        return min(gone, LAST_RULER)

    def _pieces(self, view: StateRecord, laid: Sequence[Laid]) -> Iterator[Piece]:
        """Shapes with the yurts of their owners on them, the yurts that stand on the land, and the rulers."""
        names = self.realm.names
        for each in laid:
            owner = each.owners[0] if len(each.owners) == 1 else None
            yield piece_of(f"{each.shape}-{each.code}", each.cells[0], owner, covers=each.cells)
            for seat, cell in zip(each.owners, each.cells, strict=False):
                yield piece_of("owner", cell, seat)
        for seat in range(self.tables.seats):
            for number in self.realm.cells_in(view.yurts[seat]):
                yield piece_of("yurt", names[number], seat)
        for number in self.realm.cells_in(view.yurts[NEUTRAL]):
            yield piece_of("neutral", names[number])
        for ruler, number in zip(self.realm.rulers, view.ruler, strict=True):
            if number != NOTHING:
                yield piece_of(RULER + ruler.letter, names[number])

    def _steps(self, view: StateRecord) -> Iterator[Thing]:
        """Those of a turn, also before the first one begins; in the final phase its two conquests."""
        if is_final(view):
            now, steps = (1 if view.actions == ACTIONS else 2), FINAL_TURN
        elif is_turn(view) or view.phase < min(STEP_OF):
            now, steps = STEP_OF.get(view.phase, 0), TURN
        else:
            return
        for number, step in enumerate(steps, 1):
            yield thing_of(f"step-{step}", state="now" if number == now else "done" if number < now else None)

    def _hand(self, view: StateRecord) -> tuple[Thing, ...]:
        """The viewer's own cards, as long as they are of any use (KH-63)."""
        seat = view.viewer - 1
        if seat not in range(self.tables.seats) or is_final(view) or view.phase == OVER:
            return ()
        return tuple(thing_of(self.realm.card_names[card]) for card in cards_in(view.hand[seat]))

    def _no_hand(self, view: StateRecord) -> tuple[Thing, ...]:
        """Why the viewer has no cards: they are not dealt yet (KH-15), or the final phase needs none (KH-63)."""
        if view.viewer == 0 or view.phase == OVER or not (is_final(view) or view.phase < min(STEP_OF)):
            return ()
        return (thing_of("final" if is_final(view) else "to-be-dealt"),)

    def _shapes(self, view: StateRecord) -> Iterator[Thing]:
        exploring = view.exploring[: self.tables.seats]
        for number, (form, left) in enumerate(zip(self.realm.forms, view.stock, strict=True), 1):
            reserved = [seat for seat, wanted in enumerate(exploring) if wanted == number]
            yield thing_of(form.id, left, seats=tuple(reserved))

    def _rulers(self, view: StateRecord) -> Iterator[Thing]:
        for ruler, cell, left in zip(self.realm.rulers, view.ruler, view.portrait, strict=True):
            removed = cell == NOTHING and view.phase >= SETTING
            yield thing_of(RULER + ruler.letter, left, PORTRAIT, "out" if removed else None)

    def _specials(self, view: StateRecord, seat: int) -> Iterator[Thing]:
        """The back of the hand, and the special cards."""
        active = {"protect": view.protecting >> seat & 1, "support": view.supporting[seat]}
        yield thing_of("back", view.held[seat])
        for name, left in zip(SPECIAL_NAMES, view.cards[seat], strict=True):
            yield thing_of(name, left, state="active" if active.get(name) else None)

    def _tasks(self, view: StateRecord) -> Iterator[Saying]:
        """Instructions for the seats to act: which yurt of the first ones (KH-14), which action of the turn (KH-30)."""
        key = TASKS.get(view.phase, "")
        if view.phase == SETTING:
            put = len(self.realm.cells_in(view.yurts[view.mover]))
            key = f"yurt-{put + 1}-of-{self.tables.rounds}"
        elif view.phase == ACTING:
            key = "act-third" if view.third else "act-first" if view.actions == ACTIONS else "act-second"
        elif view.phase == CONQUERING:
            key = "conquer-first" if view.actions == ACTIONS else "conquer-second"
        for seat in seats_in(view.waiting):
            if seat < self.tables.seats:
                yield Saying(key, seat=seat)
        if view.phase in (TURNING, DRAWING):
            yield Saying("end-turn", seat=(view.mover - (view.phase == TURNING)) % self.tables.seats)

    def _notes(self, view: StateRecord) -> Iterator[Saying]:
        """The ruler to be put now, the purpose of the first yurts, the final phase, a conquest to be agreed,
        protections, the last flight."""
        if view.phase == PLACING:
            yield Saying(f"place-{self._next_ruler(view)}", seat=view.mover)
        if view.phase == SETTING:
            yield Saying("purpose", soft=True)
        if is_final(view) and view.viewer == 0:  # others read it where their cards were
            yield Saying("final")
        if view.proposed != NOTHING:
            cells = self._cells(view.proposed)
            values = {"shape": self._form(view.proposed).id, "cells": ", ".join(cells)}
            yield Saying("proposal", values, seat=view.mover, seats=seats_in(view.asked), points=cells)
        for seat in range(self.tables.seats):
            if view.protecting >> seat & 1:
                yield Saying("protect-active", seat=seat, soft=True)
            if view.supporting[seat]:
                region = view.supporting[seat] - 1
                where = "active" if region == EVERYWHERE else LANDSCAPE_NAMES[region]
                yield Saying(f"support-{where}", seat=seat, soft=True)
        if is_turn(view) and view.actions and view.refused and view.proposed == NOTHING:
            yield Saying("refused", seats=seats_in(view.refused))
        if is_turn(view) and view.fled_ruler != NOTHING:
            points, letter = self._flight(view), self.realm.rulers[view.fled_ruler].letter
            values, card = dict(zip(("from", "to"), points, strict=False)), self.realm.card_names[view.fled_card]
            key = f"{'fled' if 'to' in values else 'removed'}-{letter}"
            yield Saying(key, values, {"card": card}, points=points, soft=True)
            if self._swerved(view):
                yield Saying("swerved", points=points, soft=True)

    def _next_ruler(self, state: StateRecord) -> str:
        """The letter of the next ruler to place on the board (KH-12)."""
        return self.realm.rulers[int(plain.next_ruler(state))].letter

    def _shown(self, view: StateRecord) -> Shown | None:
        """The card that made a ruler flee last."""
        if not is_turn(view) or view.fled_ruler == NOTHING:
            return None
        return Shown(self.realm.card_names[view.fled_card], self._flight(view), int(view.fled_card))

    def _flight(self, view: StateRecord) -> tuple[str, ...]:
        """The cell that a ruler fled from, and to, unless it was removed."""
        return tuple(self.realm.names[cell] for cell in (view.fled_from, view.fled_to) if cell != NOTHING)

    def _swerved(self, view: StateRecord) -> bool:
        """Whether the last ruler fled in another direction than its card shows (KH-24)."""
        if view.fled_to == NOTHING:
            return False
        wanted = self.tables.ray[view.fled_from, self.tables.card_direction[view.fled_card]]
        return view.fled_to not in wanted.tolist()

    def set_stage(self, language: str) -> Stage:
        return set_stage(self.realm, self.tables.seats, TEXTS.sections(language))

    def sketch(self, view: StateRecord) -> str:
        return sketch_board(self.realm, view)

    def status(self, view: StateRecord, language: str = "en") -> str:
        seats, sheets = self.tables.seats, write_sheets(self.tables, view, list_laid(self.realm, view))
        discards = len(cards_in(view.discards))
        pile = CARDS - discards - int(view.held[:seats].sum())
        parts = [TEXTS.get("board", "points", language, player=sheet.seat + 1, points=sheet.total) for sheet in sheets]
        parts.append(TEXTS.get("board", "cards", language, pile=pile, discards=discards))
        if view.viewer - 1 in range(seats):
            cards = ", ".join(self.realm.card_names[card] for card in cards_in(view.hand[view.viewer - 1]))
            parts.append(TEXTS.get("board", "hand", language, cards=cards or "-"))
        return " ".join(parts)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        verb, *words = self.notation.write(action).split()
        match verb:
            case "yurt" | "invade" | "discard":
                return words
            case "ruler" if state.phase == PLACING:
                return words[1:]
            case "chase":
                cell = int(state.ruler[self.notation.names.find("ruler", words[0])])
                return [RULER + words[0], *([self.realm.names[cell]] if cell != NOTHING else [])]
            case "conquer":
                shape, cell_name, code = words
                return [shape, code, cell_name]
        return [verb, *words]

    def lasts(self, seat: int, action: int) -> bool:
        """Yurts and invasions."""
        return action < self.tables.chase

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The action that touches mean; of a card or a shape alone, one that comes near to a possible one."""
        first, *rest = touched
        read, names = self.notation.read, self.notation.names
        if state.phase == PLACING and touched[-1] in names.listed["cell"]:
            letter = first.removeprefix(RULER) if first.startswith(RULER) else self._next_ruler(state)
            return read(f"ruler {letter} {touched[-1]}")
        if first.startswith(RULER):
            return read(f"chase {first.removeprefix(RULER)}")
        if first in self.realm.card_names:
            return read(f"invade {first} {rest[0] if rest else self._cell_for(state, first)}")
        if first in names.listed["shape"]:
            if len(rest) == 2:
                return read(f"conquer {first} {rest[1]} {rest[0]}")
            return Move(None, self.tables.conquer + self._nearest(state, seat, names.find("shape", first)))
        return read(f"yurt {first}" if first in names.listed["cell"] else " ".join(touched))

    def _cell_for(self, state: StateRecord, card: str) -> str:
        """A free cell of the landscape that a card shows, if there is one."""
        fits = self.tables.fits[self.realm.cards[self.realm.card_names.index(card)][1]]
        return self.realm.names[(self.realm.cells_in(fits & state.free) or self.realm.cells_in(fits))[0]]

    def _nearest(self, state: StateRecord, seat: int, form: int) -> int:
        """The conquest with a form that covers most yurts, those of the seat counted twice."""
        ways = [number for number, orientation in enumerate(self.realm.orientations) if orientation.form == form]
        conquests = (cell * ORIENTATIONS + way for cell in range(self.tables.cells) for way in ways)
        fitting = [conquest for conquest in conquests if self.realm.covered(conquest) is not None]
        if not fitting:
            raise unreadable("nowhere", shape=self.realm.forms[form].id)
        yurts = [state.yurts[owner].tolist() for owner in (ANY, seat)]
        return max(fitting, key=lambda conquest: sum(self.realm.count_covered(conquest, own) for own in yurts))

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        """Of a conquest: the seats that would own it, and those that must agree first."""
        if not self.tables.conquer <= action < self.tables.anywhere:
            return {}
        conquest, known = action - self.tables.conquer, fields(state, JUDGED)
        counts = [self.realm.count_covered(conquest, own) for own in known.yurts[: self.tables.seats]]
        most = max(counts)
        shown = {"owners": [str(other) for other, count in enumerate(counts) if count == most]}
        if known.protecting or any(known.supporting):
            cell, orientation = divmod(conquest, ORIENTATIONS)
            asked = plain.judge(self.tables, known, seat, self.realm.spots[cell], int(self.tables.mask[orientation]))
            if asked > 0:
                shown["asks"] = [str(other) for other in seats_in(asked)]
        return shown

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        """Of a whole conquest also its gain for its player, with the bonus for territories (KH-70, KH-72)."""
        found = touches_by_gestures(state, seat, touched)
        if len(found.actions) != 1 or not self.tables.conquer <= found.actions[0] < self.tables.anywhere:
            return found
        after = state.record.copy()
        plain.lay(self.tables, after, found.actions[0] - self.tables.conquer)
        sheets = [
            write_sheets(self.tables, record, list_laid(self.realm, record))[seat] for record in (state.record, after)
        ]
        bonus, total = sheets[1].bonus - sheets[0].bonus, sheets[1].total - sheets[0].total
        values: dict[str, str | int] = {"points": total - bonus, "bonus": f"{bonus:+}", "total": f"{total:+}"}
        return replace(found, sayings=(*found.sayings, Saying("worth-bonus" if bonus else "worth", values)))

    # --- reasons ---

    def reason(self, state: State, seat: int, action: int, language: str) -> str:
        verb, numbers = self.notation.split(action)
        if verb in SPECIAL_NAMES:
            return TEXTS.get("reasons", verb, language)
        purpose = self.reasons.find(state.record, seat, verb, numbers)
        if purpose is None:
            return ""
        values = {"cell": self.realm.names[purpose.cell], "count": purpose.beside}
        tile = purpose.tile
        values |= {"shape": "", "value": 0} if tile is None else {"shape": tile.id, "value": tile.value}
        return TEXTS.get("reasons", purpose.key, language, **values)

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        verb, numbers = self.notation.split(action)
        if verb == "card":
            return (
                "card" if state.phase == DRAWING or state.phase <= DEALING else self._phrase_flight(state, numbers[0])
            )
        if verb == "conquer":
            return "conquer" if numbers[0] % ORIENTATIONS < TILES else "bridge"
        if verb == "ruler" and self.tables.rulers == BY_HAND:
            return "place"
        return "support-region" if verb == "support" and numbers else verb

    def _phrase_flight(self, state: StateRecord, card: int) -> str:
        """The report of a card turned up: its ruler flees, leaves the board, or left it before (KH-21 to KH-28)."""
        ruler = self.realm.cards[card][0] if state.chased == NOTHING else int(state.chased)
        if state.ruler[ruler] == NOTHING:
            return "turn-up-gone"
        direction = int(self.tables.card_direction[card])
        stays = state.portrait[ruler] > 1 and plain.refuge(self.tables, state, ruler, direction) != NOTHING
        return "turn-up" if stays else "turn-up-removed"

    def parameters(self, state: StateRecord, seat: int, action: int) -> Mapping[str, object]:
        realm = self.realm
        verb, numbers = self.notation.split(action)
        named: dict[str, object] = dict.fromkeys(NAMED, "")
        if verb in ("yurt", "anywhere"):
            named["cell"] = realm.names[numbers[0]]
        elif verb in ("invade", "discard", "card"):
            ruler, landscape, direction = realm.cards[numbers[0]]
            if verb == "card" and state.chased != NOTHING:
                ruler = int(state.chased)  # KH-33: the ruler that was named flees by any card
            named["ruler"] = RulerName(realm.rulers[ruler].name)
            named["towards"] = Word(TEXTS, "towards", DIRECTION_NAMES[direction])
            named["landscape"] = Word(TEXTS, "landscapes", LANDSCAPE_NAMES[landscape])
            named["direction"] = Word(TEXTS, "directions", DIRECTION_NAMES[direction])
            named["cell"] = realm.names[numbers[1]] if verb == "invade" else ""
        elif verb in ("chase", "ruler"):
            named["ruler"] = RulerName(realm.rulers[numbers[0]].name)
            named["cell"] = realm.names[numbers[1]] if verb == "ruler" else ""
        elif verb == "conquer":
            form, cells = self._form(numbers[0]), self._cells(numbers[0])
            named |= {"shape": form.id, "cells": ", ".join(cells), "value": form.value}
            named["cell"] = realm.names[numbers[0] // ORIENTATIONS]
        elif verb == "support" and numbers:
            named["landscape"] = Word(TEXTS, "landscapes", LANDSCAPE_NAMES[numbers[0]])
        elif verb == "explore":
            named["shape"] = realm.forms[numbers[0]].id
        elif verb == "first":
            named["player"] = Word(TEXTS, "seats", str(numbers[0]))
        return named

    def _form(self, conquest: int) -> Form:
        return self.realm.forms[self.realm.orientations[conquest % ORIENTATIONS].form]

    def _cells(self, conquest: int) -> tuple[str, ...]:
        return tuple(self.realm.names[cell] for cell in self.realm.covered(conquest) or ())


@dataclass(frozen=True)
class RulerName:
    """The name of a ruler in the reader's language; a ruler of a custom board has the name given there."""

    name: str

    def __call__(self, language: str) -> str:
        names: Mapping[str, str] = TEXTS.sections(language)["rulers"]
        return names.get(self.name, self.name)


def is_turn(view: StateRecord) -> bool:
    """Whether one of the turns is played that come before the final phase."""
    return view.phase in STEP_OF and not is_final(view)


def is_final(view: StateRecord) -> bool:
    """Whether the final phase is played (KH-63)."""
    return bool(view.phase == CONQUERING or (view.phase == ANSWERING and view.final == FINAL))
