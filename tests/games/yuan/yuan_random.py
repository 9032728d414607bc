"""Random positions and plans of Yuan, warlike enough that every step of a resolution has something to do."""

from __future__ import annotations

import random

import numpy as np

from naadam.core.contract import StateRecord
from naadam.core.game import Game
from naadam.games.yuan.rules.state import ARMIES, CODES, NOTHING, PLANNING, SPAN
from naadam.games.yuan.tables import provinces_in


def draw_position(game: Game, rng: random.Random) -> StateRecord:
    """Clans that have grown over a map of an imposed scenario, with cities, ramparts and armies; seat n has clan n."""
    tables, record = game.rulebook.tables, game.start().record.copy()
    record.phase, record.first, record.mover = PLANNING, NOTHING, NOTHING
    record.waiting = record.in_play = (1 << tables.seats) - 1
    record.turn = rng.randrange(2, 13)
    record.clan[: tables.seats] = range(tables.seats)
    record.chao[: tables.seats] = [rng.randrange(25) for _ in range(tables.seats)]
    owner: dict[int, int] = {}
    for clan in range(tables.seats):
        owner[rng.randrange(tables.provinces)] = clan
    for _ in range(int(tables.provinces * rng.uniform(0.4, 0.9))):
        home = rng.choice(list(owner))
        free = [province for province in provinces_in(record.reach[home]) if province not in owner]
        if free:
            owner[rng.choice(free)] = owner[home]
    for province, clan in owner.items():
        furnish(record, rng, province, clan)
    return record


def furnish(record: StateRecord, rng: random.Random, province: int, clan: int) -> None:
    word, bit = province // SPAN, 1 << province % SPAN
    record.held[clan, word] |= bit
    if rng.random() < 0.35:
        record.cities[word] |= bit
        record.doubled[word] |= bit * (rng.random() < 0.4)
        wall = rng.choice(("", "", "", "wood", "stone"))
        if wall:
            record[wall][word] |= bit
    if rng.random() < 0.4:
        record.armies[province] = min(rng.randrange(1, 4), ARMIES - int(record.raised[clan]))
        record.raised[clan] += record.armies[province]


def draw_plans(game: Game, record: StateRecord, rng: random.Random) -> list[int]:
    """A plan for each seat: a plausible one, or any for a random province, often the same for several."""
    plans: list[int] = []
    for seat in range(game.seats):
        actions = np.zeros(game.sizes.choices, np.int64)
        count = game.bound.legal(record, seat, actions)
        target = (
            (plans[0] - 1) // CODES if plans and rng.random() < 0.4 else rng.randrange(game.rulebook.tables.provinces)
        )
        there = [int(plan) for plan in actions[:count] if plan and (plan - 1) // CODES == target]
        if not there or rng.random() < 0.4:
            kept = game.bound.plausible(record, seat, np.array([rng.getrandbits(60)], np.int64), actions, count)
            there = actions[:kept].tolist()
        plans.append(rng.choice(there))
    return plans
