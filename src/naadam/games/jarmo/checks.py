"""Validity checks of Jarmo's positions, with reasons."""

from __future__ import annotations

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import checks
from naadam.core.texts import Texts
from naadam.games.jarmo import rules
from naadam.games.jarmo.rules import clauses
from naadam.games.jarmo.rules.state import (
    BLUE,
    CAMPS,
    GREEN,
    JASYR,
    LEGENDARY,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    PLAIN,
    RECOVERY,
    STEPS_IN_A_ROW,
    Tables,
)

plain = PlainRules(rules)


SEATS = (GREEN, BLUE)
TEXTS = Texts(__package__)
impossible = TEXTS.impossible


class Checks(checks.Checks):
    """Looks at positions on one board."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def end(self, state: StateRecord) -> int:
        """The clause by which a position with a seat to move is over, or 0; who won by JA-30, it does not say."""
        return int(plain.end_of_game(self.tables, state, int(state.waiting) - 1, False))

    def settle(self, state: StateRecord) -> None:
        if state.waiting in (1 << GREEN, 1 << BLUE) and state.phase == MAIN:
            clause = self.end(state)
            if clause:
                state.winner = plain.winner_by(self.tables, state, clause, 2 - int(state.waiting))
                state.ended, state.waiting = clause, 0

    def check(self, state: StateRecord) -> None:
        state = fields(state)
        self._check_soldiers(state)
        for seat in SEATS:
            self._check_golden(state, seat)
            self._check_count(state, seat)
            self._check_row(state, seat)
        self._check_turn(state)
        if state.waiting == 0:
            self._check_end(state)
            return
        mover = 2 - state.waiting  # the seat that made the turn before
        over = state.phase == MAIN and (self.end(state) or plain.nobody_left(state, mover))
        if over or state.ended or state.winner != NOWHERE:
            raise impossible("over")

    def _check_soldiers(self, state: StateRecord) -> None:
        everywhere = (1 << self.tables.points) - 1
        green, blue = int(state.tops[GREEN]), int(state.tops[BLUE])
        if (green | blue) & ~everywhere or green & blue or state.guards & ~(green | blue):
            raise impossible("places")
        inside = (green & self.tables.camps[BLUE]) | (blue & self.tables.camps[GREEN])
        if self.tables.variant != LEGENDARY and state.guards & inside:
            raise impossible("guard")
        if state.markers not in (0, self.tables.markers):
            raise impossible("markers")

    def _check_golden(self, state: StateRecord, seat: int) -> None:
        point, depth = int(state.golden[seat]), int(state.depth[seat])
        if point == NOWHERE:
            if depth:
                raise impossible("golden-place")
            return
        if self.tables.golden[seat] == NOWHERE:
            raise impossible("golden")
        if not 0 <= point < self.tables.points or not 0 <= depth <= 2:
            raise impossible("golden-place")
        rival = int(state.depth[1 - seat]) if state.golden[1 - seat] == point else NOWHERE
        tops = (int(state.tops[GREEN]) | int(state.tops[BLUE])) >> point & 1
        if depth == 0:
            if not state.tops[seat] >> point & 1:
                raise impossible("golden-place")
        elif not tops or (depth == 2 and rival != 1) or (depth == 1 and rival == 1):
            raise impossible("golden-below")
        elif self.tables.camps[1 - seat] >> point & 1:
            raise impossible("golden-camp")

    def _check_count(self, state: StateRecord, seat: int) -> None:
        hand, captured = int(state.hand[seat]), int(state.captured[seat])
        lost = self.tables.golden[seat] != NOWHERE and state.golden[seat] == NOWHERE
        board = int(state.tops[seat]).bit_count() + (state.depth[seat] > 0)
        if not (0 <= hand <= self.tables.soldiers and 0 <= captured <= self.tables.soldiers):
            raise impossible("counts", most=self.tables.soldiers)
        if board + hand + captured + lost != self.tables.soldiers:
            raise impossible(
                f"soldiers-{seat}", board=board, hand=hand, captured=captured, all=self.tables.soldiers - lost
            )

    def _check_row(self, state: StateRecord, seat: int) -> None:
        last, row = int(state.last[seat]), int(state.row[seat])
        if last == NOWHERE:
            if row:
                raise impossible("no-row")
            return
        if not 0 <= last < self.tables.points**2 or not 1 <= row <= STEPS_IN_A_ROW:
            raise impossible("row-length", most=STEPS_IN_A_ROW)
        source, target = divmod(last, self.tables.points)
        there, back = self.tables.ways[seat, source] >> target & 1, self.tables.ways[seat, target] >> source & 1
        if not there or self.tables.camps[1 - seat] >> target & 1 or (row > 1 and not back):
            raise impossible("step")
        if state.waiting == 2 - seat and state.phase == MAIN and not state.tops[seat] >> target & 1:
            raise impossible("step-end")

    def _check_turn(self, state: StateRecord) -> None:
        if state.waiting not in (0, 1 << GREEN, 1 << BLUE):
            raise impossible("turn")
        if not 0 <= state.peace <= PEACEFUL_TURNS:
            raise impossible("peace", most=PEACEFUL_TURNS)
        if state.quiet:
            raise impossible("quiet")
        if state.phase == MAIN:
            return
        seat = state.waiting - 1
        if state.phase not in (RECOVERY, CAMPS) or seat < 0 or plain.nobody_left(state, seat):
            raise impossible("stage")
        if state.phase == CAMPS and not plain.may_redeploy(self.tables, state, seat):
            raise impossible("camps")
        if state.phase == RECOVERY:
            inside = state.tops[seat] & self.tables.camps[1 - seat] & ~state.guards
            if self.tables.variant == JASYR or not inside or not state.captured[seat] or state.peace or state.row[seat]:
                raise impossible("recovery")

    def _check_end(self, state: StateRecord) -> None:
        ended, winner = state.ended, state.winner
        if winner not in (NOWHERE, GREEN, BLUE) or state.phase != MAIN:
            raise impossible("winner")
        beaten = [seat for seat in SEATS if plain.nobody_left(state, seat)]
        arrived = [seat for seat in SEATS if plain.all_arrived(self.tables, state, seat)]
        fits = {
            clauses.NOBODY_CAN_ACT: not any(plain.can_act(self.tables, state, seat) for seat in SEATS),
            clauses.ALL_ARRIVED: self.tables.variant == PLAIN and bool(arrived),
            clauses.ALL_CAPTURED: len(beaten) == 1,
            clauses.BACK_AND_FORTH: list(state.row) == [STEPS_IN_A_ROW] * 2,
            clauses.NO_PROGRESS_FOR_LONG: state.peace == PEACEFUL_TURNS,
            clauses.LAST_ARRIVED: self.tables.variant != PLAIN and winner in arrived,
        }
        if not fits.get(ended, False) or (beaten and ended != clauses.ALL_CAPTURED):
            raise impossible("not-over", clause=f"JA-{ended}")
        mover = 1 - beaten[0] if ended == clauses.ALL_CAPTURED else winner
        if winner != plain.winner_by(self.tables, state, ended, mover):
            raise impossible("other-winner", clause=f"JA-{ended}")
