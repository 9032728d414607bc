"""Positions and plans of Yuan drawn at random, dense enough that clans meet everywhere."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from yuan import BOOK, Options, Yuan
from yuan_map import Book, Map
from yuan_pieces import CITY, DOUBLED, STONE, TEMPLES, VILLAGE, WOOD, Plan, Site, cost
from yuan_resolution import ARMIES, MOST_ARMIES
from yuan_victory import victory

TURNS = (2, 3, 4, 5, 5, 7, 9, 9, 12, 13, 13)
DENSE_FILE = Path(__file__).parents[2] / "reference" / "yuan_dense.toml"
DENSE = Book(DENSE_FILE)  # a crowded map
CHAO = (0, 1, 3, 5, 8, 12, 20, 20)


class Manner(NamedTuple):
    """Probabilities that a clan settles next to its own provinces, builds a city, has armies in a province."""

    together: float
    urban: float
    armed: float


def random_options(rng: random.Random, players: int | None = None) -> Options:
    return Options(
        players=players or rng.choice((2, 2, 3, 3, 4, 4, 5, 6, 7, 8)),
        powers=rng.random() < 0.5,
        volcanoes=rng.random() < 0.5,
        wheel=rng.choice(("printed", "printed", "short")),
    )


def random_game(rng: random.Random, options: Options, book: Book = BOOK) -> Yuan:
    """A game before the plans of a turn, on a map laid as quick start lays it."""
    game = Yuan(options, book)
    while game.phase != "plan":
        (seat,) = game.waiting
        game.take(seat, rng.choice(sorted(game.legal(seat))))
    scatter(rng, game)
    return game


def scatter(rng: random.Random, game: Yuan) -> None:
    """Other pieces, temples, Chão and turn on the same map."""
    game.phase, game.result = "plan", None
    game.chao = [rng.choice(CHAO) for _ in game.seats]
    game.sites = {name: Site() for name in game.provinces}
    settled = rng.choice((0.4, 0.6, 0.9))
    manner = Manner(rng.choice((0.2, 0.7)), rng.choice((0.1, 0.2, 0.5)), rng.choice((0.2, 0.7)))
    for name in rng.sample(game.provinces, len(game.provinces)):
        if rng.random() < settled:
            _settle(rng, game, name, manner)
    _put_temples(rng, game)
    chao = dict(zip(game.clan_of, game.chao, strict=True))
    # No clan can have won in an earlier turn, because the wheel asks for fewer temples from turn to turn.
    turns = [turn for turn in TURNS if victory(game.table(), game.sites, chao, turn - 1)[0] == 0]
    if turns:
        game.turn = rng.choice(turns)
    else:
        scatter(rng, game)


def _settle(rng: random.Random, game: Yuan, name: str, manner: Manner) -> None:
    """Something of a clan, rather one that is there already, so that groups grow."""
    around = [game.sites[other].clan for other in sorted(game.map.adjacent(name)) if game.sites[other].clan]
    clan = rng.choice(around if around and rng.random() < manner.together else game.clan_of)
    site = game.sites[name]
    site.clan, site.built = clan, rng.choice((CITY, DOUBLED)) if rng.random() < manner.urban else VILLAGE
    if site.built >= CITY:
        site.wall = rng.choice((0, 0, WOOD, STONE))
    raised = sum(other.armies for other in game.sites.values() if other.clan == clan)
    if rng.random() < manner.armed:
        site.armies = min(ARMIES - raised, rng.choice((1, 2, MOST_ARMIES)))


def _put_temples(rng: random.Random, game: Yuan) -> None:
    """On hills and some others; now and then all but one or two are built."""
    limit = TEMPLES if game.players <= 4 else 2 * TEMPLES
    hills = [name for name in game.provinces if game.map.kind[name] == "hills"]
    others = [name for name in game.provinces if name not in hills]
    left = limit - len(hills)
    more = left - rng.choice((0, 1, 2)) if rng.random() < 0.2 else rng.randrange(min(4, left))
    for name in hills + rng.sample(others, min(more, len(others))):
        game.sites[name].temple = True


def random_plans(rng: random.Random, game: Yuan) -> list[str]:
    """A legal plan for each seat; provinces in reach of several, or all those of one clan, are wanted by many."""
    near = {seat: within_reach(game.map, game, seat) for seat in game.seats}
    disputed = {name for name in game.provinces if sum(name in reached for reached in near.values()) > 1}
    victim = rng.choice(game.clan_of)
    war = rng.random() < 0.4
    wanted = rng.choice(
        (
            set(rng.sample(sorted(disputed), min(2, len(disputed)))),
            {name for name in disputed if not game.sites[name].clan},
            set(),
        )
    )
    if war:
        wanted = {name for name, site in game.sites.items() if site.clan == victim}
    table, found = game.table(), []
    for seat in game.seats:
        own = {name for name, site in game.sites.items() if site.clan == game.clan_of[seat]}
        text = "pass"
        for _ in range(20):
            goals = (
                wanted & near[seat]
                if rng.random() < (0.95 if war else 0.7)
                else rng.choice((near[seat], own, set(game.provinces)))
            )
            levels = rng.choice((0, 1, 2, 3)), rng.choice((0, 0, 1, 2, 3)), rng.choice((0, 1, 2, 3, 3))
            if war and game.clan_of[seat] != victim:
                levels = 0, rng.choice((0, 0, 1)), rng.choice((1, 2, 3, 3))
            if goals and any(levels):
                plan = Plan(rng.choice(sorted(goals)), *levels)
                if cost(table, game.sites, game.clan_of[seat], plan) <= game.chao[seat]:
                    text = str(plan)
                    break
        found.append(text if rng.random() < 0.95 else "pass")
    return found


def within_reach(land: Map, game: Yuan, seat: int) -> set[str]:
    """The provinces of other clans, or without a clan, adjacent to or connected with those of a seat."""
    clan = game.clan_of[seat]
    own = {name for name, site in game.sites.items() if site.clan == clan}
    reached = {other for name in own for other in land.adjacent(name) | land.connected(name)}
    return reached - own
