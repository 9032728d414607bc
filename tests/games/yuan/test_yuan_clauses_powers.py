"""Clauses YN-80 to YN-84, and Mu in YN-72: the powers of the clans, on maps drawn as text."""

from __future__ import annotations

import pytest
from yuan_pictures import Scene, drawn, played

# --- YN-80, YN-72: Mu ---

LETTERS = "abcdefghijklmnop"


def mu_with(villages: int, hills: int = 0, turn: int = 11, powers: bool = True, rivals: int = 0) -> Scene:
    """Mu with so many villages without and with a temple, Suhey with so many temples, after a turn of passing.

    The wheel shows 5 in turns 11 and 12, and 4 in turn 13.
    """
    own = [f"R{letter}" for letter in LETTERS[:villages]] + [f"H{letter}" for letter in LETTERS[:hills]]
    theirs = [f"H{letter}" for letter in LETTERS[::-1][:rivals]]
    row = "  ".join([*own, "^ ", "Fz", *theirs])
    held = dict.fromkeys(own, "mu village") | dict.fromkeys(theirs, "suhey village") | {"Fz": "suhey city"}
    return played(drawn(row, turn=turn, powers=powers, held=held))


def clause_of(scene: Scene) -> str | None:
    return scene.state.outcome.clause if scene.state.outcome else None


@pytest.mark.rule("YN-80")
def test_mu_wins_with_three_times_the_goal_in_provinces() -> None:
    scene = mu_with(15)
    assert (scene.winners, clause_of(scene)) == ({"mu"}, "YN-80")
    assert scene.told(80) == {("mu", "", 0)}
    assert clause_of(mu_with(14)) is None
    assert clause_of(mu_with(15, powers=False)) is None


@pytest.mark.rule("YN-80")
def test_a_province_with_a_temple_counts_two() -> None:
    assert clause_of(mu_with(13, 1)) == "YN-80"
    assert clause_of(mu_with(12, 1)) is None
    assert clause_of(mu_with(7, 4)) == "YN-80"


@pytest.mark.rule("YN-80")
def test_mu_still_wins_by_temples() -> None:
    assert clause_of(mu_with(0, 5)) == "YN-70"


@pytest.mark.rule("YN-80")
def test_mu_wins_whenever_another_reaches_its_goal_in_the_same_turn() -> None:
    scene = mu_with(15, rivals=5)
    assert (scene.winners, clause_of(scene)) == ({"mu"}, "YN-80")
    tied = mu_with(0, 5, rivals=5)
    assert (tied.winners, clause_of(tied)) == ({"mu"}, "YN-80")
    plain = mu_with(0, 5, rivals=5, powers=False)
    assert (plain.winners, clause_of(plain)) == ({"mu", "suhey"}, "YN-71")


@pytest.mark.rule("YN-72")
@pytest.mark.rule("YN-80")
@pytest.mark.parametrize(
    ("villages", "hills", "rivals", "winner"),
    [
        (9, 0, 3, "mu"),  # a third of nine is three, and Mu wins ties
        (8, 0, 3, "suhey"),  # rounded down
        (5, 2, 3, "mu"),
        (4, 2, 3, "suhey"),
        (0, 3, 2, "mu"),  # its temples, if they are more than the third
    ],
)
def test_at_the_last_notch_mu_counts_the_better_of_two_numbers(
    villages: int, hills: int, rivals: int, winner: str
) -> None:
    scene = mu_with(villages, hills, turn=13, rivals=rivals)
    assert (scene.winners, clause_of(scene)) == ({winner}, "YN-72")
    assert scene.told(72) == {(winner, "", hills if winner == "mu" else rivals)}


# --- YN-81: Suhey ---


@pytest.mark.rule("YN-81")
def test_suhey_takes_a_neighbour_that_would_stay_free() -> None:
    held = {"Ra": "mu city", "Rc": "suhey city"}
    after = played(drawn("Ra  Rb  Rc", powers=True, held=held), mu="Ra D1", suhey="Rc D1")
    assert after["Rb"] == "suhey village"
    assert after.told(81) == {("suhey", "Rb", 1)}
    assert not after.told(36) | after.told(33)
    plain = played(drawn("Ra  Rb  Rc", held=held), mu="Ra D1", suhey="Rc D1")
    assert plain["Rb"] == ""


@pytest.mark.rule("YN-81")
def test_suhey_gets_nothing_that_another_takes_or_that_is_cancelled() -> None:
    scene = drawn("Ra  Rb  Rc  Rd", powers=True, Ra="mu city", Rd="suhey city")
    assert played(scene, mu="Rb D1", suhey="Rc D1")["Rb"] == "mu village"  # a target goes before a neighbour
    both = played(scene, mu="Rb D3", suhey="Rb D3")
    assert both["Rb"] == ""
    assert both.told(30) == {("mu", "Rb", 6), ("suhey", "Rb", 6)}


@pytest.mark.rule("YN-81")
def test_suhey_takes_nothing_that_it_does_not_develop_itself() -> None:
    picture = """
              Re
        Ra  Rb  Rc
    """
    scene = drawn(picture, clans="mu suhey weyu", powers=True, Ra="mu city", Re="suhey city", Rc="weyu city")
    after = played(scene, mu="Ra D1", weyu="Rc D1")
    assert after.told(36) == {("", "Rb", 2)}


# --- YN-82: Weyu ---


@pytest.mark.rule("YN-82")
@pytest.mark.rule("YN-84")
@pytest.mark.parametrize(
    ("way", "crosses"),
    [
        ("^ ", True),
        ("* ", True),
        ("^   ~ ", True),
        ("~   ^ ", True),
        ("~   *   ~ ", True),
        ("~   ~   ^ ", True),
        ("^   ~   ~ ", True),
        ("^   ^ ", False),
        ("~   ~   ~   ^ ", False),
        ("~   ~   ^   ~ ", False),
    ],
)
def test_weyu_crosses_one_mountain_and_at_most_two_waters(way: str, crosses: bool) -> None:
    picture = f"Ra  {way}  Rz"
    held = {"Ra": "weyu city 1", "Rz": "mu city"}
    after = played(drawn(picture, clans="mu weyu", powers=True, held=held), weyu="Rz M1")
    assert after["Rz"] == ("weyu city 1" if crosses else "mu city")
    assert played(drawn(picture, clans="mu weyu", held=held), weyu="Rz M1")["Rz"] == "mu city"
    assert played(drawn(picture, clans="weyu mu", powers=True, Ra="mu city 1", Rz="weyu city"), mu="Rz M1")["Ra"] == (
        "mu city 1"
    )


@pytest.mark.rule("YN-82")
def test_weyu_crosses_with_armies_alone_and_they_must_come_with_the_others() -> None:
    scene = drawn("Ra  ^   Rz  Rb", clans="mu weyu", powers=True, Ra="weyu city 2", Rb="weyu city 1", Rz="mu city 1")
    after = played(scene, weyu="Rz M1")
    assert after.told(46) == {("weyu", "Ra", 2), ("weyu", "Rb", 1)}
    free = drawn("Ra  ^   Rz", clans="mu weyu", powers=True, Ra="weyu city 2")
    assert played(free, weyu="Rz D1")["Rz"] == ""


@pytest.mark.rule("YN-82")
def test_over_a_lake_weyu_goes_as_far_as_others() -> None:
    scene = drawn("Ra  ~   ~   ~   ~   Rz", clans="mu weyu", powers=True, Ra="weyu city 1", Rz="mu city")
    assert played(scene, weyu="Rz M1")["Rz"] == "weyu city 1"


# --- YN-83: Xiangi ---


@pytest.mark.rule("YN-83")
@pytest.mark.parametrize(("way", "reaches"), [("~ ", True), ("~   ~ ", True), ("~   ~   ~ ", False)])
def test_xiangi_reaches_over_two_waters_at_most(way: str, reaches: bool) -> None:
    picture = f"Ra  {way}  Rz"
    colony = drawn(picture, clans="mu xiangi", powers=True, Ra="xiangi city")
    assert played(colony, xiangi="Rz D1")["Rz"] == ("xiangi city" if reaches else "")
    assert played(colony, xiangi="Rz D2")["Rz"] == ("xiangi city" if reaches else "")
    assert played(colony, xiangi="Rz D3")["Rz"] == "xiangi city"
    war = drawn(picture, clans="mu xiangi", powers=True, Ra="xiangi city 1", Rz="mu city")
    assert played(war, xiangi="Rz M1")["Rz"] == ("xiangi city 1" if reaches else "mu city")
    plain = drawn(picture, clans="mu xiangi", Ra="xiangi city 1", Rz="mu city")
    assert played(plain, xiangi="Rz M1")["Rz"] == "xiangi city 1"


@pytest.mark.rule("YN-83")
def test_for_xiangi_the_shortest_way_over_a_lake_counts() -> None:
    picture = """
          ~   ~   ~
        Ra  ^   ~   ~
          ~   ~   Rz
    """
    scene = drawn(picture, clans="mu xiangi", powers=True, Ra="xiangi city")
    assert played(scene, xiangi="Rz D1")["Rz"] == "xiangi city"


@pytest.mark.rule("YN-83")
@pytest.mark.rule("YN-84")
@pytest.mark.parametrize(
    ("first", "second", "holds"), [("~", "~", False), ("^", "~", False), ("^", "^", True), ("*", "^", True)]
)
def test_a_manned_province_of_xiangi_between_mountains_has_defence_two(first: str, second: str, holds: bool) -> None:
    picture = f"""
          {first}   ~
        Ra  Rz  ~
          {second}   ~
    """
    held = {"Ra": "mu city 3", "Rz": "xiangi city 1"}
    after = played(drawn(picture, clans="mu xiangi", powers=True, held=held), mu="Rz M1")
    assert after["Rz"] == ("xiangi city" if holds else "mu village 2")  # as before the fight: the army has fallen
    assert played(drawn(picture, clans="mu xiangi", held=held), mu="Rz M1")["Rz"] == "mu village 2"
    empty = drawn(picture, clans="mu xiangi", powers=True, Ra="mu city 1", Rz="xiangi city")
    assert played(empty, mu="Rz M1")["Rz"] == "mu village 1"


@pytest.mark.rule("YN-83")
def test_an_army_of_xiangi_that_attacks_defends_no_pass() -> None:
    picture = """
          ^   Rb
        Ra  Rz  ~
          ^   ~
    """
    scene = drawn(picture, clans="mu xiangi", powers=True, Ra="mu city 1", Rz="xiangi city 1", Rb="mu city 2")
    after = played(scene, mu="Rz M1", xiangi="Ra M1")
    assert after["Rz"] == "mu village 3"


@pytest.mark.rule("YN-83")
def test_walls_and_mountains_add_up() -> None:
    picture = """
          ^   Rb
        Ra  Rz  Rc
          ^   ~
    """
    held = {"Ra": "mu city 3", "Rb": "mu city 3", "Rz": "xiangi city wood 1"}
    assert (
        played(drawn(picture, clans="mu xiangi", powers=True, held=held), mu="Rz M1")["Rz"] == "mu village 3"
    )  # 5 > 4
    stone = drawn(picture, clans="mu xiangi", powers=True, Rc="xiangi city stone", held=held)
    assert played(stone, mu="Rz M1")["Rz"] == "xiangi city wood"  # 5 = 5
