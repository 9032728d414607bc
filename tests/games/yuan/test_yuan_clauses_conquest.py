"""Clauses YN-54 to YN-59: groups without a city, bonus attacks, several victors, on maps drawn as text.

The four cases that the rules print under simultaneous attacks are among them.
"""

from __future__ import annotations

import pytest
from yuan_pictures import drawn, played

THREE = "mu suhey weyu"


# --- YN-54: groups without a city ---


@pytest.mark.rule("YN-54")
def test_a_group_that_loses_its_city_is_destroyed() -> None:
    scene = drawn("Ra  Rz  Ha  Rb", Ra="mu city 1", Rz="suhey city", Ha="suhey village 2", Rb="suhey village")
    after = played(scene, mu="Rz M1")
    assert after.on("Rz", "Ha", "Rb") == ["mu village 1", "mu village temple", "mu village"]
    assert after.told(54) == {("mu", "Ha", 0), ("mu", "Rb", 0)}


@pytest.mark.rule("YN-54")
def test_a_part_that_is_cut_off_from_the_city_is_destroyed_and_the_rest_stays() -> None:
    picture = """
              Ra
        Rb  Rz  Rc  Rd
    """
    scene = drawn(picture, Ra="mu city 1", Rb="suhey city", Rz="suhey village", Rc="suhey village", Rd="suhey village")
    after = played(scene, mu="Rz M1")
    assert after.on("Rb", "Rc", "Rd") == ["suhey city", "mu village", "mu village"]


@pytest.mark.rule("YN-54")
@pytest.mark.rule("YN-58")
def test_a_group_elsewhere_that_has_lost_nothing_stays() -> None:
    scene = drawn("Ra  Rz  ^   Rb", Ra="mu city 1", Rz="suhey city", Rb="suhey village")
    assert played(scene, mu="Rz M1")["Rb"] == "suhey village"


@pytest.mark.rule("YN-54")
@pytest.mark.rule("YN-57")
def test_what_a_clan_captures_joins_its_group_and_is_never_destroyed() -> None:
    """As printed: red takes the orange city, orange a red village; the orange village falls, both captures stand."""
    picture = """
          Rb  Rc
        Ra  Rz  Ry
    """
    scene = drawn(picture, Ra="mu city 1", Rz="suhey city", Ry="suhey village 1", Rc="mu village", Rb="mu village")
    after = played(scene, mu="Rz M1", suhey="Rc M1")
    assert after.on("Rz", "Ry", "Rc") == ["mu village 1", "mu village", "suhey city 1"]
    assert after.told(58) == {("suhey", "Rc", 0)}


@pytest.mark.rule("YN-54")
def test_a_capture_can_hold_a_group_together() -> None:
    """Suhey loses Rz, the way to its city, and takes Rc, another way."""
    picture = """
          Ra  Rc
        Rd  Rz  Re
          Rb
    """
    held = {"Rd": "suhey city", "Rz": "suhey village", "Re": "suhey village 1", "Ra": "suhey village"}
    attacked = drawn(picture, clans=THREE, Rb="mu city 1", Rc="weyu city", held=held)
    alone = played(attacked, mu="Rz M1")
    assert alone["Re"] == "mu village"
    both = played(attacked, mu="Rz M1", suhey="Rc M1")
    assert both.on("Rz", "Rc", "Re") == ["mu village 1", "suhey village 1", "suhey village"]


# --- YN-55: bonus attacks ---

FAN = """
      Rb  Rc
    Ra  Rz  Rd
      Re  Rf
"""


@pytest.mark.rule("YN-47")
@pytest.mark.rule("YN-55")
def test_a_bonus_attack_takes_what_is_neither_manned_nor_defended() -> None:
    scene = drawn(
        FAN, clans=THREE, Ra="mu city 1", Rz="suhey city", Rb="suhey city", Rc="weyu village", Rd="suhey village 1",
        Re="suhey city wood", Rf="suhey city stone",
    )  # fmt: skip
    after = played(scene, mu="Rz M3")
    assert after.told(55) == {("mu", "Rb", 1), ("mu", "Rc", 1), ("mu", "Rd", 0)}
    assert after.on("Rb", "Rc") == ["mu village", "mu village"]
    assert after.on("Re", "Rf") == ["suhey city wood", "suhey city stone"]
    second = played(scene, mu="Rz M2")
    assert not second.told(55)


@pytest.mark.rule("YN-50")
@pytest.mark.rule("YN-55")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("village 1", "village"),
        ("village 3", "village 2"),
        ("city wood 1", "city wood"),
        ("city stone 2", "city stone 1"),
    ],
)
def test_a_bonus_attack_kills_one_defending_army_and_the_province_holds(before: str, after: str) -> None:
    """One army falls for the force of 1, and at equality the defender holds; of an indestructible city, too."""
    scene = drawn("Ra  Rz  Rb  Rc", Ra="mu city 1", Rz="suhey city", Rb=f"suhey {before}", Rc="suhey city")
    turn = played(scene, mu="Rz M3")
    assert turn.told(55) == {("mu", "Rb", 0)}
    assert turn.on("Rz", "Rb", "Rc") == ["mu village 2", f"suhey {after}", "suhey city"]


@pytest.mark.rule("YN-43")
@pytest.mark.rule("YN-55")
def test_an_army_that_falls_to_a_bonus_attack_is_back_in_the_stock_for_step_5() -> None:
    """All nine armies of Suhey are on the map; Fortification III after its attack has one again, that of Rb."""
    scene = drawn(
        "Ra  Rz  Rb  Rc  ^   Rd  Re  Rf  Rg", clans=THREE, chao="20 20 20", Ra="mu city 1", Rz="suhey city",
        Rb="suhey village 1", Rc="suhey city 3", Rd="suhey city 3", Re="suhey city 2", Rf="weyu village",
        Rg="weyu city",
    )  # fmt: skip
    turn = played(scene, mu="Rz M3", suhey="Rf F3 M1")
    assert turn.on("Rb", "Rf") == ["suhey village", "suhey city wood 3"]


@pytest.mark.rule("YN-55")
def test_two_bonus_attacks_on_a_manned_province_cancel_each_other_too() -> None:
    scene = drawn(
        "Ra  Ry  Rb  Rz  Rc", clans=THREE, Ra="mu city 1", Ry="suhey city", Rb="suhey city 1", Rz="suhey city",
        Rc="weyu city 1",
    )  # fmt: skip
    turn = played(scene, mu="Ry M3", weyu="Rz M3")
    assert turn["Rb"] == "suhey city 1"
    assert turn.told(55) == {("", "Rb", 2)}


@pytest.mark.rule("YN-55")
def test_a_stone_wall_next_door_defends_against_a_bonus_attack() -> None:
    scene = drawn("Ra  Rz  Rb  Rc  Rd", Ra="mu city 1", Rz="suhey city", Rb="suhey village", Rc="suhey city stone")
    after = played(scene, mu="Rz M3")
    assert after["Rz"] == "mu village 2"
    assert not after.told(55)


@pytest.mark.rule("YN-55")
def test_there_is_no_bonus_attack_without_a_victory() -> None:
    scene = drawn("Ra  Rz  Rb", Ra="mu city 1", Rz="suhey city 2", Rb="suhey village")
    assert not played(scene, mu="Rz M3").told(55)


@pytest.mark.rule("YN-55")
def test_provinces_are_looked_at_as_they_are_after_all_other_attacks() -> None:
    """The army of Rb has left to attack, so Rb falls to the bonus attack; a province taken in this turn is safe."""
    picture = """
          Rb  Rc
        Ra  Rz  Ry
    """
    scene = drawn(
        picture, clans=THREE, Ra="mu city 1", Rz="suhey city", Rb="suhey city 1", Rc="weyu city", Ry="weyu city"
    )
    after = played(scene, mu="Rz M3", suhey="Rc M1")
    assert after.told(55) == {("mu", "Rb", 1), ("mu", "Ry", 1)}
    assert after["Rc"] == "suhey city 1"  # taken by Suhey at the same time, for good


@pytest.mark.rule("YN-55")
def test_two_bonus_attacks_on_one_province_cancel_each_other() -> None:
    scene = drawn(
        "Ra  Ry  Rb  Rz  Rc", clans=THREE, Ra="mu city 1", Ry="suhey city", Rb="suhey city", Rz="suhey city",
        Rc="weyu city 1",
    )  # fmt: skip
    after = played(scene, mu="Ry M3", weyu="Rz M3")
    assert after["Rb"] == "suhey city"
    assert after.told(55) == {("", "Rb", 2)}


@pytest.mark.rule("YN-55")
@pytest.mark.rule("YN-56")
def test_a_bonus_attack_comes_before_groups_are_looked_at() -> None:
    """As printed under 3: of two cities that fall, the exception gives provinces to the attacker with level III."""
    row = "Ra  Ry  Rb  Rd  Rz  Rc"
    held = {"Ra": "mu city 1", "Ry": "suhey city", "Rb": "suhey village", "Rd": "suhey village", "Rz": "suhey city"}
    after = played(drawn(row, clans=THREE, Rc="weyu city 1", held=held), mu="Ry M3", weyu="Rz M1")
    assert after.on("Rb", "Rd") == ["mu village", ""]


# --- YN-56: several victors ---


@pytest.mark.rule("YN-56")
def test_each_victor_gets_what_it_has_isolated_alone() -> None:
    """As printed under 2: red and green each cut off one village of a group."""
    picture = """
              Ra      Rb
        Rc  Ry  Rd  Rz  Re
    """
    scene = drawn(
        picture, clans=THREE, Ra="mu city 1", Rb="weyu city 1", Rc="suhey village", Ry="suhey village", Rd="suhey city",
        Rz="suhey village", Re="suhey village 2",
    )  # fmt: skip
    after = played(scene, mu="Ry M1", weyu="Rz M1")
    assert after.on("Rc", "Ry", "Rd", "Rz", "Re") == [
        "mu village", "mu village 1", "suhey city", "weyu village 1", "weyu village",
    ]  # fmt: skip


@pytest.mark.rule("YN-56")
def test_what_falls_only_by_the_captures_of_several_becomes_free() -> None:
    """As printed under 3: a group with two cities, both of which fall to different clans."""
    row = "Ra  Ry  Hb  Rz  Rc"
    scene = drawn(
        row, clans=THREE, Ra="mu city 1", Ry="suhey city", Hb="suhey village 2", Rz="suhey city", Rc="weyu city 1"
    )
    after = played(scene, mu="Ry M1", weyu="Rz M1")
    assert after.on("Ry", "Hb", "Rz") == ["mu village 1", "temple", "weyu village 1"]
    assert after.told(56) == {("", "Hb", 0)}


@pytest.mark.rule("YN-56")
def test_what_each_of_two_would_have_isolated_alone_becomes_free() -> None:
    """Rb hangs behind Ry and Rz, one behind the other, on the way to the city."""
    picture = """
          Ra  Rc
        Rb  Ry  Rz  Rd
    """
    scene = drawn(
        picture, clans=THREE, Ra="mu city 1", Rc="weyu city 1", Rb="suhey village", Ry="suhey village",
        Rz="suhey village", Rd="suhey city",
    )  # fmt: skip
    assert played(scene, mu="Ry M1").on("Rb", "Rz") == ["mu village", "suhey village"]
    assert played(scene, weyu="Rz M1").on("Rb", "Ry") == ["weyu village", "weyu village"]
    after = played(scene, mu="Ry M1", weyu="Rz M1")
    assert after.on("Rb", "Ry", "Rz", "Rd") == ["", "mu village 1", "weyu village 1", "suhey city"]
    assert after.told(56) == {("", "Rb", 0)}


@pytest.mark.rule("YN-54")
@pytest.mark.rule("YN-56")
def test_a_group_that_has_lost_nothing_stays_whatever_joins_it_to_another() -> None:
    """Rb has no city and is not attacked; Suhey's capture of Rc joins it to a group that loses its city to Mu."""
    picture = """
              Rd
        Ra  Ry  Rx  Rc  Rb
    """
    scene = drawn(
        picture, clans="mu suhey weyu xiangi", Ra="mu city 1", Ry="suhey city", Rx="suhey village 1", Rc="weyu city",
        Rb="suhey village 2", Rd="xiangi city 1",
    )  # fmt: skip
    after = played(scene, mu="Ry M1", suhey="Rc M1")
    assert after.on("Rx", "Rc", "Rb") == ["mu village", "suhey city 3", "suhey village"]
    both = played(scene, mu="Ry M1", suhey="Rc M1", xiangi="Rx M1")  # Mu alone would have isolated Rx only
    assert both.on("Rx", "Rc", "Rb") == ["xiangi village 1", "suhey city 3", "suhey village"]


@pytest.mark.rule("YN-54")
@pytest.mark.rule("YN-77")
def test_a_group_without_a_city_that_has_lost_nothing_saves_no_other() -> None:
    """Rb and Rc are groups without a city. Rc loses a province, Suhey's capture joins it to Rb, and only Rc falls."""
    picture = """
                  Re
        Ra  Rz  Rc  Rd  Rb
    """
    scene = drawn(
        picture, clans=THREE, Ra="mu city 1", Rz="suhey village", Rc="suhey village 1", Rd="weyu city",
        Rb="suhey village 1", Re="weyu village",
    )  # fmt: skip
    after = played(scene, mu="Rz M1", suhey="Rd M1")
    assert after.on("Rz", "Rc", "Rd", "Rb") == ["mu village 1", "mu village", "suhey city 2", "suhey village"]


@pytest.mark.rule("YN-54")
@pytest.mark.rule("YN-56")
def test_a_capture_that_joins_two_groups_saves_the_one_that_has_lost_its_city() -> None:
    """The city of Rb counts for Rx, as soon as the capture of Rc joins them."""
    scene = drawn(
        "Ra  Ry  Rx  Rc  Rb", clans=THREE, Ra="mu city 1", Ry="suhey city", Rx="suhey village 1", Rc="weyu city",
        Rb="suhey city",
    )  # fmt: skip
    after = played(scene, mu="Ry M1", suhey="Rc M1")
    assert after.on("Ry", "Rx", "Rc", "Rb") == ["mu village 1", "suhey village", "suhey village 1", "suhey city"]


@pytest.mark.rule("YN-57")
def test_two_clans_take_each_others_provinces() -> None:
    scene = drawn("Rc  Ra  Rb  Rd", Rc="mu city", Ra="mu village 1", Rb="suhey village 2", Rd="suhey city")
    after = played(scene, mu="Rb M1", suhey="Ra M1")
    assert after.on("Ra", "Rb") == ["suhey city 2", "mu city 1"]  # each cut off from its own, and a city by itself


# --- YN-58, YN-59 ---


@pytest.mark.rule("YN-58")
def test_a_captured_target_apart_from_cities_becomes_one() -> None:
    scene = drawn("Ra  ~   Rz  Rb", Ra="mu city 1", Rz="suhey city", Rb="suhey village")
    after = played(scene, mu="Rz M1")
    assert after.on("Rz", "Rb") == ["mu city 1", "mu village"]
    assert after.told(58) == {("mu", "Rz", 0)}
    joined = played(drawn("Ra  Rz", Ra="mu city 1", Rz="suhey city"), mu="Rz M1")
    assert not joined.told(58)


@pytest.mark.rule("YN-58")
def test_a_city_in_the_group_that_falls_with_the_target_counts() -> None:
    """A bonus attack leaves villages only, so the target becomes the city of the new group."""
    after = played(drawn("Ra  ~   Rz  Rb", Ra="mu city 1", Rz="suhey city", Rb="suhey city"), mu="Rz M3")
    assert after.on("Rz", "Rb") == ["mu city 2", "mu village"]


@pytest.mark.rule("YN-59")
def test_a_province_that_has_held_can_still_fall_with_its_group() -> None:
    """Rb beats off Weyu, but its group loses its city to Mu."""
    scene = drawn(
        "Ra  Rz  Rb  Rc", clans=THREE, Ra="mu city 1", Rz="suhey city", Rb="suhey village 2", Rc="weyu city 1"
    )
    after = played(scene, mu="Rz M1", weyu="Rb M1")
    assert after.told(50) == {("weyu", "Rb", 0), ("suhey", "Rb", 1)}
    assert after["Rb"] == "mu village"


@pytest.mark.rule("YN-59")
def test_armies_leave_before_rivals_meet_and_rivals_meet_before_the_defender() -> None:
    scene = drawn("Ra  Rz  Rb", clans=THREE, Ra="mu city 3", Rz="suhey city 1", Rb="weyu city 2")
    after = played(scene, mu="Rz M1", weyu="Rz M1")
    assert after.told(49) == {("mu", "Rz", 1), ("weyu", "Rz", 0)}
    assert after.told(50) == {("mu", "Rz", 0), ("suhey", "Rz", 0)}
    assert after.on("Ra", "Rz", "Rb") == ["mu city", "suhey city", "weyu city"]
