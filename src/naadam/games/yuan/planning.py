"""Planning touch by touch: a province, then levels in any order, which may be changed, then the seal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naadam.core.compiling import plain
from naadam.core.state import State
from naadam.core.touching import Place, Touches
from naadam.drawing.description import Saying
from naadam.games.yuan.drawing.stage import PASS, SEAL
from naadam.games.yuan.names import ACTIONS
from naadam.games.yuan.notation import Notation
from naadam.games.yuan.rules.costs import price, production
from naadam.games.yuan.rules.state import NOTHING, RICE, Tables, owner_of

UNPAID = "YN-25"
LEVELS = (1, 2, 3)

_price, _production, _owner_of = plain(price), plain(production), plain(owner_of)


class Planning:
    """Answers what may follow in a plan of one game."""

    def __init__(self, tables: Tables, notation: Notation) -> None:
        self.tables = tables
        self.notation = notation
        self.provinces = notation.names.listed["province"]

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        if not touched:
            return Touches((*(Place(name) for name in self.provinces), Place(PASS)))
        if touched[-1] == PASS:
            return Touches(actions=(0,))
        province, *words = touched
        sealed = bool(words) and words[-1] == SEAL
        levels = fold(words[:-1] if sealed else words)
        if province not in self.provinces or levels is None:
            return Touches()
        record, clan = state.record, int(state.record["clan"][seat])
        units = [_production(self.tables, record, clan, RICE + number) for number in range(len(ACTIONS))]
        prices = {
            f"{letter}{level}": int(_price(self.tables, level, units[number]))
            for number, letter in enumerate(ACTIONS)
            for level in LEVELS
        }
        chao = int(record["chao"][seat])
        spent = sum(prices[word] for word in levels.values())
        if spent > chao or (sealed and not levels):
            return Touches()
        ordered = [levels[letter] for letter in ACTIONS if letter in levels]
        if sealed:
            return Touches(actions=(self.notation.names.plan([province, *ordered]),))
        places = tuple(self._places(levels, prices, chao))
        told: dict[str, str | int] = {"province": province, "cost": spent, "left": chao - spent}
        sayings = (Saying("plan", told, points=(province,)), Saying(self._standing(state, clan, province)))
        return Touches(places, sayings, touched=(province, *ordered))

    def _places(self, levels: dict[str, str], prices: dict[str, int], chao: int) -> Iterator[Place]:
        """All levels with their prices; what cannot be paid with those chosen is barred."""
        for word, cost in prices.items():
            others = sum(prices[chosen] for letter, chosen in levels.items() if letter != word[0])
            yield Place(word, cost, barred=UNPAID if others + cost > chao else None)
        if levels:
            yield Place(SEAL)
        yield Place(PASS)

    def _standing(self, state: State, clan: int, province: str) -> str:
        """What the three actions would be there as it stands now (YN-26)."""
        number = self.notation.names.find("province", province)
        owner = _owner_of(self.tables, state.record, number)
        if owner == NOTHING:
            return "there-free"
        return "there-own" if owner == clan else "there-enemy"


def fold(words: Sequence[str]) -> dict[str, str] | None:
    """The levels that count, by letter: a later one for an earlier, none if it is touched again; None if unreadable."""
    levels: dict[str, str] = {}
    for word in words:
        if word[:1] not in ACTIONS or word[1:] not in [str(level) for level in LEVELS]:
            return None
        if levels.pop(word[0], None) != word:
            levels[word[0]] = word
    return levels
