"""Clauses YN-40 to YN-45: fortification and new armies, on small maps drawn as text (`yuan_pictures.py`)."""

from __future__ import annotations

import pytest
from yuan_pictures import drawn, played


def fortified(before: str, *levels: str) -> str:
    """The contents of a province of Mu after one fortification plan per turn."""
    scene = drawn("Ra  ^   Rb", chao="90 90", Ra=before, Rb="suhey city")
    for level in levels:
        scene = played(scene, mu=f"Ra {level}")
    return scene["Ra"]


@pytest.mark.rule("YN-40")
@pytest.mark.parametrize(("level", "after"), [("F1", "mu village"), ("F2", "mu city"), ("F3", "mu city wood 1")])
def test_urbanisation(level: str, after: str) -> None:
    assert fortified("mu village", level) == after


@pytest.mark.rule("YN-40")
def test_a_village_that_stays_one_is_not_spoken_of() -> None:
    scene = drawn("Ra  ^   Rb", Ra="mu village", Rb="suhey city")
    assert not played(scene, mu="Ra F1").told(40)
    assert played(scene, mu="Ra F3").told(40) == {("mu", "Ra", 3)}


@pytest.mark.rule("YN-41")
@pytest.mark.parametrize(
    ("level", "after"), [("F1", "mu doubled"), ("F2", "mu doubled wood"), ("F3", "mu city stone 1")]
)
def test_reinforcement(level: str, after: str) -> None:
    assert fortified("mu city", level) == after


@pytest.mark.rule("YN-42")
@pytest.mark.parametrize(
    ("before", "level", "after"),
    [
        ("mu doubled", "F1", "mu doubled"),
        ("mu doubled", "F2", "mu doubled wood"),
        ("mu doubled wood", "F3", "mu doubled stone 1"),
        ("mu city wood", "F1", "mu doubled wood"),
        ("mu city stone", "F1", "mu doubled stone"),
        ("mu city stone", "F2", "mu doubled stone"),
        ("mu doubled stone 3", "F3", "mu doubled stone 3"),
    ],
)
def test_nothing_is_more_than_doubled_and_no_level_takes_away(before: str, level: str, after: str) -> None:
    assert fortified(before, level) == after


@pytest.mark.rule("YN-42")
def test_a_doubled_city_reinforced_again_produces_no_more() -> None:
    scene = played(drawn("Ra  ^   Rb", chao="4 0", Ra="mu doubled", Rb="suhey city"), mu="Ra F1")
    assert played(scene, mu="Ra D2").told(25) == {("mu", "Ra", 2)}


@pytest.mark.rule("YN-43")
def test_armies_given_come_from_the_stock_as_far_as_it_goes() -> None:
    picture = "Ra  Rb  Rc  Rd"
    full = {"Ra": "mu city 3", "Rb": "mu city 3", "Rc": "mu city 3"}
    after = played(drawn(picture, Rd="mu village", held=full), mu="Rd F3 M3")
    assert after["Rd"] == "mu city wood"  # the wall stands all the same
    assert after.told(43) == {("mu", "Rd", 0)}
    assert after.told(45) == {("mu", "Rd", 0)}


@pytest.mark.rule("YN-43")
def test_armies_lost_in_step_4_can_be_used_in_step_5() -> None:
    """All nine attack; two fall, and one of them comes back with the wall."""
    picture = """
          Rb  Rc
        Ra  Rz
    """
    armies = {"Ra": "mu city 3", "Rb": "mu city 3", "Rc": "mu city 3"}
    after = played(drawn(picture, Rz="suhey city 2", held=armies), mu="Rz F3 M1")
    assert after.told(53) == {("mu", "Rz", 7)}
    assert after.told(43) == {("mu", "Rz", 1)}
    assert after.told(66) == {("mu", "Rz", 5)}
    assert after["Rz"] == "mu city wood 3"


@pytest.mark.rule("YN-45")
@pytest.mark.parametrize(("level", "armies"), [("M1", ""), ("M2", " 1"), ("M3", " 3")])
def test_recruitment_in_a_city(level: str, armies: str) -> None:
    assert fortified("mu city", level) == f"mu city{armies}"
    assert fortified("mu doubled wood", level) == f"mu doubled wood{armies}"


@pytest.mark.rule("YN-45")
def test_no_recruitment_in_a_village_that_does_not_become_a_city_before() -> None:
    assert fortified("mu village", "M3") == "mu village"
    assert fortified("mu village", "F2 M3") == "mu city 3"
    assert fortified("mu village", "F3 M2") == "mu city wood 2"
