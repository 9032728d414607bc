"""Tables of Jarmo on disk: their list, file names, and lookups for probes."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from naadam.core.compiling import fields, plain
from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.core.state import Action, State
from naadam.games.jarmo.board import Grid
from naadam.games.jarmo.rules.state import BLUE, GREEN, MAIN, PEACEFUL_TURNS, STEPS_IN_A_ROW
from naadam.solve.jarmo.kernels import DRAW, read_value
from naadam.solve.jarmo.numbering import Numbers, make_numbers, make_shapes, order_points, place_of
from naadam.solve.jarmo.signatures import Group, Side, Signature, list_groups
from naadam.solve.probe import Entry, Rated, Tablebase, Value
from naadam.solve.table_files import open_table, solved_folder

MOST_SOLDIERS, MOST_POINTS = 5, 25  # those of Jarmo's own board, which takes 13 GB of memory
VALUES = (Value.DRAW, Value.WIN, Value.LOSS)
BY_SIGN = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}
ENDLESS = 255  # more plies than any way to a conversion

_place_of = plain(place_of)
_read_value = plain(read_value)


def check_solvable(game: Game) -> None:
    """SpecError unless the game is Jarmo itself, on a board that is small enough."""
    options = game.options
    if game.name != "jarmo" or options["variant"] != "jarmo" or options["golden"] or options["remote_camps"]:
        raise SpecError(f"{game.spec} cannot be solved: only Jarmo itself, without golden soldiers and remote camps")
    grid: Grid = game.rulebook.grid  # type: ignore[attr-defined]
    if len(grid.camps[GREEN]) > MOST_SOLDIERS or len(grid.names) > MOST_POINTS:
        raise SpecError(f"{game.spec} is too large to be solved")


def groups_of(game: Game) -> tuple[Group, ...]:
    grid: Grid = game.rulebook.grid  # type: ignore[attr-defined]
    soldiers = len(grid.camps[GREEN])
    return list_groups(soldiers, len(grid.names) - 2 * soldiers)


def numbers_of(game: Game) -> Numbers:
    return make_numbers(game.rulebook.grid)  # type: ignore[attr-defined]


def folder_of(game: Game) -> Path:
    """Where the tables of a game are kept; other boards have other folders."""
    return solved_folder() / f"{game.name}-{game.board_hash}"


def group_file(game: Game, number: int, kind: str) -> Path:
    return folder_of(game) / f"group-{number}.{kind}"


def kinds_of(group: Group) -> tuple[str, ...]:
    """The files of a group, the one that is written last at the end."""
    return ("distances", "values") if len(group.members) == 1 else ("rounds", "distances", "values")


@functools.lru_cache(maxsize=4)
def places_of(game: Game) -> dict[Signature, tuple[Group, int]]:
    """The group of each signature, and its place in it."""
    return {member: (group, place) for group in groups_of(game) for place, member in enumerate(group.members)}


@functools.lru_cache(maxsize=4)
def _points_of(game: Game) -> tuple[int, ...]:
    return tuple(order_points(game.rulebook.grid))  # type: ignore[attr-defined]


def signature_of(game: Game, record: Any) -> Signature:
    """The signature of a position before a move."""
    sides = []
    for seat in (GREEN, BLUE):
        own, camp = int(record.tops[seat]), int(game.rulebook.tables.camps[1 - seat])
        guards = (own & int(record.guards)).bit_count()
        inside = (own & camp).bit_count()
        outside = own.bit_count() - inside
        sides.append(Side(outside - guards, guards, inside, int(record.captured[seat]), int(record.hand[seat])))
    return Signature(*sides)


def renumber(game: Game, mask: int) -> int:
    """A set of the board's points as one of the points of the numbering."""
    return sum(1 << number for number, point in enumerate(_points_of(game)) if mask >> point & 1)


def plies_to_the_end_of_a_row(state: State) -> int:
    """The fewest plies in which steps back and forth can end the game (JA-12).

    In four plies of them the position comes back, which a side that forces a conversion does not let happen.
    """
    side = state.turn
    assert side is not None
    own, other = (STEPS_IN_A_ROW - int(state.record.row[seat]) for seat in (side, 1 - side))
    return max(2 * own - 1, 2 * other)


class Found(NamedTuple):
    """The entries of a position in the tables."""

    value: Value
    plies: int  # to the next conversion, 0 where the value is that of endless play
    group: int
    stage: tuple[int, int]  # the round in which it was found, and the place of the signature in its group
    endless: int  # 1 if play without an end wins for the side to move, -1 if it loses, 0 if it is drawn
    alone: bool  # whether nothing leads back to the signature once it has been left


class JarmoTable(Tablebase):
    """All groups of signatures that have been solved on this machine, looked up in files by memory map.

    The turns without progress so far are taken into account (JA-14), and steps back and forth (JA-12): where these
    could end the game soon, the next plies are played.
    """

    def __init__(self, game: Game) -> None:
        check_solvable(game)
        self.game = game
        self._files: dict[tuple[int, str], list[Any]] = {}
        self._shapes: dict[Signature, Any] = {}
        self.read(0, "values")

    def read(self, number: int, kind: str) -> list[Any]:
        """The arrays of a group: of each member the one with green to move, then the one with blue to move."""
        if (number, kind) not in self._files:
            file = group_file(self.game, number, kind)
            if not file.is_file():
                spec = self.game.spec
                raise TableError(f"this part of {spec} is not solved on this machine: `naadam solve {spec}` does it")
            self._files[number, kind] = open_table(file, self.game)[1]
        return self._files[number, kind]

    def find(self, state: State) -> Found:
        """The entries of a position before a move; TableError if it is in no file."""
        record, side = fields(state.record), state.turn
        assert side is not None
        signature = signature_of(self.game, record)
        if signature not in places_of(self.game):
            raise TableError(f"{self.game.spec}: no game comes to these numbers of soldiers")
        group, number = places_of(self.game)[signature]
        if signature not in self._shapes:
            numbers = numbers_of(self.game)
            self._shapes[signature] = make_shapes([signature], numbers.camp, numbers.field)
        masks = (renumber(self.game, int(mask)) for mask in (*record.tops, record.guards))
        place = int(_place_of(numbers_of(self.game), self._shapes[signature], 0, *masks))
        at = 2 * number + side
        value = int(_read_value(self.read(group.number, "values")[at], place))
        alone = len(group.members) == 1
        stage = 0 if alone or value == DRAW else int(self.read(group.number, "rounds")[at][place])
        plies = int(self.read(group.number, "distances")[at][place])
        endless = signature.sign * (1 if side == GREEN else -1)
        return Found(VALUES[value], plies, group.number, (stage, number), endless, alone)

    def look_up(self, state: State) -> Entry:
        if state.record.phase != MAIN:
            return self._look_ahead(state)
        found, left = self.find(state), PEACEFUL_TURNS - int(state.record.peace)
        scored = BY_SIGN[found.endless]
        if found.value != scored and plies_to_the_end_of_a_row(state) < STEPS_IN_A_ROW:
            return self._look_ahead(state)
        if found.plies <= left:
            return Entry(found.value, found.plies if found.plies and found.value != Value.DRAW else None)
        # the conversion would come after the end by JA-14
        if found.value in (Value.DRAW, scored) or (found.alone and scored == Value.DRAW):
            return Entry(scored, None)
        raise TableError(f"{self.game.spec}: the tables do not know positions so near to the end by JA-14")

    def _look_ahead(self, state: State) -> Entry:
        best = max((self._rate(state, action) for action in state.actions()), key=lambda rated: rated.rank)
        return Entry(best.value, best.distance)

    def _rate(self, state: State, action: Action) -> Rated:
        rated = super()._rate(state, action)
        return replace(rated, order=self._order(state, state.apply(action), rated))

    def _order(self, before: State, after: State, rated: Rated) -> tuple[int, ...]:
        """How an action compares with others of the same value: the larger the better.

        The winner goes to earlier groups and stages, and in a stage the quickest way to the next conversion.
        """
        if after.outcome is None and after.record.phase != MAIN:
            return (
                max((self._rate(after, action) for action in after.actions()), key=lambda each: each.rank).order or ()
            )
        if rated.value == Value.DRAW:
            return self._order_of_draw(before, after)
        key = (-1, 0, 0, 0)
        if after.outcome is None:
            found = self.find(after)
            key = (found.group, *found.stage, found.plies or ENDLESS)
        return key if rated.value == Value.LOSS else tuple(-part for part in key)

    def _order_of_draw(self, before: State, after: State) -> tuple[int, ...]:
        """Where endless play wins for one side, the other one makes haste to draw."""
        if before.record.phase != MAIN:
            return ()
        endless = self.find(before).endless
        plies = 1 if after.outcome is not None or self.converts(before, after) else 1 + self.find(after).plies
        return (endless * plies,)

    def converts(self, before: State, after: State) -> bool:
        return bool(after.record.phase != MAIN) or signature_of(self.game, before.record) != signature_of(
            self.game, after.record
        )
