"""Yuan against the independent slow implementation, which was written from the clauses alone.

`NAADAM_YUAN_GAMES` is how many more whole games are played side by side with each set of options, and how many
thousand plan sets more are resolved (0).
"""

from __future__ import annotations

import os
import random
from collections import Counter

import numpy as np
import pytest
from yuan import BOOK, CHANCE, Options, Yuan
from yuan_map import Book
from yuan_positions import DENSE, DENSE_FILE, random_game, random_options, random_plans, scatter
from yuan_resolution import Row

import naadam
from naadam.core.compiling import plain
from naadam.core.compiling.compiled import COMPILING
from naadam.games.yuan.rules.resolution import resolve

MORE_GAMES = int(os.environ.get("NAADAM_YUAN_GAMES", "0"))
MAPS = 100 + 100 * MORE_GAMES if COMPILING else 20
PLAN_SETS = 10 if COMPILING else 5  # on each map
MOST_EVENTS = 600
SEEDS = range(1 + MORE_GAMES)

_resolve = plain(resolve)

VARIANTS = [
    Options(2),
    Options(2, "free", auction=True, powers=True),
    Options(3, "crossing-the-waters", auction=True, powers=True, volcanoes=True),
    Options(3, "free", volcanoes=True, wheel="short"),
    Options(4, "river-control", powers=True, volcanoes=True),
    Options(4, "river-control", auction=True, capitals="random"),
    Options(4, "free", powers=True, capitals="random"),
    Options(5, "free"),
    Options(5, "general-conflict", powers=True),
    Options(6, powers=True),
    Options(7, volcanoes=True),
    Options(8, auction=True, powers=True, volcanoes=True),
]
PLAYED = VARIANTS if COMPILING else [VARIANTS[number] for number in (1, 2, 4, 11)]

# Clauses with the number of their row where it says something else, that a run has to meet.
MET = {
    "25", "30", "31 0", "31 1", "33", "35 0", "35 1", "36 2", "37 1", "37 2", "38", "40", "41", "43 0", "43 1",
    "45 0", "45 1", "45 2", "45 3", "46", "47 0", "47 1", "49 0", "49 1", "50", "51", "52", "53", "54",
    "55 0", "55 1", "56", "58", "60", "65 2", "65 6", "66", "70", "71", "72", "76", "80", "81",
}  # fmt: skip


def load(options: Options, book: Book = BOOK) -> naadam.Game:
    return naadam.load(
        "yuan",
        board="yuan" if book is BOOK else str(DENSE_FILE),
        players=options.players,
        scenario=options.scenario,
        auction=options.auction,
        powers=options.powers,
        volcanoes=options.volcanoes,
        capitals=options.capitals,
        wheel=options.wheel,
    )


def steps_of(events: list[Row]) -> list[list[Row]]:
    """The rows of each step, sorted."""
    steps: list[list[Row]] = []
    for row in events:
        if row[0] == 27:
            steps.append([])
        steps[-1].append(row)
    return [sorted(step) for step in steps]


def events_of(state: naadam.State, seat: int, plan: str) -> list[Row]:
    """The events of the resolution that follows the last missing plan, which is `plan` of `seat`."""
    record = state.record.copy()
    record.plans[seat] = 1 + state.game.notation.parse(record, plan).action
    rows = np.zeros((MOST_EVENTS, 4), np.int64)
    _resolve(state.game.rulebook.tables, record, rows)
    return [(clause, clan, province, number) for clause, clan, province, number in rows[1 : 1 + rows[0, 0]].tolist()]


def assert_same(state: naadam.State, game: Yuan) -> None:
    """Check that the waiting seats, position, legal actions and chance outcomes are the same."""
    assert state.waiting == game.waiting
    assert state.position == game.position()
    for seat in game.waiting:
        if seat == CHANCE:
            outcomes = game.legal(CHANCE)
            expected = {outcome: pytest.approx(1 / len(outcomes)) for outcome in outcomes}
            assert {str(action): chance for action, chance in state.chance()} == expected
        elif game.phase != "plan" or seat == game.waiting[0]:
            assert {str(action) for action in state.actions(seat)} == game.legal(seat)


# --- plan sets ---


def test_plans_on_random_maps_are_resolved_the_same_way() -> None:
    rng = random.Random(1)
    met: Counter[str] = Counter()
    for number in range(MAPS):
        book = DENSE if number % 2 else BOOK
        options = random_options(rng, rng.choice((4, 5, 6)) if book is DENSE else None)
        product, game = load(options, book), random_game(rng, options, book)
        for _ in range(PLAN_SETS):
            scatter(rng, game)
            met.update(compare_resolution(product, game, random_plans(rng, game), rng))
    if COMPILING:
        assert not MET - met.keys(), met


def compare_resolution(product: naadam.Game, game: Yuan, plans: list[str], rng: random.Random) -> set[str]:
    """Resolve a plan set with both; return the situations met."""
    text = game.position()
    state = product.position(text)
    order = rng.sample(list(game.seats), game.players)
    for seat in order[:-1]:
        state = state.apply(plans[seat], seat)
    told = events_of(state, order[-1], plans[order[-1]])
    state = state.apply(plans[order[-1]], order[-1])
    for seat in game.seats:
        game.take(seat, plans[seat])
    try:
        assert steps_of(told) == steps_of(game.events)
        assert state.position == game.position()
        if game.result is not None:
            assert state.outcome is not None
            assert (state.outcome.winners, state.outcome.clause) == game.result
    except AssertionError as difference:
        raise AssertionError(f"{game.options}, {text}, {' / '.join(plans)}: {difference}") from difference
    return {str(row[0]) for row in game.events} | {f"{row[0]} {row[3]}" for row in game.events}


# --- whole games ---


@pytest.mark.parametrize("options", PLAYED, ids=lambda options: f"{options.players}-{options.scenario}")
def test_games_go_the_same_way(options: Options) -> None:
    for seed in SEEDS:
        play_side_by_side(options, random.Random(f"{options} {seed}"))


def play_side_by_side(options: Options, rng: random.Random) -> None:
    game, state = Yuan(options), load(options).start()
    steps: list[str] = []
    while game.waiting:
        seat = rng.choice(game.waiting)
        try:
            assert_same(state, game)
            text = choose(rng, game, seat)
            game.take(seat, text)
            state = state.apply(text, seat)
        except AssertionError as difference:
            raise AssertionError(f"after {', '.join(steps)}: {difference}") from difference
        steps.append(text if seat == CHANCE else f"{seat + 1}: {text}")
    assert_same(state, game)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.clause) == game.result
    assert state.outcome.scores == tuple(float(seat in state.outcome.winners) for seat in game.seats)


def choose(rng: random.Random, game: Yuan, seat: int) -> str:
    """Plans that meet, bids that are often tied, and anything else at random."""
    if game.phase == "plan" and rng.random() < 0.8:
        return random_plans(rng, game)[seat]
    if game.phase == "bid" and rng.random() < 0.8:
        return rng.choice(("bid 5", "bid 6"))
    return rng.choice(sorted(game.legal(seat)))


def test_ties_at_an_auction_go_the_same_way() -> None:
    options = Options(4, "river-control", auction=True, capitals="random")
    product = load(options)
    met: set[str] = set()
    for seed in range(30 if COMPILING else 5):
        rng = random.Random(seed)
        game, state = Yuan(options), product.start()
        while game.phase != "plan":
            assert_same(state, game)
            met.add(f"{game.phase} {game.ties}")
            seat = rng.choice(game.waiting)
            text = rng.choice(("bid 5", "bid 6")) if game.phase == "bid" else rng.choice(sorted(game.legal(seat)))
            game.take(seat, text)
            state = state.apply(text, seat)
        assert_same(state, game)
    if COMPILING:
        assert {"bid 0", "bid 1", "bid 2", "lot 2", "lot 3", "take 0"} <= met
