"""Tables of Bagh Chal on disk: their list, file names, and lookups for probes."""

from __future__ import annotations

import functools
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

from naadam.core.compiling import fields, plain
from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.core.state import State
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, GOATS, PEACEFUL_TURNS
from naadam.solve.bagh_chal.classes import Classes, Placements
from naadam.solve.bagh_chal.memory_answers import find_plies
from naadam.solve.bagh_chal.movement import make_layer_tables
from naadam.solve.bagh_chal.movement_kernels import read_value
from naadam.solve.bagh_chal.movement_with_memory import Answers
from naadam.solve.bagh_chal.placement_kernels import GOATS_DRAW, GOATS_LOSE, GOATS_WIN
from naadam.solve.bagh_chal.position_index import Finder, find_in_rows, find_position, make_finder
from naadam.solve.probe import OPPOSITE, SCORES, Entry, Tablebase, Value
from naadam.solve.table_files import open_table, solved_folder

MOST_POSITIONS = 1_200_000_000  # of a layer with one side to move: the work on them takes eight bytes each
SEARCHED_HAND = 2  # goats in hand from which a probe searches the rest of the placement phase
VALUES = (Value.DRAW, Value.WIN, Value.LOSS)
GOATS_VALUES = {GOATS_LOSE: Value.LOSS, GOATS_DRAW: Value.DRAW, GOATS_WIN: Value.WIN}

_find_position = plain(find_position)
_find_in_rows = plain(find_in_rows)
_read_value = plain(read_value)
_find_plies = plain(find_plies)


def check_solvable(game: Game) -> None:
    """SpecError unless the game is Bagh Chal without heroes, on a board that is small enough."""
    if game.name != "bagh-chal" or game.options["heroes"]:
        raise SpecError(f"{game.spec} cannot be solved: only Bagh Chal and Pulijudam, without Heroes of Asia")
    tables = game.rulebook.tables
    tigers = int(tables.tigers).bit_count()
    free = tables.points - tigers
    largest = max(comb(free, tables.goats - captured) for captured in range(CAPTURES_TO_WIN))
    if comb(tables.points, tigers) * largest / (1 + len(game.rulebook.symmetries)) > MOST_POSITIONS:
        raise SpecError(f"{game.spec} is too large to be solved")


def folder_of(game: Game) -> Path:
    """Where the tables of a game are kept; other boards and options have other folders."""
    return solved_folder() / f"{game.name}-{game.options['rules']}-{game.board_hash}"


def movement_file(game: Game, captured: int, kind: str) -> Path:
    """A file of the positions with so many goats captured and none in hand."""
    return folder_of(game) / f"movement-{captured}.{kind}"


def placement_file(game: Game, captured: int) -> Path:
    """The file with the values of the positions with so many goats captured and some in hand, goats to move."""
    return folder_of(game) / f"placement-{captured}.values"


@functools.lru_cache(maxsize=4)
def numbered(game: Game) -> tuple[Classes, Finder]:
    """The classes of the tigers' places, and what finds the number of a position."""
    placements = Placements(game)
    classes = placements.make_classes()
    return classes, make_finder(placements, classes)


def layer_size(game: Game, captured: int) -> int:
    """How many numbers a layer of the movement phase has with each side to move."""
    classes, finder = numbered(game)
    return int(classes.total * finder.sizes[classes.free - int(game.rulebook.tables.goats) + captured])


def open_answers(game: Game, captured: int) -> Answers:
    """The answers of a layer with the memory of BC-8, goats to move."""
    layer = make_layer_tables(numbered(game)[0], int(game.rulebook.tables.goats) - captured)
    return Answers(layer, open_table(movement_file(game, captured, "answers"), game)[1][0])


class Counted(NamedTuple):
    """Draws, wins and losses of a layer with one side to move, up to symmetry."""

    goats: int  # on the board
    hand: int
    side: int
    draws: int
    wins: int
    losses: int
    longest: int = 0  # plies to a conversion, in the movement phase


def about(game: Game, layer: str) -> dict[str, Any]:
    """The content of every table's header."""
    return {"game": game.spec, "board": game.board_hash, "rules": game.rules_version, "layer": layer}


class SideTable(NamedTuple):
    """The values, packed, and the distances of a layer with one side to move."""

    values: Any
    distances: Any


class BaghChalTable(Tablebase):
    """Both phases, looked up in files by memory map; those of the placement phase are large, and may be missing.

    A value holds for a position whose past does not matter: a position that has come up before may be drawn earlier
    (BC-12). The turns without a capture so far are taken into account (BC-14). There are distances in the movement
    phase only.
    """

    def __init__(self, game: Game) -> None:
        check_solvable(game)
        self.game = game
        self._layers: dict[int, tuple[SideTable, SideTable]] = {}
        self._rows: dict[int, Any] = {}
        self._answers: dict[int, Answers] = {}
        self.remembers = bool(game.rulebook.tables.memory)
        self.tigers_values(0)  # made last, so it is missing where anything is

    def layer(self, captured: int) -> tuple[SideTable, SideTable]:
        """The tables with so many goats captured, for goats and for tigers to move."""
        if captured not in self._layers:
            self._expect(movement_file(self.game, captured, "values"), "movement", " --movement-only")
            values, distances = (
                open_table(movement_file(self.game, captured, kind), self.game)[1] for kind in ("values", "distances")
            )
            goats, tigers = (SideTable(values[side], distances[side]) for side in (0, 1))
            self._layers[captured] = (goats, tigers)
        return self._layers[captured]

    def answers(self, captured: int) -> Answers:
        """The same with the memory of BC-8, goats to move."""
        if captured not in self._answers:
            self._expect(movement_file(self.game, captured, "values"), "movement", " --movement-only")
            self._answers[captured] = open_answers(self.game, captured)
        return self._answers[captured]

    def tigers_values(self, captured: int) -> Any:
        """The values at the beginning of the movement phase, tigers to move, packed."""
        file = movement_file(self.game, captured, "values")
        self._expect(file, "movement", " --movement-only")
        return open_table(file, self.game)[1][-1]

    def _expect(self, file: Path, phase: str, option: str) -> None:
        if not file.is_file():
            raise TableError(
                f"the {phase} phase of {self.game.spec} is not solved on this machine: "
                f"`naadam solve {self.game.spec}{option}` does it"
            )

    def rows(self, captured: int) -> Any:
        """The rows of the placement phase with so many goats captured, goats to move."""
        if captured not in self._rows:
            file = placement_file(self.game, captured)
            self._expect(file, "placement", "")
            self._rows[captured] = open_table(file, self.game)[1][0]
        return self._rows[captured]

    def look_up(self, state: State) -> Entry:
        record = state.record
        if state.turn != GOATS and (record.hand > 0 or self.remembers):  # the tables have goats to move only
            best = max((self._rate(state, action) for action in state.actions()), key=lambda rated: rated.rank)
            return Entry(best.value, best.distance)
        if record.hand > 0:
            return Entry(self._look_up_placement(state), None)
        value, distance = self._recall(state) if self.remembers else self._find(state)
        if value == Value.DRAW or record.peace + distance > PEACEFUL_TURNS:
            return Entry(Value.DRAW, None)
        return Entry(value, distance)

    def _find(self, state: State) -> tuple[Value, int]:
        record, side = state.record, state.turn
        assert side is not None
        table = self.layer(int(record.captured))[side]
        place = int(_find_position(numbered(self.game)[1], int(record.tigers), int(record.goats)))
        return VALUES[_read_value(table.values, place)], int(table.distances[place])

    def _recall(self, state: State) -> tuple[Value, int]:
        layer, answers = self.answers(int(state.record.captured))
        classes, finder = numbered(self.game)
        plies = int(_find_plies(classes, layer, answers, finder, fields(state.record)))
        return Value.DRAW if plies == 0 else Value.WIN if plies > 0 else Value.LOSS, abs(plies) - 1

    def _look_up_placement(self, state: State) -> Value:
        """The value with goats to move; without the file of the phase it is searched for if few goats are in hand."""
        record = state.record
        if record.hand <= SEARCHED_HAND and not placement_file(self.game, int(record.captured)).is_file():
            return self._search(state)
        place = int(_find_in_rows(numbered(self.game)[1], int(record.tigers), int(record.goats)))
        return GOATS_VALUES[int(_read_value(self.rows(int(record.captured)), place))]

    def _search(self, state: State) -> Value:
        """The value of a state of the placement phase by what follows, down to the beginning of the movement phase."""
        if state.outcome is not None:
            return self.judge(state).value
        record = state.record
        if record.hand == 0:
            place = int(_find_position(numbered(self.game)[1], int(record.tigers), int(record.goats)))
            return VALUES[_read_value(self.tigers_values(int(record.captured)), place)]
        best = Value.LOSS
        for action in state.actions():
            best = max(best, OPPOSITE[self._search(state.apply(action))], key=SCORES.__getitem__)
            if best == Value.WIN:
                break
        return best

    def measures(self, state: State) -> bool:
        return bool(state.record.hand == 0)

    def is_kept(self, state: State) -> bool:
        return self.measures(state) or placement_file(self.game, int(state.record.captured)).is_file()

    def converts(self, before: State, after: State) -> bool:
        return bool(before.record.captured != after.record.captured)
