"""Planning touch by touch: a province, then levels in any order, which may be changed, then the seal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from naadam.core.compiling import PlainRules
from naadam.core.parts.touches import Place, Touches
from naadam.core.state import State
from naadam.drawing.description import Saying
from naadam.games.yuan import rules
from naadam.games.yuan.drawing.stage import PASS, SEAL
from naadam.games.yuan.names import ACTIONS
from naadam.games.yuan.notation import Notation
from naadam.games.yuan.rows import LEVELS, find_standing, name_rows
from naadam.games.yuan.rules.state import RICE, Tables
from naadam.games.yuan.story import Storyteller
from naadam.games.yuan.tables import opened

plain = PlainRules(rules)

UNPAID = "YN-25"
NONE = 0  # the level of what is not done
ATTACK = "row-attack"


class Planning:
    """Answers what may follow in a plan of one game."""

    def __init__(self, tables: Tables, notation: Notation, storyteller: Storyteller) -> None:
        self.tables = tables
        self.storyteller = storyteller
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
        known = opened(state.record)
        clan, chao = int(known.clan[seat]), int(known.chao[seat])
        units = [plain.production(self.tables, known, clan, RICE + number) for number in range(len(ACTIONS))]
        prices = {
            f"{letter}{level}": int(plain.price(self.tables, level, units[number]))
            for number, letter in enumerate(ACTIONS)
            for level in LEVELS
        }
        planned = [word for word in levels.values() if word in prices]
        spent = sum(prices[word] for word in planned)
        if spent > chao or (sealed and not planned):
            return Touches()
        if sealed:
            return Touches(actions=(self.notation.names.plan([province, *planned]),))
        number = self.notation.names.find("province", province)
        standing = find_standing(self.tables, known, clan, number)
        rows = {letter: f"row-{name}" for letter, name in name_rows(self.tables, known, clan, number).items()}
        places = [self._place(word, levels, prices, chao, rows[word[0]]) for word in words_of_levels()]
        places += [Place(SEAL), Place(PASS)] if planned else [Place(PASS)]
        values: dict[str, str | int] = {"province": province, "cost": spent, "left": chao - spent}
        foreseen = self._foresee(state, seat, standing, province, planned, rows)
        sayings = [Saying("plan", values, points=(province,)), *foreseen]
        return Touches(tuple(places), tuple(sayings), touched=(province, *levels.values()))

    def _foresee(
        self, state: State, seat: int, standing: str, province: str, levels: Sequence[str], rows: dict[str, str]
    ) -> Iterator[Saying]:
        """The effects of the plan in this position, the parts without effect and why, and possible actions of rivals.

        For an empty plan: the effect of each level of the three actions on the province.
        """
        if not levels:
            yield Saying(f"there-{standing}")
            yield from (Saying(row.replace("row-", "does-"), soft=True) for row in rows.values())
            return
        would = self._alone(state, seat, province, levels)
        yield Saying("alone" if would else "alone-nothing")
        yield from would
        for word in levels:
            row, done, others = rows[word[0]], would, [other for other in levels if other != word]
            # Nothing helps an attack that cannot be made, but a fortification with it is given back (YN-60).
            if row == ATTACK:
                done, others = self._alone(state, seat, province, [word]), []
            if done == self._alone(state, seat, province, others):
                yield Saying(row.replace("row-", "idle-"), {"province": province}, soft=True)
        yield Saying(f"rivals-{standing}", {"province": province}, soft=True)

    def _alone(self, state: State, seat: int, province: str, levels: Sequence[str]) -> list[Saying]:
        """The effects of a plan by the rules if all others passed."""
        if not levels:
            return []
        action = self.notation.names.plan([province, *levels])
        return [replace(saying, soft=True) for saying in self.storyteller.alone(state.record, seat, action)]

    def _place(self, word: str, levels: dict[str, str], prices: dict[str, int], chao: int, row: str) -> Place:
        """A level with its price and discount; what cannot be paid with those chosen is barred."""
        if word not in prices:
            return Place(word, row=row)
        cost = prices[word]
        others = sum(prices.get(chosen, 0) for letter, chosen in levels.items() if letter != word[0])
        barred = UNPAID if others + cost > chao else None
        return Place(word, cost, barred=barred, discount=int(plain.price(self.tables, int(word[1]), 0)) - cost, row=row)


def plan_of(words: Sequence[str]) -> Sequence[str]:
    """Places touched for a plan as its notation writes them; all else as it is."""
    levels = fold(words[1:]) if len(words) > 1 else None
    return words if levels is None else [words[0], *(word for word in levels.values() if word[1] != str(NONE))]


def words_of_levels() -> list[str]:
    return [f"{letter}{level}" for letter in ACTIONS for level in (NONE, *LEVELS)]


def fold(words: Sequence[str]) -> dict[str, str] | None:
    """The levels that count, by letter: a later one for an earlier, none if it is touched again; None if unreadable."""
    levels = {letter: f"{letter}{NONE}" for letter in ACTIONS}
    for word in words:
        if word not in words_of_levels():
            return None
        levels[word[0]] = f"{word[0]}{NONE}" if levels[word[0]] == word else word
    return levels
