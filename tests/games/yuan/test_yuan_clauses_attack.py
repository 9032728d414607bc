"""Clauses YN-46 to YN-53 and YN-60: one attack at a time, on small maps drawn as text (`yuan_pictures.py`)."""

from __future__ import annotations

import pytest
from yuan_pictures import drawn, played

THREE = "mu suhey weyu"


@pytest.mark.rule("YN-46")
def test_all_armies_adjacent_or_connected_take_part_and_leave() -> None:
    picture = """
          Rb  Rz
        Ra  ~   Rc  Rd
    """
    scene = drawn(picture, Ra="mu city 2", Rb="mu village 1", Rc="mu village 3", Rd="mu village 1", Rz="suhey city")
    after = played(scene, mu="Rz M1")
    assert after.told(46) == {("mu", "Ra", 2), ("mu", "Rb", 1), ("mu", "Rc", 3)}
    assert after.told(53) == {("mu", "Rz", 6)}
    assert after.on("Ra", "Rb", "Rc", "Rd") == ["mu city", "mu village", "mu village", "mu village 1"]


@pytest.mark.rule("YN-46")
@pytest.mark.parametrize("level", ["M1", "M2", "M3"])
def test_without_an_army_in_reach_there_is_no_attack_at_any_level(level: str) -> None:
    scene = drawn("Ra  Rb  Rz", Ra="mu city 3", Rb="mu village", Rz="suhey city")
    after = played(scene, mu=f"Rz {level}")
    assert after["Rz"] == "suhey city"
    assert not after.told(46) | after.told(47)
    assert after["Ra"] == "mu city 3"


@pytest.mark.rule("YN-46")
def test_armies_made_in_step_3_are_not_those_of_the_same_plan() -> None:
    """One plan has one target: a clan that recruits in a city attacks no province."""
    scene = drawn("Ra  Rz", Ra="mu city", Rz="suhey city")
    assert played(scene, mu="Ra M3").on("Ra", "Rz") == ["mu city 3", "suhey city"]


@pytest.mark.rule("YN-47")
@pytest.mark.parametrize("level", ["M2", "M3"])
def test_one_army_more_comes_from_the_stock(level: str) -> None:
    after = played(drawn("Ra  Rz", Ra="mu city 1", Rz="suhey city 1"), mu=f"Rz {level}")
    assert after.told(47) == {("mu", "Rz", 1)}
    assert after["Rz"] == "mu village 1"


@pytest.mark.rule("YN-47")
@pytest.mark.rule("YN-43")
def test_no_army_more_comes_if_all_nine_are_in_play() -> None:
    picture = "Ra  Rz  Rb  Rc  Rd"
    scene = drawn(picture, Ra="mu city 1", Rb="mu city 2", Rc="mu city 3", Rd="mu city 3", Rz="suhey city 3")
    after = played(scene, mu="Rz M2")
    assert after.told(47) == {("mu", "Rz", 0)}
    assert after["Rz"] == "suhey city"


@pytest.mark.rule("YN-48")
def test_armies_that_attack_do_not_defend_where_they_came_from() -> None:
    """Mu and Suhey attack each other's city with all they have; both find it empty."""
    scene = drawn("Ra  Rb", Ra="mu city 3", Rb="suhey city 1")
    after = played(scene, mu="Rb M1", suhey="Ra M1")
    assert after.on("Ra", "Rb") == ["suhey city 1", "mu city 3"]


@pytest.mark.rule("YN-49")
@pytest.mark.parametrize(
    ("mu", "weyu", "xiangi", "left"),
    [
        (3, 1, 1, (2, 0, 0)),  # as printed under simultaneous attacks 4
        (3, 1, 0, (2, 0, 0)),
        (2, 2, 0, (0, 0, 0)),
        (3, 2, 1, (1, 0, 0)),
        (3, 3, 1, (0, 0, 0)),
        (3, 3, 3, (0, 0, 0)),
    ],
)
def test_several_attackers_fight_one_another_first(mu: int, weyu: int, xiangi: int, left: tuple[int, ...]) -> None:
    """The smallest number is taken from all, again and again; with 3, 2 and 1 first 1 from each, then 1 from two."""
    picture = """
          Ra  Rb
        Rc  Rz
    """
    scene = drawn(
        picture, clans="mu suhey weyu xiangi", Ra=f"mu city {mu}", Rb=f"weyu city {weyu}",
        Rc=f"xiangi city {xiangi}" if xiangi else "xiangi city", Rz="suhey city",
    )  # fmt: skip
    after = played(scene, mu="Rz M1", weyu="Rz M1", xiangi="Rz M1")
    fought = {("mu", "Rz", left[0]), ("weyu", "Rz", left[1]), ("xiangi", "Rz", left[2])}
    assert after.told(49) == (fought if xiangi else fought - {("xiangi", "Rz", 0)})
    assert after["Rz"].startswith("mu village" if left[0] else "suhey city")


@pytest.mark.rule("YN-50")
@pytest.mark.parametrize(
    ("attacker", "defender", "after", "left"),
    [(3, 1, "mu village 2", (2, 0)), (2, 2, "suhey city", (0, 0)), (1, 3, "suhey city 2", (0, 2))],
)
def test_armies_annihilate_one_for_one(attacker: int, defender: int, after: str, left: tuple[int, int]) -> None:
    scene = played(drawn("Ra  Rz", Ra=f"mu city {attacker}", Rz=f"suhey city {defender}"), mu="Rz M1")
    assert scene["Rz"] == after
    assert scene.told(50) == {("mu", "Rz", left[0]), ("suhey", "Rz", left[1])}


@pytest.mark.rule("YN-51")
def test_what_is_left_is_compared_with_the_wall_which_costs_a_victor_nothing() -> None:
    picture = "Ra  Rz  Rb"
    scene = drawn(picture, Ra="mu city 3", Rb="mu village 1", Rz="suhey city wood 1")
    after = played(scene, mu="Rz M1")
    assert after.told(50) == {("mu", "Rz", 3), ("suhey", "Rz", 0)}
    assert after["Rz"] == "mu village 3"
    lost = played(drawn(picture, Ra="mu city 3", Rz="suhey city wood 1"), mu="Rz M1")
    assert lost.told(51) == {("mu", "Rz", 2)}
    assert lost.on("Ra", "Rz") == ["mu city", "suhey city wood"]


@pytest.mark.rule("YN-52")
def test_an_indestructible_city_loses_its_armies_at_most() -> None:
    after = played(drawn("Ra  Rz", Ra="mu city 3", Rz="suhey doubled stone 1"), mu="Rz M2")
    assert after.told(50) == {("mu", "Rz", 3), ("suhey", "Rz", 0)}
    assert after.told(52) == {("mu", "Rz", 3)}
    assert after.on("Ra", "Rz") == ["mu city", "suhey doubled stone"]


@pytest.mark.rule("YN-53")
@pytest.mark.parametrize("there", ["village", "city", "doubled", "doubled wood"])
def test_a_victor_puts_a_village_and_the_temple_stays(there: str) -> None:
    scene = drawn("Ra  Rz", Ra="mu city 3", Rz=f"suhey {there} temple")
    after = played(scene, mu="Rz M1")
    assert after["Rz"] == "mu village 3 temple"
    assert after.told(53) == {("mu", "Rz", 3)}


# --- YN-60: fortification with an attack ---


@pytest.mark.rule("YN-60")
@pytest.mark.rule("YN-58")
def test_a_fortification_follows_a_victory() -> None:
    """As printed: the captured province becomes a city by itself, so the fortification is a reinforcement."""
    scene = drawn("Ra  ~   Rz  Ry", Ra="mu city 1", Rz="suhey city", Ry="suhey village")
    after = played(scene, mu="Rz F2 M1")
    assert after.on("Rz", "Ry") == ["mu doubled wood 1", "mu village"]
    assert after.told(58) == {("mu", "Rz", 0)}
    assert after.told(41) == {("mu", "Rz", 2)}
    joined = played(drawn("Ra  Rz", Ra="mu city 1", Rz="suhey city"), mu="Rz F2 M1")
    assert joined["Rz"] == "mu city 1"  # a village in a group with a city: an urbanisation


@pytest.mark.rule("YN-60")
@pytest.mark.parametrize(("army", "rival"), [("", ""), (" 1", " 1")], ids=["no army", "beaten"])
def test_without_a_victory_its_cost_is_given_back(army: str, rival: str) -> None:
    scene = drawn("Ra  Fa  Rz", chao="20 20", Ra="mu city", Fa=f"mu village{army}", Rz=f"suhey city{rival}")
    after = played(scene, mu="Rz D1 F2 M2" if not army else "Rz F2 M1")
    assert after.told(60) == {("mu", "Rz", 3)}
    assert after.chao["mu"] == (20 - 4 if not army else 20)


@pytest.mark.rule("YN-60")
def test_nothing_is_given_back_without_militarisation_or_on_a_free_province() -> None:
    scene = drawn("Ra  ^   Rb  ^   Rz", chao="20 20", Ra="mu city", Rz="suhey city")
    assert played(scene, mu="Rz F2").chao["mu"] == 16
    assert played(scene, mu="Rb F2 M1").chao["mu"] == 16


@pytest.mark.rule("YN-60")
def test_a_target_taken_by_another_in_the_same_turn_gives_the_cost_back() -> None:
    picture = "Ra  Rz  Rb"
    scene = drawn(picture, clans=THREE, chao="20 20 20", Ra="mu city 1", Rb="weyu city 3", Rz="suhey city")
    after = played(scene, mu="Rz F2 M1", weyu="Rz F2 M1")
    assert after["Rz"] == "weyu city 2"
    assert after.told(60) == {("mu", "Rz", 4)}
