"""Validity checks of Yut's positions, with reasons."""

from __future__ import annotations

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import checks
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.yut import rules
from naadam.games.yut.board import Track
from naadam.games.yut.rules import clauses
from naadam.games.yut.rules.state import LAPS, MOST_SIDES, MOST_STATIONS, MOST_THROWS, NOBODY, NOWHERE, THROWS, Tables

plain = PlainRules(rules)


TEXTS = Texts(__package__)
impossible = TEXTS.impossible


class Checks(checks.Checks):
    """Looks at positions on one track."""

    def __init__(self, track: Track, tables: Tables, two_posts: bool) -> None:
        self.tables = tables
        self.rim = sum(1 << station for station in track.sides[0].rim)
        self.two_ways = [track.courses(side, two_posts).two_ways(two_posts) for side in range(tables.sides)]

    def check(self, state: StateRecord) -> None:
        state = fields(state)
        if state.quiet != 0:
            raise impossible("quiet")
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
                    raise impossible("sides", sides=tables.sides)
                continue
            if held & ~everything or held & taken:
                raise impossible("places")
            taken |= held
            allowed |= held & self.two_ways[side]
            on = sum(int(state.stack[station]) for station in range(tables.stations) if held >> station & 1)
            if not (0 <= home <= tables.horses and 0 <= off <= tables.horses) or on + home + off != tables.horses:
                raise impossible(f"horses-{side}", all=tables.horses)
        for station in range(MOST_STATIONS):
            count = int(state.stack[station])
            if (count > 0) != bool(taken >> station & 1) or not 0 <= count <= tables.tallest:
                raise impossible("stack", most=tables.tallest)
        if taken & tables.hurdles:
            raise impossible("hurdle")
        if state.ways & ~allowed:
            raise impossible("ways")

    def _check_wild_horse(self, state: StateRecord) -> None:
        tables, wild = self.tables, state.wild
        if tables.wild == NOWHERE:
            if wild != NOWHERE or state.laps:
                raise impossible("wild")
            return
        good = 0 <= wild < tables.stations and self.rim >> wild & 1 and not tables.hurdles >> wild & 1
        if not good or not 0 <= state.laps <= LAPS:
            raise impossible("wild-place")
        if any(state.held[side] >> wild & 1 for side in range(tables.sides)):
            raise impossible("wild-alone")

    def _check_turn(self, state: StateRecord) -> None:
        tables = self.tables
        complete = [side for side in range(tables.sides) if state.home[side] == tables.horses]
        counts = [state.pending >> 2 * throw & 3 for throw in range(1, THROWS + 1)]
        if not 0 <= state.thrown <= THROWS or not 0 <= state.throws <= MOST_THROWS:
            raise impossible("throws")
        if not 0 <= state.pending < 1 << 2 * THROWS + 2 or state.pending & 3 or sum(counts) > state.throws:
            raise impossible("waiting")
        if state.waiting == 0:
            came_back = tables.wild != NOWHERE and state.laps == LAPS and state.wild == tables.wild
            fits = {
                clauses.ALL_HOME: len(complete) == 1 and state.laps < LAPS,
                clauses.WILD_HORSE_BACK: came_back and not complete,
            }
            if not fits.get(state.ended, False):
                raise impossible("not-over", clause=f"YU-{state.ended}")
            if state.mover != NOBODY or state.throws:
                raise impossible("after-end")
            return
        if complete or state.laps == LAPS:
            raise impossible("over")
        if state.mover == NOBODY:
            self._check_draw(state)
        elif not 0 <= state.mover < tables.seats:
            raise impossible("turn")
        elif state.waiting == 1 << CHANCE:
            self._check_throwing(state, counts)
        else:
            self._check_moving(state, counts)

    def _check_draw(self, state: StateRecord) -> None:
        moved = state.throws or state.thrown or state.laps or state.wild != self.tables.wild
        if state.waiting != 1 << CHANCE or moved or any(state.home) or any(state.held) or self.tables.begins != NOBODY:
            raise impossible("draw")

    def _check_throwing(self, state: StateRecord, counts: list[int]) -> None:
        """The throws before an extra one were 4 or 5, unless a move has caught something."""
        unmoved = state.throws == sum(counts)
        if state.throws == MOST_THROWS or (unmoved and sum(counts[3:]) != state.throws):
            raise impossible("no-throw")

    def _check_moving(self, state: StateRecord, counts: list[int]) -> None:
        tables = self.tables
        if state.waiting != 1 << state.mover or not sum(counts):
            raise impossible("no-waiting")
        if state.throws == sum(counts):
            extra = sum(counts[3:])
            due = extra >= MOST_THROWS - 1 if state.throws == MOST_THROWS else extra == state.throws - 1
            if not due:
                raise impossible("many-waiting")
        if not plain.can_use_any(tables, state, state.mover % tables.sides):
            raise impossible("useless")
