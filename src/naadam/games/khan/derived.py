"""Cards as bits, and the fields of a state that follow from others."""

from __future__ import annotations

from collections.abc import Iterable

from naadam.core.compiling import PlainRules
from naadam.core.contract import StateRecord
from naadam.games.khan import rules
from naadam.games.khan.board import Realm
from naadam.games.khan.rules.state import ANY, CARD_WORD, CARDS, NOTHING, ORIENTATIONS, RIVER, WORDS, Tables
from naadam.kit.bits import numbers_in, words_of

plain = PlainRules(rules)


def cards_in(words: Iterable[int]) -> list[int]:
    return numbers_in(words, CARD_WORD)


def card_words(cards: list[int]) -> list[int]:
    return words_of(cards, CARD_WORD, CARDS // CARD_WORD)


def derive(realm: Realm, tables: Tables, state: StateRecord) -> None:
    """Write all fields that follow from others, whatever these are."""
    state.yurts[ANY] = [int(a | b | c | d | e) for a, b, c, d, e in zip(*state.yurts[:ANY], strict=True)]
    state.owned[:] = 0
    state.territories[:] = 0
    state.stock[:] = tables.copies
    laid: set[int] = set()
    for conquest, owners in zip(state.laid[: state.laid_count], state.owners, strict=False):
        state.stock[tables.form[conquest % ORIENTATIONS]] -= 1
        covered = realm.covered(int(conquest)) or ()
        laid.update(covered)
        for seat in range(tables.seats):
            if owners >> seat & 1:
                state.owned[seat] |= realm.bit_board(covered)
    state.bridged[:] = realm.bit_board(cell for cell in laid if realm.ground[cell] == RIVER)
    blocked = realm.bit_board(laid | {int(cell) for cell in state.ruler if cell != NOTHING})
    for word in range(WORDS):
        state.free[word] = int(tables.land[word]) & ~int(state.yurts[ANY, word]) & ~blocked[word]
    for seat in range(tables.seats):
        plain.measure(tables, state, seat)
        state.held[seat] = sum(int(word).bit_count() for word in state.hand[seat])
        state.old_held[seat] = sum(int(h & o).bit_count() for h, o in zip(state.hand[seat], state.old, strict=True))
