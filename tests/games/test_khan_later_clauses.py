"""The clauses of Khan, continued: special cards, the final phase, and the score (written from the rules alone).

How to read a picture is told at the top of `drawn_khan.py`, how to read an action in `test_khan_clauses.py`.
"""

from __future__ import annotations

import pytest
from drawn_khan import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    active_of,
    clause_against,
    conquests,
    drawn,
    ending,
    hand_of,
    kinds,
    laid_of,
    outcomes,
    play,
    rulers_of,
    specials_of,
    targets,
    yurts_of,
)
from khan_positions import FINAL

import naadam

WANTED = """
        h i j
    8   1 1 2
"""
PAIR = """
        h i
    8   1 2
"""


# --- KH-45 to KH-47: special cards, and High Morale ---


@pytest.mark.rule("KH-45")
def test_a_special_card_is_taken_back_after_the_actions_of_the_next_turn() -> None:
    protected = drawn(actions=1, protect=[FIRST], hand="S-ice-NE").state
    supported = drawn(actions=1, support={FIRST: "all"}, hand="S-ice-NE").state
    assert active_of(protected) == ({FIRST}, {}, {})
    assert active_of(supported) == (set(), {FIRST: "all"}, {})
    for state in (protected, supported):
        after = play(state, "invade S-ice-NE a1")
        assert active_of(after) == (set(), {}, {})
        assert specials_of(after, FIRST) == specials_of(state, FIRST)  # out of the game, not back in the hand


@pytest.mark.rule("KH-45")
def test_a_special_card_is_active_from_its_use_to_the_next_turn() -> None:
    state = play(drawn(step=4, hand="S-ice-NE").state, "protect")
    assert active_of(state) == ({FIRST}, {}, {})
    state = play(state, "card S-rocky-E")
    assert state.turn == SECOND
    state = play(state, "chase S", min(outcomes(play(state, "chase S"))))
    state = play(state, "chase K", min(outcomes(play(state, "chase K"))), "none", "card R-rocky-SE")
    assert state.turn == FIRST
    assert active_of(state) == ({FIRST}, {}, {})
    state = play(state, "anywhere n11", "done")
    assert active_of(state) == (set(), {}, {})


@pytest.mark.rule("KH-46")
@pytest.mark.parametrize("card", ["protect", "support", "explore L5", "none"])
def test_one_special_card_at_most_is_used_in_a_turn(card: str) -> None:
    state = play(drawn(step=4).state, card)
    assert state.waiting == (naadam.CHANCE,)  # the next player's step 1
    state = play(state, min(outcome for outcome in outcomes(state) if outcome.startswith("card S")))
    assert state.turn == SECOND
    assert clause_against(state, "protect") in ("KH-20", "KH-46")


@pytest.mark.rule("KH-46")
def test_it_is_not_asked_where_no_special_card_can_be_used() -> None:
    state = drawn(actions=1, specials={FIRST: ""}, hand="S-ice-NE").state
    state = play(state, "invade S-ice-NE a1")
    assert state.waiting == (naadam.CHANCE,)  # step 5


@pytest.mark.rule("KH-47")
def test_high_morale_is_a_third_action_but_not_the_double_one() -> None:
    state = drawn(WANTED, step=4, hand="S-ice-NE").state
    state = play(state, "morale")
    assert state.turn == FIRST
    assert kinds(state) == {"invade", "chase", "conquer"}
    assert clause_against(state, "anywhere a1") in ("KH-41", "KH-47")
    assert clause_against(state, "morale") in ("KH-20", "KH-46")
    assert specials_of(state, FIRST)["morale"] == 1
    state = play(state, "invade S-ice-NE a1")
    assert state.waiting == (naadam.CHANCE,)  # step 5: one card is drawn
    state = play(state, "card S-rocky-E")
    assert "S-rocky-E" in hand_of(state, FIRST)


@pytest.mark.rule("KH-47")
def test_the_third_action_may_be_a_chase() -> None:
    state = play(drawn(step=4).state, "morale", "chase S", "card S-rocky-E")
    assert rulers_of(state)["S"] == "i5"
    assert state.waiting == (naadam.CHANCE,)  # the second player's step 1


# --- KH-48 to KH-50: Protection of the Great Khan ---


@pytest.mark.rule("KH-48")
def test_nobody_covers_a_yurt_of_a_protected_player() -> None:
    free, protected = drawn(WANTED).state, drawn(WANTED, protect=[SECOND]).state
    assert clause_against(free, "conquer I3 h8 r0") is None
    assert clause_against(protected, "conquer I3 h8 r0") == "KH-48"
    assert clause_against(protected, "conquer I2 h8 r0") is None


@pytest.mark.rule("KH-48")
def test_the_protected_player_covers_as_ever() -> None:
    state = drawn("h i j\n8 1 2 2", seat=SECOND, protect=[SECOND]).state
    assert clause_against(state, "conquer I3 h8 r0") is None
    assert play(state, "conquer I3 h8 r0").turn == SECOND


@pytest.mark.rule("KH-48")
def test_protection_is_of_no_use_to_a_third_player() -> None:
    state = drawn("h i j\n8 1 1 2", players=3, protect=[THIRD]).state
    assert clause_against(state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-49")
def test_a_majority_shared_with_the_protected_player_needs_its_agreement() -> None:
    state = drawn(PAIR, protect=[SECOND]).state
    state = play(state, "conquer I2 h8 r0")
    assert state.waiting == (SECOND,)
    (piece,) = laid_of(play(state, "2: agree"))
    assert piece.owners == {FIRST, SECOND}
    assert laid_of(play(state, "2: refuse")) == []


@pytest.mark.rule("KH-49")
def test_only_who_shares_the_majority_can_be_asked() -> None:
    """1, 1, 2, 2, 3: the second shares the majority, the third does not."""
    picture = "h i j k l\n8 1 1 2 2 3"
    assert play(drawn(picture, players=3, protect=[SECOND]).state, "conquer I5 h8 r0").waiting == (SECOND,)
    assert clause_against(drawn(picture, players=3, protect=[THIRD]).state, "conquer I5 h8 r0") == "KH-48"


@pytest.mark.rule("KH-50")
def test_protection_is_not_used_while_anothers_is_active() -> None:
    for players in (2, 3, 4):
        state = drawn(step=4, players=players, protect=[SECOND]).state
        assert clause_against(state, "protect") == "KH-50"
        assert clause_against(drawn(step=4, players=players).state, "protect") is None


@pytest.mark.rule("KH-50")
def test_two_players_do_not_use_protection_in_two_turns_running() -> None:
    state = drawn(step=4, before={FIRST: "protect"}, specials={FIRST: "protect support"}).state
    assert clause_against(state, "protect") == "KH-50"
    assert clause_against(state, "support") is None
    state = drawn(step=4, before={SECOND: "protect"}).state
    assert clause_against(state, "protect") is None


@pytest.mark.rule("KH-50")
@pytest.mark.rule("KH-52")
@pytest.mark.parametrize(("card", "clause"), [("protect", "KH-50"), ("support", "KH-52")])
def test_a_turn_without_it_makes_it_possible_again(card: str, clause: str) -> None:
    state = play(drawn(step=4).state, card)
    state = play(state, "card S-rocky-E", "anywhere n11", "done", "none")
    state = play(state, "card V-rocky-NW", "anywhere a11", "done")
    assert clause_against(state, card) == clause
    state = play(state, "none", "card S-sand-W", "anywhere n10", "done", "none")
    state = play(state, "card V-forest-N", "anywhere a10", "done")
    assert clause_against(state, card) is None


# --- KH-51 to KH-53: Support of the Gods ---

NEUTRAL = """
        h i j
    8   1 1 n
    9   2 n .
"""


@pytest.mark.rule("KH-51")
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_covers_a_neutral_yurt_while_the_gods_support_another(players: int) -> None:
    state = drawn(NEUTRAL, players=players, support={SECOND: "all"}).state
    assert clause_against(state, "conquer I3 h8 r0") == "KH-51"
    assert clause_against(state, "conquer I2 h8 r0") is None
    assert clause_against(drawn(NEUTRAL, players=players).state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-51")
def test_who_is_supported_covers_neutral_yurts() -> None:
    state = drawn(NEUTRAL, support={FIRST: "all"}).state
    assert clause_against(state, "conquer I3 h8 r0") is None
    assert play(state, "conquer I3 h8 r0").turn == FIRST


@pytest.mark.rule("KH-51")
def test_a_majority_shared_with_the_supported_player_needs_its_agreement() -> None:
    picture = "h i j\n8 1 n 2"
    state = play(drawn(picture, support={SECOND: "all"}).state, "conquer I3 h8 r0")
    assert state.waiting == (SECOND,)
    (piece,) = laid_of(play(state, "2: agree"))
    assert piece.owners == {FIRST, SECOND}
    assert clause_against(play(state, "2: refuse"), "conquer I3 h8 r0") == "KH-42"
    without = play(drawn("h i\n8 1 2", support={SECOND: "all"}).state, "conquer I2 h8 r0")
    assert without.turn == FIRST  # no neutral yurt, nobody is asked


@pytest.mark.rule("KH-51")
def test_support_covers_the_yurts_under_bridges_too() -> None:
    picture = "d e f\n7 1 ~ n"
    assert clause_against(drawn(picture).state, "conquer B3 d7 r0") is None
    assert clause_against(drawn(picture, support={SECOND: "all"}).state, "conquer B3 d7 r0") == "KH-51"


@pytest.mark.rule("KH-52")
def test_support_is_not_used_while_anothers_is_active() -> None:
    for players in (2, 3):
        assert clause_against(drawn(step=4, players=players).state, "support") is None
        state = drawn(step=4, players=players, support={SECOND: "all"}).state
        assert clause_against(state, "support") == "KH-52"


@pytest.mark.rule("KH-52")
def test_two_players_do_not_use_support_in_two_turns_running() -> None:
    state = drawn(step=4, before={FIRST: "support"}, specials={FIRST: "protect support"}).state
    assert clause_against(state, "support") == "KH-52"
    assert clause_against(state, "protect") is None


@pytest.mark.rule("KH-53")
def test_with_four_players_support_is_for_one_region() -> None:
    state = drawn(step=4, players=4).state
    regions = {"mountain", "ice", "tundra", "rocky", "sand", "forest"}
    assert targets(state, "support") == regions
    state = drawn(step=4, players=4, support={THIRD: "ice", FOURTH: "sand"}).state
    assert targets(state, "support") == regions - {"ice", "sand"}
    assert clause_against(state, "support ice") == "KH-53"
    state = play(state, "support forest")
    assert active_of(state)[1] == {FIRST: "forest", THIRD: "ice", FOURTH: "sand"}


@pytest.mark.rule("KH-53")
def test_only_neutral_yurts_of_that_region_are_protected() -> None:
    """h8 and i8 are sand desert, i9 is tropical forest."""
    picture = """
            h i
        8   1 n
        9   . n
    """
    sand = drawn(picture, players=4, support={THIRD: "sand"}).state
    assert clause_against(sand, "conquer I2 h8 r0") == "KH-53"
    forest = drawn(picture, players=4, support={THIRD: "forest"}).state
    assert clause_against(forest, "conquer I2 h8 r0") is None
    assert clause_against(forest, "conquer V3 h8 r1") == "KH-53"


@pytest.mark.rule("KH-53")
def test_the_exception_is_the_same() -> None:
    state = drawn("h i j\n8 1 n 3", players=4, support={THIRD: "sand"}).state
    state = play(state, "conquer I3 h8 r0")
    assert state.waiting == (THIRD,)
    (piece,) = laid_of(play(state, "3: agree"))
    assert piece.owners == {FIRST, THIRD}


# --- KH-54 to KH-57: Exploration, and the draw ---

ROW = """
        h i j
    8   1 1 1
"""


@pytest.mark.rule("KH-54")
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_else_uses_or_reserves_a_reserved_form(players: int) -> None:
    state = drawn(ROW, players=players, reserved={SECOND: "I3"}).state
    assert clause_against(state, "conquer I3 h8 r0") == "KH-54"
    assert clause_against(state, "conquer I2 h8 r0") is None
    state = drawn(step=4, players=players, reserved={SECOND: "I3"}).state
    assert clause_against(state, "explore I3") == "KH-54"
    assert {"I2", "V3", "B3", "L5"} <= targets(state, "explore")


@pytest.mark.rule("KH-54")
def test_a_bridge_is_another_kind_than_a_tile_of_its_form() -> None:
    picture = "d e f\n7 1 ~ 1"
    assert clause_against(drawn(picture, reserved={SECOND: "I3"}).state, "conquer B3 d7 r0") is None
    assert clause_against(drawn(picture, reserved={SECOND: "B3"}).state, "conquer B3 d7 r0") == "KH-54"
    assert clause_against(drawn(ROW, reserved={SECOND: "B3"}).state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-54")
def test_exploration_takes_an_available_shape_and_leaves_the_game() -> None:
    state = play(drawn(step=4).state, "explore I3")
    assert active_of(state) == (set(), {}, {FIRST: "I3"})
    assert specials_of(state, FIRST)["explore"] == 1
    laid = drawn("h i j k\n8 a a a a", step=4, laid={"a": "I4 2"}).state
    assert clause_against(laid, "explore I4") in ("KH-35", "KH-54")


@pytest.mark.rule("KH-55")
def test_with_four_players_only_one_copy_is_reserved() -> None:
    state = drawn(ROW, players=4, reserved={SECOND: "I3"}).state
    assert clause_against(state, "conquer I3 h8 r0") is None
    state = drawn(step=4, players=4, reserved={SECOND: "I3", THIRD: "L5"}).state
    assert clause_against(state, "explore I3") is None
    assert clause_against(state, "explore L5") == "KH-55"


@pytest.mark.rule("KH-55")
def test_the_last_copies_reserved_by_others_are_not_used() -> None:
    """Of the four I3 two lie on the board and two are reserved."""
    picture = """
            h i j k l m
        8   1 1 1 . . .
        9   . . . . . .
        10  a a a . . .
        11  b b b . . .
    """
    laid = {"a": "I3 2", "b": "I3 2"}
    one = drawn(picture, players=4, laid=laid, reserved={SECOND: "I3"}).state
    assert clause_against(one, "conquer I3 h8 r0") is None
    both = drawn(picture, players=4, laid=laid, reserved={SECOND: "I3", THIRD: "I3"}).state
    assert clause_against(both, "conquer I3 h8 r0") == "KH-55"


@pytest.mark.rule("KH-56")
def test_the_yurt_comes_off_at_the_start_of_the_next_turn() -> None:
    state = play(drawn(ROW, step=4).state, "explore I3")
    state = play(state, "card S-rocky-E")
    assert active_of(state)[2] == {FIRST: "I3"}
    state = play(state, "anywhere n11", "done", "none")
    assert active_of(state)[2] == {}  # the first player's turn has begun
    state = play(state, "card S-sand-W")
    assert clause_against(state, "conquer I3 h8 r0") is None


@pytest.mark.rule("KH-57")
@pytest.mark.parametrize("played", [0, 1, 2])
def test_a_player_draws_up_to_four_cards(played: int) -> None:
    plan = ["invade S-ice-NE a1", "invade R-ice-E a2"][:played]
    state = play(drawn(hand="S-ice-NE R-ice-E").state, *plan)
    for letter in "SV"[played:]:
        state = play(state, f"chase {letter}")
        state = play(state, min(outcomes(state)))
    state = play(state, "none")
    for _ in range(played):
        before = hand_of(state, FIRST)
        state = play(state, min(outcomes(state)))
        assert len(hand_of(state, FIRST)) == len(before) + 1
    assert len(hand_of(state, FIRST)) == 4
    second = hand_of(state, SECOND)
    state = play(state, min(outcomes(state)))
    assert hand_of(state, SECOND) == second  # that was the second player's step 1
    assert state.turn == SECOND


# --- KH-60 to KH-65: the final phase ---

TOWNS = """
        g h i j k
    7   . . . . .
    8   1 1 2 2 .
    9   . . . . .
"""


@pytest.mark.rule("KH-60")
def test_with_the_fifth_ruler_all_are_replaced_by_neutral_yurts() -> None:
    state = drawn(TOWNS, step=1, removed="SRHA", portraits={"D": 1}).state
    state = play(state, "card D-sand-E")
    assert rulers_of(state) == {}
    neutral = {cell for cell, owner in yurts_of(state).items() if owner == "n"}
    assert neutral == {"f10", "k10", "m6", "l2"}


@pytest.mark.rule("KH-60")
def test_four_removed_rulers_are_not_enough() -> None:
    state = play(drawn(TOWNS, step=1, removed="SRH", portraits={"D": 1}).state, "card D-sand-E")
    assert rulers_of(state).keys() == set("AVCK")
    assert "chase" in kinds(state)


@pytest.mark.rule("KH-61")
def test_triggered_in_step_1_the_same_player_begins_the_final_phase() -> None:
    state = drawn(TOWNS, seat=SECOND, step=1, removed="SRHA", portraits={"D": 1}, protect=[SECOND]).state
    state = play(state, "card D-sand-E")
    assert state.turn == SECOND
    assert kinds(state) == {"conquer"}
    assert active_of(state) == (set(), {}, {})  # KH-64: this is the start of its next turn


SIEGE = """
        g h i j k l m n
    7   . . . . . . . .
    8   1 1 2 2 2 . . 1
    9   . . . . . 1 1 2
    10  . . . . . . 2 1
    11  . . . . 1 2 1 V
"""


@pytest.mark.rule("KH-62")
def test_triggered_in_step_2_the_turn_goes_on_without_chases() -> None:
    """The Viet in the corner cannot flee: the west, the north-west and the north are full."""
    state = drawn(SIEGE, removed="SRHA", hand="S-ice-NE", step=2).state
    state = play(state, "chase V", "card S-rocky-E")
    assert rulers_of(state) == {}
    assert state.turn == FIRST
    assert kinds(state) == {"invade", "conquer"}
    assert clause_against(state, "chase D") in ("KH-33", "KH-62")
    state = play(state, "invade S-ice-NE a1")
    assert "none" in kinds(state)  # step 4
    state = play(state, "protect", "card R-rocky-SE")  # and step 5
    assert len(hand_of(state, FIRST)) == 4
    assert state.turn == SECOND
    assert kinds(state) == {"conquer"}
    assert active_of(state)[0] == {FIRST}  # KH-64: until the first player's turn


@pytest.mark.rule("KH-62")
def test_a_third_action_may_trigger_it() -> None:
    state = drawn(SIEGE, removed="SRHA", step=4).state
    state = play(state, "morale", "chase V", "card S-rocky-E")
    assert rulers_of(state) == {}
    assert state.turn == SECOND
    assert kinds(state) == {"conquer"}


FOUR_TOWNS = """
        g h i j k
    7   1 1 . 2 2
    8   . . . . .
    9   1 1 . 2 2
    10  . . . . .
    11  1 1 1 . .
"""


@pytest.mark.rule("KH-63")
def test_a_turn_of_the_final_phase_is_two_conquests() -> None:
    state = drawn(FOUR_TOWNS, step=FINAL).state
    state = play(state, "conquer I2 g7 r0")
    assert state.turn == FIRST
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == SECOND
    state = play(state, "conquer I2 j7 r0")
    assert state.turn == SECOND
    assert play(state, "conquer I2 j9 r0").turn == FIRST


@pytest.mark.rule("KH-63")
def test_no_card_is_played_in_the_final_phase() -> None:
    state = drawn(FOUR_TOWNS, step=FINAL, hand="S-khan-NE").state
    assert kinds(state) == {"conquer"}
    for action in (
        "invade S-khan-NE a1",
        "anywhere a1",
        "morale",
        "protect",
        "support",
        "explore I2",
        "none",
        "chase S",
    ):
        assert clause_against(state, action) == "KH-63"


@pytest.mark.rule("KH-63")
def test_who_can_make_only_one_conquest_makes_one_and_who_can_make_none_passes() -> None:
    """The second player has one conquest, then the first has all that are left."""
    picture = """
            g h i j k
        7   1 1 . 2 2
        8   . . . . .
        9   1 1 . . .
        10  . . . . .
        11  1 1 . . .
    """
    state = play(drawn(picture, step=FINAL).state, "conquer I2 g7 r0", "conquer I2 g9 r0", "conquer I2 j7 r0")
    assert state.turn == FIRST
    state = play(drawn(picture, step=FINAL, seat=SECOND).state, "conquer I2 j7 r0")
    assert state.turn == FIRST
    state = play(state, "conquer I2 g7 r0", "conquer I2 g9 r0")
    assert state.turn == FIRST  # the second player has passed


REFUSED_TOWN = """
        g h i j k
    7   1 2 . 2 2
    8   . . . . .
    9   1 1 . 2 2
"""


@pytest.mark.rule("KH-63")
@pytest.mark.rule("KH-42")
def test_after_a_refusal_another_conquest_takes_its_place_and_who_refused_may_be_asked_for_the_second() -> None:
    state = play(drawn(REFUSED_TOWN, step=FINAL, protect=[SECOND]).state, "conquer I2 g7 r0")
    assert state.waiting == (SECOND,)
    state = play(state, "refuse")
    assert conquests(state) == {"I2 g9 r0"}
    assert clause_against(state, "conquer I2 g7 r0") == "KH-42"
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == FIRST
    assert conquests(state) == {"I2 g7 r0"}  # for the second the player is asked again
    assert play(state, "conquer I2 g7 r0", "agree").turn == SECOND


@pytest.mark.rule("KH-63")
@pytest.mark.rule("KH-42")
def test_if_nothing_is_possible_after_a_refusal_the_turn_ends_at_once() -> None:
    alone = drawn(REFUSED_TOWN.replace("1 1", ". ."), step=FINAL, protect=[SECOND]).state
    assert play(alone, "conquer I2 g7 r0", "refuse").turn == SECOND  # no second conquest is tried
    second = play(drawn(REFUSED_TOWN, step=FINAL, protect=[SECOND]).state, "conquer I2 g9 r0", "conquer I2 g7 r0")
    assert play(second, "refuse").turn == SECOND


@pytest.mark.rule("KH-64")
def test_restrictions_stay_until_the_next_turn_of_who_used_the_card() -> None:
    picture = """
            g h i j k
        7   1 1 . 2 2
        8   . . . . .
        9   1 1 2 . .
    """
    state = drawn(picture, step=FINAL, protect=[SECOND]).state
    assert clause_against(state, "conquer I3 g9 r0") == "KH-48"
    state = play(state, "conquer I2 g7 r0", "conquer I2 g9 r0")
    assert state.turn == SECOND
    assert active_of(state) == (set(), {}, {})


@pytest.mark.rule("KH-64")
@pytest.mark.parametrize(
    ("restrictions", "clause"),
    [({"support": {SECOND: "all"}}, "KH-51"), ({"reserved": {SECOND: "I3"}}, "KH-54")],
)
def test_so_do_support_and_exploration(restrictions: dict[str, dict[int, str]], clause: str) -> None:
    picture = "g h i j k\n7 1 1 n . .\n8 . . . . .\n9 1 1 . 2 2"
    state = drawn(
        picture,
        step=FINAL,
        support=restrictions.get("support"),
        reserved=restrictions.get("reserved"),
    ).state
    assert clause_against(state, "conquer I3 g7 r0") == clause
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == FIRST
    state = play(state, "conquer I2 g7 r0")
    assert active_of(state) == (set(), {}, {})


@pytest.mark.rule("KH-65")
def test_the_game_ends_when_nobody_can_conquer() -> None:
    state = drawn("g h i j k\n7 1 1 . 2 n\n8 . n . . .\n9 n n . . 2", step=FINAL).state
    state = play(state, "conquer I2 g7 r0")
    assert state.outcome is None  # the second player can
    state = play(state, "conquer I2 j7 r0")
    assert ending(state) == ("KH-65", (FIRST, SECOND))  # two neutral yurts and a lonely one are left
    assert clause_against(state, "conquer I2 g9 r0", FIRST) == "KH-65"


@pytest.mark.rule("KH-65")
def test_it_may_end_as_soon_as_the_final_phase_begins() -> None:
    state = drawn("g h\n7 1 .\n8 . 2", step=1, removed="SRHA", portraits={"D": 1}).state
    state = play(state, "card D-sand-E")
    assert ending(state) == ("KH-65", (FIRST, SECOND))


@pytest.mark.rule("KH-65")
def test_restrictions_do_not_end_the_game() -> None:
    """After the first conquest all is barred by the second player's Support; it runs out, and play goes on."""
    state = drawn("g h i j k\n7 1 n . . 2\n8 . . . . .\n9 1 1 . . .", step=FINAL, support={SECOND: "all"}).state
    assert conquests(state) == {"I2 g9 r0"}
    state = play(state, "conquer I2 g9 r0")
    assert state.turn == FIRST  # both have passed: the second player can conquer nothing
    assert active_of(state) == (set(), {}, {})
    assert conquests(state) == {"I2 g7 r0"}


# --- KH-70 to KH-75: the score ---


def final_scores(picture: str, last: str, **told: str) -> tuple[float, ...]:
    """The scores after the last conquest of a game for as many players as the picture names."""
    players = max(2, *(int(owner) for text in told.values() for owner in text.split()[1]))
    state = drawn(picture, players=players, step=FINAL, laid=told).state
    outcome = play(state, f"conquer {last}").outcome
    assert outcome is not None
    assert outcome.clause == "KH-65"
    return outcome.scores


APART = """
        g h i j k l
    7   a a a a . 1
    8   a . . . . 1
    9   . . . . . .
    10  . b b b . .
"""


@pytest.mark.rule("KH-70")
def test_the_values_of_own_shapes_are_added() -> None:
    """5 cells of 9 points, 3 of 4, 2 of 2, all apart: the largest territory has 5 cells and earns 10."""
    assert final_scores(APART, "I2 l7 r1", a="L5 1", b="I3 1") == (9 + 4 + 2 + 10, 0)


@pytest.mark.rule("KH-70")
def test_a_shared_value_is_divided_and_rounded_up() -> None:
    """9 for two is 5 each, 4 for three is 2 each."""
    assert final_scores(APART, "I2 l7 r1", a="L5 12", b="I3 123") == (5 + 2 + 2 + 10, 5 + 2 + 6, 2 + 3)


@pytest.mark.rule("KH-71")
def test_shapes_joined_by_edges_are_one_territory_shared_ones_in_full() -> None:
    """With the shared shape the first has 6 cells and 2; the second has 4, 3 and 2, for corners do not join."""
    picture = """
            g h i j k l m
        7   a a a b b b .
        8   . . . . . . 1
        9   c c c c . . 1
        10  . . . . d d .
    """
    scores = final_scores(picture, "I2 m8 r1", a="I3 1", b="I3 12", c="I4 2", d="I2 2")
    assert scores == (4 + 2 + 2 + 10, 2 + 7 + 2 + 6)


@pytest.mark.rule("KH-71")
def test_a_bridge_counts_with_its_river_and_joins_both_banks() -> None:
    """The first: 2 + 3 + 2 cells across the river; the second: six cells."""
    picture = """
            c d e f g h i j k l
        7   a b b b c c . . . .
        8   a . ~ . . . . d d d
        9   ~ ~ ~ . . . . e e e
        10  ~ . . . . . . . . .
        11  ~ 1 1 . . . . . . .
    """
    scores = final_scores(picture, "I2 d11 r0", a="I2 1", b="B3 1", c="I2 1", d="I3 2", e="I3 2")
    assert scores == (2 + 3 + 2 + 2 + 10, 4 + 4 + 6)


@pytest.mark.rule("KH-72")
def test_the_largest_territories_earn_10_6_and_3_one_bonus_each() -> None:
    picture = """
            g h i j k l
        7   a a a a . .
        8   . . . . . .
        9   b b b . c c
        10  . . . . . .
        11  1 1 . . . .
    """
    scores = final_scores(picture, "I2 g11 r0", a="I4 1", b="I3 2", c="I2 3")
    assert scores == (7 + 2 + 10, 4 + 6, 2 + 3)


@pytest.mark.rule("KH-72")
def test_a_fourth_player_and_one_without_a_shape_earn_no_bonus() -> None:
    picture = """
            g h i j k l m
        5   . . . . e e e
        6   . . . . e e .
        7   a a a a . . .
        8   . . . . . . .
        9   b b b . c c .
        10  . . . . . . .
        11  1 1 . . . . .
    """
    scores = final_scores(picture, "I2 g11 r0", a="I4 1", b="I3 2", c="I2 3", e="P5 4")
    assert scores == (7 + 2 + 6, 4 + 3, 2 + 0, 9 + 10)
    alone = "g h i j\n7 a a a .\n8 . . . .\n9 1 1 . ."
    assert final_scores(alone, "I2 g9 r0", a="I3 1") == (4 + 2 + 10, 0)


@pytest.mark.rule("KH-73")
def test_a_tie_is_broken_by_the_next_territories() -> None:
    """3 and 2 cells against 3 and, by the last conquest, 2 and 2: the third decides, and a missing one is 0."""
    picture = """
            g h i j k l m
        7   a a a . b b b
        8   . . . . . . .
        9   c c . d d . .
        10  . . . . . . .
        11  1 1 . . . . .
    """
    scores = final_scores(picture, "I2 g11 r0", a="I3 1", b="I3 2", c="I2 1", d="I2 2")
    assert scores == (4 + 2 + 2 + 10, 4 + 2 + 6)


@pytest.mark.rule("KH-74")
def test_players_equal_in_all_territories_all_get_the_bonus_and_the_next_goes_on() -> None:
    """(3,2), (3,2), (3) and (2): 10, 10, 6 and 3, as in the second printed example."""
    picture = """
            g h i j k l m
        6   . . . . . . .
        7   a a a . b b b
        8   . . . . . . .
        9   1 1 . d d . .
        10  . . . . . . .
        11  e e e . f f .
    """
    scores = final_scores(picture, "I2 g9 r0", a="I3 1", b="I3 2", d="I2 2", e="I3 3", f="I2 4")
    assert scores == (4 + 2 + 10, 4 + 2 + 10, 4 + 6, 2 + 3)


@pytest.mark.rule("KH-74")
def test_two_may_share_the_second_bonus() -> None:
    """(4,2), (3,2), (3,2) and (3): 10, twice 6, and the tie that is broken gives the last 3."""
    picture = """
            g h i j k l m n
        6   a a a a . . . .
        7   . . . . . b b b
        8   c c c . . . . .
        9   . . . . d d d .
        10  e e . . . . . .
        11  . . . 1 1 . f f
    """
    scores = final_scores(picture, "I2 j11 r0", a="I4 1", b="I3 2", c="I3 3", d="I3 4", e="I2 3", f="I2 2")
    assert scores == (7 + 2 + 10, 4 + 2 + 6, 4 + 2 + 6, 4 + 3)


def ended(picture: str, last: str, **told: str) -> naadam.State:
    return play(drawn(picture, step=FINAL, laid=told).state, f"conquer {last}")


@pytest.mark.rule("KH-75")
def test_most_points_win() -> None:
    state = ended("g h i j k\n7 a a a a .\n8 . . . . .\n9 1 1 . . .", "I2 g9 r0", a="I4 2")
    assert state.outcome is not None
    assert state.outcome.scores == (2 + 6, 7 + 10)
    assert ending(state) == ("KH-65", (SECOND,))


@pytest.mark.rule("KH-75")
def test_a_tie_goes_to_the_larger_largest_territory() -> None:
    """3 cells with 4 + 10 points against four times 2 cells with 8 + 6."""
    picture = """
            g h i j k l m
        7   a a . b b . .
        8   . . . . . . .
        9   c c . d d . .
        10  . . . . . . .
        11  1 1 1 . . . .
    """
    state = ended(picture, "I3 g11 r0", a="I2 2", b="I2 2", c="I2 2", d="I2 2")
    assert state.outcome is not None
    assert state.outcome.scores == (14, 14)
    assert ending(state) == ("KH-65", (FIRST,))


@pytest.mark.rule("KH-75")
def test_a_tie_in_that_too_is_a_shared_win() -> None:
    state = ended("g h i j k\n7 a a . . .\n8 . . . . .\n9 1 1 . . .", "I2 g9 r0", a="I2 2")
    assert state.outcome is not None
    assert state.outcome.scores == (12, 12)
    assert ending(state) == ("KH-65", (FIRST, SECOND))
