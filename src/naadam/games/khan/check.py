"""Whether a state is one that a game of Khan can have: the checks of bytes, JSON and one-line positions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.core.errors import PositionError
from naadam.core.seats import CHANCE
from naadam.games.khan.board import Realm
from naadam.games.khan.positions import cards_in, cells_in, derive
from naadam.games.khan.rules.chase import keeps_away
from naadam.games.khan.rules.conquer import bar_conquest, judge, next_conquest
from naadam.games.khan.rules.legal import chance, legal
from naadam.games.khan.rules.state import (
    ACTING,
    ANSWERING,
    ANY,
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
    SETTING,
    SHAPES,
    SPREADING,
    SUPPORT,
    TILES,
    TURNING,
    USING,
    Tables,
    spot_of,
)
from naadam.games.khan.rules.turns import FINAL, PENDING

_bar_conquest, _chance, _judge, _keeps_away = plain(bar_conquest), plain(chance), plain(judge), plain(keeps_away)
_legal, _next_conquest, _spot_of = plain(legal), plain(next_conquest), plain(spot_of)
DERIVED = ("yurts", "free", "bridged", "owned", "held", "old_held", "stock", "territories")
BY_CHANCE = (SPREADING, CHOOSING, DEALING, TURNING, CHASING, DRAWING)
ACTIONS_IN = {ACTING: (1, 2), CHASING: (1, 2), ANSWERING: (1, 2), CONQUERING: (1, 2)}


def expect(holds: object, problem: str) -> None:
    if not holds:
        raise PositionError(problem)


class Checker:
    """Checks states of one game."""

    def __init__(self, realm: Realm, tables: Tables, choices: int) -> None:
        self.realm = realm
        self.tables = tables
        self.choices = choices

    def check(self, state: StateRecord) -> None:
        expect(state.quiet == 0, "in Khan no position counts as a repetition")
        self._check_numbers(state)
        self._check_board(state)
        self._check_cards(state)
        again = state.copy()
        derive(self.realm, self.tables, again)
        expect(all((again[name] == state[name]).all() for name in DERIVED), "the fields contradict each other")
        self._check_rulers(state)
        self._check_specials(state)
        if state.phase <= DEALING:
            self._check_set_up(state)
        else:
            self._check_turn(state)
        self._check_waiting(state)

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
            expect(low <= state[name] <= high, f"{name} is a number from {low} to {high}")
        fled = [state.fled_ruler, state.fled_from, state.fled_card]
        expect(len({number == NOTHING for number in fled}) == 1, "a flight has a ruler, a cell it left and a card")
        expect(state.fled_to == NOTHING or state.fled_ruler != NOTHING, "nobody has fled")
        for name, low, high in (
            ("ruler", NOTHING, self.tables.cells - 1),
            ("portrait", 0, PORTRAIT),
            ("laid", 0, self.tables.cells * ORIENTATIONS - 1),
            ("owners", 0, seats),
            ("supporting", 0, EVERYWHERE + 1),
            ("exploring", 0, FORMS),
        ):
            expect(all(low <= number <= high for number in state[name]), f"{name} has numbers from {low} to {high}")

    def _check_board(self, state: StateRecord) -> None:
        """Every cell holds one thing at most, every shape lies where it may."""
        land = {cell for cell, ground in enumerate(self.realm.ground) if ground != RIVER}
        taken: set[int] = set()

        def take(cells: Iterable[int], problem: str) -> None:
            for cell in cells:
                expect(cell in land and cell not in taken, f"{self.realm.names[cell]}: {problem}")
                taken.add(cell)

        on_board = [0, 0, 0]
        for cell in range(self.tables.cells):
            spot = int(_spot_of(self.tables, cell))
            on_board[spot >> 6] |= 1 << (spot & 63)
        for owner in range(ANY):
            words = state.yurts[owner]
            outside = any(int(word) & ~here for word, here in zip(words, on_board, strict=True))
            expect(not outside, "a yurt stands outside the board (KH-32)")
            expect(not self.tables.seats <= owner < MOST_SEATS or not any(words), "there is no such player")
            take(cells_in(self.realm, words), "a yurt stands on a land cell, alone (KH-23, KH-32)")
        take((int(cell) for cell in state.ruler if cell != NOTHING), "a ruler stands on a land cell, alone (KH-23)")
        for number, (conquest, owners) in enumerate(zip(state.laid, state.owners, strict=True)):
            if number >= state.laid_count:
                expect(conquest == 0 and owners == 0, "there are shapes behind the last")
                continue
            expect(owners, "every shape has an owner (KH-39)")
            covered = self.realm.covered(int(conquest))
            anchor, orientation = divmod(int(conquest), ORIENTATIONS)
            expect(covered is not None, "a shape lies on the board (KH-36)")
            assert covered is not None
            if orientation >= TILES:
                expect(self.realm.crossings[anchor] >> orientation - TILES & 1, "a bridge crosses the river (KH-37)")
                land |= {cell for cell in covered if self.realm.ground[cell] == RIVER}
            take(covered, "a shape lies where nothing else is (KH-36, KH-37)")
            land -= set(covered)

    def _check_cards(self, state: StateRecord) -> None:
        seen: set[int] = set()
        held: set[int] = set()
        for seat, words in (*enumerate(state.hand), (MOST_SEATS, state.discards)):
            expect(all(0 <= word < 1 << CARD_WORD for word in words), "there are no such cards (KH-4)")
            cards = set(cards_in(words))
            expect(not cards & seen, "a card is in two places")
            expect(not cards or seat < self.tables.seats or seat == MOST_SEATS, "there is no such player")
            expect(len(cards) <= HAND or seat == MOST_SEATS, "a hand has four cards at most (KH-15)")
            held |= cards if seat < MOST_SEATS else set()
            seen |= cards
        expect(all(0 <= word < 1 << CARD_WORD for word in state.old), "there are no such cards (KH-4)")
        expect(set(cards_in(state.old)) <= held, "only cards of a hand are older than the last shuffle")
        if state.phase in (DEALING, TURNING, CHASING, DRAWING):
            expect(len(seen) < CARDS, "with no card left the discards have become the pile (KH-15)")
        expect((state.stock >= 0).all(), "there are not so many shapes of a form (KH-5, KH-6)")

    def _check_rulers(self, state: StateRecord) -> None:
        gone = sum(cell == NOTHING for cell in state.ruler)
        if state.phase == SPREADING:
            expect(state.ruler[RULERS - gone :].max(initial=NOTHING) == NOTHING, "rulers come one by one (KH-12)")
            expect((state.portrait == PORTRAIT).all(), "five yurts stand beside every portrait (KH-10)")
            return
        expect(
            all((cell == NOTHING) == (left == 0) for cell, left in zip(state.ruler, state.portrait, strict=True)),
            "beside the portrait of a ruler on the board there is a yurt, beside the others none (KH-26, KH-27)",
        )
        if state.final:
            expect(gone == RULERS, "all rulers leave the board when the fifth is removed (KH-60)")
        else:
            expect(gone < LAST_RULER, "the fifth ruler is removed: the final phase is due (KH-60)")

    def _check_specials(self, state: StateRecord) -> None:
        seats = self.tables.seats
        for seat in range(MOST_SEATS):
            cards, most = state.cards[seat], self.tables.specials if seat < seats else [0] * len(self.tables.specials)
            expect(all(0 <= left <= m for left, m in zip(cards, most, strict=True)), "special cards left (KH-11)")
            active = (state.protecting >> seat & 1, state.supporting[seat], state.exploring[seat])
            for special, used in zip((PROTECT, SUPPORT, EXPLORE), active, strict=True):
                expect(not used or (seat < seats and cards[special] < most[special]), "an active card is used (KH-11)")
        expect(int(state.protecting).bit_count() <= 1, "one Protection is active at most (KH-50)")
        supports = [int(region) for region in state.supporting if region]
        expect(len(set(supports)) == len(supports), "nobody protects what another does (KH-52, KH-53)")
        everywhere = [region == EVERYWHERE + 1 for region in supports]
        expect(all(each == (seats < MOST_SEATS) for each in everywhere), "what Support protects (KH-51, KH-53)")
        for form in range(FORMS):
            reserved = sum(int(each) == form + 1 for each in state.exploring)
            most = int(state.stock[form]) if seats == MOST_SEATS else min(1, int(state.stock[form]))
            expect(reserved <= most, "an available shape is reserved (KH-54, KH-55)")

    def _check_set_up(self, state: StateRecord) -> None:
        tables, phase = self.tables, int(state.phase)
        seats = range(tables.seats)
        counts = [len(cells_in(self.realm, state.yurts[seat])) for seat in seats]
        empty = not any(state.yurts[MOST_SEATS]) and state.laid_count == 0 and not any(state.discards)
        kept = all((state.cards[seat] == tables.specials).all() for seat in seats)
        idle = not (state.actions or state.third or state.final or state.protecting or state.returned)
        idle = idle and not (any(state.supporting) or any(state.exploring)) and state.turned == state.fled_ruler == -1
        expect(empty and kept and idle, "before the first turn there are only yurts of the players and rulers")
        expect(phase == SPREADING or (state.portrait == PORTRAIT).all(), "five yurts stand beside portraits (KH-10)")
        expect(tables.spread or (state.ruler == tables.start).all(), "the rulers stand on their start cells (KH-12)")
        expect(tables.spread or phase != SPREADING, "the rulers are spread only with that option (KH-12)")
        self._check_apart(state)
        expect((state.mover == NOTHING) == (phase in (SPREADING, CHOOSING)), "whose turn it is (KH-13)")
        if phase in (SPREADING, CHOOSING):
            expect(not any(counts) and not any(state.held), "first the rulers, then who begins (KH-12, KH-13)")
        elif phase == SETTING:
            order = [counts[(int(state.mover) + ahead) % tables.seats] for ahead in seats]
            steps = sorted(order) == order and order[-1] - order[0] <= 1
            expect(steps and order[0] < tables.rounds and not any(state.held), "yurts are set in turn (KH-14)")
        else:
            held = [int(state.held[(int(state.mover) + ahead) % tables.seats]) for ahead in seats]
            rest = sorted(held[1:])
            expect(counts == [tables.rounds] * tables.seats, "cards are dealt when all yurts are set (KH-15)")
            good = held[0] < HAND and rest == held[1:] and set(rest) <= {0, HAND}
            expect(good, "four cards are dealt to each player in turn (KH-15)")

    def _check_apart(self, state: StateRecord) -> None:
        if not self.tables.spread:
            return
        others = state.copy()
        for ruler, cell in enumerate(state.ruler):
            others.ruler[ruler] = NOTHING
            if cell != NOTHING:
                expect(_keeps_away(self.tables, others, int(cell)), "rulers stand three steps apart (KH-12)")
        if state.phase == SPREADING:
            room = np.empty(self.tables.cells, np.int64)
            found = state.waiting == 1 << CHANCE and _chance(self.tables, state, room, np.empty(self.tables.cells))
            expect(found, "there is a cell for the next ruler (KH-12)")

    def _check_turn(self, state: StateRecord) -> None:
        tables, phase, mover = self.tables, int(state.phase), int(state.mover)
        expect((mover == NOTHING) == (phase == OVER), "it is somebody's turn until the game is over")
        expect(int(state.actions) in ACTIONS_IN.get(phase, (0,)), "so many actions are not to be taken now (KH-30)")
        own = int(state.held[mover]) if phase != OVER else HAND
        others = [int(state.held[seat]) for seat in range(tables.seats) if seat != mover]
        expect(others == [HAND] * len(others), "whoever is not to move has four cards (KH-57)")
        in_step_2 = phase in (ACTING, CHASING, ANSWERING)
        fewest = HAND if phase in (TURNING, CONQUERING, OVER) or state.final == FINAL else 0
        fewest = HAND - 2 + int(state.actions) if in_step_2 and not state.third and state.final != FINAL else fewest
        most = HAND - 1 if phase == DRAWING else HAND
        expect(max(fewest, int(phase == DISCARDING)) <= own <= most, "the player has too few or too many cards (KH-57)")
        final = {TURNING: (0,), CHASING: (0,), CONQUERING: (FINAL,), OVER: (FINAL,), ANSWERING: (0, PENDING, FINAL)}
        expect(int(state.final) in final.get(phase, (0, PENDING)), "the final phase (KH-60 to KH-63)")
        expect(not state.third or (in_step_2 and state.actions == 1 and state.final < FINAL), "third action (KH-47)")
        behind = phase == USING or state.third
        expect(not state.returned or behind, "special cards are taken back in step 3 (KH-45)")
        if phase != DRAWING and phase != OVER:
            expect(not state.exploring[mover], "the own exploration is over (KH-56)")
            lying = state.protecting >> mover & 1 or state.supporting[mover]
            expect(not lying or not (behind or state.final == FINAL), "the own card is taken back (KH-45, KH-64)")
        expect((state.chased != NOTHING) == (phase == CHASING), "a ruler is named for a chase (KH-33)")
        if phase == CHASING:
            expect(state.ruler[state.chased] != NOTHING, "the ruler named is on the board (KH-33)")
        asking = not state.refused or (phase in (ACTING, ANSWERING, CONQUERING) and not state.refused >> mover & 1)
        expect(asking, "nobody has refused anything (KH-42)")

    def _check_waiting(self, state: StateRecord) -> None:
        tables, phase, mover = self.tables, int(state.phase), int(state.mover)
        proposal = (state.proposed, state.asked, state.answered, state.agreed)
        if phase == ANSWERING:
            self._check_proposal(state)
        else:
            expect(proposal == (NOTHING, 0, 0, 0), "nobody is asked for agreement (KH-42)")
            expect(not state.refused or phase > DEALING, "nobody has refused anything (KH-42)")
            by_chance = 1 << CHANCE
            wanted = 0 if phase == OVER else by_chance if phase in BY_CHANCE else 1 << mover
            expect(state.waiting == wanted, "somebody else is to decide (KH-20)")
        expect(state.ended == (65 if phase == OVER else 0), "a game ends by KH-65")
        if phase == OVER:
            forms = (1 << FORMS) - 1 & sum((int(left) > 0) << form for form, left in enumerate(state.stock))
            over = _next_conquest(tables, state, NOTHING, forms, 0) == NOTHING
            expect(over, "somebody can still conquer (KH-65)")
        elif phase in (ACTING, USING, CONQUERING):
            count = _legal(tables, state, mover, np.empty(self.choices, np.int64))
            expect(count > (phase == USING), "nothing can be done, so it is skipped (KH-30, KH-46, KH-63)")

    def _check_proposal(self, state: StateRecord) -> None:
        tables, mover, conquest = self.tables, int(state.mover), int(state.proposed)
        expect(conquest != NOTHING and state.asked, "there is no proposal (KH-42)")
        expect(_bar_conquest(tables, state, mover, conquest) == 0, "nothing like this can be proposed (KH-42)")
        cell, orientation = divmod(conquest, ORIENTATIONS)
        spot = int(_spot_of(tables, cell))
        needed = _judge(tables, state, mover, spot, int(tables.mask[orientation]))
        expect(state.asked == needed, "others have to be asked (KH-42)")
        expect(not state.answered & ~state.asked, "somebody has answered who was not asked (KH-42)")
        expect(not state.agreed & ~state.answered, "somebody has agreed who did not answer (KH-42)")
        expect(state.answered != state.asked, "all have answered (KH-42)")
        expect(state.waiting == state.asked & ~state.answered, "those asked have to answer (KH-42)")
