"""How actions of Khan are written (described in docs/notation.md): `invade S-ice-NE d7`, `conquer L5 d7 r2`, `chase S`.

Cells are written as `d7`, players by number from 1, rulers by their letters, cards as `S-ice-NE`.
"""

from __future__ import annotations

from naadam.core.contract import Move
from naadam.core.seats import CHANCE
from naadam.games.khan.board import LANDSCAPE_NAMES, Realm
from naadam.games.khan.reasons import unreadable
from naadam.games.khan.rules.state import (
    AGREE,
    DONE,
    EVERYWHERE,
    MOST_SEATS,
    ORIENTATIONS,
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


class Notation:
    """Reads and writes actions on one board."""

    def __init__(self, realm: Realm, tables: Tables) -> None:
        self.realm = realm
        self.tables = tables
        self.cell_of = {name: cell for cell, name in enumerate(realm.names)}
        self.ruler_of = {ruler.letter: number for number, ruler in enumerate(realm.rulers)}
        self.card_of = {name.lower(): card for card, name in enumerate(realm.card_names)}
        self.form_of = {form.id: number for number, form in enumerate(realm.forms)}
        self._written: dict[int, str] = {}  # a page shows hundreds of actions, twice each

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

    def format(self, action: int) -> str:
        if action not in self._written:
            verb, numbers = self.split(action)
            self._written[action] = " ".join([verb, *self._words(verb, numbers)])
        return self._written[action]

    def _words(self, verb: str, numbers: tuple[int, ...]) -> list[str]:
        realm = self.realm
        match verb:
            case "yurt" | "anywhere":
                return [realm.names[numbers[0]]]
            case "invade":
                return [realm.card_names[numbers[0]], realm.names[numbers[1]]]
            case "chase":
                return [realm.rulers[numbers[0]].letter]
            case "conquer":
                return self.conquest_words(numbers[0])
            case "discard" | "card":
                return [realm.card_names[numbers[0]]]
            case "support":
                return [LANDSCAPE_NAMES[number] for number in numbers]
            case "explore":
                return [realm.forms[numbers[0]].id]
            case "ruler":
                return [realm.rulers[numbers[0]].letter, realm.names[numbers[1]]]
            case "first":
                return [str(numbers[0] + 1)]
        return []

    def conquest_words(self, conquest: int) -> list[str]:
        """Shape, cell and orientation."""
        cell, number = divmod(conquest, ORIENTATIONS)
        orientation = self.realm.orientations[number]
        return [self.realm.forms[orientation.form].id, self.realm.names[cell], orientation.code]

    def parse(self, text: str) -> Move:
        verb, *words = text.split() or [""]
        verb = verb.lower()
        if verb in PLAIN and not words:
            return Move(None, self.tables.special + PLAIN[verb])
        read = getattr(self, f"_read_{verb}", None) if verb.isalpha() else None
        if read is None:
            raise unreadable("action", text=repr(text[:40]))
        move: Move | None = read(words)
        if move is None:
            raise unreadable("words", text=repr(text[:40]), verb=verb)
        return move

    # --- verbs: the action, or None if the number of words is wrong ---

    def _read_yurt(self, words: list[str]) -> Move | None:
        return Move(None, self.cell(words[0])) if len(words) == 1 else None

    def _read_invade(self, words: list[str]) -> Move | None:
        if len(words) != 2:
            return None
        return Move(None, self.tables.invade + self.card(words[0]) * self.tables.cells + self.cell(words[1]))

    def _read_chase(self, words: list[str]) -> Move | None:
        return Move(None, self.tables.chase + self.ruler(words[0])) if len(words) == 1 else None

    def _read_conquer(self, words: list[str]) -> Move | None:
        return Move(None, self.tables.conquer + self.conquest(words)) if len(words) == 3 else None

    def _read_anywhere(self, words: list[str]) -> Move | None:
        return Move(None, self.tables.anywhere + self.cell(words[0])) if len(words) == 1 else None

    def _read_discard(self, words: list[str]) -> Move | None:
        return Move(None, self.tables.discard + self.card(words[0])) if len(words) == 1 else None

    def _read_support(self, words: list[str]) -> Move | None:
        return Move(None, self.tables.special + USE_SUPPORT + self.region(words[0])) if len(words) == 1 else None

    def _read_explore(self, words: list[str]) -> Move | None:
        return Move(None, self.tables.special + USE_EXPLORE + self.form(words[0])) if len(words) == 1 else None

    def _read_ruler(self, words: list[str]) -> Move | None:
        if len(words) != 2:
            return None
        return Move(CHANCE, self.tables.ruler + self.ruler(words[0]) * self.tables.cells + self.cell(words[1]))

    def _read_first(self, words: list[str]) -> Move | None:
        if len(words) != 1:
            return None
        if words[0] not in [str(number) for number in range(1, MOST_SEATS + 1)]:
            raise unreadable("player", text=repr(words[0][:20]))
        return Move(CHANCE, self.tables.first + int(words[0]) - 1)

    def _read_card(self, words: list[str]) -> Move | None:
        return Move(CHANCE, self.tables.card + self.card(words[0])) if len(words) == 1 else None

    # --- words; NotationError if there is no such thing ---

    def cell(self, word: str) -> int:
        return self._find(self.cell_of, word.lower(), "cell")

    def ruler(self, word: str) -> int:
        return self._find(self.ruler_of, word.upper(), "ruler")

    def card(self, word: str) -> int:
        return self._find(self.card_of, word.lower(), "card")

    def form(self, word: str) -> int:
        return self._find(self.form_of, word.upper(), "shape")

    def region(self, word: str) -> int:
        return self._find({name: n for n, name in enumerate(LANDSCAPE_NAMES[:REGIONS])}, word.lower(), "region")

    def conquest(self, words: list[str]) -> int:
        """Shape, cell and orientation as a number."""
        form, cell = self.form(words[0]), self.cell(words[1])
        orientation = self.realm.codes.get((form, words[2].lower()))
        if orientation is None:
            raise unreadable("turned", text=repr(words[2][:20]))
        return cell * ORIENTATIONS + orientation

    def _find(self, known: dict[str, int], word: str, kind: str) -> int:
        if word not in known:
            raise unreadable(kind, text=repr(word[:20]))
        return known[word]
