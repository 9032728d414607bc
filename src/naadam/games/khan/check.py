"""Whether a state is one that a game of Khan can have: the checks of bytes, JSON and one-line positions."""

from __future__ import annotations

from collections.abc import Iterable

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.games.khan.board import Realm
from naadam.games.khan.check_turns import TurnChecker
from naadam.games.khan.derived import cards_in, cells_in, derive
from naadam.games.khan.reasons import expect
from naadam.games.khan.rules.state import (
    ANY,
    CARD_WORD,
    CARDS,
    CHASING,
    DEALING,
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
    PORTRAIT,
    PROTECT,
    RIVER,
    RULERS,
    SHAPES,
    SPREADING,
    SUPPORT,
    TILES,
    TURNING,
    Tables,
    spot_of,
)

_spot_of = plain(spot_of)
DERIVED = ("yurts", "free", "bridged", "owned", "held", "old_held", "stock", "territories")


class Checker:
    """Checks states of one game."""

    def __init__(self, realm: Realm, tables: Tables, choices: int) -> None:
        self.realm = realm
        self.tables = tables
        self.turns = TurnChecker(realm, tables, choices)

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
        self.turns.check(state)

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

        seats, on_board = self.tables.seats, [0, 0, 0]
        for cell in range(self.tables.cells):
            spot = int(_spot_of(self.tables, cell))
            on_board[spot >> 6] |= 1 << (spot & 63)
        for owner in range(ANY):
            words = state.yurts[owner]
            outside = any(int(word) & ~here for word, here in zip(words, on_board, strict=True))
            expect(not outside, "yurt-outside")
            expect(not seats <= owner < MOST_SEATS or not any(words), "seats", seats=seats)
            take(cells_in(self.realm, words), "yurt-place")
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
        if state.phase == SPREADING:
            expect(state.ruler[RULERS - gone :].max(initial=NOTHING) == NOTHING, "one-by-one")
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
