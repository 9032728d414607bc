"""Names of provinces, tiles, clans, directions and players in text: `Bao`, `A-II`, `mu`, `ne`, `1`."""

from __future__ import annotations

from collections.abc import Sequence

from naadam.core.texts import Texts
from naadam.games.yuan.board import CLAN_NAMES, DIRECTIONS
from naadam.games.yuan.rules.state import CODES, Tables
from naadam.games.yuan.tables import Land

ACTIONS = "DFM"  # Development, Fortification, Militarisation
BITS = 2  # of a code, for each of them

TEXTS = Texts(__package__)
unreadable = TEXTS.unreadable


class Names:
    """Reads names of one game, in capital or small letters; NotationError if there is no such thing."""

    def __init__(self, land: Land, tables: Tables) -> None:
        self.listed: dict[str, Sequence[str]] = {  # by the key of the refusal of another name
            "province": land.provinces,
            "tile": land.tile_names,
            "clan": CLAN_NAMES[: tables.clans],
            "direction": DIRECTIONS,
            "player": tuple(str(seat + 1) for seat in range(tables.seats)),
        }
        self._numbers = {
            kind: {name.lower(): number for number, name in enumerate(names)} for kind, names in self.listed.items()
        }

    def find(self, kind: str, word: str) -> int:
        """The number of a province, tile, clan, direction or player."""
        number = self._numbers[kind].get(word.lower())
        if number is None:
            raise unreadable(kind, text=repr(word[:20]))
        return number

    def plan_words(self, action: int) -> list[str]:
        """A plan as province and levels, or `pass`."""
        if action == 0:
            return ["pass"]
        province, code = divmod(action - 1, CODES)
        levels = [code + 1 >> BITS * number & 3 for number in range(len(ACTIONS))]
        words = [f"{letter}{level}" for letter, level in zip(ACTIONS, levels, strict=True) if level]
        return [self.listed["province"][province], *words]

    def plan(self, words: Sequence[str]) -> int:
        """The action of a plan."""
        if [word.lower() for word in words] == ["pass"]:
            return 0
        province, code, last = self.find("province", words[0]), 0, -1
        for word in words[1:]:
            number = ACTIONS.find(word[:1].upper())
            if len(word) != BITS or number <= last or word[1] not in "123":
                raise unreadable("level", text=repr(word[:20]))
            code |= int(word[1]) << BITS * number
            last = number
        if code == 0:
            raise unreadable("no-level", text=repr(words[0][:20]))
        return 1 + CODES * province + code - 1
