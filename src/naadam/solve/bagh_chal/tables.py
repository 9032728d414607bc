"""The tables of Bagh Chal on disk: which there are, what they are called, and what a probe reads in them."""

from __future__ import annotations

import functools
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling import fields, plain
from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.core.state import State
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, GOATS, PEACEFUL_TURNS
from naadam.solve.bagh_chal.classes import Classes, Placements
from naadam.solve.bagh_chal.finding import Finder, find_in_rows, find_position, make_finder
from naadam.solve.bagh_chal.moves import DRAW, LOSS, NO_POSITION, WIN, read_value
from naadam.solve.bagh_chal.placing import GOATS_DRAW, GOATS_LOSE, GOATS_WIN
from naadam.solve.bagh_chal.recalling import find_state
from naadam.solve.bagh_chal.remembered import Backwards, States, find_steps_back, make_memory_tables
from naadam.solve.files import open_table, pack, solved_folder
from naadam.solve.probing import OPPOSITE, SCORES, Judgement, Tablebase, Value

MOST_POSITIONS = 1_200_000_000  # of a layer with one side to move: the work on them takes eight bytes each
VALUES = (Value.DRAW, Value.WIN, Value.LOSS)
GOATS_VALUES = {GOATS_LOSE: Value.LOSS, GOATS_DRAW: Value.DRAW, GOATS_WIN: Value.WIN}

_find_position = plain(find_position)
_find_in_rows = plain(find_in_rows)
_read_value = plain(read_value)
_find_state = plain(find_state)


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


@functools.lru_cache(maxsize=4)
def steps_back(game: Game) -> Backwards:
    """How tigers' steps are taken back, for the memory of BC-8."""
    return find_steps_back(Placements(game), numbered(game)[0])


def open_states(game: Game, captured: int) -> States:
    """The states of a layer with the memory of BC-8."""
    goats = int(game.rulebook.tables.goats) - captured
    tables = make_memory_tables(numbered(game)[0], steps_back(game), goats)
    firsts = open_table(movement_file(game, captured, "firsts"), game)[1][0]
    goats_plies, tigers_plies = open_table(movement_file(game, captured, "plies"), game)[1]
    return States(tables, firsts, goats_plies.view(np.int8), tigers_plies.view(np.int8))


def unbarred_values(states: States) -> Any:
    """The values of all positions with tigers to move and nothing barred, packed: how the movement phase begins."""
    begins = states.firsts[:-1]
    used = states.firsts[1:] > begins
    plies = states.tigers[begins[used]]
    values = np.full(len(begins), NO_POSITION, np.uint8)
    values[used] = np.where(plies > 0, WIN, np.where(plies < 0, LOSS, DRAW))
    return pack(values)


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
    """What the header of every table says."""
    return {"game": game.spec, "board": game.board_hash, "rules": game.rules_version, "layer": layer}


class SideTable(NamedTuple):
    """The values, packed, and the distances of a layer with one side to move."""

    values: Any
    distances: Any


class BaghChalTable(Tablebase):
    """Both phases, looked up in files by memory map; those of the placement phase are large, and may be missing.

    A value holds for a position whose past does not matter: a position that has come up before may be drawn earlier
    (BC-12). The turns without a capture so far are taken into account (BC-14). Distances are told in the movement
    phase only.
    """

    def __init__(self, game: Game) -> None:
        check_solvable(game)
        self.game = game
        self._layers: dict[int, tuple[SideTable, SideTable]] = {}
        self._rows: dict[int, Any] = {}
        self._states: dict[int, States] = {}
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

    def states(self, captured: int) -> States:
        """The same with the memory of BC-8."""
        if captured not in self._states:
            self._expect(movement_file(self.game, captured, "plies"), "movement", " --movement-only")
            self._states[captured] = open_states(self.game, captured)
        return self._states[captured]

    def tigers_values(self, captured: int) -> Any:
        """The values at the beginning of the movement phase, tigers to move, packed."""
        return unbarred_values(self.states(captured)) if self.remembers else self.layer(captured)[1].values

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

    def look_up(self, state: State) -> Judgement:
        record = state.record
        assert state.turn is not None
        if record.hand > 0:
            return Judgement(self._look_up_placement(state), None)
        value, distance = self._recall(state) if self.remembers else self._find(state)
        if value == Value.DRAW or record.peace + distance > PEACEFUL_TURNS:
            return Judgement(Value.DRAW, None)
        return Judgement(value, distance)

    def _find(self, state: State) -> tuple[Value, int]:
        record, side = state.record, state.turn
        assert side is not None
        table = self.layer(int(record.captured))[side]
        place = int(_find_position(numbered(self.game)[1], int(record.tigers), int(record.goats)))
        return VALUES[_read_value(table.values, place)], int(table.distances[place])

    def _recall(self, state: State) -> tuple[Value, int]:
        states = self.states(int(state.record.captured))
        finder, step_at = numbered(self.game)[1], steps_back(self.game).step_at
        place = int(_find_state(states.layer, states.firsts, finder, step_at, fields(state.record)))
        plies = int((states.goats if state.turn == GOATS else states.tigers)[place])
        return Value.DRAW if plies == 0 else Value.WIN if plies > 0 else Value.LOSS, abs(plies) - 1

    def _look_up_placement(self, state: State) -> Value:
        """Goats to move are in the table; if tigers are to move the answer is one ply further."""
        if state.turn == GOATS:
            record = state.record
            place = int(_find_in_rows(numbered(self.game)[1], int(record.tigers), int(record.goats)))
            return GOATS_VALUES[int(_read_value(self.rows(int(record.captured)), place))]
        after = (self.judge(state.apply(action)).value for action in state.actions())
        return max((OPPOSITE[value] for value in after), key=SCORES.__getitem__)

    def measures(self, state: State) -> bool:
        return bool(state.record.hand == 0)

    def is_kept(self, state: State) -> bool:
        return self.measures(state) or placement_file(self.game, int(state.record.captured)).is_file()

    def converts(self, before: State, after: State) -> bool:
        return bool(before.record.captured != after.record.captured)
