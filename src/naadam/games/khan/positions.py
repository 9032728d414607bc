"""Positions of Khan as one line of text (described in docs/notation.md).

The first word is the decision, then who takes it: `act 1 2` player 1 has two actions to take. Behind it come fields
`name=value`, each of which may be left out where there is nothing to say:

    1=d7,e7  2= ...       yurts of the players, n=f3 the neutral ones
    rulers=Sh5/5,R-/0     cell, and yurts next to the portrait, of each ruler; their start if left out
    laid=L5.d7.r2:12      shapes in their order, with the players who own them
    hands=S-ice-NE,../..  cards of each player; of the first cards that are nowhere else if left out
    discards= old=        face up; and which cards of hands are older than the last shuffle
    special=2222/2212     cards left of each player: morale, protection, support, exploration; all if left out
    active=p1,s2,s3:ice,x1:L5      active special cards, with the player
    back=ps               what the player has taken back in this turn
    final=1               the fifth ruler is removed; 2 in the final phase
    third=1               the action of High Morale
    refused=2             who has refused during this action
    ask=L5.d7.r2:23:2+3-  the proposal, the players asked, and the answers so far
    named=S               the ruler that is chased
    turned=S-ice-NE fled=S.h5.g4.S-ice-NE     what was turned up last, and the last flight (to - if removed)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from naadam.core.compiling import PlainRules, record
from naadam.core.contract import StateRecord
from naadam.core.parts.field_position import FieldPositions
from naadam.core.seats import CHANCE
from naadam.games.khan import rules
from naadam.games.khan.board import LANDSCAPE_NAMES, Realm
from naadam.games.khan.checks import TEXTS, expect, impossible
from naadam.games.khan.derived import card_words, cards_in, derive
from naadam.games.khan.names import Names
from naadam.games.khan.rules import clauses
from naadam.games.khan.rules.state import (
    ANSWERING,
    CARDS,
    CONQUERING,
    EVERYWHERE,
    FINAL,
    HAND,
    MOST_SEATS,
    NEUTRAL,
    NOTHING,
    OVER,
    RULERS,
    SHAPES,
    STATE,
    Tables,
)

plain = PlainRules(rules)

PHASES = (
    "spread", "choose", "place", "set", "deal", "turn", "act", "chase", "discard", "answer", "use", "draw", "conquer",
    "over",
)  # fmt: skip
CHANCES = ("spread", "choose", "deal", "turn", "chase", "draw")
NO_HANDS = ("spread", "choose", "place", "set")
FIELDS = (
    "1", "2", "3", "4", "n", "rulers", "laid", "hands", "discards", "old", "special", "active", "back", "final",
    "third", "refused", "ask", "named", "turned", "fled",
)  # fmt: skip


class Positions(FieldPositions):
    texts = TEXTS
    known = FIELDS

    def __init__(self, realm: Realm, tables: Tables, names: Names) -> None:
        self.realm = realm
        self.tables = tables
        self.names = names

    # --- writing ---

    def write_head(self, state: StateRecord) -> list[str]:
        head = [PHASES[state.phase]]
        if state.phase == OVER:
            head.append(f"KH-{state.ended}")
        elif state.mover != NOTHING:
            head.append(str(state.mover + 1))
            if state.actions:
                head.append(str(state.actions))
        return head

    def write_fields(self, state: StateRecord) -> dict[str, str]:
        seats, names = range(self.tables.seats), self.realm.names
        fields = {str(seat + 1): self._cells(state.yurts[seat]) for seat in seats}
        fields["n"] = self._cells(state.yurts[NEUTRAL])
        fields["rulers"] = ",".join(
            f"{ruler.letter}{names[cell] if cell != NOTHING else '-'}/{left}"
            for ruler, cell, left in zip(self.realm.rulers, state.ruler, state.portrait, strict=True)
        )
        fields["laid"] = ",".join(
            f"{self.shape(int(conquest))}:{self._players(int(owners))}"
            for conquest, owners in zip(state.laid[: state.laid_count], state.owners, strict=False)
        )
        hands = [self._cards(state.hand[seat]) for seat in seats]
        fields["hands"] = "/".join(hands) if PHASES[state.phase] not in NO_HANDS else ""
        fields["discards"], fields["old"] = self._cards(state.discards), self._cards(state.old)
        fields["special"] = "/".join("".join(str(left) for left in state.cards[seat]) for seat in seats)
        fields["active"] = ",".join(self._active(state))
        fields["back"] = ("p" if state.returned & 1 else "") + ("s" if state.returned & 2 else "")
        fields["final"] = str(state.final) if state.final else ""
        fields["third"] = str(state.third) if state.third else ""
        fields["refused"] = self._players(int(state.refused))
        if state.proposed != NOTHING:
            answers = [
                f"{seat + 1}{'+' if state.agreed >> seat & 1 else '-'}" for seat in seats if state.answered >> seat & 1
            ]
            fields["ask"] = f"{self.shape(int(state.proposed))}:{self._players(int(state.asked))}:{''.join(answers)}"
        fields["named"] = self.realm.rulers[state.chased].letter if state.chased != NOTHING else ""
        fields["turned"] = self.realm.card_names[state.turned] if state.turned != NOTHING else ""
        if state.fled_ruler != NOTHING:
            target = names[state.fled_to] if state.fled_to != NOTHING else "-"
            letter, card = self.realm.rulers[state.fled_ruler].letter, self.realm.card_names[state.fled_card]
            fields["fled"] = f"{letter}.{names[state.fled_from]}.{target}.{card}"
        return fields

    def shape(self, conquest: int) -> str:
        return ".".join(self.names.conquest_words(conquest))

    def _cells(self, words: Iterable[int]) -> str:
        return ",".join(self.realm.names[cell] for cell in self.realm.cells_in(words))

    def _cards(self, words: Iterable[int]) -> str:
        return ",".join(self.realm.card_names[card] for card in cards_in(words))

    def _players(self, mask: int) -> str:
        return "".join(str(seat + 1) for seat in range(MOST_SEATS) if mask >> seat & 1)

    def _active(self, state: StateRecord) -> list[str]:
        found = []
        for seat in range(self.tables.seats):
            support, form = int(state.supporting[seat]) - 1, int(state.exploring[seat]) - 1
            if state.protecting >> seat & 1:
                found.append(f"p{seat + 1}")
            if support >= 0:
                found.append(f"s{seat + 1}" + (f":{LANDSCAPE_NAMES[support]}" if support != EVERYWHERE else ""))
            if form >= 0:
                found.append(f"x{seat + 1}:{self.realm.forms[form].id}")
        return found

    # --- reading ---

    def blank(self) -> StateRecord:
        state = record(STATE)
        plain.start(self.tables, state)
        return state

    def complete(self, state: StateRecord, head: list[str]) -> None:
        derive(self.realm, self.tables, state)

    def read_head(self, state: StateRecord, head: list[str]) -> None:
        if not head or head[0] not in PHASES or len(head) > 3:
            raise impossible("head", phases=", ".join(PHASES))
        state.phase = PHASES.index(head[0])
        state.waiting = 1 << CHANCE if head[0] in CHANCES else 0
        if state.phase == OVER:
            expect(head[1:] == [f"KH-{clauses.NOBODY_CAN_CONQUER}"], "ended")
            state.ended, state.final = clauses.NOBODY_CAN_CONQUER, FINAL
            return
        if len(head) > 1:
            state.mover = self._player(head[1])
        if len(head) > 2:
            state.actions = self.number(head[2], 2)
        if state.waiting == 0 and state.mover != NOTHING:
            state.waiting = 1 << int(state.mover)
        if state.phase == CONQUERING:
            state.final = FINAL

    def read_fields(self, state: StateRecord, fields: Mapping[str, str]) -> None:
        for owner, name in ((0, "1"), (1, "2"), (2, "3"), (3, "4"), (NEUTRAL, "n")):
            state.yurts[owner] = self.realm.bit_board(self._different_cells(fields.get(name, "")))
        if "rulers" in fields:
            self._read_rulers(state, fields["rulers"])
        for number, word in enumerate(filter(None, fields.get("laid", "").split(","))):
            expect(number < SHAPES, "stock")
            shape, _, owners = word.partition(":")
            state.laid[number], state.owners[number] = self._conquest(shape), self._mask(owners)
            state.laid_count = number + 1
        self._read_cards(state, fields)
        if "special" in fields:
            hands = fields["special"].split("/")
            readable = len(hands) == self.tables.seats and all(re.fullmatch("[0-2]{4}", hand) for hand in hands)
            expect(readable, "specials-form")
            for seat, hand in enumerate(hands):
                state.cards[seat] = [int(left) for left in hand]
        for word in filter(None, fields.get("active", "").split(",")):
            self._read_active(state, word)
        expect(re.fullmatch("p?s?", fields.get("back", "")), "back-form")
        state.returned = ("p" in fields.get("back", "")) + 2 * ("s" in fields.get("back", ""))
        state.final = self.number(fields.get("final", str(state.final)), FINAL)
        state.third = self.number(fields.get("third", "0"), 1)
        state.refused = self._mask(fields.get("refused", ""))
        if "ask" in fields:
            self._read_proposal(state, fields["ask"])
        if "named" in fields:
            state.chased = self.names.find("ruler", fields["named"])
        if "turned" in fields:
            state.turned = self.names.find("card", fields["turned"])
        if "fled" in fields:
            self._read_flight(state, fields["fled"])

    def _different_cells(self, text: str) -> list[int]:
        cells: list[int] = []
        for word in filter(None, text.split(",")):
            cell = self.names.find("cell", word)
            expect(cell not in cells, "two-yurts", cell=word)
            cells.append(cell)
        return cells

    def _read_rulers(self, state: StateRecord, text: str) -> None:
        words = text.split(",")
        for number, (ruler, word) in enumerate(zip(self.realm.rulers, words, strict=False)):
            found = re.fullmatch(rf"{ruler.letter}(-|[a-z]\d\d?)/([0-5])", word)
            if found is None:
                raise impossible("ruler-form", letter=ruler.letter, text=repr(word[:20]))
            state.ruler[number] = NOTHING if found[1] == "-" else self.names.find("cell", found[1])
            state.portrait[number] = int(found[2])
        expect(len(words) == RULERS, "rulers", rulers=RULERS)

    def _read_cards(self, state: StateRecord, fields: Mapping[str, str]) -> None:
        seats = self.tables.seats
        for name, words in (("discards", state.discards), ("old", state.old)):
            words[:] = card_words(self._listed(fields.get(name, "")))
        hands = [self._listed(hand) for hand in fields["hands"].split("/")] if "hands" in fields else []
        if not hands and PHASES[state.phase] not in NO_HANDS:
            taken = set(cards_in(state.discards))
            left = [card for card in range(CARDS) if card not in taken]
            hands = [left[HAND * seat : HAND * (seat + 1)] for seat in range(seats)]
        expect(not hands or len(hands) == seats, "hands", seats=seats)
        for seat, hand in enumerate(hands):
            state.hand[seat] = card_words(hand)

    def _listed(self, text: str) -> list[int]:
        cards = [self.names.find("card", word) for word in filter(None, text.split(","))]
        expect(len(set(cards)) == len(cards), "card-twice")
        return cards

    def _read_active(self, state: StateRecord, word: str) -> None:
        found = re.fullmatch(r"([psx])([1-4])(?::(\w+))?", word)
        if found is None or (found[1] == "x") > (found[3] is not None):
            raise impossible("active-form", text=repr(word[:20]))
        seat = self._player(found[2])
        if found[1] == "p":
            state.protecting |= 1 << seat
        elif found[1] == "s":
            state.supporting[seat] = 1 + (self.names.find("region", found[3]) if found[3] else EVERYWHERE)
        else:
            state.exploring[seat] = 1 + self.names.find("shape", found[3])

    def _read_proposal(self, state: StateRecord, text: str) -> None:
        found = re.fullmatch(r"([^:]+):([1-4]+):((?:[1-4][+-])*)", text)
        if found is None:
            raise impossible("ask-form", text=repr(text[:30]))
        state.proposed, state.asked = self._conquest(found[1]), self._mask(found[2])
        for player, sign in re.findall(r"([1-4])([+-])", found[3]):
            state.answered |= 1 << self._player(player)
            state.agreed |= (sign == "+") << self._player(player)
        if state.phase == ANSWERING:
            state.waiting = state.asked & ~state.answered

    def _read_flight(self, state: StateRecord, text: str) -> None:
        words = text.split(".")
        expect(len(words) == 4, "fled-form", text=repr(text[:30]))
        state.fled_ruler, state.fled_from = self.names.find("ruler", words[0]), self.names.find("cell", words[1])
        state.fled_to = NOTHING if words[2] == "-" else self.names.find("cell", words[2])
        state.fled_card = self.names.find("card", words[3])

    def _conquest(self, text: str) -> int:
        words = text.split(".")
        expect(len(words) == 3, "shape-form", text=repr(text[:30]))
        return self.names.conquest(words)

    def _player(self, text: str) -> int:
        known = text in [str(seat + 1) for seat in range(self.tables.seats)]
        expect(known, "player", text=repr(text[:20]))
        return int(text) - 1

    def _mask(self, text: str) -> int:
        return sum(1 << self._player(player) for player in set(text))
