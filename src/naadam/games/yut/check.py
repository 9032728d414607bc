"""Whether a state is one that a game of Yut can have: the checks of bytes, JSON and one-line positions."""

from __future__ import annotations

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.core.errors import PositionError
from naadam.core.seats import CHANCE
from naadam.games.yut.board import Track
from naadam.games.yut.rules.moves import can_use_any
from naadam.games.yut.rules.state import MOST_SIDES, MOST_STATIONS, MOST_THROWS, NOBODY, NOWHERE, THROWS, Tables

_can_use_any = plain(can_use_any)


class Checker:
    """Checks states of one game."""

    def __init__(self, track: Track, tables: Tables, two_posts: bool) -> None:
        self.tables = tables
        self.rim = sum(1 << station for station in track.sides[0].rim)
        self.two_ways = []  # of each side: the stations where the way a horse came can matter
        for side in range(tables.sides):
            courses = track.sides[side if two_posts else 0]
            first = 1 << courses.first if two_posts else 0
            self.two_ways.append(sum(1 << station for station in courses.astray) | first)

    def check(self, state: StateRecord) -> None:
        if state.quiet != 0:
            raise PositionError("in Yut no position counts as a repetition")
        self._check_horses(state)
        self._check_wild_horse(state)
        self._check_turn(state)

    def _check_horses(self, state: StateRecord) -> None:
        tables = self.tables
        everything = (1 << tables.stations) - 1
        taken = 0
        allowed = 0
        for side in range(MOST_SIDES):
            held, home, off = int(state.held[side]), int(state.home[side]), int(state.off[side])
            if side >= tables.sides:
                if held or home or off:
                    raise PositionError(f"there are only {tables.sides} sides")
                continue
            if held & ~everything or held & taken:
                raise PositionError("a horse stands beside the track, or on a rival's horse (YU-9)")
            taken |= held
            allowed |= held & self.two_ways[side]
            on = sum(int(state.stack[station]) for station in range(tables.stations) if held >> station & 1)
            if not (0 <= home <= tables.horses and 0 <= off <= tables.horses) or on + home + off != tables.horses:
                raise PositionError(f"a side has {tables.horses} horses on the track, home and off the board together")
        for station in range(MOST_STATIONS):
            count = int(state.stack[station])
            if (count > 0) != bool(taken >> station & 1) or not 0 <= count <= tables.tallest:
                raise PositionError(f"a stack has one to {tables.tallest} horses (YU-8, YU-32)")
        if taken & tables.hurdles:
            raise PositionError("nobody ever stands on a hurdle (YU-55)")
        if int(state.ways) & ~allowed:
            raise PositionError("the way a horse came matters only where YU-14 and YU-31 say so")

    def _check_wild_horse(self, state: StateRecord) -> None:
        tables, wild = self.tables, int(state.wild)
        if tables.wild == NOWHERE:
            if wild != NOWHERE or state.laps:
                raise PositionError("the Wild Horse runs only with its option (YU-40)")
            return
        good = 0 <= wild < tables.stations and self.rim >> wild & 1 and not tables.hurdles >> wild & 1
        if not good or not 0 <= state.laps <= 2:
            raise PositionError("the Wild Horse runs on the rim, beside the hurdles, twice round (YU-41, YU-44, YU-53)")
        if any(state.held[side] >> wild & 1 for side in range(tables.sides)):
            raise PositionError("no horse stands where the Wild Horse is (YU-42, YU-43)")

    def _check_turn(self, state: StateRecord) -> None:
        tables = self.tables
        complete = [side for side in range(tables.sides) if state.home[side] == tables.horses]
        counts = [int(state.pending) >> 2 * throw & 3 for throw in range(1, THROWS + 1)]
        if not 0 <= state.thrown <= THROWS or not 0 <= state.throws <= MOST_THROWS:
            raise PositionError("a turn has at most three throws of 1 to 5 (YU-3, YU-5)")
        if not 0 <= state.pending < 1 << 2 * THROWS + 2 or state.pending & 3 or sum(counts) > state.throws:
            raise PositionError("throws wait that were not thrown in this turn (YU-6)")
        if state.waiting == 0:
            by_44 = tables.wild != NOWHERE and state.laps == 2 and state.wild == tables.wild
            fits = {13: len(complete) == 1 and state.laps < 2, 44: by_44 and not complete}
            if not fits.get(int(state.ended), False):
                raise PositionError(f"the game is not over by YU-{state.ended} here")
            if state.mover != NOBODY or state.throws:
                raise PositionError("after the end nobody throws or moves")
            return
        if complete or state.laps == 2:
            raise PositionError("the game is over in this position, so nobody is to move (YU-13, YU-44)")
        if state.mover == NOBODY:
            self._check_draw(state)
        elif not 0 <= state.mover < tables.seats:
            raise PositionError("it is nobody's turn")
        elif state.waiting == 1 << CHANCE:
            self._check_throwing(state, counts)
        else:
            self._check_moving(state, counts)

    def _check_draw(self, state: StateRecord) -> None:
        moved = state.throws or state.thrown or state.laps or state.wild != self.tables.wild
        if state.waiting != 1 << CHANCE or moved or any(state.home) or any(state.held) or self.tables.begins != NOBODY:
            raise PositionError("the first player is drawn before anything else (YU-2)")

    def _check_throwing(self, state: StateRecord, counts: list[int]) -> None:
        """The throws before an extra one were 4 or 5, unless a move has caught something."""
        unmoved = state.throws == sum(counts)
        if state.throws == MOST_THROWS or (unmoved and sum(counts[3:]) != state.throws):
            raise PositionError("no throw is due here (YU-4, YU-5, YU-10)")

    def _check_moving(self, state: StateRecord, counts: list[int]) -> None:
        tables = self.tables
        if state.waiting != 1 << int(state.mover) or not sum(counts):
            raise PositionError("the player whose turn it is moves, with a throw that waits (YU-15)")
        if state.throws == sum(counts):
            extra = sum(counts[3:])
            due = extra >= MOST_THROWS - 1 if state.throws == MOST_THROWS else extra == state.throws - 1
            if not due:
                raise PositionError("so many throws cannot wait before the first move (YU-4)")
        if not _can_use_any(tables, state, int(state.mover) % tables.sides):
            raise PositionError("none of the waiting throws can be used, so the turn is over (YU-12)")
