"""Clauses YN-20 to YN-27 and YN-86: the turn and its plans, on small maps drawn as text (`yuan_pictures.py`)."""

from __future__ import annotations

import itertools

import pytest
from yuan_pictures import Scene, drawn, played

import naadam

KNOWN = "Ra  Rb  Rc"


def small() -> Scene:
    return drawn(KNOWN, chao="20 20", Ra="mu city", Rc="suhey city")


@pytest.mark.rule("YN-20")
@pytest.mark.rule("YN-27")
def test_a_turn_is_resolved_in_seven_steps_and_ends_with_the_victory_check() -> None:
    after = played(small(), mu="Rb D1 F1 M1")
    assert [row for row in after.events if row[0] == 27] == [(27, -1, -1, step) for step in range(1, 9)]
    assert after.fields["turn"] == "3"


@pytest.mark.rule("YN-27")
def test_each_step_finds_what_the_one_before_has_made() -> None:
    """Taken and a city by itself, walled, manned; and the army of a rival meets everything built by then."""
    scene = drawn("Ra  ~   Rb  ^   Rc  Rd", Ra="mu city", Rc="suhey city 2", Rd="mu village")
    after = played(scene, mu="Rb D1 F3 M3")
    assert after["Rb"] == "mu city stone 3"
    defended = played(scene, mu="Rd F3", suhey="Rd M1")  # a wall and an army first, then the attack
    assert defended["Rd"] == "mu city wood"
    assert defended.told(51) == {("suhey", "Rd", 1)}


@pytest.mark.rule("YN-21")
@pytest.mark.parametrize(("turn", "wins"), [(2, False), (3, True)])
def test_the_wheel_turns_one_notch_a_turn(turn: int, wins: bool) -> None:
    """Nine temples are too few in turn 2 and enough in turn 3."""
    row = "Ha  Hb  Hc  Hd  He  Hf  Hg  Hh  Hi  ^   Rz"
    held = {f"H{letter}": "mu village" for letter in "abcdefghi"} | {"Ha": "mu city"}
    after = played(drawn(row, turn=turn, Rz="suhey city", held=held))
    assert (after.state.outcome is not None) == wins
    assert after.state.game.rulebook.tables.needed.tolist() == [10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4]


@pytest.mark.rule("YN-22")
@pytest.mark.rule("YN-23")
def test_any_province_with_any_levels_or_a_pass_is_a_plan() -> None:
    scene = drawn(KNOWN, chao="21 21", Ra="mu city", Rc="suhey city")
    words = ["", "1", "2", "3"]
    levels = [
        " ".join(letter + level for letter, level in zip("DFM", three, strict=True) if level)
        for three in itertools.product(words, repeat=3)
        if any(three)
    ]
    expected = {"pass"} | {f"{province} {level}" for province in ("Ra", "Rb", "Rc") for level in levels}
    named = {str(action) for action in scene.state.actions(0)}
    assert {text for text in named if text == "pass" or text[:2] in ("Ra", "Rb", "Rc")} == expected
    assert named == expected  # one target alone, and no action without a level


@pytest.mark.rule("YN-22")
@pytest.mark.rule("YN-86")
def test_plans_are_made_at_the_same_time_and_not_shown() -> None:
    state = small().state
    assert state.waiting == (0, 1)
    for plan in ("pass", "Rb D1", "Ra D3 F3 M2"):
        sealed = state.apply(plan, 0)
        assert sealed.waiting == (1,)
        assert sealed.view(1).to_bytes() == state.apply("Ra M1", 0).view(1).to_bytes()
        assert sealed.public().to_bytes() == state.apply("Ra M1", 0).public().to_bytes()
        assert sealed.view(0).to_bytes() != state.apply("Ra M1", 0).view(0).to_bytes()
        refusal = sealed.refusal("pass", 0)
        assert refusal is not None
        assert refusal.clause == "YN-22"
    assert state.apply("pass", 1).apply("Rb D1", 0).position == state.apply("Rb D1", 0).apply("pass", 1).position


@pytest.mark.rule("YN-22")
def test_whoever_would_change_a_sealed_plan_is_asked_to_take_it_back_first() -> None:
    refusal = small().state.apply("pass", 0).refusal("Rb D1", 0)
    assert refusal is not None
    assert refusal.clause == "YN-22"
    assert refusal.text("en").endswith("To change yours, take it back first.")
    assert refusal.text("fr").endswith("Pour changer le vôtre, reprenez-le d’abord.")
    assert refusal.text("it").endswith("Per cambiare il tuo, prima ritiralo.")


@pytest.mark.rule("YN-86")
def test_only_the_last_plan_shows_what_was_planned() -> None:
    state = small().state
    assert not any(state.discloses(action, 1, seat=0) for action in state.actions(0))
    last = state.apply("pass", 1)
    assert all(last.discloses(action, witness, seat=0) for action in last.actions(0) for witness in range(2))


@pytest.mark.rule("YN-86")
def test_everybody_may_talk_to_everybody() -> None:
    state = drawn("Ra  Rb  Rc", clans="mu suhey weyu", Ra="mu city", Rb="suhey city", Rc="weyu city").state
    assert [state.game.rulebook.talks(state.record, seat) for seat in range(3)] == [0b110, 0b101, 0b011]


@pytest.mark.rule("YN-24")
def test_the_printed_example_costs_four() -> None:
    """4 rice, 5 forests, 2 mines: Development I, Fortification III and Militarisation II cost 0 + 2 + 2."""
    row = "Ra  Rb  Rc  Rd  Fa  Fb  Fc  Fd  Fe  Ma  Mb  ^   Rz"
    names = ("Ra", "Rb", "Rc", "Rd", "Fa", "Fb", "Fc", "Fd", "Fe", "Ma", "Mb")
    held = dict.fromkeys(names, "mu village") | {"Ra": "mu city"}
    after = played(drawn(row, chao="4 0", Rz="suhey city", held=held), mu="Ra D1 F3 M2")
    assert after.told(25) == {("mu", "Ra", 4)}
    assert after.chao["mu"] == 0
    assert drawn(row, chao="3 0", Rz="suhey city", held=held).may("mu", "Ra D1 F3 M2") == "YN-25"


@pytest.mark.rule("YN-24")
def test_a_cost_is_never_below_nothing_and_the_units_of_one_action_serve_no_other() -> None:
    held = dict.fromkeys(("Ra", "Rb", "Rc", "Rd", "Re", "Rf"), "mu village")
    scene = drawn("Ra  Rb  Rc  Rd  Re  Rf  ^   Rz", chao="4 0", Rz="suhey city", held=held)
    assert played(scene, mu="Ra D2 F2").told(25) == {("mu", "Ra", 4)}


@pytest.mark.rule("YN-24")
def test_resources_are_counted_at_the_start_of_the_turn() -> None:
    scene = drawn("Ra  Fb  Fc", chao="4 0", Ra="mu city")
    after = played(scene, mu="Fb D1 F2")  # the forest that is taken in step 1 makes nothing cheaper
    assert after.told(25) == {("mu", "Fb", 4)}
    assert after["Fb"] == "mu city"


@pytest.mark.rule("YN-25")
def test_what_cannot_be_paid_in_full_cannot_be_planned() -> None:
    scene = drawn(KNOWN, chao="6 6", Ra="mu city", Rc="suhey city")
    assert scene.may("mu", "Rb D2") is None  # 4 - 1
    assert scene.may("mu", "Rb D2 F2") == "YN-25"
    assert scene.may("mu", "Rb D3") is None
    assert scene.may("mu", "Rb F3") == "YN-25"
    with pytest.raises(naadam.IllegalAction):
        scene.state.apply("Rb F3", 0)


@pytest.mark.rule("YN-25")
def test_a_plan_is_paid_at_the_start_even_if_its_income_would_be_robbed_later() -> None:
    scene = drawn("Ra  Rb", chao="10 3", Ra="mu city", Rb="suhey city")
    after = played(scene, mu="Ra D3", suhey="Rb D2")
    assert after.told(25) == {("mu", "Ra", 6), ("suhey", "Rb", 3)}
    assert after.chao == {"mu": 4, "suhey": 2}  # nothing was left to rob


@pytest.mark.rule("YN-26")
def test_an_action_that_applies_to_nothing_is_paid_and_has_no_effect() -> None:
    scene = drawn("Ra  ^   Rb", chao="20 20", Ra="mu city")
    after = played(scene, mu="Rb D1 F2 M2")  # free and out of reach
    assert after.on("Ra", "Rb") == ["mu city", ""]
    assert after.chao["mu"] == 20 - 4 - 4
    assert not after.told(60)


@pytest.mark.rule("YN-26")
def test_the_state_of_the_target_decides_when_its_step_comes() -> None:
    """Suhey colonises Rb in step 1, so that Mu's militarisation there is an attack in step 4."""
    scene = drawn(KNOWN, Ra="mu city 1", Rc="suhey city")
    after = played(scene, mu="Rb M1", suhey="Rb D1")
    assert after["Rb"] == "mu village 1"
    assert not played(scene, mu="Rb M1").told(46)
