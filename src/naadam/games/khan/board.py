"""The board of Khan: the schema of a board file, and the realm that is read from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from naadam.core.compiling import PlainRules
from naadam.core.parts.boards import Board, Key, list_of, text, whole
from naadam.games.khan import rules
from naadam.games.khan.bridges import find_banks, find_crossings
from naadam.games.khan.forms import Form, orient, read_forms
from naadam.games.khan.orientations import CODES, SIDES, Orientation, turn
from naadam.games.khan.rules.state import (
    CARDS,
    KHAN,
    MOST_COLUMNS,
    MOST_ROWS,
    NEIGHBOURS,
    ORIENTATIONS,
    REGIONS,
    RIVER,
    RULERS,
    WORD_BITS,
    WORDS,
)
from naadam.kit.bits import numbers_in, words_of

plain = PlainRules(rules)

LANDSCAPE_NAMES = ("mountain", "ice", "tundra", "rocky", "sand", "forest", "river", "neighbours", "khan")
TERRAIN = LANDSCAPE_NAMES[: RIVER + 1]
COMPASS = {  # columns to the east, rows to the south
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
DIRECTION_NAMES = tuple(COMPASS)
SPECIAL_NAMES = ("morale", "protect", "support", "explore")
SPECIALS_OF = {2: (2, 2, 2, 2), 3: (2, 1, 1, 1), 4: (1, 1, 1, 1)}  # KH-11
ROUNDS_OF = {2: 3, 3: 2, 4: 1}  # KH-14
UNREAD = frozenset({"colour_name"})  # of a ruler: may be there
FEWEST_LAND = RULERS + 6  # KH-12, KH-14: the rulers and the first yurts


def _table(unread: frozenset[str] = frozenset(), **keys: Any) -> Any:
    return lambda value: (
        type(value) is dict and set(value) - unread == set(keys) and all(keys[k](value[k]) for k in keys)
    )


SCHEMA = {
    "format": Key("1", lambda value: value == 1 and whole(value)),
    "game": Key('"khan"', lambda value: value == "khan"),
    "columns": Key(f"a number from 1 to {MOST_COLUMNS}", lambda v: whole(v) and 1 <= v <= MOST_COLUMNS),
    "rows": Key(f"a number from 1 to {MOST_ROWS}", lambda v: whole(v) and 1 <= v <= MOST_ROWS),
    "map": Key("a text with a line for each row", lambda value: type(value) is str),
    "closed": Key("a list of cells", list_of(text)),
    "terrain": Key(
        f"a table of letters, each with one of {', '.join(TERRAIN)}",
        lambda v: type(v) is dict and all(len(k) == 1 and name in TERRAIN for k, name in v.items()),
    ),
    "ruler": Key(
        "a list of tables of id, name, letter, realm, colour and start",
        list_of(_table(UNREAD, id=text, name=text, letter=text, realm=text, colour=text, start=text)),
    ),
    "deck": Key("a table of cards: lists of ruler, landscape and direction", _table(cards=list_of(list_of(text)))),
    "shape": Key(
        "a list of tables of id, kind, copies, cells and value",
        list_of(_table(id=text, kind=text, copies=whole, cells=list_of(text), value=whole)),
    ),
}


class Ruler(NamedTuple):
    name: str
    letter: str
    realm: str
    colour: str
    start: int


@dataclass(frozen=True)
class Realm:
    """A checked board: cells, rulers, cards, forms and orientations are numbers from here on."""

    columns: int
    rows: int
    names: tuple[str, ...]  # of the cells
    ground: tuple[int, ...]  # landscape of each cell, RIVER among them
    closed: frozenset[int]
    rulers: tuple[Ruler, ...]
    cards: tuple[tuple[int, int, int], ...]  # ruler, landscape, direction
    card_names: tuple[str, ...]
    forms: tuple[Form, ...]
    orientations: tuple[Orientation, ...]
    skips: tuple[int, ...]
    codes: Mapping[tuple[int, str], int]  # the orientation by form and any code
    crossings: tuple[int, ...]

    @cached_property
    def spots(self) -> tuple[int, ...]:
        """The spot of each cell: its place in a bit board."""
        return tuple(plain.spot_of(self, cell) for cell in range(len(self.names)))

    @cached_property
    def cell_at(self) -> dict[int, int]:
        """The cell by its spot."""
        return {spot: cell for cell, spot in enumerate(self.spots)}

    @cached_property
    def _covered(self) -> dict[int, tuple[int, ...] | None]:
        return {}

    def covered(self, conquest: int) -> tuple[int, ...] | None:
        """The cells of a conquest in reading order, None if it sticks out of the board."""
        if conquest not in self._covered:
            anchor, orientation = divmod(conquest, ORIENTATIONS)
            row, column = divmod(anchor, self.columns)
            cells = [(column + x, row + y) for x, y in self.orientations[orientation].look]
            inside = all(0 <= x < self.columns and 0 <= y < self.rows for x, y in cells)
            self._covered[conquest] = tuple(y * self.columns + x for x, y in cells) if inside else None
        return self._covered[conquest]

    @cached_property
    def _boards(self) -> dict[int, list[int]]:
        return {}

    def count_covered(self, conquest: int, words: Sequence[int]) -> int:
        """How many cells of a bit board a conquest covers."""
        if conquest not in self._boards:
            self._boards[conquest] = self.bit_board(self.covered(conquest) or ())
        one, two, three = self._boards[conquest]
        return (words[0] & one).bit_count() + (words[1] & two).bit_count() + (words[2] & three).bit_count()

    def bit_board(self, cells: Iterable[int]) -> list[int]:
        """Cells as words of bits."""
        return words_of((self.spots[cell] for cell in cells), WORD_BITS, WORDS)

    def cells_in(self, words: Iterable[int]) -> list[int]:
        """The cells of a bit board, in their order."""
        return [self.cell_at[spot] for spot in numbers_in(words, WORD_BITS)]


def make_realm(board: Board) -> Realm:
    """Check all that the rules need; BoardError names the key and the reason."""
    columns, rows = board["columns"], board["rows"]
    lines = board["map"].split()
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise board.refuse("map", f"must have {rows} lines of {columns} letters")
    for letter in "".join(lines):
        if letter not in board["terrain"]:
            raise board.refuse("map", f"{letter!r} is no letter of terrain")
    ground = tuple(TERRAIN.index(board["terrain"][letter]) for line in lines for letter in line)
    for region in range(REGIONS):
        if region not in ground:
            raise board.refuse("map", f"there is no cell of {TERRAIN[region]} (KH-1)")
    if sum(landscape != RIVER for landscape in ground) < FEWEST_LAND:
        raise board.refuse("map", f"needs at least {FEWEST_LAND} land cells (KH-12, KH-14)")
    names = tuple(f"{chr(97 + column)}{row + 1}" for row in range(rows) for column in range(columns))
    cell_of = {name: cell for cell, name in enumerate(names)}
    places = [(cell % columns, cell // columns) for cell in range(len(names))]
    bank = find_banks({place for place, landscape in zip(places, ground, strict=True) if landscape != RIVER})
    if len(set(bank.values())) < 2:
        raise board.refuse("map", "the river must part the land into two banks at least (KH-37)")
    closed = read_closed(board, cell_of, ground, columns, rows)
    rulers = read_rulers(board, cell_of, ground)
    cards, card_names = read_cards(board, rulers)
    forms = read_forms(board)
    orientations, skips = orient(forms)
    codes = {
        (orientation.form, code): number
        for number, orientation in enumerate(orientations)
        for code in CODES
        if turn(forms[orientation.form].drawing, code) == orientation.look
    }
    realm = Realm(
        columns, rows, names, ground, closed, rulers, cards, card_names, forms, orientations, skips, codes,
        find_crossings(orientations, places, bank),
    )  # fmt: skip
    for landscape, key in ((RIVER, "map"), (NEIGHBOURS, "closed")):
        if not fitting(realm, landscape):
            raise board.refuse(key, f"no cell fits a card of the {LANDSCAPE_NAMES[landscape]} (KH-31)")
    return realm


def read_closed(
    board: Board, cell_of: Mapping[str, int], ground: Sequence[int], columns: int, rows: int
) -> frozenset[int]:
    cells = []
    for name in board["closed"]:
        cell = cell_of.get(name)
        if cell is None or ground[cell] == RIVER or not is_border(cell, columns, rows) or cell in cells:
            raise board.refuse("closed", f"{name} must be a land cell of the border, named once (KH-2)")
        cells.append(cell)
    return frozenset(cells)


def is_border(cell: int, columns: int, rows: int) -> bool:
    row, column = divmod(cell, columns)
    return row in (0, rows - 1) or column in (0, columns - 1)


def read_rulers(board: Board, cell_of: Mapping[str, int], ground: Sequence[int]) -> tuple[Ruler, ...]:
    listed = board["ruler"]
    if len(listed) != RULERS:
        raise board.refuse("ruler", f"there are {RULERS} rulers, not {len(listed)} (KH-3)")
    for key in ("id", "name", "letter", "colour", "start"):
        if len({ruler[key] for ruler in listed}) != RULERS:
            raise board.refuse(f"ruler.{key}", "must differ from ruler to ruler (KH-3)")
    rulers = []
    for number, ruler in enumerate(listed):
        where = f"ruler[{number}]"
        if not re.fullmatch("[A-Z]", ruler["letter"]):
            raise board.refuse(f"{where}.letter", "must be one capital letter")
        if not re.fullmatch("#[0-9a-f]{6}", ruler["colour"]):
            raise board.refuse(f"{where}.colour", "must be written as #rrggbb, with small letters")
        start = cell_of.get(ruler["start"])
        if start is None or ground[start] == RIVER:
            raise board.refuse(f"{where}.start", "must be a land cell (KH-12)")
        rulers.append(Ruler(ruler["name"], ruler["letter"], ruler["realm"], ruler["colour"], start))
    return tuple(rulers)


def read_cards(board: Board, rulers: Sequence[Ruler]) -> tuple[tuple[tuple[int, int, int], ...], tuple[str, ...]]:
    """The cards and their names; the second of equal ones has a 2 behind its name."""
    ids = [ruler["id"] for ruler in board["ruler"]]
    cards, names = [], []
    for number, card in enumerate(board["deck"]["cards"]):
        known = len(card) == 3 and card[0] in ids and card[1] in LANDSCAPE_NAMES and card[2] in DIRECTION_NAMES
        if not known:
            raise board.refuse(f"deck.cards[{number}]", "must be a ruler, a landscape and a direction (KH-4)")
        ruler, landscape, direction = card
        cards.append((ids.index(ruler), LANDSCAPE_NAMES.index(landscape), DIRECTION_NAMES.index(direction)))
        again = cards.count(cards[-1])
        name = f"{rulers[cards[-1][0]].letter}-{landscape}-{direction}"
        names.append(name if again == 1 else f"{name}-{again}")
    counts = Counter(ruler for ruler, _, _ in cards)
    if len(cards) != CARDS or any(counts[ruler] != CARDS // RULERS for ruler in range(RULERS)):
        raise board.refuse("deck.cards", f"must be {CARDS} cards, {CARDS // RULERS} of each ruler (KH-4)")
    return tuple(cards), tuple(names)


def fitting(realm: Realm, landscape: int) -> list[int]:
    """The land cells that fit a card (KH-31)."""
    columns, rows = realm.columns, realm.rows
    land = [cell for cell, ground in enumerate(realm.ground) if ground != RIVER]
    if landscape == KHAN:
        return land
    if landscape == NEIGHBOURS:
        return [cell for cell in land if is_border(cell, columns, rows) and cell not in realm.closed]
    if landscape < RIVER:
        return [cell for cell in land if realm.ground[cell] == landscape]

    def near(cell: int) -> Iterable[int]:
        row, column = divmod(cell, columns)
        around = ((column + a, row + b) for a, b in SIDES)
        return (y * columns + x for x, y in around if 0 <= x < columns and 0 <= y < rows)

    return [cell for cell in land if any(realm.ground[other] == RIVER for other in near(cell))]
