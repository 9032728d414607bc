"""Validity checks of Hasami Shogi's positions, with reasons."""

from __future__ import annotations

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import checks
from naadam.core.texts import Texts
from naadam.games.hasami_shogi import rules
from naadam.games.hasami_shogi.rules import clauses
from naadam.games.hasami_shogi.rules.state import (
    ALL_FAR,
    ALL_NEAR,
    CELLS,
    GREEN,
    NOWHERE,
    PEACEFUL_TURNS,
    RED,
    Tables,
)

plain = PlainRules(rules)


TEXTS = Texts(__package__)
impossible = TEXTS.impossible


class Checks(checks.Checks):
    """Looks at positions of one variant."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def settle(self, state: StateRecord) -> None:
        if state.waiting != 0:
            state.ended = self._end(state)
            state.waiting = 0 if state.ended else state.waiting

    def check(self, state: StateRecord) -> None:
        state = fields(state)
        self._check_turn(state)
        self._check_pieces(state)
        self._check_shoguns(state)
        self._check_taken(state)
        self._check_end(state)

    def _check_turn(self, state: StateRecord) -> None:
        if state.turn not in (GREEN, RED) or state.waiting not in (0, 1 << state.turn):
            raise impossible("turn")
        if not 0 <= state.peace <= PEACEFUL_TURNS:
            raise impossible("peace", most=PEACEFUL_TURNS)
        if not 0 <= state.quiet <= state.peace:
            raise impossible("quiet")

    def _check_pieces(self, state: StateRecord) -> None:
        for near, far in zip((*state.near, state.taken_near), (*state.far, state.taken_far), strict=True):
            if not 0 <= near <= ALL_NEAR or not 0 <= far <= ALL_FAR:
                raise impossible("places")
        if state.near[GREEN] & state.near[RED] or state.far[GREEN] & state.far[RED]:
            raise impossible("places")
        for seat in (GREEN, RED):
            if plain.captured_by(self.tables, state, 1 - seat) < 0:
                raise impossible(f"pieces-{seat}", most=self.tables.pieces)
            camp_near, camp_far = self.tables.camp_near[1 - seat], self.tables.camp_far[1 - seat]
            if state.near[seat] & camp_near or state.far[seat] & camp_far:
                raise impossible(f"camp-{seat}")

    def _check_shoguns(self, state: StateRecord) -> None:
        for seat in (GREEN, RED):
            cell = int(state.shogun[seat])
            if cell == NOWHERE:
                if self.tables.shoguns[seat] != NOWHERE and plain.captured_by(self.tables, state, 1 - seat) == 0:
                    raise impossible(f"missing-{seat}")
            elif self.tables.shoguns[seat] == NOWHERE:
                raise impossible("shoguns")
            elif not 0 <= cell < CELLS or not plain.holds(int(state.near[seat]), int(state.far[seat]), cell):
                raise impossible(f"shogun-{seat}")

    def _check_taken(self, state: StateRecord) -> None:
        near, far = state.taken_near, state.taken_far
        taken = near.bit_count() + far.bit_count()
        if near & (state.near[GREEN] | state.near[RED]) or far & (state.far[GREEN] | state.far[RED]):
            raise impossible("taken")
        if taken and (state.peace or taken > plain.captured_by(self.tables, state, 1 - state.turn)):
            raise impossible("taken")

    def _check_end(self, state: StateRecord) -> None:
        loser = state.turn
        lined_up = not self.tables.war and plain.has_line(int(state.near[loser]))
        if lined_up or plain.captured_by(self.tables, state, loser) >= self.tables.captures:
            raise impossible(f"won-{loser}")
        clause = self._end(state)
        if state.waiting != 0:
            if state.ended or clause:
                raise impossible("over")
            return
        won = clause not in (0, clauses.NO_CAPTURE_FOR_LONG)
        if state.ended == 0 or state.ended not in ((clause,) if won else (clause, clauses.THIRD_TIME)):
            raise impossible("end")

    def _end(self, state: StateRecord) -> int:
        """The clause by which the position is over whatever was before it, or 0."""
        won = int(plain.end_of_game(self.tables, state))
        return won or (clauses.NO_CAPTURE_FOR_LONG if state.peace == PEACEFUL_TURNS else 0)
