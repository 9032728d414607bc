"""Whether what is to be decided in a state of Khan, and by whom, can come up in a game."""

from __future__ import annotations

import numpy as np

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.core.seats import CHANCE
from naadam.games.khan.board import Realm
from naadam.games.khan.derived import cells_in
from naadam.games.khan.reasons import expect
from naadam.games.khan.rules import clauses
from naadam.games.khan.rules.chase import keeps_away
from naadam.games.khan.rules.conquer import bar_conquest, judge
from naadam.games.khan.rules.ends import end_of_game
from naadam.games.khan.rules.moves import chance, legal
from naadam.games.khan.rules.state import (
    ACTING,
    ANSWERING,
    CHASING,
    CHOOSING,
    CONQUERING,
    DEALING,
    DISCARDING,
    DRAWING,
    FINAL,
    HAND,
    MOST_SEATS,
    NOTHING,
    ORIENTATIONS,
    OVER,
    PENDING,
    PORTRAIT,
    SETTING,
    SPREADING,
    TURNING,
    USING,
    Tables,
    spot_of,
)

_bar_conquest, _chance, _judge, _keeps_away = plain(bar_conquest), plain(chance), plain(judge), plain(keeps_away)
_end_of_game, _legal, _spot_of = plain(end_of_game), plain(legal), plain(spot_of)
BY_CHANCE = (SPREADING, CHOOSING, DEALING, TURNING, CHASING, DRAWING)
ACTIONS_IN = {ACTING: (1, 2), CHASING: (1, 2), ANSWERING: (1, 2), CONQUERING: (1, 2)}


class TurnChecker:
    """Checks set-up and turns of one game."""

    def __init__(self, realm: Realm, tables: Tables, choices: int) -> None:
        self.realm = realm
        self.tables = tables
        self.choices = choices

    def check(self, state: StateRecord) -> None:
        if state.phase <= DEALING:
            self._check_set_up(state)
        else:
            self._check_turn(state)
        self._check_waiting(state)

    def _check_set_up(self, state: StateRecord) -> None:
        tables, phase = self.tables, int(state.phase)
        seats = range(tables.seats)
        counts = [len(cells_in(self.realm, state.yurts[seat])) for seat in seats]
        empty = not any(state.yurts[MOST_SEATS]) and state.laid_count == 0 and not any(state.discards)
        kept = all((state.cards[seat] == tables.specials).all() for seat in seats)
        idle = not (state.actions or state.third or state.final or state.protecting or state.returned)
        idle = idle and not (any(state.supporting) or any(state.exploring)) and state.turned == state.fled_ruler == -1
        expect(empty and kept and idle, "set-up")
        expect(phase == SPREADING or (state.portrait == PORTRAIT).all(), "portraits")
        expect(tables.spread or (state.ruler == tables.start).all(), "start-cells")
        expect(tables.spread or phase != SPREADING, "no-spread")
        self._check_apart(state)
        expect((state.mover == NOTHING) == (phase in (SPREADING, CHOOSING)), "first")
        if phase in (SPREADING, CHOOSING):
            expect(not any(counts) and not any(state.held), "rulers-first")
        elif phase == SETTING:
            order = [counts[(int(state.mover) + ahead) % tables.seats] for ahead in seats]
            steps = sorted(order) == order and order[-1] - order[0] <= 1
            expect(steps and order[0] < tables.rounds and not any(state.held), "set-in-turn")
        else:
            held = [int(state.held[(int(state.mover) + ahead) % tables.seats]) for ahead in seats]
            rest = sorted(held[1:])
            expect(counts == [tables.rounds] * tables.seats, "deal-after")
            good = held[0] < HAND and rest == held[1:] and set(rest) <= {0, HAND}
            expect(good, "deal-in-turn")

    def _check_apart(self, state: StateRecord) -> None:
        if not self.tables.spread:
            return
        others = state.copy()
        for ruler, cell in enumerate(state.ruler):
            others.ruler[ruler] = NOTHING
            if cell != NOTHING:
                expect(_keeps_away(self.tables, others, int(cell)), "apart")
        if state.phase == SPREADING:
            room = np.empty(self.tables.cells, np.int64)
            found = state.waiting == 1 << CHANCE and _chance(self.tables, state, room, np.empty(self.tables.cells))
            expect(found, "no-room")

    def _check_turn(self, state: StateRecord) -> None:
        tables, phase, mover = self.tables, int(state.phase), int(state.mover)
        expect((mover == NOTHING) == (phase == OVER), "turn")
        expect(int(state.actions) in ACTIONS_IN.get(phase, (0,)), "actions")
        own = int(state.held[mover]) if phase != OVER else HAND
        others = [int(state.held[seat]) for seat in range(tables.seats) if seat != mover]
        expect(others == [HAND] * len(others), "others-hand")
        in_step_2 = phase in (ACTING, CHASING, ANSWERING)
        fewest = HAND if phase in (TURNING, CONQUERING, OVER) or state.final == FINAL else 0
        fewest = HAND - 2 + int(state.actions) if in_step_2 and not state.third and state.final != FINAL else fewest
        most = HAND - 1 if phase == DRAWING else HAND
        expect(max(fewest, int(phase == DISCARDING)) <= own <= most, "own-hand")
        final = {TURNING: (0,), CHASING: (0,), CONQUERING: (FINAL,), OVER: (FINAL,), ANSWERING: (0, PENDING, FINAL)}
        expect(int(state.final) in final.get(phase, (0, PENDING)), "final")
        expect(not state.third or (in_step_2 and state.actions == 1 and state.final < FINAL), "third")
        behind = phase == USING or state.third
        expect(not state.returned or behind, "taken-back")
        if phase != DRAWING and phase != OVER:
            expect(not state.exploring[mover], "explored")
            lying = state.protecting >> mover & 1 or state.supporting[mover]
            expect(not lying or not (behind or state.final == FINAL), "lying")
        expect((state.chased != NOTHING) == (phase == CHASING), "named")
        if phase == CHASING:
            expect(state.ruler[state.chased] != NOTHING, "named-removed")
        asking = not state.refused or (phase in (ACTING, ANSWERING, CONQUERING) and not state.refused >> mover & 1)
        expect(asking, "refused")

    def _check_waiting(self, state: StateRecord) -> None:
        tables, phase, mover = self.tables, int(state.phase), int(state.mover)
        proposal = (state.proposed, state.asked, state.answered, state.agreed)
        if phase == ANSWERING:
            self._check_proposal(state)
        else:
            expect(proposal == (NOTHING, 0, 0, 0), "no-asking")
            expect(not state.refused or phase > DEALING, "refused")
            by_chance = 1 << CHANCE
            wanted = 0 if phase == OVER else by_chance if phase in BY_CHANCE else 1 << mover
            expect(state.waiting == wanted, "waiting")
        expect(state.ended == (clauses.NOBODY_CAN_CONQUER if phase == OVER else 0), "ended")
        if phase == OVER:
            expect(_end_of_game(tables, state) != 0, "not-over")
        elif phase in (ACTING, USING, CONQUERING):
            count = _legal(tables, state, mover, np.empty(self.choices, np.int64))
            expect(count > (phase == USING), "skipped")

    def _check_proposal(self, state: StateRecord) -> None:
        tables, mover, conquest = self.tables, int(state.mover), int(state.proposed)
        expect(conquest != NOTHING and state.asked, "no-proposal")
        expect(_bar_conquest(tables, state, mover, conquest) == 0, "proposal")
        cell, orientation = divmod(conquest, ORIENTATIONS)
        spot = int(_spot_of(tables, cell))
        needed = _judge(tables, state, mover, spot, int(tables.mask[orientation]))
        expect(state.asked == needed, "asked")
        expect(not state.answered & ~state.asked, "answered")
        expect(not state.agreed & ~state.answered, "agreed")
        expect(state.answered != state.asked, "all-answered")
        expect(state.waiting == state.asked & ~state.answered, "answering")
