"""Clauses YN-10 to YN-18 and YN-85: set-up, with the tiles and scenarios that come with the game."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import zip_longest

import pytest
from yuan import BOOK
from yuan_map import Map, distance, read_tiles

import naadam
from naadam.core.seats import CHANCE
from naadam.games.yuan.board import KINDS
from naadam.games.yuan.rulebook import Yuan
from naadam.games.yuan.tables import provinces_in

ALL_TILES = {players: BOOK.tiles(players) for players in range(2, 9)}


def begin(spec: str, *steps: str) -> naadam.State:
    """A game after some steps, each by the player to act; `2: bid 3` is a step of the second player."""
    return go_on(naadam.load(spec).start(), *steps)


def go_on(state: naadam.State, *steps: str) -> naadam.State:
    for step in steps:
        number, colon, rest = step.partition(": ")
        state = state.apply(rest, int(number) - 1) if colon else state.apply(step)
    return state


def until(state: naadam.State, *heads: str, seed: int = 1) -> naadam.State:
    """The state at one of these phases, after anything that may happen before."""
    rng = random.Random(seed)
    while state.position.split()[0] not in heads:
        seat = rng.choice(state.waiting)
        state = state.apply(rng.choice(state.actions(seat)), seat)
    return state


def field(state: naadam.State, name: str) -> str:
    return next((word.split("=", 1)[1] for word in state.position.split() if word.startswith(f"{name}=")), "")


def outcomes(state: naadam.State) -> dict[str, float]:
    return {str(action): chance for action, chance in state.chance()}


def against(state: naadam.State, text: str, seat: int) -> str | None:
    refusal = state.refusal(state.game.notation.parse(state.record, text).action, seat)
    return refusal.clause if refusal else None


def why_not(state: naadam.State, text: str, seat: int) -> tuple[str, str]:
    """The clause that forbids an action, and the sentence that says so."""
    refusal = state.refusal(text, seat)
    assert refusal is not None
    return refusal.clause, refusal.text("en")


def cities_of(state: naadam.State) -> dict[str, str]:
    return dict(re.findall(r"([\w-]+):(\w+)\.city", field(state, "provinces")))


# --- tiles ---


@pytest.mark.rule("YN-10")
@pytest.mark.rule("YN-85")
@pytest.mark.parametrize(
    ("players", "count", "second"),
    [
        (2, 8, ""), (3, 12, ""), (4, 15, ""), (5, 19, "IJKL"), (6, 22, "IJKLMNO"), (7, 27, "ABCDEFGHIJKL"),
        (8, 30, "ABCDEFGHIJKLMNO"),
    ],
)  # fmt: skip
def test_so_many_tiles_are_in_play(players: int, count: int, second: str) -> None:
    game = naadam.load("yuan", players=players)
    tiles = {step.split()[1] for step in outcomes(game.start())}
    assert len(tiles) == count
    kinds = Counter(KINDS[kind] for kind in game.rulebook.land.ground)  # type: ignore[attr-defined]
    assert len({kinds[kind] for kind in ("rice", "forest", "mine", "hills")}) == 1, "as many of each kind"
    assert {tile.removesuffix("-II") for tile in tiles if tile.endswith("-II")} == set(second)


@pytest.mark.rule("YN-85")
def test_the_names_of_the_second_box_end_in_ii() -> None:
    land = naadam.load("yuan:players=5").rulebook.land  # type: ignore[attr-defined]
    assert land.tile_names[15:] == ("I-II", "J-II", "K-II", "L-II")
    assert {"Fei", "Fei-II", "Bao"} <= set(land.provinces)
    assert "Bao-II" not in land.provinces


@pytest.mark.rule("YN-85")
@pytest.mark.rule("YN-14")
@pytest.mark.parametrize(("players", "clans"), [(2, 4), (5, 8)])
def test_as_many_clans_as_players_are_drawn_of_four_or_eight(players: int, clans: int) -> None:
    state = until(naadam.load("yuan", players=players).start(), "clans")
    assert outcomes(state) == {f"clan {clan}": pytest.approx(1 / clans) for clan in BOOK.clans[:clans]}
    taken = state.apply(f"clan {BOOK.clans[1]}")
    assert against(taken, f"clan {BOOK.clans[1]}", CHANCE) == "YN-14"
    assert len(field(until(state, "cities"), "clans").split(",")) == players


@pytest.mark.rule("YN-85")
@pytest.mark.rule("YN-18")
def test_if_all_eight_clans_play_none_is_drawn_and_the_second_four_have_no_correction() -> None:
    state = until(naadam.load("yuan:players=8,powers=true").start(), "clans", "cities")
    assert state.position.startswith("cities ")
    assert field(state, "clans") == ",".join(BOOK.clans)
    centres = {laid.centre for laid in read_tiles(field(state, "tiles")).values()}
    assert centres == set(BOOK.spiral(30))
    state = until(state, "plan")
    chao = dict(zip(field(state, "seats").split(","), field(state, "chao").split(","), strict=True))
    assert chao == dict.fromkeys(BOOK.clans, "4") | {"mu": "2", "suhey": "3"}


# --- YN-11: laying ---


def in_turn(state: naadam.State, first: int) -> list[list[str]]:
    """The hands of the players from the first one on."""
    hands = [hand.split(",") for hand in field(state, "hands").split("/")]
    return hands[first - 1 :] + hands[: first - 1]


@pytest.mark.rule("YN-11")
@pytest.mark.parametrize("players", range(2, 9))
def test_tiles_are_dealt_evenly_the_last_in_turn_order_have_one_less(players: int) -> None:
    state = begin(f"yuan:players={players},scenario=free", f"first {players}")
    while state.position.startswith("deal"):
        assert len(set(outcomes(state).values())) == 1
        state = state.apply(next(iter(outcomes(state))))
    dealt = [tile for round_ in zip_longest(*in_turn(state, players)) for tile in round_ if tile]
    assert dealt == list(ALL_TILES[players]), "one after the other, round by round"
    hands = [len(hand.split(",")) for hand in field(state, "hands").split("/")]
    in_order = hands[-1:] + hands[:-1]  # from the first player on
    assert sum(hands) == len(ALL_TILES[players])
    assert in_order == sorted(hands, reverse=True)
    assert max(hands) - min(hands) <= 1


@pytest.mark.rule("YN-11")
def test_everybody_may_be_the_first_player() -> None:
    state = naadam.load("yuan:players=3,scenario=free").start()
    assert outcomes(state) == {f"first {number}": pytest.approx(1 / 3) for number in (1, 2, 3)}
    assert against(state, "first 1", 0) == "YN-11"


@pytest.mark.rule("YN-11")
def test_tiles_are_laid_in_turn_against_those_on_the_table() -> None:
    deal = [f"deal {letter}" for letter in "ABCDEFGH"]
    state = begin("yuan:scenario=free", "first 2", *deal)
    assert state.waiting == (1,)
    assert {str(action) for action in state.actions(1)} == {
        f"lay {tile} {tile} e {turn}" for tile in "ACEG" for turn in range(6)
    }
    assert against(state, "lay B B e 0", 1) == "YN-11"  # another's tile
    assert against(state, "lay B B e 0", 0) == "YN-11"  # another's turn
    assert against(state, "lay A C e 0", 1) == "YN-11"  # nothing lies there
    state = state.apply("lay A A e 4")
    assert state.waiting == (0,)
    expected = {
        f"lay {tile} A {side} {turn}"
        for tile in "BDFH"
        for side in ("e", "ne", "nw", "w", "sw", "se")
        for turn in range(6)
    }
    assert {str(action) for action in state.actions(0)} == expected
    state = state.apply("lay B A ne 0")
    assert field(state, "tiles") == "A(0,0)4,B(2,1)0"
    assert against(state, "lay C A ne 0", 1) == "YN-11"  # a tile lies there
    assert against(state, "lay C A e 0", 1) is None
    assert against(state, "Bao D1", 1) == "YN-11"  # a tile first


@pytest.mark.rule("YN-11")
def test_a_place_is_written_from_the_first_tile_that_touches_it() -> None:
    deal = [f"deal {letter}" for letter in "ABCDEFGH"]
    state = begin("yuan:scenario=free", "first 2", *deal, "lay A A e 4", "lay B A ne 0")
    clause, sentence = why_not(state, "lay C B se 0", 1)
    assert clause == "YN-11"
    assert sentence.startswith("The place is free, but written otherwise: from the first tile that touches it")
    assert sentence.endswith("and that is not B.")
    assert against(state, "lay C A e 0", 1) is None  # the same place


# --- YN-12 to YN-15 ---


@pytest.mark.rule("YN-12")
@pytest.mark.rule("YN-13")
@pytest.mark.parametrize(
    ("spec", "provinces", "tiles"),
    [
        (
            "yuan:players=4,scenario=river-control",
            52,
            "A(5,6)2,B(2,1)1,C(2,8)4,D(6,3)5,E(9,1)4,F(1,4)0,G(7,0)2,H(12,-1)3,I(3,5)5,J(5,-1)2,K(8,4)0,L(4,2)0,"
            "M(8,-3)5,N(11,2)4,O(10,-2)0",
        ),
        (
            "yuan:players=3,scenario=crossing-the-waters,auction=true",
            41,
            "A(9,-3)5,C(3,1)1,D(10,1)3,E(4,5)1,F(9,4)0,G(6,-1)4,I(2,4)3,K(8,0)0,L(7,3)2,M(6,6)4,N(11,-2)5,O(5,2)1",
        ),
        (
            "yuan:players=5,scenario=general-conflict",
            64,
            "A(6,-4)2,B(-3,2)3,C(-2,-1)5,D(0,0)3,E(-1,-4)4,F(2,1)1,G(5,-1)5,H(4,2)2,I(1,-3)4,J(3,-2)3,K(-5,1)2,L(2,-6)5,"
            "M(-2,6)2,N(-6,4)5,O(4,-5)1,I-II(-1,3)1,J-II(-4,5)3,K-II(1,4)4,L-II(-4,-2)0",
        ),
    ],
)
def test_an_imposed_scenario_lies_as_printed_with_temples_on_its_hills(spec: str, provinces: int, tiles: str) -> None:
    state = naadam.load(spec).start()
    assert field(state, "tiles") == tiles
    land = Map(BOOK, read_tiles(tiles))
    assert len(land.place) == provinces
    hills = {name for name, kind in land.kind.items() if kind == "hills"}
    temples = {word.split(":")[0] for word in field(state, "provinces").split(",") if word.endswith("temple")}
    assert temples == hills


@pytest.mark.rule("YN-7")
def test_adjacency_and_reach_go_both_ways_and_nothing_is_beside_itself() -> None:
    record = naadam.load("yuan:players=4,scenario=river-control").start().record
    for name in ("adjacent", "reach", "weyu_reach", "xiangi_reach"):
        rows = [set(provinces_in(row)) for row in record[name]]
        assert any(rows)
        assert all(one in rows[other] and one != other for one, row in enumerate(rows) for other in row)
    nearer = zip(record.adjacent, record.reach, strict=True)
    assert all(set(provinces_in(one)) <= set(provinces_in(other)) for one, other in nearer)


@pytest.mark.rule("YN-12")
def test_crossing_the_waters_prints_its_cities() -> None:
    state = naadam.load("yuan:players=3,scenario=crossing-the-waters,auction=true").start()
    assert cities_of(state) == {"Mao": "mu", "Hov": "xiangi", "Ge": "weyu"}
    assert field(state, "clans") == "mu,weyu,xiangi"
    assert state.waiting == (0, 1, 2)


@pytest.mark.rule("YN-12")
def test_general_conflict_has_cities_for_five_clans_and_lots_decide_who_gets_which() -> None:
    state = naadam.load("yuan:players=5,scenario=general-conflict").start()
    expected = {"Lai-II": "mu", "Mi-II": "suhey", "Ovor": "weyu", "Tang": "xiangi", "Teng": "huan"}
    assert cities_of(state) == expected
    assert field(state, "clans") == "mu,suhey,weyu,xiangi,huan"
    assert state.waiting == (CHANCE,)
    bid = naadam.load("yuan:players=5,scenario=general-conflict,auction=true").start()
    assert bid.waiting == (0, 1, 2, 3, 4)


@pytest.mark.rule("YN-12")
@pytest.mark.parametrize(
    ("language", "said"), [("en", "reconstruction"), ("fr", "reconstitution"), ("it", "ricostruzione")]
)
def test_what_is_reconstructed_says_so_wherever_its_name_is_shown(language: str, said: str) -> None:
    """The map of General Conflict and the row of the wheel; a refusal of options names a scenario by the same label."""
    texts = Yuan.texts.sections(language)["options"]
    assert said in texts["scenario"]["general-conflict"]
    assert said in texts["wheel"]["printed"]
    assert said in Yuan.texts.clause("YN-12", language)
    with pytest.raises(naadam.SpecError) as refused:
        naadam.load("yuan:players=3,scenario=general-conflict")
    assert said in refused.value.text(language)


@pytest.mark.rule("YN-12")
@pytest.mark.parametrize(
    "spec",
    [
        "yuan:players=3,scenario=river-control",
        "yuan:players=4,scenario=general-conflict",
        "yuan:players=5,scenario=general-conflict,capitals=random",
        "yuan:players=4,scenario=crossing-the-waters,auction=true",
        "yuan:players=3,scenario=crossing-the-waters",
        "yuan:players=3,scenario=crossing-the-waters,auction=true,capitals=random",
        "yuan:capitals=random",
        "yuan:scenario=the-long-march",
        "yuan:scenario=Free",
        "yuan:players=9",
    ],
)
def test_what_a_scenario_does_not_allow_is_refused(spec: str) -> None:
    with pytest.raises(naadam.SpecError):
        naadam.load(spec)


def test_a_scenario_is_named_in_the_language_of_the_reader() -> None:
    with pytest.raises(naadam.SpecError) as refused:
        naadam.load("yuan:players=3,scenario=river-control")
    assert refused.value.text("en") == "The scenario “River Control” is for 4 players (YN-12)."
    assert refused.value.text("it") == "Lo scenario «Controllo del fiume» è per 4 giocatori (YN-12)."


@pytest.mark.rule("YN-18")
def test_in_quick_start_there_is_no_choice_of_how_the_first_cities_are_placed() -> None:
    with pytest.raises(naadam.SpecError) as refused:
        naadam.load("yuan:capitals=random")
    expected = "The option “First cities” does not apply in a quick start: there they are placed by YN-18."
    assert refused.value.text("en") == expected


@pytest.mark.rule("YN-12")
def test_where_a_scenario_prints_the_first_cities_lots_do_not_decide_about_them() -> None:
    with pytest.raises(naadam.SpecError) as refused:
        naadam.load("yuan:players=3,scenario=crossing-the-waters,auction=true,capitals=random")
    expected = "In “Crossing the Waters” the first cities are not placed at random (YN-12)."
    assert refused.value.text("en") == expected


@pytest.mark.rule("YN-14")
def test_players_in_turn_order_place_the_cities_of_clans() -> None:
    state = begin("yuan:players=4,scenario=river-control", "first 3")
    assert state.waiting == (2,)
    provinces = BOOK.provinces(ALL_TILES[4])
    clans = ("mu", "suhey", "weyu", "xiangi")
    assert {str(action) for action in state.actions(2)} == {
        f"city {clan} {name}" for clan in clans for name in provinces
    }
    state = state.apply("city weyu Bao")
    assert state.waiting == (3,)
    assert against(state, "city weyu Ge", 3) == "YN-14"
    assert against(state, "city mu Bao", 3) == "YN-14"
    assert against(state, "city mu Ge", 2) == "YN-14"
    state = state.apply("city mu Cao").apply("city suhey Ge").apply("city xiangi Li")
    assert state.position.startswith("draw ")
    assert field(state, "first") == ""


@pytest.mark.rule("YN-14")
def test_cities_may_be_placed_at_random() -> None:
    state = naadam.load("yuan:players=4,scenario=river-control,capitals=random,auction=true").start()
    provinces = BOOK.provinces(ALL_TILES[4])
    assert outcomes(state) == {f"city mu {name}": pytest.approx(1 / 52) for name in provinces}
    state = state.apply("city mu Bao")
    assert outcomes(state).keys() == {f"city suhey {name}" for name in provinces if name != "Bao"}


@pytest.mark.rule("YN-15")
@pytest.mark.parametrize("powers", [False, True])
def test_each_player_draws_a_clan_and_takes_its_chao(powers: bool) -> None:
    state = naadam.load("yuan:players=4,scenario=river-control,capitals=random", powers=powers).start()
    state = until(state, "draw")
    assert outcomes(state) == {f"draw {clan}": 0.25 for clan in ("mu", "suhey", "weyu", "xiangi")}
    state = go_on(state, "draw xiangi", "draw mu", "draw suhey")
    assert outcomes(state) == {"draw weyu": 1.0}
    assert against(state, "draw mu", CHANCE) == "YN-15"
    state = state.apply("draw weyu")
    assert field(state, "chao") == ("4,2,3,4" if powers else "4,4,4,4")
    assert state.waiting == (0, 1, 2, 3)
    assert field(state, "turn") == "1"


# --- YN-16, YN-17: the auction ---

AUCTION = "yuan:players=3,scenario=crossing-the-waters,auction=true,powers=true"


@pytest.mark.rule("YN-16")
def test_the_highest_bidder_pays_and_chooses_and_the_last_takes_what_is_left() -> None:
    state = begin(AUCTION)
    assert field(state, "chao") == "6,6,6"
    assert {str(action) for action in state.actions(0)} == {f"bid {amount}" for amount in range(7)}
    state = go_on(state, "1: bid 2", "2: bid 5", "3: bid 4")
    assert state.waiting == (1,)
    assert {str(action) for action in state.actions(1)} == {"take mu", "take weyu", "take xiangi"}
    assert against(state, "take suhey", 1) == "YN-14"
    state = state.apply("take weyu")
    assert state.waiting == (0, 2)
    assert field(state, "chao") == "6,1,6"
    state = go_on(state, "3: bid 0", "1: bid 1", "1: take xiangi")
    assert field(state, "seats") == "xiangi,weyu,mu"
    assert field(state, "chao") == "5,1,6"  # corrections do not apply (YN-17)
    assert state.position.startswith("plan ")


@pytest.mark.rule("YN-16")
def test_bids_are_secret_until_all_are_made() -> None:
    state = begin(AUCTION)
    one, other = state.apply("bid 1", 0), state.apply("bid 6", 0)
    assert one.view(1).to_bytes() == other.view(1).to_bytes()
    assert one.public().to_bytes() == other.public().to_bytes()
    assert against(one, "bid 2", 0) == "YN-16"
    assert against(one, "pass", 1) == "YN-16"
    taken = go_on(state, "1: bid 2", "2: bid 5", "3: bid 4", "2: take mu")
    assert against(taken, "bid 3", 1) == "YN-16"
    after = go_on(taken, "1: bid 2", "3: bid 3")
    assert against(after, "take mu", 2) == "YN-16"
    assert against(after, "take weyu", 0) == "YN-16"


@pytest.mark.rule("YN-17")
def test_those_tied_bid_again_any_amount() -> None:
    state = begin(AUCTION, "1: bid 3", "2: bid 2", "3: bid 3")
    assert state.waiting == (0, 2)
    assert {str(action) for action in state.actions(0)} == {f"bid {amount}" for amount in range(7)}
    state = go_on(state, "1: bid 0", "3: bid 1")
    assert state.waiting == (2,)
    assert field(state, "chao") == "6,6,5"


@pytest.mark.rule("YN-17")
def test_whoever_is_outbid_is_kept_out_of_the_bid_of_the_tied() -> None:
    state = begin(AUCTION, "1: bid 3", "2: bid 1", "3: bid 3")
    assert why_not(state, "bid 6", 1) == ("YN-17", "Only those who are tied bid again, and you are not one of them.")
    sealed = state.apply("bid 6", 0)
    assert against(sealed, "bid 5", 0) == "YN-16"
    assert against(sealed, "bid 6", 1) == "YN-17"


@pytest.mark.rule("YN-16")
def test_whoever_has_a_clan_bids_no_more_also_among_the_tied() -> None:
    state = begin("yuan:players=4,scenario=river-control,capitals=random,auction=true")
    state = go_on(until(state, "bid"), "1: bid 6", "2: bid 3", "3: bid 3", "4: bid 1", "1: take mu")
    has_a_clan = ("YN-16", "You have a clan already and take no part in this bid.")
    assert why_not(state, "bid 6", 0) == has_a_clan
    tied = go_on(state, "2: bid 3", "3: bid 3", "4: bid 1")
    assert why_not(tied, "bid 6", 0) == has_a_clan
    assert against(tied, "bid 6", 3) == "YN-17"


@pytest.mark.rule("YN-17")
def test_a_second_tie_at_the_maximum_is_drawn_by_lot() -> None:
    first = begin(AUCTION, "1: bid 6", "2: bid 6", "3: bid 6")
    assert first.waiting == (0, 1, 2)  # the first tie is bid again, also at the maximum
    state = go_on(first, "1: bid 6", "2: bid 6", "3: bid 2")
    assert outcomes(state) == {"lot 1": 0.5, "lot 2": 0.5}
    assert against(state, "lot 1", 0) == "YN-17"
    assert against(state, "lot 3", CHANCE) == "YN-17"
    state = state.apply("lot 2")
    assert state.waiting == (1,)
    assert field(state, "chao") == "6,0,6"


@pytest.mark.rule("YN-17")
def test_a_third_tie_is_drawn_by_lot_at_any_amount() -> None:
    second = begin(AUCTION, "1: bid 4", "2: bid 4", "3: bid 4", "1: bid 5", "2: bid 5", "3: bid 1")
    assert second.waiting == (0, 1)  # the third player has been outbid
    third = go_on(second, "1: bid 0", "2: bid 0")
    assert outcomes(third) == {"lot 1": 0.5, "lot 2": 0.5}
    assert field(third.apply("lot 1"), "chao") == "6,6,6"


# --- YN-18: quick start ---


@pytest.mark.rule("YN-18")
@pytest.mark.parametrize("players", [2, 4])
def test_quick_start_lays_a_spiral_by_lot(players: int) -> None:
    state = naadam.load("yuan", players=players).start()
    tiles = ALL_TILES[players]
    assert outcomes(state) == {
        f"lay {tile} {tile} e {turn}": pytest.approx(1 / (6 * len(tiles))) for tile in tiles for turn in range(6)
    }
    state = until(state, "clans", "cities")
    centres = {laid.centre for laid in read_tiles(field(state, "tiles")).values()}
    assert centres == set(BOOK.spiral(len(tiles)))
    assert against(naadam.load("yuan").start(), "lay A A e 0", 0) == "YN-18"


@pytest.mark.rule("YN-18")
def test_the_spiral_goes_counter_clockwise_from_the_east() -> None:
    state = begin("yuan", "lay A A e 0", "lay B A e 0", "lay C A ne 0", "lay D A nw 0", "lay E A w 0", "lay F A sw 0")
    state = go_on(state, "lay G A se 0")
    assert {step.rsplit(" ", 1)[0] for step in outcomes(state)} == {"lay H B e"}  # the first place of the second ring


@pytest.mark.rule("YN-18")
@pytest.mark.parametrize("seed", range(2))
def test_quick_start_spreads_the_cities(seed: int) -> None:
    state = until(naadam.load("yuan:players=4").start(), "cities", seed=seed)
    land = Map(BOOK, read_tiles(field(state, "tiles")))
    roomy = {name for name in land.place if len(land.adjacent(name)) >= 2}
    assert outcomes(state) == {f"city mu {name}": pytest.approx(1 / len(roomy)) for name in roomy}
    state = state.apply(next(iter(outcomes(state))))
    while state.position.startswith("cities"):
        standing = [land.place[name] for name in cities_of(state)]
        nearest = {name: min(distance(land.place[name], place) for place in standing) for name in roomy}
        best = {name for name in roomy if nearest[name] == max(nearest.values())}
        assert {step.split()[2] for step in outcomes(state)} == best
        state = state.apply(next(iter(outcomes(state))))
    assert state.position.startswith("draw")


@pytest.mark.rule("YN-18")
@pytest.mark.parametrize("seed", range(2))
def test_quick_start_says_why_a_province_gets_no_city(seed: int) -> None:
    state = until(naadam.load("yuan").start(), "cities", seed=seed)
    land = Map(BOOK, read_tiles(field(state, "tiles")))
    roomy = {name for name in land.place if len(land.adjacent(name)) >= 2}
    assert roomy < land.place.keys()
    while state.position.startswith("cities"):
        (clan,) = {step.split()[1] for step in outcomes(state)}
        for name in land.place.keys() - cities_of(state).keys():
            cramped = f"{name} has fewer than two neighbouring provinces: a quick start puts its cities on others."
            nearer = f"{name} is not the province farthest from the other cities."
            if f"city {clan} {name}" in outcomes(state):
                assert against(state, f"city {clan} {name}", CHANCE) is None
            else:
                expected = ("YN-18", nearer if name in roomy else cramped)
                assert why_not(state, f"city {clan} {name}", CHANCE) == expected
        state = state.apply(next(iter(outcomes(state))))
