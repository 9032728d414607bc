"""Yuan: set-up, auction and planning, in cases written from the clauses by one who had not seen the implementation.

Of turns resolved there are more in `test_yuan_cases.py`.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable
from importlib import resources

import pytest

import naadam
from naadam.core.seats import CHANCE

AUCTION = "yuan:players=3,scenario=crossing-the-waters,auction=true"
RIVER = "yuan:players=4,scenario=river-control"
BOARD = resources.files("naadam.games.yuan") / "boards" / "yuan.toml"
TILES = tomllib.loads(BOARD.read_text("utf-8"))["tiles"]
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # round a hex, from the east
TILE_STEPS = ((3, -2), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3))  # round a tile

Place = tuple[int, int]


def phase(state: naadam.State) -> str:
    return str(state).split()[0]


def field(state: naadam.State, name: str) -> str:
    return next((word.partition("=")[2] for word in str(state).split() if word.startswith(f"{name}=")), "")


def lots(state: naadam.State) -> dict[str, float]:
    assert state.turn == CHANCE
    return {str(action): chance for action, chance in state.chance()}


def against(state: naadam.State, action: str, seat: int) -> str | None:
    refusal = state.refusal(action, seat)
    return refusal.clause if refusal else None


def play(state: naadam.State, *steps: str) -> naadam.State:
    """Steps of chance, or of a player: `2: bid 3`."""
    for step in steps:
        player, colon, action = step.partition(": ")
        state = state.apply(action, int(player) - 1) if colon else state.apply(step)
    return state


def at_random(state: naadam.State, goes_on: Callable[[naadam.State], bool], rng: random.Random) -> naadam.State:
    while goes_on(state):
        assert state.turn is not None
        if state.turn == CHANCE:
            state = state.apply(rng.choice(list(lots(state))))
        else:
            state = state.apply(rng.choice(state.actions(state.turn)), state.turn)
    return state


def dealt(players: int) -> naadam.State:
    """The free scenario, with the second player first, when all tiles are dealt."""
    state = naadam.load("yuan", players=players, scenario="free").start().apply("first 2")
    return at_random(state, lambda state: phase(state) == "deal", random.Random(players))


def hands(state: naadam.State) -> list[list[str]]:
    return [hand.split(",") for hand in field(state, "hands").split("/")]


# --- tiles are dealt and laid ---


@pytest.mark.rule("YN-11")
@pytest.mark.parametrize("players", range(2, 9))
def test_every_player_may_be_the_first(players: int) -> None:
    chances = lots(naadam.load("yuan", players=players, scenario="free").start())
    assert list(chances.values()) == pytest.approx([1 / players] * players)


@pytest.mark.rule("YN-10")
@pytest.mark.rule("YN-11")
@pytest.mark.rule("YN-85")
@pytest.mark.parametrize(("players", "tiles"), [(2, 8), (3, 12), (4, 15), (5, 19), (6, 22), (7, 27), (8, 30)])
def test_the_first_player_and_those_after_have_a_tile_more(players: int, tiles: int) -> None:
    state = dealt(players)
    each, more = divmod(tiles, players)
    wanted = [0] * players
    for place in range(players):
        wanted[(1 + place) % players] = each + (place < more)
    assert [len(hand) for hand in hands(state)] == wanted
    assert state.turn == 1


@pytest.mark.rule("YN-11")
def test_tiles_are_laid_from_the_own_hand_against_those_on_the_table() -> None:
    state = dealt(4)
    first, second, third, fourth = hands(state)
    assert len(state.actions(1)) == 6 * len(second)
    assert against(state, f"lay {first[0]} {first[0]} e 0", 1) == "YN-11"
    state = state.apply(f"lay {second[0]} {second[0]} e 0", 1)
    assert state.turn == 2
    assert len(state.actions(2)) == 6 * 6 * len(third)
    assert against(state, f"lay {third[0]} {third[0]} e 0", 2) == "YN-11"
    assert against(state, f"lay {fourth[0]} {second[0]} e 0", 2) == "YN-11"
    assert against(state, f"lay {second[0]} {second[0]} e 0", 2) == "YN-11"
    state = state.apply(f"lay {third[0]} {second[0]} ne 3", 2)
    assert against(state, f"lay {fourth[0]} {second[0]} ne 3", 3) == "YN-11"


# --- first cities, and whose they are ---


def cities() -> naadam.State:
    """The free scenario of four players when all tiles lie."""
    return at_random(dealt(4), lambda state: phase(state) == "lay", random.Random(4))


@pytest.mark.rule("YN-13")
def test_a_temple_stands_on_each_of_the_thirteen_hills() -> None:
    assert str(cities()).count("temple") == 13


@pytest.mark.rule("YN-14")
def test_the_first_player_begins_to_place_the_cities_of_all_four_clans() -> None:
    state = cities()
    assert phase(state) == "cities"
    assert state.turn == 1
    assert len(state.actions(1)) == 4 * 52
    state = state.apply("city weyu Cheng", 1)
    assert state.turn == 2
    for action in ("city weyu Bao", "city mu Cheng", "pass"):
        assert against(state, action, 2) == "YN-14"
    with pytest.raises(naadam.NotationError):
        state.refusal("city huan Bao", 2)  # a clan of the second box


@pytest.mark.rule("YN-15")
def test_clans_are_drawn_and_everybody_has_4_chao() -> None:
    state = play(cities(), "2: city weyu Cheng", "3: city mu Bao", "4: city xiangi Yu", "1: city suhey Zou")
    assert len(lots(state)) == 4
    state = play(state, "draw xiangi", "draw mu", "draw weyu", "draw suhey")
    assert field(state, "chao") == "4,4,4,4"
    assert field(state, "seats") == "xiangi,mu,weyu,suhey"


@pytest.mark.rule("YN-15")
def test_with_powers_mu_has_two_chao_less_and_suhey_one() -> None:
    state = naadam.load(f"{RIVER},powers=true").start()
    state = play(state, "first 1", "1: city mu Bao", "2: city suhey Cheng", "3: city weyu Yu", "4: city xiangi Zou")
    state = play(state, "draw xiangi", "draw mu", "draw weyu", "draw suhey")
    assert field(state, "chao") == "4,2,4,3"


@pytest.mark.rule("YN-12")
def test_crossing_the_waters_is_for_three() -> None:
    with pytest.raises(naadam.SpecError):
        naadam.load("yuan:players=2,scenario=crossing-the-waters")


# --- the auction ---


def bids() -> naadam.State:
    return naadam.load(AUCTION).start()


def second_bids() -> naadam.State:
    """The third player has paid 5 and taken Xiangi; the two others bid for the rest."""
    return play(bids(), "1: bid 3", "3: bid 5", "2: bid 0", "3: take xiangi")


def tied() -> naadam.State:
    """The two others have tied once."""
    return play(second_bids(), "1: bid 4", "2: bid 4")


@pytest.mark.rule("YN-12")
@pytest.mark.rule("YN-16")
def test_all_bid_at_once_for_the_clans_of_the_scenario() -> None:
    state = bids()
    assert phase(state) == "bid"
    assert {"Mao:mu.city", "Hov:xiangi.city", "Ge:weyu.city"} <= set(field(state, "provinces").split(","))
    assert field(state, "chao") == "6,6,6"
    assert state.waiting == (0, 1, 2)
    assert against(state, "take mu", 0) == "YN-16"
    with pytest.raises(naadam.NotationError):
        state.refusal("bid 7", 0)


@pytest.mark.rule("YN-16")
def test_nobody_sees_the_bid_of_another() -> None:
    views = {bids().apply(f"bid {amount}", 0).view(1).to_json() for amount in range(7)}
    assert len(views) == 1


@pytest.mark.rule("YN-16")
def test_the_highest_pays_and_chooses() -> None:
    state = play(bids(), "1: bid 3", "3: bid 5", "2: bid 0")
    assert phase(state) == "take"
    assert state.turn == 2
    assert field(state, "chao") == "6,6,1"
    assert state.refusal("take suhey", 2) is not None  # not in this scenario


@pytest.mark.rule("YN-16")
def test_the_others_bid_again() -> None:
    assert second_bids().waiting == (0, 1)
    assert against(second_bids(), "bid 1", 2) == "YN-16"


@pytest.mark.rule("YN-16")
@pytest.mark.rule("YN-17")
def test_those_tied_bid_again_any_amount_and_the_last_takes_the_last_clan() -> None:
    state = tied()
    assert state.waiting == (0, 1)
    assert field(state, "ties") == "1"
    state = play(state, "1: bid 1", "2: bid 0")
    assert phase(state) == "take"
    assert state.turn == 0
    assert field(state, "chao") == "5,6,1"
    assert against(state, "take xiangi", 0) == "YN-16"
    state = state.apply("take mu", 0)
    assert phase(state) == "plan"
    assert field(state, "seats") == "mu,weyu,xiangi"
    assert field(state, "chao") == "5,6,1"


@pytest.mark.rule("YN-17")
def test_a_second_tie_at_6_is_decided_by_lot() -> None:
    state = play(tied(), "1: bid 6", "2: bid 6")
    assert phase(state) == "lot"
    assert lots(state) == {"lot 1": 0.5, "lot 2": 0.5}
    state = state.apply("lot 2")
    assert state.turn == 1
    assert field(state, "chao") == "6,0,1"


@pytest.mark.rule("YN-17")
def test_a_third_tie_at_any_amount_is_decided_by_lot() -> None:
    state = play(tied(), "1: bid 2", "2: bid 2")
    assert phase(state) == "bid"
    assert field(state, "ties") == "2"
    assert phase(play(state, "1: bid 2", "2: bid 2")) == "lot"


@pytest.mark.rule("YN-17")
def test_a_first_tie_at_6_is_bid_again() -> None:
    state = play(bids(), "1: bid 6", "2: bid 6", "3: bid 6")
    assert phase(state) == "bid"
    assert field(state, "ties") == "1"


@pytest.mark.rule("YN-17")
def test_who_is_not_tied_waits_for_the_next_bid() -> None:
    state = play(bids(), "1: bid 3", "2: bid 1", "3: bid 3")
    assert state.waiting == (0, 2)
    assert field(state, "tied") == "13"
    assert against(state, "bid 6", 1) == "YN-17"
    state = play(state, "1: bid 0", "3: bid 1")
    assert state.turn == 2
    assert field(state, "chao") == "6,6,5"
    state = state.apply("take mu", 2)
    assert state.waiting == (0, 1)
    assert field(state, "tied") == field(state, "ties") == ""


@pytest.mark.rule("YN-17")
def test_with_auction_powers_have_no_corrections() -> None:
    state = play(naadam.load(f"{AUCTION},powers=true").start(), "1: bid 1", "2: bid 2", "3: bid 3", "3: take mu")
    state = play(state, "1: bid 0", "2: bid 1", "2: take weyu")
    assert phase(state) == "plan"
    assert field(state, "chao") == "6,5,3"


@pytest.mark.rule("YN-17")
def test_two_who_bid_6_the_first_time_bid_again_any_amount() -> None:
    state = play(bids(), "1: bid 6", "2: bid 6", "3: bid 3")
    assert phase(state) == "bid"
    assert state.waiting == (0, 1)
    for seat in state.waiting:
        assert {str(action) for action in state.actions(seat)} == {f"bid {amount}" for amount in range(7)}
    assert field(state, "chao") == "6,6,6"  # a tied bid is not paid


@pytest.mark.rule("YN-16")
@pytest.mark.rule("YN-17")
def test_only_the_bid_that_wins_is_paid() -> None:
    state = play(bids(), "1: bid 6", "2: bid 6", "3: bid 3", "1: bid 2", "2: bid 1")
    assert state.turn == 0
    assert field(state, "chao") == "4,6,6"


@pytest.mark.rule("YN-17")
def test_lots_decide_among_those_who_tie_at_6_the_second_time_alone() -> None:
    state = play(bids(), "1: bid 2", "2: bid 2", "3: bid 2", "1: bid 6", "2: bid 0", "3: bid 6")
    assert phase(state) == "lot"
    assert lots(state) == {"lot 1": 0.5, "lot 3": 0.5}
    assert play(state, "lot 3").turn == 2


@pytest.mark.rule("YN-17")
def test_fewer_tied_the_second_time_below_6_bid_once_more_without_the_third() -> None:
    state = play(bids(), "1: bid 6", "2: bid 6", "3: bid 6", "1: bid 5", "2: bid 4", "3: bid 5")
    assert phase(state) == "bid"
    assert state.waiting == (0, 2)
    assert against(state, "bid 6", 1) == "YN-17"


@pytest.mark.rule("YN-17")
@pytest.mark.parametrize("amount", [0, 3, 6])
def test_lots_decide_a_third_tie_after_a_first_at_6(amount: int) -> None:
    state = play(bids(), "1: bid 6", "2: bid 6", "3: bid 0", "1: bid 1", "2: bid 1")
    assert phase(state) == "bid"
    state = play(state, f"1: bid {amount}", f"2: bid {amount}")
    assert phase(state) == "lot"
    assert lots(state) == {"lot 1": 0.5, "lot 2": 0.5}


@pytest.mark.rule("YN-17")
def test_three_tie_three_times_and_all_are_in_the_lots() -> None:
    state = play(bids(), *(f"{player}: bid 4" for _ in range(3) for player in (1, 2, 3)))
    assert lots(state) == pytest.approx({"lot 1": 1 / 3, "lot 2": 1 / 3, "lot 3": 1 / 3})


@pytest.mark.rule("YN-17")
def test_ties_for_the_next_clan_are_counted_from_the_first() -> None:
    state = play(
        bids(), "1: bid 1", "2: bid 1", "3: bid 0", "1: bid 1", "2: bid 1", "1: bid 3", "2: bid 0", "1: take mu"
    )
    assert state.waiting == (1, 2)
    state = play(state, "2: bid 6", "3: bid 6")
    assert phase(state) == "bid"


@pytest.mark.rule("YN-16")
def test_the_last_player_pays_nothing_for_the_last_clan() -> None:
    state = play(second_bids(), "1: bid 6", "2: bid 0", "1: take weyu")
    assert phase(state) == "plan"
    assert field(state, "seats") == "weyu,mu,xiangi"
    assert field(state, "chao") == "0,6,1"


# --- General Conflict ---

GENERAL_CONFLICT = {"Lai-II:mu.city", "Mi-II:suhey.city", "Ovor:weyu.city", "Tang:xiangi.city", "Teng:huan.city"}


def general_conflict(options: str = "") -> naadam.State:
    return naadam.load(f"yuan:players=5,scenario=general-conflict{options}").start()


@pytest.mark.rule("YN-12")
@pytest.mark.rule("YN-14")
@pytest.mark.rule("YN-15")
def test_general_conflict_prints_its_cities_and_five_clans_are_drawn() -> None:
    state = general_conflict()
    assert phase(state) == "draw"
    assert set(field(state, "provinces").split(",")) >= GENERAL_CONFLICT
    assert lots(state) == pytest.approx({f"draw {clan}": 0.2 for clan in ("mu", "suhey", "weyu", "xiangi", "huan")})
    state = play(state, "draw huan", "draw mu", "draw suhey", "draw xiangi", "draw weyu")
    assert phase(state) == "plan"
    assert field(state, "chao") == "4,4,4,4,4"


@pytest.mark.rule("YN-12")
@pytest.mark.rule("YN-15")
@pytest.mark.rule("YN-85")
def test_general_conflict_with_powers_corrects_the_first_four_clans_only() -> None:
    state = play(general_conflict(",powers=true"), "draw huan", "draw mu", "draw suhey", "draw xiangi", "draw weyu")
    assert field(state, "chao") == "4,2,3,4,4"


@pytest.mark.rule("YN-10")
@pytest.mark.rule("YN-12")
@pytest.mark.rule("YN-13")
@pytest.mark.rule("YN-85")
def test_general_conflict_lays_19_tiles_side_by_side_and_a_temple_on_every_hills() -> None:
    state = general_conflict()
    tiles = tiles_of(state)
    centres = {(q, r) for q, r, _ in tiles.values()}
    assert set(tiles) == {*"ABCDEFGHIJKLMNO", "I-II", "J-II", "K-II", "L-II"}
    assert len({(q + dq, r + dr) for q, r in centres for dq, dr in ((0, 0), *STEPS)}) == 7 * 19
    reached = set(list(centres)[:1])
    for _ in range(19):
        reached |= {(q + dq, r + dr) for q, r in reached for dq, dr in TILE_STEPS} & centres
    assert reached == centres
    hills = {land.split()[1] + tile[1:] for tile in tiles for land in TILES[tile[0]] if land.startswith("hills")}
    standing = dict(told.split(":") for told in field(state, "provinces").split(","))
    assert {name for name, told in standing.items() if told == "temple"} == hills


@pytest.mark.rule("YN-12")
@pytest.mark.rule("YN-16")
def test_general_conflict_may_be_played_with_auction() -> None:
    state = general_conflict(",auction=true")
    assert phase(state) == "bid"
    assert field(state, "chao") == "6,6,6,6,6"
    assert state.waiting == (0, 1, 2, 3, 4)


@pytest.mark.rule("YN-12")
@pytest.mark.parametrize("players", [2, 3, 4, 6, 7, 8])
def test_general_conflict_is_for_five(players: int) -> None:
    with pytest.raises(naadam.SpecError, match="YN-12"):
        naadam.load(f"yuan:players={players},scenario=general-conflict")


# --- planning ---


def planning() -> naadam.State:
    """The first turn of Crossing the Waters, with 6, 6 and 1 Chão."""
    state = play(tied(), "1: bid 1", "2: bid 0", "1: take mu")
    return state.game.position(str(state).replace("chao=5,6,1", "chao=6,6,1"))


@pytest.mark.rule("YN-25")
def test_a_plan_must_be_affordable_in_full() -> None:
    state = planning()
    for action, seat in (("Mao D3", 0), ("Hov D2", 2), ("Mao D2 M2", 0)):
        assert against(state, action, seat) == "YN-25"
    assert against(state, "Mao D2", 0) is None
    assert against(state, "Mao F3", 0) is None  # Mao is a forest, so this costs 6


@pytest.mark.rule("YN-22")
@pytest.mark.parametrize("action", ["Mao", "Mao D4", "Bay D1", "Mao F1 D1"])
def test_what_is_no_plan_cannot_be_written(action: str) -> None:
    with pytest.raises(naadam.NotationError):
        planning().refusal(action, 0)


@pytest.mark.rule("YN-22")
def test_nobody_bids_when_plans_are_made() -> None:
    assert planning().refusal("bid 3", 0) is not None


@pytest.mark.rule("YN-86")
def test_nobody_sees_the_plan_of_another() -> None:
    views = {planning().apply(plan, 0).view(1).to_json() for plan in ("Mao D2", "Mao F3", "pass")}
    assert len(views) == 1


@pytest.mark.rule("YN-22")
def test_a_plan_may_be_changed_until_the_last_one_is_in() -> None:
    history = naadam.History(planning())
    history.play("Mao D2", 0)
    history.withdraw(0)
    history.play("pass", 0)
    history.play("pass", 1)
    history.withdraw(0)
    history.play("Mao F3", 0)
    state = history.play("pass", 2)
    assert field(state, "chao") == "0,12,7"
    assert "Mao:mu.city.stone.1" in field(state, "provinces")


# --- quick start ---


def spiral(count: int) -> list[Place]:
    """The first so many centres of tiles: ring after ring, counter-clockwise from the east."""
    centres, ring = [(0, 0)], 0
    while len(centres) < count:
        ring += 1
        q, r = TILE_STEPS[0][0] * ring, TILE_STEPS[0][1] * ring
        for side in range(6):
            along = TILE_STEPS[(side + 2) % 6]
            for _ in range(ring):
                centres.append((q, r))
                q, r = q + along[0], r + along[1]
    return centres[:count]


def tiles_of(state: naadam.State) -> dict[str, tuple[int, int, int]]:
    found = re.findall(r"([A-Z](?:-II)?)\((-?\d+),(-?\d+)\)(\d)", field(state, "tiles"))
    return {name: (int(q), int(r), int(turned)) for name, q, r, turned in found}


def provinces_of(state: naadam.State) -> dict[str, Place]:
    """The place of every province, by the tiles on the table."""
    places = {}
    for tile, (q, r, turned) in tiles_of(state).items():
        letter, box, _ = tile.partition("-II")
        for index, land in enumerate(TILES[letter]):
            step = STEPS[(index - 1 + turned) % 6] if index else (0, 0)
            if " " in land:
                places[land.split()[1] + box] = (q + step[0], r + step[1])
    return places


def distance(one: Place, other: Place) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@pytest.mark.rule("YN-18")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_quick_start_lays_a_spiral_and_puts_cities_far_apart(players: int) -> None:
    rng = random.Random(players)
    state = naadam.load("yuan", players=players).start()
    laid: list[Place] = []
    while phase(state) == "lay":
        before = tiles_of(state)
        state = state.apply(rng.choice(list(lots(state))))
        ((q, r, _),) = (place for tile, place in tiles_of(state).items() if tile not in before)
        laid.append((q, r))
    assert laid == spiral(len(laid))
    state = at_random(state, lambda state: phase(state) == "clans", rng)
    places = provinces_of(state)
    fit = {name for name, place in places.items() if [distance(place, other) for other in places.values()].count(1) > 1}
    cities: list[str] = []
    while phase(state) == "cities":
        chances = lots(state)
        far = {name: min([distance(places[name], places[city]) for city in cities], default=0) for name in fit}
        farthest = max(far.values())
        assert {action.split()[2] for action in chances} == {name for name in fit if far[name] == farthest}
        assert sum(chances.values()) == pytest.approx(1)
        city = rng.choice(list(chances))
        cities.append(city.split()[2])
        state = state.apply(city)
    assert len(cities) == players
