"""Clauses YN-30 to YN-39: development, on small maps drawn as text (`yuan_pictures.py`)."""

from __future__ import annotations

import pytest
from yuan_pictures import drawn, played

THREE = "mu suhey weyu"


# --- YN-30: several clans colonise the same target ---


@pytest.mark.rule("YN-30")
def test_two_who_colonise_the_same_target_are_cancelled_and_gain_six() -> None:
    scene = drawn("Ra  Rb  Rc", chao="4 4", Ra="mu city", Rc="suhey city")
    after = played(scene, mu="Rb D1 F2", suhey="Rb D1 M1")
    assert after["Rb"] == ""
    assert after.chao == {"mu": 10, "suhey": 10}
    assert after.told(30) == {("mu", "Rb", 6), ("suhey", "Rb", 6)}
    assert after.told(65) == {("mu", "", 6), ("suhey", "", 6)}
    assert not after.told(25)


@pytest.mark.rule("YN-30")
def test_a_colonisation_out_of_reach_blocks_nobody() -> None:
    scene = drawn("Ra  Rb  ^   Rc", chao="4 4", Ra="mu city", Rc="suhey city")
    after = played(scene, mu="Rb D1", suhey="Rb D1")
    assert after["Rb"] == "mu village"
    assert after.chao == {"mu": 4, "suhey": 4}  # an idle plan is paid, here with nothing, and earns nothing
    blocked = played(drawn("Ra  Rb  ^   Rc", Ra="mu city", Rc="suhey city"), mu="Rb D1", suhey="Rb D3")
    assert blocked["Rb"] == ""


@pytest.mark.rule("YN-30")
def test_a_third_clan_may_take_the_disputed_target_as_a_neighbour() -> None:
    picture = """
          Rc
        Ra  Rb  Rd
    """
    scene = drawn(picture, clans=THREE, Ra="mu city", Rd="suhey city", Rc="weyu city")
    after = played(scene, mu="Rb D1", suhey="Rb D1", weyu="Rc D1")
    assert after["Rb"] == "weyu village"


# --- YN-31, YN-32: colonisation ---


@pytest.mark.rule("YN-31")
def test_the_target_and_its_free_neighbours_are_taken() -> None:
    picture = """
          Rc  Rd  Rf
        Ra  Rb  Re  Rg
    """
    scene = drawn(picture, Ra="mu city", Rd="suhey city", Rg="suhey city")
    after = played(scene, mu="Rb D1")
    assert after.on("Rb", "Rc", "Rd", "Re", "Rf") == ["mu village", "mu village", "suhey city", "mu village", ""]
    assert after.told(31) == {("mu", "Rb", 0), ("mu", "Rc", 1), ("mu", "Re", 1)}


@pytest.mark.rule("YN-31")
def test_the_neighbours_of_a_target_are_adjacent_and_not_connected_to_it() -> None:
    after = played(drawn("Ra  Rb  ~   Rc", Ra="mu city"), mu="Rb D1")
    assert after["Rc"] == ""


@pytest.mark.rule("YN-32")
def test_the_second_level_brings_two_chao_and_the_third_goes_anywhere() -> None:
    scene = drawn("Ra  Rb  ^   Rc  Rd", chao="10 0", Ra="mu city")
    second = played(scene, mu="Rb D2")
    assert second["Rb"] == "mu village"
    assert second.chao["mu"] == 10 - 3 + 2
    third = played(scene, mu="Rc D3")
    assert third.on("Rc", "Rd") == ["mu city", "mu village"]
    assert third.chao["mu"] == 10 - 6


@pytest.mark.rule("YN-32")
@pytest.mark.rule("YN-65")
def test_a_second_level_that_applies_to_nothing_brings_nothing() -> None:
    scene = drawn("Ra  ^   Rb", chao="10 0", Ra="mu city")
    assert played(scene, mu="Rb D2").chao["mu"] == 10 - 3


# --- YN-33 to YN-35: expansion ---


@pytest.mark.rule("YN-33")
def test_the_whole_group_of_the_target_expands() -> None:
    scene = drawn("Ra  Rb  Rc  Rd  ^   Re  Rf", Rb="mu city", Rc="mu village", Re="mu city")
    after = played(scene, mu="Rb D1")
    assert after.told(33) == {("mu", "Ra", 1), ("mu", "Rd", 1)}
    assert after["Rf"] == ""


@pytest.mark.rule("YN-34")
def test_the_second_level_brings_two_chao_even_if_nothing_is_taken() -> None:
    after = played(drawn("Ra  ^   Rb", chao="3 0", Ra="mu city"), mu="Ra D2")
    assert after.chao["mu"] == 2
    assert after.told(65) == {("mu", "", 2), ("suhey", "", 6)}


@pytest.mark.rule("YN-35")
def test_the_third_level_builds_a_temple_and_robs_the_neighbours() -> None:
    picture = """
          Rc  Rd
        Ra  Rb
    """
    scene = drawn(
        picture, clans=THREE, chao="10 5 1", Rb="mu village", Ra="suhey city", Rc="suhey village", Rd="weyu city"
    )
    after = played(scene, mu="Rb D3", suhey="Ra D1", weyu="Rd D1")
    assert after["Rb"] == "mu village temple"
    assert after.chao == {"mu": 10 - 6 + 2 + 1, "suhey": 3, "weyu": 0}
    assert after.told(37) == {("suhey", "Rb", 2), ("weyu", "Rb", 1)}


@pytest.mark.rule("YN-35")
def test_no_province_is_taken_and_none_bears_two_temples() -> None:
    scene = drawn("Rc  Ha  Rb", chao="10 5", Ha="mu city", Rb="suhey city")
    after = played(scene, mu="Ha D3", suhey="Rb F1")
    assert after.on("Ha", "Rc") == ["mu city temple", ""]
    assert after.told(35) == {("mu", "Ha", 0)}
    assert after.chao == {"mu": 10 - 7 + 2, "suhey": 3}


# --- YN-36: who takes a neighbour ---


@pytest.mark.rule("YN-36")
@pytest.mark.rule("YN-39")
def test_a_neighbour_wanted_by_two_stays_free() -> None:
    scene = drawn("Ra  Rb  Rc", Ra="mu city", Rc="suhey city")
    after = played(scene, mu="Ra D1", suhey="Rc D1")
    assert after["Rb"] == ""
    assert after.told(36) == {("", "Rb", 2)}
    mixed = drawn("Ra  Rb  Rc  Rd", Ra="mu city", Rd="suhey city")  # a colonisation and an expansion
    assert played(mixed, mu="Rb D1", suhey="Rd D1").on("Rb", "Rc") == ["mu village", ""]


@pytest.mark.rule("YN-36")
def test_a_target_goes_before_a_neighbour() -> None:
    scene = drawn("Ra  Rb  Rc  Rd", Ra="mu city", Rd="suhey city")
    after = played(scene, mu="Rb D1", suhey="Rc D1")
    assert after.on("Rb", "Rc") == ["mu village", "suhey village"]
    assert not after.told(36)


# --- YN-37: robbery ---


@pytest.mark.rule("YN-37")
def test_two_builders_who_would_rob_each_other_take_nothing() -> None:
    """As printed."""
    scene = drawn("Ra  Rb", chao="10 10", Ra="mu city", Rb="suhey city")
    after = played(scene, mu="Ra D3", suhey="Rb D3")
    assert after.chao == {"mu": 4, "suhey": 4}
    assert not after.told(37)
    assert after.told(35) == {("mu", "Ra", 1), ("suhey", "Rb", 1)}


@pytest.mark.rule("YN-37")
def test_an_expansion_where_a_temple_stands_counts_as_building() -> None:
    scene = drawn("Ha  Rb", chao="10 10", Ha="mu city", Rb="suhey city")
    after = played(scene, mu="Ha D3", suhey="Rb D3")
    assert after.told(35) == {("mu", "Ha", 0), ("suhey", "Rb", 1)}
    assert not after.told(37)


@pytest.mark.rule("YN-37")
@pytest.mark.parametrize(("purse", "taken"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_a_single_robber_takes_what_there_is_up_to_two(purse: int, taken: int) -> None:
    after = played(drawn("Ra  Rb", chao=f"10 {purse}", Ra="mu city", Rb="suhey city"), mu="Ra D3", suhey="Rb D1")
    assert after.chao == {"mu": 4 + taken, "suhey": purse - taken}


@pytest.mark.rule("YN-37")
@pytest.mark.parametrize(("purse", "each"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 2)])
def test_two_who_rob_a_third_take_the_same(purse: int, each: int) -> None:
    scene = drawn("Ra  Rc  Rb", clans=THREE, chao=f"10 10 {purse}", Ra="mu city", Rb="suhey city", Rc="weyu city")
    after = played(scene, mu="Ra D3", suhey="Rb D3", weyu="Rc D1")
    assert after.chao == {"mu": 4 + each, "suhey": 4 + each, "weyu": purse - 2 * each}


@pytest.mark.rule("YN-37")
def test_robbery_counts_what_is_left_after_paying_and_not_what_is_robbed() -> None:
    """Suhey has nothing left after paying, and the second time 1: the 2 that it robs from Weyu are not there yet."""
    picture = """
        Ra  Rb  Ha  Rc
    """
    scene = drawn(
        picture, clans=THREE, chao="10 6 6", Ra="mu city", Rb="suhey village", Ha="suhey village", Rc="weyu city"
    )
    after = played(scene, mu="Ra D3", suhey="Ha D3", weyu="Rc D1")
    assert after.told(37) == {("weyu", "Ha", 2)}
    rich = drawn(
        picture, clans=THREE, chao="10 7 6", Ra="mu city", Rb="suhey village", Ha="suhey village", Rc="weyu city"
    )
    after = played(rich, mu="Ra D3", suhey="Ha D3", weyu="Rc D1")
    assert after.told(37) == {("suhey", "Ra", 1), ("weyu", "Ha", 2)}
    assert after.chao == {"mu": 5, "suhey": 7 - 6 - 1 + 2, "weyu": 4}


# --- YN-38, YN-39 ---


@pytest.mark.rule("YN-38")
def test_a_colony_without_a_city_gets_one_on_its_target() -> None:
    """As printed under automatic urbanisation: later steps of the turn see a city."""
    scene = drawn("Ra  ~   Rb  Rc", Ra="mu city")
    after = played(scene, mu="Rb D1 F1 M2")
    assert after.told(38) == {("mu", "Rb", 0)}
    assert after.on("Rb", "Rc") == ["mu doubled 1", "mu village"]  # reinforced and recruited for, as a city


@pytest.mark.rule("YN-38")
def test_a_colony_that_joins_a_city_gets_none() -> None:
    scene = drawn("Ra  ~   Rb  Rc  Rd", Ra="mu city", Rd="mu city")
    after = played(scene, mu="Rb D1 M2")
    assert after.on("Rb", "Rc") == ["mu village", "mu village"]  # by the groups as they are now
    assert not after.told(38) | after.told(45)


@pytest.mark.rule("YN-39")
def test_reach_and_groups_are_those_at_the_start_of_the_step() -> None:
    """The group of Ra does not grow by the provinces it takes, and nothing is reached from these."""
    scene = drawn("Ra  Rb  Rc  Rd", Ra="mu city", Rc="mu village")
    after = played(scene, mu="Ra D1")
    assert after.on("Rb", "Rd") == ["mu village", ""]


@pytest.mark.rule("YN-39")
def test_temples_rob_the_neighbours_of_the_moment() -> None:
    """Suhey settles next to the temple in the same step, and is robbed immediately."""
    scene = drawn("Ra  Rb  Rc", chao="10 5", Ra="mu city", Rc="suhey city")
    after = played(scene, mu="Ra D3", suhey="Rb D1")
    assert after["Rb"] == "suhey village"
    assert after.chao == {"mu": 10 - 6 + 2, "suhey": 3}
