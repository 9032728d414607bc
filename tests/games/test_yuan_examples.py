"""The printed examples of Yuan that are told in words, and what stands beside them in the rules."""

from __future__ import annotations

import pytest
from drawn_yuan import chao, clause_against, played, small, stand, there, told

import naadam


@pytest.mark.rule("YN-24")
@pytest.mark.rule("YN-25")
def test_with_4_rice_5_forests_and_2_mines_a_plan_of_11_chao_costs_4() -> None:
    own = "Mand Bao Ik Hov Altai Ju Huo Tan Zav Ge Li"
    words = ",".join(f"{name}:mu.village" for name in own.split())
    game = naadam.load("yuan:players=4,scenario=river-control")
    hills = ["Cao", "Qin", "Cheng", "Govi", "Khal", "Xia", "Nie", "Huan", "Suh", "Wey", "Zong", "Zou", "Tov"]
    temples = ",".join(f"{name}:temple" for name in hills)
    line = "plan clans=mu,suhey,weyu,xiangi seats=mu,suhey,weyu,xiangi provinces={} chao={},0,0,0 turn=2"
    rich = game.position(line.format(f"{words},{temples}", 4))
    after = played(rich, "Bao D1 F3 M2", "pass", "pass", "pass")
    assert chao(after) == [0, 6, 6, 6]
    poor = game.position(line.format(f"{words},{temples}", 3))
    assert clause_against(poor, "Bao D1 F3 M2", 0) == "YN-25"


@pytest.mark.rule("YN-3")
@pytest.mark.rule("YN-24")
def test_a_doubled_city_produces_two() -> None:
    state = stand("La:mu.doubled Lb:mu.city Ld:suhey.city", chao="2,0,0")
    assert clause_against(state, "La D2", 0) is None
    assert clause_against(stand("La:mu.city Lb:mu.city Ld:suhey.city", chao="2,0,0"), "La D2", 0) == "YN-25"


@pytest.mark.rule("YN-31")
@pytest.mark.rule("YN-38")
def test_a_colonised_group_without_a_city_gets_one_on_its_target() -> None:
    state = stand("Lb:suhey.city", chao="20,20,20")
    after = played(state, "Pz D3 M2", "pass", "pass")
    assert there(after, "Pz") == "mu.city.1"  # what follows applies to a city
    assert [there(after, name) for name in ("Pa", "Pb", "Pc", "Pd", "Pe", "Pf")] == ["mu.village"] * 6


@pytest.mark.rule("YN-31")
@pytest.mark.rule("YN-38")
def test_a_colonised_group_with_a_city_gets_none() -> None:
    after = played(stand("Pa:mu.city Lb:suhey.city"), "Pz D1", "pass", "pass")
    assert there(after, "Pz") == "mu.village"


@pytest.mark.rule("YN-53")
@pytest.mark.rule("YN-54")
@pytest.mark.rule("YN-58")
@pytest.mark.rule("YN-60")
def test_after_an_attack_villages_are_replaced_and_the_fortification_is_a_reinforcement() -> None:
    state = stand("La:suhey.city.2 Lc:mu.city Lb:mu.village Ld:mu.village")
    after = played(state, "pass", "Lc F2 M1", "pass")
    assert there(after, "Lb") == there(after, "Ld") == "suhey.village"
    assert there(after, "Lc") == "suhey.city.2"  # La and Lb are in a group with a city: an urbanisation
    assert there(after, "La") == "suhey.city"


@pytest.mark.rule("YN-58")
@pytest.mark.rule("YN-60")
@pytest.mark.rule("YN-41")
def test_a_captured_group_apart_gets_a_city_which_is_then_reinforced() -> None:
    state = stand("La:suhey.city.2 Ld:mu.city Le:mu.village")
    after = played(state, "pass", "Ld F2 M1", "pass")
    assert there(after, "Ld") == "suhey.doubled.wood.2"
    assert there(after, "Le") == "suhey.village"
    events = told(state, "pass", "Ld F2 M1", "pass")
    assert (53, "suhey", "Ld", 2) in events
    assert (54, "suhey", "Le", 0) in events
    assert (58, "suhey", "Ld", 0) in events
    assert (41, "suhey", "Ld", 2) in events


@pytest.mark.rule("YN-60")
def test_a_fortification_after_an_attack_that_fails_is_given_back() -> None:
    state = stand("La:suhey.city.1 Ld:mu.city.1", chao="20,20,20")
    after = played(state, "pass", "Ld F3 M1", "pass")
    assert chao(after) == [26, 20, 26]
    assert there(after, "Ld") == "mu.city"
    assert (60, "suhey", "Ld", 7) in told(state, "pass", "Ld F3 M1", "pass")


@pytest.mark.rule("YN-37")
def test_clans_that_build_at_once_and_would_rob_each_other_take_nothing() -> None:
    state = stand("La:mu.city Lb:suhey.city", chao="20,20,0")
    assert chao(played(state, "La D3", "Lb D3", "pass")) == [14, 13, 6]  # La is a rice field
    assert not [event for event in told(state, "La D3", "Lb D3", "pass") if event[0] == 37]


@pytest.mark.rule("YN-37")
@pytest.mark.parametrize(("purse", "each"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 2)])
def test_two_that_rob_a_third_take_the_same(purse: int, each: int) -> None:
    state = stand("La:mu.city Lb:weyu.city Lc:suhey.city", chao=f"20,20,{purse}")
    robbed = [event for event in told(state, "La D3", "Lc D3", "pass") if event[0] == 37]
    assert robbed == ([(37, "weyu", "La", each), (37, "weyu", "Lc", each)] if each else [])
    assert chao(played(state, "La D3", "Lc D3", "pass"))[2] == purse - 2 * each + 6


@pytest.mark.rule("YN-57")
@pytest.mark.rule("YN-56")
@pytest.mark.rule("YN-54")
@pytest.mark.rule("YN-58")
def test_simultaneous_attacks_1_two_clans_take_each_others_provinces() -> None:
    state = stand("La:suhey.village.1 Pc:suhey.city Lc:weyu.city.1 Ld:weyu.village Lf:suhey.village.1")
    after = played(state, "pass", "Lc M2", "La M1")
    assert there(after, "Lc") == "suhey.city.3"
    assert there(after, "La") == "weyu.city.1"
    assert there(after, "Ld") == "suhey.village"


@pytest.mark.rule("YN-56")
def test_simultaneous_attacks_2_each_takes_what_it_has_isolated_alone() -> None:
    arms = (
        "Pa:weyu.city Pb:weyu.village Pc:weyu.village La:weyu.village Lb:weyu.village Pf:weyu.village Pe:weyu.village"
    )
    state = stand(f"{arms} Ld:mu.city.1 Pz:suhey.city.1")
    after = played(state, "La M1", "Pf M1", "pass")
    assert (there(after, "La"), there(after, "Lb")) == ("mu.city.1", "mu.village")
    assert (there(after, "Pf"), there(after, "Pe")) == ("suhey.village.1", "suhey.village")
    assert there(after, "Pc") == "weyu.village"


@pytest.mark.rule("YN-56")
def test_simultaneous_attacks_3_what_only_several_isolate_becomes_free() -> None:
    state = stand("La:weyu.city Lb:weyu.village Lc:weyu.city Ld:mu.city.1 Le:suhey.city.1")
    after = played(state, "Lc M1", "La M1", "pass")
    assert there(after, "Lb") == ""
    assert (56, "", "Lb", 0) in told(state, "Lc M1", "La M1", "pass")


@pytest.mark.rule("YN-55")
@pytest.mark.rule("YN-56")
def test_simultaneous_attacks_3_but_a_bonus_attack_takes_what_is_beside_its_target() -> None:
    state = stand("La:weyu.city Lb:weyu.village Lc:weyu.city Ld:mu.city.1 Le:suhey.city.1")
    after = played(state, "Lc M3", "La M1", "pass")
    assert there(after, "Lb") == "mu.village"
    assert (55, "mu", "Lb", 1) in told(state, "Lc M3", "La M1", "pass")


@pytest.mark.rule("YN-49")
def test_simultaneous_attacks_4_attackers_of_one_province_fight_one_another_first() -> None:
    game = small("range", 4)
    seats = "mu,suhey,weyu,xiangi"
    words = "Pz:xiangi.village Pa:mu.city.3 Pb:suhey.city.1 Pc:weyu.city.1 Pe:xiangi.city"
    state = stand(words, chao="9,9,9,9", game=game, seats=seats)
    after = played(state, "Pz M1", "Pz M1", "Pz M1", "pass")
    assert there(after, "Pz") == "mu.village.2"
    events = told(state, "Pz M1", "Pz M1", "Pz M1", "pass")
    assert [event for event in events if event[0] == 49] == [
        (49, "mu", "Pz", 2),
        (49, "suhey", "Pz", 0),
        (49, "weyu", "Pz", 0),
    ]
