"""The tables of Khan that compiled rules read, made from a checked board."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from naadam.games.khan.board import COMPASS, ROUNDS_OF, SPECIALS_OF, Realm, fitting
from naadam.games.khan.orientations import is_straight
from naadam.games.khan.rules.state import (
    APART,
    CARDS,
    FIFTH,
    LANDSCAPES,
    MOST_SEATS,
    NOTHING,
    ORIENTATIONS,
    REACH,
    RIVER,
    RULERS,
    SPECIAL_ACTIONS,
    TILES,
    Tables,
)
from naadam.games.khan.weights import WEIGHT_SCHEMA


def has_room(realm: Realm) -> bool:
    """Whether eight rulers can stand as far apart as KH-12 says: on their own cells, or on the first that do."""
    places = [divmod(cell, realm.columns) for cell, ground in enumerate(realm.ground) if ground != RIVER]

    def apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= APART

    if all(apart(*pair) for pair in combinations([divmod(r.start, realm.columns) for r in realm.rulers], 2)):
        return True
    chosen: list[tuple[int, int]] = []
    for place in places:
        if all(apart(place, other) for other in chosen):
            chosen.append(place)
    return len(chosen) >= RULERS


def make_tables(realm: Realm, *, seats: int, rulers: int) -> Tables:
    cells = len(realm.names)
    land = [cell for cell in range(cells) if realm.ground[cell] != RIVER]
    river = [cell for cell in range(cells) if realm.ground[cell] == RIVER]
    ray = np.full((cells, len(COMPASS), REACH), NOTHING, np.int64)
    for cell in range(cells):
        row, column = divmod(cell, realm.columns)
        for direction, (x, y) in enumerate(COMPASS.values()):
            for step in range(1, REACH + 1):
                across, down = column + step * x, row + step * y
                if 0 <= across < realm.columns and 0 <= down < realm.rows:
                    ray[cell, direction, step - 1] = down * realm.columns + across
    conquer = cells + CARDS * cells + RULERS
    special = conquer + ORIENTATIONS * cells + cells + CARDS
    masks = [sum(1 << (16 * y + x + 4 if y < 4 else FIFTH) for x, y in o.look) for o in realm.orientations]

    def seen(column: int) -> int:
        return sum(1 << x + 4 for x in range(-4, 5) if 0 <= column + x < realm.columns)

    return Tables(
        seats=seats,
        columns=realm.columns,
        rows=realm.rows,
        cells=cells,
        rulers=rulers,
        rounds=ROUNDS_OF[seats],
        invade=cells,
        chase=cells + CARDS * cells,
        conquer=conquer,
        anywhere=conquer + ORIENTATIONS * cells,
        discard=special - CARDS,
        special=special,
        ruler=special + SPECIAL_ACTIONS,
        first=special + SPECIAL_ACTIONS + RULERS * cells,
        card=special + SPECIAL_ACTIONS + RULERS * cells + MOST_SEATS,
        land=np.array(realm.bit_board(land), np.int64),
        river=np.array(realm.bit_board(river), np.int64),
        fits=np.array([realm.bit_board(fitting(realm, landscape)) for landscape in range(LANDSCAPES)], np.int64),
        anchors=np.array(realm.bit_board(cell for cell in river if realm.crossings[cell]), np.int64),
        start=np.array([ruler.start for ruler in realm.rulers], np.int64),
        ray=ray,
        card_ruler=np.array([card[0] for card in realm.cards], np.int64),
        card_landscape=np.array([card[1] for card in realm.cards], np.int64),
        card_direction=np.array([card[2] for card in realm.cards], np.int64),
        specials=np.array(SPECIALS_OF[seats], np.int64),
        copies=np.array([form.copies for form in realm.forms], np.int64),
        values=np.array([form.value for form in realm.forms], np.int64),
        form=np.array([orientation.form for orientation in realm.orientations], np.int64),
        mask=np.array(masks, np.int64),
        sides=np.array([sum(seen(column) << 16 * row for row in range(4)) for column in range(16)], np.int64),
        skip=np.array(realm.skips, np.int64),
        crossings=np.array(realm.crossings, np.int64),
        straight=sum(is_straight(bridge.look) << place for place, bridge in enumerate(realm.orientations[TILES:])),
        weights=WEIGHT_SCHEMA.load(WEIGHT_SCHEMA.shipped),
        net=np.zeros(1, np.int16),
        learned=0.0,
    )


def count_conquests(realm: Realm) -> int:
    """How many conquests are possible on the board, whatever stands there."""
    dry = {cell for cell, ground in enumerate(realm.ground) if ground != RIVER}
    tiles = sum(
        (covered := realm.covered(cell * ORIENTATIONS + tile)) is not None and dry.issuperset(covered)
        for cell in dry
        for tile in range(TILES)
    )
    return tiles + sum(bits.bit_count() for bits in realm.crossings)
