"""How actions of Khan are written (described in docs/notation.md): `invade S-ice-NE d7`, `conquer L5 d7 r2`, `chase S`.

Cells are written as `d7`, players by number from 1, rulers by their letters, cards as `S-ice-NE`.
"""

from __future__ import annotations

from naadam.core.contract import StateRecord
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.khan.board import Realm
from naadam.games.khan.names import Names
from naadam.games.khan.positions import Positions
from naadam.games.khan.rules.state import (
    AGREE,
    BY_HAND,
    DONE,
    EVERYWHERE,
    REFUSE,
    REGIONS,
    USE_EXPLORE,
    USE_MORALE,
    USE_NONE,
    USE_PROTECT,
    USE_SUPPORT,
    Tables,
)

PLAIN = {
    "done": DONE,
    "morale": USE_MORALE,
    "protect": USE_PROTECT,
    "support": USE_SUPPORT + EVERYWHERE,
    "none": USE_NONE,
    "agree": AGREE,
    "refuse": REFUSE,
}
PLAIN_NAMES = {number: name for name, number in PLAIN.items()}

NAMED = {  # by verb: the kinds of its words; of two the second is a cell
    "yurt": ("cell",),
    "invade": ("card", "cell"),
    "chase": ("ruler",),
    "conquer": ("shape", "cell", "turned"),
    "anywhere": ("cell",),
    "discard": ("card",),
    "support": ("region",),
    "explore": ("shape",),
    "ruler": ("ruler", "cell"),
    "first": ("player",),
    "card": ("card",),
}
BY_CHANCE = ("first", "card")

TEXTS = Texts(__package__)
unreadable = TEXTS.unreadable


class Notation(notation.Notation):
    """Reads and writes actions on one board; `positions.py` has the notation of positions."""

    def __init__(self, realm: Realm, tables: Tables) -> None:
        self.tables = tables
        self.names = Names(realm)
        self.positions = Positions(realm, tables, self.names)
        self.first = {  # the first action of each verb
            "yurt": 0,
            "invade": tables.invade,
            "chase": tables.chase,
            "conquer": tables.conquer,
            "anywhere": tables.anywhere,
            "discard": tables.discard,
            "support": tables.special + USE_SUPPORT,
            "explore": tables.special + USE_EXPLORE,
            "ruler": tables.ruler,
            "first": tables.first,
            "card": tables.card,
        }
        self._written: dict[int, str] = {}  # a page shows hundreds of actions, twice each

    # --- actions ---

    def split(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The verb of an action and its numbers: card and cell, ruler, conquest, form ..."""
        tables = self.tables
        if action < tables.invade:
            return "yurt", (action,)
        if action < tables.chase:
            return "invade", divmod(action - tables.invade, tables.cells)
        if action < tables.conquer:
            return "chase", (action - tables.chase,)
        if action < tables.anywhere:
            return "conquer", (action - tables.conquer,)
        if action < tables.discard:
            return "anywhere", (action - tables.anywhere,)
        if action < tables.special:
            return "discard", (action - tables.discard,)
        if action < tables.ruler:
            return self._split_special(action - tables.special)
        if action < tables.first:
            return "ruler", divmod(action - tables.ruler, tables.cells)
        if action < tables.card:
            return "first", (action - tables.first,)
        return "card", (action - tables.card,)

    def _split_special(self, number: int) -> tuple[str, tuple[int, ...]]:
        if number in PLAIN_NAMES:
            return PLAIN_NAMES[number], ()
        if number < USE_SUPPORT + REGIONS:
            return "support", (number - USE_SUPPORT,)
        return "explore", (number - USE_EXPLORE,)

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.write(action)

    def write(self, action: int) -> str:
        """The notation, which is the same in all states."""
        if action not in self._written:
            verb, numbers = self.split(action)
            if verb == "conquer":
                words = self.names.conquest_words(numbers[0])
            else:
                kinds = NAMED.get(verb, ())
                words = [self.names.listed[kind][number] for kind, number in zip(kinds, numbers, strict=False)]
            self._written[action] = " ".join([verb, *words])
        return self._written[action]

    def parse(self, state: StateRecord, text: str) -> Move:
        return self.read(text)

    def read(self, text: str) -> Move:
        """The action that a notation names, in any state."""
        verb, *words = text.split() or [""]
        verb = verb.lower()
        if verb in PLAIN and not words:
            return Move(None, self.tables.special + PLAIN[verb])
        if verb not in NAMED:
            raise unreadable("action", text=repr(text[:40]))
        if len(words) != len(NAMED[verb]):
            raise unreadable("words", text=repr(text[:40]), verb=verb)
        number = 0
        if verb == "conquer":
            number = self.names.conquest(words)
        else:
            for kind, word in zip(NAMED[verb], words, strict=True):
                number = number * self.tables.cells + self.names.find(kind, word)
        lots = verb in BY_CHANCE or (verb == "ruler" and self.tables.rulers != BY_HAND)
        return Move(CHANCE if lots else None, self.first[verb] + number)

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        return self.positions.format(state)

    def parse_position(self, text: str) -> StateRecord:
        return self.positions.parse(text)
