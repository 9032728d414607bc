"""How actions of Yuan are written (described in docs/notation.md): `Bao D2 F1`, `pass`, `lay A D ne 3`, `city mu Bao`.

Players are written by number from 1.
"""

from __future__ import annotations

from naadam.core.contract import StateRecord
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.yuan.names import Names
from naadam.games.yuan.positions import Positions
from naadam.games.yuan.rules.state import HIGHEST_BID, SIDES, Tables
from naadam.games.yuan.tables import Land

NAMED = {  # by verb: the kinds of its words
    "lay": ("tile", "tile", "direction", "turn"),
    "city": ("clan", "province"),
    "bid": ("amount",),
    "take": ("clan",),
    "first": ("player",),
    "deal": ("tile",),
    "clan": ("clan",),
    "draw": ("clan",),
    "lot": ("player",),
}
BY_CHANCE = ("first", "deal", "clan", "draw", "lot")
HIGHEST = {"turn": SIDES - 1, "amount": HIGHEST_BID}  # words that are numbers

TEXTS = Texts(__package__)
unreadable = TEXTS.unreadable


class Notation(notation.Notation):
    """Reads and writes actions with the tiles in play; `positions.py` has the notation of positions."""

    def __init__(self, land: Land, tables: Tables) -> None:
        self.tables = tables
        self.names = Names(land, tables)
        self.positions = Positions(land, tables, self.names)
        self.first = {verb: int(getattr(tables, verb)) for verb in NAMED}
        self._written: dict[int, str] = {}

    # --- actions ---

    def split(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The verb of an action and its numbers; that of a plan is `plan`, its number the action."""
        if action < self.tables.lay:
            return "plan", (action,)
        verb = max((verb for verb in NAMED if self.first[verb] <= action), key=self.first.__getitem__)
        number, numbers = action - self.first[verb], []
        for kind in reversed(NAMED[verb]):
            number, last = divmod(number, self._count(kind))
            numbers.append(last)
        return verb, tuple(reversed(numbers))

    def _count(self, kind: str) -> int:
        return HIGHEST[kind] + 1 if kind in HIGHEST else len(self.names.listed[kind])

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.write(action)

    def write(self, action: int) -> str:
        """The notation, which is the same in all states."""
        if action not in self._written:
            verb, numbers = self.split(action)
            self._written[action] = " ".join(self._words(verb, numbers))
        return self._written[action]

    def _words(self, verb: str, numbers: tuple[int, ...]) -> list[str]:
        if verb == "plan":
            return self.names.plan_words(numbers[0])
        kinds = zip(NAMED[verb], numbers, strict=True)
        return [verb, *(str(number) if kind in HIGHEST else self.names.listed[kind][number] for kind, number in kinds)]

    def parse(self, state: StateRecord, text: str) -> Move:
        return self.read(text)

    def read(self, text: str) -> Move:
        """The action that a notation names, in any state."""
        verb, *words = text.split() or [""]
        kinds = NAMED.get(verb.lower())
        if kinds is None:
            if not verb:
                raise unreadable("action", text=repr(text[:40]))
            return Move(None, self.names.plan([verb, *words]))
        if len(words) != len(kinds):
            raise unreadable("words", text=repr(text[:40]), verb=verb.lower())
        number = 0
        for kind, word in zip(kinds, words, strict=True):
            number = number * self._count(kind) + self._number(kind, word)
        return Move(CHANCE if verb.lower() in BY_CHANCE else None, self.first[verb.lower()] + number)

    def _number(self, kind: str, word: str) -> int:
        if kind not in HIGHEST:
            return self.names.find(kind, word)
        if word not in [str(number) for number in range(HIGHEST[kind] + 1)]:
            raise unreadable(kind, text=repr(word[:20]), most=HIGHEST[kind])
        return int(word)

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        return self.positions.format(state)

    def parse_position(self, text: str) -> StateRecord:
        return self.positions.parse(text)
