"""Clauses YN-65 to YN-77: income, adjusting, winning and volcanoes, on maps drawn as text (`yuan_pictures.py`)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from yuan_pictures import Scene, drawn, played

from naadam.games.yuan.sheet import write_score

FOUR_EACH = "Ha  Hb  Hc  Hd  Ra  Ma  Mb  Rb  He  Hf  Hg  Hh"
MU_HILLS = dict.fromkeys(("Ha", "Hb", "Hc", "Hd"), "mu village")
SUHEY_HILLS = dict.fromkeys(("He", "Hf", "Hg", "Hh"), "suhey village")


def last_turn(
    chao: str = "5 5", turn: int = 13, wheel: str = "printed", held: Mapping[str, str] | None = None, **provinces: str
) -> Scene:
    """Four temples each, the goal of turn 13, after a turn in which both pass."""
    standing = {**MU_HILLS, **SUHEY_HILLS, "Ra": "mu city", "Rb": "suhey city", **(held or {}), **provinces}
    return played(drawn(FOUR_EACH, chao=chao, turn=turn, wheel=wheel, held=standing))


# --- income and adjusting ---


@pytest.mark.rule("YN-65")
def test_passing_brings_six_and_a_second_level_of_development_two() -> None:
    scene = drawn(
        "Ra  ^   Rb  ^   Rc", clans="mu suhey weyu", chao="3 0 0", Ra="mu city", Rb="suhey city", Rc="weyu city"
    )
    after = played(scene, mu="Ra D2", suhey="Rb D1")
    assert after.chao == {"mu": 2, "suhey": 0, "weyu": 6}
    assert after.told(65) == {("mu", "", 2), ("weyu", "", 6)}


@pytest.mark.rule("YN-66")
def test_the_next_turn_counts_what_is_there_after_adjusting() -> None:
    scene = drawn("Ra  Rb  Rc  ^   Rz", chao="4 0", Ra="mu city", Rz="suhey city")
    after = played(scene, mu="Rb D1")
    assert played(after, mu="Ra D2").told(25) == {("mu", "Ra", 1)}
    assert not after.told(66)


@pytest.mark.rule("YN-67")
def test_a_clan_without_provinces_passes_or_colonises_anywhere() -> None:
    scene = drawn("Ra  Rb  Rc  ~   Rd", chao="7 0", Ra="suhey city")
    assert played(scene).chao["mu"] == 13
    after = played(scene, mu="Rc D3")
    assert after.on("Rb", "Rc") == ["mu village", "mu city"]
    assert played(scene, mu="Rc D1")["Rc"] == ""
    assert after.state.outcome is None


# --- winning ---


@pytest.mark.rule("YN-70")
def test_a_clan_with_as_many_temples_as_the_wheel_shows_wins() -> None:
    scene = last_turn(Hh="")
    assert (scene.winners, scene.state.outcome and scene.state.outcome.clause) == ({"mu"}, "YN-70")
    assert scene.told(70) == {("mu", "", 4)}
    assert last_turn(turn=12).state.outcome is None  # five are needed


@pytest.mark.rule("YN-70")
def test_only_temples_on_own_provinces_count() -> None:
    held = {**MU_HILLS, "Hd": "", "Ra": "mu city", "Rb": "suhey city", "Ma": "temple"}
    assert played(drawn(FOUR_EACH, turn=12, held=held)).state.outcome is None


@pytest.mark.rule("YN-71")
@pytest.mark.parametrize(
    ("chao", "provinces", "winners"),
    [
        ("0 9", {"Ma": "mu village"}, {"mu"}),  # most mines
        ("9 5", {"Ra": "mu city", "Rb": "suhey city 3"}, {"mu"}),  # most Chão
        ("5 5", {"Rb": "suhey city 1"}, {"suhey"}),  # most armies
        ("5 5", {"Ma": "mu doubled", "Mb": "suhey village"}, {"mu", "suhey"}),  # provinces count, not their products
        ("5 5", {}, {"mu", "suhey"}),
    ],
)
def test_several_that_reach_the_goal_are_ranked(chao: str, provinces: dict[str, str], winners: set[str]) -> None:
    scene = last_turn(chao, held=provinces)
    assert scene.winners == winners
    assert scene.state.outcome is not None
    assert scene.state.outcome.clause == "YN-71"
    assert scene.state.outcome.scores == tuple(float(clan in winners) for clan in ("mu", "suhey"))


@pytest.mark.rule("YN-71")
def test_of_several_that_reach_the_goal_most_temples_come_first() -> None:
    held = {**MU_HILLS, **SUHEY_HILLS, "Ra": "mu city", "Rb": "suhey city", "Mb": "suhey village"}
    scene = played(drawn(FOUR_EACH, chao="6 20", turn=13, held=held), mu="Ra D3")
    assert scene.winners == {"mu"}
    assert scene.told(71) == {("mu", "", 5)}


@pytest.mark.rule("YN-72")
@pytest.mark.parametrize(
    ("provinces", "winners"),
    [
        ({"Ha": "", "Hh": "", "Hg": ""}, {"mu"}),
        ({"Ha": "", "Hh": ""}, {"mu", "suhey"}),
        ({"Ha": "", "Hh": "", "Mb": "suhey village"}, {"suhey"}),
    ],
)
def test_after_the_last_notch_all_are_ranked(provinces: dict[str, str], winners: set[str]) -> None:
    scene = last_turn(held=provinces)
    assert scene.winners == winners
    assert scene.state.outcome is not None
    assert scene.state.outcome.clause == "YN-72"
    assert last_turn(turn=12, held=provinces).state.outcome is None


@pytest.mark.rule("YN-72")
def test_a_clan_without_provinces_is_ranked_too() -> None:
    scene = played(drawn("Ra  ^   Rb", chao="0 9", turn=13, Ra="mu city 3"))
    assert scene.winners == {"suhey"}  # no temple and no mine either, but more Chão
    sheet = write_score(scene.state.game.rulebook.tables, scene.state.record, 0)
    lines = [(line.saying.say, line.worth) for line in sheet.lines]
    assert lines == [("temples", 0), ("mines", 0), ("chao", 6), ("armies", 3)], "what is compared, line by line"


@pytest.mark.rule("YN-21")
@pytest.mark.rule("YN-70")
def test_the_short_wheel_asks_for_three_in_the_end() -> None:
    scene = last_turn(wheel="short", Hd="", Hg="", Hh="")
    assert scene.winners == {"mu"}
    assert scene.told(70) == {("mu", "", 3)}


# --- volcanoes ---

MOUNTAIN = """
      Ra  Rb
    Rc  *   Rd
      Re  ^   Rf
"""


@pytest.mark.rule("YN-75")
@pytest.mark.parametrize(("built", "price"), [("village", 5), ("city", 5), ("doubled", 3)])
def test_beside_a_volcano_provinces_produce_double(built: str, price: int) -> None:
    scene = drawn(MOUNTAIN, volcanoes=True, Ra=f"mu {built}", Rf="suhey city")
    assert played(scene, mu="Ra D3").told(25) == {("mu", "Ra", price)}
    plain = drawn(MOUNTAIN, Ra=f"mu {built}", Rf="suhey city")
    assert played(plain, mu="Ra D3").told(25) == {("mu", "Ra", 5 if built == "doubled" else 6)}
    away = drawn(MOUNTAIN, volcanoes=True, Rf=f"mu {built}", Ra="suhey city")
    assert played(away, mu="Rf D3").told(25) == {("mu", "Rf", 5 if built == "doubled" else 6)}


@pytest.mark.rule("YN-75")
def test_two_volcanoes_double_no_more_than_one() -> None:
    scene = drawn("*   Ra  *   ^   Rb", volcanoes=True, Ra="mu village", Rb="suhey city")
    assert played(scene, mu="Ra D3").told(25) == {("mu", "Ra", 5)}


@pytest.mark.rule("YN-76")
@pytest.mark.parametrize("turn", range(2, 14))
def test_an_eruption_frees_what_lies_beside_a_volcano(turn: int) -> None:
    scene = drawn(
        MOUNTAIN, volcanoes=True, turn=turn, Ra="mu city stone 3", Rb="mu village temple", Rd="suhey doubled wood 1",
        Rf="suhey city 2",
    )  # fmt: skip
    after = played(scene)
    if turn in (5, 9, 13):
        assert after.on("Ra", "Rb", "Rd", "Rf") == ["", "temple", "", "suhey city 2"]
        assert after.told(76) == {("mu", "Ra", 0), ("mu", "Rb", 0), ("suhey", "Rd", 0)}
    else:
        assert after["Ra"] == "mu city stone 3"
        assert not after.told(76)
    assert played(drawn(MOUNTAIN, turn=turn, Ra="mu city 3", Rf="suhey city"))["Ra"] == "mu city 3"


@pytest.mark.rule("YN-76")
@pytest.mark.rule("YN-70")
def test_an_eruption_comes_before_the_victory_check() -> None:
    row = "Ha  Hb  Hc  Hd  *   ^   Rb"
    held = dict.fromkeys(("Ha", "Hb", "Hc", "Hd"), "mu village") | {"Rb": "suhey city"}
    scene = played(drawn(row, volcanoes=True, turn=13, held=held))
    assert scene.state.outcome is not None
    assert scene.state.outcome.clause == "YN-72"
    quiet = played(drawn(row, turn=13, held=held))
    assert quiet.state.outcome is not None
    assert quiet.state.outcome.clause == "YN-70"


@pytest.mark.rule("YN-77")
def test_a_group_that_an_eruption_leaves_without_a_city_stays_until_a_province_of_it_is_captured() -> None:
    row = "*   Ra  Rb  Rc  Rd  Re"
    scene = drawn(
        row,
        volcanoes=True,
        turn=5,
        Ra="mu city",
        Rb="mu village",
        Rc="mu village 1",
        Rd="mu village",
        Re="suhey city 1",
    )
    after = played(scene)
    assert after.on("Ra", "Rb", "Rc", "Rd") == ["", "mu village", "mu village 1", "mu village"]
    assert played(after).on("Rb", "Rc", "Rd") == ["mu village", "mu village 1", "mu village"]
    captured = played(after, suhey="Rd M1")
    assert captured.on("Rb", "Rc", "Rd") == ["suhey village", "suhey village", "suhey village 1"]
