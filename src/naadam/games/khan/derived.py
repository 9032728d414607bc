"""Cards and cells as bits, and the fields of a state that follow from others."""

from __future__ import annotations

from naadam.core.compiled import plain
from naadam.core.contract import StateRecord
from naadam.games.khan.board import Realm
from naadam.games.khan.rules.conquer import measure
from naadam.games.khan.rules.state import ANY, CARD_WORD, CARDS, NOTHING, ORIENTATIONS, RIVER, WORDS, Tables

_measure = plain(measure)


def cards_in(words: object) -> list[int]:
    low, high = (int(word) for word in words)  # type: ignore[attr-defined]
    return [card for card in range(CARDS) if (high if card >= CARD_WORD else low) >> card % CARD_WORD & 1]


def card_words(cards: list[int]) -> list[int]:
    return [sum(1 << card % CARD_WORD for card in cards if card // CARD_WORD == word) for word in range(2)]


def cells_in(realm: Realm, words: object) -> list[int]:
    one = [int(word) for word in words]  # type: ignore[attr-defined]
    found = []
    for cell in range(len(realm.names)):
        row, column = divmod(cell, realm.columns)
        if one[row // 4] >> (row % 4 * 16 + column) & 1:
            found.append(cell)
    return found


def derive(realm: Realm, tables: Tables, state: StateRecord) -> None:
    """Write all fields that follow from others, whatever these are."""
    state.yurts[ANY] = [int(a | b | c | d | e) for a, b, c, d, e in zip(*state.yurts[:ANY], strict=True)]
    state.bridged[:] = 0
    state.owned[:] = 0
    state.territories[:] = 0
    state.stock[:] = tables.copies
    taken = [int(word) for word in state.yurts[ANY]]
    for conquest, owners in zip(state.laid[: state.laid_count], state.owners, strict=False):
        state.stock[tables.form[conquest % ORIENTATIONS]] -= 1
        for cell in realm.covered(int(conquest)) or ():
            row, column = divmod(cell, realm.columns)
            word, bit = row // 4, 1 << (row % 4 * 16 + column)
            taken[word] |= bit
            if realm.ground[cell] == RIVER:
                state.bridged[word] |= bit
            for seat in range(tables.seats):
                if owners >> seat & 1:
                    state.owned[seat, word] |= bit
    for cell in state.ruler:
        if cell != NOTHING:
            row, column = divmod(int(cell), realm.columns)
            taken[row // 4] |= 1 << (row % 4 * 16 + column)
    for word in range(WORDS):
        state.free[word] = int(tables.land[word]) & ~taken[word]
    for seat in range(tables.seats):
        _measure(tables, state, seat)
        state.held[seat] = sum(int(word).bit_count() for word in state.hand[seat])
        state.old_held[seat] = sum(int(h & o).bit_count() for h, o in zip(state.hand[seat], state.old, strict=True))
