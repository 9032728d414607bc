"""Validity checks of Conquest's positions, with reasons."""

from __future__ import annotations

from collections import Counter

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.errors import PositionError
from naadam.core.parts import checks
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.conquest import rules
from naadam.games.conquest.board import FORCE, KIND_NAMES, Atlas
from naadam.games.conquest.derived import derive
from naadam.games.conquest.positions import read_piece, write_piece
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.pieces import (
    PIECE_BITS,
    RESTED,
)
from naadam.games.conquest.rules.state import (
    CALM_START,
    CALM_TURNS,
    CHARIOT,
    CHOOSING,
    ELEPHANT,
    LAND,
    LAST_TWO,
    MOVING,
    NOTHING,
    OVER,
    SHIP,
    SOLDIER,
    Tables,
)

plain = PlainRules(rules)

FIGURES = sum(FORCE.values())
LAST_TURN = 999_999
DERIVED = ("figures", "own")
ALLIED_ENDS = (clauses.ALL_OTHERS_PINNED, clauses.CALM, clauses.OPPONENT_WIPED_OUT)  # CQ-97
SINGLE_ENDS = (
    clauses.LAST_TWO_TAKEN,
    clauses.ALL_OTHERS_PINNED,
    clauses.SINGLE_PIECE_LEFT,
    clauses.CALM,
    clauses.LAST_PIECE_EXCHANGED,
)

TEXTS = Texts(__package__)
impossible, expect = TEXTS.impossible, TEXTS.expect


class Checks(checks.Checks):
    """Looks at states of one game."""

    def __init__(self, atlas: Atlas, tables: Tables) -> None:
        self.atlas = atlas
        self.tables = tables

    def check(self, state: StateRecord) -> None:
        expect(state.quiet == 0, "quiet")
        self._check_numbers(state)
        self._check_pieces(state)
        again = state.copy()
        derive(self.tables, again)
        expect(all((again[name] == state[name]).all() for name in DERIVED), "contradiction")
        self._check_forces(state)
        if state.phase == CHOOSING:
            self._check_start(state)
        elif state.phase == OVER:
            self._check_over(state)
        else:
            self._check_turn(state)

    def settle(self, state: StateRecord) -> None:
        """CQ-70, CQ-71, CQ-97: a position in which these hold is over."""
        if state.phase != MOVING or not 0 <= state.mover < self.tables.seats:
            return
        seats = range(self.tables.seats)
        gone = [seat for seat in seats if state.figures[seat] == 0]
        if self.tables.friends and gone:
            plain.finish(state, clauses.OPPONENT_WIPED_OUT)
        elif any(state.taken[seat] >= LAST_TWO for seat in gone):
            plain.finish(state, clauses.LAST_TWO_TAKEN)
        elif plain.last_standing(self.tables, state, NOTHING, NOTHING, NOTHING, NOTHING, 0) != NOTHING:
            plain.finish(state, clauses.ALL_OTHERS_PINNED)

    # --- pieces on the board ---

    def _check_numbers(self, state: StateRecord) -> None:
        """Every number is one that can be used as an index, or counted on."""
        last = self.tables.seats - 1
        for name, low, high in (
            ("phase", CHOOSING, OVER),
            ("mover", NOTHING, last),
            ("turn", 1, LAST_TURN),
            ("first", NOTHING, last),
            ("loser", NOTHING, last),
            ("risked", 0, 1),
            ("target", NOTHING, self.tables.spaces - 1),
            ("victim", NOTHING, last),
            ("asked", NOTHING, last),
        ):
            expect(low <= state[name] <= high, "number", name=name, low=low, high=high)
        expect(0 <= state.spent <= plain.turn_points(self.tables, state), "points")
        most = FIGURES * self.tables.seats
        for name in ("eliminated", "taken"):
            expect(all(0 <= count <= most for count in state[name]), "number", name=name, low=0, high=most)
            expect(not any(state[name][self.tables.seats :]), "seats", seats=self.tables.seats)

    def _check_pieces(self, state: StateRecord) -> None:
        """Every piece stands where it can, and has a possible load."""
        grail = set(self.atlas.grail)
        expect(not any(state.pieces[self.tables.spaces :]), "behind-last")
        for space, piece in enumerate(state.pieces[: self.tables.spaces].tolist()):
            if piece == 0:
                continue
            name = self.atlas.names[space]
            known = (
                0 < piece < 1 << PIECE_BITS
                and 0 < plain.kind_of(piece) < len(KIND_NAMES)
                and plain.cargo_of(piece) < SHIP
            )
            expect(known, "piece", space=name)
            owner = plain.owner_of(piece)
            expect(owner < self.tables.seats, "seats", seats=self.tables.seats)
            expect(_is_sound(owner, piece), "piece", space=name)
            afloat = self.atlas.ground[space] != LAND
            expect(plain.is_vessel(piece) == afloat, "at-sea" if afloat else "on-land", space=name)
            heavy = plain.kind_of(piece) in (ELEPHANT, CHARIOT)
            expect(space not in grail or not heavy, "grail", space=name)
            rested = owner == state.mover or state.phase == OVER or piece & ~RESTED == 0
            expect(rested, "rested", space=name)

    def _check_forces(self, state: StateRecord) -> None:
        """CQ-1: the pieces of each kind are no more than at the start; vessels may have changed hands."""
        seats = self.tables.seats
        counts: list[Counter[int]] = [Counter() for _ in range(seats)]
        for piece in state.pieces[: self.tables.spaces].tolist():
            if piece:
                own = counts[plain.owner_of(piece)]
                own[plain.kind_of(piece)] += 1
                own[plain.cargo_of(piece)] += 1
                own[SOLDIER] += plain.soldiers_of(piece)
        for kind in range(SOLDIER, len(KIND_NAMES)):
            most = FORCE[KIND_NAMES[kind]]
            there = [own[kind] for own in counts]
            enough = sum(there) <= most * seats if kind >= SHIP else max(there) <= most
            expect(enough, "force", kind=TEXTS.get("pieces", KIND_NAMES[kind]), most=most)
        gone = FIGURES * seats - int(state.figures.sum())
        expect(int(state.eliminated.sum()) <= gone, "eliminated")

    # --- decisions and the seats that make them ---

    def _check_start(self, state: StateRecord) -> None:
        idle = state.mover == state.first == state.loser == state.target == state.victim == state.asked == NOTHING
        nothing = not (state.spent or state.calm or state.risked or state.ended or state.turn != 1)
        expect(idle and nothing and not any(state.eliminated) and not any(state.taken), "start")
        expect((state.pieces[: self.tables.spaces] == self.tables.setup).all(), "start")
        expect(state.waiting == 1 << CHANCE, "waiting")

    def _check_turn(self, state: StateRecord) -> None:
        tables, mover = self.tables, int(state.mover)
        expect(mover != NOTHING and state.first != NOTHING, "turn")
        expect(state.ended == 0, "ended")
        expect(state.figures[mover] > 0, "out")
        expect(state.taken[mover] == 0, "own-taken")
        expect(not plain.is_pinned(tables, state, mover), "pinned")
        self._check_calm(state)
        if state.phase == MOVING:
            expect(state.target == state.victim == state.asked == NOTHING, "no-window")
            expect(state.waiting == 1 << mover, "waiting")
        else:
            self._check_window(state)
        gone = [seat for seat in range(tables.seats) if state.figures[seat] == 0]
        over = (tables.friends and gone) or any(state.taken[seat] >= LAST_TWO for seat in gone)
        last = plain.last_standing(tables, state, NOTHING, NOTHING, NOTHING, NOTHING, 0)
        expect(not over and last == NOTHING, "over")

    def _check_calm(self, state: StateRecord) -> None:
        """CQ-73."""
        most = (CALM_START if state.loser == NOTHING else CALM_TURNS) - 1
        fewest = -1 if state.loser != NOTHING and plain.counted_player(self.tables, state) == state.mover else 0
        expect(fewest <= state.calm <= most, "calm", low=fewest, high=most)

    def _check_window(self, state: StateRecord) -> None:
        """A window is open where a piece of the mover can be answered."""
        tables, target, victim, asked = self.tables, int(state.target), int(state.victim), int(state.asked)
        expect(NOTHING not in (target, victim, asked), "window")
        taker = int(state.pieces[target])
        expect(taker != 0 and plain.owner_of(taker) == state.mover, "window-taker")
        friends = plain.is_friend(tables, victim, int(state.mover)), plain.is_friend(tables, asked, victim)
        expect(friends == (False, True), "window-asked")
        expect(state.taken[victim] > 0, "window-taken")
        left = plain.mover_points(tables, state)
        may = plain.may_answer(tables, state, asked, victim, left, NOTHING, NOTHING, NOTHING)
        expect(may and plain.has_exchange(tables, state, asked, target, taker, NOTHING), "no-exchange")
        expect(state.waiting == 1 << asked, "waiting")

    def _check_over(self, state: StateRecord) -> None:
        tables, ended = self.tables, int(state.ended)
        idle = state.target == state.victim == state.asked == NOTHING and state.waiting == 0
        expect(idle and state.first != NOTHING, "idle")
        expect(ended in (ALLIED_ENDS if tables.friends else SINGLE_ENDS), "ended")
        expect((state.mover != NOTHING) == (ended == clauses.LAST_TWO_TAKEN), "turn")
        expect(-1 <= state.calm <= CALM_START, "calm", low=-1, high=CALM_START)
        gone = [seat for seat in range(tables.seats) if state.figures[seat] == 0]
        last = plain.last_standing(tables, state, NOTHING, NOTHING, NOTHING, NOTHING, 0)
        holds = {
            clauses.LAST_TWO_TAKEN: any(state.taken[seat] >= LAST_TWO for seat in gone) and state.mover not in gone,
            clauses.ALL_OTHERS_PINNED: last != NOTHING,
            clauses.SINGLE_PIECE_LEFT: 1 in state.figures[: tables.seats],
            clauses.CALM: state.calm == (CALM_START if state.loser == NOTHING else CALM_TURNS),
            clauses.LAST_PIECE_EXCHANGED: bool(gone),
            clauses.OPPONENT_WIPED_OUT: bool(gone),
        }
        expect(holds[ended], "not-over", clause=f"CQ-{ended}")


def _is_sound(owner: int, piece: int) -> bool:
    """Whether a number is one of a piece: it is the same when it has been written and read."""
    try:
        return read_piece(owner, write_piece(piece)) == piece
    except PositionError:
        return False
