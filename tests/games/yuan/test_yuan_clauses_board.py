"""Clauses YN-1 to YN-8: tiles, pieces and terms, on small maps drawn as text (`yuan_pictures.py`)."""

from __future__ import annotations

import pytest
from yuan_pictures import drawn, played

ROW_OF_HILLS = "Ra  Ha  Hb  Hc  Hd  He  Hf  Hg  Hh  Hi  Hj  Hk  Hl  Hm  Hn  Ho  Hp  Hq  Rb"


@pytest.mark.rule("YN-1")
def test_mountains_bar_the_way_and_water_connects() -> None:
    scene = drawn("Ra  ^   Rb  ^   Rc  ~   Rd", Ra="mu city", Rc="suhey city")
    after = played(scene, mu="Rb D1", suhey="Rd D1")
    assert after.on("Rb", "Rd") == ["", "suhey city"]


@pytest.mark.rule("YN-1")
@pytest.mark.rule("YN-24")
@pytest.mark.parametrize(
    ("province", "cheaper"),
    [("Ra", "D2"), ("Fa", "F2"), ("Ma", "M2"), ("Ha", "")],
    ids=["rice", "forest", "mine", "hills"],
)
def test_each_kind_of_province_makes_its_own_actions_cheaper(province: str, cheaper: str) -> None:
    scene = drawn(f"{province}  ^   Rz", chao="3 3", held={province: "mu village", "Rz": "suhey city"})
    for level in ("D2", "F2", "M2"):
        assert scene.may("mu", f"{province} {level}") == (None if level == cheaper else "YN-25")


@pytest.mark.rule("YN-2")
@pytest.mark.rule("YN-45")
def test_a_tenth_army_cannot_be_made() -> None:
    scene = drawn("Ra  Rb  Rc", Ra="mu city 3", Rb="mu city 3", Rc="mu city 2")
    after = played(scene, mu="Rc M3")
    assert after.told(45) == {("mu", "Rc", 1)}
    assert played(after, mu="Rc M3").told(45) == {("mu", "Rc", 0)}


@pytest.mark.rule("YN-2")
@pytest.mark.rule("YN-35")
def test_of_more_builders_than_temples_left_none_gets_one() -> None:
    scene = drawn(ROW_OF_HILLS, Ra="mu city", Rb="suhey city")  # 17 of 18 temples stand
    both = played(scene, mu="Ra D3", suhey="Rb D3")
    assert both.told(35) == {("mu", "Ra", 0), ("suhey", "Rb", 0)}
    alone = played(scene, mu="Ra D3")
    assert alone["Ra"] == "mu city temple"
    assert played(alone, suhey="Rb D3").told(35) == {("suhey", "Rb", 0)}


@pytest.mark.rule("YN-2")
@pytest.mark.rule("YN-37")
def test_an_expansion_where_a_temple_stands_needs_none_of_those_left() -> None:
    scene = drawn(ROW_OF_HILLS, Ha="mu city", Rb="suhey city")  # 17 of 18 temples stand, one of them on Ha
    assert played(scene, mu="Ha D3", suhey="Rb D3").told(35) == {("mu", "Ha", 0), ("suhey", "Rb", 1)}


@pytest.mark.rule("YN-2")
def test_two_boxes_have_36_temples() -> None:
    scene = drawn(ROW_OF_HILLS, clans="mu suhey weyu xiangi huan", Ra="mu city", Rb="suhey city")
    both = played(scene, mu="Ra D3", suhey="Rb D3")
    assert both.told(35) == {("mu", "Ra", 1), ("suhey", "Rb", 1)}


@pytest.mark.rule("YN-3")
@pytest.mark.parametrize(("built", "against"), [("village", "YN-25"), ("city", "YN-25"), ("doubled", None)])
def test_only_a_second_city_doubles_what_a_province_produces(built: str, against: str | None) -> None:
    scene = drawn("Ra  ^   Rz", chao="2 2", Ra=f"mu {built}", Rz="suhey city")
    assert scene.may("mu", "Ra D2") == against


@pytest.mark.rule("YN-4")
@pytest.mark.rule("YN-51")
@pytest.mark.parametrize(
    ("defender", "armies", "falls"),
    [
        ("suhey city", 1, True),
        ("suhey city wood", 2, False),
        ("suhey city wood", 3, True),
        ("suhey city stone", 3, False),
    ],
)
def test_walls_must_be_exceeded(defender: str, armies: int, falls: bool) -> None:
    scene = drawn("Ra  Rb", Ra=f"mu city {armies}", Rb=defender)
    after = played(scene, mu="Rb M1")
    assert after["Rb"] == (f"mu village {armies}" if falls else defender)


@pytest.mark.rule("YN-4")
def test_indestructible_cities_defend_their_neighbours_of_the_same_clan_once() -> None:
    picture = """
          Rs  Rt
        Ra  Rb  Rc
    """
    for armies, wall, falls in ((1, "", False), (2, "", True), (3, " wood", False)):
        scene = drawn(
            picture, Ra=f"mu city {armies}", Rb=f"suhey city{wall}", Rs="suhey city stone", Rt="suhey city stone"
        )
        after = played(scene, mu="Rb M1")
        assert after["Rb"].startswith("mu" if falls else "suhey")
    others = drawn(
        picture, clans="mu suhey weyu", Ra="mu city 1", Rb="suhey city", Rs="weyu city stone", Rt="weyu city stone"
    )
    assert played(others, mu="Rb M1")["Rb"] == "mu village 1"


@pytest.mark.rule("YN-5")
@pytest.mark.rule("YN-66")
def test_armies_above_three_go_back_at_the_end_of_the_turn() -> None:
    after = played(drawn("Ra  ^   Rb", Ra="mu city 2", Rb="suhey city"), mu="Ra M3")
    assert after.told(45) == {("mu", "Ra", 3)}
    assert after.told(66) == {("mu", "Ra", 2)}
    assert after["Ra"] == "mu city 3"


@pytest.mark.rule("YN-6")
def test_a_free_province_may_hold_a_temple() -> None:
    after = played(drawn("Ra  Ha  Rb", Ra="mu city"), mu="Ha D1")
    assert after.on("Ha", "Rb") == ["mu village temple", "mu village"]


@pytest.mark.rule("YN-6")
@pytest.mark.rule("YN-26")
def test_the_same_actions_are_others_on_a_free_an_own_and_an_enemy_province() -> None:
    scene = drawn("Ra  Rb  Rc", clans="mu suhey weyu", Ra="mu city", Rc="weyu city")
    assert played(scene, mu="Rb D1").told(31) == {("mu", "Rb", 0)}
    assert played(scene, mu="Ra D1").told(33) == {("mu", "Rb", 1)}
    on_an_enemy = played(scene, mu="Rc D1 F2")
    assert not on_an_enemy.told(31) | on_an_enemy.told(33) | on_an_enemy.told(40) | on_an_enemy.told(60)


@pytest.mark.rule("YN-7")
def test_a_lake_of_any_length_connects_all_its_shores() -> None:
    picture = """
          Rb  ^   ^   Rc
        Ra  ~   ~   ~   Rd
          ^   ^   Re
    """
    scene = drawn(picture, Ra="mu city")
    for target in ("Rb", "Rc", "Rd", "Re"):
        assert ("mu", target, 0) in played(scene, mu=f"{target} D1").told(31)


@pytest.mark.rule("YN-7")
def test_one_lake_is_crossed_and_not_two() -> None:
    scene = drawn("Ra  ~   Rb  ~   Rc", Ra="mu city")
    assert played(scene, mu="Rb D1").on("Rb", "Rc") == ["mu city", ""]
    assert played(scene, mu="Rc D1")["Rc"] == ""


@pytest.mark.rule("YN-8")
def test_water_does_not_join_groups() -> None:
    scene = drawn("Ra  Rb  ~   Rc  Rd", Ra="mu city", Rc="mu village")
    after = played(scene, mu="Ra D1")
    assert after.on("Rb", "Rd") == ["mu village", ""]


@pytest.mark.rule("YN-8")
def test_a_group_is_of_one_clan_alone() -> None:
    scene = drawn("Ra  Rb  Rc  Rd", Rb="mu city", Rc="suhey city")
    after = played(scene, mu="Rb D1")
    assert after.on("Ra", "Rd") == ["mu village", ""]
