"""The clauses of Yuan on attacks, winning, volcanoes and clan powers, one after the other."""

from __future__ import annotations

import pytest
from drawn_yuan import chao, played, small, stand, there, told

from naadam.core.game import Game
from naadam.core.state import State
from naadam.games.yuan.sheet import write_score


def winners(state: State) -> tuple[str, tuple[int, ...]]:
    assert state.outcome is not None
    return state.outcome.clause, state.outcome.winners


@pytest.mark.rule("YN-46")
def test_all_armies_adjacent_or_connected_take_part_and_leave() -> None:
    state = stand("La:suhey.city.1 Ld:suhey.village.2 Pz:suhey.city.3 Lb:mu.city.2")
    after = played(state, "pass", "Lb M1", "pass")
    assert there(after, "Lb") == "suhey.village.1"
    assert [there(after, name) for name in ("La", "Ld", "Pz")] == ["suhey.city", "suhey.village", "suhey.city.3"]


@pytest.mark.rule("YN-46")
def test_without_an_army_at_hand_there_is_no_attack_at_any_level() -> None:
    state = stand("Pz:suhey.city.3 La:suhey.village Lb:mu.village Pa:mu.city", chao="20,20,20")
    after = played(state, "pass", "Lb M3", "pass")
    assert there(after, "Lb") == "mu.village"
    assert chao(after)[1] == 13


@pytest.mark.rule("YN-47")
def test_attack_2_brings_one_army_more_from_the_stock() -> None:
    state = stand("La:suhey.city.1 Lb:mu.city.1 Pz:mu.city")
    assert there(played(state, "pass", "Lb M2", "pass"), "Lb") == "suhey.village.1"
    full = stand("La:suhey.city.3 Ld:suhey.city.3 Le:suhey.city.3 Lb:mu.city.1 Pz:mu.city")
    assert (47, "suhey", "Lb", 0) in told(full, "pass", "Lb M2", "pass")


@pytest.mark.rule("YN-48")
def test_armies_that_attack_do_not_defend_where_they_came_from() -> None:
    state = stand("La:mu.city.3 Lb:mu.village Ld:suhey.city.1 Le:suhey.village Pz:weyu.city.1")
    after = played(state, "Ld M1", "La M1", "pass")
    assert there(after, "La") == "suhey.city.1"
    assert there(after, "Ld") == "mu.city.3"


@pytest.mark.rule("YN-49")
def test_attackers_of_equal_number_destroy_each_other() -> None:
    state = stand("La:mu.city.2 Lc:suhey.city.2 Ld:weyu.village Pz:weyu.city")
    after = played(state, "Ld M1", "Ld M1", "pass")
    assert there(after, "Ld") == "weyu.village"
    assert after.record.raised.tolist()[:2] == [0, 0]


@pytest.mark.rule("YN-50")
def test_at_equality_the_defender_holds() -> None:
    state = stand("La:suhey.city.2 Lb:mu.village.2 Pz:mu.city")
    after = played(state, "pass", "Lb M1", "pass")
    assert (there(after, "La"), there(after, "Lb")) == ("suhey.city", "mu.village")


@pytest.mark.rule("YN-52")
def test_an_indestructible_city_is_never_taken_but_its_armies_can_be_fought() -> None:
    state = stand("La:suhey.city.3 Lb:mu.city.stone.2")
    after = played(state, "pass", "Lb M1", "pass")
    assert (there(after, "La"), there(after, "Lb")) == ("suhey.city", "mu.city.stone")
    assert (52, "suhey", "Lb", 1) in told(state, "pass", "Lb M1", "pass")


@pytest.mark.rule("YN-53")
def test_a_captured_province_keeps_its_temple_and_nothing_else() -> None:
    state = stand("Lc:suhey.city.3 Ld:mu.doubled.1 Pz:mu.city")
    after = played(state, "pass", "Ld M1", "pass")
    assert there(after, "Ld") == "suhey.village.2"
    assert after.record.doubled.tolist() == [0, 0]
    assert write_score(after.game.rulebook.tables, after.record, 1).total == 1


@pytest.mark.rule("YN-54")
def test_a_part_that_is_cut_off_without_a_city_goes_to_the_attacker() -> None:
    state = stand("Pz:mu.city Pc:mu.village La:mu.village Lb:mu.village.1 Ld:suhey.city.2")
    after = played(state, "pass", "La M1", "pass")
    assert there(after, "Lb") == "suhey.village"
    assert there(after, "Pc") == "mu.village"
    assert after.record.raised[0] == 0


@pytest.mark.rule("YN-54")
def test_what_the_losing_clan_has_captured_itself_joins_its_group_and_is_safe() -> None:
    state = stand("La:mu.city.1 Lb:mu.village Ld:suhey.city.1 Lc:suhey.village Pz:suhey.city")
    after = played(state, "Lc M1", "La M1", "pass")  # Lb and Lc hang together, without a city
    assert there(after, "Lb") == "suhey.village"
    assert there(after, "Lc") == "mu.city.1"


@pytest.mark.rule("YN-55")
def test_a_bonus_attack_takes_neighbours_without_armies_and_defence() -> None:
    state = stand("Pa:mu.city.1 Pz:suhey.village Pb:suhey.village.1 Pf:suhey.village Pc:suhey.city.wood Lb:suhey.city")
    after = played(state, "Pz M3", "pass", "pass")
    assert there(after, "Pz") == "mu.village.2"
    assert there(after, "Pf") == "mu.village"
    assert there(after, "Pb") == "suhey.village.1"
    assert there(after, "Pc") == "suhey.city.wood"


@pytest.mark.rule("YN-55")
def test_two_bonus_attacks_on_one_province_cancel_each_other() -> None:
    state = stand("Lc:weyu.village Lb:weyu.village Ld:weyu.city La:mu.city.1 Le:suhey.city.1 Pz:weyu.city")
    after = played(state, "Lb M3", "Ld M3", "pass")
    events = told(state, "Lb M3", "Ld M3", "pass")
    assert (55, "", "Lc", 2) in events
    assert there(after, "Lb") == "mu.village.2"
    assert there(after, "Lc") == "suhey.village"  # it has lost its city by Suhey's capture alone


@pytest.mark.rule("YN-56")
def test_what_two_clans_isolate_each_alone_becomes_free() -> None:
    chain = "Pa:weyu.city Pb:weyu.village Pc:weyu.village La:weyu.village.1"
    state = stand(f"{chain} Pz:mu.city.1 Lf:suhey.city.1")
    events = told(state, "Pb M1", "Pc M1", "pass")
    assert (53, "mu", "Pb", 1) in events
    assert (53, "suhey", "Pc", 1) in events
    assert (56, "", "La", 0) in events
    after = played(state, "Pb M1", "Pc M1", "pass")
    assert there(after, "La") == ""
    assert after.record.raised[2] == 0


@pytest.mark.rule("YN-58")
def test_a_captured_target_in_a_group_with_a_city_stays_a_village() -> None:
    after = played(stand("La:suhey.city.1 Lb:mu.village Pz:mu.city"), "pass", "Lb M1", "pass")
    assert there(after, "Lb") == "suhey.village.1"


@pytest.mark.rule("YN-59")
def test_a_province_that_held_can_fall_as_part_of_a_group() -> None:
    state = stand("La:weyu.city Lb:weyu.village.1 Lc:mu.city.1 Le:suhey.city.1 Pz:weyu.city")
    after = played(state, "Lb M1", "La M1", "pass")
    assert there(after, "Lb") == "suhey.village"


@pytest.mark.rule("YN-71")
@pytest.mark.rule("YN-72")
@pytest.mark.parametrize(
    ("words", "purse", "expected"),
    [
        ("La:mu.city.temple Pa:suhey.city Pc:suhey.village", "0,9,9", (0,)),
        ("La:mu.city Pa:suhey.city Pc:suhey.village", "9,0,9", (1,)),
        ("La:mu.city.3 Pa:suhey.city", "2,3,2", (1,)),
        ("La:mu.city Pa:suhey.city.1", "3,3,3", (1,)),
        ("La:mu.city Pa:suhey.city Pe:weyu.city", "3,3,3", (0, 1, 2)),
    ],
)
def test_the_ranking_is_temples_mines_chao_and_armies(words: str, purse: str, expected: tuple[int, ...]) -> None:
    over = played(stand(words, chao=purse, turn=13), "pass", "pass", "pass")
    assert winners(over) == ("YN-72", expected)
    sheet = write_score(over.game.rulebook.tables, over.record, 0)
    assert [line.saying.say for line in sheet.lines] == ["temples", "mines", "chao", "armies"]


MU_HAS_FOUR = "La:mu.city.temple Lb:mu.village.temple Lc:mu.village.temple Ld:mu.village"
SUHEY_HAS_FOUR = "Pa:suhey.city.temple Pb:suhey.village.temple Pc:suhey.village.temple Pd:suhey.village"


@pytest.mark.rule("YN-71")
def test_of_several_that_reach_the_goal_the_ranking_decides() -> None:
    richer = stand(f"{MU_HAS_FOUR} {SUHEY_HAS_FOUR}", turn=13, chao="1,2,30")
    assert winners(played(richer, "pass", "pass", "pass")) == ("YN-71", (1,))
    equal = stand(f"{MU_HAS_FOUR} {SUHEY_HAS_FOUR}", turn=13, chao="2,2,30")
    assert winners(played(equal, "pass", "pass", "pass")) == ("YN-71", (0, 1))


VOLCANIC = "Va:mu.village Ma:mu.city Pz:suhey.city Mc:weyu.city Md:xiangi.city"


@pytest.mark.rule("YN-75")
def test_provinces_beside_a_volcano_produce_double() -> None:
    for volcanoes, level in ((True, 4 - 3), (False, 4 - 2)):
        game = small("range", 4, volcanoes=volcanoes)
        state = stand(VOLCANIC, chao="9,9,9,9", game=game)
        assert chao(played(state, "Ma D2", "pass", "pass", "pass"))[0] == 9 - level + 2
    doubled = stand(VOLCANIC.replace("village", "doubled", 1), chao="9,9,9,9", game=small("range", 4, volcanoes=True))
    assert chao(played(doubled, "Ma D3", "pass", "pass", "pass"))[0] == 9 - (7 - 5)


@pytest.mark.rule("YN-76")
@pytest.mark.rule("YN-77")
@pytest.mark.parametrize("turn", [4, 5, 9])
def test_volcanoes_free_what_is_beside_them_at_the_end_of_turns_5_9_and_13(turn: int) -> None:
    words = "Va:mu.city.stone.2 Ma:mu.city Pz:suhey.city Mc:weyu.city Md:xiangi.city Vd:suhey.village"
    state = stand(words, chao="9,9,9,9", turn=turn, game=small("range", 4, volcanoes=True))
    after = played(state, "pass", "pass", "pass", "pass")
    assert there(after, "Va") == ("mu.city.stone.2" if turn == 4 else "")
    assert after.record.raised[0] == (2 if turn == 4 else 0)


def powers(scenario: str = "lake", players: int = 3) -> Game:
    return small(scenario, players, powers=True)


@pytest.mark.rule("YN-80")
def test_mu_wins_with_three_times_the_number_in_provinces() -> None:
    words = (
        "La:mu.city Lb:mu.village Lc:mu.village Ld:mu.village Le:mu.village Lf:mu.village Pc:mu.village Pb:mu.village"
    )
    state = stand(f"{words} Pd:mu.village Pz:suhey.city", turn=13, game=powers())  # 9 provinces, 2 with a temple
    assert played(state, "pass", "pass", "pass").position.startswith("over YN-72")
    more = stand(f"{words} Pd:mu.village Pe:mu.village Pz:suhey.city", turn=13, game=powers())
    assert winners(played(more, "pass", "pass", "pass")) == ("YN-80", (0,))


@pytest.mark.rule("YN-80")
def test_mu_wins_a_tie_whatever_the_ranking() -> None:
    state = stand(f"{MU_HAS_FOUR} {SUHEY_HAS_FOUR}", turn=13, game=powers(), chao="0,99,0")
    assert winners(played(state, "pass", "pass", "pass")) == ("YN-80", (0,))
    last = stand("La:mu.city Ld:mu.village Pd:suhey.city Pc:suhey.village", turn=13, game=powers(), chao="0,99,0")
    assert winners(played(last, "pass", "pass", "pass")) == ("YN-72", (0,))  # a temple each


@pytest.mark.rule("YN-81")
def test_suhey_takes_what_would_stay_free_because_of_others() -> None:
    state = stand("La:mu.city Le:suhey.city Pz:weyu.city", game=powers())
    after = played(state, "Lb D1", "Ld D1", "pass")
    assert there(after, "Lc") == "suhey.village"
    events = told(state, "Lb D1", "Ld D1", "pass")
    assert (81, "suhey", "Lc", 1) in events
    assert not [event for event in events if event[0] == 36]
    both = played(state, "Lc D1", "Lc D1", "pass")  # not after YN-30
    assert there(both, "Lc") == ""


@pytest.mark.rule("YN-82")
def test_weyus_armies_cross_a_mountain_in_an_attack() -> None:
    words = "Mc:weyu.city.1 Ma:mu.village Pz:mu.city Me:suhey.city Pa:xiangi.city"
    for game, falls in ((powers("range", 4), True), (small("range", 4), False)):
        after = played(stand(words, chao="9,9,9,9", game=game), "pass", "pass", "Ma M1", "pass")
        assert (there(after, "Ma") == "weyu.city.1") == falls


@pytest.mark.rule("YN-83")
def test_xiangi_reaches_over_two_water_hexes_at_most() -> None:
    words = "Wd:xiangi.city Mc:mu.city Md:suhey.city Me:weyu.city"
    for game, settled in ((powers("sea", 4), ""), (small("sea", 4), "xiangi.city")):
        state = stand(words, chao="9,9,9,9", game=game)
        assert there(played(state, "pass", "pass", "pass", "Pd D1"), "Pd") == settled
    far = stand(words, chao="9,9,9,9", game=powers("sea", 4))
    assert there(played(far, "pass", "pass", "pass", "Pd D3"), "Pd") == "xiangi.city"


@pytest.mark.rule("YN-83")
@pytest.mark.rule("YN-84")
@pytest.mark.parametrize(("armies", "falls"), [(3, False), (4, True)])
def test_xiangis_armies_between_two_mountains_have_defence_2(armies: int, falls: bool) -> None:
    words = f"Mf:xiangi.village.1 Md:xiangi.city Ma:mu.village.{min(armies, 3)} Pz:mu.city Pa:suhey.city Pb:weyu.city"
    words += " Me:mu.village.1" if armies > 3 else ""
    state = stand(words, chao="9,9,9,9", game=powers("range", 4))
    after = played(state, "Mf M1", "pass", "pass", "pass")
    assert there(after, "Mf").startswith("mu" if falls else "xiangi")
