"""Names of cells, rulers, cards, shapes and regions in actions and positions: `d7`, `S`, `S-ice-NE`, `L5`."""

from __future__ import annotations

from naadam.core.texts import Texts
from naadam.games.khan.board import LANDSCAPE_NAMES, Realm
from naadam.games.khan.rules.state import MOST_SEATS, ORIENTATIONS, REGIONS

CAPITALS = ("ruler", "shape")

TEXTS = Texts(__package__)
unreadable = TEXTS.unreadable


class Names:
    """Reads names of one board; NotationError if there is no such thing."""

    def __init__(self, realm: Realm) -> None:
        self.realm = realm
        self.listed = {  # by the key of the refusal of another name
            "cell": realm.names,
            "ruler": tuple(ruler.letter for ruler in realm.rulers),
            "card": realm.card_names,
            "shape": tuple(form.id for form in realm.forms),
            "region": LANDSCAPE_NAMES[:REGIONS],
            "player": tuple(str(seat + 1) for seat in range(MOST_SEATS)),
        }
        self.numbers = {
            kind: {same_case(kind, name): number for number, name in enumerate(names)}
            for kind, names in self.listed.items()
        }

    def find(self, kind: str, word: str) -> int:
        """The number of a cell, ruler, card, shape, region or player."""
        name = same_case(kind, word)
        if name not in self.numbers[kind]:
            raise unreadable(kind, text=repr(name[:20]))
        return self.numbers[kind][name]

    def conquest(self, words: list[str]) -> int:
        """Shape, cell and orientation as a number."""
        form, cell = self.find("shape", words[0]), self.find("cell", words[1])
        orientation = self.realm.codes.get((form, words[2].lower()))
        if orientation is None:
            raise unreadable("turned", text=repr(words[2][:20]))
        return cell * ORIENTATIONS + orientation

    def conquest_words(self, conquest: int) -> list[str]:
        """Shape, cell and orientation of a conquest."""
        cell, number = divmod(conquest, ORIENTATIONS)
        orientation = self.realm.orientations[number]
        return [self.realm.forms[orientation.form].id, self.realm.names[cell], orientation.code]


def same_case(kind: str, word: str) -> str:
    return word.upper() if kind in CAPITALS else word.lower()
