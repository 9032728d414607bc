"""Planning touch by touch: a province, then levels in any order, which may be changed, then the seal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.parts.touches import Place, Touches
from naadam.core.state import State
from naadam.drawing.description import Foreseen, Saying
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
NONE = 0  # the level of an action not taken
ATTACK = "row-attack"
USEFUL = {  # levels that alone can change anything, the likeliest first, by whose the target is
    "free": ("D1", "D2", "D3"),
    "own": ("D1", "F2", "M2", "F1", "D2", "F3", "M3", "D3"),
    "enemy": ("M1",),
}


class Planning:
    """Lists the choices that may follow in a plan of one game."""

    def __init__(self, tables: Tables, notation: Notation, storyteller: Storyteller) -> None:
        self.tables = tables
        self.storyteller = storyteller
        self.notation = notation
        self.provinces = notation.names.listed["province"]

    def touches(self, state: State, seat: int, touched: Sequence[str]) -> Touches:
        if not touched:
            return Touches((*self._targets(state, seat), Place(PASS)))
        if touched[-1] == PASS:
            return Touches(actions=(0,))
        province, *words = touched
        sealed = bool(words) and words[-1] == SEAL
        levels = fold(words[:-1] if sealed else words)
        if province not in self.provinces or levels is None:
            return Touches()
        known = opened(state.record)
        clan, chao = int(known.clan[seat]), int(known.chao[seat])
        prices = self._prices(known, clan)
        planned = [word for word in levels.values() if word in prices]
        spent = sum(prices[word] for word in planned)
        if spent > chao or (sealed and not planned):
            return Touches()
        if sealed:
            return Touches(actions=(self.notation.names.plan([province, *planned]),))
        number = self.notation.names.find("province", province)
        standing = find_standing(self.tables, known, clan, number)
        rows = {letter: f"row-{name}" for letter, name in name_rows(self.tables, known, clan, number).items()}
        would = self._alone(state, seat, province, levels)
        places = []
        for word in words_of_levels():
            place = self._place(word, levels, prices, chao, rows[word[0]])
            idle = word in prices and not place.barred and self._is_idle(state, seat, province, levels, word, rows)
            places.append(replace(place, idle=idle))
        places += [Place(PASS), *([Place(SEAL, idle=not would)] if planned else [])]
        values: dict[str, str | int] = {"province": province, "cost": spent, "left": chao - spent}
        said = self._foresee(state, seat, standing, province, levels, would, rows)
        return Touches(
            tuple(places),
            (Saying("plan", values, points=(province,)), *said),
            touched=(province, *levels.values()),
            foreseen=self._draw(state, seat, province, planned),
        )

    def _prices(self, known: StateRecord, clan: int) -> dict[str, int]:
        """The price of every level for a clan (YN-24)."""
        units = [plain.production(self.tables, known, clan, RICE + number) for number in range(len(ACTIONS))]
        return {
            f"{letter}{level}": int(plain.price(self.tables, level, units[number]))
            for number, letter in enumerate(ACTIONS)
            for level in LEVELS
        }

    def _targets(self, state: State, seat: int) -> Iterator[Place]:
        """All provinces, those idle where no level that can be paid would change anything in this position."""
        known = opened(state.record)
        clan, chao = int(known.clan[seat]), int(known.chao[seat])
        prices = self._prices(known, clan)
        for number, name in enumerate(self.provinces):
            useful = USEFUL[find_standing(self.tables, known, clan, number)]
            paid = (word for word in useful if prices[word] <= chao)
            yield Place(name, idle=not any(self._alone(state, seat, name, {word[0]: word}) for word in paid))

    def _foresee(
        self,
        state: State,
        seat: int,
        standing: str,
        province: str,
        levels: dict[str, str],
        would: list[Saying],
        rows: dict[str, str],
    ) -> Iterator[Saying]:
        """The effects of the plan in this position, the parts without effect and why, and possible actions of rivals.

        For an empty plan: the effect of each level of the three actions on the province.
        """
        planned = [word for word in levels.values() if is_level(word)]
        if not planned:
            yield Saying(f"there-{standing}")
            yield from (Saying(row.replace("row-", "does-"), soft=True) for row in rows.values())
            return
        yield Saying("alone" if would else "alone-nothing")
        yield from would
        for word in planned:
            if self._is_idle(state, seat, province, levels, word, rows):
                yield Saying(rows[word[0]].replace("row-", "idle-"), {"province": province}, soft=True)
        yield Saying(f"rivals-{standing}", {"province": province}, soft=True)

    def _is_idle(
        self, state: State, seat: int, province: str, levels: dict[str, str], word: str, rows: dict[str, str]
    ) -> bool:
        """Whether a level adds nothing to the other levels of a plan."""
        others = levels | {word[0]: f"{word[0]}{NONE}"}
        # Nothing helps an attack that cannot be made, but a fortification with it is given back (YN-60).
        if rows[word[0]] == ATTACK:
            others = {}
        with_it = self._alone(state, seat, province, others | {word[0]: word})
        return with_it == self._alone(state, seat, province, others)

    def _alone(self, state: State, seat: int, province: str, levels: dict[str, str]) -> list[Saying]:
        """The effects of a plan by the rules if all others passed."""
        action = self._plan(province, levels.values())
        if action is None:
            return []
        return [replace(saying, soft=True) for saying in self.storyteller.alone(state.record, seat, action)]

    def _draw(self, state: State, seat: int, province: str, planned: Sequence[str]) -> Foreseen | None:
        action = self._plan(province, planned)
        return None if action is None else self.storyteller.foresee(state.record, seat, action)

    def _plan(self, province: str, words: Iterable[str]) -> int | None:
        """The action of a plan with these levels, in the order of the three actions; None if it is empty."""
        planned = sorted(filter(is_level, words), key=lambda word: ACTIONS.index(word[0]))
        return self.notation.names.plan([province, *planned]) if planned else None

    def _place(self, word: str, levels: dict[str, str], prices: dict[str, int], chao: int, row: str) -> Place:
        """A level with its price and discount; a level too expensive with those chosen is barred."""
        if word not in prices:
            return Place(word, row=row)
        cost = prices[word]
        others = sum(prices.get(chosen, 0) for letter, chosen in levels.items() if letter != word[0])
        dear = others + cost > chao
        return Place(
            word,
            cost,
            barred=UNPAID if dear else None,
            discount=int(plain.price(self.tables, int(word[1]), 0)) - cost,
            row=row,
            reason=Saying("too-dear", {"cost": cost, "left": chao - others}) if dear else None,
        )


def is_level(word: str) -> bool:
    """Whether a word of a plan is a level and not its absence."""
    return word[1] != str(NONE)


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
