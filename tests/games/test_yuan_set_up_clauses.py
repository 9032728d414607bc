"""The clauses of Yuan on components and set-up, one after the other."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from drawn_yuan import chao, clause_against, played, small, stand, there

import naadam
from naadam.core.game import Game
from naadam.core.state import State
from naadam.games.yuan.board import KINDS
from naadam.games.yuan.derived import places_of
from naadam.games.yuan.tables import provinces_in


def begin(game: Game, *steps: str) -> State:
    state = game.start()
    for step in steps:
        state = state.apply(step)
    return state


def until(state: State, phase: str, seed: int = 0) -> State:
    """The state when a phase begins, after random play."""
    rng = random.Random(seed)
    while state.position.split()[0] != phase:
        state = state.apply(rng.choice(state.actions(rng.choice(state.waiting))))
    return state


def field(state: State, name: str) -> str:
    found = [word.removeprefix(f"{name}=") for word in state.position.split() if word.startswith(f"{name}=")]
    return found[0] if found else ""


@pytest.mark.rule("YN-1")
@pytest.mark.rule("YN-10")
@pytest.mark.rule("YN-85")
@pytest.mark.parametrize(
    ("players", "tiles", "each"),
    [(2, 8, 7), (3, 12, 10), (4, 15, 13), (5, 19, 16), (6, 22, 19), (7, 27, 23), (8, 30, 26)],
)
def test_tiles_and_provinces_of_every_kind_by_the_number_of_players(players: int, tiles: int, each: int) -> None:
    land = naadam.load("yuan", players=players).rulebook.land  # type: ignore[attr-defined]
    kinds = Counter(KINDS[kind] for kind in land.ground)
    assert len(land.tiles) == tiles
    assert len(land.ground) == 7 * tiles
    assert [kinds[kind] for kind in ("rice", "forest", "mine", "hills")] == [each] * 4
    assert sum(kinds.values()) == 7 * tiles


@pytest.mark.rule("YN-85")
def test_a_province_of_the_second_box_has_ii_behind_its_name() -> None:
    land = naadam.load("yuan", players=5).rulebook.land  # type: ignore[attr-defined]
    assert land.tile_names[15:] == ("I-II", "J-II", "K-II", "L-II")
    assert "Fei" in land.provinces
    assert "Fei-II" in land.provinces
    assert "Bao-II" not in land.provinces


@pytest.mark.rule("YN-2")
def test_a_clan_has_nine_armies() -> None:
    state = stand("La:mu.city.3 Lb:mu.city.3 Lc:mu.city.2 Pz:suhey.city")
    after = played(state, "Lc M3", "pass", "pass")
    assert there(after, "Lc") == "mu.city.3"
    assert played(after, "La M3", "pass", "pass").record.raised[0] == 9


@pytest.mark.rule("YN-2")
def test_if_too_few_temples_are_left_nobody_gets_one() -> None:
    game = naadam.load("yuan:players=4,scenario=river-control")
    names = game.rulebook.land.provinces  # type: ignore[attr-defined]
    hills = {names[province] for province in provinces_in(game.rulebook.tables.kinds[3])}
    clans = "clans=mu,suhey,weyu,xiangi seats=mu,suhey,weyu,xiangi"

    def with_temples(count: int) -> State:
        built = [*hills, *[name for name in names if name not in hills and name not in ("Ge", "Ju")]][:count]
        words = [f"{n}:temple" if n in built else "" for n in names]
        words[names.index("Ge")], words[names.index("Ju")] = "Ge:mu.city", "Ju:suhey.city"
        return game.position(f"plan {clans} provinces={','.join(filter(None, words))} chao=7,7,7,7 turn=2")

    for standing, expected in ((16, 18), (17, 17), (18, 18)):
        after = played(with_temples(standing), "Ge D3", "Ju D3", "pass", "pass")
        assert len(provinces_in(after.record.temples)) == expected


@pytest.mark.rule("YN-7")
@pytest.mark.rule("YN-8")
def test_provinces_that_touch_a_lake_are_connected_but_no_group() -> None:
    state = stand("La:mu.city Lb:suhey.city Lf:suhey.village Lc:suhey.village Ld:mu.village")
    assert clause_against(state, "Le D1", 0) is None
    after = played(state, "La D1", "pass", "pass")  # an expansion goes round the group of La alone: Pc
    assert there(after, "Pc") == "mu.village"
    assert there(after, "Le") == ""


@pytest.mark.rule("YN-7")
@pytest.mark.parametrize("spec", ["yuan:players=4,scenario=river-control", "yuan:players=8", "yuan:players=3"])
def test_adjacency_goes_both_ways_and_lakes_connect_all_their_shores(spec: str) -> None:
    state = until(naadam.load(spec).start(), "plan")
    adjacent = [set(provinces_in(row)) for row in state.record.adjacent]
    reach = [set(provinces_in(row)) for row in state.record.reach]
    for name in ("adjacent", "reach", "weyu_reach", "xiangi_reach"):
        rows = [set(provinces_in(row)) for row in state.record[name]]
        assert all(one in rows[other] for one, row in enumerate(rows) for other in row)
        assert all(one not in row for one, row in enumerate(rows))
    assert all(one <= other for one, other in zip(adjacent, reach, strict=True))
    assert any(adjacent)


@pytest.mark.rule("YN-11")
def test_tiles_are_dealt_in_turn_order_and_laid_in_turn() -> None:
    game = naadam.load("yuan:players=4,scenario=free")
    state = begin(game, "first 3", *(f"deal {letter}" for letter in "ABCDEFGHIJKLMNO"))
    assert state.position == "lay 3 first=3 hands=C,G,K,O/D,H,L/A,E,I,M/B,F,J,N"
    assert state.turn == 2
    assert clause_against(state, "lay A A e 0", 3) == "YN-11"
    assert clause_against(state, "lay B B e 0", 2) == "YN-11"
    after = state.apply("lay A A e 5").apply("lay B A ne 1")
    assert field(after, "tiles") == "A(0,0)5,B(2,1)1"
    assert after.turn == 0


@pytest.mark.rule("YN-11")
def test_a_place_is_named_by_the_laid_tile_of_the_lowest_letter() -> None:
    game = naadam.load("yuan:scenario=free")
    deal = [f"deal {letter}" for letter in "ABCDEFGH"]
    state = begin(game, "first 1", *deal, "lay A A e 0", "lay B A e 0")
    assert clause_against(state, "lay C B nw 0", 0) == "YN-11"  # A touches it too
    assert clause_against(state, "lay C A ne 0", 0) is None
    assert clause_against(state, "lay C A e 0", 0) == "YN-11"
    assert clause_against(state, "lay C G e 0", 0) == "YN-11"
    assert clause_against(state, "lay C B e 0", 0) is None


@pytest.mark.rule("YN-12")
@pytest.mark.rule("YN-13")
def test_river_control_lies_as_printed_with_a_temple_on_every_hill() -> None:
    state = naadam.load("yuan:players=4,scenario=river-control").start()
    assert state.position.startswith("first tiles=A(5,6)2,B(2,1)1,C(2,8)4,D(6,3)5,")
    assert field(state, "provinces").count("temple") == 13
    record, land = state.record, state.game.rulebook.land  # type: ignore[attr-defined]
    assert len(land.provinces) == 52
    assert all(provinces_in(record.reach[number]) for number in range(52))


@pytest.mark.rule("YN-12")
def test_crossing_the_waters_has_its_cities_and_begins_with_an_auction() -> None:
    game = naadam.load("yuan:players=3,scenario=crossing-the-waters,auction=true")
    state = game.start()
    assert state.position.startswith("bid tiles=A(9,-3)5,")
    assert field(state, "clans") == "mu,weyu,xiangi"
    assert (there(state, "Mao"), there(state, "Hov"), there(state, "Ge")) == ("mu.city", "xiangi.city", "weyu.city")
    assert len(game.rulebook.land.provinces) == 41  # type: ignore[attr-defined]


@pytest.mark.rule("YN-14")
def test_players_put_the_cities_of_clans_that_are_nobodys_yet() -> None:
    game = naadam.load("yuan:players=4,scenario=river-control")
    state = begin(game, "first 2", "city weyu Bao")
    assert state.turn == 2
    assert clause_against(state, "city weyu Ge", 2) == "YN-14"
    assert clause_against(state, "city mu Bao", 2) == "YN-14"
    assert clause_against(state, "city mu Ge", 3) == "YN-14"
    assert field(until(state, "draw"), "seats") == ""


@pytest.mark.rule("YN-14")
def test_with_fewer_players_than_clans_lots_decide_which_are_in_play() -> None:
    state = begin(small("duel", 2), "first 1", "clan xiangi")
    assert clause_against(state, "clan xiangi", 8) == "YN-14"
    assert field(state.apply("clan mu"), "clans") == "mu,xiangi"


@pytest.mark.rule("YN-14")
def test_lots_may_place_the_cities() -> None:
    game = small("duel", 2, capitals="random")  # type: ignore[arg-type]
    state = begin(game, "clan weyu", "clan mu")
    assert [str(action) for action, _ in state.chance()][:2] == ["city mu La", "city mu Lb"]
    assert len(state.chance()) == 13
    assert len(state.apply("city mu La").chance()) == 12


@pytest.mark.rule("YN-15")
@pytest.mark.parametrize(("powers", "expected"), [(False, [4, 4]), (True, [4, 2])])
def test_every_player_draws_a_clan_and_takes_4_chao(powers: bool, expected: list[int]) -> None:
    state = begin(small("duel", 2, powers=powers), "first 1", "clan mu", "clan weyu", "city mu La", "city weyu Pz")
    assert clause_against(state, "draw suhey", 8) == "YN-14"
    state = state.apply("draw weyu")
    assert clause_against(state, "draw weyu", 8) == "YN-15"
    assert chao(state.apply("draw mu")) == expected


def auction() -> State:
    return naadam.load("yuan:players=3,scenario=crossing-the-waters,auction=true,powers=true").start()


def bid(state: State, *amounts: int | None) -> State:
    for seat, amount in enumerate(amounts):
        state = state if amount is None else state.apply(f"bid {amount}", seat)
    return state


@pytest.mark.rule("YN-16")
def test_the_highest_bid_pays_and_chooses_the_others_keep_theirs() -> None:
    state = bid(auction(), 1, 4, 3)
    assert state.position.split()[:2] == ["take", "2"]
    assert chao(state) == [6, 2, 6]
    assert clause_against(state, "take suhey", 1) == "YN-14"
    state = state.apply("take xiangi")
    assert field(state, "seats") == "-,xiangi,-"
    assert clause_against(state, "bid 0", 1) == "YN-16"
    state = bid(state, 0, None, 6)
    assert clause_against(state, "take xiangi", 2) == "YN-16"
    after = state.apply("take mu")  # the last one takes the last clan, without corrections (YN-17)
    assert field(after, "seats") == "weyu,xiangi,mu"
    assert chao(after) == [6, 2, 0]
    assert field(after, "turn") == "1"


@pytest.mark.rule("YN-17")
def test_those_who_tie_bid_again_and_lots_decide_the_third_tie() -> None:
    state = bid(auction(), 5, 5, 3)
    assert field(state, "tied") == "12"
    assert clause_against(state, "bid 6", 2) == "YN-16"
    state = bid(state, 2, 2)
    assert (field(state, "tied"), field(state, "ties")) == ("12", "2")
    state = bid(state, 1, 1)
    assert state.position.split()[0] == "lot"
    assert [str(action) for action, _ in state.chance()] == ["lot 1", "lot 2"]
    assert clause_against(state, "lot 3", 8) == "YN-17"
    assert chao(state.apply("lot 2")) == [6, 5, 6]


@pytest.mark.rule("YN-17")
def test_a_second_tie_at_the_maximum_is_drawn_by_lot() -> None:
    state = bid(auction(), 6, 6, 6)
    assert state.position.split()[0] == "bid"
    assert bid(state, 6, 6, 2).position.split()[0] == "lot"
    assert bid(state, 6, 6, 6).chance()[2][0] == state.game.notation.parse(state.record, "lot 3").action
    assert bid(state, 0, 6, 2).position.split()[:2] == ["take", "2"]


@pytest.mark.rule("YN-18")
def test_a_quick_start_lays_a_spiral_and_spreads_the_cities() -> None:
    state = until(naadam.load("yuan:players=4").start(), "draw")
    record = state.record
    laid = sorted(zip(record.tile_q[:15].tolist(), record.tile_r[:15].tolist(), strict=True))
    first_ring = [(3, -2), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3)]
    second_ring = [(6, -4), (5, -1), (4, 2), (1, 4), (-2, 6), (-4, 5), (-6, 4), (-5, 1)]
    assert laid == sorted([(0, 0), *first_ring, *second_ring])


def places(state: State) -> list[tuple[int, int]]:
    """Where the provinces lie."""
    land, count = state.game.rulebook.land, state.game.rulebook.tables.tiles  # type: ignore[attr-defined]
    laid = [[int(state.record[name][tile]) for name in ("tile_q", "tile_r", "tile_turn")] for tile in range(count)]
    hexes = list(places_of(tuple((q, r, turn) for q, r, turn in laid)))
    return [hexes[home] for home in land.homes]


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


@pytest.mark.rule("YN-18")
def test_the_next_city_of_a_quick_start_goes_where_the_nearest_is_farthest() -> None:
    state = until(naadam.load("yuan:players=4").start(), "cities", seed=3)
    land = state.game.rulebook.land  # type: ignore[attr-defined]
    roomy = {n for n in range(52) if len(provinces_in(state.record.adjacent[n])) >= 2}
    offered = {land.provinces.index(str(action).split()[2]) for action, _ in state.chance()}
    assert offered == roomy
    first = land.provinces.index(str(state.chance()[0][0]).split()[2])
    state = state.apply(state.chance()[0][0])
    assert {str(action).split()[1] for action, _ in state.chance()} == {"suhey"}
    place = places(state)
    apart = {n: distance(place[n], place[first]) for n in roomy}
    offered = {land.provinces.index(str(action).split()[2]) for action, _ in state.chance()}
    assert offered == {n for n in roomy if apart[n] == max(apart.values())}
