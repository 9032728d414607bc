"""The clauses of Yuan on planning, development, fortification and income, one after the other."""

from __future__ import annotations

import pytest
from drawn_yuan import chao, clause_against, played, small, stand, there, told

from naadam.games.yuan.tables import provinces_in


@pytest.mark.rule("YN-4")
@pytest.mark.rule("YN-51")
def test_a_fortified_city_has_defence_2() -> None:
    words = "Lb:mu.city.wood {} Pz:mu.city"
    assert there(played(stand(words.format("La:suhey.city.2")), "pass", "Lb M1", "pass"), "Lb") == "mu.city.wood"
    after = played(stand(words.format("La:suhey.city.3")), "pass", "Lb M1", "pass")
    assert there(after, "Lb") == "suhey.village.3"  # the walls cost nothing
    assert (51, "suhey", "Lb", 2) in told(stand(words.format("La:suhey.city.2")), "pass", "Lb M1", "pass")


@pytest.mark.rule("YN-4")
@pytest.mark.parametrize(("stone", "armies", "falls"), [("mu", 1, False), ("mu", 2, True), ("weyu", 1, True)])
def test_an_indestructible_city_gives_its_own_clans_neighbours_defence_1(stone: str, armies: int, falls: bool) -> None:
    state = stand(f"Lb:mu.village Lc:{stone}.city.stone Pz:mu.city La:suhey.city.{armies}")
    after = played(state, "pass", "Lb M1", "pass")
    assert there(after, "Lb").startswith("suhey" if falls else "mu")


@pytest.mark.rule("YN-5")
@pytest.mark.rule("YN-66")
def test_armies_above_three_go_back_at_the_end_of_the_turn() -> None:
    state = stand("La:mu.city.2 Pz:suhey.city")
    after = played(state, "La M3", "pass", "pass")
    assert there(after, "La") == "mu.city.3"
    assert after.record.raised[0] == 3
    assert (66, "mu", "La", 2) in told(state, "La M3", "pass", "pass")


@pytest.mark.rule("YN-6")
@pytest.mark.rule("YN-26")
def test_what_an_action_does_depends_on_the_owner_when_its_step_comes() -> None:
    state = stand("La:mu.city.1 Lb:mu.village Pz:suhey.city")
    after = played(state, "Pc F2 M1", "Pc D1", "pass")  # Pc is Suhey's from step 1 on
    assert there(after, "Pc") == "mu.city.1"
    free = played(state, "Pc M2", "pass", "pass")  # nobody's: no effect, and no Chão back
    assert there(free, "Pc") == ""
    assert chao(free)[0] == 16


@pytest.mark.rule("YN-20")
@pytest.mark.rule("YN-21")
@pytest.mark.rule("YN-70")
def test_the_wheel_turns_after_every_turn_and_says_what_wins() -> None:
    two = "La:mu.city Ld:mu.village Pd:mu.village"
    state = stand(two, turn=13)
    assert state.game.rulebook.tables.needed.tolist() == [10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4]
    after = played(stand(f"{two} Le:mu.village.temple Lf:mu.village.temple", turn=12), "pass", "pass", "pass")
    assert after.record.turn == 13
    over = played(after, "pass", "pass", "pass")
    assert over.position.startswith("over YN-70")
    assert over.outcome is not None
    assert over.outcome.winners == (0,)


@pytest.mark.rule("YN-22")
@pytest.mark.rule("YN-23")
def test_a_plan_is_one_province_and_levels_or_a_pass() -> None:
    state = stand("La:mu.city Pz:suhey.city", chao="0,30,0")
    assert len(state.actions(1)) == 1 + 63 * 13
    assert len(state.actions(0)) == 1 + 7 * 13  # what costs nothing
    sealed = state.apply("Lb D1", 0)
    assert clause_against(sealed, "pass", 0) == "YN-22"
    write = state.game.notation.format_position
    assert write(sealed.view(1).record).endswith("plans=?/-/-")
    assert write(sealed.view(0).record).endswith("plans=Lb.D1/-/-")
    assert write(sealed.public().record).endswith("plans=?/-/-")


@pytest.mark.rule("YN-25")
@pytest.mark.rule("YN-39")
def test_all_pay_before_anything_else_happens() -> None:
    state = stand("La:mu.city Lb:suhey.city", chao="6,7,0")
    events = told(state, "La D3", "Pz D3", "pass")
    assert (25, "mu", "La", 6) in events
    assert (37, "suhey", "La", 2) not in events  # nothing left to rob


@pytest.mark.rule("YN-27")
def test_the_steps_follow_one_another() -> None:
    state = stand("La:mu.city.1 Lc:suhey.city Lb:suhey.village", chao="30,30,30")
    clauses = [event[0] for event in told(state, "Lc F2 M2", "Lc D2 F1", "pass")]
    order = [25, 33, 41, 46, 47, 53, 65]
    assert [clause for clause in dict.fromkeys(clauses) if clause in order] == order


@pytest.mark.rule("YN-30")
def test_clans_that_colonise_the_same_target_are_cancelled_and_gain_6() -> None:
    state = stand("La:mu.city Lb:suhey.city Pz:weyu.city", chao="9,9,9")
    after = played(state, "Ld D2 M2", "Ld D1", "Ld D1")  # Weyu cannot reach it
    assert there(after, "Ld") == ""
    assert chao(after) == [15, 15, 9]


@pytest.mark.rule("YN-30")
def test_a_target_that_is_contested_may_be_taken_as_a_neighbour() -> None:
    state = stand("La:mu.city Lb:suhey.city Lf:weyu.city")
    after = played(state, "Ld D1", "Ld D1", "Le D1")
    assert there(after, "Ld") == "weyu.village"


@pytest.mark.rule("YN-31")
def test_colonisation_takes_the_target_and_free_neighbours() -> None:
    after = played(stand("La:mu.city Lc:suhey.city Pz:suhey.city"), "Ld D1", "pass", "pass")
    assert there(after, "Ld") == "mu.city"
    assert there(after, "Le") == "mu.village"
    assert there(after, "Lc") == "suhey.city"
    far = played(stand("La:mu.city Lc:suhey.city"), "Pf D1", "pass", "pass")
    assert there(far, "Pf") == ""


@pytest.mark.rule("YN-32")
def test_colonisation_2_earns_2_chao_and_3_goes_anywhere() -> None:
    state = stand("Lb:mu.city Pz:suhey.city", chao="20,0,0")
    assert chao(played(state, "Ld D2", "pass", "pass"))[0] == 20 - 4 + 2
    after = played(state, "Pa D3", "pass", "pass")
    assert there(after, "Pa") == "mu.city"
    assert chao(after)[0] == 13


@pytest.mark.rule("YN-33")
def test_expansion_takes_all_around_the_group_of_its_target() -> None:
    after = played(stand("La:mu.city Lf:mu.village Pa:mu.city Ld:suhey.city"), "Lf D1", "pass", "pass")
    taken = [name for name in ("Lb", "Le", "Pc", "Pd", "Pb", "Pf", "Lc") if there(after, name) == "mu.village"]
    assert taken == ["Lb", "Le", "Pc", "Pd"]


@pytest.mark.rule("YN-34")
@pytest.mark.rule("YN-65")
def test_expansion_2_earns_2_chao_even_if_nothing_is_taken() -> None:
    state = stand("Lb:mu.city La:suhey.city Lc:suhey.village", chao="20,0,0")
    after = played(state, "Lb D2", "pass", "pass")
    assert chao(after) == [18, 6, 6]


@pytest.mark.rule("YN-35")
def test_expansion_3_builds_a_temple_and_robs_neighbours() -> None:
    state = stand("Lb:mu.city La:suhey.city Le:weyu.city", chao="7,9,9")
    after = played(state, "Lb D3", "pass", "pass")
    assert chao(after) == [2, 9 - 2 + 6, 15]
    assert there(after, "Lc") == ""
    assert "Lb" in [after.game.rulebook.land.provinces[n] for n in provinces_in(after.record.temples)]  # type: ignore[attr-defined]
    again = played(after, "pass", "La D2", "pass")
    assert (35, "mu", "Lb", 0) in told(again, "Lb D3", "pass", "pass")


@pytest.mark.rule("YN-36")
def test_what_two_would_take_as_a_neighbour_stays_free_but_a_target_comes_first() -> None:
    state = stand("La:mu.city Le:suhey.city Pz:weyu.city")
    after = played(state, "Lb D1", "Ld D1", "pass")
    assert there(after, "Lc") == ""
    assert (36, "", "Lc", 2) in told(state, "Lb D1", "Ld D1", "pass")
    assert there(played(state, "Lb D1", "Lc D1", "pass"), "Lc") == "suhey.village"


@pytest.mark.rule("YN-40")
@pytest.mark.parametrize(("level", "expected"), [(1, "village"), (2, "city"), (3, "city.wood.1")])
def test_urbanisation_of_a_village(level: int, expected: str) -> None:
    after = played(stand("La:mu.village Lb:mu.city Pz:suhey.city"), f"La F{level}", "pass", "pass")
    assert there(after, "La") == f"mu.{expected}"


@pytest.mark.rule("YN-41")
@pytest.mark.parametrize(("level", "expected"), [(1, "doubled"), (2, "doubled.wood"), (3, "city.stone.1")])
def test_reinforcement_of_a_city(level: int, expected: str) -> None:
    after = played(stand("La:mu.city Pz:suhey.city"), f"La F{level}", "pass", "pass")
    assert there(after, "La") == f"mu.{expected}"


@pytest.mark.rule("YN-42")
def test_a_lower_level_takes_nothing_away() -> None:
    state = stand("La:mu.doubled.wood Pz:suhey.city")
    after = played(state, "La F3", "pass", "pass")
    assert there(after, "La") == "mu.doubled.stone.1"
    assert there(played(after, "La F2", "pass", "pass"), "La") == "mu.doubled.stone.1"


@pytest.mark.rule("YN-43")
def test_an_army_that_the_stock_has_not_is_left_out() -> None:
    state = stand("La:mu.city.3 Lb:mu.city.3 Lc:mu.city.3 Le:mu.village Pz:suhey.city")
    after = played(state, "Le F3", "pass", "pass")
    assert there(after, "Le") == "mu.city.wood"


@pytest.mark.rule("YN-43")
@pytest.mark.rule("YN-60")
def test_armies_lost_in_an_attack_can_be_used_after_it() -> None:
    state = stand("La:mu.city.3 Lb:mu.city.3 Le:mu.city.3 Lc:suhey.city.2")
    after = played(state, "Lc F3 M1", "pass", "pass")
    assert there(after, "Lc") == "mu.city.wood.3"  # 7 survive and one comes
    assert (43, "mu", "Lc", 1) in told(state, "Lc F3 M1", "pass", "pass")


@pytest.mark.rule("YN-45")
@pytest.mark.parametrize(("level", "expected"), [(1, "city"), (2, "city.1"), (3, "city.3")])
def test_recruitment_in_a_city(level: int, expected: str) -> None:
    state = stand("La:mu.city Lb:mu.village Pz:suhey.city")
    assert there(played(state, f"La M{level}", "pass", "pass"), "La") == f"mu.{expected}"
    assert there(played(state, f"Lb M{level}", "pass", "pass"), "Lb") == "mu.village"


@pytest.mark.rule("YN-65")
def test_passing_earns_6() -> None:
    assert chao(played(stand("La:mu.city", chao="1,2,3"), "pass", "pass", "La D1")) == [7, 8, 3]


@pytest.mark.rule("YN-67")
def test_a_clan_without_provinces_passes_and_colonises_at_level_3() -> None:
    state = stand("La:mu.city Lb:suhey.city", chao="0,0,7")
    assert there(played(state, "pass", "pass", "Pz D1"), "Pz") == ""
    after = played(state, "pass", "pass", "Pz D3")
    assert there(after, "Pz") == "weyu.city"
    assert there(after, "Pa") == "weyu.village"


@pytest.mark.rule("YN-86")
def test_nobody_sees_a_plan_before_all_have_planned() -> None:
    state = stand("La:mu.city Lb:suhey.city").apply("Lc D1", 0)
    plans = [action for action in state.actions(1) if not state.discloses(action, 2, seat=1)]
    assert len(plans) == len(state.actions(1))
    last = state.apply("pass", 1)
    assert all(last.discloses(action, witness, seat=2) for action in last.actions(2)[:20] for witness in range(3))


@pytest.mark.rule("YN-22")
def test_the_order_of_seats_and_of_sealing_changes_nothing() -> None:
    words = (
        "La:mu.city.2 Lb:mu.village Lc:suhey.city.1 Ld:suhey.village Pz:weyu.city.2 Pd:weyu.village Lf:weyu.village.1"
    )
    plans = {"mu": "Lc F2 M2", "suhey": "La M1", "weyu": "Pc D2"}
    results = set()
    for seats in ("mu,suhey,weyu", "weyu,mu,suhey", "suhey,weyu,mu"):
        state = stand(words, seats=seats, game=small())
        for seat in (2, 0, 1):
            state = state.apply(plans[seats.split(",")[seat]], seat)
        purse = {clan: state.record.chao[seat] for seat, clan in enumerate(seats.split(","))}
        provinces = next(word for word in state.position.split() if word.startswith("provinces="))
        results.add((provinces, tuple(sorted(purse.items()))))
    assert len(results) == 1
