"""Validity checks of Bagh Chal's positions, with reasons."""

from __future__ import annotations

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.parts import checks
from naadam.core.texts import Texts
from naadam.games.bagh_chal import rules
from naadam.games.bagh_chal.board import Grid
from naadam.games.bagh_chal.rules import clauses
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_FOR_THE_BUCK,
    CAPTURES_TO_WIN,
    EXCHANGED,
    EXTRA,
    GOATS,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    TIGERS,
    Tables,
)

plain = PlainRules(rules)


TEXTS = Texts(__package__)
impossible = TEXTS.impossible


class Checks(checks.Checks):
    """Looks at positions on one board."""

    def __init__(self, grid: Grid, tables: Tables, pulijudam: bool) -> None:
        self.grid = grid
        self.tables = tables
        self.numbers = "BC-30" if pulijudam else "BC-2"  # the clause that says how many pieces there are

    def end(self, state: StateRecord) -> int:
        """The clause by which the position, with a seat to move, is over, or 0."""
        won = int(plain.end_of_game(self.tables, state, GOATS if state.waiting == 1 << GOATS else TIGERS))
        return won or (clauses.NO_CAPTURE_FOR_LONG if state.peace == PEACEFUL_TURNS else 0)

    def settle(self, state: StateRecord) -> None:
        if state.waiting != 0:
            side = int(state.waiting)
            state.ended = self.end(state)
            state.waiting = 0 if state.ended else side

    def check(self, state: StateRecord) -> None:
        self._check_pieces(state)
        self._check_turn(state)
        self._check_memory(state)
        if state.waiting != 0:
            if state.ended or self.end(state):
                raise impossible("over")
        else:
            self._check_end(state)

    def _check_pieces(self, state: StateRecord) -> None:
        grid, everything = self.grid, (1 << self.tables.points) - 1
        if (state.tigers | state.goats) & ~everything or state.tigers & state.goats:
            raise impossible("places")
        if int(state.tigers).bit_count() != len(grid.tigers):
            found = int(state.tigers).bit_count()
            raise impossible("tigers", wanted=len(grid.tigers), found=found, clause=self.numbers)
        if not 0 <= state.captured <= CAPTURES_TO_WIN:
            raise impossible("captured")
        goats = int(state.goats).bit_count() + (state.ended == clauses.BUCK_CAPTURED)  # the Buck has left the board
        if not 0 <= state.hand <= grid.goats or goats + state.hand + state.captured != grid.goats:
            counts = {"board": goats, "hand": int(state.hand), "captured": int(state.captured), "all": grid.goats}
            raise impossible("goats", **counts, clause=self.numbers)
        heroes = self.tables.alpha != NOWHERE
        if (state.alpha != NOWHERE) != heroes or (heroes and not self._on(state.tigers, state.alpha)):
            raise impossible("alpha")
        if state.buck != NOWHERE:
            if not 0 <= state.buck < self.tables.points:
                raise impossible("buck-place")
            if not heroes or state.captured < CAPTURES_FOR_THE_BUCK:
                raise impossible("buck-entry")
            if state.ended != clauses.BUCK_CAPTURED and not self._on(state.goats, state.buck):
                raise impossible("buck-place")

    def _on(self, pieces: int, point: int) -> bool:
        return 0 <= point < self.tables.points and bool(pieces >> point & 1)

    def _check_turn(self, state: StateRecord) -> None:
        if state.waiting not in (0, 1 << GOATS, 1 << TIGERS):
            raise impossible("turn")
        if not 0 <= state.peace <= PEACEFUL_TURNS or (state.hand > 0 and state.peace):
            raise impossible("peace")
        if not 0 <= state.quiet <= state.peace:
            raise impossible("quiet")
        if state.phase == EXTRA:
            waits = state.waiting == 1 << TIGERS and state.hand > 0 and state.alpha != NOWHERE
            if not waits or state.buck != NOWHERE or not plain.tiger_targets(self.tables, state, state.alpha):
                raise impossible("extra-move")
        elif state.phase == EXCHANGED:
            if state.waiting != 1 << GOATS or state.buck == NOWHERE:
                raise impossible("exchanged")
        elif state.phase != MAIN:
            raise impossible("stage")

    def _check_memory(self, state: StateRecord) -> None:
        for barred in (int(state.goats_barred), int(state.tigers_barred)):
            if barred == NOWHERE:
                continue
            if state.hand > 0 or not self.tables.memory:
                raise impossible("memory")
            if not 0 <= barred < self.tables.points**2:
                raise impossible("step")
            source, target = divmod(barred, self.tables.points)
            joined = self.tables.neighbours[source] >> target & 1
            jumped = barred == state.tigers_barred and self.tables.between[source, target] != NOWHERE
            if not (joined or (jumped and self.tables.alpha != NOWHERE)):
                raise impossible("step")
        if state.tigers_barred != NOWHERE and not self._on(
            state.tigers, int(state.tigers_barred) // self.tables.points
        ):
            raise impossible("step-end")

    def _check_end(self, state: StateRecord) -> None:
        ends = {plain.end_of_game(self.tables, state, seat) for seat in (GOATS, TIGERS)} - {0}
        if state.hand == 0:
            ends.add(clauses.THIRD_TIME)
        if state.peace == PEACEFUL_TURNS:
            ends.add(clauses.NO_CAPTURE_FOR_LONG)
        if state.ended not in ends:
            raise impossible("not-over", clause=f"BC-{state.ended}")
