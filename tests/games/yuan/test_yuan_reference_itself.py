"""The slow implementation of Yuan by itself: printed facts and examples, invariants, whole games."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from yuan import BOOK, Options, Yuan
from yuan_map import Map
from yuan_pieces import CITY, STONE, Plan, Site, Table, cost
from yuan_positions import random_game, random_options, random_plans
from yuan_resolution import ARMIES, Row

POSITIONS = 80


def test_the_tiles_have_the_printed_numbers_of_each_terrain() -> None:
    counted = {
        players: Counter(terrain for tile in BOOK.tiles(players) for terrain, _ in BOOK.hexes(tile))
        for players in (2, 3, 4)
    }
    assert [counted[players]["rice"] for players in (2, 3, 4)] == [7, 10, 13]
    for kind in ("mine", "forest", "hills"):
        assert [counted[players][kind] for players in (2, 3, 4)] == [7, 10, 13]
    assert (counted[4]["mountain"] + counted[4]["volcano"], counted[4]["volcano"], counted[4]["water"]) == (26, 3, 27)
    assert [len(BOOK.tiles(players)) for players in range(2, 9)] == [8, 12, 15, 19, 22, 27, 30]
    names = BOOK.provinces(BOOK.tiles(8))
    assert len(names) == len(set(names)) == 104


def test_the_spiral_goes_round_from_the_east() -> None:
    steps = [(0, 0), *BOOK.tile_steps]
    assert BOOK.spiral(8) == [*steps, (6, -4)]
    assert len(set(BOOK.spiral(30))) == 30


@pytest.mark.parametrize("name", BOOK.scenarios)
def test_the_tiles_of_a_scenario_fill_whole_hexes_side_by_side(name: str) -> None:
    scenario = BOOK.scenarios[name]
    land = Map(BOOK, scenario.tiles)
    assert len(land.terrain) == 7 * len(scenario.tiles)
    centres = {laid.centre for laid in scenario.tiles.values()}
    for q, r in centres:
        assert any((q + dq, r + dr) in centres for dq, dr in BOOK.tile_steps)


def test_the_printed_example_of_costs() -> None:
    """With 4 rice, 5 forest and 2 mines: 0 + 2 + 2."""
    land = Map(BOOK, BOOK.scenarios["river-control"].tiles)
    table = Table(land, list(land.place), BOOK.clans, False, False, 18, BOOK.wheels["printed"])
    sites = {name: Site() for name in land.place}
    for kind, units in (("rice", 4), ("forest", 5), ("mine", 2)):
        for name in [name for name in sites if land.kind[name] == kind][:units]:
            sites[name].clan = "mu"
    assert cost(table, sites, "mu", Plan("Bao", 1, 3, 2)) == 4


def test_the_order_of_seats_and_of_sealing_changes_nothing() -> None:
    rng = random.Random(11)
    for _ in range(POSITIONS):
        game = random_game(rng, random_options(rng))
        plans = random_plans(rng, game)
        text = game.position()
        order = rng.sample(list(game.seats), game.players)
        other = Yuan.from_position(game.options, text)
        other.clan_of = [game.clan_of[seat] for seat in order]
        other.chao = [game.chao[seat] for seat in order]
        for seat in game.seats:
            game.take(seat, plans[seat])
        for place in rng.sample(list(game.seats), game.players):
            other.take(place, plans[order[place]])
        assert sorted(game.events) == sorted(other.events), text
        assert game.sites == other.sites
        assert [game.chao[seat] for seat in order] == other.chao
        assert (game.result is None) == (other.result is None)


def chao_told(events: list[Row], game: Yuan, plans: list[str]) -> Counter[str]:
    """The Chão that each clan gains, according to the events."""
    gains: Counter[str] = Counter()
    for clause, number, province, amount in events:
        clan = BOOK.clans[number] if number >= 0 else ""
        if clause == 25:
            gains[clan] -= amount
        elif clause in (60, 65):
            gains[clan] += amount
        elif clause == 37:
            gains[clan] -= amount
            robbers = [seat for seat in game.seats if plans[seat].split()[0] == game.provinces[province]]
            (robber,) = [seat for seat in robbers if game.sites[game.provinces[province]].clan == game.clan_of[seat]]
            gains[game.clan_of[robber]] += amount
    return gains


def test_pieces_are_conserved() -> None:
    rng = random.Random(12)
    met: set[int] = set()
    for _ in range(POSITIONS):
        game = random_game(rng, random_options(rng))
        plans = random_plans(rng, game)
        text, before, chao = game.position(), dict(game.sites), dict(zip(game.clan_of, game.chao, strict=True))
        assert Yuan.from_position(game.options, text).position() == text
        owners = Yuan.from_position(game.options, text)
        events = game.resolve([Plan.read(plan) for plan in plans])
        met |= {row[0] for row in events}
        for clan in game.clan_of:
            assert sum(site.armies for site in game.sites.values() if site.clan == clan) <= ARMIES, text
        for name, site in game.sites.items():
            assert bool(site.clan) == bool(site.built), text
            assert site.clan or not site.armies, text
            assert not site.wall or site.built >= CITY, text
            assert site.armies <= 3, text
            assert site.temple >= before[name].temple, text
            erupted = game.options.volcanoes and game.map.by_volcano(name)
            if before[name].wall == STONE and not erupted:
                assert (site.clan, site.wall) == (before[name].clan, STONE), text
        assert sum(site.temple for site in game.sites.values()) <= game.table().temples
        assert min(game.chao) >= 0
        gains = chao_told(events, owners, plans)
        assert dict(zip(game.clan_of, game.chao, strict=True)) == {clan: chao[clan] + gains[clan] for clan in chao}
    assert {25, 27, 30, 31, 33, 35, 37, 38, 40, 41, 43, 45, 46, 47, 50, 53, 54, 58, 60, 65, 66, 76} <= met


@pytest.mark.parametrize(
    "options",
    [
        Options(2),
        Options(3, "crossing-the-waters", auction=True),
        Options(4, "river-control", powers=True, volcanoes=True),
        Options(5, "free", auction=True, capitals="random"),
        Options(5, "general-conflict", powers=True),
        Options(8, "free", powers=True, wheel="short"),
    ],
    ids=lambda options: f"{options.players}-{options.scenario}",
)
def test_whole_games_end_and_every_position_can_be_read_back(options: Options) -> None:
    rng = random.Random(13)
    game = Yuan(options)
    while game.waiting:
        text = game.position()
        assert Yuan.from_position(options, text).position() == text
        seat = rng.choice(game.waiting)
        game.take(seat, rng.choice(sorted(game.legal(seat))))
    assert game.result is not None
    assert Yuan.from_position(options, game.position()).result == game.result
