"""A resolution does not depend on who sits where, keeps all pieces in order, and leaves nothing behind."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from yuan_random import draw_plans, draw_position

import naadam
from naadam.core.compiling import plain
from naadam.core.contract import StateRecord
from naadam.core.game import Game
from naadam.games.yuan.rules.resolution import resolve
from naadam.games.yuan.rules.state import ARMIES, MOST_ARMIES, SCRATCH_FIELDS
from naadam.games.yuan.tables import provinces_in

PIECES = ("held", "cities", "doubled", "wood", "stone", "temples", "armies", "raised")
ORDERS = ((0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0))

_resolve = plain(resolve)


def resolved(
    game: Game, record: StateRecord, plans: list[int], order: tuple[int, ...]
) -> tuple[StateRecord, list[tuple[Any, ...]]]:
    """The record after the plans of the clans, seated in this order, and the rows of events, sorted."""
    after = record.copy()
    for seat, clan in enumerate(order):
        after.clan[seat], after.chao[seat], after.plans[seat] = clan, record.chao[clan], plans[clan] + 1
    events = np.zeros((600, 4), np.int64)
    _resolve(game.rulebook.tables, after, events)
    return after, sorted(map(tuple, events[1 : 1 + events[0, 0]].tolist()))


@pytest.mark.parametrize("powers", [False, True])
@pytest.mark.rule("YN-27")
def test_seats_do_not_matter_and_pieces_stay_in_order(powers: bool) -> None:
    game = naadam.load("yuan", players=4, scenario="river-control", powers=powers, volcanoes=True)
    rng, clauses = random.Random(7), set()
    for _ in range(60):
        record = draw_position(game, rng)
        plans = draw_plans(game, record, rng)
        found = set()
        for order in ORDERS:
            after, events = resolved(game, record, plans, order)
            check_pieces(after)
            clauses |= {row[0] for row in events}
            purses = tuple(int(after.chao[order.index(clan)]) for clan in range(4))
            found.add((str(events), purses, *(after[name].tobytes() for name in PIECES)))
        assert len(found) == 1, [game.notation.format(record, 0, plan) for plan in plans]
    assert {25, 30, 31, 33, 35, 36, 38, 41, 45, 46, 50, 53, 54, 58, 60, 65, 66, 76} <= clauses


def check_pieces(record: StateRecord) -> None:
    held = [set(provinces_in(words)) for words in record.held]
    owned = set().union(*held)
    assert sum(map(len, held)) == len(owned)
    cities, doubled, wood, stone = (set(provinces_in(record[name])) for name in ("cities", "doubled", "wood", "stone"))
    assert cities <= owned
    assert doubled | wood | stone <= cities
    assert not wood & stone
    assert {province for province, armies in enumerate(record.armies) if armies} <= owned
    for clan, provinces in enumerate(held):
        armies = [int(record.armies[province]) for province in provinces]
        assert sum(armies) == record.raised[clan] <= ARMIES
        assert max(armies, default=0) <= MOST_ARMIES
    assert (record.chao >= 0).all()
    assert not any(record[name].any() for name in SCRATCH_FIELDS)
