"""Validity checks of Khan's positions, with reasons."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.core.parts import checks
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.khan import rules
from naadam.games.khan.board import Realm
from naadam.games.khan.derived import cards_in, derive
from naadam.games.khan.rules import clauses
from naadam.games.khan.rules.state import (
    ACTING,
    ANSWERING,
    ANY,
    BY_HAND,
    BY_LOT,
    CARD_WORD,
    CARDS,
    CHASING,
    CHOOSING,
    CONQUERING,
    DEALING,
    DISCARDING,
    DRAWING,
    EVERYWHERE,
    EXPLORE,
    FINAL,
    FORMS,
    HAND,
    LAST_RULER,
    MOST_SEATS,
    NOTHING,
    ORIENTATIONS,
    OVER,
    PENDING,
    PLACING,
    PORTRAIT,
    PRINTED,
    PROTECT,
    RIVER,
    RULERS,
    SETTING,
    SHAPES,
    SPREADING,
    SUPPORT,
    TILES,
    TURNING,
    USING,
    Tables,
)

plain = PlainRules(rules)

DERIVED = ("yurts", "free", "bridged", "owned", "held", "old_held", "stock", "territories")
BY_CHANCE = (SPREADING, CHOOSING, DEALING, TURNING, CHASING, DRAWING)
ACTIONS_IN = {ACTING: (1, 2), CHASING: (1, 2), ANSWERING: (1, 2), CONQUERING: (1, 2)}

TEXTS = Texts(__package__)
impossible, expect = TEXTS.impossible, TEXTS.expect


class Checks(checks.Checks):
    """Looks at states of one game."""

    def __init__(self, realm: Realm, tables: Tables, choices: int) -> None:
        self.realm = realm
        self.tables = tables
        self.choices = choices

    def check(self, state: StateRecord) -> None:
        expect(state.quiet == 0, "quiet")
        self._check_numbers(state)
        self._check_board(state)
        self._check_cards(state)
        again = state.copy()
        derive(self.realm, self.tables, again)
        expect(all((again[name] == state[name]).all() for name in DERIVED), "contradiction")
        self._check_rulers(state)
        self._check_specials(state)
        if state.phase <= DEALING:
            self._check_set_up(state)
        else:
            self._check_turn(state)
        self._check_waiting(state)

    # --- tiles, bridges and cards ---

    def _check_numbers(self, state: StateRecord) -> None:
        """Every number is one that can be used as an index."""
        seats = (1 << self.tables.seats) - 1
        for name, low, high in (
            ("phase", 0, OVER),
            ("mover", NOTHING, self.tables.seats - 1),
            ("actions", 0, 2),
            ("third", 0, 1),
            ("final", 0, FINAL),
            ("laid_count", 0, SHAPES),
            ("protecting", 0, seats),
            ("returned", 0, 3),
            ("chased", NOTHING, RULERS - 1),
            ("proposed", NOTHING, self.tables.cells * ORIENTATIONS - 1),
            ("asked", 0, seats),
            ("answered", 0, seats),
            ("agreed", 0, seats),
            ("refused", 0, seats),
            ("turned", NOTHING, CARDS - 1),
            ("fled_ruler", NOTHING, RULERS - 1),
            ("fled_from", NOTHING, self.tables.cells - 1),
            ("fled_to", NOTHING, self.tables.cells - 1),
            ("fled_card", NOTHING, CARDS - 1),
            ("viewer", 0, 0),
        ):
            expect(low <= state[name] <= high, "number", name=name, low=low, high=high)
        fled = [state.fled_ruler, state.fled_from, state.fled_card]
        expect(len({number == NOTHING for number in fled}) == 1, "flight")
        expect(state.fled_to == NOTHING or state.fled_ruler != NOTHING, "no-flight")
        for name, low, high in (
            ("ruler", NOTHING, self.tables.cells - 1),
            ("portrait", 0, PORTRAIT),
            ("laid", 0, self.tables.cells * ORIENTATIONS - 1),
            ("owners", 0, seats),
            ("supporting", 0, EVERYWHERE + 1),
            ("exploring", 0, FORMS),
        ):
            expect(all(low <= number <= high for number in state[name]), "number", name=name, low=low, high=high)

    def _check_board(self, state: StateRecord) -> None:
        """Every cell holds one thing at most, every shape lies where it may."""
        land = {cell for cell, ground in enumerate(self.realm.ground) if ground != RIVER}
        taken: set[int] = set()

        def take(cells: Iterable[int], key: str) -> None:
            for cell in cells:
                expect(cell in land and cell not in taken, key, cell=self.realm.names[cell])
                taken.add(cell)

        seats, on_board = self.tables.seats, self.realm.bit_board(range(self.tables.cells))
        for owner in range(ANY):
            words = state.yurts[owner]
            outside = any(int(word) & ~here for word, here in zip(words, on_board, strict=True))
            expect(not outside, "yurt-outside")
            expect(not seats <= owner < MOST_SEATS or not any(words), "seats", seats=seats)
            take(self.realm.cells_in(words), "yurt-place")
        take((int(cell) for cell in state.ruler if cell != NOTHING), "ruler-place")
        for number, (conquest, owners) in enumerate(zip(state.laid, state.owners, strict=True)):
            if number >= state.laid_count:
                expect(conquest == 0 and owners == 0, "behind-last")
                continue
            expect(owners, "owner")
            covered = self.realm.covered(int(conquest))
            anchor, orientation = divmod(int(conquest), ORIENTATIONS)
            expect(covered is not None, "shape-outside")
            assert covered is not None
            if orientation >= TILES:
                expect(self.realm.crossings[anchor] >> orientation - TILES & 1, "bridge")
                land |= {cell for cell in covered if self.realm.ground[cell] == RIVER}
            take(covered, "shape-place")
            land -= set(covered)

    def _check_cards(self, state: StateRecord) -> None:
        seats = self.tables.seats
        seen: set[int] = set()
        held: set[int] = set()
        for seat, words in (*enumerate(state.hand), (MOST_SEATS, state.discards)):
            expect(all(0 <= word < 1 << CARD_WORD for word in words), "cards")
            cards = set(cards_in(words))
            expect(not cards & seen, "card-twice")
            expect(not cards or seat < seats or seat == MOST_SEATS, "seats", seats=seats)
            expect(len(cards) <= HAND or seat == MOST_SEATS, "hand")
            held |= cards if seat < MOST_SEATS else set()
            seen |= cards
        expect(all(0 <= word < 1 << CARD_WORD for word in state.old), "cards")
        expect(set(cards_in(state.old)) <= held, "old")
        if state.phase in (DEALING, TURNING, CHASING, DRAWING):
            expect(len(seen) < CARDS, "pile")
        expect((state.stock >= 0).all(), "stock")

    def _check_rulers(self, state: StateRecord) -> None:
        gone = sum(cell == NOTHING for cell in state.ruler)
        by_hand = self.tables.rulers == BY_HAND
        if state.phase in (SPREADING, PLACING) or (by_hand and state.phase == CHOOSING):
            expect(state.ruler[RULERS - gone :].max(initial=NOTHING) == NOTHING, "one-by-one")
            expect(gone == RULERS if state.phase == CHOOSING else gone > 0, "one-by-one")
            expect((state.portrait == PORTRAIT).all(), "portraits")
            return
        expect(
            all((cell == NOTHING) == (left == 0) for cell, left in zip(state.ruler, state.portrait, strict=True)),
            "portrait",
        )
        if state.final:
            expect(gone == RULERS, "all-removed")
        else:
            expect(gone < LAST_RULER, "fifth-removed")

    def _check_specials(self, state: StateRecord) -> None:
        seats = self.tables.seats
        for seat in range(MOST_SEATS):
            cards, most = state.cards[seat], self.tables.specials if seat < seats else [0] * len(self.tables.specials)
            expect(all(0 <= left <= m for left, m in zip(cards, most, strict=True)), "specials")
            active = (state.protecting >> seat & 1, state.supporting[seat], state.exploring[seat])
            for special, used in zip((PROTECT, SUPPORT, EXPLORE), active, strict=True):
                expect(not used or (seat < seats and cards[special] < most[special]), "active")
        expect(int(state.protecting).bit_count() <= 1, "two-protections")
        supports = [int(region) for region in state.supporting if region]
        expect(len(set(supports)) == len(supports), "two-supports")
        everywhere = [region == EVERYWHERE + 1 for region in supports]
        expect(all(each == (seats < MOST_SEATS) for each in everywhere), "support")
        for form in range(FORMS):
            reserved = sum(int(each) == form + 1 for each in state.exploring)
            most = int(state.stock[form]) if seats == MOST_SEATS else min(1, int(state.stock[form]))
            expect(reserved <= most, "reserved")

    # --- decisions and the seats that make them ---

    def _check_set_up(self, state: StateRecord) -> None:
        tables, phase = self.tables, int(state.phase)
        seats = range(tables.seats)
        counts = [len(self.realm.cells_in(state.yurts[seat])) for seat in seats]
        empty = not any(state.yurts[MOST_SEATS]) and state.laid_count == 0 and not any(state.discards)
        kept = all((state.cards[seat] == tables.specials).all() for seat in seats)
        idle = not (state.actions or state.third or state.final or state.protecting or state.returned)
        idle = (
            idle and not (any(state.supporting) or any(state.exploring)) and state.turned == state.fled_ruler == NOTHING
        )
        expect(empty and kept and idle, "set-up")
        expect((state.portrait == PORTRAIT).all(), "portraits")
        expect(tables.rulers != PRINTED or (state.ruler == tables.start).all(), "start-cells")
        expect(tables.rulers == BY_LOT or phase != SPREADING, "no-spread")
        expect(tables.rulers == BY_HAND or phase != PLACING, "no-place")
        self._check_apart(state)
        expect((state.mover == NOTHING) == (phase in (SPREADING, CHOOSING)), "first")
        if phase in (SPREADING, CHOOSING, PLACING):
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
        if self.tables.rulers != BY_LOT:
            return
        others = state.copy()
        for ruler, cell in enumerate(state.ruler):
            others.ruler[ruler] = NOTHING
            if cell != NOTHING:
                expect(plain.keeps_away(self.tables, others, int(cell)), "apart")
        if state.phase == SPREADING:
            room = np.empty(self.tables.cells, np.int64)
            found = state.waiting == 1 << CHANCE and plain.chance(self.tables, state, room, np.empty(self.tables.cells))
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
            expect(plain.end_of_game(tables, state) != 0, "not-over")
        elif phase in (ACTING, USING, CONQUERING):
            count = plain.legal(tables, state, mover, np.empty(self.choices, np.int64))
            expect(count > (phase == USING), "skipped")

    def _check_proposal(self, state: StateRecord) -> None:
        tables, mover, conquest = self.tables, int(state.mover), int(state.proposed)
        expect(conquest != NOTHING and state.asked, "no-proposal")
        expect(plain.bar_conquest(tables, state, mover, conquest) == 0, "proposal")
        cell, orientation = divmod(conquest, ORIENTATIONS)
        needed = plain.judge(tables, state, mover, self.realm.spots[cell], int(tables.mask[orientation]))
        expect(state.asked == needed, "asked")
        expect(not state.answered & ~state.asked, "answered")
        expect(not state.agreed & ~state.answered, "agreed")
        expect(state.answered != state.asked, "all-answered")
        expect(state.waiting == state.asked & ~state.answered, "answering")
